#include "match/referee.h"

#include "base/clock.h"
#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROOF_MEGABYTES = 16 };

const char *ending_name(enum ending ending)
{
    static const char *const name[ENDINGS] = {
        [ENDED_BY_RULES] = "rules", [ENDED_ON_TIME] = "time",      [ENDED_BY_FORFEIT] = "forfeit",
        [ENDED_BY_PROOF] = "proof", [ENDED_TOO_LONG] = "too long", [ENDED_STOPPED] = "stopped",
        [ENDED_BY_JUDGE] = "judge",
    };
    return name[ending];
}

void played_release(struct played *played)
{
    free(played->thought);
    *played = (struct played){ .culprit = -1 };
}

/* The game as the referee sees it. */
struct table {
    const struct conditions *conditions;
    struct zm_position *p;
    struct played *played;
    double clock[ZM_MAX_PLAYERS];
    int left[ZM_MAX_PLAYERS]; /* moves until the clock begins anew */
    bool provable;
};

/* Everybody against everybody: who has more has won. */
static void share_points(struct played *played, int players, const double value[])
{
    for (int i = 0; i < players; i++) {
        double sum = 0;
        for (int j = 0; j < players; j++)
            if (j != i)
                sum += value[i] > value[j] ? 1 : value[i] < value[j] ? 0 : 0.5;
        played->points[i] = players > 1 ? sum / (players - 1) : 0.5;
    }
}

static void ends(struct table *t, enum ending ending, const double value[])
{
    t->played->ending = ending;
    share_points(t->played, zm_position_game(t->p)->players, value);
}

static void ends_by_rules(struct table *t)
{
    double value[ZM_MAX_PLAYERS] = { 0 };
    for (int i = 0; i < zm_position_game(t->p)->players; i++)
        value[i] = zm_position_payoff(t->p, i);
    ends(t, ENDED_BY_RULES, value);
}

static void loses(struct table *t, enum ending ending, int culprit)
{
    double value[ZM_MAX_PLAYERS] = { 0 };
    value[culprit] = -1;
    t->played->culprit = culprit;
    ends(t, ending, value);
}

/* Has the solver something to say? */
static bool ends_by_proof(struct table *t)
{
    struct zm_error ignored;
    struct zm_solution s;
    const struct zm_solve_limits limits = { .nodes = t->conditions->proof_nodes,
                                            .megabytes = PROOF_MEGABYTES };
    const bool proved = !zm_solve(t->p, &limits, &s, &ignored) && s.error == 0 && s.unique;
    t->provable = s.outcome != ZM_SOLVE_REFUSED;
    if (proved) {
        ends(t, ENDED_BY_PROOF, s.values);
        snprintf(t->played->reason, sizeof t->played->reason, "proven by %s, %llu nodes", s.method,
                 (unsigned long long)s.nodes);
    }
    zm_solution_release(&s);
    return proved;
}

static const char *remember(struct played *played, const struct thought *thought,
                            struct zm_error *error)
{
    if (played->thoughts == played->room) {
        const int room = played->room ? 2 * played->room : 64;
        struct thought *const more = realloc(played->thought, (size_t)room * sizeof *more);
        if (!more)
            return sentence(error, "%s", out_of_memory);
        played->thought = more;
        played->room = room;
    }
    played->thought[played->thoughts++] = *thought;
    return NULL;
}

static void tell(const struct played *played, const struct zm_position *p,
                 const struct thought *thought)
{
    if (played->moved)
        played->moved(played->user, p, thought);
}

/* What the player has for this move. */
static struct zm_limits limits_now(const struct table *t, int turn)
{
    struct zm_limits limits = t->conditions->limits;
    if (limits.clock > 0) {
        limits.clock = t->clock[turn];
        limits.moves_to_go = t->left[turn];
        if (zm_position_game(t->p)->players == 2) {
            limits.other_clock = t->clock[1 - turn];
            limits.other_increment = limits.increment;
        }
    }
    return limits;
}

