/* Othello: the endgame suite of the French Othello federation (FFO #40 to #59), from outside:
 * lines "board who; move:score; ...", the best moves first. Of each position the value is
 * solved from an empty table, and then which moves reach it.
 * Arguments: the first and the last position; without them all. */
#include "solve/proofs.h"
#include "solve/questions.h"
#include "tap.h"

#include <ctype.h>
#include <stdlib.h>
#include <zermelo/zermelo.h>

enum { FIRST = 40, LAST = 59 };

static struct zm_error error;

/* The score of a move in a line of the suite, "A2" or "a2" alike. */
static bool score_of(const char *line, const char *move, int *score)
{
    char wanted[ZM_OPTION];
    snprintf(wanted, sizeof wanted, "; %c%c:", toupper((unsigned char)move[0]), move[1]);
    const char *const at = strstr(line, wanted);
    *score = at ? atoi(at + strlen(wanted)) : 0;
    return at != NULL;
}

/* Does the move reach the value? */
static bool reaches(struct run *run, struct zm_position *p, zm_move m, int value)
{
    struct zm_position *const after = zm_position_copy(p, &error);
    const int me = zm_position_turn(p);
    OK(after && !zm_position_play(after, m, &error));
    const int next = zm_position_turn(after);
    bool yes;
    if (next == ZM_OVER)
        yes = zm_position_payoff(after, me) >= value;
    else {
        const int t = next == me ? value : 1 - value;
        const bool at_least =
            KERNEL(run, exact)(&run->cx, zm_position_state(after), run->depth, t) >= t;
        yes = at_least == (next == me);
    }
    zm_position_free(after);
    return yes;
}

static void position_is_solved(struct run *run, struct zm_position *p, const char *line, int number)
{
    const char *const best = strchr(line, ':');
    OKF(best && !zm_position_read(p, line, &error), "#%d is read", number);
    proofs_forget(&run->cx);
    const int value = value_by_questions(run, zm_position_state(p), ZM_QUESTIONS);
    OKF(best && value == atoi(best + 1), "#%d: %+d", number, value);

    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        char name[ZM_OPTION];
        int score;
        zm_position_show_move(p, list[i], name, sizeof name);
        if (!score_of(line, name, &score) || reaches(run, p, list[i], value) != (score == value)) {
            printf("# #%d: %s\n", number, name);
            wrong++;
        }
    }
    OKF(wrong == 0, "#%d: the best of %d moves", number, n);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const int first = argc > 1 ? atoi(argv[1]) : FIRST, last = argc > 2 ? atoi(argv[2]) : LAST;
    const struct zm_game *const game = zm_game_open("othello", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search search = { .game = game };
    struct run run = { .search = &search, .cx = { .game = game, .poll = run_poll } };
    char path[4096], line[1024];
    const char *const oracles = getenv("ORACLES");
    snprintf(path, sizeof path, "%s/othello/fforum-40-59.obf",
             oracles ? oracles : "../shared/oracles");
    FILE *const in = fopen(path, "r");
    if (!in) {
        printf("ok %d # SKIP no outside data: %s\n", ++tap_count, path);
        return tap_done();
    }
    run_limits(&run, NULL);
    OK(p && !branches_begin(&run.cx, run.depth, &run.memory, &run.memory_size, &error));
    OK(proofs_begin(&run.cx, 1024));
    int solved = 0;
    for (int number = FIRST; number <= last && fgets(line, sizeof line, in); number++)
        if (number >= first) {
            position_is_solved(&run, p, line, number);
            solved++;
        }
    EQ(solved, last - first + 1);
    fclose(in);
    proofs_end(&run.cx);
    free(run.memory);
    zm_position_free(p);
    zm_game_close(game);
    return tap_done();
}
