/* go_tactics.h -- what a glance at chains with few liberties tells: captures, escapes, moves
 * that only put oneself into atari, and the points that decide over an eye space. */

/* The liberties of the chain that a stone of `colour` at p would belong to, captures apart, and
 * how many stones it would have. */
static inline uint64_t liberties_after(const struct board *b, int p, int colour, int *stones)
{
    uint64_t liberties = 0;
    int joined[4], heads = 0;
    *stones = 1;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        if (b->what[q] == EMPTY) {
            liberties += liberty(q);
        } else if (b->what[q] == STONE + colour) {
            const int head = b->head[q];
            bool known = false;
            liberties -= liberty(p);
            for (int k = 0; k < heads; k++)
                known |= joined[k] == head;
            if (known)
                continue;
            joined[heads++] = head;
            liberties += b->liberties[head];
            *stones += b->size[head];
        }
    }
    return liberties;
}

/* The stones that a move of `colour` at p captures. */
static inline int captures_at(const struct board *b, int p, int colour)
{
    int captured = 0;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        if (b->what[q] == STONE + 1 - colour && in_atari(b->liberties[b->head[q]]))
            captured += b->size[b->head[q]];
    }
    return captured;
}

/* Would the stone, or the chain it joins, have no more than one liberty? *stones: how many. */
static inline bool is_self_atari(const struct board *b, int p, int colour, int *stones)
{
    const uint64_t liberties = liberties_after(b, p, colour, stones);
    return (liberty_count(liberties) == 0 || in_atari(liberties)) && captures_at(b, p, colour) == 0;
}

/* The liberties of the chain of the stone at p, each once; how many, or most + 1 if there are
 * more than `most`, which is 4 at the most. */
static inline int few_liberties(const struct board *b, int p, int most, go_point point[])
{
    const int head = b->head[p];
    int stone = head, count = 0;
    do {
        for (int i = 0; i < 4; i++) {
            const int q = stone + straight[i];
            if (b->what[q] != EMPTY)
                continue;
            int k = 0;
            while (k < count && point[k] != q)
                k++;
            if (k < count)
                continue;
            if (count == most)
                return most + 1;
            point[count++] = (go_point)q;
        }
        stone = b->next[stone];
    } while (stone != head);
    return count;
}

/* Would the chain that a stone of `colour` at p belongs to have three liberties or more? What it
 * captures is left out. */
static inline bool gains_room(const struct board *b, int p, int colour)
{
    enum { ENOUGH = 3 };
    go_point room[ENOUGH] = { 0 }, some[ENOUGH + 1];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        int more = 0;
        if (b->what[q] == EMPTY)
            some[more++] = (go_point)q;
        else if (b->what[q] == STONE + colour)
            more = few_liberties(b, q, ENOUGH, some);
        if (more > ENOUGH)
            return true; /* four, of which p is one at most */
        for (int k = 0; k < more; k++) {
            bool known = some[k] == p;
            for (int j = 0; j < count; j++)
                known |= room[j] == some[k];
            if (known)
                continue;
            room[count++] = some[k];
            if (count == ENOUGH)
                return true;
        }
    }
    return false;
}

/* A few points to choose from, each once. */
enum { SOME = 24 };
struct some {
    int count;
    go_point point[SOME];
};

static inline void some_add(struct some *list, int p)
{
    for (int i = 0; i < list->count; i++)
        if (list->point[i] == p)
            return;
    if (list->count < SOME)
        list->point[list->count++] = (go_point)p;
}

/* The chain with this head, of `colour`, is in atari: ways to save it, by capturing what
 * surrounds it or by running to where it has more room. */
static void escapes(const struct board *b, int head, int colour, struct some *list)
{
    const int out = last_liberty(b->liberties[head]);
    int stone = head, stones;
    do {
        for (int i = 0; i < 4; i++) {
            const int q = stone + straight[i];
            if (b->what[q] == STONE + 1 - colour && in_atari(b->liberties[b->head[q]])) {
                const int p = last_liberty(b->liberties[b->head[q]]);
                if (may_put(b, p, colour))
                    some_add(list, p);
            }
        }
        stone = b->next[stone];
    } while (stone != head);
    if (may_put(b, out, colour) && !is_self_atari(b, out, colour, &stones))
        some_add(list, out);
}

/* Captures and escapes of `colour` that the move at `last` of the other colour calls for. */
static void urgent(const struct board *b, int last, int colour, struct some *list)
{
    if (b->what[last] == STONE + 1 - colour && in_atari(b->liberties[b->head[last]])) {
        const int p = last_liberty(b->liberties[b->head[last]]);
        if (may_put(b, p, colour))
            some_add(list, p);
    }
    for (int i = 0; i < 4; i++) {
        const int q = last + straight[i];
        if (b->what[q] == STONE + colour && in_atari(b->liberties[b->head[q]]))
            escapes(b, b->head[q], colour, list);
    }
}

/* Has the chain of the stone at p two liberties? Each counts four times at most. */
static inline bool has_two_liberties(const struct board *b, int p, go_point two[])
{
    return liberty_count(b->liberties[b->head[p]]) <= 8 && few_liberties(b, p, 2, two) == 2;
}

/* ---------------------------------------------------------------- ladders -- */

