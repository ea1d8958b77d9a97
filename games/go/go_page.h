/* go_page.h -- symmetries, nets and the page. Cells are numbered row by row from the top. */

static int cell_of(const struct zm_state *s, int point)
{
    return point / STRIDE * s->columns + point % STRIDE;
}

/* Bit 0 mirrors left and right, bit 1 top and bottom, bit 2, on square boards, the diagonal. */
static int turned_point(const struct zm_state *s, int point, int symmetry)
{
    int row = point / STRIDE, column = point % STRIDE;
    if (point >= PASS)
        return point;
    if (symmetry & 1)
        column = s->columns - 1 - column;
    if (symmetry & 2)
        row = s->rows - 1 - row;
    return symmetry & 4 ? column * STRIDE + row : row * STRIDE + column;
}

static void game_transform(struct zm_state *s, int symmetry)
{
    uint64_t hash = 0;
    for (int colour = 0; colour < 2; colour++) {
        struct bits turned = { { 0 } };
        while (bits_any(s->stones[colour])) {
            const int point = turned_point(s, bits_take(&s->stones[colour]), symmetry);
            bits_flip(&turned, point);
            hash ^= stone_key(colour, point);
        }
        s->stones[colour] = turned;
    }
    s->hash = hash;
    s->ko = (int16_t)turned_point(s, s->ko, symmetry);
    s->last = (int16_t)turned_point(s, s->last, symmetry);
}

static zm_move game_transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    return (zm_move)turned_point(s, (int)m, symmetry);
}

/* Own stones, the other's, where the ko may not be retaken, ones for Black, who gives komi, ones
 * where a pass would end the game, and the stones whose chains have one, two and three liberties,
 * which the rules turn on and a net of few layers cannot count along a chain. */
enum { FEW_LIBERTIES = 3, PLANES = 5 + FEW_LIBERTIES };
GO_APART void game_features(const struct zm_state *s, int player, float *plane)
{
    const int cells = s->rows * s->columns;
    const struct bits empty = empty_of(s, board_of(s));
    for (int side = 0; side < 2; side++) {
        struct bits left = s->stones[side == 0 ? player : 1 - player];
        while (bits_any(left)) {
            struct bits chain = bits_flood(bits_of(bits_first(left)), left);
            const int liberties = bits_count(bits_and(bits_around(chain), empty));
            left = bits_without(left, chain);
            while (bits_any(chain)) {
                const int cell = cell_of(s, bits_take(&chain));
                plane[side * cells + cell] = 1;
                if (liberties <= FEW_LIBERTIES)
                    plane[(4 + liberties) * cells + cell] = 1;
            }
        }
    }
    if (s->ko != NONE)
        plane[2 * cells + cell_of(s, s->ko)] = 1;
    for (int i = 0; i < cells; i++) {
        plane[3 * cells + i] = player == BLACK ? 1 : 0;
        plane[4 * cells + i] = s->last == PASS ? 1 : 0;
    }
}

static int game_slot(const struct zm_state *s, zm_move m)
{
    return m == PASS ? s->rows * s->columns : cell_of(s, (int)m);
}

static void game_cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int row = 0; row < s->rows; row++)
        for (int column = 0; column < s->columns; column++)
            cell[row * s->columns + column] = stone_at(s, row * STRIDE + column);
}

static int game_clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    if (m == PASS)
        return 0;
    cell[0] = (uint16_t)cell_of(s, (int)m);
    return 1;
}

static void game_owners(const struct zm_state *s, int8_t owner[])
{
    struct bits area[2];
    areas(s, area);
    for (int i = 0; i < s->rows * s->columns; i++)
        owner[i] = -1;
    for (int colour = 0; colour < 2; colour++)
        while (bits_any(area[colour]))
            owner[cell_of(s, bits_take(&area[colour]))] = (int8_t)colour;
}
