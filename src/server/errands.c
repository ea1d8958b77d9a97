#include "server/errands.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct errand {
    void (*work)(void *user);
    void *user;
    struct errand *next;
};

struct errands {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct errand *first[2]; /* urgent ones, and others */
    struct errand **last[2];
    int waiting, threads;
    bool ending;
    pthread_t thread[];
};

static struct errand *next(struct errands *e)
{
    for (int i = 0; i < 2; i++) {
        struct errand *const first = e->first[i];
        if (!first)
            continue;
        e->first[i] = first->next;
        if (!first->next)
            e->last[i] = &e->first[i];
        e->waiting--;
        return first;
    }
    return NULL;
}

static void *run(void *user)
{
    struct errands *const e = user;
    pthread_mutex_lock(&e->lock);
    for (;;) {
        struct errand *const errand = next(e);
        if (errand) {
            pthread_mutex_unlock(&e->lock);
            errand->work(errand->user);
            free(errand);
            pthread_mutex_lock(&e->lock);
        } else if (e->ending) {
            break;
        } else {
            pthread_cond_wait(&e->changed, &e->lock);
        }
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

struct errands *errands_new(int threads)
{
    struct errands *const e = calloc(1, sizeof *e + (size_t)threads * sizeof *e->thread);
    if (!e)
        return NULL;
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->changed, NULL);
    e->last[0] = &e->first[0];
    e->last[1] = &e->first[1];
    /* Signals are for the thread that waits for them. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (e->threads < threads && !pthread_create(&e->thread[e->threads], NULL, run, e))
        e->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (e->threads > 0)
        return e;
    errands_free(e);
    return NULL;
}

void errands_free(struct errands *e)
{
    if (!e)
        return;
    pthread_mutex_lock(&e->lock);
    e->ending = true;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    for (int i = 0; i < e->threads; i++)
        pthread_join(e->thread[i], NULL);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

bool errands_add(struct errands *e, bool urgent, void (*work)(void *user), void *user)
{
    struct errand *const errand = malloc(sizeof *errand);
    if (!errand)
        return false;
    *errand = (struct errand){ work, user, NULL };
    pthread_mutex_lock(&e->lock);
    *e->last[!urgent] = errand;
    e->last[!urgent] = &errand->next;
    e->waiting++;
    pthread_cond_signal(&e->changed);
    pthread_mutex_unlock(&e->lock);
    return true;
}

int errands_waiting(struct errands *e)
{
    pthread_mutex_lock(&e->lock);
    const int n = e->waiting;
    pthread_mutex_unlock(&e->lock);
    return n;
}