/* Could the chain of the stone at p, in atari, save itself by capturing? */
static bool can_capture_out(const struct board *b, int p, int colour)
{
    const int head = b->head[p];
    int stone = head;
    do {
        for (int i = 0; i < 4; i++) {
            const int q = stone + straight[i];
            if (b->what[q] == STONE + 1 - colour && in_atari(b->liberties[b->head[q]]))
                return true;
        }
        stone = b->next[stone];
    } while (stone != head);
    return false;
}

/* The chain of `colour` at p is in atari and moves: is it caught, if it runs and is put into atari
 * again and again? Captures count as a way out. */
static bool is_caught(const struct board *b, int p, int colour, int depth)
{
    struct board run;
    go_point two[2];
    const int out = last_liberty(b->liberties[b->head[p]]);
    if (depth == 0 || can_capture_out(b, p, colour))
        return false;
    if (!may_put(b, out, colour))
        return true;
    run = *b;
    put(&run, out, colour);
    const int liberties = few_liberties(&run, p, 2, two);
    for (int i = 0; liberties == 2 && i < 2; i++) {
        struct board next;
        if (!may_put(&run, two[i], 1 - colour))
            continue;
        next = run;
        put(&next, two[i], 1 - colour);
        if (is_caught(&next, p, colour, depth - 1))
            return true;
    }
    return liberties < 2;
}

enum { LADDER = 20 };

/* Does a move of the other colour at p catch the chain of `colour` at q in a ladder? */
static bool catches(const struct board *b, int p, int q, int colour)
{
    struct board next;
    if (!may_put(b, p, 1 - colour))
        return false;
    next = *b;
    put(&next, p, 1 - colour);
    return in_atari(next.liberties[next.head[q]]) && is_caught(&next, q, colour, LADDER);
}

/* What the move at `last` of the other colour calls for where two liberties are left: to take one
 * of its own, or to give more to a chain that it took one from. Enzenberger & Mueller's Fuego
 * looks for the same. */
static void pressing(const struct board *b, int last, int colour, struct some *list)
{
    go_point two[2];
    int stones;
    if (has_two_liberties(b, last, two))
        for (int i = 0; i < 2; i++)
            if (may_put(b, two[i], colour) && !is_self_atari(b, two[i], colour, &stones) &&
                !gains_room(b, two[1 - i], 1 - colour))
                some_add(list, two[i]);
    for (int i = 0; i < 4; i++) {
        const int q = last + straight[i];
        if (b->what[q] != STONE + colour || !has_two_liberties(b, q, two))
            continue;
        for (int k = 0; k < 2; k++)
            if (may_put(b, two[k], colour) && gains_room(b, two[k], colour))
                some_add(list, two[k]);
    }
}

/* A set of points, in words. */
struct marks {
    uint64_t word[(POINTS + 63) / 64];
};

/* Mark p; was it not marked before? */
static inline bool mark(struct marks *m, int p)
{
    uint64_t *const word = &m->word[p / 64];
    const uint64_t bit = 1ULL << p % 64, before = *word;
    *word |= bit;
    return !(before & bit);
}

/* The empty region at p, up to `most` points, if no stone of `colour` touches it: its size; 0: it
 * is larger, or open. */
static inline int closed_region(const struct board *b, int p, int colour, int most, int region[])
{
    struct marks seen = { { 0 } };
    int size = 1;
    region[0] = p;
    mark(&seen, p);
    for (int at = 0; at < size; at++)
        for (int i = 0; i < 4; i++) {
            const int q = region[at] + straight[i];
            if (b->what[q] == STONE + colour)
                return 0;
            if (b->what[q] != EMPTY || !mark(&seen, q))
                continue;
            if (size == most)
                return 0;
            region[size++] = q;
        }
    return size;
}

/* Eye spaces that are worth a look are seldom open on more than two sides of the last move. */
static inline bool has_few_empty_sides(const struct board *b, int p)
{
    return (b->what[p - STRIDE] == EMPTY) + (b->what[p + STRIDE] == EMPTY) +
               (b->what[p - 1] == EMPTY) + (b->what[p + 1] == EMPTY) <=
           2;
}

/* The point in the middle of an eye space next to `last` of the other colour, where one stone
 * keeps it from becoming two eyes: of three in a row or a corner, of four around one, of five in
 * a cross or a block with a tail, of six around a cross; NOWHERE: there is none. */
static int vital_point(const struct board *b, int last, int colour)
{
    enum { LARGEST = 6 };
    for (int i = 0; i < 4; i++) {
        int region[LARGEST], most = 0, vital = NOWHERE;
        const int p = last + straight[i];
        if (b->what[p] != EMPTY)
            continue;
        const int size = closed_region(b, p, colour, LARGEST, region);
        if (size < 3)
            continue;
        for (int k = 0; k < size; k++) {
            int near = 0;
            for (int d = 0; d < 4; d++)
                near += b->what[region[k] + straight[d]] == EMPTY;
            if (near > most)
                vital = region[k];
            else if (near == most)
                vital = NOWHERE;
            most = near > most ? near : most;
        }
        if (vital && most >= (size == 3 ? 2 : size == 6 ? 4 : 3) && may_put(b, vital, colour))
            return vital;
    }
    return NOWHERE;
}
