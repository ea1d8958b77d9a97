/* versus.c -- two players against each other, from the same openings by lot with seats
 * swapped: versus GAME PLAYER PLAYER GAMES [OPENING [SEED]]
 *
 * A PLAYER is SPEC[@FILE], as for `zermelo play`; FILE holds the weights it evaluates by,
 * "none" stands for weights of 0, and without @ they are those built in. The player "greedy"
 * looks one ply ahead for the most cells with its own letter. With VERBOSE in the environment
 * the moves of each game that the first side does not win are shown. */
#include "base/files.h"
#include "learn/weights.h"
#include "match/player.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_TEXT = 64 << 20 };

struct side {
    const char *name;
    char spec[512];
    struct player *player; /* NULL: greedy */
    int16_t *weight;       /* NULL: the game has none */
};

static int fail(const char *why)
{
    fprintf(stderr, "versus: %s\n", why);
    return 1;
}

static const char *side_begin(struct side *side, const struct zm_game *game, const char *text,
                              struct zm_error *error)
{
    const char *const at = strrchr(text, '@');
    side->name = text;
    snprintf(side->spec, sizeof side->spec, "%.*s", at ? (int)(at - text) : 400, text);
    if (game->learned_count > 0) {
        side->weight = calloc((size_t)game->learned_count, sizeof *side->weight);
        if (!side->weight)
            return "out of memory";
        if (!at)
            memcpy(side->weight, game->learned, (size_t)game->learned_count * sizeof(int16_t));
        if (at && strcmp(at, "@none") != 0) {
            char *const file = file_read(at + 1, LONGEST_TEXT, error);
            const char *const wrong =
                file ? weights_read(file, at + 1, side->weight, game->learned_count, error)
                     : error->text;
            free(file);
            if (wrong)
                return wrong;
        }
    }
    return NULL;
}

static int own_cells(const struct zm_game *game, const struct zm_state *s, int player)
{
    char cell[4096];
    const int n = game->grid.rows * game->grid.columns;
    int own = 0;
    game->cells(s, -1, cell);
    for (int i = 0; i < n; i++)
        own += cell[i] == "XO"[player] || cell[i] == "xo"[player];
    return own;
}

static zm_move greedy(const struct zm_position *p)
{
    struct zm_error error;
    const zm_move *list;
    const int n = zm_position_moves(p, &list), me = zm_position_turn(p);
    zm_move best = list[0];
    int most = -1;
    for (int i = 0; i < n; i++) {
        struct zm_position *const after = zm_position_copy(p, &error);
        zm_position_play(after, list[i], &error);
        const int own = own_cells(zm_position_game(p), zm_position_state(after), me);
        if (own > most) {
            most = own;
            best = list[i];
        }
        zm_position_free(after);
    }
    return best;
}

static const char *choose(struct side *side, const struct zm_position *p, zm_move *m,
                          struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    struct zm_result result;
    if (!strcmp(side->spec, "greedy")) {
        *m = greedy(p);
        return NULL;
    }
    if (side->weight)
        memcpy(game->learned, side->weight, (size_t)game->learned_count * sizeof(int16_t));
    const char *const wrong = player_choose(side->player, p, NULL, &result, error);
    *m = result.move;
    return wrong;
}

static void show_game(const struct zm_position *p, int seat)
{
    char text[16];
    printf("%d for %s:", zm_position_payoff(p, seat), seat == 0 ? "first" : "second");
    for (int i = 0; i < zm_position_plies(p); i++) {
        zm_position_show_played(p, i, text, sizeof text);
        printf(" %s", text);
    }
    printf("\n");
}

/* What the first side gets, sitting at `seat`. */
static const char *play(const struct zm_game *game, struct side side[2], int seat, int opening,
                        uint64_t seed, int *payoff, struct zm_error *error)
{
    const char *wrong = NULL;
    struct zm_position *const p = zm_position_new(game, error);
    seed = zm_mix(seed + 1) | 1;
    for (int i = 0; i < 2 && !wrong; i++) {
        side[i].player = NULL;
        if (strcmp(side[i].spec, "greedy") != 0) {
            side[i].player = player_new(game, side[i].spec, seed, error);
            wrong = side[i].player ? NULL : error->text;
        }
    }
    for (int ply = 0; p && !wrong && zm_position_turn(p) != ZM_OVER; ply++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list), turn = zm_position_turn(p);
        zm_move m = list[zm_random(&seed, (uint32_t)n)];
        if (turn == ZM_CHANCE)
            m = zm_position_draw(p, &seed);
        else if (ply >= opening)
            wrong = choose(&side[turn == seat ? 0 : 1], p, &m, error);
        if (!wrong)
            wrong = zm_position_play(p, m, error);
    }
    if (p && !wrong)
        *payoff = zm_position_payoff(p, seat);
    if (p && !wrong && *payoff <= 0 && getenv("VERBOSE"))
        show_game(p, seat);
    for (int i = 0; i < 2; i++)
        player_free(side[i].player);
    zm_position_free(p);
    return p ? wrong : error->text;
}

int main(int argc, char *argv[])
{
    struct zm_error error;
    struct side side[2] = { 0 };
    int result[3] = { 0 }; /* lost, drawn, won */
    long long sum = 0;
    if (argc < 5)
        return fail("expected GAME PLAYER PLAYER GAMES [OPENING [SEED]]");
    const int games = atoi(argv[4]), opening = argc > 5 ? atoi(argv[5]) : 6;
    const uint64_t seed = argc > 6 ? strtoull(argv[6], NULL, 10) : 1;
    const struct zm_game *const game = zm_game_open(argv[1], NULL, &error);
    if (!game)
        return fail(error.text);
    for (int i = 0; i < 2; i++) {
        const char *const wrong = side_begin(&side[i], game, argv[2 + i], &error);
        if (wrong)
            return fail(wrong);
    }
    for (int i = 0; i < games; i++) {
        int payoff = 0;
        if (play(game, side, i % 2, opening, seed + (uint64_t)i / 2, &payoff, &error))
            return fail(error.text);
        result[payoff < 0 ? 0 : payoff > 0 ? 2 : 1]++;
        sum += payoff;
    }
    printf("%s: %s against %s: %d won, %d drawn, %d lost, %.1f %%, %+.2f points a game\n",
           game->name, side[0].name, side[1].name, result[2], result[1], result[0],
           (result[2] + 0.5 * result[1]) * 100.0 / games, (double)sum / games);
    for (int i = 0; i < 2; i++)
        free(side[i].weight);
    zm_game_close(game);
    return 0;
}
