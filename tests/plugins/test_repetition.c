/* Positions that come back, on the ring (tests/games/ring.c): the third time draws, or a
 * move that repeats is illegal. From the start, 1 2 2 1 2 2 leads back to the start. */
#include "tap.h"

#include <zermelo/zermelo.h>

static const char *folder;
static struct zm_error error;

static const struct zm_game *ring(const char *name)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    const struct zm_game *const game = zm_game_open(path, NULL, &error);
    OKF(game != NULL, "%s", game ? "" : error.text);
    return game;
}

static int count(const struct zm_position *p)
{
    const zm_move *list;
    return zm_position_moves(p, &list);
}

static void the_third_time_draws(void)
{
    const struct zm_game *const game = ring("ring");
    struct zm_position *const p = zm_position_new(game, &error);
    OK(!zm_position_play_text(p, "122122", &error));
    EQ(zm_position_turn(p), 0); /* the second time */
    OK(!zm_position_play_text(p, "12212", &error));
    EQ(zm_position_turn(p), 1);
    EQ(count(p), 3);
    OK(!zm_position_play_text(p, "2", &error));

    EQ(zm_position_turn(p), ZM_OVER);
    EQ(count(p), 0);
    EQ(zm_position_payoff(p, 0), 0);
    EQ(zm_position_payoff(p, 1), 0);
    OK(!zm_position_legal(p, 1));
    OK(zm_position_play(p, 1, &error) != NULL);
    OK(zm_position_play_text(p, "1", &error) != NULL);
    EQ(zm_position_plies(p), 12);

    struct zm_position *const copy = zm_position_copy(p, &error);
    EQ(zm_position_turn(copy), ZM_OVER);
    OK(zm_position_undo(copy));
    EQ(zm_position_turn(copy), 1);
    EQ(zm_position_turn(p), ZM_OVER);
    zm_position_free(copy);

    OK(zm_position_undo(p));
    EQ(zm_position_turn(p), 1);
    EQ(count(p), 3);
    OK(zm_position_redo(p));
    EQ(zm_position_turn(p), ZM_OVER);
    OK(!zm_position_redo(p));

    /* Another way on: what came before the branch counts, what was taken back does not. */
    while (zm_position_plies(p) > 5)
        zm_position_undo(p);
    OK(!zm_position_play_text(p, "2", &error));
    EQ(zm_position_turn(p), 0);
    OK(!zm_position_redo(p));

    /* A list that goes on behind the end of the game is refused as a whole. */
    OK(zm_position_play_text(p, "1221221", &error) != NULL);
    EQ(zm_position_plies(p), 6);
    EQ(zm_position_turn(p), 0);

    /* A win at the third time would still be a win: the payoff is that of the state. */
    OK(!zm_position_play_text(p, "1 2 1", &error));
    EQ(zm_position_turn(p), ZM_OVER);
    EQ(zm_position_payoff(p, 0), 1);
    EQ(zm_position_payoff(p, 1), -1);
    zm_position_free(p);
    zm_game_close(game);
}

static void a_repeated_position_is_read_and_saved(void)
{
    const struct zm_game *const game = ring("ring"), *loaded_game = NULL;
    struct zm_position *const p = zm_position_new(game, &error);
    char record[1024];
    OK(!zm_position_read(p, "122122122122", &error));
    EQ(zm_position_turn(p), ZM_OVER);
    OK(zm_record_write(p, record, sizeof record) < sizeof record);
    OK(strstr(record, "result: 0 0") != NULL);
    struct zm_position *const loaded = zm_record_read(record, &loaded_game, &error);
    if (OKF(loaded != NULL, "%s", error.text))
        EQ(zm_position_turn(loaded), ZM_OVER);
    zm_position_free(loaded);
    zm_game_close(loaded_game);
    zm_position_free(p);
    zm_game_close(game);
}

static void superko_forbids(void)
{
    const struct zm_game *const game = ring("superko");
    struct zm_position *const p = zm_position_new(game, &error);
    EQ(count(p), 3);
    OK(!zm_position_play_text(p, "12212", &error));
    EQ(zm_position_turn(p), 1);
    EQ(count(p), 2); /* not 2, which leads back to the start */
    OK(zm_position_legal(p, 1) && zm_position_legal(p, 0) && !zm_position_legal(p, 2));
    OK(zm_position_play(p, 2, &error) != NULL);
    OK(zm_position_read_move(p, "2", &error) == ZM_NO_MOVE);
    OK(zm_position_undo(p));
    EQ(count(p), 3);
    OK(zm_position_redo(p));
    EQ(count(p), 2);

    /* Every search returns a move that may be played. */
    for (int i = 0; zm_search_name(i); i++) {
        struct zm_search *const search = zm_search_new(game, zm_search_name(i), &error);
        const struct zm_limits limits = { .depth = 3, .seconds = 0.2 };
        struct zm_result result;
        for (int k = 0; search && k < 10; k++) {
            const char *const wrong = zm_search_run(search, p, &limits, &result, &error);
            OKF(!wrong && zm_position_legal(p, result.move), "%s", zm_search_name(i));
        }
        zm_search_free(search);
    }
    zm_position_free(p);
    zm_game_close(game);
}

/* Minimax on positions, which know the game's past; at the horizon everything is even. */
static int value_of(struct zm_position *p, int depth)
{
    const int turn = zm_position_turn(p);
    const zm_move *list;
    zm_move moves[3];
    int best = -2;
    if (turn == ZM_OVER || depth == 0)
        return 0;
    const int n = zm_position_moves(p, &list);
    memcpy(moves, list, (size_t)n * sizeof *list);
    for (int i = 0; i < n; i++) {
        zm_position_play(p, moves[i], &error);
        const int value =
            zm_position_turn(p) == ZM_OVER ? zm_position_payoff(p, turn) : -value_of(p, depth - 1);
        zm_position_undo(p);
        best = value > best ? value : best;
    }
    return n > 0 ? best : 0;
}

/* The deep search knows the game's past as well. The depth is small, so that no position
 * is met with different depths left, of which the table would give the better one. */
static void the_past_counts(const char *name)
{
    const struct zm_game *const game = ring(name);
    uint64_t seed = 7;
    int wrong = 0, repeated = 0;
    for (int i = 0; game && i < 300; i++) {
        struct zm_position *const p = zm_position_new(game, &error);
        for (int k = 0; k < 15; k++) {
            const zm_move step = 1 + zm_random(&seed, 2);
            if (zm_position_turn(p) >= 0 && zm_position_legal(p, step)) {
                zm_position_play(p, step, &error);
                if (zm_position_turn(p) == ZM_OVER)
                    zm_position_undo(p);
            }
        }
        struct zm_search *const search = zm_search_new(game, "alphabeta:hash=1", &error);
        const struct zm_limits limits = { .depth = 1 + i % 3 };
        struct zm_result result;
        if (count(p) > 0 && search) {
            wrong += zm_search_run(search, p, &limits, &result, &error) != NULL ||
                     (int)result.value != value_of(p, limits.depth) ||
                     !zm_position_legal(p, result.move);
            repeated += zm_position_plies(p) > 3;
        }
        zm_search_free(search);
        zm_position_free(p);
    }
    OKF(wrong == 0 && repeated > 50, "%s: %d wrong, %d with a past", name, wrong, repeated);
    zm_game_close(game);
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    the_third_time_draws();
    a_repeated_position_is_read_and_saved();
    superko_forbids();
    the_past_counts("ring");
    the_past_counts("superko");
    return tap_done();
}
