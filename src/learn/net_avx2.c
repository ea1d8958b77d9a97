/* net_avx2.c -- the kernels for processors with AVX2 and FMA. */
#include <immintrin.h>
#define WIDTH 8
#define MULTIPLY_ADD(a, b, c) ((vec)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define BROADCAST(a) ((vec)_mm256_set1_ps(a))
#include "net_kernels.tmpl.h"
#include "net_small.tmpl.h"
#include "net_update.tmpl.h"
#include "net_whole.tmpl.h"

/* Six vectors of sums, six of sums of 16 bits, two of weights, one of inputs, one for a product:
 * that is all registers. */
enum { STACK = 3 };

/* Compilers would like to find all products of a group before they add them up, for which
 * there are not enough registers by far. */
#define KEEP_ORDER(sum) __asm__("" : "+x"(sum))

INLINED __m256i four_inputs(const uint8_t *x)
{
    int32_t four;
    __builtin_memcpy(&four, x, 4);
    return _mm256_set1_epi32(four);
}

/* Products are added up in 16 bits for a whole group, and only then widened: that saves more than a
 * third of the multiplications, and net_quantise_weights() has seen that they fit. */
INLINED void taps(const int count, int inputs, ptrdiff_t line, const uint8_t *x,
                  const int8_t *weight, ivec sum[][VECTORS])
{
    const __m256i ones = _mm256_set1_epi16(1);
    for (int i = 0; i < inputs; i += NET_GROUP, x += NET_GROUP) {
        __m256i part[STACK][VECTORS];
        UNROLL
        for (int j = 0; j < NET_GROUP; j += 4, weight += 64) {
            const __m256i *const w = (const __m256i *)weight;
            UNROLL
            for (int p = 0; p < count; p++) {
                const __m256i four = four_inputs(x + p * line + j);
                UNROLL
                for (int v = 0; v < VECTORS; v++) {
                    const __m256i pairs = _mm256_maddubs_epi16(four, w[v]);
                    part[p][v] = j == 0 ? pairs : _mm256_add_epi16(part[p][v], pairs);
                    KEEP_ORDER(part[p][v]);
                }
            }
        }
        UNROLL
        for (int p = 0; p < count; p++)
            UNROLL
        for (int v = 0; v < VECTORS; v++)
            sum[p][v] += (ivec)_mm256_madd_epi16(part[p][v], ones);
    }
}

#include "net_stack.tmpl.h"

extern const struct net_kernels net_kernels_avx2;
const struct net_kernels net_kernels_avx2 = KERNELS("avx2", NET_TOP_SHORT_SUM);
