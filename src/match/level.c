/* level.c -- how the ten levels choose a move.
 *
 * A weak opponent that plays random moves now and then is no fun: it gives away a won
 * game without a reason. People are weak in another way. They look a few moves ahead, they
 * misjudge positions a little, and for some moves they forget to look at the answer. So
 * each legal move is judged on its own:
 *
 *   1. Alpha-beta looks `depth` plies ahead, the move itself being the first.
 *   2. With probability `overlooks` it does not: the move is judged by how the board looks
 *      right after it.
 *   3. What is not certain gets some noise, as wide as the judgements differ on average.
 *
 * Who looks three plies ahead or more does so, where there are many moves (Gomoku), only for those
 * that look best at a glance. But for the lowest rung nothing that is over with the move is
 * overlooked, and a certain win is played before any hope. Where a game has no evaluation, a
 * position of which alpha-beta finds nothing out is judged by Monte Carlo tree search. The last
 * level has neither noise nor oversights.
 *
 * Games that alpha-beta cannot play (dice, three players) or that are better simulated (Go) are
 * left to Monte Carlo tree search with all that suits the game; with probability `overlooks`
 * a move is chosen by random games alone, as few as the level has simulations. Where players do not
 * see everything no search of this library can play: all levels choose at random, and
 * level_about() says so.
 *
 * The limits are depth, positions and simulations, so that the same seed gives the same
 * game on every machine; the seconds are there for games so slow that nobody would wait. */
#include "match/level.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "match/ladder.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct level_player {
    const struct zm_game *game;
    const struct rung *level;
    uint64_t seed;
    /* Those that are needed. */
    struct zm_search *alphabeta, *mcts, *uct, *random;
    char about[200];
    zm_listen_fn *listen; /* or NULL */
    void *listen_user;
    struct zm_search *asked;   /* the search that chose the last move by itself; NULL: none */
    struct zm_other *judgings; /* ... or what was found of its alternatives one by one      */
    int judged;
    uint64_t nodes; /* looked at for all of them */
};

/* What is known of one move. */
struct judgement {
    double value; /* in points, for the player who moves */
    bool certain;
    int depth; /* plies it took to be certain */
};

/* A number from 0 up to 1. */
static double chance(struct level_player *player)
{
    return zm_random(&player->seed, 1u << 30) / (double)(1u << 30);
}

/* ------------------------------------------------------------------ making -- */

static bool bears(const char *search, const struct zm_game *game)
{
    return !zm_search_refuses(zm_search_find(search), game);
}

static void describe(struct level_player *player, int number)
{
    const struct rung *const level = player->level;
    struct zm_text t = { player->about, sizeof player->about, 0 };
    zm_print(&t, "level %d of %d: ", number, LEVELS);
    if (player->random)
        zm_print(&t, "random moves, because no search here can play a game in which players "
                     "do not see everything");
    else if (!player->alphabeta)
        zm_print(&t, "%llu %s a move", (unsigned long long)level->simulations,
                 level->overlooks > 0.15 ? "simulations, often of random games alone,"
                                         : "simulations");
    else if (level->depth == 0)
        zm_print(&t, "full strength");
    else
        zm_print(&t, "looks %d %s ahead%s", level->depth, level->depth > 1 ? "moves" : "move",
                 level->overlooks > 0.15   ? " and often overlooks things"
                 : level->overlooks > 0.05 ? " and sometimes overlooks things"
                 : level->overlooks > 0    ? " and rarely overlooks things"
                                           : "");
}

/* Megabytes for a tree in which every simulation adds a position with all its moves, in reason. */
static int memory_for(const struct level_player *player)
{
    enum { SLOT = 32, LEAST = 16, MOST = 1024 };
    const double megabytes =
        (double)player->level->simulations * (player->game->max_moves + 1) * SLOT / 1048576;
    return megabytes < LEAST ? LEAST : megabytes > MOST ? MOST : (int)megabytes;
}

struct level_player *level_new(const struct zm_game *game, int number, uint64_t seed,
                               struct zm_error *error)
{
    if (number < 1 || number > LEVELS) {
        sentence(error, "there is no level %d; expected 1 to %d", number, LEVELS);
        return NULL;
    }
    struct level_player *const player =
        level_new_rung(game, ladder_rung(game, number), seed, error);
    if (player)
        describe(player, number);
    return player;
}

