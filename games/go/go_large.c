/* go_large.c -- the same game and its searches once more, for boards of up to 19x19. */
#define GO go_large
#define GO_LINES 19
#include "go.c" /* NOLINT(bugprone-suspicious-include) */
