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

#include "base/bytes.h"
#include "base/files.h"
#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "zermelo tuning 1";
enum { MAGIC = sizeof magic - 1, MOST_POINTS = 1 << 20 };
_Static_assert(WORK_HEADER == MAGIC + 8, "the magic and a checksum");

uint64_t work_checksum(const unsigned char *bytes, size_t length)
{
    return zm_mix(bytes_hash(length, bytes, length));
}

/* ------------------------------------------------------------------ writing -- */

static void put_settings(struct bytes_writer *w, const struct work_settings *s)
{
    bytes_put_text(w, s->game);
    bytes_put_text(w, s->options);
    bytes_put_text(w, s->search);
    bytes_put_number(w, s->nodes, 8);
    bytes_put_number(w, s->depth, 8);
    bytes_put_number(w, s->seed, 8);
    bytes_put_number(w, s->rounds, 4);
    bytes_put_number(w, s->games, 4);
    bytes_put_number(w, s->random, 4);
    bytes_put_number(w, s->count, 4);
}

static void put_line(struct bytes_writer *w, const struct game_line *line)
{
    bytes_put_number(w, line->played ? line->length : UINT32_MAX, 4);
    if (!line->played)
        return;
    bytes_put_number(w, line->opening, 4);
    bytes_put_number(w, (uint32_t)line->result, 4);
    for (uint32_t i = 0; i < line->length; i++)
        bytes_put_number(w, line->place[i], 2);
}

unsigned char *work_pack(const struct work *work, size_t *length)
{
    struct bytes_writer w = { 0 };
    bytes_put(&w, magic, MAGIC);
    bytes_put_number(&w, 0, 8);
    put_settings(&w, &work->settings);
    bytes_put_number(&w, work->done, 4);
    bytes_put_number(&w, work->points, 4);
    for (uint32_t i = 0; i < work->points; i++) {
        const struct fit_point *const point = &work->point[i];
        bytes_put_number(&w, point->round, 4);
        bytes_put_number(&w, point->pass, 4);
        bytes_put_double(&w, point->training);
        bytes_put_double(&w, point->validation);
        bytes_put_double(&w, point->error);
        bytes_put_double(&w, point->correlation);
    }
    for (uint32_t i = 0; i < work->settings.count; i++)
        bytes_put_number(&w, (uint16_t)work->weight[i], 2);
    for (int which = 0; which < 2; which++) {
        bytes_put_number(&w, work->games[which], 4);
        for (uint32_t i = 0; i < work->games[which]; i++)
            put_line(&w, &work->line[which][i]);
    }
    if (w.failed) {
        free(w.at);
        return NULL;
    }
    bytes_set(w.at + MAGIC, work_checksum(w.at + WORK_HEADER, w.length - WORK_HEADER), 8);
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

static void get_settings(struct bytes_reader *r, struct work_settings *s)
{
    bytes_get_text(r, s->game, sizeof s->game);
    bytes_get_text(r, s->options, sizeof s->options);
    bytes_get_text(r, s->search, sizeof s->search);
    s->nodes = bytes_get_number(r, 8);
    s->depth = bytes_get_number(r, 8);
    s->seed = bytes_get_number(r, 8);
    s->rounds = (uint32_t)bytes_get_number(r, 4);
    s->games = (uint32_t)bytes_get_number(r, 4);
    s->random = (uint32_t)bytes_get_number(r, 4);
    s->count = (uint32_t)bytes_get_number(r, 4);
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

static void get_line(struct bytes_reader *r, const struct zm_game *game, struct game_line *line)
{
    const uint32_t length = (uint32_t)bytes_get_number(r, 4);
    if (r->wrong || length == UINT32_MAX)
        return;
    line->played = true;
    line->opening = (uint32_t)bytes_get_number(r, 4);
    line->result = (int32_t)(uint32_t)bytes_get_number(r, 4);
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
        line->place[i] = (uint16_t)bytes_get_number(r, 2);
    line->length = length;
    if (length > 0 && !line_sound(game, line))
        r->wrong = "a game in it breaks the rules";
}

static void get_points(struct bytes_reader *r, struct work *work)
{
    const uint32_t points = (uint32_t)bytes_get_number(r, 4);
    for (uint32_t i = 0; i < points && i < MOST_POINTS && !r->wrong; i++) {
        struct fit_point point = { .round = (uint32_t)bytes_get_number(r, 4) };
        point.pass = (uint32_t)bytes_get_number(r, 4);
        point.training = bytes_get_double(r);
        point.validation = bytes_get_double(r);
        point.error = bytes_get_double(r);
        point.correlation = bytes_get_double(r);
        if (!r->wrong && !work_add_point(work, &point))
            r->wrong = out_of_memory;
    }
}

static void get_games(struct bytes_reader *r, const struct zm_game *game, struct work *work,
                      int which, uint32_t expected)
{
    if (bytes_get_number(r, 4) != expected)
        r->wrong = r->wrong ? r->wrong : "it has another number of games than its settings say";
    for (uint32_t i = 0; i < expected && !r->wrong; i++)
        get_line(r, game, &work->line[which][i]);
}

/* All behind the settings, into a fresh work. */
static void get_work(struct bytes_reader *r, const struct zm_game *game, struct work *work)
{
    struct zm_error error;
    const struct work_settings *const s = &work->settings;
    const uint32_t done = (uint32_t)bytes_get_number(r, 4);
    if (done > s->rounds)
        r->wrong = r->wrong ? r->wrong : "it has done more rounds than there are";
    while (!r->wrong && work->done < done)
        r->wrong = work_next_round(work, &error) ? out_of_memory : NULL;
    get_points(r, work);
    for (uint32_t i = 0; i < s->count && !r->wrong; i++)
        work->weight[i] = (int16_t)(uint16_t)bytes_get_number(r, 2);
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
    struct bytes_reader r = { .at = bytes + MAGIC, .end = bytes + length };
    if (bytes_get_number(&r, 8) != work_checksum(bytes + WORK_HEADER, length - WORK_HEADER))
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
