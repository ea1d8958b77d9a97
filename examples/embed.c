/* embed.c -- the library in a program of your own: open a game, let a search play it
 * against itself, and print the end.
 *
 *     cc embed.c $(pkg-config --cflags --libs zermelo) -o embed && ./embed connect4 */
#include <zermelo/zermelo.h>

#include <stdio.h>

static int complain(const struct zm_error *error)
{
    fprintf(stderr, "embed: %s\n", error->text);
    return 1;
}

int main(int argc, char *argv[])
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(argc > 1 ? argv[1] : "tictactoe", NULL, &error);
    if (!game)
        return complain(&error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = p ? zm_search_new(game, "alphabeta:depth=6", &error) : NULL;
    if (!search)
        return complain(&error);

    /* A search gives a legal move whatever happens; the position takes no other. */
    while (zm_position_turn(p) != ZM_OVER) {
        struct zm_result result;
        char move[64];
        if (zm_search_run(search, p, NULL, &result, &error))
            return complain(&error);
        zm_position_show_move(p, result.move, move, sizeof move);
        printf("%s ", move);
        if (zm_position_play(p, result.move, &error))
            return complain(&error);
    }

    char board[4096];
    zm_position_show(p, board, sizeof board);
    printf("\n%s", board);
    printf("the first player gets %d\n", zm_position_payoff(p, 0));
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return 0;
}
