/* proofs.c -- the table of proofs begins small enough for the second cache of a processor
 * and doubles whenever as many proofs were stored as it has room for. So easy positions
 * never wait for memory, and hard ones have all of it.
 *
 * The bucket of a key is the first bits of the key. Doubling therefore parts each bucket
 * in two neighbours, i in 2i and 2i + 1, by the next bit of its keys. From the last
 * bucket to the first that is done in place: what is written has been read before. It
 * writes every bucket of the larger table, so that memory need not be cleared. */
#include "solve/proofs.h"

#include "base/pages.h"

#include <stdlib.h>

enum { FIRST_BITS = 10, LEAST_BITS = 6, BUCKET = ZM_PROOFS * sizeof(struct zm_proof) };

static void part(struct zm_proof *proofs, size_t i, int next_bit)
{
    struct zm_proof whole[ZM_PROOFS];
    int n[2] = { 0, 0 };
    memcpy(whole, &proofs[i * ZM_PROOFS], BUCKET);
    memset(&proofs[2 * i * ZM_PROOFS], 0, (size_t)2 * BUCKET);
    for (int k = 0; k < ZM_PROOFS; k++) {
        const size_t half = whole[k].key >> next_bit & 1;
        if (whole[k].what)
            proofs[(2 * i + half) * ZM_PROOFS + (size_t)n[half]++] = whole[k];
    }
}

static void more_proofs(struct zm_context *cx)
{
    if (cx->proof_bits == cx->proof_bits_most) {
        cx->proofs_left = UINT64_MAX;
        return;
    }
    for (size_t i = (size_t)1 << cx->proof_bits; i-- > 0;)
        part(cx->proofs, i, 63 - cx->proof_bits);
    cx->proof_bits++;
    cx->proofs_left = (uint64_t)ZM_PROOFS << (cx->proof_bits - 1);
}

void proofs_forget(struct zm_context *cx)
{
    cx->proof_bits = cx->proof_bits_most < FIRST_BITS ? cx->proof_bits_most : FIRST_BITS;
    cx->proofs_left = (uint64_t)ZM_PROOFS << cx->proof_bits;
    memset(cx->proofs, 0, (size_t)BUCKET << cx->proof_bits);
}

bool proofs_begin(struct zm_context *cx, double megabytes)
{
    cx->proof_bits_most = LEAST_BITS;
    while ((double)proofs_size(cx) * 2 <= megabytes * 1048576 && cx->proof_bits_most < 40)
        cx->proof_bits_most++;
    cx->more_proofs = more_proofs;
    cx->proofs = pages_new(proofs_size(cx));
    if (cx->proofs)
        proofs_forget(cx);
    return cx->proofs != NULL;
}

size_t proofs_size(const struct zm_context *cx)
{
    return (size_t)BUCKET << cx->proof_bits_most;
}

void proofs_end(struct zm_context *cx)
{
    free(cx->proofs);
    cx->proofs = NULL;
}
