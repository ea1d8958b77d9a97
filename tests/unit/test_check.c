/* `zermelo check`: sound games pass, and every game that is linked in is sound. */
#include "tap.h"

#include <zermelo/zermelo.h>

static struct zm_check check;

static void is_sound(const char *name, const char *options)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(name, options, &error);
    if (!game) {
        /* The explicit tree is a game only together with its text. */
        OKF(!strcmp(name, "tree"), "%s: %s", name, error.text);
        return;
    }
    check = (struct zm_check){ .seed = 1, .games = 40, .seconds = options ? 0.2 : 2 };
    OKF(!zm_check(game, &check, &error), "%s", name);
    OKF(check.done && check.faults == 0, "%s %s", name, options ? options : "");
    OK(check.played > 0 && check.positions > check.played);
    for (int k = 0; zm_promise_at(k); k++)
        if (check.fault[k].count)
            printf("# %s: %s\n# after: %s\n", zm_promise_at(k)->name, check.fault[k].text,
                   check.fault[k].moves);
    zm_game_close(game);
}

int main(void)
{
    for (int i = 0; zm_game_at(i); i++)
        is_sound(zm_game_at(i)->name, NULL);
    /* Options that lead through other code, and boards whose keys fill all 64 bits. */
    static const char *const size[] = { "size=5x4", "size=4x5", "size=5x5",  "size=6x7",
                                        "size=8x7", "size=3x9", "size=32x1", "size=4x15" };
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        is_sound("connect4", size[i]);
    is_sound("mnk", "players=2");
    is_sound("mnk", "players=2 rows=4 columns=4 line=4");
    is_sound("mnk", "players=2 rows=3 columns=6 line=3");
    is_sound("mnk", "players=2 rows=2 columns=5 line=2");
    is_sound("mnk", "players=2 rows=5 columns=13 line=4");
    return tap_done();
}
