/* nboard_game.c -- a game in GGF, the Generic Game Format of GGS (Buro 1998), on one line:
 *
 *     (;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---...OX...--- *]B[F5/1.2/3]W[PA];)
 *
 * Of the properties only those that make the position are read: BO, the board at the
 * beginning with its size and who moves, and the moves B and W with what else is told about
 * them behind slashes. */
#include "protocol/nboard.h"

#include "base/sentence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct property {
    char name[8];
    char value[512];
};

/* The next NAME[VALUE]; false: there is none. */
static bool next_property(const char **at, struct property *property)
{
    const char *const open = strchr(*at, '['), *const close = open ? strchr(open, ']') : NULL;
    const char *name = open;
    if (!close)
        return false;
    while (name > *at && isupper((unsigned char)name[-1]))
        name--;
    snprintf(property->name, sizeof property->name, "%.*s",
             (int)(open - name < 7 ? open - name : 7), name);
    const size_t length = (size_t)(close - open - 1);
    snprintf(property->value, sizeof property->value, "%.*s",
             (int)(length < sizeof property->value ? length : sizeof property->value - 1),
             open + 1);
    *at = close + 1;
    return true;
}

/* "8 " and the board. */
static const char *read_board(struct session *s, const char *value, struct zm_error *error)
{
    char word[8], options[32];
    long long size;
    word_next(&value, word, sizeof word);
    if (!word_number(word, 1, 99, &size))
        return sentence(error, "BO[%.40s]: expected the size of the board first", word);
    snprintf(options, sizeof options, "size=%lld", size);
    if (s->game->grid.rows != size && session_reopen(s, options, error))
        return error->text;
    return zm_position_read(s->position, value, error);
}

static const char *read_move(struct zm_position *p, const struct property *move, int number,
                             struct zm_error *error)
{
    struct zm_error reason;
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(move->value, "/ "), move->value);
    const int player = move->name[0] == 'W';
    if (zm_position_turn(p) == !player)
        session_pass(p);
    if (zm_position_turn(p) != player)
        return sentence(error, "move %d of the game: it is not the turn of %s", number,
                        player ? "white" : "black");
    const zm_move m = zm_position_read_move(p, word, &reason);
    if (m == ZM_NO_MOVE || zm_position_play(p, m, &reason))
        return sentence(error, "move %d of the game: %.900s", number, reason.text);
    return NULL;
}

const char *nboard_read_game(struct session *s, const char *text, struct zm_error *error)
{
    static const char unlike[] = "expected a game in GGF: (;GM[Othello]...BO[...]...;)";
    struct property property;
    int moves = 0;
    bool board = false;
    const char *const end = strrchr(text, ';');
    if (!end || end[1] != ')')
        return sentence(error, "%s", unlike);
    for (const char *at = text; next_property(&at, &property);) {
        const char *wrong = NULL;
        if (!strcmp(property.name, "GM") && strcmp(property.value, "Othello") != 0)
            wrong = sentence(error, "GM[%.40s]: expected Othello", property.value);
        else if (!strcmp(property.name, "BO"))
            wrong = board ? sentence(error, "there are two boards BO[...]")
                          : (board = true, read_board(s, property.value, error));
        else if (!strcmp(property.name, "B") || !strcmp(property.name, "W"))
            wrong = board ? read_move(s->position, &property, ++moves, error)
                          : sentence(error, "a move comes before the board BO[...]");
        if (wrong)
            return wrong;
    }
    return board ? NULL : sentence(error, "%s", unlike);
}
