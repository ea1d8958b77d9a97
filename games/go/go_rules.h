/* go_rules.h -- the position and the rules.
 *
 * A position is two sets of stones and little more: 56 bytes up to 9x9. It holds nothing that
 * depends on how it came about, except the last move, so that positions compare byte by byte
 * and turn with the board. Chains are found when they are needed, by flooding; where many moves
 * are played on, in playouts, go_board.h keeps them up to date.
 *
 * Invariants: both colours apart and on the board; every chain has a liberty; `ko` is NONE
 * unless the last move took a ko; once the game is over turn is ZM_OVER and last is PASS. */

enum { BLACK, WHITE };
enum { PASS = LINES * STRIDE, NONE = PASS + 1 };
enum superko { POSITIONAL, SITUATIONAL, SIMPLE_KO };
enum { DEFAULT_SIZE = 9 };

struct zm_state {
    struct bits stones[2];
    uint64_t hash; /* of the stones                                          */
    int16_t ko;    /* where the player to move may not retake; NONE: nowhere */
    int16_t last;  /* the move before: a point, PASS or NONE                 */
    int16_t komi;  /* what White gets, in payoff units                       */
    int16_t turn;  /* BLACK, WHITE or ZM_OVER                                */
    uint8_t rows, columns;
    uint8_t superko;
    uint8_t suicide;
    uint8_t unit; /* payoff units in one point: 1 or, with half a point of komi, 2 */
};

static inline struct bits board_of(const struct zm_state *s)
{
    const uint64_t row = (1ULL << s->columns) - 1;
    struct bits all = { { 0 } };
    for (int r = 0; r < s->rows; r++) {
        const int at = r * STRIDE;
        all.word[at / 64] |= row << at % 64;
        if (at % 64 + s->columns > 64)
            all.word[at / 64 + 1] |= row >> (64 - at % 64);
    }
    return all;
}

static inline uint64_t stone_key(int colour, int point)
{
    return zm_mix((uint64_t)(2 * point + colour + 1) * 0x9E3779B97F4A7C15ULL);
}

static inline struct bits empty_of(const struct zm_state *s, struct bits board)
{
    return bits_without(board, bits_or(s->stones[BLACK], s->stones[WHITE]));
}

/* ---------------------------------------------------------------- options -- */

static const char *read_size(struct zm_state *s, const char *value)
{
    const char *at = value;
    int columns, rows;
    bool fine = zm_read_number(&at, 1, 19, &columns);
    rows = columns;
    if (fine && *at == 'x') {
        at++;
        fine = zm_read_number(&at, 1, 19, &rows);
    }
    if (!fine || *at)
        return "size= is a number from 1 to 19, or columns x rows, as in size=9 or size=5x6";
    s->columns = (uint8_t)columns;
    s->rows = (uint8_t)rows;
    return NULL;
}

/* Komi in half points. */
static const char *read_komi(const char *value, int *komi)
{
    const char *at = value;
    const bool less = *at == '-';
    int points;
    at += less;
    bool fine = zm_read_number(&at, 0, 999, &points), half = false;
    if (fine && *at == '.') {
        half = at[1] == '5';
        fine = half || at[1] == '0';
        at += 2;
    }
    if (!fine || *at)
        return "komi= is a number of points from -999 to 999, halves too, as in komi=7.5";
    *komi = (2 * points + half) * (less ? -1 : 1);
    return NULL;
}

/* Handicap stones stand where the Go Text Protocol wants them (fixed_handicap): on the third
 * line, or the fourth from 13 lines on, in the corners first. */
static int most_handicap(const struct zm_state *s)
{
    const int least = s->rows < s->columns ? s->rows : s->columns;
    if (least < 7)
        return 0;
    return least < 9 || s->rows % 2 == 0 || s->columns % 2 == 0 ? 4 : 9;
}