/* The player has moved after so many seconds; false: too late. */
static bool in_time(struct table *t, int turn, double seconds)
{
    const struct conditions *const c = t->conditions;
    struct played *const played = t->played;
    double late = -INFINITY;
    if (c->limits.seconds > 0)
        late = seconds - c->limits.seconds;
    if (c->limits.clock > 0) {
        const double left = t->clock[turn] - seconds;
        late = -left > late ? -left : late;
        t->clock[turn] = (left > 0 ? left : 0) + c->limits.increment;
        if (c->limits.moves_to_go > 0 && --t->left[turn] == 0) {
            t->left[turn] = c->limits.moves_to_go;
            t->clock[turn] += c->limits.clock;
        }
        if (t->clock[turn] < 0.001)
            t->clock[turn] = 0.001; /* 0 would mean no clock */
    }
    if (late <= c->allowance)
        return true;
    loses(t, ENDED_ON_TIME, turn);
    snprintf(played->reason, sizeof played->reason,
             "%.3f seconds too late with move %d (allowed: %.3f)", late,
             zm_position_plies(t->p) + 1, c->allowance);
    return false;
}

/* One move of a player. False: the game has ended. */
static bool player_moves(struct table *t, struct player *player, int turn, const atomic_bool *stop,
                         const char **wrong, struct zm_error *error)
{
    struct zm_result result;
    const struct zm_limits limits = limits_now(t, turn);
    const double begin = clock_now();
    const char *const failed = player_choose(player, t->p, &limits, &result, error);
    const double seconds = clock_now() - begin;
    t->played->seconds[turn] += seconds;
    if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
        t->played->ending = ENDED_STOPPED;
        return false;
    }
    if (failed || zm_position_play(t->p, result.move, error)) {
        snprintf(t->played->reason, sizeof t->played->reason, "%.290s", error->text);
        loses(t, ENDED_BY_FORFEIT, turn);
        return false;
    }
    const struct thought thought = { result.value, seconds, result.nodes, result.depth,
                                     result.exact };
    *wrong = remember(t->played, &thought, error);
    tell(t->played, t->p, &thought);
    return !*wrong && in_time(t, turn, seconds);
}

const char *referee_play(const struct conditions *conditions, struct player *const seat[],
                         struct zm_position *p, uint64_t dice, const atomic_bool *stop,
                         struct played *played, struct zm_error *error)
{
    static const struct thought none = { .value = NAN };
    struct table t = { conditions, p, played, { 0 }, { 0 }, conditions->proof_nodes > 0 };
    const char *wrong = NULL;
    played->ending = ENDED_STOPPED;
    played->culprit = -1;
    played->reason[0] = '\0';
    played->first = zm_position_plies(p);
    played->thoughts = 0;
    memset(played->points, 0, sizeof played->points);
    memset(played->seconds, 0, sizeof played->seconds);
    for (int i = 0; i < ZM_MAX_PLAYERS; i++) {
        t.clock[i] = conditions->limits.clock;
        t.left[i] = conditions->limits.moves_to_go;
    }
    tell(played, p, NULL);
    while (!wrong) {
        const int turn = zm_position_turn(p);
        if (turn == ZM_OVER) {
            ends_by_rules(&t);
            break;
        }
        if (conditions->most_plies > 0 && zm_position_plies(p) >= conditions->most_plies) {
            const double equal[ZM_MAX_PLAYERS] = { 0 };
            ends(&t, ENDED_TOO_LONG, equal);
            snprintf(played->reason, sizeof played->reason, "not over after %d moves",
                     conditions->most_plies);
            break;
        }
        if (turn == ZM_CHANCE) {
            wrong = zm_position_play(p, zm_position_draw(p, &dice), error);
            if (!wrong)
                wrong = remember(played, &none, error);
            tell(played, p, NULL);
        } else if ((t.provable && ends_by_proof(&t)) ||
                   !player_moves(&t, seat[turn], turn, stop, &wrong, error)) {
            break;
        }
    }
    return wrong;
}

void referee_ask(struct player *judge, const struct zm_position *p, struct played *played)
{
    struct zm_error error;
    double points = 0;
    if (player_score(judge, p, &points, &error)) {
        snprintf(played->reason, sizeof played->reason,
                 "counted as it stands, for the judge failed: %.200s", error.text);
        return;
    }
    const double value[ZM_MAX_PLAYERS] = { points, -points };
    share_points(played, zm_position_game(p)->players, value);
    played->ending = ENDED_BY_JUDGE;
    if (points == 0)
        snprintf(played->reason, sizeof played->reason, "the judge says 0");
    else
        snprintf(played->reason, sizeof played->reason, "the judge says %c+%g",
                 points > 0 ? 'B' : 'W', fabs(points));
}
