/* pages.c -- see pages.h. */
#include "base/pages.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { HUGE = 2 << 20 };

void *pages_new(size_t size)
{
    const size_t align = size >= HUGE ? HUGE : 64;
    void *const memory = aligned_alloc(align, (size + align - 1) & ~(align - 1));
#ifdef MADV_HUGEPAGE
    if (memory && size >= HUGE)
        madvise(memory, size, MADV_HUGEPAGE); /* a wish; ordinary pages do as well */
#endif
    return memory;
}
