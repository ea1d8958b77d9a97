#include "match/plan.h"

#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 100000000, MOST_ENCOUNTERS = 100000 };
/* What is known of a game: DONE + half points of who comes first in its encounter. */
enum { OPEN, TAKEN, DONE };

/* Two players until one of them is better; a or b is -1 while nobody has got there. */
struct tie {
    int a, b, winner;
    int half_points; /* of a */
    uint64_t played, taken;
};

struct plan {
    enum plan_kind kind;
    int players, seats;
    uint64_t games; /* of each encounter or tie */
    uint64_t total; /* room for so many numbers */
    uint64_t next;  /* no smaller number is open */
    unsigned char *state;
    struct encounter *cross; /* [a * players + b], from a's side */
    int encounters;
    unsigned char *member; /* [encounter * seats + i]: who meets */
    int ties;
    struct tie *tie;
};

const char *plan_kind_name(enum plan_kind kind)
{
    static const char *const name[PLAN_KINDS] = { "round-robin", "gauntlet", "knockout" };
    return name[kind];
}

/* --------------------------------------------------------------- encounters -- */

/* All choices of `seats` players in lexical order, as far as `out` goes if it is not NULL;
 * in a gauntlet the first player is in each. Returns how many, at most MOST_ENCOUNTERS + 1. */
static int choose(const struct plan *plan, unsigned char *out)
{
    unsigned char who[ZM_MAX_PLAYERS] = { 0 };
    int count = 0;
    for (int i = 0; i < plan->seats; i++)
        who[i] = (unsigned char)i;
    for (;;) {
        if (plan->kind == PLAN_GAUNTLET && who[0] != 0)
            return count;
        if (out)
            memcpy(out + (size_t)count * (size_t)plan->seats, who, (size_t)plan->seats);
        if (++count > MOST_ENCOUNTERS)
            return count;
        int at = plan->seats - 1;
        while (at >= 0 && who[at] == plan->players - plan->seats + at)
            at--;
        if (at < 0)
            return count;
        who[at]++;
        for (int i = at + 1; i < plan->seats; i++)
            who[i] = (unsigned char)(who[i - 1] + 1);
    }
}

/* ----------------------------------------------------------------- knockout -- */

static int bracket_size(int players)
{
    int size = 2;
    while (size < players)
        size *= 2;
    return size;
}

/* The one after the tie at hand, or -1 after the final. Ties are numbered round by round. */
static int tie_after(const struct plan *plan, int tie)
{
    int first = 0, in_round = (plan->ties + 1) / 2;
    while (tie >= first + in_round) {
        first += in_round;
        in_round /= 2;
    }
    return in_round == 1 ? -1 : first + in_round + (tie - first) / 2;
}

static void goes_on(struct plan *plan, int tie, int winner)
{
    plan->tie[tie].winner = winner;
    const int after = tie_after(plan, tie);
    int first = 0;
    for (int in_round = (plan->ties + 1) / 2; tie >= first + in_round; in_round /= 2)
        first += in_round;
    if (after < 0)
        return;
    if ((tie - first) % 2 == 0)
        plan->tie[after].a = winner;
    else
        plan->tie[after].b = winner;
}

/* The usual bracket: the players named first meet as late as possible. Where nobody is, the
 * other goes on without a game. */
static void draw_bracket(struct plan *plan)
{
    const int size = plan->ties + 1;
    int seed[256] = { 0 };
    for (int n = 1; n < size; n *= 2)
        for (int i = n - 1; i >= 0; i--) {
            seed[2 * i] = seed[i];
            seed[2 * i + 1] = 2 * n - 1 - seed[i];
        }
    for (int i = 0; i < plan->ties; i++)
        plan->tie[i] = (struct tie){ .a = -1, .b = -1, .winner = -1 };
    for (int i = 0; i < size / 2; i++) {
        plan->tie[i].a = seed[2 * i];
        plan->tie[i].b = seed[2 * i + 1];
        if (seed[2 * i + 1] >= plan->players)
            goes_on(plan, i, seed[2 * i]);
        else if (seed[2 * i] >= plan->players)
            goes_on(plan, i, seed[2 * i + 1]);
    }
}

