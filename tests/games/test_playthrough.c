/* One recorded game for each game that is linked in: any change of behaviour shows as a
 * difference. After a change that is meant, SOURCE=. UPDATE=1 build-release/tests/test_playthrough
 * writes the records anew; read the diff before committing it. */
#include "base/files.h"
#include "tap.h"

#include <stdlib.h>

enum { LONGEST = 1 << 20, MOST_PLIES = 60 };

static void print_moves(const struct zm_position *p, struct zm_text *out)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    zm_print(out, "moves (%d):", n);
    for (int i = 0; i < n; i++) {
        char text[256];
        zm_position_show_move(p, list[i], text, sizeof text);
        zm_print(out, " %s", text);
    }
    zm_print(out, "\n");
}

static void print_position(const struct zm_position *p, struct zm_text *out)
{
    char *const text = malloc(LONGEST);
    const struct zm_game *const game = zm_position_game(p);
    const struct zm_state *const s = zm_position_state(p);
    const int turn = zm_position_turn(p);
    zm_position_show(p, text, LONGEST);
    zm_print(out, "%s", text);
    zm_position_write(p, text, LONGEST);
    zm_print(out, "position: %s\nturn: %d\n", text, turn);
    free(text);
    for (int i = 0; i < game->players; i++) {
        if (turn == ZM_OVER)
            zm_print(out, "payoff %d: %d\n", i, game->payoff(s, i));
        else if (game->evaluate && turn >= 0)
            zm_print(out, "evaluation %d: %d\n", i, game->evaluate(s, i));
    }
}

static void play(const struct zm_game *game, struct zm_text *out)
{
    struct zm_error error;
    uint64_t seed = 20131113; /* any, but always the same */
    struct zm_position *const p = zm_position_new(game, &error);
    zm_print(out, "# %s: a random game\n", game->title);
    for (int ply = 0; ply < MOST_PLIES; ply++) {
        const zm_move *list;
        char text[256];
        print_position(p, out);
        if (zm_position_turn(p) == ZM_OVER)
            break;
        print_moves(p, out);
        const int n = zm_position_moves(p, &list);
        const zm_move m = zm_position_turn(p) == ZM_CHANCE ? zm_position_draw(p, &seed)
                                                           : list[zm_random(&seed, (uint32_t)n)];
        zm_position_show_move(p, m, text, sizeof text);
        zm_print(out, "\n%d. %s\n", ply + 1, text);
        zm_position_play(p, m, &error);
    }
    zm_position_free(p);
}

static void test_game(const char *name)
{
    struct zm_error error;
    char path[4096];
    struct zm_text out = { malloc(LONGEST), LONGEST, 0 };
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    snprintf(path, sizeof path, "%s/tests/golden/playthrough/%s.txt", getenv("SOURCE"), name);
    play(game, &out);
    if (getenv("UPDATE"))
        file_write(path, out.at, out.length, &error);
    char *const golden = file_read(path, LONGEST, &error);
    if (OKF(golden != NULL, "%s", golden ? name : error.text))
        SAME(out.at, golden);
    free(golden);
    free(out.at);
    zm_game_close(game);
}

int main(void)
{
    for (int i = 0; zm_game_at(i); i++)
        test_game(zm_game_at(i)->name);
    return tap_done();
}
