/* deepening.c -- iterative deepening with the kernel `engine`: depth 1, 2, 3 ... until a
 * limit, or until the value is certain. Each step finds the best moves of the step before
 * in the table, so all steps together cost less than the last one alone would; and there
 * is a good move to play at any time.
 * Source: Slate & Atkin 1977 (Chess 4.5); aspiration windows, Gillogly 1978.
 * Theory: docs/theory/engine.md */
#include "base/clock.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "search/engine.h"
#include "search/mcts_tree.h"
#include "search/team.h"
#include "search/threats.h"

#include <math.h>
#include <stdlib.h>

/* The table, unless an option says how large. Where few positions may be looked at it is
 * smaller: it has room for NODES_KEPT searches, which is a game, and games of many a second
 * would spend most of their time on having zeroes written that nobody reads. */
enum { HASH_MEGABYTES = 64, NODES_KEPT = 32 };

/* From this depth on the value of the step before is a guide. */
enum { ASPIRATION_DEPTH = 4 };

struct deepening {
    struct run *run;
    struct team *team;
    struct zm_engine *engine;
    int certain; /* values from here on are wins */
    int depth;   /* of the step                  */
    int stable;  /* steps for which the best move has been the same */
    bool exact[ZM_MAX_LINE];
    int value[ZM_MAX_LINE]; /* of the lines, as of the last step in full */
};

static uint64_t nodes_of(const struct deepening *d)
{
    uint64_t nodes = d->run->cx.nodes, leaves = 0;
    team_count(d->team, &nodes, &leaves);
    return nodes;
}

/* Half the window for the next step; 0: the whole range. */
static int first_window(const struct deepening *d)
{
    const struct zm_game *const game = d->run->search->game;
    if (!(d->engine->parts & ZM_PART_ASPIRATION) || !game->evaluate || d->depth < ASPIRATION_DEPTH)
        return 0;
    if (game->policy && game->policy->window > 0)
        return game->policy->window;
    return game->unit / 4 > 0 ? game->unit / 4 : 1;
}

/* The moves at the root by value, those without one in the order they were in. */
static void sort_roots(struct zm_engine *e)
{
    for (int i = e->first_root + 1; i < e->roots; i++) {
        const struct zm_root r = e->root[i];
        int at = i;
        for (; at > e->first_root && e->root[at - 1].value < r.value; at--)
            e->root[at] = e->root[at - 1];
        e->root[at] = r;
    }
}

/* Put back a root to where it was before the others were searched. */
static void to_front(struct zm_engine *e, int line, const struct zm_root *root)
{
    for (int i = line; i < e->roots; i++)
        if (e->root[i].move == root->move) {
            e->root[i] = e->root[line];
            e->root[line] = *root;
            return;
        }
}

/* One search of the moves from number `line` on, with a window around `guess` that grows
 * where it was too small. False: stopped; roots[line] is then the best that is known. */
static bool search_line(struct deepening *d, int line, int guess)
{
    struct zm_engine *const e = d->engine;
    int window = first_window(d), alpha = -ZM_INFINITY, beta = ZM_INFINITY;
    if (window > 0 && abs(guess) < d->certain) {
        alpha = guess - window;
        beta = guess + window;
    }
    e->first_root = line;
    for (;;) {
        const struct zm_root before = e->root[line];
        const bool alone = nodes_of(d) < d->run->search->together;
        const int value = team_search(d->team, d->depth, alpha, beta, alone);
        /* Where all moves are worse than the window, nothing tells which is the least so:
         * the order of before stays, so that the best move of before is searched first again,
         * and whatever takes its place has been found better. */
        if (d->run->cx.stopped || value > alpha)
            sort_roots(e);
        if (d->run->cx.stopped) {
            /* A move that was found better than the window is; of others nothing is new. */
            if (e->root[line].value <= alpha)
                to_front(e, line, &before);
            return false;
        }
        d->value[line] = value;
        /* Where repetitions count, a value from the table may be that of another past. */
        d->exact[line] = (!d->run->cx.horizon || abs(value) >= d->certain) &&
                         d->run->search->game->repetition == ZM_REPEAT_HARMLESS;
        window *= 4;
        if (value <= alpha)
            alpha = window < d->certain ? guess - window : -ZM_INFINITY;
        else if (value >= beta)
            beta = window < d->certain ? guess + window : ZM_INFINITY;
        else
            return true;
        if (alpha <= -d->certain)
            alpha = -ZM_INFINITY;
        if (beta >= d->certain)
            beta = ZM_INFINITY;
    }
}

