/* net_file.c -- nets, and the memory of their trainers, as bytes. Numbers are little-endian.
 *
 *   bytes  what                                     bytes  what
 *      12  "zermelo net\n"                             12  "zermelo opt\n"
 *       4  version: 1, or 2 with further heads          4  version: 1
 *       8  checksum of all that follows                 8  checksum of all that follows
 *          game, options, command: each 4 bytes         8  fingerprint of the net
 *          of length and the text                       8  steps made
 *       4  generation                                   4  optimiser
 *      24  rows, columns, planes, slots,                   first, then second moments, as
 *          channels, blocks                                the weights of the net
 *       4  version 2: the heads (enum net_heads)
 *          the weights, tensor by tensor,
 *          as floats
 *
 * A net without further heads is written in version 1, which older programs read. */
#include "learn/net_inside.h"
#include "learn/net_train.h"

#include "base/bytes.h"
#include "base/files.h"
#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char net_magic[] = "zermelo net\n", trainer_magic[] = "zermelo opt\n";
enum { MAGIC = 12, HEADER = MAGIC + 4 + 8 };
enum { NET_PLAIN = 1, NET_WITH_HEADS = 2, TRAINER_VERSION = 1 };
static const size_t longest = (size_t)1 << 31;

/* ------------------------------------------------------------------- writing -- */

static void put_weights(struct bytes_writer *w, const struct net *net, const float *weight)
{
    for (int i = 0; i < net->tensors; i++)
        for (size_t j = 0; j < net->tensor[i].size; j++)
            bytes_put_float(w, weight[net->tensor[i].at + j]);
}

/* The beginning, whose checksum comes when all is there. */
static void put_header(struct bytes_writer *w, const char *magic, unsigned version)
{
    bytes_put(w, magic, MAGIC);
    bytes_put_number(w, version, 4);
    bytes_put_number(w, 0, 8);
}

/* The bytes, with their checksum; NULL: no memory. */
static unsigned char *finish(struct bytes_writer *w)
{
    if (w->failed) {
        free(w->at);
        return NULL;
    }
    bytes_set(w->at + MAGIC + 4, net_checksum(w->at + HEADER, w->length - HEADER), 8);
    return w->at;
}

unsigned char *net_pack(const struct net *net, const struct net_about *about, size_t *length)
{
    const struct net_shape *const s = &net->shape;
    const int number[] = { s->rows, s->columns, s->planes, s->slots, s->channels, s->blocks };
    struct bytes_writer w = { 0 };
    put_header(&w, net_magic, net->heads ? NET_WITH_HEADS : NET_PLAIN);
    bytes_put_text(&w, about->game);
    bytes_put_text(&w, about->options);
    bytes_put_text(&w, about->command);
    bytes_put_number(&w, about->generation, 4);
    for (int i = 0; i < 6; i++)
        bytes_put_number(&w, (uint64_t)number[i], 4);
    if (net->heads)
        bytes_put_number(&w, net->heads, 4);
    put_weights(&w, net, net->weight);
    *length = w.length;
    return finish(&w);
}

const char *net_save(const struct net *net, const struct net_about *about, const char *path,
                     struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = net_pack(net, about, &length);
    const char *const wrong = bytes ? file_write(path, (const char *)bytes, length, error)
                                    : sentence(error, "%s", out_of_memory);
    free(bytes);
    return wrong;
}

const char *net_trainer_save(const struct net_trainer *t, const char *path, struct zm_error *error)
{
    struct bytes_writer w = { 0 };
    put_header(&w, trainer_magic, TRAINER_VERSION);
    bytes_put_number(&w, net_fingerprint(t->net), 8);
    bytes_put_number(&w, t->steps, 8);
    bytes_put_number(&w, t->how.optimiser, 4);
    put_weights(&w, t->net, t->first);
    put_weights(&w, t->net, t->second);
    unsigned char *const bytes = finish(&w);
    const char *const wrong = bytes ? file_write(path, (const char *)bytes, w.length, error)
                                    : sentence(error, "%s", out_of_memory);
    free(bytes);
    return wrong;
}

/* ------------------------------------------------------------------- reading -- */

static int get_int(struct bytes_reader *r)
{
    const uint64_t number = bytes_get_number(r, 4);
    return number <= INT32_MAX ? (int)number : -1;
}

static void get_weights(struct bytes_reader *r, const struct net *net, float *weight)
{
    for (int i = 0; i < net->tensors; i++)
        for (size_t j = 0; j < net->tensor[i].size; j++) {
            const float value = bytes_get_float(r);
            if (!isfinite(value) && !r->wrong)
                r->wrong = "a weight in it is not a finite number";
            weight[net->tensor[i].at + j] = value;
        }
}

/* What both files have at their beginning. */
struct kind {
    const char *magic, *what;
    unsigned newest; /* version */
};
static const struct kind net_kind = { net_magic, "a net", NET_WITH_HEADS };
static const struct kind trainer_kind = { trainer_magic, "the memory of a training",
                                          TRAINER_VERSION };

