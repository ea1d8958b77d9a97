/* book_make.c -- makes an opening book: all positions after at most so many moves, up to what
 * book_key() takes for the same. Those after the last of these moves are solved, on one table
 * of proofs; the others get their values from the positions that their moves lead to.
 *
 * Every value that was proved is written to FILE.part at once, so that a run that was killed
 * goes on where it was. Values are exact, so the book is the same, byte for byte, however
 * often that happened.
 *
 *   FILE.part   0   8 bytes   "ZMPART1\n"
 *               8   uint64    fingerprint of the game
 *               16  records of a key, a value (int64) and zm_mix() of both and the fingerprint */
#include "base/files.h"
#include "base/numbers.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "solve/book.h"
#include "solve/job.h"
#include "solve/proofs.h"
#include "solve/questions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char part_magic[8] = "ZMPART1\n";

struct record {
    uint64_t key;
    int64_t value;
    uint64_t check;
};

struct maker {
    struct run run; /* first: poll() finds the maker by it */
    struct zm_search search;
    const struct zm_game *game;
    const struct zm_book_limits *limits;
    struct zm_error *error;
    uint64_t fingerprint;
    FILE *part;
    struct numbers number;    /* of each key: 0, 1, 2 ... by arrival       */
    unsigned char *states;    /* the positions in that order               */
    uint64_t *key;            /* ... their keys                            */
    int32_t *value;           /* ... and values                            */
    bool *known;              /* ... if known                              */
    size_t room, count, last; /* from number `last` on they are solved     */
    struct zm_state *now, *child, *spare;
    zm_move *list;
};

static void poll(struct zm_context *cx)
{
    struct maker *const m = (struct maker *)cx;
    if (m->limits->stop && m->limits->stop(m->limits->user))
        zm_search_stop(&m->search);
    run_poll(cx);
}

/* Position number i, aligned as games may want it, until the next call. */
static const struct zm_state *position(const struct maker *m, size_t i)
{
    memcpy(m->now, m->states + i * m->game->state_size, m->game->state_size);
    return m->now;
}

/* ----------------------------------------------------------------- positions -- */

static bool larger(void **memory, size_t size)
{
    void *const more = realloc(*memory, size);
    *memory = more ? more : *memory;
    return more;
}

static const char *make_room(struct maker *m)
{
    const size_t stride = m->game->state_size, room = m->room ? 2 * m->room : 1024;
    const size_t each = stride + sizeof *m->key + sizeof *m->value + sizeof *m->known;
    if ((double)(room * each) > m->limits->megabytes * 1048576 / 2)
        return sentence(m->error, "more than %zu positions: too many for half of %.0f MB of memory",
                        m->count, m->limits->megabytes);
    if (!larger((void **)&m->states, room * stride) ||
        !larger((void **)&m->key, room * sizeof *m->key) ||
        !larger((void **)&m->value, room * sizeof *m->value) ||
        !larger((void **)&m->known, room * sizeof *m->known))
        return sentence(m->error, "%s", out_of_memory);
    m->room = room;
    return NULL;
}

static const char *add(struct maker *m, const struct zm_state *s)
{
    uint32_t number;
    bool added;
    const uint64_t key = book_key(m->game, s, m->spare);
    if (m->count == m->room && make_room(m))
        return m->error->text;
    if (!numbers_add(&m->number, key, &number, &added))
        return sentence(m->error, "%s", out_of_memory);
    if (!added)
        return NULL;
    memcpy(m->states + m->count * m->game->state_size, s, m->game->state_size);
    m->key[m->count] = key;
    m->known[m->count++] = false;
    return NULL;
}

/* Ply by ply: what a ply added is what the next one goes on from. */
static const char *find_positions(struct maker *m, const struct zm_state *root)
{
    if (add(m, root))
        return m->error->text;
    for (int ply = 0; ply < m->limits->plies; ply++) {
        const size_t from = m->last;
        m->last = m->count;
        for (size_t i = from; i < m->last; i++) {
            const int n = m->game->moves(position(m, i), m->list);
            for (int k = 0; k < n; k++) {
                memcpy(m->child, m->now, m->game->state_size);
                m->game->play(m->child, m->list[k]);
                if (m->game->turn(m->child) != ZM_OVER && add(m, m->child))
                    return m->error->text;
            }
        }
    }
    return NULL;
}

