/* history.c -- two players, zero-sum, where what has been on the board may not come back
 * (superko). The value of a position then depends on its past, and a proof found on one line of
 * play need not hold on another. So proofs are kept with the grounds they rest on (grounds.h) and
 * used only where those are given.
 *
 * A question is "is it worth at least so many points to who moves?". It is answered by
 * proof-number search, depth first, as in search/pns.tmpl.h, whose words are used here. No line
 * is endless, since no position comes back; and lines need no horizon.
 *
 * What the game knows for certain (insight()) ends most lines early. It holds for players who
 * never gave up what was certain (gives_up()); who did is part of the question.
 * Theory: docs/theory/superko.md */
#include "solve/claims.h"
#include "solve/job.h"
#include "solve/questions.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 2000, NEVER = (1 << 28) - 1, SYMMETRIC_BITS = 16 };

/* A move that is neither proven nor refuted yet. */
struct option {
    zm_move move;
    struct asked asked;
    uint64_t turned; /* repeat_key() of what it leads to, up to symmetry */
    struct effort effort;
    int target; /* of the question that is asked there ...            */
    bool same;  /* ... to the same player? Else yes and no are turned */
    bool pass;  /* allowed even if it brings back what has been       */
    unsigned gave;
};

/* The least of the keys that a position has when it is turned and mirrored. */
struct symmetric {
    uint64_t exact; /* key() as it stands */
    uint64_t key, repeat;
};

struct history {
    struct job *job;
    struct line line;
    int past; /* positions before the root */
    struct claims claims;
    struct option *option;   /* free room on the stack of options */
    unsigned char *states;   /* of the line, one each ...         */
    struct zm_state *turned; /* ... and one to turn             */
    struct symmetric *symmetric;
    bool too_deep;
    zm_move best; /* that showed the last yes at the root */
};

/* A question about a position, and the answer so far. */
struct question {
    const struct zm_state *s;
    struct asked asked;
    int target;    /* at least so much for who moves?              */
    unsigned gave; /* players who gave up what was certain, as bits */
    struct effort limit, effort;
    struct grounds grounds; /* if an effort is 0 */
};

/* ------------------------------------------------------------ one position -- */

static struct symmetric turn_round(const struct history *h, const struct zm_state *s,
                                   uint64_t exact)
{
    const struct zm_game *const game = h->job->game;
    struct symmetric all = { .exact = exact, .key = exact, .repeat = game_repeat_key(game, s) };
    for (int i = 1; i < game->symmetries; i++) {
        memcpy(h->turned, s, game->state_size);
        game->transform(h->turned, i);
        const uint64_t key = game_key(game, h->turned), repeat = game_repeat_key(game, h->turned);
        all.key = key < all.key ? key : all.key;
        all.repeat = repeat < all.repeat ? repeat : all.repeat;
    }
    return all;
}

/* The keys of a position up to symmetry. A search comes by the same positions again and again,
 * and turning takes long, so the last ones are remembered. */
static const struct symmetric *symmetric_of(const struct history *h, const struct zm_state *s)
{
    const uint64_t exact = game_key(h->job->game, s);
    struct symmetric *const known = &h->symmetric[zm_mix(exact) >> (64 - SYMMETRIC_BITS)];
    if (known->exact != exact || !known->key)
        *known = turn_round(h, s, exact);
    return known;
}

/* Bounds of the value for who moves, as far as they hold after what the players gave up. */
static struct zm_bounds bounds_of(const struct history *h, const struct zm_state *s, unsigned gave)
{
    const struct zm_game *const game = h->job->game;
    const struct zm_bounds widest = { -game->max_payoff, game->max_payoff };
    struct zm_bounds known = widest;
    const unsigned me = 1U << game->turn(s);
    if (game->insight)
        game->insight(s, &known, h->job->run.cx.moves);
    if (gave & me)
        known.low = widest.low;
    if (gave & ~me)
        known.high = widest.high;
    return known;
}

static void settle(struct effort *effort, bool yes)
{
    effort->yes = yes ? 0 : NEVER;
    effort->no = yes ? NEVER : 0;
}

/* What is known without a search of the position s that an option leads to. *grounds is set if
 * it is proven. */
static void look(struct history *h, struct option *o, const struct zm_state *s, int me, int target,
                 struct grounds *grounds)
{
    const struct zm_game *const game = h->job->game;
    const int turn = game->turn(s);
    memset(grounds, 0, sizeof *grounds);
    o->same = turn == me;
    o->target = o->same ? target : 1 - target;
    if (turn == ZM_OVER) { /* which has never been, so that nothing forbids it */
        o->turned = 0;
        settle(&o->effort, game->payoff(s, me) >= target);
        return;
    }
    const struct symmetric *const all = symmetric_of(h, s);
    o->turned = all->repeat;
    o->asked.exact = all->exact;
    o->asked.key = zm_mix(all->key + (uint64_t)(unsigned)o->target * 4 + o->gave);
    struct effort known = { 1, 1 };
    if (!claims_recall(&h->claims, &h->line, o->asked, &known, grounds)) {
        const struct zm_bounds b = bounds_of(h, s, o->gave);
        if (b.low >= o->target || b.high < o->target)
            settle(&known, b.low >= o->target);
    }
    o->effort = o->same ? known : (struct effort){ known.no, known.yes };
}

