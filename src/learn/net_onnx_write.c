/* net_onnx_write.c -- see net_onnx.h. An ONNX file is a message of protocol buffers: fields of
 * a number and a value, which is a whole number in bytes of seven bits, or bytes with their
 * length before them, often a message again.
 *
 * Which game the net is for, its shape and its further heads stand in the model's metadata. */
#include "learn/net_onnx.h"
#include "learn/net_onnx_inside.h"

#include "base/bytes.h"
#include "base/files.h"
#include "base/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------- messages -- */

static void put_varint(struct bytes_writer *m, uint64_t number)
{
    unsigned char byte[10];
    size_t count = 0;
    do {
        byte[count++] = (unsigned char)(number > 127 ? number | 128 : number);
        number >>= 7;
    } while (number > 0);
    bytes_put(m, byte, count);
}

static void put_number(struct bytes_writer *m, int field, uint64_t number)
{
    put_varint(m, (uint64_t)field << 3);
    put_varint(m, number);
}

static void put_bytes(struct bytes_writer *m, int field, const void *bytes, size_t length)
{
    put_varint(m, (uint64_t)field << 3 | 2);
    put_varint(m, length);
    bytes_put(m, bytes, length);
}

static void put_text(struct bytes_writer *m, int field, const char *text)
{
    put_bytes(m, field, text, strlen(text));
}

/* The inner message is used up. */
static void put_message(struct bytes_writer *m, int field, struct bytes_writer *inner)
{
    m->failed |= inner->failed;
    put_bytes(m, field, inner->at, inner->length);
    free(inner->at);
    *inner = (struct bytes_writer){ 0 };
}

/* --------------------------------------------------------------------- tensors -- */

static void put_tensor(struct bytes_writer *graph, const char *name, int type, int count,
                       const int64_t *dims, const void *raw, size_t length)
{
    struct bytes_writer tensor = { 0 };
    for (int i = 0; i < count; i++)
        put_number(&tensor, TENSOR_DIMENSION, (uint64_t)dims[i]);
    put_number(&tensor, TENSOR_TYPE, (uint64_t)type);
    put_text(&tensor, TENSOR_NAME, name);
    put_bytes(&tensor, TENSOR_RAW, raw, length);
    put_message(graph, GRAPH_TENSOR, &tensor);
}

static void put_weights(struct bytes_writer *graph, const struct net *net)
{
    for (int i = 0; i < net->tensors; i++) {
        const struct net_tensor *const t = &net->tensor[i];
        for (int part = 0; part < onnx_parts(net, t); part++) {
            char name[ONNX_NAME];
            int64_t dims[4];
            const int count = onnx_describe(net, t, part, name, dims);
            const size_t size = onnx_elements(count, dims);
            struct bytes_writer raw = { 0 };
            for (size_t j = 0; j < size; j++)
                bytes_put_float(&raw, net->weight[onnx_place(t, part, count, dims, j)]);
            graph->failed |= raw.failed;
            put_tensor(graph, name, TYPE_FLOAT, count, dims, raw.at, raw.length);
            free(raw.at);
        }
    }
}

static void put_integer_tensor(struct bytes_writer *graph, const char *name, int64_t value)
{
    unsigned char raw[8];
    bytes_set(raw, (uint64_t)value, 8);
    put_tensor(graph, name, TYPE_INT64, 1, &(int64_t){ 1 }, raw, 8);
}

/* ----------------------------------------------------------------------- graph -- */

/* A node named as its output; inputs end with NULL, and the message of attributes may be NULL. */
static void node(struct bytes_writer *graph, const char *type, const char *output,
                 const char *const input[], struct bytes_writer *attributes)
{
    struct bytes_writer n = { 0 };
    for (int i = 0; input[i]; i++)
        put_text(&n, NODE_INPUT, input[i]);
    put_text(&n, NODE_OUTPUT, output);
    put_text(&n, NODE_NAME, output);
    put_text(&n, NODE_TYPE, type);
    if (attributes) {
        n.failed |= attributes->failed;
        bytes_put(&n, attributes->at, attributes->length);
        free(attributes->at);
        *attributes = (struct bytes_writer){ 0 };
    }
    put_message(graph, GRAPH_NODE, &n);
}

