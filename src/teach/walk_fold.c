/* walk_fold.c -- a few marks that stand for millions of nodes. From the first node on, always
 * the largest mark that is not open yet is opened: its children become marks of their own,
 * while there is room. Those that are too many or too small go together into one, the rest.
 * A heap finds the largest; a child is reached from the one before it by its size. So the work
 * is that of the marks and their brothers, however many nodes there are. */
#include "teach/walk.h"

#include <stdlib.h>
#include <string.h>

/* A node has at most so many marks below it, the largest of its children. */
enum { MOST_CHILDREN = 64 };

struct folder {
    const struct walk *w;
    struct walk_mark *list;
    int count, most;
    int *heap; /* marks that may be opened, the largest first */
    int heaped;
};

static uint32_t total(const struct folder *f, int i)
{
    return f->list[f->heap[i]].total;
}

static void swap(struct folder *f, int a, int b)
{
    const int mark = f->heap[a];
    f->heap[a] = f->heap[b];
    f->heap[b] = mark;
}

static void heap_push(struct folder *f, int mark)
{
    int i = f->heaped++;
    f->heap[i] = mark;
    for (; i > 0 && total(f, i) > total(f, (i - 1) / 2); i = (i - 1) / 2)
        swap(f, i, (i - 1) / 2);
}

static int heap_pop(struct folder *f)
{
    const int top = f->heap[0];
    f->heap[0] = f->heap[--f->heaped];
    for (int i = 0;;) {
        int largest = i;
        for (int c = 2 * i + 1; c <= 2 * i + 2 && c < f->heaped; c++)
            if (total(f, c) > total(f, largest))
                largest = c;
        if (largest == i)
            return top;
        swap(f, i, largest);
        i = largest;
    }
}

/* Add a mark for node n, or for `rest` children in one. */
static void add(struct folder *f, int parent, uint32_t n, uint32_t size, uint32_t before,
                uint32_t rest)
{
    f->list[f->count++] = (struct walk_mark){ .node = n,
                                              .parent = parent,
                                              .ply = parent < 0 ? 0 : f->list[parent].ply + 1,
                                              .total = size,
                                              .before = before,
                                              .rest = rest };
}

static int larger(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x < y) - (x > y);
}

/* How large a child must be to have a mark of its own when only `room` can. */
static uint32_t threshold(const struct walk *w, uint32_t n, int room, uint32_t *sizes, int children)
{
    int count = 0;
    for (uint32_t c = n + 1; c < n + w->node[n].size; c += w->node[c].size)
        sizes[count++] = w->node[c].total;
    qsort(sizes, (size_t)count, sizeof *sizes, larger);
    return room < children ? sizes[room] + 1 : 0;
}

static int children_of(const struct walk *w, uint32_t n)
{
    int count = 0;
    for (uint32_t c = n + 1; c < n + w->node[n].size; c += w->node[c].size)
        count++;
    return count;
}

/* The children of mark i as marks. What they do not account for (small ones, and nodes that
 * were dropped) is the rest, which comes last. False: out of memory. */
static bool open_mark(struct folder *f, int i)
{
    const struct walk *const w = f->w;
    const uint32_t n = f->list[i].node;
    const int children = children_of(w, n);
    int room = f->most - f->count - 1;
    room = room < MOST_CHILDREN ? room : MOST_CHILDREN;
    uint32_t *const sizes = malloc(((size_t)children + 1) * sizeof *sizes);
    if (!sizes)
        return false;
    const uint32_t least = threshold(w, n, room, sizes, children);
    free(sizes);
    uint32_t before = 0, left = f->list[i].total - (n > 0), hidden = 0;
    for (uint32_t c = n + 1; c < n + w->node[n].size; c += w->node[c].size) {
        if (w->node[c].total >= least) {
            add(f, i, c, w->node[c].total, before, 0);
            before += w->node[c].total;
            left -= w->node[c].total;
            if (w->node[c].size > 1 || w->node[c].total > 1)
                heap_push(f, f->count - 1);
        } else {
            hidden++;
        }
    }
    if (left > 0)
        add(f, i, n, left, before, hidden ? hidden : 1);
    return true;
}

/* Put the marks into pre-order: they were added as they were opened. */
static bool sort_marks(struct folder *f)
{
    struct walk_mark *const old = malloc((size_t)f->count * sizeof *old);
    int *const place = malloc((size_t)f->count * sizeof *place);
    int *const next = malloc((size_t)f->count * sizeof *next), *const first =
                                                                   malloc((size_t)f->count *
                                                                          sizeof *first);
    const bool done = old && place && next && first;
    if (done) {
        memcpy(old, f->list, (size_t)f->count * sizeof *old);
        for (int i = 0; i < f->count; i++)
            first[i] = -1;
        for (int i = f->count - 1; i > 0; i--) {
            next[i] = first[old[i].parent];
            first[old[i].parent] = i;
        }
        next[0] = -1;
        int count = 0;
        for (int i = 0; i >= 0;) {
            place[i] = count;
            f->list[count] = old[i];
            f->list[count].parent = i ? place[old[i].parent] : -1;
            count++;
            if (first[i] >= 0) {
                i = first[i];
                continue;
            }
            while (i >= 0 && next[i] < 0)
                i = old[i].parent;
            if (i >= 0)
                i = next[i];
        }
    }
    free(old);
    free(place);
    free(next);
    free(first);
    return done;
}

int walk_fold(const struct walk *w, uint32_t n, int most, struct walk_mark list[])
{
    struct folder f = { .w = w, .list = list, .most = most };
    f.heap = malloc((size_t)most * sizeof *f.heap);
    if (!f.heap)
        return -1;
    add(&f, -1, n, w->node[n].total, 0, 0);
    heap_push(&f, 0);
    bool done = true;
    while (done && f.heaped > 0 && f.count + 2 <= most)
        done = open_mark(&f, heap_pop(&f));
    done = done && sort_marks(&f);
    free(f.heap);
    return done ? f.count : -1;
}

int walk_way(const struct walk *w, uint32_t n, uint32_t way[], int most)
{
    int plies = 0;
    for (uint32_t at = 0; plies < most;) {
        way[plies++] = at;
        if (at == n)
            break;
        uint32_t c = at + 1;
        while (c + w->node[c].size <= n)
            c += w->node[c].size;
        at = c;
    }
    return plies;
}