/* Where the table remembers what comes behind the end of a line, follow it. */
static void lengthen(const struct deepening *d, struct zm_state *s, zm_move line[], int *length)
{
    struct run *const run = d->run;
    const struct zm_game *const game = run->search->game;
    memcpy(s, run->root, game->state_size);
    for (int i = 0; i < *length; i++)
        game->play(s, line[i]);
    while (*length < ZM_MAX_LINE && *length < d->depth && game->turn(s) >= 0) {
        const uint64_t known = zm_table_find(&d->engine->table, game_key(game, s));
        zm_move *const list = run->cx.moves;
        const int n = known ? engine_moves(d->engine, game, s, list) : 0;
        if (zm_known_move(known) >= n)
            break;
        line[(*length)++] = list[zm_known_move(known)];
        game->play(s, line[*length - 1]);
    }
}

/* Plies to the end, if it is certain and a sooner win counts. */
static int distance(const struct deepening *d, int i)
{
    const int value = abs(d->value[i]);
    return value > d->certain ? d->certain + ZM_SOON - value : 0;
}

static void keep_line(const struct deepening *d, int i, struct zm_line *to)
{
    const struct zm_root *const r = &d->engine->root[i];
    const double unit = d->run->search->game->unit;
    const int value = d->value[i] > d->certain    ? d->certain
                      : d->value[i] < -d->certain ? -d->certain
                                                  : d->value[i];
    *to = (struct zm_line){ .value = value / unit + 0.0,
                            .exact = d->exact[i],
                            .length = r->length,
                            .distance = distance(d, i) };
    memcpy(to->line, r->line, (size_t)r->length * sizeof *r->line);
}

/* The moves that are in no line. They were searched last with the last line's window. */
static void keep_others(const struct deepening *d, int lines)
{
    const struct zm_engine *const e = d->engine;
    struct zm_search *const search = d->run->search;
    search->other_count = 0;
    for (int i = lines; i < e->roots; i++) {
        const int most = e->root[i].most;
        if (most == ZM_INFINITY)
            continue;
        const int value = most > d->certain ? d->certain : most < -d->certain ? -d->certain : most;
        search->others[search->other_count++] =
            (struct zm_other){ .move = e->root[i].move,
                               .most = (double)value / search->game->unit + 0.0,
                               .least = -search->game->max_payoff,
                               .exact = d->exact[lines - 1] && !d->run->cx.horizon };
    }
}

/* The step is done in full: this is the answer so far. */
static void report(struct deepening *d, struct zm_result *result, int lines)
{
    struct zm_search *const search = d->run->search;
    for (int i = 0; i < lines; i++)
        keep_line(d, i, &search->lines[i]);
    search->line_count = lines;
    keep_others(d, lines);
    const struct zm_line *const best = &search->lines[0];
    result->move = best->line[0];
    result->length = best->length;
    memcpy(result->line, best->line, sizeof best->line);
    result->exact = best->exact;
    result->depth = d->depth;
    result->distance = best->distance;
    report_value(d->run, result, best->value * search->game->unit, d->run->turn);
}

static void lengthen_lines(const struct deepening *d, struct zm_result *result)
{
    struct zm_search *const search = d->run->search;
    struct zm_state *const s = aligned_alloc(64, state_stride(search->game));
    if (!s)
        return;
    for (int i = 0; i < search->line_count; i++)
        lengthen(d, s, search->lines[i].line, &search->lines[i].length);
    if (result->length > 1 || result->move == search->lines[0].line[0])
        lengthen(d, s, result->line, &result->length);
    free(s);
}

/* Somebody wants to know how far the search has come. */
static void tell(const struct deepening *d, const struct zm_result *result)
{
    const struct run *const run = d->run;
    const struct zm_search *const search = run->search;
    if (!search->listen)
        return;
    struct zm_result so_far = *result;
    lengthen_lines(d, &so_far);
    report_counts(run, &so_far, d->depth);
    team_count(d->team, &so_far.nodes, &so_far.leaves);
    so_far.stopped = false;
    so_far.deepest = d->engine->deepest;
    search->listen(search->listen_user, &so_far);
}

