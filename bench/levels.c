/* levels.c -- how far apart the rungs of the ladder are in a game: levels GAME GAMES
 * [FIRST-LAST [OPTIONS]]. Every rung from FIRST to LAST plays GAMES games against each of the three
 * above it, from openings by lot with seats swapped; then all are rated and, if they are most of
 * the ladder, ten of them picked that are about equally far apart: a line for
 * src/match/levels.def. */
#include "match/level.h"
#include "match/openings.h"
#include "match/rating.h"

#include <stdlib.h>
#include <string.h>

enum { REACH = 3, PLIES = 4 };

/* 1, 1/2 or 0 for `first`, who has the first move; -1: something failed. */
static double play(const struct zm_game *game, const struct openings *openings, int first,
                   int second, uint64_t number, struct zm_error *error)
{
    struct stopper stopper = { NULL, false };
    struct level_player *const seat[2] = { level_new_rung(game, first, number, error),
                                           level_new_rung(game, second, ~number, error) };
    struct zm_position *const p = openings_begin(openings, number, error);
    uint64_t dice = zm_mix(number) | 1;
    double points = -1;
    while (seat[0] && seat[1] && p) {
        struct zm_result result;
        const int turn = zm_position_turn(p);
        if (turn == ZM_OVER) {
            const int mine = zm_position_payoff(p, 0), yours = zm_position_payoff(p, 1);
            points = mine > yours ? 1 : mine < yours ? 0 : 0.5;
            break;
        }
        if (turn == ZM_CHANCE)
            result.move = zm_position_draw(p, &dice);
        else if (level_choose(seat[turn], &stopper, p, NULL, &result, error))
            break;
        if (zm_position_play(p, result.move, error))
            break;
    }
    zm_position_free(p);
    level_free(seat[0]);
    level_free(seat[1]);
    return points;
}

static void pick(const char *game, const struct rated rated[], int last)
{
    int at = 0;
    printf("LEVELS_OF(\"%s\", 0", game);
    for (int level = 1; level < LEVELS - 1; level++) {
        const double target =
            rated[0].elo + (rated[last].elo - rated[0].elo) * level / (LEVELS - 2);
        int best = at + 1;
        for (int i = at + 1; i <= last - (LEVELS - 2 - level); i++)
            if ((rated[i].elo - target) * (rated[i].elo - target) <
                (rated[best].elo - target) * (rated[best].elo - target))
                best = i;
        printf(", %d", at = best);
    }
    printf(", %d)\n", RUNGS - 1);
}

int main(int argc, char **argv)
{
    struct zm_error error;
    struct meeting meeting[RUNGS * REACH];
    struct rated rated[RUNGS] = { { .anchored = false } };
    const int games = argc > 2 ? atoi(argv[2]) : 0;
    int meetings = 0, first = 0, last = RUNGS - 2;
    if (games < 2 || (argc > 3 && sscanf(argv[3], "%d-%d", &first, &last) != 2) || first < 0 ||
        last <= first || last >= RUNGS) {
        fprintf(stderr, "usage: levels GAME GAMES [FIRST-LAST [OPTIONS]]; the rungs are 0 to %d\n",
                RUNGS - 1);
        return 2;
    }
    const struct zm_game *const game = zm_game_open(argv[1], argc > 4 ? argv[4] : NULL, &error);
    struct openings *const openings = game ? openings_random(game, PLIES, 1, &error) : NULL;
    if (!openings || game->players != 2) {
        fprintf(stderr, "levels: %s\n", openings ? "this is for games of two" : error.text);
        return 1;
    }
    for (int a = first; a < last; a++)
        for (int b = a + 1; b <= last && b <= a + REACH; b++) {
            struct meeting *const m = &meeting[meetings++];
            *m = (struct meeting){ a - first, b - first, 0, 0, 0 };
            for (int i = 0; i < games; i++) {
                const uint64_t number = (uint64_t)(i / 2);
                const double x = i % 2 ? play(game, openings, b, a, number, &error)
                                       : play(game, openings, a, b, number, &error);
                if (x < 0) {
                    fprintf(stderr, "levels: %s\n", error.text);
                    return 1;
                }
                const double mine = i % 2 ? 1 - x : x;
                m->wins += mine == 1;
                m->draws += mine == 0.5;
                m->losses += mine == 0;
            }
            printf("rung %2d against %2d: %.1f of %d\n", b, a,
                   (double)m->losses + 0.5 * (double)m->draws, games);
            fflush(stdout); /* a run of an hour that is cut short has said what it knew */
        }
    if (rate(rated, last - first + 1, meeting, meetings, &error))
        return 1;
    for (int i = 0; i <= last - first; i++)
        printf("rung %2d %+6.0f +- %.0f  (%.1f %%)\n", first + i, rated[i].elo - rated[0].elo,
               rated[i].error, 100 * rated[i].score);
    if (first == 0 && last >= LEVELS)
        pick(game->name, rated, last);
    openings_free(openings);
    zm_game_close(game);
    return 0;
}
