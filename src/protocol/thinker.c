#include "protocol/thinker.h"

#include <time.h>

/* The stack that the searches count on (deepest() in search.c). */
enum { STACK = 16 << 20 };

void thinker_init(struct thinker *t)
{
    pthread_condattr_t monotonic;
    *t = (struct thinker){ .started = false };
    pthread_mutex_init(&t->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&t->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void thinker_release(struct thinker *t)
{
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
}

static void *thread_main(void *user)
{
    struct thinker *const t = user;
    t->work(t->user);
    pthread_mutex_lock(&t->lock);
    t->working = false;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

bool thinker_begin(struct thinker *t, void (*work)(void *user), void *user, bool held)
{
    pthread_attr_t attributes;
    thinker_wait(t);
    t->work = work;
    t->user = user;
    t->working = true;
    t->held = held;
    t->stopped = false;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    t->started = pthread_create(&t->thread, &attributes, thread_main, t) == 0;
    pthread_attr_destroy(&attributes);
    if (!t->started)
        t->working = false;
    return t->started;
}

bool thinker_busy(struct thinker *t)
{
    pthread_mutex_lock(&t->lock);
    const bool busy = t->working;
    pthread_mutex_unlock(&t->lock);
    return busy;
}

bool thinker_held(struct thinker *t)
{
    pthread_mutex_lock(&t->lock);
    const bool held = t->working && t->held;
    pthread_mutex_unlock(&t->lock);
    return held;
}

void thinker_stop(struct thinker *t)
{
    pthread_mutex_lock(&t->lock);
    t->stopped = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

void thinker_let_go(struct thinker *t)
{
    pthread_mutex_lock(&t->lock);
    t->held = false;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

void thinker_wait(struct thinker *t)
{
    if (t->started)
        pthread_join(t->thread, NULL);
    t->started = false;
}

bool thinker_wait_for(struct thinker *t, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const double end = (double)until.tv_nsec * 1e-9 + seconds;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)((end - (double)(time_t)end) * 1e9);
    pthread_mutex_lock(&t->lock);
    while (t->working && pthread_cond_timedwait(&t->changed, &t->lock, &until) == 0)
        ;
    const bool done = !t->working;
    pthread_mutex_unlock(&t->lock);
    if (done)
        thinker_wait(t);
    return done;
}

void thinker_hold(struct thinker *t)
{
    pthread_mutex_lock(&t->lock);
    while (t->held && !t->stopped)
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
}
