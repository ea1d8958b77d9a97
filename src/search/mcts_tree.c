/* mcts_tree.c -- the memory of the tree: got once, laid out by the options, and between two
 * moves of a game moved together so that only what is below the new position stays. */
#include "search/mcts_tree.h"

#include "base/pages.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "search/alphazero.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_BLOCK = ZM_SLOT_BUSY + 1, MARKED = 1 << 15, LEAST_TABLE = 10 };

/* -------------------------------------------------------------------- roots -- */

static struct zm_roots roots;
static pthread_once_t roots_once = PTHREAD_ONCE_INIT;

static void fill_roots(void)
{
    for (uint32_t i = 0; i <= 33u << ZM_ROOT_BITS; i++) {
        const uint32_t power = i >> ZM_ROOT_BITS, first = i & ((1u << ZM_ROOT_BITS) - 1);
        const double log = zm_log(first | 1u << ZM_ROOT_BITS) - ZM_ROOT_BITS * zm_log(2);
        /* 1 comes out as a little beside 0. */
        roots.of_log[i] = i ? (float)sqrt(log + power * zm_log(2)) : 0;
    }
}

const struct zm_roots *roots_table(void)
{
    pthread_once(&roots_once, fill_roots);
    return &roots;
}

/* ------------------------------------------------------------------- options -- */

static const char *refuses(const struct zm_game *game, const struct search_options *o,
                           struct zm_error *error)
{
    const bool two = game->players == 1 || (game->players == 2 && (game->flags & ZM_ZERO_SUM));
    if (o->solver > 0 && !two)
        return sentence(error, "solver=on: only what two players win from each other is proven");
    if (o->graph > 0 && game->repetition != ZM_REPEAT_HARMLESS)
        return sentence(error,
                        "graph=on: in %s it counts how a position came about, so that each "
                        "way to it is kept apart",
                        game->name);
    if ((o->playouts == ZM_PLAYOUTS_LIGHT || o->playouts == ZM_PLAYOUTS_HEAVY) && !game->playout)
        return sentence(error, "%s has no playouts of its own: expected playouts=random or mast",
                        game->name);
    if ((o->cut_plies >= 0 || o->implicit > 0) && !game->evaluate)
        return sentence(error, "%s has no evaluation, which cut= and implicit= need", game->name);
    return NULL;
}

static double suits(double asked, double otherwise)
{
    return asked == AS_SUITS ? otherwise : asked;
}

/* Put in what suits the game. An evaluation is worth far more than random games, both to
 * judge a leaf and to say which moves to look at first. Where there is none but priors and
 * playouts of the game's own (Go), these, and what moves are worth later in the playouts.
 * docs/theory/mcts.md has the matches. */
static struct search_options suited(const struct zm_game *game, const struct search_options *asked)
{
    static const double explore[] = {
        [ZM_SELECT_UCB1] = 0.7, [ZM_SELECT_TUNED] = 1, [ZM_SELECT_PUCT] = 1.5
    };
    struct search_options o = *asked;
    const bool two = game->players == 1 || (game->players == 2 && (game->flags & ZM_ZERO_SUM));
    const bool evaluates = game->evaluate != NULL, weighs = !evaluates && game->priors;
    o.select = suits(o.select, evaluates || weighs ? ZM_SELECT_PUCT : ZM_SELECT_UCB1);
    o.playouts = suits(o.playouts, game->playout ? ZM_PLAYOUTS_HEAVY : ZM_PLAYOUTS_RANDOM);
    o.cut_plies = suits(o.cut_plies, evaluates ? 0 : OFF);
    o.fpu = suits(o.fpu, evaluates ? 0.2 : OFF);
    o.rave = suits(o.rave, weighs && game->playout ? 1000 : OFF);
    o.priors = suits(o.priors, evaluates || weighs);
    o.solver = suits(o.solver, two);
    o.insight = suits(o.insight, 1);
    o.ahead = suits(o.ahead, 0);
    o.graph = suits(o.graph, evaluates && two && game->repetition == ZM_REPEAT_HARMLESS);
    o.explore = suits(o.explore, weighs && o.rave > 0 ? 0.6 : explore[(int)o.select]);
    return o;
}

