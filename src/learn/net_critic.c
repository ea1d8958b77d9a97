#include "learn/net_critic.h"

#include "base/pages.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "learn/net_shipped.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* To make weights ready for the kernels takes as long as some hundred looks, and training makes a
 * search for every game: whoever ends leaves its runner to the next. */
struct spare {
    struct net_runner *runner;
    bool whole;
    struct spare *next;
};

struct critic {
    const struct zm_game *game;
    struct net *net;
    atomic_int kept;
    pthread_mutex_t lock; /* of the spare ones */
    struct spare *spare;
};

/* A judgement that was made before; of slots that it says nothing of, NaN. With key 0, which no
 * position has, it is empty. */
struct kept {
    uint64_t key;
    float reward;
    float logit[];
};

struct thread {
    struct zm_critic critic; /* first: look() finds the thread by it */
    const struct zm_game *game;
    struct critic *from;
    struct spare *mine; /* with the runner */
    struct zm_state *turned;
    float *planes, *logits;
    int *slot;   /* of each move           */
    float *said; /* of each move, so far   */
    size_t plane_count;
    uint64_t seed;
    int sides; /* to look from */
    bool all;  /* ... each time, not one of them by lot */
    /* 1 << bits judgements of `stride` bytes each, or NULL; then the one of the moment. */
    unsigned char *cache;
    struct kept *last;
    size_t stride;
    int bits;
};

/* ------------------------------------------------------------------- fitting -- */

const char *critic_refuses(const struct zm_game *game)
{
    if (game->planes <= 0 || !game->features || game->slots <= 0 || !game->slot)
        return "it does not say how a net is to see it (features, slot: see game.h)";
    return NULL;
}

struct net_shape net_shape_of(const struct zm_game *game, int channels, int blocks)
{
    const bool grid = game->grid.rows > 0;
    return (struct net_shape){ .rows = grid ? game->grid.rows : 1,
                               .columns = grid ? game->grid.columns : 1,
                               .planes = game->planes,
                               .slots = game->slots,
                               .channels = channels,
                               .blocks = blocks };
}

unsigned net_heads_of(const struct zm_game *game)
{
    if (!game->owners || game->grid.rows <= 0 || game->players != 2)
        return 0;
    return NET_OWNER_HEAD | (game->flags & ZM_MARGIN ? NET_SCORE_HEAD : 0U);
}

const char *net_fits(const struct net_shape *shape, const struct zm_game *game,
                     struct zm_error *error)
{
    const struct net_shape want = net_shape_of(game, 1, 1);
    if (shape->rows == want.rows && shape->columns == want.columns &&
        shape->planes == want.planes && shape->slots == want.slots)
        return NULL;
    return sentence(error,
                    "the net sees %d planes of %dx%d and knows %d moves; %s has %d of %dx%d and %d",
                    shape->planes, shape->rows, shape->columns, shape->slots, game->name,
                    want.planes, want.rows, want.columns, want.slots);
}

const char *net_options(const struct zm_game *game)
{
    const char *const options = game_given_options(game);
    return options ? options : "";
}

struct critic *critic_of_net(const struct zm_game *game, struct net *net, struct zm_error *error)
{
    struct critic *const critic = malloc(sizeof *critic);
    if (!critic) {
        sentence(error, "%s", out_of_memory);
        net_free(net);
        return NULL;
    }
    critic->game = game;
    critic->net = net;
    critic->spare = NULL;
    atomic_init(&critic->kept, 1);
    pthread_mutex_init(&critic->lock, NULL);
    return critic;
}

/* The critic of a net, if it is for this game; otherwise it is freed. It may be NULL. */
static struct critic *fitting(const struct zm_game *game, struct net *net,
                              const struct net_about *about, const char *name,
                              struct zm_error *error)
{
    struct zm_error why;
    if (!net)
        return NULL;
    if (strcmp(about->game, game->name) != 0)
        sentence(error, "%s: a net for %.63s, not for %s", name, about->game, game->name);
    else if (net_fits(net_shape(net), game, &why))
        sentence(error, "%s: %s (it was made for the options \"%.100s\")", name, why.text,
                 about->options);
    else
        return critic_of_net(game, net, error);
    net_free(net);
    return NULL;
}

struct critic *critic_open(const struct zm_game *game, const char *path, struct zm_error *error)
{
    struct net_about about;
    char shipped[NET_PATH];
    path = path ? path : net_shipped(game, shipped);
    if (!path) {
        char rows[128] = "";
        nets_shipped_rows(game, &(struct zm_text){ rows, sizeof rows, 0 });
        sentence(error, "no net comes with the program for %s%s%s: expected alphazero:net=FILE",
                 game->name, rows[0] ? " on this board, but on one of so many rows: " : "", rows);
        return NULL;
    }
    struct net *const net = net_load(path, &about, error);
    return fitting(game, net, &about, path, error);
}

