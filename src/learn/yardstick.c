#include "learn/yardstick.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "search/alphazero.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EASY = 1000, MEDIUM = 30000 };
/* Positions of a game that is small enough to take all of them. */
enum { SMALL = 1000 };
/* So many that are too hard, and no more of this stage are tried; so many in all. */
enum { FAILURES = 30, TRIES = 4000 };

/* Some games are beyond the solver, and to find that out must not take long: a node of Go costs
 * five hundred times one of Connect 4. So patience is earned. The first position may take a few
 * nodes, and each one that is solved lets the next ones take more, up to a fraction of a second in
 * the games that are solved at all; once more positions have failed than were solved, but for a
 * few, the game is given up. All is counted in nodes, never in seconds, so that the same run has
 * the same yardstick on any machine. */
enum { FIRST_NODES = 2000, EARNED_NODES = 10000, MOST_NODES = 1000000, GRACE = 4 };
static const double megabytes = 8;

struct question {
    struct zm_position *p;
    bool *mistake; /* of each move */
    int stage, difficulty;
};

struct yardstick {
    const struct zm_game *game;
    struct question *question;
    int count, room;
    int failures; /* positions that were too hard */
    bool (*stop)(void *user);
    void *user;
    bool stopped;
};

static bool stopped(struct yardstick *y)
{
    y->stopped |= y->stop && y->stop(y->user);
    return y->stopped;
}

/* Nodes that the next position by lot may take. */
static uint64_t patience(const struct yardstick *y)
{
    const uint64_t earned = FIRST_NODES + EARNED_NODES * (uint64_t)y->count;
    return earned < MOST_NODES ? earned : MOST_NODES;
}

static bool gives_up(const struct yardstick *y)
{
    return y->stopped || y->failures > GRACE + y->count;
}

static int longest(const struct zm_game *game)
{
    return game->max_plies > 0 ? game->max_plies : 64;
}

/* The first ply of a stage. */
static int begin_of(const struct zm_game *game, int stage)
{
    return (longest(game) * stage + YARDSTICK_STAGES - 1) / YARDSTICK_STAGES;
}

static int stage_of(const struct zm_position *p)
{
    const int most = longest(zm_position_game(p));
    const int stage = zm_position_plies(p) * YARDSTICK_STAGES / most;
    return stage < YARDSTICK_STAGES ? stage : YARDSTICK_STAGES - 1;
}

static int sign(double value)
{
    return (value > 0) - (value < 0);
}

/* Find out what each move leads to. False: too hard, or no mistake is possible. */
static bool make_question(const struct yardstick *y, const struct zm_position *p, uint64_t nodes,
                          struct question *question, bool *hard)
{
    const struct zm_solve_limits limits = {
        .nodes = nodes, .megabytes = megabytes, .stop = y->stop, .user = y->user
    };
    struct zm_solution known;
    struct zm_error ignored;
    *hard = zm_solve(p, &limits, &known, &ignored) || !known.complete || known.error > 0;
    bool *const mistake = *hard ? NULL : calloc((size_t)known.count, sizeof *mistake);
    const uint64_t work = known.nodes + known.positions;
    bool any = false;
    for (int i = 0; mistake && i < known.count; i++)
        any |= mistake[i] = sign(known.move_value[i]) < sign(known.value);
    zm_solution_release(&known);
    *question = (struct question){ .mistake = mistake,
                                   .stage = stage_of(p),
                                   .difficulty = work < EASY     ? 0
                                                 : work < MEDIUM ? 1
                                                                 : 2 };
    if (any)
        return true;
    free(mistake);
    return false;
}

/* Ask about p, which stays the caller's. False: no memory. */
static bool add(struct yardstick *y, const struct zm_position *p, struct question question)
{
    struct zm_error ignored;
    if (y->count == y->room) {
        const int room = y->room ? 2 * y->room : 64;
        struct question *const more = realloc(y->question, (size_t)room * sizeof *more);
        if (more) {
            y->question = more;
            y->room = room;
        }
    }
    question.p = y->count < y->room ? zm_position_copy(p, &ignored) : NULL;
    if (question.p)
        y->question[y->count++] = question;
    else
        free(question.mistake);
    return question.p != NULL;
}

