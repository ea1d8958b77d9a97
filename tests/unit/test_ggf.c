/* Games in GGF: a game from the server GGS replays to its result, what is written reads back,
 * and what is wrong is told with its line. */
#include "notation/ggf.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define START "---------------------------O*------*O--------------------------- *"

/* Saio1200 against Saio3000 on GGS, 2003: a draw, in which black passes once. */
static const char saio[] =
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197.01]"
    "RW[2199.72]TI[05:00//02:00]TY[8]RE[+0.000]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3//0.01]W[c5//0.01]B[e6//0.01]W[d2//0.01]B[c6//0.01]W[d6//0.01]B[b5//0.01]W[f5//0.01]"
    "B[e7//0.01]W[f6//0.01]B[f4//0.01]W[f3//0.01]B[g4//0.01]W[d7//0.01]B[g3//0.01]W[g5//0.01]"
    "B[h6//0.01]W[h5//0.01]B[h4//0.01]W[e8//0.01]B[c7//0.01]W[h3//0.01]B[c3//0.01]W[h7//0.01]"
    "B[e3//0.01]W[b6//0.01]B[g6//5.42]W[f7//0.01]B[d8//0.01]W[c2//0.01]B[d1//0.01]W[c4//0.01]"
    "B[b4//0.01]W[a5//0.01]B[f8//0.01]W[f2//0.01]B[e2//0.01]W[a4//17.38]B[a3//19.10]W[b3//0.01]"
    "B[f1//4.90]W[g7//0.01]B[b7//0.01]W[c8//0.01]B[a6//0.01]W[a7//0.01]B[c1//0.01]W[b2//0.01]"
    "B[a8//0.01]W[b8//0.01]B[a2//0.01]W[e1//0.01]B[h8//0.01]W[g8//0.01]B[h2//0.01]W[g1//0.01]"
    "B[h1//3.80]W[g2//0.01]B[pass]W[a1//0.01]B[b1//0.01];)";

static struct zm_error error;

static void end(struct zm_position *p, const struct zm_game *game)
{
    zm_position_free(p);
    zm_game_close(game);
}

static char *written(const struct zm_position *p)
{
    size_t length = 0, again = 0;
    OK(!zm_ggf_write(p, NULL, 0, &length, &error));
    char *const text = malloc(length + 1);
    OK(!zm_ggf_write(p, text, length + 1, &again, &error));
    EQ(again, length);
    EQ(strlen(text), length);
    return text;
}

static void test_game_from_outside(void)
{
    const struct zm_game *game;
    char spec[16];
    OK(!zm_record_spec(saio, spec, sizeof spec, &error));
    SAME(spec, "othello");
    OK(zm_record_spec(saio, spec, 4, &error) != NULL);
    struct zm_position *const p = zm_record_read(saio, &game, &error);
    if (!OKF(p != NULL, "%s", p ? "the game of two programs" : error.text))
        return;
    EQ(zm_position_plies(p), 61);
    EQ(zm_position_turn(p), ZM_OVER);
    EQ(zm_position_payoff(p, 0), 0);
    OK(zm_position_origin(p) == NULL);
    SAME(zm_position_seat(p, 0), "Saio1200");
    SAME(zm_position_seat(p, 1), "Saio3000");
    end(p, game);
}

static void test_values_of_moves(void)
{
    struct ggf_reader r = { "two games: (;GM[othello]B[F5/-1.5/2]W[f6];)\n and (;GM[Othello];)",
                            1 };
    struct ggf g;
    bool found;
    OK(!ggf_read(&r, &g, &found, &error) && found);
    EQ(g.moves, 2);
    OK(!g.move[0].white && g.move[1].white);
    EQ(g.move[0].square.length, 2);
    NEAR(g.move[0].evaluation, -1.5, 0);
    NEAR(g.move[0].seconds, 2, 0);
    OK(isnan(g.move[1].evaluation) && isnan(g.move[1].seconds));
    ggf_release(&g);
    OK(!ggf_read(&r, &g, &found, &error) && found);
    EQ(g.moves, 0);
    EQ(g.tag[GGF_GAME].line, 2);
    ggf_release(&g);
    OK(!ggf_read(&r, &g, &found, &error) && !found);
    ggf_release(&g);
}

