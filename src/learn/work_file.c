/* work_file.c -- a tuning as bytes. Numbers are little-endian.
 *
 *   bytes  what
 *      16  "zermelo tuning 1"
 *       8  checksum of all that follows
 *          the settings: three texts (4 bytes of length, the text), nodes, depth, seed
 *          (8 bytes each), rounds, games, random, count (4 each)
 *       4  rounds done
 *       4  points of the loss curve; each: round, pass (4 each), four doubles
 *  2*count the weights
 *       4  games of the round before, and then those of this round:
 *          4 bytes length, or all ones if not played yet; else opening, result (4 each)
 *          and 2 bytes for each move
 */
#include "learn/work.h"

#include "base/files.h"
#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "zermelo tuning 1";
enum { MAGIC = sizeof magic - 1, MOST_POINTS = 1 << 20 };
_Static_assert(WORK_HEADER == MAGIC + 8, "the magic and a checksum");

uint64_t work_checksum(const unsigned char *bytes, size_t length)
{
    uint64_t sum = length;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 0x100000001B3ULL; /* FNV-1a */
    return zm_mix(sum);
}

/* ------------------------------------------------------------------ writing -- */

struct writer {
    unsigned char *at;
    size_t length, room;
    bool failed;
};

static void put(struct writer *w, const void *bytes, size_t length)
{
    if (w->failed)
        return;
    if (w->length + length > w->room) {
        const size_t room = 2 * (w->length + length);
        unsigned char *const more = realloc(w->at, room);
        if (!more) {
            w->failed = true;
            return;
        }
        w->at = more;
        w->room = room;
    }
    if (length)
        memcpy(w->at + w->length, bytes, length);
    w->length += length;
}

static void put_number(struct writer *w, uint64_t number, int bytes)
{
    unsigned char byte[8];
    for (int i = 0; i < bytes; i++)
        byte[i] = (unsigned char)(number >> 8 * i);
    put(w, byte, (size_t)bytes);
}

static void put_text(struct writer *w, const char *text)
{
    put_number(w, strlen(text), 4);
    put(w, text, strlen(text));
}

static void put_real(struct writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    put_number(w, bits, 8);
}

static void put_settings(struct writer *w, const struct work_settings *s)
{
    put_text(w, s->game);
    put_text(w, s->options);
    put_text(w, s->search);
    put_number(w, s->nodes, 8);
    put_number(w, s->depth, 8);
    put_number(w, s->seed, 8);
    put_number(w, s->rounds, 4);
    put_number(w, s->games, 4);
    put_number(w, s->random, 4);
    put_number(w, s->count, 4);
}

static void put_line(struct writer *w, const struct game_line *line)
{
    put_number(w, line->played ? line->length : UINT32_MAX, 4);
    if (!line->played)
        return;
    put_number(w, line->opening, 4);
    put_number(w, (uint32_t)line->result, 4);
    for (uint32_t i = 0; i < line->length; i++)
        put_number(w, line->place[i], 2);
}

unsigned char *work_pack(const struct work *work, size_t *length)
{
    struct writer w = { 0 };
    put(&w, magic, MAGIC);
    put_number(&w, 0, 8);
    put_settings(&w, &work->settings);
    put_number(&w, work->done, 4);
    put_number(&w, work->points, 4);
    for (uint32_t i = 0; i < work->points; i++) {
        const struct fit_point *const point = &work->point[i];
        put_number(&w, point->round, 4);
        put_number(&w, point->pass, 4);
        put_real(&w, point->training);
        put_real(&w, point->validation);
        put_real(&w, point->error);
        put_real(&w, point->correlation);
    }
    for (uint32_t i = 0; i < work->settings.count; i++)
        put_number(&w, (uint16_t)work->weight[i], 2);
    for (int which = 0; which < 2; which++) {
        put_number(&w, work->games[which], 4);
        for (uint32_t i = 0; i < work->games[which]; i++)
            put_line(&w, &work->line[which][i]);
    }
    if (w.failed) {
        free(w.at);
        return NULL;
    }
    struct writer sum = { .at = w.at + MAGIC, .room = 8 };
    put_number(&sum, work_checksum(w.at + WORK_HEADER, w.length - WORK_HEADER), 8);
    *length = w.length;
    return w.at;
}

const char *work_write(const struct work *work, const char *path, struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = work_pack(work, &length);
    const char *const wrong = bytes ? file_write(path, (const char *)bytes, length, error)
                                    : sentence(error, "%s", out_of_memory);
    free(bytes);
    return wrong;
}

/* ------------------------------------------------------------------ reading -- */

struct reader {
    const unsigned char *at, *end;
    const char *wrong; /* what was found first */
};

static uint64_t get_number(struct reader *r, int bytes)
{
    uint64_t number = 0;
    if (r->end - r->at < bytes) {
        r->wrong = r->wrong ? r->wrong : "it ends too soon";
        r->at = r->end;
        return 0;
    }
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)*r->at++ << 8 * i;
    return number;
}

static void get_text(struct reader *r, char *out, size_t size)
{
    const uint64_t length = get_number(r, 4);
    if (r->wrong)
        return;
    if (length >= size || length > (uint64_t)(r->end - r->at)) {
        r->wrong = "a text in it is too long";
        return;
    }
    memcpy(out, r->at, length);
    out[length] = '\0';
    r->at += length;
}