#define INPUTS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void integers(struct bytes_writer *attributes, const char *name, int count, const int *value)
{
    struct bytes_writer a = { 0 };
    put_text(&a, ATTRIBUTE_NAME, name);
    for (int i = 0; i < count; i++)
        put_number(&a, ATTRIBUTE_INTEGERS, (uint64_t)(int64_t)value[i]);
    put_number(&a, ATTRIBUTE_TYPE, ATTRIBUTE_IS_INTEGERS);
    put_message(attributes, NODE_ATTRIBUTE, &a);
}

static void integer(struct bytes_writer *attributes, const char *name, int value)
{
    struct bytes_writer a = { 0 };
    put_text(&a, ATTRIBUTE_NAME, name);
    put_number(&a, ATTRIBUTE_INTEGER, (uint64_t)(int64_t)value);
    put_number(&a, ATTRIBUTE_TYPE, ATTRIBUTE_IS_INTEGER);
    put_message(attributes, NODE_ATTRIBUTE, &a);
}

static void concat(struct bytes_writer *graph, const char *output, const char *a, const char *b)
{
    struct bytes_writer attributes = { 0 };
    integer(&attributes, "axis", 1);
    node(graph, "Concat", output, INPUTS(a, b), &attributes);
}

/* `weights` is the beginning of the names of weight and bias. */
static void convolution(struct bytes_writer *graph, int side, const char *input,
                        const char *weights, bool bias, const char *output)
{
    char weight[ONNX_NAME], biases[ONNX_NAME];
    const int pad = side / 2;
    struct bytes_writer attributes = { 0 };
    snprintf(weight, sizeof weight, "%s.weight", weights);
    snprintf(biases, sizeof biases, "%s.bias", weights);
    integers(&attributes, "kernel_shape", 2, (const int[]){ side, side });
    integers(&attributes, "pads", 4, (const int[]){ pad, pad, pad, pad });
    if (bias)
        node(graph, "Conv", output, INPUTS(input, weight, biases), &attributes);
    else
        node(graph, "Conv", output, INPUTS(input, weight), &attributes);
}

/* Channels `from` to `end`, which are the names of tensors. */
static void channels(struct bytes_writer *graph, const char *input, const char *from,
                     const char *end, const char *output)
{
    node(graph, "Slice", output, INPUTS(input, from, end, "axis1"), NULL);
}

static void pooled(struct bytes_writer *graph, const char *type, const char *input,
                   const char *output)
{
    struct bytes_writer attributes = { 0 };
    integers(&attributes, "axes", 2, (const int[]){ 2, 3 });
    integer(&attributes, "keepdims", 1);
    node(graph, type, output, INPUTS(input), &attributes);
}

/* [mean, max] of the input, as `output`. */
static void pool(struct bytes_writer *graph, const char *input, const char *output)
{
    char mean[2 * ONNX_NAME], most[2 * ONNX_NAME];
    snprintf(mean, sizeof mean, "%s.mean", output);
    snprintf(most, sizeof most, "%s.max", output);
    pooled(graph, "ReduceMean", input, mean);
    pooled(graph, "ReduceMax", input, most);
    concat(graph, output, mean, most);
}

static void put_block(struct bytes_writer *graph, const struct net *net, int block,
                      const char *trunk, const char *output)
{
    const int side = net->plan.taps == 9 ? 3 : 1;
    char name[10][ONNX_NAME];
    static const char *const part[10] = { "first", "first.sum", "inner",  "second",   "second.sum",
                                          "slice", "pooled",    "global", "together", "sum" };
    for (int i = 0; i < 10; i++)
        snprintf(name[i], sizeof name[i], "block%d.%s", block, part[i]);
    convolution(graph, side, trunk, name[0], true, name[1]);
    node(graph, "Relu", name[2], INPUTS(name[1]), NULL);
    convolution(graph, side, name[2], name[3], true, name[4]);
    const char *sum = name[4];
    if (net_block_pools(block)) {
        char weight[ONNX_NAME];
        snprintf(weight, sizeof weight, "block%d.pool", block);
        channels(graph, name[2], "zero", "pooled_channels", name[5]);
        pool(graph, name[5], name[6]);
        convolution(graph, 1, name[6], weight, false, name[7]);
        node(graph, "Add", name[8], INPUTS(sum, name[7]), NULL);
        sum = name[8];
    }
    node(graph, "Add", name[9], INPUTS(sum, trunk), NULL);
    node(graph, "Relu", output, INPUTS(name[9]), NULL);
}