static void place_handicap(struct zm_state *s, int stones)
{
    /* Corners, left and right, bottom and top: 0 near the bottom or left, 2 near the top or
     * right. An odd number above 4 has one in the middle. */
    static const uint8_t row[] = { 0, 2, 2, 0, 1, 1, 0, 2 };
    static const uint8_t column[] = { 0, 2, 0, 2, 0, 2, 1, 1 };
    const int low_row = s->rows >= 13 ? 3 : 2, low_column = s->columns >= 13 ? 3 : 2;
    const int rows[] = { s->rows - 1 - low_row, s->rows / 2, low_row };
    const int columns[] = { low_column, s->columns / 2, s->columns - 1 - low_column };
    const bool middle = stones > 4 && stones % 2 == 1;
    for (int i = 0; i < stones; i++) {
        const bool last = middle && i == stones - 1;
        const int point = rows[last ? 1 : row[i]] * STRIDE + columns[last ? 1 : column[i]];
        bits_flip(&s->stones[BLACK], point);
        s->hash ^= stone_key(BLACK, point);
    }
}

static const char *read_options(struct zm_state *s, const char *options, int *stones)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    int komi = INT_MIN, handicap = 0;
    s->rows = s->columns = DEFAULT_SIZE;
    while (zm_next_option(&options, name, value)) {
        const char *at = value, *wrong = NULL;
        if (!strcmp(name, "size"))
            wrong = read_size(s, value);
        else if (!strcmp(name, "komi"))
            wrong = read_komi(value, &komi);
        else if (!strcmp(name, "superko")) {
            if (!strcmp(value, "positional"))
                s->superko = POSITIONAL;
            else if (!strcmp(value, "situational"))
                s->superko = SITUATIONAL;
            else if (!strcmp(value, "none"))
                s->superko = SIMPLE_KO;
            else
                wrong = "superko= is positional, situational or none (the simple ko alone)";
        } else if (!strcmp(name, "suicide")) {
            s->suicide = !strcmp(value, "yes");
            if (!s->suicide && strcmp(value, "no") != 0)
                wrong = "suicide= is yes or no";
        } else if (!strcmp(name, "handicap")) {
            if (!zm_read_number(&at, 0, 9, &handicap) || *at || handicap == 1)
                wrong = "handicap= is 0 or a number of stones from 2 to 9";
        } else {
            wrong = "the options are size=, komi=, superko=, suicide= and handicap=, as in "
                    "size=9 komi=7.5 superko=positional suicide=no handicap=0";
        }
        if (wrong)
            return wrong;
    }
    if (handicap > most_handicap(s))
        return "handicap= is too high: boards of odd sizes from 9 on have 9 fixed places, other "
               "boards from 7 on have 4, smaller ones none";
    if (komi == INT_MIN)
        komi = handicap ? 1 : s->rows < 7 || s->columns < 7 ? 0 : 15;
    s->unit = komi % 2 == 0 ? 1 : 2;
    s->komi = (int16_t)(s->unit == 1 ? komi / 2 : komi);
    *stones = handicap;
    return NULL;
}

static const char *game_start(struct zm_state *s, const char *options)
{
    int handicap;
    const char *const wrong = read_options(s, options, &handicap);
    if (wrong)
        return wrong;
    place_handicap(s, handicap);
    s->ko = s->last = NONE;
    s->turn = handicap ? WHITE : BLACK;
    return NULL;
}

/* ------------------------------------------------------------------ rules -- */

static int game_turn(const struct zm_state *s)
{
    return s->turn;
}

/* Where the player to move may put a stone. Next to an empty point always. Elsewhere the stone
 * needs a friend with another liberty, or a victim without one, or suicide must be allowed. The
 * suicide of a single stone changes nothing: where no superko forbids what has been, it is not
 * allowed. */
GO_APART struct bits legal_points(const struct zm_state *s)
{
    const int me = s->turn;
    const struct bits board = board_of(s), empty = empty_of(s, board);
    struct bits legal = bits_and(empty, bits_around(empty));
    const struct bits tight = bits_without(empty, legal);
    for (int colour = 0; colour < 2 && bits_any(tight); colour++) {
        struct bits left = bits_and(s->stones[colour], bits_around(tight));
        while (bits_any(left)) {
            const struct bits chain = bits_flood(bits_of(bits_first(left)), s->stones[colour]);
            const struct bits liberties = bits_and(bits_around(chain), empty);
            if (colour == me ? s->suicide || bits_count(liberties) > 1 : bits_count(liberties) == 1)
                legal = bits_or(legal, bits_and(liberties, tight));
            left = bits_without(left, chain);
        }
    }
    if (s->suicide && s->superko != SIMPLE_KO)
        legal = empty;
    if (s->ko != NONE)
        legal = bits_without(legal, bits_of(s->ko));
    return legal;
}