/* NULL, the version, and the reader behind the beginning; or what is wrong. */
static const char *open_reader(struct bytes_reader *r, const struct kind *kind,
                               const unsigned char *bytes, size_t length, const char *name,
                               unsigned *version, struct zm_error *error)
{
    if (length < HEADER || memcmp(bytes, kind->magic, MAGIC) != 0)
        return sentence(error, "%s: not %s: expected it to begin with \"%.*s\"%s", name, kind->what,
                        MAGIC - 1, kind->magic, length < HEADER ? " and more" : "");
    *r = (struct bytes_reader){ .at = bytes + MAGIC, .end = bytes + length };
    *version = (unsigned)bytes_get_number(r, 4);
    if (*version < 1 || *version > kind->newest)
        return sentence(error, "%s: written in version %u of the format: expected version 1%s",
                        name, *version, kind->newest > 1 ? " or 2" : "");
    if (bytes_get_number(r, 8) != net_checksum(bytes + HEADER, length - HEADER))
        return sentence(error, "%s: the checksum is wrong: the file was cut off or damaged", name);
    return NULL;
}

struct net *net_unpack(const unsigned char *bytes, size_t length, const char *name,
                       struct net_about *about, struct zm_error *error)
{
    struct bytes_reader r;
    struct net_about ignored = { .generation = 0 };
    struct net_shape s;
    struct zm_error shape_error;
    uint64_t heads = 0;
    unsigned version = 0;
    about = about ? about : &ignored;
    if (open_reader(&r, &net_kind, bytes, length, name, &version, error))
        return NULL;
    *about = (struct net_about){ .generation = 0 };
    bytes_get_text(&r, about->game, sizeof about->game);
    bytes_get_text(&r, about->options, sizeof about->options);
    bytes_get_text(&r, about->command, sizeof about->command);
    about->generation = (uint32_t)bytes_get_number(&r, 4);
    s.rows = get_int(&r);
    s.columns = get_int(&r);
    s.planes = get_int(&r);
    s.slots = get_int(&r);
    s.channels = get_int(&r);
    s.blocks = get_int(&r);
    if (version >= NET_WITH_HEADS)
        heads = bytes_get_number(&r, 4);
    if (!r.wrong)
        r.wrong = net_shape_wrong(&s, &shape_error);
    if (!r.wrong && version >= NET_WITH_HEADS)
        r.wrong = heads ? net_heads_wrong(heads) : "it is of version 2, but has no further heads";
    if (r.wrong) {
        sentence(error, "%s: %s", name, r.wrong);
        return NULL;
    }
    /* No memory is asked for that the file does not fill. */
    struct net *const net = net_outline(&s, (unsigned)heads);
    const size_t expected = net ? 4 * net_size(net) : 0, there = (size_t)(r.end - r.at);
    if (!net)
        r.wrong = out_of_memory;
    else if (there != expected)
        r.wrong = there < expected ? "it has fewer weights than its shape needs"
                                   : "it has more weights than its shape needs";
    else if (!(net->weight = net_floats(net->count)))
        r.wrong = out_of_memory;
    else
        get_weights(&r, net, net->weight);
    if (r.wrong) {
        sentence(error, "%s: %s", name, r.wrong);
        net_free(net);
        return NULL;
    }
    return net;
}

struct net *net_load(const char *path, struct net_about *about, struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = file_read_bytes(path, longest, &length, error);
    struct net *const net = bytes ? net_unpack(bytes, length, path, about, error) : NULL;
    free(bytes);
    return net;
}

static const char *read_trainer(struct net_trainer *t, const unsigned char *bytes, size_t length,
                                const char *path, struct zm_error *error)
{
    struct bytes_reader r = { NULL, NULL, NULL };
    unsigned version = 0;
    if (open_reader(&r, &trainer_kind, bytes, length, path, &version, error))
        return error->text;
    const uint64_t fingerprint = bytes_get_number(&r, 8), steps = bytes_get_number(&r, 8);
    const uint64_t optimiser = bytes_get_number(&r, 4);
    if (fingerprint != net_fingerprint(t->net) || (size_t)(r.end - r.at) != 8 * net_size(t->net))
        return sentence(error, "%s: belongs to another net, or to this one at another time", path);
    if (optimiser != t->how.optimiser)
        return sentence(error, "%s: belongs to another optimiser", path);
    get_weights(&r, t->net, t->first);
    get_weights(&r, t->net, t->second);
    t->steps = steps;
    if (!r.wrong)
        return NULL;
    memset(t->first, 0, t->net->count * sizeof *t->first);
    memset(t->second, 0, t->net->count * sizeof *t->second);
    t->steps = 0;
    return sentence(error, "%s: %s", path, r.wrong);
}

const char *net_trainer_load(struct net_trainer *t, const char *path, struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = file_read_bytes(path, longest, &length, error);
    const char *const wrong = bytes ? read_trainer(t, bytes, length, path, error) : error->text;
    free(bytes);
    return wrong;
}
