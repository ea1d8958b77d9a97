/* traced.c -- every kernel for any game, telling its steps to who watches. */
#include "search/trace.h"

#define ZM_TRACED
#define ZM_FN(name) traced_##name
#define ZM_STEP(cx, ...) trace_step((cx)->tracer, &(struct zm_step){ __VA_ARGS__ })
#include "search/generic.tmpl.h"

const struct zm_kernels traced_kernels = ZM_KERNEL_TABLE;
