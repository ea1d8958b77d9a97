/* Who plays whom: everybody as often in each seat, nothing twice, nothing lost. */
#include "match/plan.h"
#include "tap.h"

#include <stdlib.h>

static struct zm_error error;

/* Play all of it with results by lot, in an odd order; games are given back now and then. */
static uint64_t play(struct plan *plan, int players, int seats, uint64_t seed,
                     uint64_t seat_count[16][8], bool *sound)
{
    struct fixture taken[5], f;
    int n = 0;
    uint64_t played = 0;
    *sound = true;
    for (;;) {
        const enum plan_next next = n < 5 ? plan_next(plan, &f) : PLAN_WAITS;
        if (next == PLAN_GAME) {
            taken[n++] = f;
            continue;
        }
        if (n == 0)
            break;
        const int i = (int)zm_random(&seed, (uint32_t)n);
        f = taken[i];
        taken[i] = taken[--n];
        if (zm_random(&seed, 10) == 0) {
            plan_given_back(plan, &f);
            continue;
        }
        double points[8];
        for (int k = 0; k < seats; k++) {
            *sound = *sound && f.player[k] >= 0 && f.player[k] < players;
            seat_count[f.player[k]][k]++;
        }
        for (int k = 0; k < seats; k++)
            points[k] = seats == 2 && k == 1 ? 1 - points[0] : zm_random(&seed, 3) / 2.0;
        *sound = *sound && plan_played(plan, &f, points);
        *sound = *sound && !plan_played(plan, &f, points); /* not twice */
        played++;
    }
    *sound = *sound && plan_next(plan, &f) == PLAN_DONE;
    return played;
}

static void test_kind(enum plan_kind kind, int players, int seats, uint64_t games, uint64_t total)
{
    uint64_t seat_count[16][8] = { { 0 } };
    struct plan *const plan = plan_new(kind, players, seats, games, &error);
    bool sound, fair = true;
    EQ(plan_total(plan), total);
    EQ(play(plan, players, seats, 5, seat_count, &sound), total);
    OK(sound);
    for (int i = 0; i < players; i++)
        for (int k = 1; k < seats; k++)
            fair = fair && seat_count[i][k] == seat_count[i][0];
    OKF(fair, "%s of %d: everybody as often in each seat", plan_kind_name(kind), players);
    uint64_t met = 0, pairs = 0;
    for (int a = 0; a < players; a++)
        for (int b = 0; b < players; b++) {
            struct encounter e, back;
            if (!plan_encounter(plan, a, b, &e))
                continue;
            plan_encounter(plan, b, a, &back);
            met += e.game[0] + e.game[1] + e.game[2];
            pairs += e.pair[0] + e.pair[1] + e.pair[2] + e.pair[3] + e.pair[4];
            OK(e.game[0] == back.game[2] && e.game[1] == back.game[1] &&
               e.pair[0] == back.pair[4] && e.pair[1] == back.pair[3]);
        }
    EQ(met, total * (uint64_t)(seats * (seats - 1)));
    EQ(pairs, seats == 2 ? total : 0);
    plan_free(plan);
}

/* Nine players: somebody wins; ties take what they take; the first and the second named meet
 * in the final at the earliest. */
static void test_knockout(int players, uint64_t games)
{
    for (uint64_t seed = 1; seed < 40; seed++) {
        uint64_t seat_count[16][8] = { { 0 } };
        bool sound;
        struct plan *const plan = plan_new(PLAN_KNOCKOUT, players, 2, games, &error);
        const uint64_t least = plan_total(plan);
        const uint64_t played = play(plan, players, 2, seed, seat_count, &sound);
        if (seed == 1 || !sound || played < least || played > 2 * least)
            OKF(sound && played >= least && played <= 2 * least && played == plan_total(plan),
                "knockout of %d: %llu games, at least %llu", players, (unsigned long long)played,
                (unsigned long long)least);
        if (seed == 1 || plan_winner(plan) < 0)
            OK(plan_winner(plan) >= 0 && plan_winner(plan) < players);
        plan_free(plan);
    }
    struct plan *const plan = plan_new(PLAN_KNOCKOUT, players, 2, games, &error);
    struct fixture f;
    bool early = false;
    while (plan_next(plan, &f) == PLAN_GAME)
        early = early || (f.player[0] < 2 && f.player[1] < 2 && players > 2);
    OK(!early);
    plan_free(plan);
}

/* The same numbers again after a break: what was played counts, the rest is to be played. */
static void test_resumed(void)
{
    struct plan *plan = plan_new(PLAN_ROUND_ROBIN, 3, 2, 10, &error);
    const double points[] = { 1, 0 };
    struct fixture f;
    for (uint64_t i = 0; i < 30; i += 3)
        OK(plan_fixture(plan, i, &f) && plan_played(plan, &f, points));
    OK(!plan_fixture(plan, 30, &f));
    int left = 0;
    while (plan_next(plan, &f) == PLAN_GAME) {
        left++;
        if (f.number % 3 == 0)
            left = 1000;
    }
    EQ(left, 20);
    f.player[0] = f.player[1]; /* a stranger's file may say anything */
    OK(!plan_played(plan, &f, points));
    plan_free(plan);
}

int main(void)
{
    test_kind(PLAN_ROUND_ROBIN, 2, 2, 7, 8);
    test_kind(PLAN_ROUND_ROBIN, 5, 2, 4, 40);
    test_kind(PLAN_GAUNTLET, 3, 2, 6, 12);
    test_kind(PLAN_ROUND_ROBIN, 4, 3, 3, 12);
    test_knockout(2, 2);
    test_knockout(9, 4);
    test_knockout(16, 3);
    test_resumed();
    OK(!plan_new(PLAN_ROUND_ROBIN, 1, 2, 1, &error));
    SAME(error.text, "the game has 2 seats, but only 1 player is named");
    OK(!plan_new(PLAN_ROUND_ROBIN, 31, 8, 1, &error));
    OK(!plan_new(PLAN_KNOCKOUT, 5, 3, 1, &error));
    OK(!plan_new(PLAN_ROUND_ROBIN, 3, 1, 1, &error));
    return tap_done();
}