struct critic *critic_unpack(const struct zm_game *game, const unsigned char *bytes, size_t length,
                             const char *name, uint32_t *generation, struct zm_error *error)
{
    struct net_about about = { .generation = 0 };
    struct net *const net = net_unpack(bytes, length, name, &about, error);
    *generation = about.generation;
    return fitting(game, net, &about, name, error);
}

struct critic *critic_keep(struct critic *critic)
{
    atomic_fetch_add(&critic->kept, 1);
    return critic;
}

void critic_close(struct critic *critic)
{
    if (!critic || atomic_fetch_sub(&critic->kept, 1) > 1)
        return;
    while (critic->spare) {
        struct spare *const s = critic->spare;
        critic->spare = s->next;
        net_runner_free(s->runner);
        free(s);
    }
    pthread_mutex_destroy(&critic->lock);
    net_free(critic->net);
    free(critic);
}

/* A runner that nobody uses, or a new one; NULL: no memory. */
static struct spare *take(struct critic *critic, bool whole)
{
    pthread_mutex_lock(&critic->lock);
    struct spare **at = &critic->spare;
    while (*at && (*at)->whole != whole)
        at = &(*at)->next;
    struct spare *s = *at;
    if (s)
        *at = s->next;
    pthread_mutex_unlock(&critic->lock);
    if (s)
        return s;
    s = malloc(sizeof *s);
    struct net_runner *const runner = net_runner_create(critic->net, whole ? NET_F32 : NET_INT8);
    if (s && runner) {
        *s = (struct spare){ .runner = runner, .whole = whole };
        return s;
    }
    net_runner_free(runner);
    free(s);
    return NULL;
}

static void give_back(struct critic *critic, struct spare *s)
{
    pthread_mutex_lock(&critic->lock);
    s->next = critic->spare;
    critic->spare = s;
    pthread_mutex_unlock(&critic->lock);
}

/* ------------------------------------------------------------------- looking -- */

/* Where the judgement of a position is kept, or will be. */
static struct kept *place(const struct thread *t, uint64_t key)
{
    return (struct kept *)(void *)(t->cache + (zm_mix(key) & ((1ULL << t->bits) - 1)) * t->stride);
}

/* Does it say something of all these moves? A search may have asked for some alone. */
static bool knows(const struct kept *kept, uint64_t key, const int slot[], int count)
{
    if (kept->key != key)
        return false;
    for (int i = 0; i < count; i++)
        if (isnan(kept->logit[slot[i]]))
            return false;
    return true;
}

/* Ask the net from one side: what it says of the slots of the moves as they are seen from there, is
 * added to said[]; returns the reward that may be expected. */
static float ask_from(struct thread *t, int side, const struct zm_state *s, int turn,
                      const zm_move list[], int count)
{
    const struct zm_game *const game = t->game;
    const struct zm_state *seen = s;
    float wdl[3];
    if (side > 0) {
        memcpy(t->turned, s, game->state_size);
        game->transform(t->turned, side);
        seen = t->turned;
    }
    memset(t->planes, 0, t->plane_count * sizeof *t->planes);
    game->features(seen, turn, t->planes);
    net_run(t->mine->runner, t->planes, t->logits, wdl);
    for (int i = 0; i < count; i++) {
        const zm_move m = side > 0 ? game->transform_move(s, list[i], side) : list[i];
        t->said[i] += t->logits[game->slot(seen, m)];
    }
    return wdl[0] + wdl[1] / 2;
}

/* Ask the net from one of the sides, or from all of them for the mean; what it says is written to
 * the slots of s. */
static float ask(struct thread *t, const struct zm_state *s, int turn, const zm_move list[],
                 int count, float logit[])
{
    const int times = t->all ? t->sides : 1;
    float reward = 0;
    memset(t->said, 0, (size_t)count * sizeof *t->said);
    for (int i = 0; i < times; i++) {
        const int side = t->all         ? i
                         : t->sides > 1 ? (int)zm_random(&t->seed, (uint32_t)t->sides)
                                        : 0;
        reward += ask_from(t, side, s, turn, list, count);
    }
    for (int i = 0; i < count; i++)
        logit[t->slot[i]] = t->said[i] / (float)times;
    return reward / (float)times;
}

/* Moves that share a slot share what the net says of it. Weights are relative to the most
 * promising move; the worst stays above 0, for a search may find that the net is wrong. */
static void weigh(const float logit[], const int slot[], int count, float weight[])
{
    float highest = -INFINITY;
    for (int i = 0; i < count; i++)
        highest = fmaxf(highest, logit[slot[i]]);
    for (int i = 0; i < count; i++) {
        int sharing = 0;
        for (int k = 0; k < count; k++)
            sharing += slot[k] == slot[i];
        const double w = zm_exp((double)(logit[slot[i]] - highest)) / sharing;
        weight[i] = (float)(w > 1e-6 ? w : 1e-6);
    }
}