static void tie_played(struct plan *plan, int number, int half_points)
{
    struct tie *const tie = &plan->tie[number];
    tie->half_points += half_points;
    tie->played++;
    if (tie->played < plan->games || tie->played % 2 || tie->winner >= 0)
        return;
    const int even = (int)tie->played;
    if (tie->half_points != even)
        goes_on(plan, number, tie->half_points > even ? tie->a : tie->b);
    else if (tie->played == 2 * plan->games)
        goes_on(plan, number, tie->a < tie->b ? tie->a : tie->b);
}

static enum plan_next knockout_next(struct plan *plan, struct fixture *fixture)
{
    bool decided = true;
    for (int i = 0; i < plan->ties; i++) {
        const struct tie *const tie = &plan->tie[i];
        if (tie->winner >= 0)
            continue;
        decided = false;
        if (tie->a < 0 || tie->b < 0)
            continue;
        /* After the usual games two more, but only once it is known that they are needed. */
        const uint64_t limit = tie->played < plan->games ? plan->games : (tie->played | 1) + 1;
        for (uint64_t g = 0; g < limit && g < 2 * plan->games; g++) {
            const uint64_t number = (uint64_t)i * 2 * plan->games + g;
            if (plan->state[number] != OPEN)
                continue;
            plan->state[number] = TAKEN;
            plan_fixture(plan, number, fixture);
            return PLAN_GAME;
        }
    }
    return decided ? PLAN_DONE : PLAN_WAITS;
}

int plan_winner(const struct plan *plan)
{
    return plan->kind == PLAN_KNOCKOUT ? plan->tie[plan->ties - 1].winner : -1;
}

/* --------------------------------------------------------------------- plan -- */

static const char *make(struct plan *plan, uint64_t games, struct zm_error *error)
{
    const uint64_t seats = (uint64_t)plan->seats;
    plan->games = (games + seats - 1) / seats * seats;
    if (plan->kind == PLAN_KNOCKOUT) {
        if (plan->seats != 2 || plan->players > 256)
            return sentence(error, "a knockout is for games of two and for at most 256 players");
        plan->ties = bracket_size(plan->players) - 1;
        plan->tie = calloc((size_t)plan->ties, sizeof *plan->tie);
        plan->total = 2 * plan->games * (uint64_t)plan->ties;
        if (plan->tie)
            draw_bracket(plan);
    } else {
        plan->encounters = choose(plan, NULL);
        if (plan->encounters > MOST_ENCOUNTERS)
            return sentence(error, "%d players can meet in more than %d ways", plan->players,
                            MOST_ENCOUNTERS);
        plan->member = malloc((size_t)plan->encounters * seats);
        plan->total = plan->games * (uint64_t)plan->encounters;
        if (plan->member)
            choose(plan, plan->member);
    }
    if (plan->total > MOST_GAMES)
        return sentence(error, "these are %llu games; expected at most %d",
                        (unsigned long long)plan->total, MOST_GAMES);
    plan->state = calloc(plan->total, 1);
    plan->cross = calloc((size_t)plan->players * (size_t)plan->players, sizeof *plan->cross);
    return plan->state && plan->cross && (plan->tie || plan->member)
               ? NULL
               : sentence(error, "%s", out_of_memory);
}

struct plan *plan_new(enum plan_kind kind, int players, int seats, uint64_t games,
                      struct zm_error *error)
{
    if (seats < 2) {
        sentence(error, "a match needs a game of two players or more");
        return NULL;
    }
    if (players < seats) {
        sentence(error, "the game has %d seats, but only %d %s named", seats, players,
                 players == 1 ? "player is" : "players are");
        return NULL;
    }
    if (games < 1 || games > MOST_GAMES) {
        sentence(error, "expected 1 to %d games", MOST_GAMES);
        return NULL;
    }
    struct plan *const plan = calloc(1, sizeof *plan);
    if (!plan) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    plan->kind = kind;
    plan->players = players;
    plan->seats = seats;
    if (!make(plan, games, error))
        return plan;
    plan_free(plan);
    return NULL;
}

void plan_free(struct plan *plan)
{
    if (!plan)
        return;
    free(plan->state);
    free(plan->cross);
    free(plan->member);
    free(plan->tie);
    free(plan);
}

uint64_t plan_total(const struct plan *plan)
{
    if (plan->kind != PLAN_KNOCKOUT)
        return plan->total;
    uint64_t games = (uint64_t)(plan->players - 1) * plan->games;
    for (int i = 0; i < plan->ties; i++)
        games += plan->tie[i].played > plan->games ? plan->tie[i].played - plan->games : 0;
    return games;
}

