/* test_connect4_sets.h -- Pascal Pons's sets of solved positions, from outside: lines
 * "moves score". */
#ifndef TEST_CONNECT4_SETS_H
#define TEST_CONNECT4_SETS_H

#include "solve/proofs.h"
#include "solve/questions.h"
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

struct sets {
    const struct zm_game *game;
    struct zm_search search;
    struct run run;
};

static void sets_begin(struct sets *t, const char *options, double megabytes)
{
    struct zm_error error;
    *t = (struct sets){ .game = zm_game_open("connect4", options, &error) };
    t->search.game = t->game;
    t->run = (struct run){ .search = &t->search, .cx = { .game = t->game, .poll = run_poll } };
    run_limits(&t->run, NULL);
    OK(!branches_begin(&t->run.cx, t->run.depth, &t->run.memory, &t->run.memory_size, &error));
    OK(proofs_begin(&t->run.cx, megabytes));
}

static void sets_end(struct sets *t)
{
    proofs_end(&t->run.cx);
    free(t->run.memory);
    zm_game_close(t->game);
}

/* Solve every `step`-th of the first `lines` lines, each from an empty table. */
static void set_is_exact(struct sets *t, const char *name, int lines, int step)
{
    char path[4096], moves[64];
    int score, wrong = 0, solved = 0;
    struct zm_error error;
    snprintf(path, sizeof path, "%s/connect4/%s", getenv("ORACLES"), name);
    FILE *const in = fopen(path, "r");
    if (!in) {
        printf("ok %d # SKIP no outside data: %s\n", ++tap_count, path);
        return;
    }
    for (int i = 0; i < lines && fscanf(in, "%63s %d", moves, &score) == 2; i++) {
        struct zm_position *const p = zm_position_new(t->game, &error);
        if (i % step == 0 && !zm_position_play_text(p, moves, &error)) {
            proofs_forget(&t->run.cx);
            const int value = value_by_questions(&t->run, zm_position_state(p), ZM_QUESTIONS);
            if (value != score && wrong++ < 5)
                printf("# %s: %s: %d, expected %d\n", name, moves, value, score);
            solved++;
        }
        zm_position_free(p);
    }
    fclose(in);
    OKF(wrong == 0 && solved == (lines + step - 1) / step, "%s: %d positions", name, solved);
}

/* Who wins on an empty board of this size, from John Tromp's table ("John's Connect Four
 * Playground"): '+' the first player, '-' the second, '=' nobody. */
static void board_is(const char *size, char who, double megabytes)
{
    struct zm_error error;
    struct sets t;
    sets_begin(&t, size, megabytes);
    struct zm_position *const p = zm_position_new(t.game, &error);
    const int value = value_by_questions(&t.run, zm_position_state(p), ZM_QUESTIONS);
    OKF((value > 0 ? '+' : value < 0 ? '-' : '=') == who, "%s: %d", size, value);
    zm_position_free(p);
    sets_end(&t);
}

#endif