static void put_policy(struct bytes_writer *graph, const struct net *net)
{
    channels(graph, "z", "zero", "policy_channels", "policy.z");
    if (!net->plan.spatial) {
        struct bytes_writer attributes = { 0 };
        integers(&attributes, "perm", 4, (const int[]){ 0, 2, 3, 1 });
        node(graph, "Transpose", "policy.turned", INPUTS("policy.z"), &attributes);
        node(graph, "Flatten", "policy.flat", INPUTS("policy.turned"), NULL);
        node(graph, "Gemm", "policy", INPUTS("policy.flat", "policy.weight", "policy.bias"), NULL);
        return;
    }
    convolution(graph, 1, "policy.z", "policy", false, "policy.cells");
    if (!net->plan.pass) {
        node(graph, "Flatten", "policy", INPUTS("policy.cells"), NULL);
        return;
    }
    node(graph, "Flatten", "policy.board", INPUTS("policy.cells"), NULL);
    pooled(graph, "ReduceMean", "policy.z", "policy.mean");
    struct bytes_writer attributes = { 0 };
    integers(&attributes, "kernel_shape", 2, (const int[]){ 1, 1 });
    node(graph, "Conv", "pass.cell", INPUTS("policy.mean", "pass.policy.weight", "policy.bias"),
         &attributes);
    node(graph, "Flatten", "pass.flat", INPUTS("pass.cell"), NULL);
    concat(graph, "policy", "policy.board", "pass.flat");
}

static void softmax(struct bytes_writer *graph, const char *input, const char *output)
{
    struct bytes_writer attributes = { 0 };
    integer(&attributes, "axis", 1);
    node(graph, "Softmax", output, INPUTS(input), &attributes);
}

static void put_value(struct bytes_writer *graph)
{
    channels(graph, "z", "policy_channels", "head_channels", "value.z");
    pool(graph, "value.z", "value.pooled");
    node(graph, "Flatten", "value.flat", INPUTS("value.pooled"), NULL);
    node(graph, "Gemm", "hidden.sum", INPUTS("value.flat", "hidden.weight", "hidden.bias"), NULL);
    node(graph, "Relu", "hidden", INPUTS("hidden.sum"), NULL);
    node(graph, "Gemm", "wdl.logits", INPUTS("hidden", "wdl.weight", "wdl.bias"), NULL);
    softmax(graph, "wdl.logits", "wdl");
}

/* The heads that not all nets have, on what put_value() named. */
static void put_more(struct bytes_writer *graph, const struct net *net)
{
    if (net->heads & NET_SCORE_HEAD)
        node(graph, "Gemm", "score", INPUTS("hidden", "score.weight", "score.bias"), NULL);
    if (net->heads & NET_OWNER_HEAD) {
        convolution(graph, 1, "value.z", "owner", true, "owner.logits");
        softmax(graph, "owner.logits", "owner");
    }
}

/* An input or output: floats, [batch, dims...]. */
static void put_value_info(struct bytes_writer *graph, int field, const char *name, int count,
                           const int *dims)
{
    struct bytes_writer shape = { 0 }, tensor = { 0 }, type = { 0 }, value = { 0 };
    for (int i = -1; i < count; i++) {
        struct bytes_writer dimension = { 0 };
        if (i < 0)
            put_text(&dimension, DIMENSION_NAME, "batch");
        else
            put_number(&dimension, DIMENSION_VALUE, (uint64_t)dims[i]);
        put_message(&shape, SHAPE_DIMENSION, &dimension);
    }
    put_number(&tensor, TENSOR_TYPE_ELEMENT, TYPE_FLOAT);
    put_message(&tensor, TENSOR_TYPE_SHAPE, &shape);
    put_message(&type, TYPE_TENSOR, &tensor);
    put_text(&value, VALUE_NAME, name);
    put_message(&value, VALUE_TYPE, &type);
    put_message(graph, field, &value);
}

