/* Saved games: what is written reads back, and what is wrong is told with its line. */
#include "tap.h"

#include <zermelo/zermelo.h>

#include <stdlib.h>

static char *written(const struct zm_position *p)
{
    const size_t length = zm_record_write(p, NULL, 0);
    char *const text = malloc(length + 1);
    zm_record_write(p, text, length + 1);
    return text;
}

/* Read a record, write it again; the text, or NULL with the reason in *error. */
static char *rewritten(const char *text, struct zm_error *error)
{
    const struct zm_game *game;
    struct zm_position *const p = zm_record_read(text, &game, error);
    char *const again = p ? written(p) : NULL;
    zm_position_free(p);
    zm_game_close(game);
    return again;
}

static struct zm_position *position(const struct zm_game *game, const char *moves)
{
    struct zm_error error;
    struct zm_position *const p = zm_position_new(game, &error);
    if (!p || zm_position_play_text(p, moves, &error))
        printf("# %s\n", error.text);
    return p;
}

static void test_written(void)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const p = position(game, "b2 a1 c3 a3");
    zm_position_undo(p);
    zm_position_set_seat(p, 0, "human");
    zm_position_set_seat(p, 1, "level:4");
    char *text = written(p);
    SAME(text, "zermelo record 1\n"
               "game: tictactoe\n"
               "seat 1: human\n"
               "seat 2: level:4\n"
               "moves:\n"
               "   1. b2 a1 c3\n"
               "result: unfinished\n");
    free(text);
    OK(!zm_position_play_text(p, "b1 c1 a3 c2", &error));
    text = written(p);
    OK(strstr(text, "\n   1. b2 a1 c3 b1 c1 a3 c2\nresult: 1 -1\n") != NULL);
    free(text);
    /* Too short a buffer cuts and still tells the length. */
    char small[8];
    EQ(zm_record_write(p, small, sizeof small), zm_record_write(p, NULL, 0));
    SAME(small, "zermelo");
    zm_position_free(p);
    zm_game_close(game);
}

static void round_trips(const struct zm_game *game, struct zm_position *p, const char *what)
{
    struct zm_error error = { "" };
    char *const text = written(p), *const again = rewritten(text, &error);
    OKF(again && !strcmp(text, again), "%s %s: %s", game->name, what, error.text);
    free(text);
    free(again);
}

/* Random games of every game that is linked in, at every length. */
static void test_round_trips(void)
{
    struct zm_error error;
    uint64_t seed = 7;
    const struct zm_game *table;
    for (int g = 0; (table = zm_game_at(g)); g++) {
        const struct zm_game *const game = zm_game_open(table->name, NULL, &error);
        struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
        for (int games = 0; p && games < 3; games++) {
            round_trips(game, p, "at the start");
            for (int ply = 0; ply < 200 && zm_position_turn(p) != ZM_OVER; ply++) {
                const zm_move *list;
                const int n = zm_position_moves(p, &list);
                zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
            }
            round_trips(game, p, "at the end");
            while (zm_position_undo(p))
                ;
        }
        zm_position_free(p);
        zm_game_close(game);
    }
}

static void test_rows_wrap(void)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = position(game, "123456712345");
    char *const text = written(p);
    OK(strstr(text, "moves:\n   1. 1 2 3 4 5 6 7 1 2 3\n  11. 4 5\nresult: unfinished\n") != NULL);
    round_trips(game, p, "in two rows");
    free(text);
    zm_position_free(p);
    zm_game_close(game);
}

static void test_origin_and_seats(void)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    OK(!zm_position_read(p, "X.O/.X./..O", &error));
    zm_position_set_seat(p, 1, "  Zoë \\ #2\nof Ulm ");
    char *const text = written(p);
    OK(strstr(text, "\nposition: X.O/.X./..O\nseat 2: Zoë \\\\ #2\\nof Ulm\nmoves:\n") != NULL);
    const struct zm_game *again;
    struct zm_position *const q = zm_record_read(text, &again, &error);
    if (OKF(q != NULL, "%s", q ? "" : error.text)) {
        SAME(zm_position_seat(q, 1), "Zoë \\ #2\nof Ulm");
        OK(zm_position_seat(q, 0) == NULL);
        SAME(zm_position_origin(q), "X.O/.X./..O");
        struct zm_position *const copy = zm_position_copy(q, &error);
        SAME(zm_position_seat(copy, 1), "Zoë \\ #2\nof Ulm");
        zm_position_free(copy);
    }
    free(text);
    zm_position_free(q);
    zm_game_close(again);
    zm_position_free(p);
    zm_game_close(game);
}

static void test_tolerant(void)
{
    struct zm_error error = { "" };
    char *const text = rewritten("\xEF\xBB\xBF# saved on a Sunday\r\n"
                                 "zermelo record 1  \r\n\r\n"
                                 "  seat 2 : random\r\n"
                                 "game:tictactoe\r\n"
                                 "moves:   \r\n"
                                 "1. B2 a1 2. c3 # the diagonal\r\n"
                                 "# a word on the next move\r\n"
                                 "a3",
                                 &error);
    SAME(text, "zermelo record 1\n"
               "game: tictactoe\n"
               "seat 2: random\n"
               "moves:\n"
               "   1. b2 a1 c3 a3\n"
               "result: unfinished\n");
    free(text);
    char spec[32];
    OK(!zm_record_spec("zermelo record 1\ngame: ./nim.so\nmoves:\n", spec, sizeof spec, &error));
    SAME(spec, "./nim.so");
    OK(zm_record_spec("zermelo record 1\ngame: ./nim.so\nmoves:\n", spec, 4, &error) != NULL);
}

