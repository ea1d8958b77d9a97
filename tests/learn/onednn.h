/* onednn.h -- convolutions by oneDNN, whose results are an oracle and whose speed is a mark. */
#ifndef ONEDNN_H
#define ONEDNN_H

#include <oneapi/dnnl/dnnl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dnnl_engine_t dnn_engine;
static dnnl_stream_t dnn_stream;

#define DNN(call)                                                                                  \
    do {                                                                                           \
        const dnnl_status_t status_ = (call);                                                      \
        if (status_ != dnnl_success) {                                                             \
            fprintf(stderr, "oneDNN: error %d in %s\n", (int)status_, #call);                      \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Restricted to the instruction sets that our kernels use as well: where the processor has AMX and
 * the kernel does not permit it, oneDNN 2.6 takes it all the same and dies of SIGILL. A build of
 * oneDNN that cannot be restricted says so, and is used as it is. */
static void dnn_open(void)
{
    dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx512_core_vnni);
    DNN(dnnl_engine_create(&dnn_engine, dnnl_cpu, 0));
    DNN(dnnl_stream_create(&dnn_stream, dnn_engine, dnnl_stream_default_flags));
}

static void dnn_close(void)
{
    DNN(dnnl_stream_destroy(dnn_stream));
    DNN(dnnl_engine_destroy(dnn_engine));
}

enum dnn_kind { DNN_FORWARD, DNN_WHOLE, DNN_DATA, DNN_WEIGHTS };

/* One convolution. What it reads and writes is its own memory; the names are those of the
 * forward pass, so that a backward pass writes src or weights, and reads dst. */
struct dnn_layer {
    dnnl_primitive_t primitive;
    dnnl_memory_t src, weights, bias, dst;
    enum dnn_kind kind;
};

static dnnl_memory_desc_t dnn_desc(int count, const dnnl_dims_t dims, dnnl_data_type_t type,
                                   dnnl_format_tag_t tag)
{
    dnnl_memory_desc_t desc;
    DNN(dnnl_memory_desc_init_by_tag(&desc, count, dims, type, tag));
    return desc;
}

static dnnl_memory_t dnn_memory(const_dnnl_primitive_desc_t desc, dnnl_query_t what)
{
    const dnnl_memory_desc_t *const md = dnnl_primitive_desc_query_md(desc, what, 0);
    dnnl_memory_t memory;
    void *data;
    DNN(dnnl_memory_create(&memory, md, dnn_engine, DNNL_MEMORY_ALLOCATE));
    DNN(dnnl_memory_get_data_handle(memory, &data));
    memset(data, 0, dnnl_memory_desc_get_size(md));
    return memory;
}

static float *dnn_floats(dnnl_memory_t memory)
{
    void *data;
    DNN(dnnl_memory_get_data_handle(memory, &data));
    return data;
}

/* 3x3 with a border of zeros. `plain`: memory as [sample][row][column][channel] and [row]
 * [column][input][output]; else as oneDNN likes it best. Forward passes end with a bias and a
 * rectifier; `sum`: before it, what is in dst is added. */
static struct dnn_layer dnn_layer(enum dnn_kind kind, int samples, int rows, int columns,
                                  int inputs, int outputs, bool plain, bool sum)
{
    const bool whole = kind == DNN_WHOLE;
    const dnnl_dims_t one = { 1, 1 };
    const dnnl_dims_t source = { samples, inputs, rows, columns };
    const dnnl_dims_t target = { samples, outputs, rows, columns };
    const dnnl_dims_t kernel = { outputs, inputs, 3, 3 };
    const dnnl_dims_t each = { outputs };
    const dnnl_format_tag_t board = plain ? dnnl_nhwc : dnnl_format_tag_any;
    const dnnl_memory_desc_t src = dnn_desc(4, source, whole ? dnnl_u8 : dnnl_f32, board);
    const dnnl_memory_desc_t dst = dnn_desc(4, target, whole ? dnnl_u8 : dnnl_f32, board);
    const dnnl_memory_desc_t weights =
        dnn_desc(4, kernel, whole ? dnnl_s8 : dnnl_f32, plain ? dnnl_hwio : dnnl_format_tag_any);
    const dnnl_memory_desc_t bias = dnn_desc(1, each, dnnl_f32, dnnl_a);
    struct dnn_layer layer = { .kind = kind };
    dnnl_convolution_desc_t desc, hint;
    dnnl_primitive_desc_t primitive, forward;
    dnnl_primitive_attr_t attributes;
    dnnl_post_ops_t after;
    DNN(dnnl_primitive_attr_create(&attributes));
    DNN(dnnl_post_ops_create(&after));
    if (sum)
        DNN(dnnl_post_ops_append_sum(after, 1));
    DNN(dnnl_post_ops_append_eltwise(after, 1, dnnl_eltwise_relu, 0, 0));
    DNN(dnnl_primitive_attr_set_post_ops(attributes, after));
    if (whole) {
        float scale[1024];
        for (int i = 0; i < outputs; i++)
            scale[i] = 0.01F;
        DNN(dnnl_primitive_attr_set_output_scales(attributes, outputs, 2, scale));
    }
    DNN(dnnl_convolution_forward_desc_init(
        &hint, kind > DNN_WHOLE ? dnnl_forward_training : dnnl_forward_inference,
        dnnl_convolution_direct, &src, &weights, &bias, &dst, one, one, one));
    DNN(dnnl_primitive_desc_create(&forward, &hint, attributes, dnn_engine, NULL));
    if (kind == DNN_DATA)
        DNN(dnnl_convolution_backward_data_desc_init(&desc, dnnl_convolution_direct, &src, &weights,
                                                     &dst, one, one, one));
    else if (kind == DNN_WEIGHTS)
        DNN(dnnl_convolution_backward_weights_desc_init(&desc, dnnl_convolution_direct, &src,
                                                        &weights, &bias, &dst, one, one, one));
    if (kind > DNN_WHOLE) {
        DNN(dnnl_primitive_desc_create(&primitive, &desc, NULL, dnn_engine, forward));
        DNN(dnnl_primitive_desc_destroy(forward));
    } else {
        primitive = forward;
    }
    DNN(dnnl_primitive_create(&layer.primitive, primitive));
    layer.src =
        dnn_memory(primitive, kind == DNN_DATA ? dnnl_query_diff_src_md : dnnl_query_src_md);
    layer.weights = dnn_memory(primitive, kind == DNN_WEIGHTS ? dnnl_query_diff_weights_md
                                                              : dnnl_query_weights_md);
    layer.dst =
        dnn_memory(primitive, kind > DNN_WHOLE ? dnnl_query_diff_dst_md : dnnl_query_dst_md);
    DNN(dnnl_memory_create(&layer.bias, &bias, dnn_engine, DNNL_MEMORY_ALLOCATE));
    memset(dnn_floats(layer.bias), 0, (size_t)outputs * sizeof(float));
    DNN(dnnl_primitive_desc_destroy(primitive));
    DNN(dnnl_primitive_attr_destroy(attributes));
    DNN(dnnl_post_ops_destroy(after));
    return layer;
}

/* From src to dst, which may be another layer's memory of the same kind. */
static void dnn_run_on(const struct dnn_layer *l, dnnl_memory_t src, dnnl_memory_t dst)
{
    const bool forward = l->kind <= DNN_WHOLE;
    const dnnl_exec_arg_t argument[] = {
        { l->kind == DNN_DATA ? DNNL_ARG_DIFF_SRC : DNNL_ARG_SRC, src },
        { l->kind == DNN_WEIGHTS ? DNNL_ARG_DIFF_WEIGHTS : DNNL_ARG_WEIGHTS, l->weights },
        { forward ? DNNL_ARG_DST : DNNL_ARG_DIFF_DST, dst },
        { l->kind == DNN_WEIGHTS ? DNNL_ARG_DIFF_BIAS : DNNL_ARG_BIAS, l->bias },
    };
    DNN(dnnl_primitive_execute(l->primitive, dnn_stream, l->kind == DNN_DATA ? 3 : 4, argument));
}

static void dnn_run(const struct dnn_layer *l)
{
    dnn_run_on(l, l->src, l->dst);
    DNN(dnnl_stream_wait(dnn_stream));
}

static void dnn_free(struct dnn_layer *l)
{
    DNN(dnnl_primitive_destroy(l->primitive));
    DNN(dnnl_memory_destroy(l->src));
    DNN(dnnl_memory_destroy(l->weights));
    DNN(dnnl_memory_destroy(l->dst));
    DNN(dnnl_memory_destroy(l->bias));
}

#endif