struct level_player *level_new_rung(const struct zm_game *game, int rung, uint64_t seed,
                                    struct zm_error *error)
{
    struct level_player *const player = calloc(1, sizeof *player);
    if (!player) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    player->game = game;
    player->level = &ladder[rung];
    player->judgings = malloc((size_t)game->max_moves * sizeof *player->judgings);
    if (!player->judgings) {
        sentence(error, "%s", out_of_memory);
        free(player);
        return NULL;
    }
    player->seed = zm_mix(seed + (uint64_t)rung) | 1;
    const bool mcts = bears("mcts", game);
    const bool alphabeta = bears("alphabeta", game) && !(mcts && game_is_simulated(game));
    const unsigned search_seed = zm_random(&player->seed, 1u << 30);
    char spec[64];
    if (alphabeta) {
        /* Room for every position the level may look at, in reason. */
        const unsigned long long megabytes =
            1 + player->level->nodes * sizeof(struct zm_entry) / 1048576;
        snprintf(spec, sizeof spec, "alphabeta:hash=%llu", megabytes < 64 ? megabytes : 64);
        player->alphabeta = zm_search_new(game, spec, error);
    }
    if (mcts && !(alphabeta && game->evaluate)) {
        snprintf(spec, sizeof spec, "uct:memory=64,seed=%u", search_seed);
        player->uct = zm_search_new(game, spec, error);
    }
    if (mcts && !alphabeta && player->uct) {
        snprintf(spec, sizeof spec, "mcts:memory=%d,seed=%u", memory_for(player), search_seed);
        player->mcts = zm_search_new(game, spec, error);
    }
    if (!mcts && !alphabeta) {
        snprintf(spec, sizeof spec, "random:seed=%u", search_seed);
        player->random = zm_search_new(game, spec, error);
    }
    if (!player->alphabeta && !player->mcts && !player->random) {
        level_free(player);
        return NULL;
    }
    return player;
}

void level_free(struct level_player *player)
{
    if (!player)
        return;
    zm_search_free(player->alphabeta);
    zm_search_free(player->mcts);
    zm_search_free(player->uct);
    zm_search_free(player->random);
    free(player->judgings);
    free(player);
}

const char *level_about(const struct level_player *player)
{
    return player->about;
}

void level_listen(struct level_player *player, zm_listen_fn *listen, void *user)
{
    player->listen = listen;
    player->listen_user = user;
}

struct zm_search *level_search(const struct level_player *player)
{
    return player->asked;
}

int level_others(const struct level_player *player, struct zm_other list[], int most)
{
    const int n = player->judged < most ? player->judged : most;
    if (n > 0)
        memcpy(list, player->judgings, (size_t)n * sizeof *list);
    return n > 0 ? n : 0;
}

/* Have one search choose the move, and tell of it as if it were the player. */
static const char *ask(struct level_player *player, struct stopper *stopper,
                       struct zm_search *search, const struct zm_position *p,
                       const struct zm_limits *limits, struct zm_result *result,
                       struct zm_error *error)
{
    player->asked = search;
    zm_search_listen(search, player->listen, player->listen_user);
    const char *const wrong = stopper_run(stopper, search, p, limits, result, error);
    zm_search_listen(search, NULL, NULL);
    return wrong;
}

/* ----------------------------------------------------------------- judging -- */

static double tighter(double a, double b)
{
    return a > 0 && (b <= 0 || a < b) ? a : b;
}

/* The level's limits for one of `share` moves, tightened by those of the caller. */
static struct zm_limits limits_of(const struct rung *level, const struct zm_limits *limits,
                                  int share)
{
    static const struct zm_limits none;
    if (!limits)
        limits = &none;
    const struct zm_limits own = {
        .seconds = tighter(level->seconds, limits->seconds) / share,
        .nodes = (uint64_t)tighter((double)level->nodes, (double)limits->nodes) / (unsigned)share,
        .depth = (int)tighter(level->depth, limits->depth),
    };
    return (struct zm_limits){ .seconds = own.seconds,
                               .nodes = own.nodes > 0 ? own.nodes : 1,
                               .depth = own.depth };
}

/* How the board looks to `me`, without looking ahead. */
static struct judgement at_a_glance(const struct level_player *player, const struct zm_position *p,
                                    int me)
{
    const struct zm_game *const game = player->game;
    struct judgement j = { 0 };
    if (zm_position_turn(p) == ZM_OVER) {
        j.value = zm_position_payoff(p, me);
        j.certain = true;
    } else if (game->evaluate) {
        j.value = (double)game->evaluate(zm_position_state(p), me) / game->unit;
    }
    return j;
}

/* Simulations tell who is going to win. */
static void set_simulations(struct zm_search *search, double simulations)
{
    search->options.sims = simulations < 1 ? 1 : (double)(uint64_t)simulations;
}