/* ------------------------------------------------------------- a whole game -- */

/* The positions seen so far, each as the first in the order of bytes of those it looks like. */
struct seen {
    unsigned char *bytes;
    size_t each;
    int count;
    struct zm_state *turned;
};

static bool first_seen(struct seen *seen, const struct zm_game *game, const struct zm_position *p)
{
    unsigned char *const here = seen->bytes + (size_t)seen->count * seen->each;
    memcpy(here, zm_position_state(p), seen->each);
    for (int side = 1; game->transform && side < game->symmetries; side++) {
        memcpy(seen->turned, zm_position_state(p), seen->each);
        game->transform(seen->turned, side);
        if (memcmp(seen->turned, here, seen->each) < 0)
            memcpy(here, seen->turned, seen->each);
    }
    for (int i = 0; i < seen->count; i++)
        if (!memcmp(seen->bytes + (size_t)i * seen->each, here, seen->each))
            return false;
    return true;
}

/* Count p and all that may come after it, and ask about them if that is wanted. False: they are
 * too many, or too hard. */
static bool walk(struct yardstick *y, struct seen *seen, struct zm_position *p, bool ask)
{
    struct question question;
    struct zm_error ignored;
    bool fine = true, hard = false;
    if (zm_position_turn(p) == ZM_OVER || !first_seen(seen, y->game, p))
        return true;
    if (++seen->count >= SMALL || stopped(y))
        return false;
    if (ask && make_question(y, p, MOST_NODES, &question, &hard))
        fine = add(y, p, question);
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; fine && !hard && i < n; i++) {
        zm_position_moves(p, &list);
        fine = !zm_position_play(p, list[i], &ignored) && walk(y, seen, p, ask);
        zm_position_undo(p);
    }
    return fine && !hard;
}

/* They are counted first: to solve a game that is not small would be in vain. */
static bool ask_all(struct yardstick *y, struct seen *seen, struct zm_position *p)
{
    const bool small = walk(y, seen, p, false);
    seen->count = 0;
    return small && walk(y, seen, p, true);
}

static void forget(struct yardstick *y)
{
    for (int i = 0; i < y->count; i++) {
        zm_position_free(y->question[i].p);
        free(y->question[i].mistake);
    }
    y->count = 0;
}

static bool ask_whole_game(struct yardstick *y, struct zm_error *error)
{
    struct seen seen = { .each = y->game->state_size,
                         .bytes = malloc((size_t)SMALL * y->game->state_size),
                         .turned = aligned_alloc(64, state_stride(y->game)) };
    struct zm_position *const p = zm_position_new(y->game, error);
    const bool whole = p && seen.bytes && seen.turned && ask_all(y, &seen, p);
    if (!whole)
        forget(y);
    zm_position_free(p);
    free(seen.bytes);
    free(seen.turned);
    return whole;
}

/* ------------------------------------------------------------------- by lot -- */

/* A position of this stage, after moves by lot; NULL: the game was over before. The more were too
 * hard, the later in the stage. */
static struct zm_position *draw(const struct zm_game *game, int stage, int failures, uint64_t *seed)
{
    struct zm_error error;
    const int begin = begin_of(game, stage), to = begin_of(game, stage + 1);
    const int from = begin + (to - begin) * failures / FAILURES;
    struct zm_position *const p = zm_position_new(game, &error);
    const int plies = from + (int)zm_random(seed, (uint32_t)(to - from) + (to == from));
    for (int i = 0; p && i < plies && zm_position_turn(p) != ZM_OVER; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_position_play(p, list[zm_random(seed, (uint32_t)n)], &error);
    }
    if (p && zm_position_turn(p) >= 0)
        return p;
    zm_position_free(p);
    return NULL;
}

static bool asked_before(const struct yardstick *y, const struct zm_position *p)
{
    for (int i = 0; i < y->count; i++)
        if (!memcmp(zm_position_state(y->question[i].p), zm_position_state(p), y->game->state_size))
            return true;
    return false;
}