static double get_real(struct reader *r)
{
    const uint64_t bits = get_number(r, 8);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static void get_settings(struct reader *r, struct work_settings *s)
{
    get_text(r, s->game, sizeof s->game);
    get_text(r, s->options, sizeof s->options);
    get_text(r, s->search, sizeof s->search);
    s->nodes = get_number(r, 8);
    s->depth = get_number(r, 8);
    s->seed = get_number(r, 8);
    s->rounds = (uint32_t)get_number(r, 4);
    s->games = (uint32_t)get_number(r, 4);
    s->random = (uint32_t)get_number(r, 4);
    s->count = (uint32_t)get_number(r, 4);
}

/* The first setting that is not the same, or NULL. */
static const char *differs(const struct work_settings *a, const struct work_settings *b)
{
    return strcmp(a->game, b->game) != 0         ? "game"
           : strcmp(a->options, b->options) != 0 ? "--options"
           : strcmp(a->search, b->search) != 0   ? "--search"
           : a->nodes != b->nodes                ? "--nodes"
           : a->depth != b->depth                ? "--depth"
           : a->seed != b->seed                  ? "--seed"
           : a->rounds != b->rounds              ? "--rounds"
           : a->games != b->games                ? "--games"
           : a->random != b->random              ? "--random"
           : a->count != b->count                ? "number of weights"
                                                 : NULL;
}

static void get_line(struct reader *r, const struct zm_game *game, struct game_line *line)
{
    const uint32_t length = (uint32_t)get_number(r, 4);
    if (r->wrong || length == UINT32_MAX)
        return;
    line->played = true;
    line->opening = (uint32_t)get_number(r, 4);
    line->result = (int32_t)(uint32_t)get_number(r, 4);
    if (length > selfplay_longest(game) || length > (size_t)(r->end - r->at) / 2) {
        r->wrong = "a game in it is too long";
        return;
    }
    line->place = malloc((length + 1) * sizeof *line->place);
    if (!line->place) {
        r->wrong = out_of_memory;
        return;
    }
    for (uint32_t i = 0; i < length; i++)
        line->place[i] = (uint16_t)get_number(r, 2);
    line->length = length;
    if (length > 0 && !line_sound(game, line))
        r->wrong = "a game in it breaks the rules";
}

static void get_points(struct reader *r, struct work *work)
{
    const uint32_t points = (uint32_t)get_number(r, 4);
    for (uint32_t i = 0; i < points && i < MOST_POINTS && !r->wrong; i++) {
        struct fit_point point = { .round = (uint32_t)get_number(r, 4) };
        point.pass = (uint32_t)get_number(r, 4);
        point.training = get_real(r);
        point.validation = get_real(r);
        point.error = get_real(r);
        point.correlation = get_real(r);
        if (!r->wrong && !work_add_point(work, &point))
            r->wrong = out_of_memory;
    }
}

static void get_games(struct reader *r, const struct zm_game *game, struct work *work, int which,
                      uint32_t expected)
{
    if (get_number(r, 4) != expected)
        r->wrong = r->wrong ? r->wrong : "it has another number of games than its settings say";
    for (uint32_t i = 0; i < expected && !r->wrong; i++)
        get_line(r, game, &work->line[which][i]);
}

/* All behind the settings, into a fresh work. */
static void get_work(struct reader *r, const struct zm_game *game, struct work *work)
{
    struct zm_error error;
    const struct work_settings *const s = &work->settings;
    const uint32_t done = (uint32_t)get_number(r, 4);
    if (done > s->rounds)
        r->wrong = r->wrong ? r->wrong : "it has done more rounds than there are";
    while (!r->wrong && work->done < done)
        r->wrong = work_next_round(work, &error) ? out_of_memory : NULL;
    get_points(r, work);
    for (uint32_t i = 0; i < s->count && !r->wrong; i++)
        work->weight[i] = (int16_t)(uint16_t)get_number(r, 2);
    get_games(r, game, work, 0, work->games[0]);
    get_games(r, game, work, 1, work->games[1]);
    if (!r->wrong && r->at != r->end)
        r->wrong = "there is more behind its end";
}

const char *work_read(struct work *work, const struct zm_game *game, const unsigned char *bytes,
                      size_t length, const char *name, struct zm_error *error)
{
    struct work_settings settings = { .count = 0 };
    if (length < WORK_HEADER || memcmp(bytes, magic, MAGIC) != 0)
        return sentence(error, "%s: not a file of `zermelo tune`: expected it to begin with \"%s\"",
                        name, magic);
    struct reader r = { .at = bytes + MAGIC, .end = bytes + length };
    if (get_number(&r, 8) != work_checksum(bytes + WORK_HEADER, length - WORK_HEADER))
        return sentence(error, "%s: the checksum is wrong: the file was damaged", name);
    get_settings(&r, &settings);
    if (r.wrong)
        return sentence(error, "%s: %s", name, r.wrong);
    const char *const what = differs(&settings, &work->settings);
    if (what)
        return sentence(error,
                        "%s: belongs to another tuning, with another %s: give the same options to "
                        "go on with it, or name another file by --work",
                        name, what);
    struct work fresh;
    if (work_begin(&fresh, &settings, error))
        return error->text;
    get_work(&r, game, &fresh);
    if (r.wrong) {
        work_release(&fresh);
        return sentence(error, "%s: %s", name, r.wrong);
    }
    work_release(work);
    *work = fresh;
    return NULL;
}
