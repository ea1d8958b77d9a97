/* Published counts: a move generator with any mistake gets one of them wrong. */
#include "search/perft.h"
#include "tap.h"

static uint64_t count(const char *name, const char *options, int depth, bool games, bool unique)
{
    struct zm_error error;
    struct perft_result result = { 0, 0 };
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    if (p && unique)
        perft_unique(p, depth, &result, &error);
    else if (p)
        perft(p, depth, &result, &error);
    zm_position_free(p);
    zm_game_close(game);
    return games ? result.games : result.leaves;
}

int main(void)
{
    static const uint64_t connect4[] = { 7, 49, 343, 2401, 16807, 117649, 823536, 5673234 };
    for (int depth = 1; depth <= 8; depth++)
        EQ(count("connect4", NULL, depth, false, false), connect4[depth - 1]);
    /* All positions of small boards, by John Tromp ("John's Connect Four Playground"). */
    static const struct {
        const char *size;
        uint64_t positions;
    } board[] = {
        { "size=2x3", 58 },     { "size=3x3", 869 },    { "size=3x5", 38310 },
        { "size=4x4", 161029 }, { "size=5x3", 158911 }, { "size=7x1", 750 },
        { "size=8x1", 2118 },   { "size=7x2", 189648 }, { "size=2x8", 13343 },
        { "size=3x6", 235781 },
    };
    for (size_t i = 0; i < sizeof board / sizeof *board; i++)
        EQ(count("connect4", board[i].size, 64, false, true), board[i].positions);
    EQ(count("tictactoe", NULL, 9, true, false), 255168);
    EQ(count("tictactoe", NULL, 9, false, true), 5478);
    EQ(count("mnk", "players=2", 9, true, false), 255168);
    EQ(count("mnk", "players=2", 9, false, true), 5478);
    /* With three players it is usual to count the positions in which somebody moves. */
    EQ(count("mnk", NULL, 9, false, true) - count("mnk", NULL, 9, true, true), 24394);
    EQ(count("mnk", NULL, 9, true, false), 345600);
    return tap_done();
}