static void set_options(struct zm_tree *tree, const struct zm_game *game,
                        const struct search_options *o)
{
    tree->roots = roots_table();
    tree->select = (enum zm_select)(int)o->select;
    tree->playouts = (enum zm_playouts)(int)o->playouts;
    tree->cut = (int)o->cut_plies;
    tree->explore = o->explore;
    tree->ucb1 = (float)o->explore;
    tree->reward_of_point = (double)ZM_REWARD_ONE / (2 * game->max_payoff);
    tree->fpu = o->fpu;
    tree->rave = o->rave;
    tree->grave = (uint32_t)(o->grave < UINT32_MAX ? o->grave : UINT32_MAX);
    tree->bias = o->bias;
    tree->widen = o->widen;
    tree->implicit = o->implicit;
    tree->shared = o->threads > 1;
    tree->solver = o->solver > 0;
    tree->insight =
        tree->solver && game->insight && game->repetition == ZM_REPEAT_HARMLESS && o->insight > 0;
    tree->ahead = tree->solver && !tree->insight && game->repetition == ZM_REPEAT_HARMLESS
                      ? (uint64_t)o->ahead
                      : 0;
}

/* -------------------------------------------------------------------- memory -- */

/* Selection by nothing but UCB1. */
static bool plain(const struct search_options *o)
{
    return o->select == ZM_SELECT_UCB1 && o->rave <= 0 && o->implicit <= 0 && o->fpu < 0 &&
           o->widen <= 0 && o->bias <= 0;
}

/* Which of the arrays that not all searches need. */
static unsigned arrays(const struct search_options *o)
{
    return (o->priors > 0 ? 1u : 0) | (o->rave > 0 ? 2u : 0) |
           (o->select == ZM_SELECT_TUNED ? 4u : 0) | (o->implicit > 0 ? 8u : 0) |
           (o->graph > 0 ? 16u : 0) | (plain(o) ? 32u : 0);
}

static void *take(unsigned char **at, size_t size)
{
    void *const memory = *at;
    *at += (size + 63) & ~(size_t)63;
    return memory;
}

/* Places in the table: a quarter of the slots, unless so many positions are never met. */
static int table_bits(uint32_t slots, const struct search_options *o)
{
    double most = slots / 4.0;
    if (o->sims > 0 && 2 * o->sims < most)
        most = 2 * o->sims;
    int bits = LEAST_TABLE;
    while (bits < 30 && (double)(1u << (bits + 1)) <= most)
        bits++;
    return bits;
}

static const char *get_memory(struct mcts *mcts, const struct zm_game *game,
                              const struct search_options *o, struct zm_error *error)
{
    struct zm_tree *const tree = &mcts->tree;
    const unsigned set = arrays(o);
    const double bytes = o->memory * 1048576;
    const size_t each = sizeof *tree->stat + sizeof *tree->link +
                        (set & 1 ? sizeof *tree->prior : 0) + (set & 2 ? sizeof *tree->amaf : 0) +
                        (set & 4 ? sizeof *tree->square : 0) +
                        (set & 8 ? sizeof *tree->implied : 0) + (set & 16 ? 1 : 0) +
                        (set & 32 ? 2 * sizeof *tree->score : 0);
    double slots = (bytes - 4096) / (double)each;
    if (slots > UINT32_MAX / 2.0)
        slots = UINT32_MAX / 2.0;
    /* The root and a few positions more must fit. */
    if (slots < 8.0 * (game->max_moves + 2))
        slots = 8.0 * (game->max_moves + 2);
    tree->size = (uint32_t)slots;
    tree->table_bits = set & 16 ? table_bits(tree->size, o) : 0;
    const size_t table = set & 16 ? sizeof *tree->table << tree->table_bits : 0;
    mcts->memory_size = tree->size * each + table + (size_t)8 * 64;
    mcts->memory = pages_zeroed(mcts->memory_size);
    if (!mcts->memory)
        return sentence(error, "out of memory: the tree asked for %.0f MB", o->memory);
    unsigned char *at = mcts->memory;
    tree->stat = take(&at, tree->size * sizeof *tree->stat);
    tree->link = take(&at, tree->size * sizeof *tree->link);
    if (set & 1)
        tree->prior = take(&at, tree->size * sizeof *tree->prior);
    if (set & 2)
        tree->amaf = take(&at, tree->size * sizeof *tree->amaf);
    if (set & 4)
        tree->square = take(&at, tree->size * sizeof *tree->square);
    if (set & 8)
        tree->implied = take(&at, tree->size * sizeof *tree->implied);
    if (set & 16)
        tree->table = take(&at, table);
    if (set & 32)
        tree->score = take(&at, tree->size * 2 * sizeof *tree->score);
    return NULL;
}

