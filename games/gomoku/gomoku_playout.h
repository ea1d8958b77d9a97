/* gomoku_playout.h -- random games to their end, without what only a search needs.
 *
 * The stones of each player are kept as lines in all four directions, two bits a cell as in
 * gomoku_board.h, both set where a stone of the player is: a run of five is ten bits. */

struct fast_board {
    uint64_t run[2][DIRECTIONS][MOST_LINES];
    uint16_t empty[MOST_CELLS]; /* row << 8 | column */
    int empties;
};

static void fast_board_set(struct fast_board *b, const struct zm_state *s)
{
    const uint64_t low = 0x5555555555555555;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int i = 0; i < 2 * s->size - 1; i++) {
            const uint64_t line = s->line[d][i];
            const uint64_t black = line & ~(line >> 1) & low, white = line >> 1 & ~line & low;
            b->run[0][d][i] = 3 * black;
            b->run[1][d][i] = 3 * white;
        }
    b->empties = 0;
    for (int row = 0; row < s->size; row++)
        for (int column = 0; column < s->size; column++)
            if (!(s->line[0][row] >> 2 * (column + FAR) & 3))
                b->empty[b->empties++] = (uint16_t)(row << 8 | column);
}

/* A stone at place `at` of the line; how many stand in a row now. */
static inline int stand_in_row(uint64_t *line, int at)
{
    const int bit = 2 * (at + FAR);
    const uint64_t stones = *line |= 3ULL << bit;
    return (__builtin_ctzll(~(stones >> bit)) + __builtin_clzll(~(stones << (62 - bit)))) / 2 - 1;
}

static inline bool makes_five(struct fast_board *b, const struct zm_state *s, int row, int column,
                              int colour)
{
    uint64_t(*const run)[MOST_LINES] = b->run[colour];
    const int count[DIRECTIONS] = { stand_in_row(&run[0][row], column),
                                    stand_in_row(&run[1][column], row),
                                    stand_in_row(&run[2][row - column + s->size - 1], column),
                                    stand_in_row(&run[3][row + column], column) };
    bool five = false;
    for (int d = 0; d < DIRECTIONS; d++)
        five |= s->rules == FREESTYLE ? count[d] >= 5 : count[d] == 5;
    return five;
}

/* The stones that were played come into the position all at once: its windows are looked up once
 * each, not after every stone. */
static void put_stones(struct zm_state *s, const uint16_t played[], int count)
{
    for (int i = 0, colour = s->turn; i < count; i++, colour = !colour) {
        const int cell = (played[i] >> 8) * s->size + (played[i] & 0xFF);
        s->classes[cell] = 0;
        s->level[0][cell] = s->level[1][cell] = NOTHING;
        toggle(s, cell, colour + BLACK);
        s->key ^= stone_key[colour][cell];
    }
    memset(s->levels, 0, sizeof s->levels);
    for (int cell = 0; cell < s->cells; cell++)
        if (!owner(s, cell))
            look_at_cell(s, cell, reach_of(s));
    s->stones += count;
}

/* Where cells may be forbidden the game is played on by its rules. */
static int gm_playout(struct zm_state *s, enum zm_playout kind, uint64_t *seed, zm_move line[],
                      int most)
{
    struct fast_board b;
    int played = 0;
    (void)kind;
    for (; s->rules == RENJU && s->turn != ZM_OVER; played++) {
        zm_move list[MOST_CELLS];
        const uint32_t count = (uint32_t)gm_moves(s, list);
        const zm_move m = list[zm_random(seed, count)];
        if (played < most)
            line[played] = m;
        gm_play(s, m);
    }
    if (s->turn == ZM_OVER)
        return played;
    fast_board_set(&b, s);
    int colour = s->turn;
    bool five = false;
    for (; b.empties > 0 && !five; played++, colour = !colour) {
        const uint32_t at = zm_random(seed, (uint32_t)b.empties);
        const int row = b.empty[at] >> 8, column = b.empty[at] & 0xFF;
        /* What is played moves behind those that are empty, last first. */
        const uint16_t last = b.empty[--b.empties];
        b.empty[b.empties] = b.empty[at];
        b.empty[at] = last;
        if (played < most)
            line[played] = (zm_move)row * (zm_move)s->size + (zm_move)column;
        five = makes_five(&b, s, row, column, colour);
        if (five)
            s->winner = colour + BLACK;
    }
    uint16_t order[MOST_CELLS];
    for (int i = 0; i < played; i++)
        order[i] = b.empty[b.empties + played - 1 - i];
    put_stones(s, order, played);
    s->turn = ZM_OVER;
    return played;
}