/* ---------------------------------------------------------------- the search -- */

/* The effort of a position from that of its open options; *next is the most promising, *second
 * the effort for a yes of the one after it. */
static struct effort sum(const struct option option[], int n, int *next, int *second)
{
    struct effort all = { NEVER, 0 };
    *second = NEVER;
    *next = 0;
    for (int i = 0; i < n; i++) {
        if (option[i].effort.yes < all.yes) {
            *second = all.yes;
            all.yes = option[i].effort.yes;
            *next = i;
        } else if (option[i].effort.yes < *second) {
            *second = option[i].effort.yes;
        }
        all.no =
            all.no < NEVER - 1 - option[i].effort.no ? all.no + option[i].effort.no : NEVER - 1;
    }
    return all;
}

/* An option proves a yes, on these grounds. */
static void prove(struct question *q, const struct option *o, const struct grounds *grounds)
{
    settle(&q->effort, true);
    q->grounds = *grounds;
    if (!o->pass)
        grounds_make(&q->grounds, o->turned);
}

/* The moves that are allowed and not refuted at a glance; their number, or -1 if one of them
 * proves a yes. q->grounds collects what the refutations rest on. */
static int options_of(struct history *h, struct question *q, struct option option[],
                      struct zm_state *child)
{
    const struct zm_game *const game = h->job->game;
    zm_move *const list = h->job->run.cx.moves;
    const int n = game->moves(q->s, list), me = game->turn(q->s);
    int open = 0;
    h->job->run.cx.moves += n; /* insight() writes there */
    for (int i = 0; i < n && open >= 0; i++) {
        struct option *const o = &option[open];
        struct grounds grounds;
        o->move = list[i];
        o->pass = i == n - 1;
        memcpy(child, q->s, game->state_size);
        game->play(child, list[i]);
        const uint64_t repeat = game_repeat_key(game, child);
        if (!o->pass && line_has(&h->line, repeat)) {
            grounds_need(&q->grounds, repeat);
            continue;
        }
        const bool gives_up = game->gives_up && game->gives_up(q->s, list[i]);
        o->gave = q->gave | (unsigned)gives_up << me;
        look(h, o, child, me, q->target, &grounds);
        if (o->effort.yes == 0) {
            prove(q, o, &grounds);
            open = -1;
            option[0] = *o;
        } else if (o->effort.no == 0) {
            grounds_join(&q->grounds, &grounds);
        } else {
            open++;
        }
    }
    h->job->run.cx.moves = list;
    return open;
}

static void answer(struct history *h, struct question *q);

/* Ask on, at an option, until another one becomes more promising or a limit is reached. */
static void go_on(struct history *h, const struct question *q, struct option *o, int second,
                  struct zm_state *child, struct question *next)
{
    const struct zm_game *const game = h->job->game;
    const int beyond = second < NEVER / 2 ? second + 1 + second / 4 : NEVER;
    const int room = q->limit.no - q->effort.no + o->effort.no;
    const struct effort to = { beyond < q->limit.yes ? beyond : q->limit.yes,
                               room < NEVER ? room : NEVER };
    memcpy(child, q->s, game->state_size);
    game->play(child, o->move);
    *next = (struct question){ .s = child,
                               .asked = o->asked,
                               .target = o->target,
                               .gave = o->gave,
                               .limit = o->same ? to : (struct effort){ to.no, to.yes } };
    answer(h, next);
    o->effort = o->same ? next->effort : (struct effort){ next->effort.no, next->effort.yes };
}

/* Search until an effort of q reaches its limit or is 0. */
static void answer(struct history *h, struct question *q)
{
    struct job *const job = h->job;
    const uint64_t begin = job->run.cx.nodes;
    const int depth = h->line.count - h->past;
    h->too_deep |= depth >= DEEPEST;
    if (h->too_deep || job_step(job))
        return;
    struct zm_state *const child =
        (struct zm_state *)(void *)(h->states + (size_t)depth * state_stride(job->game));
    struct option *const option = h->option;
    const uint64_t here = game_repeat_key(job->game, q->s);
    line_add(&h->line, here, symmetric_of(h, q->s)->repeat);
    int n = options_of(h, q, option, child), next = 0, second = NEVER;
    h->option += n < 0 ? 0 : n;
    if (n >= 0)
        q->effort = sum(option, n, &next, &second);
    while (q->effort.yes && q->effort.no && q->effort.yes < q->limit.yes &&
           q->effort.no < q->limit.no && !job->run.cx.stopped && !h->too_deep) {
        struct option *const o = &option[next];
        struct question asked;
        go_on(h, q, o, second, child, &asked);
        if (job->run.cx.stopped || h->too_deep)
            break;
        if (o->effort.yes == 0) {
            prove(q, o, &asked.grounds);
            break;
        }
        if (o->effort.no == 0) {
            grounds_join(&q->grounds, &asked.grounds);
            memmove(o, o + 1, (size_t)(--n - next) * sizeof *o);
        }
        q->effort = sum(option, n, &next, &second);
    }
    if (depth == 0 && q->effort.yes == 0)
        h->best = option[next].move;
    h->option = option;
    h->line.count--;
    if (job->run.cx.stopped || h->too_deep)
        return;
    grounds_given(&q->grounds, here);
    const bool proven = !q->effort.yes || !q->effort.no;
    claims_keep(&h->claims, &h->line, q->asked, q->effort, proven ? &q->grounds : NULL,
                job->run.cx.nodes - begin);
}