static struct mcts *mcts_new(const struct zm_game *game, const struct search_options *o,
                             struct zm_error *error)
{
    struct mcts *const mcts = aligned_alloc(_Alignof(struct mcts), sizeof *mcts);
    if (!mcts) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    *mcts = (struct mcts){ .walkers = 0 };
    pthread_mutex_init(&mcts->lock, NULL);
    mcts->last = aligned_alloc(64, state_stride(game));
    mcts->walker = calloc((size_t)o->threads, sizeof *mcts->walker);
    if (!mcts->last || !mcts->walker) {
        sentence(error, "%s", out_of_memory);
        mcts_free(mcts);
        return NULL;
    }
    if (get_memory(mcts, game, o, error)) {
        mcts_free(mcts);
        return NULL;
    }
    return mcts;
}

static void free_walkers(struct mcts *mcts)
{
    while (mcts->walker && mcts->walkers > 0)
        walker_free(mcts->walker[--mcts->walkers]);
}

void mcts_free(struct mcts *mcts)
{
    if (!mcts)
        return;
    free_walkers(mcts);
    free(mcts->walker);
    pages_release(mcts->memory, mcts->memory_size);
    free(mcts->last);
    pthread_mutex_destroy(&mcts->lock);
    free(mcts);
}

/* ------------------------------------------------------------------- walkers -- */

static uint64_t repeat_key(const struct zm_game *game, const struct zm_state *s)
{
    return game->repeat_key ? game->repeat_key(s) : game_key(game, s);
}

struct zm_walker *walker_new(const struct run *run)
{
    const struct zm_game *const game = run->search->game;
    struct zm_tree *const tree = &run->search->mcts->tree;
    const size_t moves = (size_t)game->max_moves, players = (size_t)game->players;
    const size_t cells = (size_t)game->grid.rows * (size_t)game->grid.columns;
    const int plies = zm_position_plies(run->position);
    struct zm_walker *const w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->tree = tree;
    bool there = true;
    if (tree->prior)
        there = (w->weights = calloc(moves, sizeof *w->weights)) && there;
    if (tree->playouts == ZM_PLAYOUTS_MAST)
        there = (w->mast = calloc(players * ZM_MAST_TABLE, sizeof *w->mast)) && there;
    if (tree->owners) {
        there = (w->owned = calloc(players * cells, sizeof *w->owned)) && there;
        there = (w->cells = calloc(cells, sizeof *w->cells)) && there;
    }
    if (!(game->players == 2 && (game->flags & ZM_ZERO_SUM)))
        there = (w->root_total = calloc((moves + 1) * players, sizeof *w->root_total)) && there;
    if (game->repetition != ZM_REPEAT_HARMLESS) {
        w->keys = calloc((size_t)plies + ZM_TREE_PLIES + 2, sizeof *w->keys);
        there = w->keys && there;
        for (int i = 0; w->keys && i <= plies; i++)
            w->keys[i] = repeat_key(game, position_state_at(run->position, i));
        w->key_root = plies;
    }
    if (there)
        return w;
    walker_free(w);
    return NULL;
}

void walker_free(struct zm_walker *w)
{
    if (!w)
        return;
    free(w->weights);
    free(w->mast);
    free(w->owned);
    free(w->cells);
    free(w->keys);
    free(w->root_total);
    free(w);
}

/* --------------------------------------------------------------------- reuse -- */

static uint32_t slots_of(const struct zm_tree *tree, uint32_t block)
{
    return tree->link[block].child + 1;
}

/* Mark what can be reached from `root`. Blocks mostly lie behind those that lead to them;
 * in a graph some do not, and need another pass. */
static void mark(struct zm_tree *tree, uint32_t root)
{
    bool again = true;
    tree->link[root].flags |= MARKED;
    while (again) {
        again = false;
        for (uint32_t block = FIRST_BLOCK; block < tree->used; block += slots_of(tree, block)) {
            if (!(tree->link[block].flags & MARKED))
                continue;
            for (uint32_t at = block + 1; at < block + slots_of(tree, block); at++) {
                const uint32_t child = tree->link[at].child;
                if (child > ZM_SLOT_BUSY && !(tree->link[child].flags & MARKED)) {
                    tree->link[child].flags |= MARKED;
                    again |= child < block;
                }
            }
        }
    }
}