/* Judge the move of `me` that led to p, one of `share`. */
static const char *judge(struct level_player *player, struct stopper *stopper,
                         const struct zm_position *p, int me, struct zm_limits limits, int share,
                         struct judgement *j, struct zm_error *error)
{
    const struct rung *const level = player->level;
    const bool overlooked = chance(player) < level->overlooks;
    struct zm_result result;
    *j = at_a_glance(player, p, me);
    player->nodes++;
    if (j->certain) {
        if (overlooked && level->careless)
            *j = (struct judgement){ 0 };
        return NULL;
    }
    if (limits.depth != 1 && !overlooked) {
        limits.depth -= limits.depth > 0;
        if (stopper_run(stopper, player->alphabeta, p, &limits, &result, error))
            return error->text;
        player->nodes += result.nodes;
        if (!isnan(result.values[me])) {
            /* Without an evaluation only finished games give a value. */
            j->value = result.values[me];
            j->certain = result.exact || (!player->game->evaluate && j->value != 0);
            j->depth = result.depth;
        }
    }
    if (!j->certain && player->uct) {
        const struct zm_limits timed = { .seconds = limits.seconds };
        set_simulations(player->uct, (double)level->simulations / share);
        if (stopper_run(stopper, player->uct, p, &timed, &result, error))
            return error->text;
        player->nodes += result.nodes;
        if (!isnan(result.values[me]))
            j->value = result.values[me];
    }
    return NULL;
}

/* ---------------------------------------------------------------- choosing -- */

/* Certain wins first; then by value; then the sooner win or the later loss. */
static int compare(const struct judgement *a, const struct judgement *b, bool wins_first)
{
    const bool a_wins = a->certain && a->value > 0, b_wins = b->certain && b->value > 0;
    if (wins_first && a_wins != b_wins)
        return a_wins ? 1 : -1;
    if (a->value != b->value)
        return a->value > b->value ? 1 : -1;
    if (a->value == 0 || !a->certain || !b->certain || a->depth == b->depth)
        return 0;
    return (a->depth < b->depth) == (a->value > 0) ? 1 : -1;
}

/* Blur what is not certain, by the average distance from the best of it. */
static void add_noise(struct level_player *player, struct judgement judged[], int count)
{
    double best = 0, sum = 0;
    int uncertain = 0;
    for (int i = 0; i < count; i++)
        if (!judged[i].certain && (uncertain++ == 0 || judged[i].value > best))
            best = judged[i].value;
    for (int i = 0; i < count; i++)
        sum += judged[i].certain ? 0 : best - judged[i].value;
    for (int i = 0; i < count; i++)
        if (!judged[i].certain)
            judged[i].value +=
                player->level->noise * sum / uncertain * (chance(player) + chance(player) - 1);
}

/* The best judgement, one of them at random where several are as good. */
static int pick(struct level_player *player, const struct judgement judged[], int count)
{
    const bool wins_first = !player->level->careless;
    int best = 0;
    uint32_t equal = 1;
    for (int i = 1; i < count; i++) {
        const int order = compare(&judged[i], &judged[best], wins_first);
        equal = order > 0 ? 1 : equal + (order == 0);
        if (order > 0 || (order == 0 && zm_random(&player->seed, equal) == 0))
            best = i;
    }
    return best;
}

enum { WIDE = 24, PROMISING = 16 };

/* Where there are many moves, who looks far ahead does so only after those that look best right
 * away: as many as `kept` has room for, sorted by that. */
static const char *promising(struct level_player *player, struct zm_position *p,
                             const zm_move move[], int count, zm_move kept[PROMISING],
                             struct zm_error *error)
{
    struct judgement judged[PROMISING];
    const int me = zm_position_turn(p);
    for (int i = 0; i < count; i++) {
        if (zm_position_play(p, move[i], error))
            return error->text;
        const struct judgement j = at_a_glance(player, p, me);
        zm_position_undo(p);
        int at = i < PROMISING ? i : PROMISING;
        for (; at > 0 && compare(&j, &judged[at - 1], true) > 0; at--)
            if (at < PROMISING) {
                judged[at] = judged[at - 1];
                kept[at] = kept[at - 1];
            }
        if (at < PROMISING) {
            judged[at] = j;
            kept[at] = move[i];
        }
    }
    return NULL;
}

/* The answer, as far as the judgements go. */
static void report(const struct level_player *player, int me, zm_move m, const struct judgement *j,
                   struct zm_result *result)
{
    for (int i = 0; i < player->game->players; i++)
        result->values[i] = i == me ? j->value : -j->value;
    result->move = result->line[0] = m;
    result->value = j->value;
    result->exact = j->certain;
    result->depth = player->level->depth;
    result->nodes = player->nodes;
    result->length = 1;
}

