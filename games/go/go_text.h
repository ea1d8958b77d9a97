/* go_text.h -- positions and moves as text. */

static const char letters[] = "ABCDEFGHJKLMNOPQRST"; /* no I, which looks like 1 */

static char stone_at(const struct zm_state *s, int point)
{
    return bits_has(&s->stones[BLACK], point)   ? 'X'
           : bits_has(&s->stones[WHITE], point) ? 'O'
                                                : '.';
}

/* 0: a line without star points, 1: near the edge, 2: in the middle. */
static int star_line(int i, int n)
{
    const int edge = n >= 13 ? 3 : 2;
    return n < 7 ? 0 : i == edge || i + edge == n - 1 ? 1 : n % 2 == 1 && i == n / 2 ? 2 : 0;
}

/* Star points are in the corners and the middle, on large boards on the sides too. */
static bool is_star(const struct zm_state *s, int row, int column)
{
    const int a = star_line(row, s->rows), b = star_line(column, s->columns);
    return a && b && (a == b || (s->rows > 13 && s->columns > 13));
}

/* The last move stands in parentheses, star points are +. */
static void game_show(const struct zm_state *s, struct zm_text *out)
{
    for (int row = 0; row < s->rows; row++) {
        bool close = false;
        zm_print(out, "%2d", s->rows - row);
        for (int column = 0; column < s->columns; column++) {
            const int point = row * STRIDE + column;
            char c = stone_at(s, point);
            if (c == '.' && is_star(s, row, column))
                c = '+';
            zm_print(out, "%c%c", point == s->last ? '(' : close ? ')' : ' ', c);
            close = point == s->last;
        }
        zm_print(out, close ? ")\n" : "\n");
    }
    zm_print(out, "  ");
    for (int column = 0; column < s->columns; column++)
        zm_print(out, " %c", letters[column]);
    zm_print(out, "\n");
}

static void game_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    if (m == PASS)
        zm_print(out, "pass");
    else
        zm_print(out, "%c%d", letters[m % STRIDE], s->rows - (int)m / STRIDE);
}

/* ------------------------------------------------------------ one position -- */

/* "4X4/9/.. O D4 0 (D5)": the rows from the top, numbers for so many empty points; who moves,
 * X, O or - when the game is over; where it may not retake the ko, or -; how many passes came
 * last; and the last move, unless it was a pass or there was none. */
static void game_write(const struct zm_state *s, struct zm_text *out)
{
    for (int row = 0; row < s->rows; row++) {
        int empty = 0;
        for (int column = 0; column < s->columns; column++) {
            const char c = stone_at(s, row * STRIDE + column);
            if (c == '.') {
                empty++;
                continue;
            }
            if (empty)
                zm_print(out, "%d", empty);
            empty = 0;
            zm_print(out, "%c", c);
        }
        if (empty)
            zm_print(out, "%d", empty);
        zm_print(out, row + 1 < s->rows ? "/" : "");
    }
    zm_print(out, " %c ", s->turn == BLACK ? 'X' : s->turn == WHITE ? 'O' : '-');
    if (s->ko == NONE)
        zm_print(out, "-");
    else
        game_show_move(s, (zm_move)s->ko, out);
    zm_print(out, " %d", s->turn == ZM_OVER ? 2 : s->last == PASS);
    if (s->last < PASS) {
        zm_print(out, " (");
        game_show_move(s, (zm_move)s->last, out);
        zm_print(out, ")");
    }
}

