/* Zermelo's own engines, played through every protocol, choose the same moves as the same
 * search does inside the program, at fixed nodes. */
#include "match/player.h"
#include "tap.h"

#include <stdlib.h>

/* A game between two players, the moves as text; *depth: they tell how deep they look. Each
 * opening is three moves by lot. */
static bool play(const struct zm_game *game, const char *first, const char *second,
                 const struct zm_limits *limits, int opening, int plies, char *moves, size_t size,
                 bool *depth)
{
    struct zm_error error;
    struct zm_text t = { moves, size, 0 };
    struct zm_position *const p = zm_position_new(game, &error);
    struct player *seat[2] = { player_new(game, first, 1, &error),
                               player_new(game, second, 1, &error) };
    const char *wrong = p && seat[0] && seat[1] ? NULL : error.text;
    *depth = false;
    uint64_t seed = (uint64_t)opening * 7919 + 1;
    for (int i = 0; i < 2 && !wrong; i++)
        wrong = player_new_game(seat[i], 1, &error);
    while (!wrong && zm_position_turn(p) != ZM_OVER && zm_position_plies(p) < plies) {
        struct zm_result result;
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_move m = list[zm_random(&seed, (uint32_t)n)];
        if (zm_position_plies(p) >= 3) {
            wrong = player_choose(seat[zm_position_turn(p)], p, limits, &result, &error);
            m = result.move;
            *depth = *depth || result.depth > 0;
        }
        if (!wrong) {
            char word[64];
            zm_position_show_move(p, m, word, sizeof word);
            zm_print(&t, "%s ", word);
            wrong = zm_position_play(p, m, &error);
        }
    }
    if (wrong)
        printf("# %s\n", wrong);
    player_free(seat[0]);
    player_free(seat[1]);
    zm_position_free(p);
    return !wrong && t.length < size;
}

int main(void)
{
    /* Where the protocol has no word for nodes, the command says how many. */
    static const struct {
        const char *game, *protocol, *command;
        int plies, openings;
        struct zm_limits limits;
        bool depth; /* it tells how deep it looked */
    } row[] = {
        { "connect4", "uci", "uci connect4 --hash 4", 99, 3, { .nodes = 3000 }, true },
        { "othello", "uci", "uci othello --hash 4", 99, 2, { .nodes = 1000 }, true },
        { "gomoku", "uci", "uci gomoku --hash 4", 30, 1, { .nodes = 500 }, true },
        { "tictactoe", "uci", "uci tictactoe --hash 4", 9, 2, { .nodes = 500 }, true },
        { "connect4",
          "gtp",
          "gtp connect4 --hash 4 --nodes 3000",
          99,
          3,
          { .nodes = 3000 },
          false },
        { "othello", "gtp", "gtp othello --hash 4 --nodes 1000", 99, 2, { .nodes = 1000 }, false },
        { "gomoku", "gomocup", "gomocup --hash 4 --nodes 500", 30, 2, { .nodes = 500 }, false },
        { "othello",
          "nboard",
          "nboard --hash 4 --nodes 1000",
          99,
          2,
          { .nodes = 1000, .depth = 60 },
          true },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct zm_error error;
        char spec[4200], inside[8192], outside[8192];
        const struct zm_game *const game = zm_game_open(row[i].game, NULL, &error);
        snprintf(spec, sizeof spec, "%s:cmd='%s' %s", row[i].protocol, getenv("ZERMELO"),
                 row[i].command);
        for (int k = 0; k < row[i].openings; k++) {
            static const char here[] = "alphabeta:hash=4";
            const struct zm_limits *const limits = &row[i].limits;
            const int plies = row[i].plies;
            bool depth = false;
            OK(play(game, here, here, limits, k, plies, inside, sizeof inside, &depth) && depth);
            OKF(play(game, spec, spec, limits, k, plies, outside, sizeof outside, &depth) &&
                    depth == row[i].depth,
                "%s by %s", row[i].game, row[i].protocol);
            SAME(outside, inside);
        }
        zm_game_close(game);
    }
    return tap_done();
}
