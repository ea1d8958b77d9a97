/* gomoku_threats.h -- which moves force, which moves answer, and what is certain.
 *
 * Three facts, each true whatever else is on the board, carry all of it:
 *
 *  1. Who moves and has a cell that WINS, wins.
 *  2. Else, if the other has one, it must be taken; two such cells are one too many.
 *  3. Else, who moves and has a cell of TWO_FIVES wins: the stone there makes two cells that
 *     win, the other has none, and can take only one of them.
 *
 * So a player who moves at a time when the other would win by 3 must
 *  - make a four (whatever makes none leaves 3 as it is, unless it)
 *  - spoils every such cell: takes it, or takes one of the cells that it counts on.
 * No other move can be of use. A stone changes nothing for the other's cells but in the
 * lines through it, and there it only takes away. */

/* Visit the empty cells where `colour` has at least this level and at most that. */
#define FOR_LEVELS(s, cell, colour, least, most)                                                   \
    for (int cell = 0; cell < (s)->cells; cell++)                                                  \
        if ((s)->level[colour][cell] >= (least) && (s)->level[colour][cell] <= (most))

static inline int count_levels(const struct zm_state *s, int colour, int least, int most)
{
    int n = 0;
    for (int level = least; level <= most; level++)
        n += s->levels[colour][level];
    return n;
}

/* Append the cells of these levels, the highest first. */
static inline int list_levels(const struct zm_state *s, int colour, int least, int most,
                              zm_move list[])
{
    int n = 0;
    for (int level = most; level >= least; level--) {
        int left = s->levels[colour][level];
        for (int cell = 0; left; cell++)
            if (s->level[colour][cell] == level) {
                list[n++] = (zm_move)cell;
                left--;
            }
    }
    return n;
}

/* ---------------------------------------------------------------- spoiling -- */

struct cells {
    uint64_t word[(MOST_CELLS + 63) / 64];
};

static inline void cells_add(struct cells *set, int cell)
{
    set->word[cell / 64] |= 1ULL << cell % 64;
}

static inline bool cells_have(const struct cells *set, int cell)
{
    return set->word[cell / 64] >> cell % 64 & 1;
}

/* The cells on which a stone of the other makes of `cell`, which is of TWO_FIVES for
 * `colour`, something less. Only the directions that make a four can matter. */
static inline struct cells spoilers(const struct zm_state *s, int cell, int colour)
{
    struct cells set = { { 0 } };
    const int reach = reach_of(s);
    const unsigned code = code_of(s->classes[cell], colour);
    cells_add(&set, cell);
    for (int d = 0; d < DIRECTIONS; d++) {
        const unsigned class = code >> 4 * d & 15;
        if (class < FOUR || class > OPEN_FOUR)
            continue;
        const struct place p = place_of(s, cell, d);
        const uint64_t line = s->line[d][p.index];
        for (int at = p.at - NEAR; at <= p.at + NEAR; at++) {
            if (at < 0 || at >= s->size || at == p.at || !empty_at(line, at))
                continue;
            const uint64_t with = line | (uint64_t)(2 - colour) << 2 * (at + FAR);
            const unsigned now = classes_of_window(s, window_of(with, p.at, reach));
            const unsigned changed = (code & ~(15u << 4 * d)) | (now >> 4 * colour & 15) << 4 * d;
            if (level_of_code(s, changed, colour) != TWO_FIVES)
                cells_add(&set, cell + (at - p.at) * p.step);
        }
    }
    return set;
}

/* The moves of `me` that may help against the other's cells of TWO_FIVES. */
static inline int list_answers(const struct zm_state *s, int me, zm_move list[])
{
    struct cells all;
    memset(&all, 0xFF, sizeof all);
    FOR_LEVELS(s, cell, 1 - me, TWO_FIVES, TWO_FIVES)
    {
        const struct cells one = spoilers(s, cell, 1 - me);
        for (size_t i = 0; i < sizeof all.word / sizeof *all.word; i++)
            all.word[i] &= one.word[i];
    }
    const int fours = list_levels(s, me, A_FOUR, FOUR_AND_OPEN_THREE, list);
    int n = fours;
    for (size_t i = 0; 64 * (int)i < s->cells; i++)
        for (uint64_t rest = all.word[i]; rest; rest &= rest - 1) {
            const int cell = 64 * (int)i + __builtin_ctzll(rest);
            const int level = cell < s->cells ? s->level[me][cell] : FORBIDDEN;
            if (level != FORBIDDEN && level < A_FOUR)
                list[n++] = (zm_move)cell;
        }
    return n;
}

/* ----------------------------------------------------------------- ordering -- */