/* A win is certain as soon as it is found; where sooner counts, once no shorter one can be
 * missing. All lines must be known, if several were asked for. */
static bool finished(const struct deepening *d, int lines)
{
    for (int i = 0; i < lines; i++) {
        const int beyond = abs(d->value[i]) - d->certain;
        if ((!d->exact[i] && beyond < 0) || (beyond > 0 && ZM_SOON - beyond > d->depth))
            return false;
    }
    return true;
}

static void deepen(struct deepening *d, struct zm_result *result, int first, int lines)
{
    struct run *const run = d->run;
    struct zm_engine *const e = d->engine;
    zm_move best = ZM_NO_MOVE;
    for (d->depth = first; d->depth <= run->depth; d->depth++) {
        for (int i = 0; i < lines; i++)
            if (!search_line(d, i, d->depth > first ? d->value[i] : 0)) {
                if (i == 0 && e->root[0].move != result->move) {
                    result->move = result->line[0] = e->root[0].move;
                    result->length = 1;
                    result->exact = false;
                }
                return;
            }
        e->first_root = 0;
        report(d, result, lines);
        d->stable = result->move == best ? d->stable + 1 : 0;
        best = result->move;
        tell(d, result);
        if (finished(d, lines))
            return;
        if (run->ponders)
            continue;
        const double effort = (double)e->root[0].nodes / (double)(run->cx.nodes + 1);
        const bool only = e->roots == 1 && run->timing.wanted < run->timing.most;
        if (only || !timing_go_on(&run->timing, clock_now() - run->begin, d->stable, effort)) {
            result->stopped = true;
            return;
        }
    }
    d->depth--;
}

/* The keys of the game so far, without that of the root. */
static void recall_game(struct zm_engine *e, const struct zm_game *game,
                        const struct zm_position *p, int played)
{
    if (game->repetition != ZM_REPEAT_HARMLESS)
        for (int i = 0; i < played; i++)
            e->keys[e->key_count++] = game_repeat_key(game, position_state_at(p, i));
    e->key_root = e->key_count;
}

/* Without an evaluation, and with nothing that could end the search before its time, a
 * shallow step tells nothing but which moves are good; one at full depth is enough. */
static bool by_steps(const struct run *run, const struct zm_game *game)
{
    return game->evaluate || (game->flags & ZM_SOONER) || !isinf(run->deadline) || run->ponders ||
           run->node_limit != UINT64_MAX;
}

/* A win by force is sooner found by looking for nothing else: a fifth of the time and a
 * limited number of nodes are spent on it first. */
enum { THREATS_SHARE = 5, THREATS_NODES = 1 << 18, THREATS_WIDTH = 2 };

static const char *by_force(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const double deadline = run->deadline;
    const uint64_t nodes = run->node_limit / THREATS_SHARE;
    const struct threats_limits limits = { .width = THREATS_WIDTH,
                                           .plies = run->depth,
                                           .nodes = nodes < THREATS_NODES ? nodes : THREATS_NODES };
    struct threats_win win;
    if (!isinf(deadline))
        run->deadline = run->begin + (deadline - run->begin) / THREATS_SHARE;
    const char *const wrong = threats_search(run, run->root, &limits, &win, NULL, error);
    run->deadline = deadline;
    run->cx.stopped = false; /* if the button was pressed, the next look finds it */
    run->cx.poll_at = 0;
    if (wrong || win.length == 0)
        return wrong;
    result->move = win.line[0];
    result->length = win.length;
    memcpy(result->line, win.line, (size_t)win.length * sizeof *win.line);
    result->exact = true;
    result->distance = win.plies;
    const struct zm_game *const game = run->search->game;
    report_value(run, result, game->max_payoff * game->unit, run->turn);
    report_counts(run, result, win.plies);
    return NULL;
}

