/* othello_avx2.c -- the same game and its searches once more, for processors with AVX2 and
 * BMI2; games/meson.build compiles this file for them. */
#define OTHELLO othello_avx2
#define OTHELLO_AGAIN
#include "othello.c" /* NOLINT(bugprone-suspicious-include) */
