/* gomoku_board.h -- the position, and how it is kept up to date.
 *
 * Every line of the board, in all four directions, is a word of two bits a cell, with five
 * cells of border before and behind. A stone changes four words; then the windows of the
 * empty cells within reach are looked up anew, and with them classes, levels and how many
 * there are of each. All of it is a function of the stones alone.
 *
 * Cells are numbered row by row from the top left. */

enum { MOST_SIZE = 20, MOST_CELLS = MOST_SIZE * MOST_SIZE, MOST_LINES = 2 * MOST_SIZE - 1 };

struct zm_state {
    uint64_t line[DIRECTIONS][MOST_LINES];
    uint64_t key;
    uint32_t classes[MOST_CELLS]; /* of empty cells: a byte a direction, black's | white's << 4 */
    uint8_t level[2][MOST_CELLS]; /* of empty cells */
    int16_t levels[2][LEVELS];    /* how many empty cells are of each */
    int32_t size, cells;
    int32_t rules; /* enum rules */
    int32_t stones;
    int32_t turn;   /* 0 (black), 1 or ZM_OVER      */
    int32_t winner; /* 0 nobody, else BLACK or WHITE */
};

static uint64_t stone_key[2][MOST_CELLS];

/* Where a cell lies in the line of each direction: to the right, down, and down and up to
 * the right. The next cell of the line is `step` further. */
struct place {
    int index, at, step;
};

static inline struct place place_of(const struct zm_state *s, int cell, int direction)
{
    const int row = cell / s->size, column = cell % s->size;
    switch (direction) {
    case 0:
        return (struct place){ row, column, 1 };
    case 1:
        return (struct place){ column, row, s->size };
    case 2:
        return (struct place){ row - column + s->size - 1, column, s->size + 1 };
    default:
        return (struct place){ row + column, column, 1 - s->size };
    }
}

static inline int owner(const struct zm_state *s, int cell)
{
    return (int)(s->line[0][cell / s->size] >> 2 * (cell % s->size + FAR) & 3);
}

static inline int reach_of(const struct zm_state *s)
{
    return s->rules == FREESTYLE ? NEAR : FAR;
}

/* The window of the cell at place `at` of the line, its own cell left out. */
static inline unsigned window_of(uint64_t line, int at, int reach)
{
    const unsigned all = (unsigned)(line >> 2 * (at + FAR - reach));
    const unsigned half = (1u << 2 * reach) - 1;
    return (all & half) | (all >> 2 & half << 2 * reach);
}

static inline bool empty_at(uint64_t line, int at)
{
    return !(line >> 2 * (at + FAR) & 3);
}

static inline uint8_t classes_of_window(const struct zm_state *s, unsigned window)
{
    return s->rules == FREESTYLE  ? near_classes[window]
           : s->rules == STANDARD ? standard_classes[window]
                                  : renju_classes[window];
}

/* The classes for one colour, side by side. */
static inline unsigned code_of(uint32_t classes, int colour)
{
    uint32_t x = classes >> 4 * colour & 0x0F0F0F0F;
    x = (x | x >> 4) & 0x00FF00FF;
    return (x | x >> 8) & 0xFFFF;
}

static inline int level_of_code(const struct zm_state *s, unsigned code, int colour)
{
    return level_of[s->rules == RENJU && colour == 0][code];
}

static inline void set_level(struct zm_state *s, int cell, int colour, int level)
{
    const int before = s->level[colour][cell];
    if (level == before)
        return;
    s->levels[colour][before]--;
    s->levels[colour][level]++;
    s->level[colour][cell] = (uint8_t)level;
}

/* The word is changed as a whole: reading it back after a byte was written would stall. */
static inline void set_class(struct zm_state *s, int cell, int direction, unsigned now)
{
    const uint32_t before = s->classes[cell];
    const uint32_t after = (before & ~(0xFFu << 8 * direction)) | now << 8 * direction;
    if (after == before)
        return;
    s->classes[cell] = after;
    for (int colour = 0; colour < 2; colour++)
        set_level(s, cell, colour, level_of_code(s, code_of(after, colour), colour));
}

static inline void look_at_cell(struct zm_state *s, int cell, int reach)
{
    uint32_t classes = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct place p = place_of(s, cell, d);
        const unsigned window = window_of(s->line[d][p.index], p.at, reach);
        classes |= (uint32_t)classes_of_window(s, window) << 8 * d;
    }
    s->classes[cell] = classes;
    for (int colour = 0; colour < 2; colour++) {
        const int level = level_of_code(s, code_of(classes, colour), colour);
        s->level[colour][cell] = (uint8_t)level;
        s->levels[colour][level]++;
    }
}

/* Put this on an empty cell, or take it away. */
static inline void toggle(struct zm_state *s, int cell, enum cell what)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct place p = place_of(s, cell, d);
        s->line[d][p.index] ^= (uint64_t)what << 2 * (p.at + FAR);
    }
}

static inline void look_around(struct zm_state *s, int cell, int reach)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct place p = place_of(s, cell, d);
        const uint64_t line = s->line[d][p.index];
        const int first = p.at > reach ? p.at - reach : 0;
        const int last = p.at + reach < s->size ? p.at + reach : s->size - 1;
        for (int at = first; at <= last; at++)
            if (at != p.at && empty_at(line, at))
                set_class(s, cell + (at - p.at) * p.step, d,
                          classes_of_window(s, window_of(line, at, reach)));
    }
}

static inline void put_stone(struct zm_state *s, int cell, int colour)
{
    s->classes[cell] = 0;
    for (int c = 0; c < 2; c++) {
        s->levels[c][s->level[c][cell]]--;
        s->level[c][cell] = NOTHING;
    }
    toggle(s, cell, colour + BLACK);
    s->key ^= stone_key[colour][cell];
    if (s->rules == FREESTYLE)
        look_around(s, cell, NEAR);
    else
        look_around(s, cell, FAR);
    s->stones++;
}

static inline void take_stone(struct zm_state *s, int cell, int colour)
{
    toggle(s, cell, colour + BLACK);
    s->key ^= stone_key[colour][cell];
    look_at_cell(s, cell, reach_of(s));
    if (s->rules == FREESTYLE)
        look_around(s, cell, NEAR);
    else
        look_around(s, cell, FAR);
    s->stones--;
}

/* The board without stones; size and rules are known. */
static void clear_board(struct zm_state *s)
{
    memset(s->line, 0xFF, sizeof s->line);
    for (int cell = 0; cell < s->cells; cell++)
        toggle(s, cell, BORDER);
    s->key = 0;
    memset(s->levels, 0, sizeof s->levels);
    for (int cell = 0; cell < s->cells; cell++)
        look_at_cell(s, cell, reach_of(s));
    s->stones = 0;
}
