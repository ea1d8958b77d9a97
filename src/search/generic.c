/* generic.c -- every kernel for any game. */
#define ZM_FN(name) generic_##name
#define ZM_STEP(cx, ...) ((void)0)
#include "search/generic.tmpl.h"

const struct zm_kernels generic_kernels = ZM_KERNEL_TABLE;
