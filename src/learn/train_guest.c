/* train_guest.c -- see train_post.h: play for a run whose folder cannot be seen from here. Threads
 * play (train_players.h) and put their games into a bag; the one thread that may use the post
 * empties it. */
#include "base/bytes.h"
#include "base/sentence.h"
#include "learn/net_critic.h"
#include "learn/train_players.h"
#include "learn/train_post.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double look_every = 0.05;

struct guest {
    struct post *post;
    const struct zm_game *game;
    const struct train_settings *settings;
    int threads;
    struct critic *critic; /* of the net that came last */
    uint32_t generation;
    struct train_state state;
    bool news;  /* there is something new to play */
    bool ended; /* the leader says so */
    bool quiet; /* it plays no more */
    struct train_players *players;

    pthread_mutex_t lock;
    struct bytes_writer bag;
};

/* ----------------------------------------------------------------------- games -- */

static void begin_bag(const struct guest *g, struct bytes_writer *bag)
{
    unsigned char header[TRAIN_HEADER];
    train_header(g->game, g->settings->options, header);
    bytes_put(bag, header, sizeof header);
}

/* Called by the threads that play. */
static const char *keep(void *user, const struct train_game *game, struct zm_error *error)
{
    struct guest *const g = user;
    size_t length;
    unsigned char *const bytes = train_game_pack(game, &length);
    if (!bytes)
        return sentence(error, "%s", out_of_memory);
    pthread_mutex_lock(&g->lock);
    if (g->bag.length == 0)
        begin_bag(g, &g->bag);
    bytes_put(&g->bag, bytes, length);
    const bool failed = g->bag.failed;
    pthread_mutex_unlock(&g->lock);
    free(bytes);
    return failed ? sentence(error, "%s", out_of_memory) : NULL;
}

/* Send what is in the bag, if what was sent before has arrived. */
static void send_games(struct guest *g)
{
    struct bytes_writer full = { 0 };
    if (!g->post->idle(g->post))
        return;
    pthread_mutex_lock(&g->lock);
    full = g->bag;
    g->bag = (struct bytes_writer){ 0 };
    pthread_mutex_unlock(&g->lock);
    if (full.length > 0)
        g->post->send(g->post, 0, PARCEL_GAMES, full.at, full.length);
    free(full.at);
}

/* --------------------------------------------------------------------- parcels -- */

static const char *take_net(struct guest *g, const struct parcel *parcel, struct zm_error *error)
{
    critic_close(g->critic);
    g->critic = critic_unpack(g->game, parcel->bytes, parcel->length, "the leader's net",
                              &g->generation, error);
    return g->critic ? NULL : error->text;
}

static const char *take_state(struct guest *g, const struct parcel *parcel, struct zm_error *error)
{
    static const char name[] = "the leader's state";
    train_state_release(&g->state);
    g->news = true;
    const char *const wrong = train_state_read(&g->state, (const char *)parcel->bytes, name, error);
    if (wrong || train_state_differs(&g->state, g->settings, name, error))
        return error->text;
    if (!g->critic || g->generation != g->state.champion)
        return sentence(error, "%s: its champion is generation %u, whose net did not come before",
                        name, g->state.champion);
    return NULL;
}

static const char *take(struct guest *g, const struct parcel *parcel, struct zm_error *error)
{
    if (!parcel->bytes)
        return sentence(error, "%s", out_of_memory);
    if (parcel->from != 0)
        return NULL; /* only the leader has a say */
    switch (parcel->kind) {
    case PARCEL_NET:
        return g->quiet ? NULL : take_net(g, parcel, error);
    case PARCEL_STATE:
        return g->quiet ? NULL : take_state(g, parcel, error);
    case PARCEL_END:
        g->ended = true;
        return NULL;
    default:
        return NULL;
    }
}

static const char *take_all(struct guest *g, struct zm_error *error)
{
    struct parcel parcel;
    const char *wrong = NULL;
    while (!wrong && g->post->next(g->post, &parcel)) {
        wrong = take(g, &parcel, error);
        free(parcel.bytes);
    }
    return wrong;
}

/* --------------------------------------------------------------------- playing -- */

static const char *begin_playing(struct guest *g, struct zm_error *error)
{
    struct train_team team = train_guest_team(g->game, &g->state, critic_keep(g->critic),
                                              g->threads, (uint64_t)g->post->rank);
    team.keep = keep;
    team.user = g;
    g->news = false;
    g->players = train_players_start(&team, error);
    return g->players ? NULL : error->text;
}

/* Let the players play, or end, for a moment. */
static const char *go_on(struct guest *g, struct zm_error *error)
{
    if (g->quiet || g->ended || g->news)
        train_players_stop(g->players, g->quiet || g->ended);
    if (train_players_wait(g->players, look_every))
        return NULL;
    struct train_players *const done = g->players;
    g->players = NULL;
    g->news = true; /* if only because all numbers are used up */
    return train_players_end(done, error);
}

static void fall_silent(struct guest *g, const char *wrong)
{
    struct bytes_writer w = { 0 };
    g->quiet = true;
    bytes_put_text(&w, wrong);
    if (!w.failed)
        g->post->send(g->post, 0, PARCEL_WRONG, w.at, w.length);
    free(w.at);
}

void train_guest(struct post *post, const struct zm_game *game,
                 const struct train_settings *settings, int threads, bool (*stop)(void *user),
                 void *user)
{
    struct guest g = { .post = post, .game = game, .settings = settings, .threads = threads };
    struct zm_error error;
    pthread_mutex_init(&g.lock, NULL);
    while (!g.ended || g.players) {
        const char *wrong = take_all(&g, &error);
        g.quiet |= stop(user);
        if (!wrong && g.players)
            wrong = go_on(&g, &error);
        else if (!wrong && g.news && !g.quiet && !g.ended && g.generation == g.state.champion)
            wrong = begin_playing(&g, &error);
        else
            nanosleep(&(struct timespec){ .tv_nsec = (long)(look_every * 1e9) }, NULL);
        send_games(&g);
        if (wrong && !g.quiet)
            fall_silent(&g, wrong);
    }
    while (!post->idle(post))
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    send_games(&g);
    post->send(post, 0, PARCEL_LEAVES, "", 0);
    while (!post->idle(post))
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    critic_close(g.critic);
    train_state_release(&g.state);
    free(g.bag.at);
    pthread_mutex_destroy(&g.lock);
}