/* The pass comes last: superko never forbids it. */
static int game_moves(const struct zm_state *s, zm_move list[])
{
    struct bits left = legal_points(s);
    int n = 0;
    while (bits_any(left))
        list[n++] = (zm_move)bits_take(&left);
    list[n++] = PASS;
    return n;
}

static bool game_legal(const struct zm_state *s, zm_move m)
{
    if (m >= PASS)
        return m == PASS;
    const struct bits legal = legal_points(s);
    return bits_has(&legal, (int)m);
}

static inline void take_off(struct zm_state *s, int colour, struct bits dead)
{
    s->stones[colour] = bits_without(s->stones[colour], dead);
    while (bits_any(dead))
        s->hash ^= stone_key(colour, bits_take(&dead));
}

/* The stone at `point` is on the board: take off what it captures, or itself. */
GO_APART void capture(struct zm_state *s, int point, int me)
{
    const struct bits board = board_of(s), stone = bits_of(point), around = bits_around(stone);
    struct bits left = bits_and(around, s->stones[1 - me]), dead = { { 0 } };
    struct bits empty = empty_of(s, board);
    while (bits_any(left)) {
        const struct bits chain = bits_flood(bits_of(bits_first(left)), s->stones[1 - me]);
        if (!bits_meet(bits_around(chain), empty))
            dead = bits_or(dead, chain);
        left = bits_without(left, chain);
    }
    if (bits_any(dead)) {
        take_off(s, 1 - me, dead);
        if (bits_count(dead) == 1 && !bits_meet(around, bits_or(s->stones[me], empty)))
            s->ko = (int16_t)bits_first(dead);
    } else if (!bits_meet(around, empty)) {
        const struct bits chain = bits_flood(stone, s->stones[me]);
        if (!bits_meet(bits_around(chain), empty))
            take_off(s, me, chain);
    }
}

static void game_play(struct zm_state *s, zm_move m)
{
    const int me = s->turn;
    s->ko = NONE;
    s->turn = (int16_t)(1 - me);
    if (m == PASS) {
        if (s->last == PASS)
            s->turn = ZM_OVER;
    } else {
        bits_flip(&s->stones[me], (int)m);
        s->hash ^= stone_key(me, (int)m);
        capture(s, (int)m, me);
    }
    s->last = (int16_t)m;
}

/* What belongs to each colour: its stones and the empty regions that touch no other. */
GO_APART void areas(const struct zm_state *s, struct bits area[2])
{
    const struct bits empty = empty_of(s, board_of(s));
    struct bits reach[2];
    for (int colour = 0; colour < 2; colour++) {
        const struct bits next = bits_and(bits_around(s->stones[colour]), empty);
        reach[colour] = bits_flood(next, empty);
    }
    for (int colour = 0; colour < 2; colour++)
        area[colour] = bits_or(s->stones[colour], bits_without(reach[colour], reach[1 - colour]));
}

static int game_payoff(const struct zm_state *s, int player)
{
    struct bits area[2];
    areas(s, area);
    const int black = s->unit * (bits_count(area[BLACK]) - bits_count(area[WHITE])) - s->komi;
    return player == BLACK ? black : -black;
}

static uint64_t game_key(const struct zm_state *s)
{
    return zm_mix(s->hash + (uint64_t)(s->ko * 4 + (s->turn + 2) + (s->last == PASS ? 4096 : 0)));
}

/* Superko is about the stones, or about the stones and who moves. */
static uint64_t game_repeat_key(const struct zm_state *s)
{
    return s->superko == SITUATIONAL && s->turn == WHITE ? ~s->hash : s->hash;
}