static double look(struct zm_critic *critic, const struct zm_state *s, int turn,
                   const zm_move list[], int count, float weight[])
{
    struct thread *const t = (struct thread *)critic;
    const struct zm_game *const game = t->game;
    const uint64_t key = game_key(game, s) | 1;
    struct kept *const kept = t->cache ? place(t, key) : t->last;
    for (int i = 0; i < count; i++)
        t->slot[i] = game->slot(s, list[i]);
    if (!t->cache || !knows(kept, key, t->slot, count)) {
        for (int i = 0; i < game->slots; i++)
            kept->logit[i] = NAN;
        kept->key = key;
        kept->reward = ask(t, s, turn, list, count, kept->logit);
    }
    weigh(kept->logit, t->slot, count, weight);
    return (double)fminf(fmaxf(kept->reward, 0), 1);
}

/* From mine and theirs of who moves to the shares of the first player and of the second. */
static void share_cells(const float *owner, size_t cells, int turn, double share[])
{
    for (size_t i = 0; i < cells; i++) {
        share[(size_t)turn * cells + i] = (double)owner[3 * i];
        share[(size_t)(1 - turn) * cells + i] = (double)owner[3 * i + 1];
    }
}

bool critic_foretell(struct critic *critic, const struct zm_state *s, int turn, double *points,
                     double share[])
{
    const struct zm_game *const game = critic->game;
    const unsigned heads = net_heads_of(game) & net_heads(critic->net);
    if (heads != NET_ALL_HEADS)
        return false;
    const size_t cells = (size_t)game->grid.rows * (size_t)game->grid.columns;
    const size_t planes = (size_t)game->planes * cells;
    float *const room = calloc(planes + (size_t)game->slots + 3 * cells, sizeof *room);
    struct spare *const spare = room ? take(critic, true) : NULL;
    if (spare) {
        float wdl[3], score = 0, *const owner = room + planes + game->slots;
        game->features(s, turn, room);
        net_run(spare->runner, room, room + planes, wdl);
        net_run_more(spare->runner, &score, owner);
        *points = (double)fminf(fmaxf(score, -1), 1) * game->max_payoff;
        share_cells(owner, cells, turn, share);
        give_back(critic, spare);
    }
    free(room);
    return spare != NULL;
}

/* ------------------------------------------------------------------- threads -- */

static size_t cache_size(const struct thread *t)
{
    return t->stride << t->bits;
}

/* As many judgements as fit; none: one for the moment. Pages are cleared when they are touched: a
 * search that is made for one position, or for a short game, leaves most of them alone. */
static bool get_cache(struct thread *t, double megabytes)
{
    const size_t bytes = sizeof *t->last + (size_t)t->game->slots * sizeof(float);
    t->stride = (bytes + 7) & ~(size_t)7;
    t->last = calloc(1, t->stride);
    while (t->bits < 40 && (double)((2ULL << t->bits) * t->stride) <= megabytes * 1048576)
        t->bits++;
    if (megabytes > 0)
        t->cache = pages_zeroed(cache_size(t));
    return t->last && (t->cache || megabytes <= 0);
}

struct zm_critic *critic_begin(struct critic *critic, const struct critic_how *how,
                               struct zm_error *error)
{
    const struct zm_game *const game = critic->game;
    const size_t cells =
        game->grid.rows > 0 ? (size_t)game->grid.rows * (size_t)game->grid.columns : 1;
    struct thread *const t = calloc(1, sizeof *t);
    if (!t) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    t->critic.look = look;
    t->game = game;
    t->seed = how->seed | 1;
    t->sides = how->turns && game->transform && game->transform_move ? game->symmetries : 1;
    t->all = how->all;
    t->plane_count = (size_t)game->planes * cells;
    t->planes = malloc(t->plane_count * sizeof *t->planes);
    t->logits = malloc((size_t)game->slots * sizeof *t->logits);
    t->slot = malloc((size_t)game->max_moves * sizeof *t->slot);
    t->said = malloc((size_t)game->max_moves * sizeof *t->said);
    t->turned = aligned_alloc(64, state_stride(game));
    t->from = critic;
    t->mine = take(critic, how->whole);
    if (t->planes && t->logits && t->slot && t->said && t->turned && t->mine &&
        get_cache(t, how->megabytes))
        return &t->critic;
    sentence(error, "%s", out_of_memory);
    critic_end(&t->critic);
    return NULL;
}

void critic_end(struct zm_critic *critic)
{
    struct thread *const t = (struct thread *)critic;
    if (!t)
        return;
    if (t->mine)
        give_back(t->from, t->mine);
    free(t->planes);
    free(t->logits);
    free(t->slot);
    free(t->said);
    free(t->turned);
    pages_release(t->cache, cache_size(t));
    free(t->last);
    free(t);
}
