/* othello_text.h -- moves and positions as text. Included by othello.c alone. */
#ifndef OTHELLO_TEXT_H
#define OTHELLO_TEXT_H

static void oth_show(const struct zm_state *s, struct zm_text *out)
{
    const int size = size_of(s);
    zm_print(out, " ");
    for (int column = 0; column < size; column++)
        zm_print(out, " %c", 'a' + column);
    for (int cell = 0; cell < size * size; cell++) {
        if (cell % size == 0)
            zm_print(out, "\n%d", cell / size + 1);
        zm_print(out, " %c", disc(s, cell, '.'));
    }
    zm_print(out, "\nX %d  O %d\n", discs(discs_of(s, 0)), discs(discs_of(s, 1)));
}

/* The column, and the row counted from the top: "f5"; or "pass". */
static void oth_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    if (m == PASS) {
        zm_print(out, "pass");
        return;
    }
    const int cell = cell_of(s, (int)m), size = size_of(s);
    zm_print(out, "%c%d", 'a' + cell % size, cell / size + 1);
}

/* Other ways to write a pass. */
static zm_move oth_read_move(const struct zm_state *s, const char *text)
{
    static const char *const pass[] = { "ps", "pa", "PS", "PA", "--" };
    (void)s;
    for (size_t i = 0; i < sizeof pass / sizeof *pass; i++)
        if (!strcmp(text, pass[i]))
            return PASS;
    return ZM_NO_MOVE;
}

/* The squares row by row, X, O and -, and who is to move: "---...OX...--- X". */
static void oth_write(const struct zm_state *s, struct zm_text *out)
{
    for (int cell = 0; cell < cells_of(s); cell++)
        zm_print(out, "%c", disc(s, cell, '-'));
    zm_print(out, " %c", s->turn == 1 ? 'O' : 'X');
}

/* What a character of a position means: a player, 2 for empty, 3 for nothing at all (rows
 * may be apart), -1 if it means nothing here. */
static int meaning(char c)
{
    static const char *const sign[] = { "Xx*Bb", "OoWw", "-._", " \t\r\n/" };
    for (int i = 0; c && i < 4; i++)
        if (strchr(sign[i], c))
            return i;
    return -1;
}

static const char *oth_read(struct zm_state *s, const char *text)
{
    uint64_t set[3] = { 0, 0, 0 };
    int cell = 0, next = -1;
    const int cells = cells_of(s);
    for (; *text && *text != ';'; text++) {
        const int what = meaning(*text);
        if (what < 0)
            return "only X, O and - for the squares, row by row, and then X or O for who moves";
        if (what == 3)
            continue;
        if (cell < cells)
            set[what] |= 1ULL << square_of(s, cell++);
        else if (next < 0 && what < 2)
            next = what;
        else
            return "more squares than the board has; expected then X or O for who moves";
    }
    if (cell < cells)
        return "fewer squares than the board has";
    if (next < 0)
        return "it does not say who moves; expected X or O after the squares";
    s->mover = set[next];
    s->other = set[!next];
    settle(s, next);
    return NULL;
}

#endif
