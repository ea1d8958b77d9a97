/* net_onnx_read.c -- see net_onnx.h. The tensors are taken by their names; that the graph is the
 * one that net_onnx_write.c wrote is believed. */
#include "learn/net_onnx.h"
#include "learn/net_onnx_inside.h"

#include "base/bytes.h"
#include "base/files.h"
#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fields of a message, one by one. */
struct field {
    int number;
    uint64_t value;            /* a whole number, or the length of what follows */
    const unsigned char *data; /* NULL: a number                                */
};

struct reader {
    const unsigned char *at, *end;
    bool wrong;
};

static uint64_t get_varint(struct reader *r)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 64 && r->at < r->end; shift += 7) {
        number |= (uint64_t)(*r->at & 127) << shift;
        if (*r->at++ < 128)
            return number;
    }
    r->wrong = true;
    return 0;
}

static bool next_field(struct reader *r, struct field *f)
{
    if (r->wrong || r->at == r->end)
        return false;
    const uint64_t key = get_varint(r);
    *f = (struct field){ .number = key >> 3 < 1 << 20 ? (int)(key >> 3) : 0 };
    switch (key & 7) {
    case 0:
        f->value = get_varint(r);
        break;
    case 2:
        f->value = get_varint(r);
        f->data = r->at;
        break;
    case 1: /* eight bytes and four, which nothing here has: skip them */
        f->value = 8;
        f->data = r->at;
        break;
    case 5:
        f->value = 4;
        f->data = r->at;
        break;
    default:
        r->wrong = true;
    }
    if (f->data && f->value > (uint64_t)(r->end - r->at))
        r->wrong = true;
    if (r->wrong)
        return false;
    if (f->data)
        r->at += f->value;
    return true;
}

static struct reader reader_of(const struct field *f)
{
    return (struct reader){ .at = f->data, .end = f->data + f->value };
}

/* False: there is no such text, or it is too long, or it has other than printable characters. */
static bool get_text(const struct field *f, char *out, size_t size)
{
    if (!f->data || f->value >= size)
        return false;
    for (uint64_t i = 0; i < f->value; i++)
        if (f->data[i] < ' ' || f->data[i] == 127)
            return false;
    memcpy(out, f->data, f->value);
    out[f->value] = '\0';
    return true;
}

static bool get_number(const struct field *f, uint32_t *out)
{
    char text[32], *end;
    if (!get_text(f, text, sizeof text))
        return false;
    *out = (uint32_t)strtoul(text, &end, 10);
    return *end == '\0';
}

/* What a model says about itself. */
struct found {
    struct net_about about;
    struct net_shape shape;
    uint32_t heads; /* without the entry: none */
    bool ours, has_shape;
    struct field graph;
};

static bool read_metadata(const struct field *entry, struct found *found)
{
    struct reader r = reader_of(entry);
    struct field f, value = { 0 };
    char key[32] = "", text[128];
    while (next_field(&r, &f))
        if (f.number == ENTRY_KEY)
            get_text(&f, key, sizeof key);
        else if (f.number == ENTRY_VALUE)
            value = f;
    if (r.wrong)
        return false;
    if (!strcmp(key, "game"))
        return get_text(&value, found->about.game, sizeof found->about.game);
    if (!strcmp(key, "options"))
        return get_text(&value, found->about.options, sizeof found->about.options);
    if (!strcmp(key, "command"))
        return get_text(&value, found->about.command, sizeof found->about.command);
    if (!strcmp(key, "generation"))
        return get_number(&value, &found->about.generation);
    if (!strcmp(key, "heads"))
        return get_number(&value, &found->heads);
    if (!strcmp(key, "shape")) {
        int *const number[] = { &found->shape.rows,  &found->shape.columns,  &found->shape.planes,
                                &found->shape.slots, &found->shape.channels, &found->shape.blocks };
        if (!get_text(&value, text, sizeof text))
            return false;
        const char *at = text;
        for (int i = 0; i < 6; i++) {
            if (!zm_read_number(&at, 0, 1 << 20, number[i]) || *at != (i < 5 ? ' ' : '\0'))
                return false;
            at++;
        }
        found->has_shape = true;
    }
    return true;
}

static const char *read_model(const unsigned char *bytes, size_t length, struct found *found)
{
    struct reader r = { .at = bytes, .end = bytes + length };
    struct field f;
    char text[32];
    while (next_field(&r, &f)) {
        if (f.number == MODEL_PRODUCER)
            found->ours = get_text(&f, text, sizeof text) && !strcmp(text, ONNX_PRODUCER);
        else if (f.number == MODEL_GRAPH && f.data)
            found->graph = f;
        else if (f.number == MODEL_METADATA && f.data && !read_metadata(&f, found))
            return "it is no ONNX file, or its metadata cannot be read";
    }
    return r.wrong ? "not an ONNX file, or cut off" : NULL;
}

/* One tensor of the graph. */
struct tensor_found {
    char name[ONNX_NAME];
    int count;
    int64_t dims[4];
    uint64_t type;
    struct field raw;
};