#define MOVE_DOWN(array) memmove(&tree->array[to], &tree->array[from], n * sizeof *tree->array)

static void move_block(struct zm_tree *tree, uint32_t from, uint32_t to)
{
    const size_t n = slots_of(tree, from);
    MOVE_DOWN(stat);
    MOVE_DOWN(link);
    if (tree->prior)
        MOVE_DOWN(prior);
    if (tree->amaf)
        MOVE_DOWN(amaf);
    if (tree->square)
        MOVE_DOWN(square);
    if (tree->implied)
        MOVE_DOWN(implied);
    if (tree->score)
        memmove(&tree->score[2 * (size_t)to], &tree->score[2 * (size_t)from],
                2 * n * sizeof *tree->score);
}

static void enter(struct zm_tree *tree, uint32_t block)
{
    const uint32_t mask = (1u << tree->table_bits) - 1;
    uint32_t i = (uint32_t)zm_mix(tree->link[block].what) & mask;
    for (int tries = 0; tries < ZM_TABLE_TRIES; tries++, i = (i + 1) & mask)
        if (!tree->table[i]) {
            tree->table[i] = block;
            return;
        }
}

/* Move all that can be reached from `root` to the front. Returns where the root is now; 0:
 * no memory, and the tree is as it was. */
static uint32_t compact(struct zm_tree *tree, uint32_t root)
{
    uint32_t *const place = calloc(tree->used, sizeof *place);
    if (!place)
        return 0;
    mark(tree, root);
    uint32_t to = FIRST_BLOCK;
    for (uint32_t block = FIRST_BLOCK; block < tree->used; block += slots_of(tree, block))
        if (tree->link[block].flags & MARKED) {
            place[block] = to;
            to += slots_of(tree, block);
        }
    const uint32_t end = tree->used;
    for (uint32_t block = FIRST_BLOCK, next; block < end; block = next) {
        next = block + slots_of(tree, block);
        if (!(tree->link[block].flags & MARKED))
            continue;
        const uint32_t at = place[block];
        move_block(tree, block, at);
        tree->link[at].flags = (uint16_t)(tree->link[at].flags & ~MARKED);
        for (uint32_t i = at + 1; i < at + slots_of(tree, at); i++)
            if (tree->link[i].child > ZM_SLOT_BUSY)
                tree->link[i].child = place[tree->link[i].child];
        if (tree->table)
            enter(tree, at);
    }
    tree->used = to;
    const uint32_t moved = place[root];
    free(place);
    return moved;
}

/* What happened before, where it matters. */
static uint64_t past_of(const struct run *run, int plies)
{
    const struct zm_game *const game = run->search->game;
    uint64_t past = 0;
    for (int i = 0; game->repetition != ZM_REPEAT_HARMLESS && i <= plies; i++)
        past = zm_mix(past ^ repeat_key(game, position_state_at(run->position, i)));
    return past;
}

/* The block of the present position in the tree of the last run; 0: it is not there. */
static uint32_t known_root(const struct mcts *mcts, const struct run *run)
{
    const struct zm_game *const game = run->search->game;
    const struct zm_position *const p = run->position;
    const struct zm_tree *const tree = &mcts->tree;
    uint32_t block = tree->root;
    if (!block || run->search->options.reuse <= 0 || run->move_count > 0 || run->search->watch ||
        zm_position_plies(p) < mcts->last_plies || past_of(run, mcts->last_plies) != mcts->past ||
        memcmp(position_state_at(p, mcts->last_plies), mcts->last, game->state_size) != 0)
        return 0;
    if (zm_position_plies(p) == mcts->last_plies && mcts->last_limited)
        return 0;
    for (int ply = mcts->last_plies; block && ply < zm_position_plies(p); ply++) {
        const zm_move m = zm_position_played(p, ply);
        uint32_t at = block + 1;
        while (at < block + slots_of(tree, block) && tree->link[at].what != m)
            at++;
        block = at < block + slots_of(tree, block) ? tree->link[at].child : 0;
    }
    return block > ZM_SLOT_BUSY ? block : 0;
}

/* What UCB1 reads of a slot (mcts_select.tmpl.h). */
static void keep_score(struct zm_tree *tree, uint32_t root, uint32_t at, uint32_t old, uint32_t was)
{
    float *const to = &tree->score[2 * (size_t)root], *const from = &tree->score[2 * (size_t)old];
    to[0] = from[0];
    to[at - root] = from[was - old];
    to[at - root + slots_of(tree, root)] = from[was - old + slots_of(tree, old)];
}

