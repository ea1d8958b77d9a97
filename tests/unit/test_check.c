/* `zermelo check`: sound games pass, and every game that is linked in is sound. */
#include "tap.h"

#include <zermelo/zermelo.h>

static struct zm_check check;

static void every_game_is_sound(void)
{
    const struct zm_game *table;
    for (int i = 0; (table = zm_game_at(i)); i++) {
        struct zm_error error;
        const struct zm_game *const game = zm_game_open(table->name, NULL, &error);
        if (!game) {
            /* The explicit tree is a game only together with its text. */
            OKF(!strcmp(table->name, "tree"), "%s: %s", table->name, error.text);
            continue;
        }
        check = (struct zm_check){ .seed = 1, .games = 40, .seconds = 2 };
        OKF(!zm_check(game, &check, &error), "%s", table->name);
        OKF(check.done && check.faults == 0, "%s", table->name);
        OK(check.played > 0 && check.positions > check.played);
        for (int k = 0; zm_promise_at(k); k++)
            if (check.fault[k].count)
                printf("# %s: %s\n# after: %s\n", zm_promise_at(k)->name, check.fault[k].text,
                       check.fault[k].moves);
        zm_game_close(game);
    }
}

int main(void)
{
    every_game_is_sound();
    return tap_done();
}
