/* go_priors.h -- how promising a move looks: a product of factors, one for each thing a glance
 * at it tells, after Coulom 2007, "Computing Elo ratings of move patterns in the game of Go".
 * A move that tells nothing weighs 1. */

/* Near the last move; by columns + rows + the larger of both, up to 8. */
static const float nearness[] = { 1, 1, 5, 4, 2.5F, 2, 1.5F, 1.3F, 1.2F };

static inline int distance(int p, int q)
{
    const int rows = abs(p / STRIDE - q / STRIDE), columns = abs(p % STRIDE - q % STRIDE);
    return rows + columns + (rows > columns ? rows : columns);
}

/* Lines from the edge: 0 is the first. */
static inline int line_of(const struct zm_state *s, int bit)
{
    const int row = bit / STRIDE, column = bit % STRIDE;
    const int down = s->rows - 1 - row, right = s->columns - 1 - column;
    const int rows = row < down ? row : down, columns = column < right ? column : right;
    return rows < columns ? rows : columns;
}

/* A move on the outer lines with nothing near it leads to nothing; on the third and fourth it
 * makes territory. */
static inline float by_line(int line)
{
    static const float weight[] = { 0.05F, 0.3F, 1.5F, 1.5F };
    return line < 4 ? weight[line] : 1;
}

/* Stones within two steps of p, as a set around it. */
static inline bool lonely(const struct zm_state *s, int bit)
{
    struct bits near = bits_of(bit);
    near = bits_or(near, bits_around(near));
    near = bits_or(near, bits_around(near));
    return !bits_meet(near, bits_or(s->stones[BLACK], s->stones[WHITE]));
}

/* Does the move touch stones of the other colour, none of which is in danger, without a stone of
 * one's own near by? It only makes them stronger. */
static inline bool unsupported(const struct board *b, const struct zm_state *s, int p, int colour)
{
    struct bits near = bits_of(p - OFFSET);
    near = bits_or(near, bits_around(near));
    near = bits_or(near, bits_around(near));
    bool touches = false;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        if (b->what[q] != STONE + 1 - colour)
            continue;
        touches = true;
        if (liberty_count(b->liberties[b->head[q]]) < 3)
            return false;
    }
    return touches && !bits_meet(near, s->stones[colour]);
}

/* What a capture at p is worth: more if it saves stones of one's own. */
static inline float by_capture(const struct board *b, int p, int colour, int captured)
{
    bool saves = false;
    for (int i = 0; i < 4 && !saves; i++) {
        const int q = p + straight[i];
        if (b->what[q] != STONE + 1 - colour || !in_atari(b->liberties[b->head[q]]))
            continue;
        int stone = b->head[q];
        do {
            for (int k = 0; k < 4; k++) {
                const int r = stone + straight[k];
                saves |= b->what[r] == STONE + colour && in_atari(b->liberties[b->head[r]]);
            }
            stone = b->next[stone];
        } while (stone != b->head[q]);
    }
    return (saves ? 20.0F : 5.0F) * (float)(1 + (captured < 8 ? captured : 8));
}

/* What p does to the stones next to it: captures, escapes, ataris, self-ataris. */
static inline float by_tactics(const struct board *b, int p, int colour)
{
    const int captured = captures_at(b, p, colour);
    if (captured)
        return by_capture(b, p, colour, captured);
    int stones;
    if (is_self_atari(b, p, colour, &stones))
        return stones == 1 ? 0.1F : 0.02F;
    float weight = 1;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        if (b->what[q] == EMPTY || b->what[q] == WALL)
            continue;
        const uint64_t liberties = b->liberties[b->head[q]];
        if (b->what[q] == STONE + colour) {
            if (in_atari(liberties))
                weight *= 10;
        } else if (liberty_count(liberties) > 0) {
            const uint64_t left = liberties - liberty(p);
            if (liberty_count(left) > 0 && in_atari(left))
                weight *= 3;
        }
    }
    return weight < 60 ? weight : 60;
}

GO_APART void game_priors(const struct zm_state *s, const zm_move list[], int count, float weight[])
{
    struct board b;
    const int colour = s->turn;
    const struct bits settled = bits_or(pass_alive(s, BLACK), pass_alive(s, WHITE));
    board_set(&b, s);
    for (int i = 0; i < count; i++) {
        const int bit = (int)list[i], p = bit + OFFSET;
        if (bit == PASS) {
            weight[i] = s->last == PASS ? 0.5F : 0.02F;
            continue;
        }
        if (is_eye(&b, p, colour) || bits_has(&settled, bit)) {
            weight[i] = 0;
            continue;
        }
        float w = by_tactics(&b, p, colour);
        if (is_pattern(&b, p))
            w *= 2.5F;
        if (lonely(s, bit))
            w *= by_line(line_of(s, bit));
        if (s->last < PASS) {
            const int far = distance(bit, s->last);
            w *= far <= 8 ? nearness[far] : 1;
        }
        if (unsupported(&b, s, p, colour))
            w *= 0.15F;
        weight[i] = w;
    }
}
