/* claims.h -- the table of a search in which the past counts: what is known of a position, and
 * if it is proven, on which grounds. */
#ifndef SOLVE_CLAIMS_H
#define SOLVE_CLAIMS_H

#include "solve/grounds.h"

/* All positions of one line of play, from the beginning of the game. */
struct line {
    uint64_t *key;    /* repeat_key()                                           */
    uint64_t *turned; /* the same up to symmetry                                */
    uint64_t *before; /* a number for the set of all positions before this one */
    int count;
};

static inline bool line_has(const struct line *line, uint64_t key)
{
    for (int i = line->count - 1; i >= 0; i--)
        if (line->key[i] == key)
            return true;
    return false;
}

/* before[] must have room for one more than the line has positions. */
static inline void line_add(struct line *line, uint64_t key, uint64_t turned)
{
    const int i = line->count;
    line->before[i + 1] = line->before[i] ^ (line_has(line, key) ? 0 : zm_mix(~key));
    line->key[i] = key;
    line->turned[i] = turned;
    line->count++;
}

/* A position with a question, under a key that positions turned into each other share. */
struct asked {
    uint64_t key;
    uint64_t exact; /* the position as it stands */
};

/* How much work a yes and a no still take at least (proof-number search); 0: proven. */
struct effort {
    int32_t yes, no;
};

struct claims {
    struct claim *table;
    size_t size; /* in bytes, once it has grown */
    int bits, bits_most;
    uint64_t left; /* claims of new positions before it grows    */
    uint16_t age;  /* claims of other ages answer other questions */
};

/* false: no memory. */
bool claims_begin(struct claims *c, double megabytes);
void claims_end(struct claims *c);

/* Another question is asked: what was claimed so far may be overwritten first. */
void claims_turn(struct claims *c);

/* What is known of a position that comes next on the line. A proof that does not hold on this
 * line becomes a good guess. False: nothing. *grounds is set if it is proven. */
bool claims_recall(const struct claims *c, const struct line *line, struct asked a,
                   struct effort *effort, struct grounds *grounds);

/* `grounds` is NULL unless one effort is 0. */
void claims_keep(struct claims *c, const struct line *line, struct asked a, struct effort effort,
                 const struct grounds *grounds, uint64_t work);

#endif