static void ask_by_lot(struct yardstick *y, int stage, int wanted, uint64_t *lot)
{
    struct question question;
    const int before = y->count;
    for (int failures = 0, tries = 0;
         y->count - before < wanted && failures < FAILURES && tries < TRIES && !gives_up(y);
         tries++) {
        struct zm_position *const p = draw(y->game, stage, failures, lot);
        bool hard = false;
        if (p && !stopped(y) && !asked_before(y, p) &&
            make_question(y, p, patience(y), &question, &hard))
            failures += add(y, p, question) ? 0 : FAILURES;
        failures += hard;
        y->failures += hard;
        zm_position_free(p);
    }
}

/* As many as one stage should have, at least: a handful says nothing. */
static bool ask_some(struct yardstick *y, int wanted, uint64_t lot)
{
    const int each = wanted / YARDSTICK_STAGES;
    for (int stage = YARDSTICK_STAGES - 1; stage >= 0; stage--)
        ask_by_lot(y, stage, each, &lot);
    return y->count >= each && y->count > 0;
}

/* --------------------------------------------------------------------- whole -- */

const char *yardstick_new(const struct zm_game *game, int wanted, uint64_t seed,
                          bool (*stop)(void *user), void *user, struct yardstick **out,
                          struct zm_error *error)
{
    struct yardstick *const y = calloc(1, sizeof *y);
    *out = NULL;
    if (!y)
        return sentence(error, "%s", out_of_memory);
    *y = (struct yardstick){ .game = game, .stop = stop, .user = user };
    const bool enough = ask_whole_game(y, error) || ask_some(y, wanted, zm_mix(seed + 17) | 1);
    if (enough && !y->stopped)
        *out = y;
    else
        yardstick_free(y);
    return NULL;
}

void yardstick_free(struct yardstick *y)
{
    if (!y)
        return;
    forget(y);
    free(y->question);
    free(y);
}

int yardstick_count(const struct yardstick *y)
{
    return y ? y->count : 0;
}

bool yardstick_begins(const struct yardstick *y)
{
    for (int i = 0; y && i < y->count; i++)
        if (y->question[i].stage == 0)
            return true;
    return false;
}

/* ------------------------------------------------------------------ grading -- */

const char *yardstick_grade_one(const struct yardstick *y, int which, struct critic *critic,
                                const char *spec, struct yardstick_grades *grades,
                                struct zm_error *error)
{
    const struct question *const q = &y->question[which];
    const zm_move *list;
    struct zm_result result;
    struct zm_search *const search = alphazero_search(y->game, spec, critic_keep(critic), error);
    if (!search)
        return error->text;
    const char *const failed = zm_search_run(search, q->p, NULL, &result, error);
    zm_search_free(search);
    if (failed)
        return failed;
    const int n = zm_position_moves(q->p, &list);
    grades->asked[q->stage][q->difficulty]++;
    for (int k = 0; k < n; k++)
        grades->wrong[q->stage][q->difficulty] += list[k] == result.move && q->mistake[k];
    return NULL;
}

const char *yardstick_grade(const struct yardstick *y, struct critic *critic, const char *spec,
                            struct yardstick_grades *grades, struct zm_error *error)
{
    const char *wrong = NULL;
    *grades = (struct yardstick_grades){ 0 };
    for (int i = 0; i < y->count && !wrong; i++)
        wrong = yardstick_grade_one(y, i, critic, spec, grades, error);
    return wrong;
}

double yardstick_mistakes(const struct yardstick_grades *grades)
{
    double asked = 0, wrong = 0;
    for (int stage = 0; stage < YARDSTICK_STAGES; stage++)
        for (int difficulty = 0; difficulty < YARDSTICK_DIFFICULTIES; difficulty++) {
            asked += grades->asked[stage][difficulty];
            wrong += grades->wrong[stage][difficulty];
        }
    return asked > 0 ? wrong / asked : NAN;
}
