#include "server/board.h"

#include "base/json.h"

#include "game/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t cells_of(const struct zm_game *game)
{
    return game->cells && game->grid.rows > 0 && game->grid.columns > 0
               ? (size_t)game->grid.rows * (size_t)game->grid.columns
               : 0;
}

/* The letters, of which a plug-in may write anything: only what can be printed is told. */
static char *read_cells(const struct zm_game *game, const struct zm_state *s, int viewer)
{
    const size_t count = cells_of(game);
    char *const cell = calloc(count + 1, 1);
    if (!cell)
        return NULL;
    game->cells(s, viewer, cell);
    for (size_t i = 0; i < count; i++)
        if (!isgraph((unsigned char)cell[i]))
            cell[i] = '?';
    return cell;
}

void board_clicks(struct json *j, const char *key, const struct zm_game *game,
                  const struct zm_state *s, zm_move m)
{
    uint16_t cell[ZM_MAX_CLICKS];
    const int n = game->clicks && cells_of(game) ? game->clicks(s, m, cell) : 0;
    json_array(j, key);
    for (int i = 0; i < n && i < ZM_MAX_CLICKS; i++)
        json_integer(j, NULL, cell[i]);
    json_end_array(j);
}

void board_choice(struct json *j, const char *key, const struct zm_position *p, zm_move m)
{
    char text[MOVE_TEXT];
    zm_position_show_move(p, m, text, sizeof text);
    json_object(j, key);
    json_text(j, "move", text);
    board_clicks(j, "cells", zm_position_game(p), zm_position_state(p), m);
    json_end_object(j);
}

void board_line(struct json *j, const char *key, const struct zm_position *p, const zm_move line[],
                int length)
{
    struct zm_error error;
    struct zm_position *const walk = length > 0 ? zm_position_copy(p, &error) : NULL;
    json_array(j, key);
    for (int i = 0; walk && i < length; i++) {
        char text[MOVE_TEXT];
        if (zm_position_turn(walk) == ZM_OVER || !zm_position_legal(walk, line[i]))
            break;
        zm_position_show_move(walk, line[i], text, sizeof text);
        json_text(j, NULL, text);
        if (zm_position_play(walk, line[i], &error))
            break;
    }
    json_end_array(j);
    zm_position_free(walk);
}

/* Text of any length that the game writes. */
static void write_text(struct json *j, const char *key, const struct zm_game *game,
                       const struct zm_state *s, int viewer)
{
    const bool view = (game->flags & ZM_HIDDEN) && viewer >= 0;
    struct zm_text size = { NULL, 0, 0 };
    if (view)
        game->view(s, viewer, &size);
    else
        game->show(s, &size);
    char *const text = calloc(size.length + 1, 1);
    struct zm_text t = { text, size.length + 1, 0 };
    if (text && view)
        game->view(s, viewer, &t);
    else if (text)
        game->show(s, &t);
    json_text(j, key, text ? text : "");
    free(text);
}

static void write_changed(struct json *j, const struct zm_game *game, const char *now,
                          const struct zm_position *p, int ply, int viewer)
{
    char *const before =
        now && ply > 0 ? read_cells(game, position_state_at(p, ply - 1), viewer) : NULL;
    json_array(j, "changed");
    for (size_t i = 0; before && now[i]; i++)
        if (before[i] != now[i])
            json_count(j, NULL, i);
    json_end_array(j);
    free(before);
}

void board_write(struct json *j, const char *key, const struct zm_position *p, int ply, int viewer)
{
    const struct zm_game *const game = zm_position_game(p);
    const struct zm_state *const s = position_state_at(p, ply);
    const bool sees = viewer != BOARD_NOBODY;
    char *const cell = cells_of(game) > 0 && sees ? read_cells(game, s, viewer) : NULL;
    json_object(j, key);
    json_integer(j, "ply", ply);
    json_integer(j, "turn", ply == zm_position_plies(p) ? zm_position_turn(p) : game->turn(s));
    if (cell)
        json_text(j, "cells", cell);
    else
        json_null(j, "cells");
    if (sees)
        write_text(j, "text", game, s, viewer);
    else
        json_text(j, "text", "");
    if (ply > 0 && sees && !((game->flags & ZM_HIDDEN) && viewer >= 0)) {
        board_clicks(j, "last", game, position_state_at(p, ply - 1),
                     zm_position_played(p, ply - 1));
    } else {
        json_array(j, "last");
        json_end_array(j);
    }
    write_changed(j, game, cell, p, ply, viewer);
    json_end_object(j);
    free(cell);
}

/* --------------------------------------------------------------------- marks -- */

/* The letter that a move puts on an empty cell if it empties none, else 0. */
static char mark_of(const struct zm_game *game, const struct zm_state *before,
                    const struct zm_state *after)
{
    char *const a = read_cells(game, before, -1), *const b = read_cells(game, after, -1);
    char mark = '\0';
    int put = 0, emptied = 0;
    for (size_t i = 0; a && b && a[i]; i++)
        if (a[i] != b[i]) {
            emptied += b[i] == '.';
            if (a[i] == '.') {
                put++;
                mark = b[i];
            }
        }
    free(a);
    free(b);
    return put == 1 && emptied == 0 && isalpha((unsigned char)mark) ? mark : '\0';
}

/* Let each player move once on a board of its own and see. */
bool board_marks(const struct zm_game *game, char mark[ZM_MAX_PLAYERS])
{
    struct zm_error error;
    struct zm_position *const p =
        cells_of(game) > 0 && !(game->flags & ZM_HIDDEN) ? zm_position_new(game, &error) : NULL;
    bool found = p != NULL;
    memset(mark, 0, ZM_MAX_PLAYERS);
    for (int i = 0; found && i < game->players; i++) {
        const zm_move *list;
        const int turn = zm_position_turn(p);
        found =
            turn >= 0 && zm_position_moves(p, &list) > 0 && !zm_position_play(p, list[0], &error);
        const int ply = zm_position_plies(p);
        if (found)
            mark[turn] = mark_of(game, position_state_at(p, ply - 1), position_state_at(p, ply));
    }
    zm_position_free(p);
    for (int i = 0; i < game->players; i++)
        found = found && mark[i];
    return found;
}