static bool add_dimension(struct tensor_found *t, uint64_t value)
{
    if (t->count == 4 || value > INT32_MAX)
        return false;
    t->dims[t->count++] = (int64_t)value;
    return true;
}

/* False: it is none of ours, or cannot be read. */
static bool read_tensor(const struct field *field, struct tensor_found *t)
{
    struct reader r = reader_of(field);
    struct field f;
    *t = (struct tensor_found){ .count = 0 };
    while (next_field(&r, &f))
        if (f.number == TENSOR_DIMENSION && f.data) {
            struct reader packed = reader_of(&f); /* others write all of them in one field */
            while (packed.at < packed.end && !packed.wrong)
                if (!add_dimension(t, get_varint(&packed)))
                    return false;
        } else if (f.number == TENSOR_DIMENSION) {
            if (!add_dimension(t, f.value))
                return false;
        } else if (f.number == TENSOR_TYPE) {
            t->type = f.value;
        } else if (f.number == TENSOR_NAME) {
            if (!get_text(&f, t->name, sizeof t->name))
                return false;
        } else if (f.number == TENSOR_RAW && f.data) {
            t->raw = f;
        }
    return !r.wrong && t->raw.data;
}

/* NULL if it is one of the net's tensors, or none of them; else what is wrong with it. */
static const char *take_tensor(struct net *net, const struct tensor_found *found, bool *taken)
{
    for (int i = 0; i < net->tensors; i++) {
        const struct net_tensor *const t = &net->tensor[i];
        for (int part = 0; part < onnx_parts(net, t); part++) {
            char name[ONNX_NAME];
            int64_t dims[4];
            const int count = onnx_describe(net, t, part, name, dims);
            if (strcmp(name, found->name) != 0)
                continue;
            const size_t size = onnx_elements(count, dims);
            if (found->type != TYPE_FLOAT || found->count != count ||
                memcmp(dims, found->dims, (size_t)count * sizeof *dims) != 0 ||
                found->raw.value != 4 * size)
                return "has another type or shape than expected";
            struct bytes_reader raw = { found->raw.data, found->raw.data + 4 * size, NULL };
            for (size_t j = 0; j < size; j++) {
                const float value = bytes_get_float(&raw);
                if (!isfinite(value))
                    return "has a weight that is not a finite number";
                net->weight[onnx_place(t, part, count, dims, j)] = value;
            }
            taken[2 * i + part] = true;
            return NULL;
        }
    }
    return NULL;
}

static bool read_graph(struct net *net, const struct field *graph, const char *name,
                       struct zm_error *error)
{
    struct reader r = reader_of(graph);
    struct field f;
    struct tensor_found found;
    bool taken[2 * NET_MAX_TENSORS] = { false };
    while (next_field(&r, &f)) {
        if (f.number != GRAPH_TENSOR || !f.data || !read_tensor(&f, &found))
            continue;
        const char *const wrong = take_tensor(net, &found, taken);
        if (wrong) {
            sentence(error, "%s: the tensor \"%s\" %s", name, found.name, wrong);
            return false;
        }
    }
    if (r.wrong) {
        sentence(error, "%s: its graph cannot be read", name);
        return false;
    }
    for (int i = 0; i < net->tensors; i++)
        for (int part = 0; part < onnx_parts(net, &net->tensor[i]); part++)
            if (!taken[2 * i + part]) {
                char missing[ONNX_NAME];
                int64_t dims[4];
                onnx_describe(net, &net->tensor[i], part, missing, dims);
                sentence(error, "%s: the tensor \"%s\" is missing", name, missing);
                return false;
            }
    return true;
}

struct net *net_onnx_unpack(const unsigned char *bytes, size_t length, const char *name,
                            struct net_about *about, struct zm_error *error)
{
    struct found found = { .ours = false };
    struct zm_error shape_error;
    const char *wrong = read_model(bytes, length, &found);
    if (!wrong && (!found.ours || !found.has_shape || !found.graph.data))
        wrong = "not a net that zermelo exported";
    if (!wrong)
        wrong = net_shape_wrong(&found.shape, &shape_error);
    if (!wrong)
        wrong = net_heads_wrong(found.heads);
    struct net *net = wrong ? NULL : net_outline(&found.shape, found.heads);
    if (!wrong && !net)
        wrong = out_of_memory;
    /* No memory is asked for that the file does not fill. */
    if (!wrong && 4 * (net_size(net) - 1) > found.graph.value)
        wrong = "it has fewer weights than its shape needs";
    if (!wrong && !(net->weight = net_floats(net->count)))
        wrong = out_of_memory;
    if (wrong)
        sentence(error, "%s: %s", name, wrong);
    if (wrong || !read_graph(net, &found.graph, name, error)) {
        net_free(net);
        return NULL;
    }
    if (about)
        *about = found.about;
    return net;
}

struct net *net_import_onnx(const char *path, struct net_about *about, struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = file_read_bytes(path, (size_t)1 << 31, &length, error);
    struct net *const net = bytes ? net_onnx_unpack(bytes, length, path, about, error) : NULL;
    free(bytes);
    return net;
}