static void skip_spaces(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static const char *read_row(struct zm_state *s, int row, const char **at)
{
    int column = 0;
    while (column < s->columns) {
        const char c = **at;
        int count = 1;
        if (c == 'X' || c == 'O' || c == '.')
            ++*at;
        else if (!zm_read_number(at, 1, 19, &count))
            return "expected X or O for stones, numbers or dots for empty points, row by row from "
                   "the top, '/' between them";
        if (column + count > s->columns)
            return "a row has more points than the board";
        if (c == 'X' || c == 'O') {
            const int point = row * STRIDE + column, colour = c == 'X' ? BLACK : WHITE;
            bits_flip(&s->stones[colour], point);
            s->hash ^= stone_key(colour, point);
        }
        column += count;
    }
    return NULL;
}

static const char *read_stones(struct zm_state *s, const char **at)
{
    s->stones[BLACK] = s->stones[WHITE] = (struct bits){ { 0 } };
    s->hash = 0;
    for (int row = 0; row < s->rows; row++) {
        if (row > 0 && *(*at)++ != '/')
            return "a row is too long or the last one is missing: expected '/' after each row but "
                   "the last";
        const char *const wrong = read_row(s, row, at);
        if (wrong)
            return wrong;
    }
    const struct bits empty = empty_of(s, board_of(s));
    for (int colour = 0; colour < 2; colour++) {
        const struct bits breathing =
            bits_flood(bits_and(s->stones[colour], bits_around(empty)), s->stones[colour]);
        if (!bits_same(breathing, s->stones[colour]))
            return "stones without a liberty";
    }
    return NULL;
}

/* A point such as D4. */
static bool read_point(const struct zm_state *s, const char **at, int *point)
{
    const char c = **at >= 'a' && **at <= 'z' ? (char)(**at - 'a' + 'A') : **at;
    const char *const column = c ? strchr(letters, c) : NULL;
    int row;
    if (!column || column - letters >= s->columns)
        return false;
    ++*at;
    if (!zm_read_number(at, 1, s->rows, &row))
        return false;
    *point = (s->rows - row) * STRIDE + (int)(column - letters);
    return true;
}

/* Is this a ko that the player to move may not retake: all around it stones of the other
 * colour, of which one stands alone and has no other liberty? */
static bool is_ko(const struct zm_state *s, int point)
{
    const struct bits board = board_of(s), empty = empty_of(s, board);
    const struct bits around = bits_and(bits_around(bits_of(point)), board);
    const struct bits theirs = s->stones[1 - s->turn];
    if (!bits_has(&empty, point) || bits_any(bits_without(around, theirs)))
        return false;
    int captured = 0;
    struct bits left = around;
    while (bits_any(left)) {
        const struct bits chain = bits_flood(bits_of(bits_first(left)), theirs);
        if (bits_count(bits_and(bits_around(chain), empty)) == 1)
            captured += bits_count(chain);
        left = bits_without(left, chain);
    }
    return captured == 1;
}

static const char *read_turn(struct zm_state *s, const char **at)
{
    const char c = **at;
    s->turn = BLACK;
    if (!c)
        return NULL;
    ++*at;
    s->turn = c == 'O' ? WHITE : c == '-' ? ZM_OVER : BLACK;
    return c == 'X' || c == 'O' || c == '-' ? NULL
                                            : "after the stones, X, O or - says who is to move";
}

static const char *read_ko(struct zm_state *s, const char **at)
{
    int ko;
    s->ko = NONE;
    if (!**at || **at == '-') {
        *at += **at == '-';
        return NULL;
    }
    if (!read_point(s, at, &ko) || s->turn == ZM_OVER || !is_ko(s, ko))
        return "after who is to move, - or the point of a ko that may not be retaken";
    s->ko = (int16_t)ko;
    return NULL;
}

static const char *read_passes(struct zm_state *s, const char **at)
{
    int passes = s->turn == ZM_OVER ? 2 : 0;
    if (**at && !zm_read_number(at, 0, 2, &passes))
        return "after the ko, the number of passes: 0, 1 or, when the game is over, 2";
    if ((passes == 2) != (s->turn == ZM_OVER) || (passes && s->ko != NONE))
        return "two passes end the game, one ends the ko";
    s->last = passes ? PASS : NONE;
    return NULL;
}

/* A stone of the player who has moved, or nothing where it may have taken itself off. */
static const char *read_last(struct zm_state *s, const char **at)
{
    int last;
    if (!**at)
        return NULL;
    if (*(*at)++ != '(' || s->last == PASS || !read_point(s, at, &last) || *(*at)++ != ')')
        return "after the passes, the last move in parentheses, or nothing";
    const char c = stone_at(s, last);
    if (c != (s->turn == BLACK ? 'O' : 'X') && !(c == '.' && s->suicide && s->ko == NONE))
        return "the last move must be a stone of the player who made it";
    s->last = (int16_t)last;
    return NULL;
}

static const char *game_read(struct zm_state *s, const char *text)
{
    static const char *(*const part[])(struct zm_state *, const char **) = {
        read_stones, read_turn, read_ko, read_passes, read_last,
    };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        skip_spaces(&text);
        const char *const wrong = part[i](s, &text);
        if (wrong)
            return wrong;
    }
    skip_spaces(&text);
    return *text ? "more follows the position" : NULL;
}
