/* net_stack.tmpl.h -- convolutions of whole numbers where registers are few: some tiles of one
 * column at once. Included behind net_whole.tmpl.h.
 *
 * Before it is included: STACK is how many tiles, one above the other, are computed at once, and
 *
 *     taps(const int count, int inputs, ptrdiff_t line, const uint8_t *x, const int8_t *weight,
 *          ivec sum[][VECTORS])
 *
 * adds to the 16 sums of `count` tiles, whose inputs are `line` apart, the products of `inputs`
 * bytes with weights[inputs / 4][16][4]. Inputs of neighbouring taps are neighbours in memory. */

/* The sums of one position of `count` tiles, as floats. Taps beside the board are left out, and
 * with them their share of the offset. */
INLINED void position_of(const int count, const struct panel *p, int position, int tile, int column,
                         vec m[][VECTORS])
{
    const struct net_board *const b = p->board;
    const int first = column == 0 ? 1 : 0, end = column == b->columns - 1 ? 2 : 3;
    const ptrdiff_t line = (ptrdiff_t)(b->columns + 2) * p->inputs;
    const ptrdiff_t panel = (ptrdiff_t)3 * p->inputs * NET_PANEL; /* one position's weights */
    const int8_t *const weight =
        p->layer->weight + (p->from / NET_PANEL * NET_WHOLE_POSITIONS + position) * panel;
    const uint8_t *const x = p->v + (position * net_whole_tiles(b) + tile) * line +
                             (ptrdiff_t)(column + first) * p->inputs;
    ivec sum[STACK][VECTORS], offset[VECTORS] = { 0 };
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        for (int tap = first; tap < end; tap++)
            offset[v] += *(const ivec *)(p->layer->offset + (3 * position + tap) * p->outputs +
                                         p->from + v * WIDTH);
        UNROLL
        for (int i = 0; i < count; i++)
            sum[i][v] = offset[v];
    }
    taps(count, (end - first) * p->inputs, line, x,
         weight + (ptrdiff_t)first * p->inputs * NET_PANEL, sum);
    UNROLL
    for (int v = 0; v < VECTORS; v++) {
        const vec scale =
            get(p->scale + position * p->outputs + p->from + v * WIDTH) * BROADCAST(p->unit);
        UNROLL
        for (int i = 0; i < count; i++)
            m[i][v] = __builtin_convertvector(sum[i][v], vec) * scale;
    }
}

/* Outputs of `count` cells, every second one of a column, and the largest of them. */
INLINED vec finish_whole(const int count, const struct panel *p, int cell, vec sum[][VECTORS],
                         vec largest)
{
    const ptrdiff_t next = (ptrdiff_t)2 * p->board->columns * p->outputs;
    const float *const add = p->add ? p->add + (ptrdiff_t)cell * p->outputs + p->from : NULL;
    float *const y = p->y + (ptrdiff_t)cell * p->outputs + p->from;
    vec bias[VECTORS];
    UNROLL
    for (int v = 0; v < VECTORS; v++)
        bias[v] = get(p->bias + p->from + v * WIDTH);
    UNROLL
    for (int i = 0; i < count; i++)
        UNROLL
    for (int v = 0; v < VECTORS; v++) {
        vec out = sum[i][v] + bias[v];
        if (add)
            out += get(add + i * next + v * WIDTH);
        out = larger(out, (vec){ 0 });
        largest = larger(out, largest);
        put(y + i * next + v * WIDTH, out);
    }
    return largest;
}

/* `count` tiles of two cells in a column; the last one may have but one. */
INLINED vec stack(const int count, const struct panel *p, int tile, int column, vec largest)
{
    const struct net_board *const b = p->board;
    const int cell = 2 * tile * b->columns + column;
    vec m[STACK][VECTORS], upper[STACK][VECTORS], lower[STACK][VECTORS];
    position_of(count, p, 0, tile, column, upper);
    position_of(count, p, 3, tile, column, lower);
    position_of(count, p, 1, tile, column, m);
    UNROLL
    for (int i = 0; i < count; i++)
        UNROLL
    for (int v = 0; v < VECTORS; v++) {
        upper[i][v] += m[i][v];
        lower[i][v] = m[i][v] - lower[i][v];
    }
    position_of(count, p, 2, tile, column, m);
    UNROLL
    for (int i = 0; i < count; i++)
        UNROLL
    for (int v = 0; v < VECTORS; v++) {
        upper[i][v] += m[i][v];
        lower[i][v] -= m[i][v];
    }
    largest = finish_whole(count, p, cell, upper, largest);
    if (2 * (tile + count) <= b->rows)
        return finish_whole(count, p, cell + b->columns, lower, largest);
    return finish_whole(count - 1, p, cell + b->columns, lower, largest);
}

static float convolve(const struct net_board *b, int inputs, int outputs, const uint8_t *v,
                      const struct net_whole_layer *layer, const float *scale, float unit,
                      const float *bias, const float *add, float *y)
{
    const int tiles = net_whole_tiles(b);
    struct panel p = { b, inputs, outputs, 0, v, layer, scale, bias, add, unit, y };
    vec largest = { 0 };
    for (; p.from < outputs; p.from += NET_PANEL)
        for (int tile = 0; tile < tiles; tile += STACK)
            for (int column = 0; column < b->columns; column++)
                switch (tiles - tile) {
                case 1:
                    largest = stack(1, &p, tile, column, largest);
                    break;
                case 2:
                    largest = stack(2, &p, tile, column, largest);
                    break;
                default:
                    largest = stack(3, &p, tile, column, largest);
                }
    return largest_of(largest);
}
