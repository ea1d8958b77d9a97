/* tree_text.c -- reads an explicit tree from text, however wrong the text may be.
 *
 *     tree    = node
 *     node    = who [NAME] ["~" utility] "{" child child ... "}"
 *     who     = "max" | "min" | "player" N | "chance"
 *     child   = [NAME ":"] (node | utility)                   of a player
 *             = [NAME] probability ":" (node | utility)       of chance
 *     utility = NUMBER | "(" NUMBER "," NUMBER ... ")"        one for each player
 *     probability = 1/6 | 0.25 | whole weights, whatever they add up to
 *
 * A number alone is the first player's utility and, negated, the second's. `~` gives an
 * estimate for searches that stop at this node. # begins a comment.
 *
 * The text is read twice by the same code: once to measure, with nowhere to write, and
 * once to build. There is no recursion: open nodes stand on a stack of DEEPEST frames. */
#include "tree_nodes.h"
#include "tree_words.h"

#include <assert.h>

static const char a_node[] = "max, min, player or chance";
static const char a_child[] = "a number, a tuple (1, 2), max, min, player or chance";
static const char a_child_or_end[] = "a number, a tuple (1, 2), max, min, player, chance or }";

/* A node whose children are being read. */
struct frame {
    uint32_t node;
    int turn;
    struct word word; /* where it began */
    int children;
    /* Of chance: the probabilities read so far add up to sum / over, where over is the
     * least common denominator; exactly 1 is wanted if any was no whole number. */
    uint64_t sum, over;
    bool fractions;
};

struct reader {
    struct words words;
    struct zm_state *s; /* the sizes so far; when building, the tree too */
    bool building;
    uint32_t nodes, utilities, names;
    int highest; /* player who moves anywhere, and where */
    struct word highest_word;
    int depth;
    struct frame frame[DEEPEST + 1];
};

/* The move that leads to the child being read. */
struct arc {
    struct word name; /* length 0: none */
    uint64_t weight, over;
};

static bool sign(const struct reader *r, char c)
{
    return r->words.word.kind == WORD_SIGN && *r->words.word.text == c;
}

static bool keyword(const struct word *word)
{
    return word->kind == WORD_NAME && (word_is(word, "max") || word_is(word, "min") ||
                                       word_is(word, "player") || word_is(word, "chance"));
}

/* ---------------------------------------------------------------- numbers -- */

/* The digits of a word without point or sign; more than `most` reads as most + 1. */
static uint64_t whole(const char *digits, int length, uint64_t most)
{
    uint64_t value = 0;
    for (int i = 0; i < length; i++) {
        value = value * 10 + (uint64_t)(digits[i] - '0');
        if (value > most)
            return most + 1;
    }
    return value;
}

static const char *read_number(struct reader *r, int32_t *value)
{
    const struct word word = r->words.word;
    if (word.kind != WORD_NUMBER)
        return word_expected(&word, "a number");
    const int minus = word.text[0] == '-';
    if (memchr(word.text, '.', (size_t)word.length))
        return word_expected(&word, "a whole number");
    const uint64_t size = whole(word.text + minus, word.length - minus, LARGEST_UTILITY);
    if (size > LARGEST_UTILITY)
        return word_wrong(&word, "the number is too large; expected %d to %d", -LARGEST_UTILITY,
                          LARGEST_UTILITY);
    *value = minus ? -(int32_t)size : (int32_t)size;
    words_next(&r->words);
    return NULL;
}

