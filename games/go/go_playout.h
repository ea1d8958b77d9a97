/* go_playout.h -- games played on at random to their end.
 *
 * Light: every move is drawn from the empty points with the same chance, but for those that the
 * rules forbid and own eyes, without which no game would ever end. Who has no such move passes.
 *
 * Heavy: first an answer to the last move is looked for, as MoGo did: chains in atari, the vital
 * point of an eye space, a known shape next to it. Else a point is drawn, but hardly one that
 * puts several stones into atari. */

/* A game that goes on for so long has a cycle of captures in it. */
static inline int longest_playout(const struct zm_state *s)
{
    return 4 * s->rows * s->columns;
}

static inline void set_aside(struct board *b, int at, int front)
{
    const int p = b->empty[at], other = b->empty[front];
    b->empty[front] = (go_point)p;
    b->empty[at] = (go_point)other;
    b->place[p] = (go_point)front;
    b->place[other] = (go_point)at;
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
        set_aside(b, at, refused);
    }
    return NOWHERE;
}

/* Percent of the cases in which an answer of each kind is given. */
enum {
    PERCENT_URGENT = 90,
    PERCENT_VITAL = 90,
    PERCENT_PRESSING = 70,
    PERCENT_SHAPE = 95,
    PERCENT_CAREFUL = 90
};

static inline bool happens(uint64_t *seed, uint32_t percent)
{
    return zm_random(seed, 100) < percent;
}

static inline int pick_some(const struct some *list, uint64_t *seed)
{
    return list->count ? list->point[zm_random(seed, (uint32_t)list->count)] : NOWHERE;
}

/* An answer of `colour` to the move at `last`, or NOWHERE. */
static inline int answer(const struct board *b, int last, int colour, uint64_t *seed)
{
    struct some list = { .count = 0 };
    int stones;
    if (happens(seed, PERCENT_URGENT)) {
        urgent(b, last, colour, &list);
        if (list.count)
            return pick_some(&list, seed);
    }
    if (has_few_empty_sides(b, last) && happens(seed, PERCENT_VITAL)) {
        const int p = vital_point(b, last, colour);
        if (p)
            return p;
    }
    if (happens(seed, PERCENT_PRESSING)) {
        pressing(b, last, colour, &list);
        if (list.count)
            return pick_some(&list, seed);
    }
    if (happens(seed, PERCENT_SHAPE)) {
        for (int i = 0; i < 8; i++) {
            const int p = last + around8[i];
            if (b->what[p] == EMPTY && is_pattern(b, p) && may_put(b, p, colour) &&
                !is_self_atari(b, p, colour, &stones))
                list.point[list.count++] = (go_point)p;
        }
        return pick_some(&list, seed);
    }
    return NOWHERE;
}

/* draw_point(), with care for stones in atari. */
static inline int draw_carefully(struct board *b, int colour, uint64_t *seed)
{
    int doubtful = NOWHERE;
    for (int refused = 0; refused < b->empties; refused++) {
        const int at = refused + (int)zm_random(seed, (uint32_t)(b->empties - refused));
        const int p = b->empty[at];
        if (!is_eye(b, p, colour) && may_put(b, p, colour)) {
            int stones;
            if (!is_self_atari(b, p, colour, &stones) || stones < 2 ||
                !happens(seed, PERCENT_CAREFUL))
                return p;
            doubtful = stones < 7 ? p : doubtful;
        }
        set_aside(b, at, refused);
    }
    return doubtful;
}

static inline int play_on(struct board *b, const struct zm_state *s, enum zm_playout kind,
                          uint64_t *seed, zm_move line[], int most)
{
    const int longest = longest_playout(s), area = s->rows * s->columns;
    int colour = s->turn, played = 0, passes = s->last == PASS;
    int last = s->last < PASS ? s->last + OFFSET : NOWHERE;
    int ahead = bits_count(s->stones[BLACK]) - bits_count(s->stones[WHITE]);
    while (passes < 2) {
        int p = NOWHERE;
        if (kind == ZM_PLAYOUT_LIGHT) {
            if (played < longest)
                p = draw_point(b, colour, seed);
        } else if (played < longest && abs(ahead) <= area / 2) { /* else it is decided */
            p = last ? answer(b, last, colour, seed) : NOWHERE;
            p = p ? p : draw_carefully(b, colour, seed);
        }
        if (p) {
            const int more = 1 + put(b, p, colour);
            ahead += colour == BLACK ? more : -more;
            passes = 0;
        } else {
            b->ko = NOWHERE;
            passes++;
        }
        last = p;
        if (played < most)
            line[played] = p ? (zm_move)(p - OFFSET) : PASS;
        played++;
        colour = 1 - colour;
    }
    return played;
}

GO_APART int game_playout(struct zm_state *s, enum zm_playout kind, uint64_t *seed, zm_move line[],
                          int most)
{
    struct board b;
    if (s->turn == ZM_OVER)
        return 0;
    board_set(&b, s);
    const int played = kind == ZM_PLAYOUT_LIGHT
                           ? play_on(&b, s, ZM_PLAYOUT_LIGHT, seed, line, most)
                           : play_on(&b, s, ZM_PLAYOUT_HEAVY, seed, line, most);
    board_end(&b, s);
    return played;
}
