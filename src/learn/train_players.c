#include "learn/train_players.h"

#include "base/clock.h"
#include "base/sentence.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 64, GUEST_BITS = 12 };

struct train_players {
    struct train_team team;
    int fd;
    pthread_t thread[MOST_THREADS];
    int threads;

    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool *played; /* which of the games */
    uint64_t next, total;
    int playing; /* threads that have not ended */
    bool enough;
    atomic_bool stop;
    const char *wrong;
    struct zm_error error;
};

uint64_t train_guest_round(const struct train_state *state)
{
    return state->generations + (state->phase == TRAIN_TRAINING);
}

struct train_team train_guest_team(const struct zm_game *game, const struct train_state *state,
                                   struct critic *critic, int threads, uint64_t lot)
{
    lot = zm_mix(lot ^ zm_mix((uint64_t)getpid()) ^ zm_mix((uint64_t)(clock_now() * 1e9))) | 1;
    const uint64_t own = zm_random(&lot, 1U << (TRAIN_ROUND_BITS - 1 - GUEST_BITS));
    return (struct train_team){ .game = game,
                                .settings = &state->settings,
                                .critic = critic,
                                .generation = state->champion,
                                .threads = threads,
                                .first = train_guest_round(state) << TRAIN_ROUND_BITS |
                                         1ULL << (TRAIN_ROUND_BITS - 1) | own << GUEST_BITS,
                                .most = 1 << GUEST_BITS };
}

static bool take(struct train_players *p, uint64_t *number)
{
    while (p->next < p->team.most && p->played[p->next])
        p->next++;
    if (p->enough || p->wrong || p->next >= p->team.most)
        return false;
    *number = p->next++;
    return true;
}

static void *player(void *user)
{
    struct train_players *const p = user;
    const struct train_team *const team = &p->team;
    uint64_t number;
    pthread_mutex_lock(&p->lock);
    while (take(p, &number)) {
        struct train_game game;
        struct zm_error error;
        bool stopped = false;
        pthread_mutex_unlock(&p->lock);
        const char *wrong =
            train_play(team->game, team->critic, team->settings->search, team->settings->seed,
                       team->first + number, team->generation, &p->stop, &game, &stopped, &error);
        pthread_mutex_lock(&p->lock);
        if (!wrong && !stopped) {
            wrong = team->keep ? team->keep(team->user, &game, &error)
                               : train_file_add(p->fd, &game, &error);
            p->total++;
        }
        if (!wrong)
            train_game_release(&game);
        if (wrong && !p->wrong)
            p->wrong = sentence(&p->error, "%s", wrong);
        pthread_cond_signal(&p->wake);
    }
    p->playing--;
    pthread_cond_signal(&p->wake);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void mark_played(struct train_players *p)
{
    const struct train_set *const set = p->team.set;
    for (size_t i = 0; set && i < set->count; i++) {
        const uint64_t number = set->game[i].number - p->team.first;
        if (set->game[i].number >= p->team.first && number < p->team.most) {
            p->played[number] = true;
            p->total++;
        }
    }
}

struct train_players *train_players_start(const struct train_team *team, struct zm_error *error)
{
    struct train_players *const p = calloc(1, sizeof *p);
    const int wanted = team->threads < MOST_THREADS ? team->threads : MOST_THREADS;
    if (!p || !(p->played = calloc((size_t)team->most, sizeof *p->played))) {
        free(p);
        critic_close(team->critic);
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    p->team = *team;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    mark_played(p);
    p->fd = -1;
    if (!team->keep &&
        train_file_new(team->game, team->settings->options, team->folder, &p->fd, error)) {
        critic_close(team->critic);
        free(p->played);
        free(p);
        return NULL;
    }
    pthread_mutex_lock(&p->lock);
    while (p->threads < wanted && pthread_create(&p->thread[p->threads], NULL, player, p) == 0)
        p->threads++;
    p->playing = p->threads;
    if (p->threads == 0)
        p->wrong = sentence(&p->error, "no thread to play with");
    pthread_mutex_unlock(&p->lock);
    return p;
}

bool train_players_wait(struct train_players *p, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&p->lock);
    while (p->playing > 0 && pthread_cond_timedwait(&p->wake, &p->lock, &until) != ETIMEDOUT)
        ;
    const bool goes_on = p->playing > 0;
    pthread_mutex_unlock(&p->lock);
    return goes_on;
}

uint64_t train_players_total(struct train_players *p)
{
    pthread_mutex_lock(&p->lock);
    const uint64_t total = p->total;
    pthread_mutex_unlock(&p->lock);
    return total;
}

void train_players_stop(struct train_players *p, bool now)
{
    pthread_mutex_lock(&p->lock);
    p->enough = true;
    pthread_mutex_unlock(&p->lock);
    if (now)
        atomic_store(&p->stop, true);
}

const char *train_players_end(struct train_players *p, struct zm_error *error)
{
    for (int i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    const char *const wrong = p->wrong && error ? sentence(error, "%s", p->error.text) : NULL;
    if (p->fd >= 0)
        close(p->fd);
    critic_close(p->team.critic);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    free(p->played);
    free(p);
    return wrong;
}
