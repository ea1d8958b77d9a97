/* net_avx512.c -- the kernels for processors with AVX-512 and VNNI, whose one instruction
 * multiplies four bytes with four and adds all to a sum of 32 bits. */
#include <immintrin.h>
#define WIDTH 16
#define MULTIPLY_ADD(a, b, c) ((vec)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define BROADCAST(a) ((vec)_mm512_set1_ps(a))
#include "net_kernels.tmpl.h"
#include "net_update.tmpl.h"

enum { STACK = 3 };

/* Two sums for each tile, since the instruction takes its time. */
INLINED void taps(const int count, int inputs, ptrdiff_t line, const uint8_t *x,
                  const int8_t *weight, ivec sum[][VECTORS])
{
    __m512i other[STACK];
    UNROLL
    for (int p = 0; p < count; p++)
        other[p] = _mm512_setzero_si512();
    for (int i = 0; i < inputs; i += 8, weight += 128) {
        const __m512i first = _mm512_loadu_si512(weight), second = _mm512_loadu_si512(weight + 64);
        UNROLL
        for (int p = 0; p < count; p++) {
            int32_t four[2];
            __builtin_memcpy(four, x + p * line + i, 8);
            sum[p][0] =
                (ivec)_mm512_dpbusd_epi32((__m512i)sum[p][0], _mm512_set1_epi32(four[0]), first);
            other[p] = _mm512_dpbusd_epi32(other[p], _mm512_set1_epi32(four[1]), second);
        }
    }
    UNROLL
    for (int p = 0; p < count; p++)
        sum[p][0] += (ivec)other[p];
}

#include "net_whole.tmpl.h"

extern const struct net_kernels net_kernels_avx512;
const struct net_kernels net_kernels_avx512 = {
    "avx512", ROWS,   window, gather,   spread,  multiply, multiply_transposed,
    pack,     unpack, adam,   convolve, quantise
};