bool plan_fixture(const struct plan *plan, uint64_t number, struct fixture *fixture)
{
    if (number >= plan->total)
        return false;
    fixture->number = number;
    if (plan->kind == PLAN_KNOCKOUT) {
        const struct tie *const tie = &plan->tie[number / (2 * plan->games)];
        fixture->opening = number / 2;
        fixture->player[number % 2] = tie->a;
        fixture->player[1 - number % 2] = tie->b;
        return tie->a >= 0 && tie->b >= 0 && tie->a < plan->players && tie->b < plan->players;
    }
    const uint64_t seats = (uint64_t)plan->seats, turn = number % seats;
    const uint64_t encounter = number / seats % (uint64_t)plan->encounters;
    fixture->opening = number / seats / (uint64_t)plan->encounters;
    for (uint64_t i = 0; i < seats; i++)
        fixture->player[i] = plan->member[encounter * seats + (i + turn) % seats];
    return true;
}

enum plan_next plan_next(struct plan *plan, struct fixture *fixture)
{
    if (plan->kind == PLAN_KNOCKOUT)
        return knockout_next(plan, fixture);
    while (plan->next < plan->total && plan->state[plan->next] != OPEN)
        plan->next++;
    if (plan->next == plan->total)
        return PLAN_DONE;
    plan->state[plan->next] = TAKEN;
    plan_fixture(plan, plan->next, fixture);
    return PLAN_GAME;
}

void plan_given_back(struct plan *plan, const struct fixture *fixture)
{
    plan->state[fixture->number] = OPEN;
    if (fixture->number < plan->next)
        plan->next = fixture->number;
}

static void count_games(struct plan *plan, const struct fixture *fixture, const double points[])
{
    for (int i = 0; i < plan->seats; i++)
        for (int j = 0; j < plan->seats; j++) {
            const int a = fixture->player[i], b = fixture->player[j];
            if (i != j)
                plan->cross[a * plan->players + b].game[points[i] > points[j]   ? 2
                                                        : points[i] < points[j] ? 0
                                                                                : 1]++;
        }
}

/* Both games with the opening are played: `first` and `second` are half points of a. */
static void count_pair(struct plan *plan, int a, int b, int first, int second)
{
    plan->cross[a * plan->players + b].pair[first + second]++;
    plan->cross[b * plan->players + a].pair[4 - first - second]++;
}

bool plan_played(struct plan *plan, const struct fixture *fixture, const double points[])
{
    struct fixture own;
    if (!plan_fixture(plan, fixture->number, &own) || plan->state[fixture->number] >= DONE ||
        memcmp(own.player, fixture->player, (size_t)plan->seats * sizeof *own.player) != 0)
        return false;
    count_games(plan, &own, points);
    plan->state[own.number] = DONE;
    if (plan->seats != 2)
        return true;
    const int side = (int)(own.number % 2), half = (int)(2 * points[side]);
    const uint64_t twin = own.number ^ 1;
    plan->state[own.number] = (unsigned char)(DONE + half);
    if (twin < plan->total && plan->state[twin] >= DONE)
        count_pair(plan, own.player[side], own.player[1 - side], half, plan->state[twin] - DONE);
    if (plan->kind == PLAN_KNOCKOUT)
        tie_played(plan, (int)(own.number / (2 * plan->games)), half);
    return true;
}

bool plan_encounter(const struct plan *plan, int a, int b, struct encounter *encounter)
{
    *encounter = plan->cross[a * plan->players + b];
    return a != b && encounter->game[0] + encounter->game[1] + encounter->game[2] > 0;
}

const char *plan_rate(const struct plan *plan, struct rated rated[], struct zm_error *error)
{
    const size_t n = (size_t)plan->players;
    int meetings = 0;
    struct meeting *const meeting = calloc(n * n, sizeof *meeting);
    if (!meeting)
        return sentence(error, "%s", out_of_memory);
    memset(rated, 0, n * sizeof *rated);
    for (int a = 0; a < plan->players; a++)
        for (int b = a + 1; b < plan->players; b++) {
            struct encounter e;
            if (plan_encounter(plan, a, b, &e))
                meeting[meetings++] = (struct meeting){ a, b, e.game[2], e.game[1], e.game[0] };
        }
    const char *const wrong = rate(rated, plan->players, meeting, meetings, error);
    free(meeting);
    return wrong;
}
