/* go_benson.h -- chains that live whatever happens, even if their owner passes for ever.
 * Source: Benson 1976, "Life in the game of Go".
 *
 * The points that a colour has no stones on fall into regions. A region is vital to a chain if
 * all its empty points are liberties of that chain: the other colour cannot fill it without
 * dying. Chains with fewer than two vital regions are struck out, then regions that touch a
 * chain struck out, and so on; what is left lives. In the vital regions of living chains the
 * other colour has no room for an eye, so that they are its owner's. */

enum { MOST_CHAINS = LINES * LINES };

struct benson {
    struct bits chain[MOST_CHAINS], region[MOST_CHAINS];
    int chains, regions;
};

/* The connected parts of `all`. */
static int parts_of(struct bits all, struct bits part[])
{
    int n = 0;
    while (bits_any(all)) {
        part[n] = bits_flood(bits_of(bits_first(all)), all);
        all = bits_without(all, part[n++]);
    }
    return n;
}

static int vital_regions(const struct benson *b, int chain, struct bits empty)
{
    const struct bits around = bits_around(b->chain[chain]);
    int vital = 0;
    for (int i = 0; i < b->regions; i++)
        vital += bits_meet(around, b->region[i]) &&
                 !bits_any(bits_without(bits_and(b->region[i], empty), around));
    return vital;
}

static void strike_regions(struct benson *b, struct bits chain)
{
    const struct bits around = bits_around(chain);
    for (int i = 0; i < b->regions;)
        if (bits_meet(around, b->region[i]))
            b->region[i] = b->region[--b->regions];
        else
            i++;
}

/* The points that are certain to be `colour`'s in the end. */
GO_APART struct bits pass_alive(const struct zm_state *s, int colour)
{
    const struct bits board = board_of(s), empty = empty_of(s, board);
    struct bits area = { { 0 } };
    struct benson b;
    b.regions = parts_of(bits_without(board, s->stones[colour]), b.region);
    if (b.regions < 2)
        return area;
    b.chains = parts_of(s->stones[colour], b.chain);
    for (int i = 0; i < b.chains;) {
        if (vital_regions(&b, i, empty) >= 2) {
            i++;
            continue;
        }
        strike_regions(&b, b.chain[i]);
        b.chain[i] = b.chain[--b.chains];
        i = 0; /* what was counted before may have changed */
    }
    for (int i = 0; i < b.chains; i++) {
        const struct bits around = bits_around(b.chain[i]);
        area = bits_or(area, b.chain[i]);
        for (int k = 0; k < b.regions; k++)
            if (bits_meet(around, b.region[k]) &&
                !bits_any(bits_without(bits_and(b.region[k], empty), around)))
                area = bits_or(area, b.region[k]);
    }
    return area;
}