/* Keep what was found of the moves, and tell who listens of the best of them. */
static void tell(struct level_player *player, int me, const zm_move move[],
                 const struct judgement judged[], int count)
{
    struct zm_result so_far = { .move = ZM_NO_MOVE };
    int best = 0;
    for (int i = 0; i < count; i++) {
        const struct judgement *const j = &judged[i];
        player->judgings[i] = (struct zm_other){ move[i], j->value, j->value, j->certain };
        if (compare(j, &judged[best], true) > 0)
            best = i;
    }
    player->judged = count;
    report(player, me, move[best], &judged[best], &so_far);
    player->listen(player->listen_user, &so_far);
}

/* Judge every move of *p, which is played and taken back on the way. */
static const char *judge_all(struct level_player *player, struct stopper *stopper,
                             struct zm_position *p, const zm_move move[], int count,
                             const struct zm_limits *limits, struct zm_result *result,
                             struct zm_error *error)
{
    const int me = zm_position_turn(p);
    zm_move best_looking[PROMISING];
    if (count > WIDE && player->level->depth > 2 && player->game->evaluate) {
        if (promising(player, p, move, count, best_looking, error))
            return error->text;
        move = best_looking;
        count = PROMISING;
    }
    const struct zm_limits own = limits_of(player->level, limits, count);
    struct judgement *const judged = calloc((size_t)count, sizeof *judged);
    const char *wrong = NULL;
    if (!judged)
        return sentence(error, "%s", out_of_memory);
    for (int i = 0; i < count && !wrong; i++) {
        wrong = zm_position_play(p, move[i], error);
        if (!wrong)
            wrong = judge(player, stopper, p, me, own, count, &judged[i], error);
        zm_position_undo(p);
        if (!wrong && player->listen)
            tell(player, me, move, judged, i + 1);
    }
    if (!wrong) {
        add_noise(player, judged, count);
        if (player->listen) /* what it goes by in the end */
            tell(player, me, move, judged, count);
        const int best = pick(player, judged, count);
        report(player, me, move[best], &judged[best], result);
    }
    free(judged);
    return wrong;
}

/* A move that ends the game with a gain, the greatest there is; ZM_NO_MOVE: none. */
static zm_move win_in_one(struct zm_position *p, const zm_move move[], int count)
{
    const int me = zm_position_turn(p);
    struct zm_error error;
    zm_move best = ZM_NO_MOVE;
    int most = 0;
    for (int i = 0; i < count; i++) {
        if (zm_position_play(p, move[i], &error))
            continue;
        if (zm_position_turn(p) == ZM_OVER && zm_position_payoff(p, me) > most) {
            most = zm_position_payoff(p, me);
            best = move[i];
        }
        zm_position_undo(p);
    }
    return best;
}

static const char *simulate(struct level_player *player, struct stopper *stopper,
                            struct zm_position *p, const zm_move move[], int count,
                            const struct zm_limits *limits, struct zm_result *result,
                            struct zm_error *error)
{
    const zm_move win = player->level->careless ? ZM_NO_MOVE : win_in_one(p, move, count);
    struct zm_search *const search =
        chance(player) < player->level->overlooks ? player->uct : player->mcts;
    const struct zm_limits timed = { .seconds = limits_of(player->level, limits, 1).seconds };
    set_simulations(search, (double)player->level->simulations);
    if (ask(player, stopper, search, p, &timed, result, error))
        return error->text;
    if (win != ZM_NO_MOVE) {
        result->move = result->line[0] = win;
        result->length = 1;
    }
    return NULL;
}

const char *level_choose(struct level_player *player, struct stopper *stopper,
                         const struct zm_position *p, const struct zm_limits *limits,
                         struct zm_result *result, struct zm_error *error)
{
    const struct rung *const level = player->level;
    struct zm_limits timed;
    *result = (struct zm_result){ .move = ZM_NO_MOVE };
    player->asked = NULL;
    player->judged = 0;
    player->nodes = 0;
    if (limits && limits->clock > 0) {
        /* All the searches for a move together take its part of the clock. */
        timed = *limits;
        timed.seconds = timing_of(limits, player->game, zm_position_plies(p)).wanted;
        limits = &timed;
    }
    if (player->random)
        return stopper_run(stopper, player->random, p, NULL, result, error);
    if (player->alphabeta && player->game->evaluate && level->noise == 0) {
        const struct zm_limits own = limits_of(level, limits, 1);
        return ask(player, stopper, player->alphabeta, p, &own, result, error);
    }
    if (zm_position_turn(p) < 0)
        return sentence(error, "it is nobody's turn");
    const zm_move *list;
    const int count = zm_position_moves(p, &list);
    struct zm_position *const copy = zm_position_copy(p, error);
    if (!copy)
        return error->text;
    const char *const wrong = (player->alphabeta ? judge_all : simulate)(
        player, stopper, copy, list, count, limits, result, error);
    zm_position_free(copy);
    return wrong;
}
