/* gtp_score.c -- how a game ends: the score, and which stones are dead.
 *
 * The rules of Go in the library know no dead stones: what is on the board counts. People and
 * other programs pass before they have captured them all, so here those stones go first that
 * belong to the other side at the end of most playouts. */
#include "protocol/gtp.h"

#include "base/sentence.h"
#include "match/ownership.h"
#include "notation/sgf.h"

#include <stdlib.h>
#include <string.h>

/* B+3, W+3 or 0; with more players what each gets. */
static const char *score_of(const struct zm_position *p, struct zm_text *out,
                            struct zm_error *error)
{
    const int players = zm_position_game(p)->players;
    if (zm_position_turn(p) != ZM_OVER)
        return sentence(error, "cannot score: the game is not over");
    if (players == 2)
        sgf_result(p, out);
    else
        for (int i = 0; i < players; i++)
            zm_print(out, "%s%+d", i ? " " : "", zm_position_payoff(p, i));
    return NULL;
}

const char *gtp_final_score(struct gtp *gtp, const char *at, struct zm_text *out,
                            struct zm_error *error)
{
    (void)at;
    const struct session *const s = gtp->session;
    char cell[OWNERSHIP_CELLS];
    if (!gtp_is_go(gtp) || !ownership_clean(s->position, s->setup.seed, cell, NULL))
        return score_of(s->position, out, error);
    struct zm_position *const p = zm_position_copy(s->position, error);
    const char *wrong = p ? sgf_set_up(p, cell, ZM_OVER, error) : error->text;
    if (!wrong)
        wrong = score_of(p, out, error);
    zm_position_free(p);
    return wrong;
}

/* The name of the point of a cell, as the move there would be called on an empty board. */
static void print_point(const struct zm_game *game, const struct zm_position *empty, int cell,
                        struct zm_text *out)
{
    const zm_move *list;
    const int n = zm_position_moves(empty, &list);
    for (int i = 0; i < n; i++) {
        uint16_t click[ZM_MAX_CLICKS];
        char word[16];
        if (game->clicks(zm_position_state(empty), list[i], click) != 1 || click[0] != cell)
            continue;
        zm_position_show_move(empty, list[i], word, sizeof word);
        zm_print(out, "%s", word);
        return;
    }
}

/* A chain in a line, as the draft has it. */
static void print_chains(const struct zm_game *game, const struct zm_position *empty,
                         const char cell[], struct zm_text *out)
{
    int chain[OWNERSHIP_CELLS];
    const int chains = ownership_chains(&game->grid, cell, chain);
    for (int c = 0; c < chains; c++) {
        bool first = true;
        zm_print(out, "%s", c > 0 ? "\n" : "");
        for (int i = 0; i < game->grid.rows * game->grid.columns; i++) {
            if (chain[i] != c)
                continue;
            zm_print(out, "%s", first ? "" : " ");
            print_point(game, empty, i, out);
            first = false;
        }
    }
}

/* alive, dead or seki: stones that live together are not told from others that live. */
const char *gtp_final_status(struct gtp *gtp, const char *at, struct zm_text *out,
                             struct zm_error *error)
{
    const struct session *const s = gtp->session;
    char word[16], alive[OWNERSHIP_CELLS], dead[OWNERSHIP_CELLS];
    word_next(&at, word, sizeof word);
    const bool wants_dead = !strcmp(word, "dead"), wants_alive = !strcmp(word, "alive");
    if (!wants_dead && !wants_alive && strcmp(word, "seki") != 0)
        return gtp_syntax_error;
    if (!gtp_is_go(gtp) || !ownership_clean(s->position, s->setup.seed, alive, dead))
        return sentence(error, "%s has no stones that could be dead", s->game->name);
    struct zm_position *const empty = zm_position_new(s->game, error);
    if (!empty)
        return error->text;
    if (wants_dead || wants_alive)
        print_chains(s->game, empty, wants_dead ? dead : alive, out);
    zm_position_free(empty);
    return NULL;
}
