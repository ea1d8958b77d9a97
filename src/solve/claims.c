/* claims.c -- buckets of four claims; of those in the way the one that took least work goes. The
 * table begins small and doubles whenever as many claims came in as it has room for: the bucket
 * of a key is its first bits, so that each parts in two neighbours, from the last to the first in
 * place, as in proofs.c.
 *
 * A proof stays where all lines look for it. What is found out about the same position on a line
 * where that proof does not hold is kept under a key of that line, so that lines do not destroy
 * each other's work. */
#include "solve/claims.h"

#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKET = 4, LEAST_BITS = 4, FIRST_BITS = 7, MOST_BITS = 36, KEPT_NEEDED = 3 };

/* What an unproven claim says that was a proof on another line: probably it still is one. */
enum { PROBABLE = 1, IMPROBABLE = 20 };

/* Two cache lines. */
struct claim {
    uint64_t key;
    uint64_t exact; /* where it was proven ...                           */
    uint64_t line;  /* ... and after what: line.before                    */
    struct effort effort;
    uint32_t work;
    uint16_t count; /* of needed; more than KEPT_NEEDED: on its line only */
    uint16_t age;
    uint64_t made[MADE_WORDS];
    uint64_t needed[KEPT_NEEDED];
};

/* Buckets, of which there are 2^bits. */
static size_t bytes(int bits)
{
    return BUCKET * sizeof(struct claim) << bits;
}

bool claims_begin(struct claims *c, double megabytes)
{
    c->bits_most = LEAST_BITS;
    while ((double)bytes(c->bits_most + 1) <= megabytes * 1048576 && c->bits_most < MOST_BITS)
        c->bits_most++;
    c->bits = c->bits_most < FIRST_BITS ? c->bits_most : FIRST_BITS;
    c->left = (uint64_t)BUCKET << c->bits;
    c->age = 0;
    c->size = bytes(c->bits_most);
    c->table = pages_new(c->size);
    if (c->table)
        memset(c->table, 0, bytes(c->bits));
    return c->table != NULL;
}

void claims_end(struct claims *c)
{
    free(c->table);
    c->table = NULL;
}

static bool is_used(const struct claim *claim)
{
    return claim->effort.yes || claim->effort.no;
}

static void grow(struct claims *c)
{
    struct claim whole[BUCKET];
    for (size_t i = (size_t)1 << c->bits; i-- > 0;) {
        int n[2] = { 0, 0 };
        memcpy(whole, &c->table[i * BUCKET], sizeof whole);
        memset(&c->table[2 * i * BUCKET], 0, 2 * sizeof whole);
        for (int k = 0; k < BUCKET; k++) {
            const size_t half = whole[k].key >> (63 - c->bits) & 1;
            if (is_used(&whole[k]))
                c->table[(2 * i + half) * BUCKET + (size_t)n[half]++] = whole[k];
        }
    }
    c->left = (uint64_t)BUCKET << c->bits;
    c->bits++;
}

void claims_turn(struct claims *c)
{
    c->age++;
}

static struct claim *bucket_of(const struct claims *c, uint64_t key)
{
    return &c->table[(key >> (64 - c->bits)) * BUCKET];
}

static bool holds(const struct claim *claim, const struct line *line, uint64_t exact)
{
    if (claim->exact == exact && claim->line == line->before[line->count])
        return true;
    /* What is needed is named as it stood on the line of the proof, not turned. */
    if (claim->count > KEPT_NEEDED || (claim->count > 0 && claim->exact != exact))
        return false;
    for (int i = 0; i < claim->count; i++)
        if (!line_has(line, claim->needed[i]))
            return false;
    struct grounds made;
    memcpy(made.made, claim->made, sizeof made.made);
    for (int i = 0; i < line->count; i++)
        if (grounds_may_make(&made, line->turned[i]))
            return false;
    return true;
}

static struct claim *find(const struct claims *c, uint64_t key)
{
    struct claim *const bucket = bucket_of(c, key);
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key && is_used(&bucket[i]))
            return &bucket[i];
    return NULL;
}

static bool is_proof(const struct claim *claim)
{
    return !claim->effort.yes || !claim->effort.no;
}

static uint64_t key_on(const struct line *line, struct asked a)
{
    return zm_mix(a.key ^ zm_mix(a.exact ^ line->before[line->count]));
}

bool claims_recall(const struct claims *c, const struct line *line, struct asked a,
                   struct effort *effort, struct grounds *grounds)
{
    const struct claim *claim = find(c, a.key);
    if (claim && is_proof(claim) && !holds(claim, line, a.exact)) {
        const bool yes = claim->effort.yes == 0;
        *effort =
            yes ? (struct effort){ PROBABLE, IMPROBABLE } : (struct effort){ IMPROBABLE, PROBABLE };
        claim = find(c, key_on(line, a));
        if (!claim)
            return true;
    }
    if (!claim)
        return false;
    *effort = claim->effort;
    if (is_proof(claim)) {
        memcpy(grounds->made, claim->made, sizeof grounds->made);
        memcpy(grounds->needed, claim->needed, sizeof claim->needed);
        grounds->count = claim->count;
    }
    return true;
}

/* Where to keep a claim: in place of an older one of the same position, else of the one that is
 * missed least. */
static struct claim *place_for(struct claims *c, uint64_t key)
{
    if (c->left == 0 && c->bits < c->bits_most)
        grow(c);
    struct claim *const bucket = bucket_of(c, key), *least = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
        const bool old = bucket[i].age != c->age, old_least = least->age != c->age;
        if (old != old_least ? old : bucket[i].work < least->work)
            least = &bucket[i];
    }
    c->left -= c->left > 0;
    return least;
}

void claims_keep(struct claims *c, const struct line *line, struct asked a, struct effort effort,
                 const struct grounds *grounds, uint64_t work)
{
    const struct claim *const known = find(c, a.key);
    const bool foreign = known && is_proof(known) && !holds(known, line, a.exact);
    const uint64_t key = foreign ? key_on(line, a) : a.key;
    struct claim *const claim = place_for(c, key);
    claim->key = key;
    claim->effort = effort;
    claim->age = c->age;
    claim->work = work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
    if (!grounds)
        return;
    claim->exact = a.exact;
    claim->line = line->before[line->count];
    claim->count = (uint16_t)(grounds->count <= KEPT_NEEDED ? grounds->count : MOST_NEEDED + 1);
    memcpy(claim->made, grounds->made, sizeof claim->made);
    memcpy(claim->needed, grounds->needed, sizeof claim->needed);
}