/* One number for each player. The first utility says how many players there are. */
static const char *read_utility(struct reader *r, uint32_t *number)
{
    const struct word word = r->words.word;
    int32_t value[ZM_MAX_PLAYERS] = { 0 };
    uint32_t count = 0;
    const char *wrong;
    if (sign(r, '(')) {
        do {
            words_next(&r->words);
            if (count == ZM_MAX_PLAYERS)
                return word_wrong(&r->words.word, "more than %d players", ZM_MAX_PLAYERS);
            wrong = read_number(r, &value[count++]);
            if (wrong)
                return wrong;
        } while (sign(r, ','));
        if (!sign(r, ')'))
            return word_expected(&r->words.word, "a comma or )");
        words_next(&r->words);
    } else {
        wrong = read_number(r, &value[0]);
        if (wrong)
            return wrong;
        value[1] = -value[0];
        count = 2;
    }
    if (r->s->players == 0)
        r->s->players = count;
    if (count != r->s->players)
        return word_wrong(&word, "utilities for %d player%s; expected %d as in the first one",
                          (int)count, count == 1 ? "" : "s", (int)r->s->players);
    if (r->building)
        memcpy(tree_utility(r->s, r->utilities), value, count * sizeof *value);
    *number = ++r->utilities;
    return NULL;
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* 1/6, 0.25 or 3. */
static const char *read_probability(struct reader *r, struct arc *arc, bool *fraction)
{
    static const char positive[] = "a probability above 0, as in 1/6, 0.25 or a weight";
    const struct word word = r->words.word;
    const char *const point = memchr(word.text, '.', (size_t)word.length);
    if (word.kind != WORD_NUMBER || word.text[0] == '-')
        return word_expected(&word, positive);
    const int head = point ? (int)(point - word.text) : word.length;
    const int decimals = point ? word.length - head - 1 : 0;
    arc->weight = whole(word.text, head, LARGEST_WEIGHT);
    arc->over = 1;
    if (decimals > 9)
        return word_wrong(&word, "more than 9 decimals; write a fraction like 1/3");
    for (int i = 0; i < decimals; i++)
        arc->over *= 10;
    if (point)
        arc->weight = arc->weight * arc->over + whole(point + 1, decimals, LARGEST_WEIGHT);
    words_next(&r->words);
    *fraction = point != NULL;
    if (!point && sign(r, '/')) {
        words_next(&r->words);
        const struct word below = r->words.word;
        if (below.kind != WORD_NUMBER || below.text[0] == '-' ||
            memchr(below.text, '.', (size_t)below.length))
            return word_expected(&below, "a whole number below the fraction line");
        arc->over = whole(below.text, below.length, LARGEST_WEIGHT);
        *fraction = true;
        words_next(&r->words);
    }
    if (arc->weight == 0 || arc->over == 0)
        return word_wrong(&word, "expected %s", positive);
    if (arc->weight > LARGEST_WEIGHT || arc->over > LARGEST_WEIGHT)
        return word_wrong(&word, "the number is too large; expected at most %d", LARGEST_WEIGHT);
    const uint64_t common = divisor(arc->weight, arc->over);
    arc->weight /= common;
    arc->over /= common;
    return NULL;
}

/* Add the probability to what its node has. Both numbers of either side are at most
 * 10^9, so nothing here exceeds 2 * 10^18. */
static const char *add_probability(struct frame *f, const struct arc *arc, const struct word *where)
{
    assert(f->over > 0 && arc->over > 0);
    const uint64_t over = f->over / divisor(f->over, arc->over) * arc->over;
    if (over <= LARGEST_WEIGHT)
        f->sum = f->sum * (over / f->over) + arc->weight * (over / arc->over);
    if (over > LARGEST_WEIGHT || f->sum > LARGEST_WEIGHT)
        return word_wrong(where,
                          "the probabilities of this node are too fine; expected a common "
                          "denominator and a sum of weights of at most %d",
                          LARGEST_WEIGHT);
    f->over = over;
    return NULL;
}

/* ------------------------------------------------------------------ nodes -- */

static const char *keep_name(struct reader *r, const struct word *name, uint32_t *offset)
{
    *offset = 0;
    if (name->length == 0)
        return NULL;
    if (name->length > LONGEST_NAME)
        return word_wrong(name, "the name is longer than %d characters", LONGEST_NAME);
    /* Offset 0 means no name: the names begin with a zero byte. */
    *offset = r->names;
    if (r->building)
        memcpy(tree_names(r->s) + r->names, name->text, (size_t)name->length);
    r->names += (uint32_t)name->length + 1;
    return NULL;
}

static const char *add_node(struct reader *r, const struct word *where, const struct arc *arc,
                            struct tree_node *node)
{
    struct frame *const above = r->depth > 0 ? &r->frame[r->depth - 1] : NULL;
    if (r->nodes == MOST_NODES)
        return word_wrong(where, "more than %d nodes", MOST_NODES);
    node->end = r->nodes + 1;
    node->parent = above ? above->node : 0;
    node->depth = (uint16_t)r->depth;
    if (above) {
        assert(arc);
        if (above->children == MOST_CHILDREN)
            return word_wrong(where, "more than %d moves in one node", MOST_CHILDREN);
        node->place = (uint16_t)above->children++;
        node->weight = (uint32_t)arc->weight;
        node->over = (uint32_t)arc->over;
        const char *const wrong = keep_name(r, &arc->name, &node->move);
        if (wrong)
            return wrong;
    }
    if (r->building)
        tree_nodes(r->s)[r->nodes] = *node;
    r->nodes++;
    return NULL;
}

/* max, min, player N or chance. */
static const char *read_who(struct reader *r, int *turn)
{
    const struct word word = r->words.word;
    words_next(&r->words);
    if (word_is(&word, "chance")) {
        *turn = ZM_CHANCE;
        return NULL;
    }
    *turn = word_is(&word, "min");
    if (word_is(&word, "player")) {
        const struct word number = r->words.word;
        const uint64_t n = number.kind == WORD_NUMBER && number.text[0] != '-'
                               ? whole(number.text, (int)strspn(number.text, "0123456789"), 100)
                               : 0;
        if (n < 1 || n > ZM_MAX_PLAYERS || memchr(number.text, '.', (size_t)number.length))
            return word_expected(&number, "the number of a player, 1 to 8");
        *turn = (int)n - 1;
        words_next(&r->words);
    }
    if (*turn > r->highest) {
        r->highest = *turn;
        r->highest_word = word;
    }
    return NULL;
}

/* A node up to its opening brace. */
static const char *open_node(struct reader *r, const struct arc *arc)
{
    const struct word word = r->words.word;
    struct tree_node node = { 0 };
    const char *wrong = read_who(r, &node.turn);
    if (!wrong && r->words.word.kind == WORD_NAME && !keyword(&r->words.word)) {
        wrong = keep_name(r, &r->words.word, &node.name);
        words_next(&r->words);
    }
    if (!wrong && sign(r, '~')) {
        words_next(&r->words);
        wrong = read_utility(r, &node.utility);
    }
    if (wrong)
        return wrong;
    if (!sign(r, '{'))
        return word_expected(&r->words.word, node.utility ? "{"
                                             : node.name  ? "{ or ~"
                                                          : "a name, ~ or {");
    if (r->depth == DEEPEST)
        return word_wrong(&word, "the tree is more than %d moves deep", DEEPEST);
    words_next(&r->words);
    const uint32_t number = r->nodes;
    wrong = add_node(r, &word, arc, &node);
    if (wrong)
        return wrong;
    r->frame[r->depth++] =
        (struct frame){ .node = number, .turn = node.turn, .word = word, .over = 1 };
    return NULL;
}

/* One child with the move that leads to it; if it is a node, up to its opening brace. */
static const char *read_child(struct reader *r)
{
    struct frame *const f = &r->frame[r->depth - 1];
    const struct word begin = r->words.word;
    struct arc arc = { .over = 1 };
    if (begin.kind == WORD_NAME && !keyword(&begin)) {
        arc.name = begin;
        words_next(&r->words);
    }
    if (f->turn == ZM_CHANCE) {
        bool fraction = false;
        const struct word where = r->words.word;
        const char *wrong = read_probability(r, &arc, &fraction);
        if (!wrong)
            wrong = add_probability(f, &arc, &where);
        if (wrong)
            return wrong;
        f->fractions |= fraction;
        if (!sign(r, ':'))
            return word_expected(&r->words.word, "a colon after the probability, as in 1/2: 3");
        words_next(&r->words);
    } else if (arc.name.length > 0) {
        if (!sign(r, ':'))
            return word_expected(&r->words.word, "a colon after the name of the move");
        words_next(&r->words);
    }
    if (keyword(&r->words.word))
        return open_node(r, &arc);
    if (r->words.word.kind != WORD_NUMBER && !sign(r, '('))
        return word_expected(&r->words.word, f->children > 0 && r->words.word.text == begin.text
                                                 ? a_child_or_end
                                                 : a_child);
    struct tree_node leaf = { .turn = ZM_OVER };
    const char *const wrong = read_utility(r, &leaf.utility);
    return wrong ? wrong : add_node(r, &begin, &arc, &leaf);
}

/* Do two children have one name? They are put into a table by their names. */
static const char *distinct_names(const struct zm_state *s, const struct frame *f)
{
    enum { SLOTS = 2048 };
    _Static_assert(SLOTS >= 2 * MOST_CHILDREN, "the table is at most half full");
    uint32_t slot[SLOTS] = { 0 };
    const struct tree_node *const node = tree_nodes(s);
    for (uint32_t c = f->node + 1; c < node[f->node].end; c = node[c].end) {
        char name[LONGEST_NAME + 1], other[LONGEST_NAME + 1];
        uint64_t hash = 0;
        tree_move_name(s, c, name);
        for (const char *letter = name; *letter; letter++)
            hash = zm_mix(hash ^ (unsigned char)*letter);
        uint32_t i = hash % SLOTS;
        for (; slot[i]; i = (i + 1) % SLOTS) {
            tree_move_name(s, slot[i], other);
            if (!strcmp(name, other))
                return word_wrong(&f->word, "two moves of this node are called \"%s\"", name);
        }
        slot[i] = c;
    }
    return NULL;
}

static const char *close_node(struct reader *r)
{
    const struct frame *const f = &r->frame[r->depth - 1];
    const struct word brace = r->words.word;
    if (f->children == 0)
        return word_expected(&brace, a_child);
    if (f->fractions && f->sum != f->over) {
        const uint64_t common = divisor(f->sum, f->over);
        return word_wrong(&brace, "the probabilities add up to %llu/%llu; expected exactly 1",
                          (unsigned long long)(f->sum / common),
                          (unsigned long long)(f->over / common));
    }
    words_next(&r->words);
    r->depth--;
    if (!r->building)
        return NULL;
    struct tree_node *const node = tree_nodes(r->s);
    node[f->node].end = r->nodes;
    if (f->turn == ZM_CHANCE)
        for (uint32_t c = f->node + 1; c < r->nodes; c = node[c].end)
            node[c].weight *= (uint32_t)(f->over / node[c].over);
    return f->children > 1 ? distinct_names(r->s, f) : NULL;
}

static const char *read_tree(struct reader *r, const char *text)
{
    words_begin(&r->words, text);
    r->names = 1;
    if (!keyword(&r->words.word))
        return word_expected(&r->words.word, a_node);
    const char *wrong = open_node(r, NULL);
    while (!wrong && r->depth > 0)
        wrong = sign(r, '}') ? close_node(r) : read_child(r);
    if (!wrong && r->words.word.kind != WORD_END)
        wrong = word_expected(&r->words.word, "the end of the text after the last }");
    if (!wrong && r->highest >= (int)r->s->players)
        wrong = word_wrong(&r->highest_word,
                           "player %d moves here, but the leaves have utilities for %d",
                           r->highest + 1, (int)r->s->players);
    return wrong;
}

const char *tree_measure(struct zm_state *s, const char *text)
{
    struct reader r = { .s = s };
    *s = (struct zm_state){ 0 };
    const char *const wrong = read_tree(&r, text);
    s->nodes = r.nodes;
    s->utilities = r.utilities;
    s->names = r.names;
    return wrong;
}

const char *tree_build(struct zm_state *s, const char *text)
{
    struct reader r = { .s = s, .building = true };
    return read_tree(&r, text);
}