static const char *have_table(struct run *run, struct zm_error *error)
{
    struct zm_search *const search = run->search;
    double megabytes = search->options.hash;
    if (megabytes <= 0) {
        const double kept = (double)run->node_limit * NODES_KEPT * sizeof(struct zm_entry);
        megabytes = fmin(fmax(kept / 1048576, 1), HASH_MEGABYTES);
        /* A search that is now asked for more than before begins with an empty table. */
        if (2.0 * (double)table_size(&search->table) <= megabytes * 1048576)
            table_end(&search->table);
    }
    return search->table.entry ? NULL : table_begin(&search->table, megabytes, error);
}

const char *search_deepening(struct run *run, struct zm_result *result, struct zm_error *error)
{
    struct zm_search *const search = run->search;
    const struct zm_game *const game = search->game;
    const struct search_options *const o = &search->options;
    const int played = zm_position_plies(run->position),
              threads = search->watch ? 1 : (int)o->threads;
    const zm_move *list;
    int moves = zm_position_moves(run->position, &list);
    if (run->move_count > 0) {
        list = run->moves;
        moves = run->move_count;
    }
    const int wanted = run->lines < 1 ? 1 : run->lines > ZM_MAX_LINE ? ZM_MAX_LINE : run->lines;
    const int lines = wanted < moves ? wanted : moves;
    struct deepening d = { .run = run, .certain = game->max_payoff * game->unit };
    const bool steps = by_steps(run, game);
    if (!steps && must_end(run, error))
        return error->text;
    if (run->depth > ENGINE_DEPTH)
        run->depth = ENGINE_DEPTH;
    if (have_table(run, error))
        return error->text;
    if (threads > 1 && run->node_limit != UINT64_MAX)
        run->node_limit = 1 + run->node_limit / (uint64_t)threads;
    free(search->lines);
    free(search->others);
    search->line_count = search->other_count = 0;
    search->lines = calloc((size_t)lines, sizeof *search->lines);
    search->others = malloc((size_t)moves * sizeof *search->others);
    if (!search->lines || !search->others)
        return sentence(error, "%s", out_of_memory);
    if (threats_possible(game) && lines == 1 && run->move_count <= 0 &&
        !((unsigned)o->without & ZM_PART_INSIGHT)) {
        if (by_force(run, result, error))
            return error->text;
        if (result->exact) {
            search->lines[0] = (struct zm_line){ .value = result->value,
                                                 .exact = true,
                                                 .length = result->length,
                                                 .distance = result->distance };
            memcpy(search->lines[0].line, result->line, sizeof result->line);
            search->line_count = 1;
            return NULL;
        }
    }
    if (search->watch && trace_begin(&run->tracer, run->depth, true, error))
        return error->text;
    search->table.age++;
    if (engine_begin(&run->cx, &search->table, run->depth, played, error))
        return error->text;
    d.engine = run->cx.engine;
    d.engine->deepest = 1; /* the moves at the root are looked at in any case */
    d.engine->parts = ZM_PARTS & ~(unsigned)o->without;
    engine_roots(d.engine, list, moves);
    recall_game(d.engine, game, run->position, played);
    d.team = team_new(run, threads, run->depth, played, error);
    if (d.team) {
        deepen(&d, result, steps ? 1 : run->depth, lines);
        lengthen_lines(&d, result);
        const bool stopped = result->stopped;
        const int depth = result->depth;
        team_count(d.team, &run->cx.nodes, &run->cx.leaves);
        report_counts(run, result, depth);
        result->stopped |= stopped;
        result->deepest = d.engine->deepest;
        result->memory += engine_size(game, run->depth, played) + team_size(d.team);
    }
    const bool done = d.team != NULL;
    team_free(d.team);
    engine_end(&run->cx);
    return done ? NULL : error->text;
}

int zm_search_lines(const struct zm_search *search, struct zm_line lines[], int most)
{
    if (!search_compares(search))
        return -1;
    if (search->algorithm->search == search_mcts)
        return most > 0 && search->mcts ? final_lines(search, lines, most) : 0;
    const int n = search->line_count < most ? search->line_count : most;
    if (n > 0)
        memcpy(lines, search->lines, (size_t)n * sizeof *lines);
    return n;
}

int zm_search_others(const struct zm_search *search, struct zm_other list[], int most)
{
    const int n = search->other_count < most ? search->other_count : most;
    if (n > 0)
        memcpy(list, search->others, (size_t)n * sizeof *list);
    return n > 0 ? n : 0;
}