/* --------------------------------------------------------------- what is done -- */

static uint64_t check_of(const struct maker *m, const struct record *r)
{
    return zm_mix(r->key ^ zm_mix((uint64_t)r->value ^ m->fingerprint));
}

/* Take over what an earlier run proved, and cut off a record that was being written. */
static const char *open_part(struct maker *m, const char *path)
{
    unsigned char head[16];
    struct record r;
    m->part = fopen(path, "r+b");
    if (!m->part)
        m->part = fopen(path, "w+b");
    if (!m->part)
        return sentence(m->error, "%s: %s", path, strerror(errno));
    setbuf(m->part, NULL);
    if (fread(head, 1, sizeof head, m->part) == 0) {
        memcpy(head, part_magic, 8);
        memcpy(head + 8, &m->fingerprint, 8);
        rewind(m->part);
        if (fwrite(head, sizeof head, 1, m->part) != 1)
            return sentence(m->error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    if (memcmp(head, part_magic, 8) != 0 || memcmp(head + 8, &m->fingerprint, 8) != 0)
        return sentence(m->error,
                        "%s: left over from another book; delete it or choose another name", path);
    long good = sizeof head;
    while (fread(&r, sizeof r, 1, m->part) == 1 && r.check == check_of(m, &r)) {
        uint32_t number;
        bool added;
        good += (long)sizeof r;
        /* Of a shorter book, or from another position: not wanted, but no harm. */
        if (!numbers_add(&m->number, r.key, &number, &added))
            return sentence(m->error, "%s", out_of_memory);
        if (number < m->count) {
            m->value[number] = (int32_t)r.value;
            m->known[number] = true;
        }
    }
    if (ftruncate(fileno(m->part), good) != 0 || fseek(m->part, good, SEEK_SET) != 0)
        return sentence(m->error, "%s: %s", path, strerror(errno));
    return NULL;
}

static const char *keep(struct maker *m, size_t i)
{
    struct record r = { m->key[i], m->value[i], 0 };
    r.check = check_of(m, &r);
    if (fwrite(&r, sizeof r, 1, m->part) != 1)
        return sentence(m->error, "the book could not be written: %s", strerror(errno));
    return NULL;
}

/* -------------------------------------------------------------------- values -- */

static void tell(const struct maker *m, size_t done)
{
    if (m->limits->progress)
        m->limits->progress(m->limits->user, done, m->count - m->last);
}

static const char *solve_last(struct maker *m)
{
    size_t done = 0;
    for (size_t i = m->last; i < m->count; i++)
        done += m->known[i];
    for (size_t i = m->last; i < m->count; i++) {
        if (m->known[i])
            continue;
        tell(m, done++);
        m->value[i] = value_by_questions(&m->run, position(m, i), ZM_QUESTIONS);
        if (m->run.cx.stopped)
            return sentence(m->error, "stopped; the same command goes on");
        m->known[i] = true;
        if (keep(m, i))
            return m->error->text;
    }
    tell(m, done);
    return NULL;
}

/* The value of position i, if those of all that its moves lead to are known. */
static const char *value_one(struct maker *m, size_t i)
{
    const struct zm_state *const s = position(m, i);
    const int me = m->game->turn(s), n = m->game->moves(s, m->list);
    int best = -m->game->max_payoff;
    for (int k = 0; k < n; k++) {
        uint32_t number = 0;
        bool added = false;
        memcpy(m->child, s, m->game->state_size);
        m->game->play(m->child, m->list[k]);
        const int next = m->game->turn(m->child);
        if (next != ZM_OVER &&
            !numbers_add(&m->number, book_key(m->game, m->child, m->spare), &number, &added))
            return sentence(m->error, "%s", out_of_memory);
        if (next != ZM_OVER && !m->known[number])
            return NULL;
        const int value = next == ZM_OVER ? m->game->payoff(m->child, me)
                          : next == me    ? m->value[number]
                                          : -m->value[number];
        best = value > best ? value : best;
    }
    m->value[i] = best;
    m->known[i] = true;
    return NULL;
}

/* From the last to the first; and again, where a position can be reached by lines of different
 * length and so was found before what leads to it. */
static const char *value_first(struct maker *m)
{
    for (bool all = false; !all;) {
        all = true;
        for (size_t i = m->last; i-- > 0;) {
            if (!m->known[i] && value_one(m, i))
                return m->error->text;
            all = all && m->known[i];
        }
    }
    return NULL;
}

/* ---------------------------------------------------------------------- file -- */

struct entry {
    uint64_t key;
    int32_t value;
};

static int by_key(const void *left, const void *right)
{
    const struct entry *const a = left, *const b = right;
    return (a->key > b->key) - (a->key < b->key);
}

static const char *write_book(struct maker *m, const char *path)
{
    struct entry *const entry = malloc(m->count * sizeof *entry);
    unsigned char *bytes = NULL;
    size_t length;
    if (entry) {
        for (size_t i = 0; i < m->count; i++)
            entry[i] = (struct entry){ m->key[i], m->value[i] };
        qsort(entry, m->count, sizeof *entry, by_key);
        for (size_t i = 0; i < m->count; i++) {
            m->key[i] = entry[i].key;
            m->value[i] = entry[i].value;
        }
        bytes = book_bytes(m->game, m->limits->plies, m->key, m->value, m->count, &length);
    }
    const char *const wrong = bytes ? file_write(path, (const char *)bytes, length, m->error)
                                    : sentence(m->error, "%s", out_of_memory);
    free(bytes);
    free(entry);
    return wrong;
}

static const char *refuses(const struct zm_position *p, int depth, struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    if (zm_position_turn(p) < 0)
        return sentence(error, "the game is over");
    if (!solves_by_table(game, depth))
        return sentence(error,
                        "a book of %s cannot be made: it takes two players, zero-sum, without "
                        "chance, hidden information and repeated positions",
                        game->name);
    return NULL;
}

static const char *make(struct maker *m, const struct zm_position *p, const char *path,
                        const char *part)
{
    const size_t stride = state_stride(m->game);
    m->now = aligned_alloc(64, stride);
    m->child = aligned_alloc(64, stride);
    m->spare = aligned_alloc(64, stride);
    m->list = malloc((size_t)m->game->max_moves * sizeof *m->list);
    if (!m->now || !m->child || !m->spare || !m->list)
        return sentence(m->error, "%s", out_of_memory);
    m->fingerprint = book_fingerprint(m->game);
    if (find_positions(m, zm_position_state(p)) || open_part(m, part) ||
        branches_begin(&m->run.cx, m->run.depth, &m->run.memory, &m->run.memory_size, m->error))
        return m->error->text;
    if (!proofs_begin(&m->run.cx, m->limits->megabytes / 2))
        return sentence(m->error, "%s", out_of_memory);
    if (solve_last(m) || value_first(m) || write_book(m, path))
        return m->error->text;
    unlink(part);
    return NULL;
}

const char *zm_book_make(const struct zm_position *p, const char *path,
                         const struct zm_book_limits *limits, uint64_t *positions,
                         struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    struct maker m = { .search = { .game = game }, .game = game, .limits = limits, .error = error };
    char part[4096];
    m.run.search = &m.search;
    m.run.cx = (struct zm_context){ .game = game, .poll = poll };
    run_limits(&m.run, NULL);
    if (refuses(p, m.run.depth, error))
        return error->text;
    if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
        return sentence(error, "%.200s...: the path is too long", path);
    const char *wrong = make(&m, p, path, part);
    *positions = m.count;
    if (m.part)
        fclose(m.part);
    if (m.run.cx.proofs)
        proofs_end(&m.run.cx);
    numbers_release(&m.number);
    free(m.run.memory);
    free(m.states);
    free(m.key);
    free(m.value);
    free(m.known);
    free(m.now);
    free(m.child);
    free(m.spare);
    free(m.list);
    return wrong ? error->text : NULL;
}