/* How soon a move is worth a look, by what it makes and what it prevents. */
static const uint8_t promise_of_own[LEVELS] = { 0,  0,  2,  6,  10, 7,  13, 15,
                                                18, 22, 32, 16, 24, 45, 60, 120 };
static const uint8_t promise_of_other[LEVELS] = { 0,  3,  1,  4,  7,  5,  10, 12,
                                                  14, 17, 26, 11, 19, 36, 52, 110 };
enum { PROMISES = 120 + 110 + 1 };

/* The empty cells of a row, one bit in two, FAR cells further on as in the line. */
static inline uint64_t empty_cells(const struct zm_state *s, int row)
{
    const uint64_t line = s->line[0][row];
    return ~(line | line >> 1) & 0x5555555555555555ULL;
}

/* All legal moves, the most promising first; of equals, those nearer to the top left. On
 * an empty board the middle comes first. Most cells promise nothing, and are not sorted. */
static int list_all(const struct zm_state *s, int me, zm_move list[])
{
    uint16_t begin[PROMISES] = { 0 }, good[MOST_CELLS], other[MOST_CELLS];
    uint8_t promise[MOST_CELLS];
    int some = 0, none = 0, n = 0;
    for (int row = 0, first = 0; row < s->size; row++, first += s->size)
        for (uint64_t rest = empty_cells(s, row); rest; rest &= rest - 1) {
            const int cell = first + __builtin_ctzll(rest) / 2 - FAR;
            const int own = s->level[me][cell], theirs = s->level[1 - me][cell];
            if (own == FORBIDDEN)
                continue;
            /* Written to both, kept in one: nobody could guess in which. */
            const int is_good = own + theirs != NOTHING;
            promise[some] = (uint8_t)(promise_of_own[own] + promise_of_other[theirs]);
            good[some] = other[none] = (uint16_t)cell;
            some += is_good;
            none += !is_good;
        }
    for (int i = 0; i < some; i++)
        begin[promise[i]]++;
    for (int i = PROMISES - 1; n < some; i--) {
        const int count = begin[i];
        begin[i] = (uint16_t)n;
        n += count;
    }
    for (int i = 0; i < some; i++)
        list[begin[promise[i]]++] = good[i];
    for (int i = 0; i < none; i++)
        list[n++] = other[i];
    if (s->stones == 0) {
        const int middle = s->size / 2 * s->size + s->size / 2;
        memmove(list + 1, list, (size_t)middle * sizeof *list);
        list[0] = (zm_move)middle;
    }
    return n;
}

/* ---------------------------------------------------------- what is certain -- */

static int first_of_level(const struct zm_state *s, int colour, int level)
{
    int cell = 0;
    while (s->level[colour][cell] != level)
        cell++;
    return cell;
}

static int certain(struct zm_bounds *bounds, int value)
{
    bounds->low = bounds->high = value;
    return 0;
}

static int gm_insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])
{
    const int me = s->turn, other = 1 - me;
    if (s->levels[me][WINS])
        return certain(bounds, 1);
    if (s->levels[other][WINS] > 1)
        return certain(bounds, -1);
    if (s->levels[other][WINS] == 1) {
        const int cell = first_of_level(s, other, WINS);
        list[0] = (zm_move)cell;
        return s->level[me][cell] == FORBIDDEN ? certain(bounds, -1) : 1;
    }
    if (s->levels[me][TWO_FIVES])
        return certain(bounds, 1);
    if (s->levels[other][TWO_FIVES]) {
        const int n = list_answers(s, me, list);
        return n ? n : certain(bounds, -1);
    }
    return list_all(s, me, list);
}

/* ----------------------------------------------------------- moves that force -- */

/* A four must be answered at one cell; an open three, or a four, by the few moves that
 * list_answers() gives. Of moves that win at once one is enough. */
static int gm_forcing(const struct zm_state *s, int width, zm_move list[])
{
    const int me = s->turn, other = 1 - me, least = width == 1 ? A_FOUR : AN_OPEN_THREE;
    if (s->levels[me][WINS]) {
        list[0] = (zm_move)first_of_level(s, me, WINS);
        return 1;
    }
    if (s->levels[other][WINS]) {
        list[0] = (zm_move)first_of_level(s, other, WINS);
        return s->levels[other][WINS] == 1 && s->level[me][list[0]] >= least;
    }
    return list_levels(s, me, least, TWO_FIVES, list);
}

static int gm_loud_moves(const struct zm_state *s, zm_move list[])
{
    return gm_forcing(s, 1, list);
}

static bool gm_forced(const struct zm_state *s)
{
    return s->levels[1 - s->turn][WINS] > 0;
}
