/* history.c -- two players, zero-sum, where what has been on the board may not come back
 * (superko). The value of a position then depends on its past, and no table of positions may be
 * trusted; so the lines are searched one by one, each with its own past. What the game knows for
 * certain (insight()) ends most of them early.
 *
 * A question is "is it worth at least so many points to who moves?". It is asked to growing
 * depths until the answer does not depend on the horizon. A table remembers which move answered
 * it last time, to be tried first; that changes the work, never the answer.
 * Theory: docs/theory/solving.md */
#include "solve/job.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 1000, HINT_BITS = 16 };
enum answer { NO, YES, UNKNOWN };

struct history {
    struct job *job;
    uint64_t *key; /* of all positions before the one that is looked at, and of it */
    int count;
    uint32_t *hint; /* by position and question: the move to try first, from 1 */
    unsigned char *states;
};

static struct zm_bounds bounds_of(const struct zm_game *game, const struct zm_state *s,
                                  zm_move list[], int *count)
{
    struct zm_bounds b = { -game->max_payoff, game->max_payoff };
    *count = game->insight ? game->insight(s, &b, list) : game->moves(s, list);
    return b;
}

static bool has_been(const struct history *h, uint64_t key)
{
    for (int i = h->count - 1; i >= 0; i--)
        if (h->key[i] == key)
            return true;
    return false;
}

static enum answer at_least(struct history *h, const struct zm_state *s, int depth, int target);

/* Is the position after move i, in `child`, worth at least `target` to who moved? */
static enum answer child_answers(struct history *h, const struct zm_state *child, int me, int depth,
                                 int target)
{
    const struct zm_game *const game = h->job->game;
    const int next = game->turn(child);
    if (next == ZM_OVER)
        return game->payoff(child, me) >= target ? YES : NO;
    if (next == me)
        return at_least(h, child, depth, target);
    const enum answer more = at_least(h, child, depth, 1 - target);
    return more == UNKNOWN ? UNKNOWN : more == YES ? NO : YES;
}

static enum answer try_moves(struct history *h, const struct zm_state *s, int depth, int target,
                             int n, uint32_t *hint)
{
    const struct zm_game *const game = h->job->game;
    struct zm_context *const cx = &h->job->run.cx;
    zm_move *const list = cx->moves;
    struct zm_state *const child =
        (struct zm_state *)(void *)(h->states + (size_t)depth * state_stride(game));
    const int me = game->turn(s), first = *hint && (int)*hint <= n ? (int)*hint - 1 : 0;
    enum answer best = NO;
    cx->moves += n;
    h->key[h->count++] = game_repeat_key(game, s);
    for (int k = 0; k < n && best != YES && !cx->stopped; k++) {
        const int i = k == 0 ? first : k <= first ? k - 1 : k;
        memcpy(child, s, game->state_size);
        game->play(child, list[i]);
        if (i < n - 1 && has_been(h, game_repeat_key(game, child)))
            continue;
        const enum answer answer = child_answers(h, child, me, depth - 1, target);
        if (answer != NO)
            best = answer;
        if (answer == YES)
            *hint = (uint32_t)i + 1;
    }
    h->count--;
    cx->moves = list;
    return cx->stopped ? UNKNOWN : best;
}

static enum answer at_least(struct history *h, const struct zm_state *s, int depth, int target)
{
    const struct zm_game *const game = h->job->game;
    int n;
    const struct zm_bounds known = bounds_of(game, s, h->job->run.cx.moves, &n);
    if (known.low >= target)
        return YES;
    if (known.high < target)
        return NO;
    if (depth == 0 || job_step(h->job))
        return UNKNOWN;
    const uint64_t key = zm_mix(game_key(game, s) + (uint64_t)target);
    return try_moves(h, s, depth, target, n, &h->hint[key >> (64 - HINT_BITS)]);
}

/* Ask ever deeper. *depth is where the last question was answered. */
static enum answer ask(struct history *h, int target, int *depth, int *move)
{
    const struct zm_state *const root = h->job->root;
    const uint64_t key = zm_mix(game_key(h->job->game, root) + (uint64_t)target);
    enum answer answer = UNKNOWN;
    for (; answer == UNKNOWN && *depth < DEEPEST && !h->job->run.cx.stopped; ++*depth)
        answer = at_least(h, root, *depth, target);
    if (answer == YES)
        *move = (int)h->hint[key >> (64 - HINT_BITS)] - 1;
    return answer;
}

/* The value by halving; false: not found. */
static bool value_of_root(struct history *h, int *value, int *best)
{
    const struct zm_game *const game = h->job->game;
    int n, depth = 1;
    struct zm_bounds known = bounds_of(game, h->job->root, h->job->run.cx.moves, &n);
    *best = -1;
    while (known.low < known.high || *best < 0) {
        /* The value itself is asked for once more, if only to learn by which move. */
        const int target =
            known.low < known.high ? known.high - (known.high - known.low) / 2 : known.low;
        const enum answer answer = ask(h, target, &depth, best);
        if (answer == UNKNOWN)
            return false;
        if (answer == YES)
            known.low = target;
        else
            known.high = target - 1;
        depth = depth > 1 ? depth - 1 : 1;
        if (known.low == known.high && *best < 0)
            *best = 0; /* all moves are alike */
    }
    *value = known.low;
    return true;
}

static void report(struct job *job, int value, zm_move best)
{
    struct zm_solution *const solution = job->solution;
    solution->value = value;
    solution->complete = solution->count == 1;
    for (int p = 0; p < job->game->players; p++)
        solution->values[p] = (p == job->turn ? value : -value) + 0.0;
    for (int i = 0; i < solution->count; i++) {
        solution->best[i] = solution->move[i] == best;
        solution->move_value[i] = solution->best[i] ? (double)value : NAN;
    }
}

const char *solve_by_history(struct job *job)
{
    const struct zm_game *const game = job->game;
    struct run *const run = &job->run;
    const int past = zm_position_plies(job->position);
    struct history h = {
        .job = job,
        .key = malloc(((size_t)past + DEEPEST + 1) * sizeof *h.key),
        .hint = calloc(1 << HINT_BITS, sizeof *h.hint),
        .states = aligned_alloc(64, (DEEPEST + 1) * state_stride(game)),
    };
    const char *wrong = NULL;
    job->solution->method = "alpha-beta with the past of each line";
    if (!h.key || !h.hint || !h.states ||
        stacks_begin(&run->cx, DEEPEST, &run->memory, &run->memory_size, job->error)) {
        job->solution->outcome = ZM_SOLVE_MEMORY;
        wrong = sentence(job->error, "%s", out_of_memory);
        goto done;
    }
    for (int i = 0; i < past; i++)
        h.key[h.count++] = game_repeat_key(game, position_state_at(job->position, i));
    int value, best;
    if (!value_of_root(&h, &value, &best))
        wrong = job_stopped(job);
    else
        report(job, value, run->cx.moves[best]);
done:
    free(h.key);
    free(h.hint);
    free(h.states);
    return wrong;
}