static void test_written(void)
{
    const struct zm_game *const game = zm_game_open("othello", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    zm_position_play_text(p, "f5d6c3", &error);
    zm_position_set_seat(p, 0, "a]b\n[c");
    char *const text = written(p);
    SAME(text,
         "(;GM[Othello]PC[zermelo]PB[a_b_[c]PW[]RE[?]TY[8]BO[8 " START "]B[f5]W[d6]B[c3];)\n");
    free(text);
    end(p, game);
    const struct zm_game *const other = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const q = zm_position_new(other, &error);
    size_t length;
    OK(zm_ggf_write(q, NULL, 0, &length, &error) != NULL);
    OK(strstr(error.text, "tictactoe cannot be written as GGF") != NULL);
    end(q, other);
}

/* Random games from random places on all boards come back as they were. */
static void test_round_trips(void)
{
    uint64_t seed = 7;
    int passes = 0, over = 0;
    for (int i = 0; i < 150; i++) {
        static const char *const sizes[] = { NULL, "size=6", "size=4" };
        const struct zm_game *const game = zm_game_open("othello", sizes[i % 3], &error);
        struct zm_position *const p = zm_position_new(game, &error);
        char from[128], first[128], second[128];
        const int before = i % 2 ? 5 : 0, all = (int)zm_random(&seed, 70);
        for (int k = 0; k < before + all && zm_position_turn(p) != ZM_OVER; k++) {
            const zm_move *list;
            char move[16];
            if (k > 0 && k == before) {
                zm_position_write(p, from, sizeof from);
                zm_position_read(p, from, &error);
            }
            const int n = zm_position_moves(p, &list);
            const zm_move m = list[zm_random(&seed, (uint32_t)n)];
            zm_position_show_move(p, m, move, sizeof move);
            passes += !strcmp(move, "pass");
            zm_position_play(p, m, &error);
        }
        over += zm_position_turn(p) == ZM_OVER;
        char *const text = written(p);
        const struct zm_game *again_game;
        struct zm_position *const again = zm_record_read(text, &again_game, &error);
        bool same = again && zm_position_plies(again) == zm_position_plies(p);
        zm_position_write(p, first, sizeof first);
        if (again)
            zm_position_write(again, second, sizeof second);
        same = same && !strcmp(first, second);
        char *const twice = again ? written(again) : NULL;
        OKF(same && twice && !strcmp(text, twice), "game %d: %s", i, same ? "" : error.text);
        free(twice);
        free(text);
        end(again, again_game);
        end(p, game);
    }
    OK(passes > 10 && over > 10);
}

static void test_hostile(void)
{
    static const struct {
        const char *text, *complaint;
    } bad[] = {
        { "(;", "line 1: the record that begins in line 1 has no end; expected ;)" },
        { "(;GM[Othello", "line 1: the value of GM[ has no end; expected ]" },
        { "(;GM Othello];)", "line 1: expected a tag with its value" },
        { "(;[x];)", "line 1: expected a tag with its value" },
        { "(;PB[x];)", "line 1: the record does not say which game it is" },
        { "(;GM[Amazons];)", "line 1: GM[Amazons] is no game that is read here" },
        { "(;GM[Othello]\nGM[Othello];)", "line 2: GM[] stands in line 1 already" },
        { "(;GM[Othello]TY[9];)", "line 1: TY[] begins with \"9\"; expected the size" },
        { "(;GM[Othello]TY[88888888888];)", "expected the size of the board" },
        { "(;GM[Othello]TY[6]BO[8 " START "];)", "BO[] has a board of 8, but TY[] says 6" },
        { "(;GM[Othello]BO[8 ---];)", "line 1: the position" },
        { "(;GM[Othello]BO[8 " START START START START START START START START "];)",
          "BO[] is too long for a board" },
        { "(;GM[Othello]B[f5]BO[8 " START "];)", "expected BO[] before the moves" },
        { "(;GM[Othello]\n\nB[a1];)", "line 3, move 1:" },
        { "(;GM[Othello]B[f5]B[d6];)",
          "line 1, move 2: a move of black, but it is the turn of white" },
        { "(;GM[Othello]B[pa];)", "line 1, move 1:" },
        { "(;GM[Othello]B[];)", "line 1, move 1:" },
        { "(;GM[Othello]B[f5/x];)", "\"x\" is no number" },
        { "(;GM[Othello]B[f5//1e999];)", "is no number" },
        { "(;GM[Othello]B[f5/00000000000000000000000000000000000000000];)", "is no number" },
        { "(;GM[Othello];)(;GM[Othello];)", "another record follows" },
        { "(;GM[Othello]TY[4]BO[4 XXXXXXXXXXXXXXXO X]B[a1];)", "the game is over" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct zm_game *game = NULL;
        struct zm_position *const p = ggf_read_one(bad[i].text, &game, &error);
        OKF(!p && !game && strstr(error.text, bad[i].complaint), "%d: %s", (int)i,
            p ? "was read" : error.text);
        end(p, game);
    }
    char *const many = malloc(1 << 16);
    struct zm_text t = { many, 1 << 16, 0 };
    zm_print(&t, "(;GM[Othello]");
    for (int i = 0; i < 2000; i++)
        zm_print(&t, "B[f5]");
    zm_print(&t, ";)");
    const struct zm_game *game;
    OK(!zm_record_read(many, &game, &error) && strstr(error.text, "more than 256 moves"));
    free(many);
}

/* A pass may be left out, and one too many at the end is harmless. */
static void test_lenient(void)
{
    char text[sizeof saio + 16];
    const struct zm_game *game;
    const char *const pass = strstr(saio, "B[pass]");
    snprintf(text, sizeof text, "\xEF\xBB\xBF 1\n%.*s%s", (int)(pass - saio), saio, pass + 7);
    struct zm_position *const p = zm_record_read(text, &game, &error);
    OKF(p && zm_position_plies(p) == 61, "%s", p ? "a pass was left out" : error.text);
    end(p, game);
    snprintf(text, sizeof text, "%.*sW[PA];)", (int)strlen(saio) - 2, saio);
    struct zm_position *const q = zm_record_read(text, &game, &error);
    OKF(q && zm_position_plies(q) == 61, "%s", q ? "a pass too many" : error.text);
    end(q, game);
}

int main(void)
{
    test_game_from_outside();
    test_values_of_moves();
    test_written();
    test_round_trips();
    test_hostile();
    test_lenient();
    return tap_done();
}
