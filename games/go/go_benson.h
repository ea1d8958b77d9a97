/* go_benson.h -- chains that live whatever happens, even if their owner passes for ever.
 * Source: Benson 1976, "Life in the game of Go".
 *
 * The points that a colour has no stones on fall into regions. A region is vital to a chain if
 * all its empty points are liberties of that chain: the other colour cannot fill it without
 * dying. Chains with fewer than two vital regions are struck out, then regions that touch a
 * chain struck out, and so on; what is left lives. */

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

/* Is a region vital to a chain with these neighbours? Its points in `open` must be among them. */
static bool is_vital(struct bits region, struct bits around, struct bits open)
{
    return bits_meet(around, region) && !bits_any(bits_without(bits_and(region, open), around));
}

static int vital_regions(const struct benson *b, int chain, struct bits open)
{
    const struct bits around = bits_around(b->chain[chain]);
    int vital = 0;
    for (int i = 0; i < b->regions; i++)
        vital += is_vital(b->region[i], around, open);
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

/* The chains of `colour` that live and the regions vital to them. */
GO_APART struct bits living(const struct zm_state *s, int colour, struct bits open)
{
    const struct bits board = board_of(s);
    struct bits area = { { 0 } };
    struct benson b;
    b.regions = parts_of(bits_without(board, s->stones[colour]), b.region);
    if (b.regions < 2)
        return area;
    b.chains = parts_of(s->stones[colour], b.chain);
    for (int i = 0; i < b.chains;) {
        if (vital_regions(&b, i, open) >= 2) {
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
            if (is_vital(b.region[k], around, open))
                area = bits_or(area, b.region[k]);
    }
    return area;
}

/* Benson's chains and their vital regions: nothing there is worth a thought. */
static struct bits pass_alive(const struct zm_state *s, int colour)
{
    return living(s, colour, empty_of(s, board_of(s)));
}

/* The points that are certain to be `colour`'s in the end. Benson's chains live, but what the
 * other colour has in their regions need not be dead: taking a large dead shape may leave room
 * in which new stones live. Where all points of a region, not only the empty ones, are next to
 * one chain, no stone in there ever has an eye. */
static struct bits certain_area(const struct zm_state *s, int colour)
{
    return living(s, colour, board_of(s));
}
