/* pages.c -- see pages.h. */
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The first touch of a huge page clears all of it: milliseconds on a virtual machine, of which a
 * search of a tenth of a second sees dozens. In tables of this size it pays in the end. */
enum { HUGE = 2 << 20, WORTH_HUGE = 128 << 20 };

/* What is small, and asked for again and again by who plays hundreds of games a second, comes from
 * malloc(): to give pages back to the system stops all threads of the process for a moment. */
enum { SMALL = 1 << 20 };

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

static size_t whole_pages(size_t size)
{
    return (size + HUGE - 1) & ~((size_t)HUGE - 1);
}

static void *small_zeroed(size_t size)
{
    void *const memory = aligned_alloc(64, (size + 63) & ~(size_t)63);
    return memory ? memset(memory, 0, size) : NULL;
}

void *pages_zeroed(size_t size)
{
    if (size <= SMALL)
        return small_zeroed(size);
    /* Ask for one page more, and give back what is before and behind the aligned part. */
    const size_t whole = whole_pages(size);
    char *const got =
        mmap(NULL, whole + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED)
        return NULL;
    const size_t before = (HUGE - (size_t)(uintptr_t)got % HUGE) % HUGE;
    if (before > 0)
        munmap(got, before);
    munmap(got + before + whole, HUGE - before); /* never empty: before < HUGE */
#ifdef MADV_HUGEPAGE
    if (whole >= WORTH_HUGE)
        madvise(got + before, whole, MADV_HUGEPAGE);
#endif
    return got + before;
}

void pages_release(void *memory, size_t size)
{
    if (size <= SMALL)
        free(memory);
    else if (memory)
        munmap(memory, whole_pages(size));
}
