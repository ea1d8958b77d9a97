/* net_onnx_inside.h -- what writing and reading ONNX share: the numbers of the fields, which
 * are those of onnx.proto, and the names and shapes of a net's tensors. */
#ifndef LEARN_NET_ONNX_INSIDE_H
#define LEARN_NET_ONNX_INSIDE_H

#include "learn/net_inside.h"

enum {
    MODEL_IR_VERSION = 1,
    MODEL_PRODUCER = 2,
    MODEL_GRAPH = 7,
    MODEL_OPSET = 8,
    MODEL_METADATA = 14,
    OPSET_VERSION = 2,
    ENTRY_KEY = 1,
    ENTRY_VALUE = 2,
    GRAPH_NODE = 1,
    GRAPH_NAME = 2,
    GRAPH_TENSOR = 5,
    GRAPH_INPUT = 11,
    GRAPH_OUTPUT = 12,
    NODE_INPUT = 1,
    NODE_OUTPUT = 2,
    NODE_NAME = 3,
    NODE_TYPE = 4,
    NODE_ATTRIBUTE = 5,
    ATTRIBUTE_NAME = 1,
    ATTRIBUTE_INTEGER = 3,
    ATTRIBUTE_INTEGERS = 8,
    ATTRIBUTE_TYPE = 20,
    TENSOR_DIMENSION = 1,
    TENSOR_TYPE = 2,
    TENSOR_NAME = 8,
    TENSOR_RAW = 9,
    VALUE_NAME = 1,
    VALUE_TYPE = 2,
    TYPE_TENSOR = 1,
    TENSOR_TYPE_ELEMENT = 1,
    TENSOR_TYPE_SHAPE = 2,
    SHAPE_DIMENSION = 1,
    DIMENSION_VALUE = 1,
    DIMENSION_NAME = 2
};
enum { TYPE_FLOAT = 1, TYPE_INT64 = 7, ATTRIBUTE_IS_INTEGER = 2, ATTRIBUTE_IS_INTEGERS = 7 };
enum { IR_VERSION = 8, OPSET = 13, ONNX_NAME = 48 };

#define ONNX_PRODUCER "zermelo"

/* Some tensors are two in ONNX: the policy of the cells, and that of a pass. Some are none: a
 * bias that nobody uses. */
int onnx_parts(const struct net *net, const struct net_tensor *tensor);

/* What a tensor is called, and how long it is in each dimension; returns how many those are.
 * Convolutions are [output][input][row][column] in ONNX, matrices as they are here. */
int onnx_describe(const struct net *net, const struct net_tensor *tensor, int part,
                  char name[ONNX_NAME], int64_t dims[4]);

/* How many elements, and where each of ONNX's tensor is in ours. */
size_t onnx_elements(int count, const int64_t dims[4]);
size_t onnx_place(const struct net_tensor *tensor, int part, int count, const int64_t dims[4],
                  size_t element);

#endif
