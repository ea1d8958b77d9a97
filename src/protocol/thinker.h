/* thinker.h -- a thread that works while another one reads the input.
 *
 * The owner begins a job, may tell it to stop, and waits for its end before it begins
 * another; all functions are the owner's but for those marked "the job". */
#ifndef PROTOCOL_THINKER_H
#define PROTOCOL_THINKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct thinker {
    pthread_t thread;
    pthread_mutex_t lock; /* of the three below */
    pthread_cond_t changed;
    bool working, held;
    atomic_bool stopped; /* also read without the lock */
    bool started;        /* the thread is still to be joined */
    void (*work)(void *user);
    void *user;
};

void thinker_init(struct thinker *t);
void thinker_release(struct thinker *t); /* not while a job runs */

/* Run work(user) in the thread. With `held`, thinker_hold() in it waits. False: the system
 * has no thread for us. */
bool thinker_begin(struct thinker *t, void (*work)(void *user), void *user, bool held);

bool thinker_busy(struct thinker *t);

/* Is the job's answer held back until thinker_stop() or thinker_let_go()? */
bool thinker_held(struct thinker *t);

void thinker_stop(struct thinker *t);
void thinker_let_go(struct thinker *t);

/* Until the job is done; or so many seconds at the most, then false if it is not. */
void thinker_wait(struct thinker *t);
bool thinker_wait_for(struct thinker *t, double seconds);

/* The job: wait until the answer is wanted. */
void thinker_hold(struct thinker *t);

#endif