/* ------------------------------------------------------------------ the value -- */

/* 1: yes, and h->best shows it; 0: no; -1: stopped. */
static int ask(struct history *h, unsigned gave, int target)
{
    struct question q = { .s = h->job->root,
                          .target = target,
                          .gave = gave,
                          .limit = { NEVER, NEVER },
                          .effort = { 1, 1 } };
    claims_turn(&h->claims);
    answer(h, &q);
    return h->job->run.cx.stopped || h->too_deep ? -1 : q.effort.yes == 0;
}

/* The players who gave up what was certain in the game so far. */
static unsigned gave_before(const struct job *job)
{
    unsigned gave = 0;
    for (int i = 0; job->game->gives_up && i < zm_position_plies(job->position); i++) {
        const struct zm_state *const s = position_state_at(job->position, i);
        if (job->game->gives_up(s, zm_position_played(job->position, i)))
            gave |= 1U << job->game->turn(s);
    }
    return gave;
}

/* The value by questions; false: not found. */
static bool value_of_root(struct history *h, int *value)
{
    const unsigned gave = gave_before(h->job);
    const struct zm_bounds first = bounds_of(h, h->job->root, gave);
    int low = first.low, high = first.high;
    h->best = ZM_NO_MOVE;
    /* The value itself is asked for, too, if only to learn by which move. */
    while (low < high || h->best == ZM_NO_MOVE) {
        const int target = low < high ? next_question(ZM_QUESTIONS, first, low, high, 0) : low;
        const int yes = ask(h, gave, target);
        if (yes < 0)
            return false;
        if (yes)
            low = target;
        else
            high = target - 1;
        assert(low <= high);
    }
    *value = low;
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

static bool begin(struct history *h)
{
    struct job *const job = h->job;
    const size_t plies = (size_t)h->past + DEEPEST + 2;
    const size_t options = (size_t)(DEEPEST + 1) * (size_t)job->game->max_moves;
    h->line.key = malloc(plies * sizeof *h->line.key);
    h->line.turned = malloc(plies * sizeof *h->line.turned);
    h->line.before = calloc(plies, sizeof *h->line.before);
    h->option = malloc(options * sizeof *h->option);
    h->states = aligned_alloc(64, (DEEPEST + 1) * state_stride(job->game));
    h->turned = aligned_alloc(64, state_stride(job->game));
    h->symmetric = calloc((size_t)1 << SYMMETRIC_BITS, sizeof *h->symmetric);
    if (!h->line.key || !h->line.turned || !h->line.before || !h->option || !h->states ||
        !h->turned || !h->symmetric)
        return false;
    for (int i = 0; i < h->past; i++) {
        const struct zm_state *const s = position_state_at(job->position, i);
        line_add(&h->line, game_repeat_key(job->game, s), symmetric_of(h, s)->repeat);
    }
    job->solution->memory = 3 * plies * sizeof(uint64_t) + options * sizeof *h->option;
    return claims_begin(&h->claims, job->limits.megabytes);
}

const char *solve_by_history(struct job *job)
{
    struct run *const run = &job->run;
    struct history h = { .job = job, .past = zm_position_plies(job->position) };
    const char *wrong = NULL;
    int value;
    job->solution->method = "proof-number search, proofs with the past they rest on";
    if (stacks_begin(&run->cx, DEEPEST, &run->memory, &run->memory_size, job->error) ||
        !begin(&h)) {
        job->solution->outcome = ZM_SOLVE_MEMORY;
        wrong = sentence(job->error, "%s", out_of_memory);
    } else if (value_of_root(&h, &value)) {
        job->solution->memory += run->memory_size + h.claims.size;
        report(job, value, h.best);
    } else if (h.too_deep) {
        job->solution->outcome = ZM_SOLVE_STOPPED;
        wrong = sentence(job->error, "stopped at a line of %d moves without a proof", DEEPEST);
    } else {
        wrong = job_stopped(job);
    }
    claims_end(&h.claims);
    free(h.line.key);
    free(h.line.turned);
    free(h.line.before);
    free(h.option);
    free(h.states);
    free(h.turned);
    free(h.symmetric);
    return wrong;
}