static void put_graph(struct bytes_writer *model, const struct net *net)
{
    const struct net_shape *const s = &net->shape;
    const int side = net->plan.taps == 9 ? 3 : 1;
    struct bytes_writer graph = { 0 };
    char trunk[ONNX_NAME] = "trunk0", next[ONNX_NAME];
    convolution(&graph, side, "planes", "stem", true, "stem.sum");
    node(&graph, "Relu", trunk, INPUTS("stem.sum"), NULL);
    for (int i = 0; i < s->blocks; i++) {
        snprintf(next, sizeof next, "trunk%d", i + 1);
        put_block(&graph, net, i, trunk, next);
        memcpy(trunk, next, sizeof trunk);
    }
    convolution(&graph, 1, trunk, "head", true, "head.sum");
    node(&graph, "Relu", "z", INPUTS("head.sum"), NULL);
    put_policy(&graph, net);
    put_value(&graph);
    put_more(&graph, net);
    put_text(&graph, GRAPH_NAME, ONNX_PRODUCER);
    put_weights(&graph, net);
    put_integer_tensor(&graph, "zero", 0);
    put_integer_tensor(&graph, "axis1", 1);
    put_integer_tensor(&graph, "pooled_channels", net->plan.pooled);
    put_integer_tensor(&graph, "policy_channels", net->plan.policy_channels);
    put_integer_tensor(&graph, "head_channels", net->plan.head_channels);
    put_value_info(&graph, GRAPH_INPUT, "planes", 3,
                   (const int[]){ s->planes, s->rows, s->columns });
    put_value_info(&graph, GRAPH_OUTPUT, "policy", 1, &s->slots);
    put_value_info(&graph, GRAPH_OUTPUT, "wdl", 1, &(const int){ 3 });
    if (net->heads & NET_SCORE_HEAD)
        put_value_info(&graph, GRAPH_OUTPUT, "score", 1, &(const int){ 1 });
    if (net->heads & NET_OWNER_HEAD)
        put_value_info(&graph, GRAPH_OUTPUT, "owner", 3,
                       (const int[]){ NET_OWNERS, s->rows, s->columns });
    put_message(model, MODEL_GRAPH, &graph);
}

static void put_metadata(struct bytes_writer *model, const char *key, const char *value)
{
    struct bytes_writer entry = { 0 };
    put_text(&entry, ENTRY_KEY, key);
    put_text(&entry, ENTRY_VALUE, value);
    put_message(model, MODEL_METADATA, &entry);
}

unsigned char *net_onnx_pack(const struct net *net, const struct net_about *about, size_t *length)
{
    const struct net_shape *const s = &net->shape;
    struct bytes_writer model = { 0 }, opset = { 0 };
    char text[128];
    put_number(&model, MODEL_IR_VERSION, IR_VERSION);
    put_text(&model, MODEL_PRODUCER, ONNX_PRODUCER);
    put_number(&opset, OPSET_VERSION, OPSET);
    put_message(&model, MODEL_OPSET, &opset);
    put_metadata(&model, "game", about->game);
    put_metadata(&model, "options", about->options);
    put_metadata(&model, "command", about->command);
    snprintf(text, sizeof text, "%u", (unsigned)about->generation);
    put_metadata(&model, "generation", text);
    snprintf(text, sizeof text, "%d %d %d %d %d %d", s->rows, s->columns, s->planes, s->slots,
             s->channels, s->blocks);
    put_metadata(&model, "shape", text);
    if (net->heads) {
        snprintf(text, sizeof text, "%u", net->heads);
        put_metadata(&model, "heads", text);
    }
    put_graph(&model, net);
    if (model.failed) {
        free(model.at);
        return NULL;
    }
    *length = model.length;
    return model.at;
}

const char *net_export_onnx(const struct net *net, const struct net_about *about, const char *path,
                            struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = net_onnx_pack(net, about, &length);
    const char *const wrong = bytes ? file_write(path, (const char *)bytes, length, error)
                                    : sentence(error, "%s", out_of_memory);
    free(bytes);
    return wrong;
}
