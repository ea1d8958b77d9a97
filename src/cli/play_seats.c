/* play_seats.c -- who sits where. */
#include "base/sentence.h"
#include "cli/play.h"
#include "match/level.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int play_people(const struct play *play)
{
    int people = 0;
    for (int i = 0; i < play->game->players; i++)
        people += play_is_person(play, i);
    return people;
}

bool play_is_person(const struct play *play, int player)
{
    return player_is_human(play->player[player]);
}

const char *play_name(const struct play *play, int player)
{
    static char text[24];
    if (play->mark[player])
        snprintf(text, sizeof text, "%c", play->mark[player]);
    else
        snprintf(text, sizeof text, "player %d", player + 1);
    return text;
}

/* The letter that m puts on the board if this is all it does, else 0. */
static char mark_of(const struct zm_position *before, const struct zm_position *after)
{
    enum { CELLS = 256 * 256 };
    const struct zm_game *const game = zm_position_game(before);
    const size_t cells = (size_t)game->grid.rows * (size_t)game->grid.columns;
    char *const cell = calloc(2, CELLS);
    char mark = '\0';
    int changes = 0;
    if (!cell)
        return '\0';
    game->cells(zm_position_state(before), -1, cell);
    game->cells(zm_position_state(after), -1, cell + CELLS);
    for (size_t i = 0; i < cells; i++)
        if (cell[i] != cell[CELLS + i]) {
            changes++;
            mark = cell[i] == '.' ? cell[CELLS + i] : '\0';
        }
    free(cell);
    return changes == 1 && isalpha((unsigned char)mark) ? mark : '\0';
}

/* In games of placing marks, a player is best called by the mark: let each of them move
 * once on a board of its own and see. */
static void find_marks(struct play *play)
{
    struct zm_error error;
    struct zm_position *p = zm_position_new(play->game, &error), *before = NULL;
    memset(play->mark, 0, sizeof play->mark);
    for (int i = 0; p && play->game->cells && i < play->game->players; i++) {
        const zm_move *list;
        const int turn = zm_position_turn(p);
        if (turn < 0 || zm_position_moves(p, &list) == 0)
            break;
        const zm_move m = list[0];
        before = zm_position_copy(p, &error);
        if (!before || zm_position_play(p, m, &error))
            break;
        play->mark[turn] = mark_of(before, p);
        zm_position_free(before);
        before = NULL;
    }
    zm_position_free(before);
    zm_position_free(p);
    for (int i = 0; i < play->game->players; i++)
        if (!play->mark[i])
            memset(play->mark, 0, sizeof play->mark);
}

/* Sit down in seat i. The record of the game knows, too. */
static const char *sit(struct play *play, int i, const char *spec, struct zm_error *error)
{
    struct player *const player =
        player_new(play->game, spec, zm_mix(play->seed + (uint64_t)i), error);
    if (!player)
        return error->text;
    if (!zm_position_set_seat(play->position, i, spec)) {
        player_free(player);
        return sentence(error, "%s", out_of_memory);
    }
    player_use_book(player, play->book);
    player_free(play->player[i]);
    play->player[i] = player;
    return NULL;
}

const char *play_seat(struct play *play, const char *const spec[], struct zm_error *error)
{
    char friendly[16];
    bool person = false;
    snprintf(friendly, sizeof friendly, "level:%d", FRIENDLY_LEVEL);
    for (int i = 0; i < play->game->players; i++)
        person = person || (spec[i] && !strcmp(spec[i], "human"));
    for (int i = 0; i < play->game->players; i++) {
        const char *const who = spec[i] ? spec[i] : person ? friendly : "human";
        person = person || !spec[i];
        if (sit(play, i, who, error))
            return error->text;
    }
    find_marks(play);
    return NULL;
}

const char *play_level(struct play *play, const char *number, struct zm_error *error)
{
    char spec[64];
    if (play_people(play) == play->game->players)
        return sentence(error, "no seat is played by a computer");
    snprintf(spec, sizeof spec, "level:%s", *number ? number : "?");
    for (int i = 0; i < play->game->players; i++)
        if (!play_is_person(play, i) && sit(play, i, spec, error))
            return error->text;
    return NULL;
}

/* Everybody moves on by one seat; two players change places. */
const char *play_swap(struct play *play, struct zm_error *error)
{
    const int players = play->game->players;
    struct player *const last = play->player[players - 1];
    memmove(play->player + 1, play->player, (size_t)(players - 1) * sizeof *play->player);
    play->player[0] = last;
    for (int i = 0; i < players; i++)
        if (!zm_position_set_seat(play->position, i, player_spec(play->player[i])))
            return sentence(error, "%s", out_of_memory);
    return NULL;
}

void play_release(struct play *play)
{
    for (int i = 0; i < ZM_MAX_PLAYERS; i++) {
        player_free(play->player[i]);
        play->player[i] = NULL;
    }
    zm_book_close(play->book);
    zm_position_free(play->position);
    zm_game_close(play->game);
    play->book = NULL;
    play->position = NULL;
    play->game = NULL;
}