/* Lay out the root. A position that was in the tree may have a block that lacks moves that
 * insight() saw no use in: it gets a new one, with what was known of its moves. */
static void lay_root(struct run *run, uint32_t old)
{
    struct zm_tree *const tree = &run->search->mcts->tree;
    tree->root = 0;
    KERNEL(run, mcts)(&run->cx, run->root, 0);
    const uint32_t root = tree->root;
    if (!old)
        return;
    tree->stat[root] = tree->stat[old];
    for (uint32_t at = root + 1; at < root + slots_of(tree, root); at++)
        for (uint32_t was = old + 1; was < old + slots_of(tree, old); was++)
            if (tree->link[was].what == tree->link[at].what) {
                tree->stat[at] = tree->stat[was];
                tree->link[at] = tree->link[was];
                if (tree->amaf)
                    tree->amaf[at] = tree->amaf[was];
                if (tree->square)
                    tree->square[at] = tree->square[was];
                if (tree->implied)
                    tree->implied[at] = tree->implied[was];
                if (tree->score)
                    keep_score(tree, root, at, old, was);
            }
}

/* ---------------------------------------------------------------------- begin -- */

/* Do the simulations tell whose each cell will be? Where they are cut off, or a critic judges, few
 * see the end of a game, and these are no mean of anything. */
static bool playouts_end(const struct zm_search *search, const struct zm_tree *tree)
{
    const struct zm_game *const game = search->game;
    return game->owners && game->grid.rows > 0 && !search->alphazero &&
           !(game->evaluate && tree->cut >= 0);
}

static const char *begin(struct mcts *mcts, struct run *run, struct zm_error *error)
{
    struct zm_tree *const tree = &mcts->tree;
    const struct search_options suit = suited(run->search->game, &run->search->options);
    const struct search_options *const o = &suit;
    set_options(tree, run->search->game, o);
    tree->owners = playouts_end(run->search, tree);
    free_walkers(mcts);
    do {
        struct zm_walker *const walker = walker_new(run);
        if (!walker)
            return sentence(error, "%s", out_of_memory);
        if (run->search->alphazero)
            walker->critic = alphazero_critic(run->search->alphazero, mcts->walkers);
        mcts->walker[mcts->walkers++] = walker;
    } while (mcts->walkers < (int)o->threads);
    if (tree->used > tree->size)
        tree->used = tree->size;
    uint32_t root = known_root(mcts, run);
    if (tree->table)
        memset(tree->table, 0, sizeof *tree->table << tree->table_bits);
    if (root)
        root = compact(tree, root);
    /* A root that does not fit behind what was kept must do without it. */
    if (!root || tree->size - tree->used < (uint32_t)run->search->game->max_moves + 2) {
        root = 0;
        tree->used = FIRST_BLOCK;
        if (tree->table)
            memset(tree->table, 0, sizeof *tree->table << tree->table_bits);
    }
    tree->full = false;
    tree->forced = 0;
    mcts->survivor = 0;
    struct zm_walker *const w = mcts->walker[0];
    const zm_move *list;
    w->root_count = run->move_count > 0 ? run->move_count : zm_position_moves(run->position, &list);
    w->root_moves = run->move_count > 0 ? run->moves : list;
    w->root_partial = run->move_count > 0;
    run->cx.walker = w;
    lay_root(run, root);
    memcpy(mcts->last, run->root, run->search->game->state_size);
    mcts->last_plies = zm_position_plies(run->position);
    mcts->past = past_of(run, mcts->last_plies);
    mcts->last_limited = run->move_count > 0;
    return NULL;
}

struct mcts *mcts_of(struct zm_search *search)
{
    return search->mcts;
}

const char *mcts_begin(struct run *run, struct zm_error *error)
{
    struct zm_search *const search = run->search;
    if (refuses(search->game, &search->options, error))
        return error->text;
    if (!search->mcts) {
        const struct search_options suit = suited(search->game, &search->options);
        search->mcts = mcts_new(search->game, &suit, error);
        if (!search->mcts)
            return error->text;
    }
    pthread_mutex_lock(&search->mcts->lock);
    const char *const wrong = begin(search->mcts, run, error);
    if (wrong)
        search->mcts->tree.root = 0;
    pthread_mutex_unlock(&search->mcts->lock);
    return wrong;
}
