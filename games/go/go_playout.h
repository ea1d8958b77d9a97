/* go_playout.h -- games played on at random to their end.
 *
 * Light: every move is drawn from the empty points with the same chance, but for those that the
 * rules forbid and own eyes, without which no game would ever end. Who has no such move passes.
 */

/* A game that goes on for so long has a cycle of captures in it. */
static inline int longest_playout(const struct zm_state *s)
{
    return 4 * s->rows * s->columns;
}

/* Draw a point for `colour`; NOWHERE: there is none. Those refused are set aside at the front
 * of the list, so that each is looked at once. */
static inline int draw_point(struct board *b, int colour, uint64_t *seed)
{
    for (int refused = 0; refused < b->empties; refused++) {
        const int at = refused + (int)zm_random(seed, (uint32_t)(b->empties - refused));
        const int p = b->empty[at];
        if (!is_eye(b, p, colour) && may_put(b, p, colour))
            return p;
        const int other = b->empty[refused];
        b->empty[refused] = (go_point)p;
        b->empty[at] = (go_point)other;
        b->place[p] = (go_point)refused;
        b->place[other] = (go_point)at;
    }
    return NOWHERE;
}

static int play_light(struct board *b, const struct zm_state *s, uint64_t *seed, zm_move line[],
                      int most)
{
    const int longest = longest_playout(s);
    int colour = s->turn, played = 0, passes = s->last == PASS;
    while (passes < 2) {
        const int p = played < longest ? draw_point(b, colour, seed) : NOWHERE;
        if (p) {
            put(b, p, colour);
            passes = 0;
        } else {
            b->ko = NOWHERE;
            passes++;
        }
        if (played < most)
            line[played] = p ? (zm_move)(p - STRIDE) : PASS;
        played++;
        colour = 1 - colour;
    }
    return played;
}

__attribute__((noinline)) static int game_playout(struct zm_state *s, enum zm_playout kind,
                                                  uint64_t *seed, zm_move line[], int most)
{
    struct board b;
    (void)kind;
    if (s->turn == ZM_OVER)
        return 0;
    board_set(&b, s);
    const int played = play_light(&b, s, seed, line, most);
    board_end(&b, s);
    return played;
}