#define HEAD "zermelo record 1\ngame: tictactoe\n"

static void test_wrong(void)
{
    static const struct {
        const char *text, *says;
    } wrong[] = {
        { "", "no saved game" },
        { "\n\n", "no saved game" },
        { "[Event \"?\"]\n1. e4 e5", "line 1: this is no saved game" },
        { "zermelo record x\n", "line 1: \"x\" is no version" },
        { "zermelo record 2\n", "version 2 of the format is newer" },
        { "zermelo record 1\nmoves:\n", "line 2: the record does not say which game" },
        { "zermelo record 1\ngame: tictactoe\n", "line 3: the record ends early" },
        { "zermelo record 1\ngame: tictacto\nmoves:\n", "line 2: there is no game \"tictacto\"; "
                                                        "did you mean \"tictactoe\"?" },
        { HEAD "positon: X\nmoves:\n", "line 3: there is no field \"positon:\"; did you mean "
                                       "\"position:\"?" },
        { HEAD "zzzzzzzzz: X\nmoves:\n",
          "line 3: there is no field \"zzzzzzzzz:\"; expected game" },
        { HEAD "game: connect4\nmoves:\n", "line 3: game: stands in line 2 already" },
        { HEAD "hello\nmoves:\n", "line 3: \"hello\" is no field" },
        { HEAD "moves: a1\n", "line 3: expected the moves in the lines after" },
        { HEAD "seat 3: random\nmoves:\n", "line 3: there is no seat 3" },
        { HEAD "seat 9: random\nmoves:\n", "line 3: there is no field \"seat 9:\"" },
        { HEAD "seat 1: a\\b\nmoves:\n", "line 3: a single backslash" },
        { HEAD "seat 1: a\\\nmoves:\n", "line 3: a single backslash" },
        { HEAD "options: size=4\nmoves:\n", "line 2: " },
        { HEAD "position: XXX\nmoves:\n", "line 3: the position \"XXX\": fewer than nine cells" },
        { HEAD "moves:\n 1. a1 b2\n 3. a1\n", "line 5, move 3: \"a1\" is not a legal move here; "
                                              "expected one of: a3" },
        { HEAD "moves:\n1. a1 result\n", "line 4, move 2: \"result\" is not a legal move" },
        { HEAD "moves:\na1 a2 b1 b2 c1 c2\n", "line 4, move 6: \"c2\" cannot be played: the game "
                                              "is over" },
        { HEAD "moves:\na1\nresult: 1 -1\n", "line 5: the result is written as \"1 -1\", but the "
                                             "moves lead to \"unfinished\"" },
        { HEAD "moves:\nresult: unfinished\na1\n", "line 5: something follows the result" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct zm_error error = { "it was read" };
        char *const text = rewritten(wrong[i].text, &error);
        OKF(!text && strstr(error.text, wrong[i].says), "%zu: %s", i, error.text);
        free(text);
    }
}

static void test_sizes(void)
{
    struct zm_error error = { "" };
    enum { SIZE = 1 << 21 };
    char *const text = malloc(SIZE);
    memset(text, 'a', SIZE - 1);
    text[SIZE - 1] = '\0';
    OK(rewritten(text, &error) == NULL && strstr(error.text, "longer than") != NULL);
    /* A word of half a megabyte where a move is expected. */
    memcpy(text, HEAD "moves:\n1. ", sizeof HEAD "moves:\n1. " - 1);
    text[SIZE / 4] = '\0';
    OK(rewritten(text, &error) == NULL && strstr(error.text, "too long to be a move") != NULL);
    free(text);
}

/* Damaged records are refused or read; what was read is written the same twice. */
static void test_damaged(void)
{
    static const char sound[] = "zermelo record 1\ngame: connect4\nposition: x/oxo/////x\n"
                                "seat 1: level:3\nseat 2: mcts:sims=10\nmoves:\n"
                                "   1. 4 4 3 2 # so far\nresult: unfinished\n";
    static const char piece[] = "\n\r#:.()\\ 0123x/\xFF\tzmovesresult";
    uint64_t seed = 11;
    int unstable = 0, read = 0;
    for (int i = 0; i < 20000; i++) {
        struct zm_error error;
        char text[sizeof sound];
        memcpy(text, sound, sizeof sound);
        for (uint32_t hits = 1 + zm_random(&seed, 4); hits > 0; hits--)
            text[zm_random(&seed, sizeof sound - 1)] = piece[zm_random(&seed, sizeof piece - 1)];
        char *const once = rewritten(text, &error);
        char *const twice = once ? rewritten(once, &error) : NULL;
        read += once != NULL;
        unstable += once && (!twice || strcmp(once, twice) != 0);
        free(once);
        free(twice);
    }
    EQ(unstable, 0);
    OKF(read > 100, "%d of 20000 damaged records were still sound", read);
}

int main(void)
{
    test_written();
    test_round_trips();
    test_rows_wrap();
    test_origin_and_seats();
    test_tolerant();
    test_wrong();
    test_sizes();
    test_damaged();
    return tap_done();
}
