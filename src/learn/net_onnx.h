/* net_onnx.h -- nets for other programs: ONNX, of which ONNX Runtime and many others compute
 * the same numbers. The model has one input, "planes" [batch, planes, rows, columns], and two
 * outputs, "policy" [batch, slots] (logits) and "wdl" [batch, 3] (probabilities); with the heads
 * for them also "score" [batch, 1] (a share of the largest margin) and "owner" [batch, 3, rows,
 * columns] (probabilities of mine, theirs, neither). */
#ifndef LEARN_NET_ONNX_H
#define LEARN_NET_ONNX_H

#include "learn/net.h"

const char *net_export_onnx(const struct net *net, const struct net_about *about, const char *path,
                            struct zm_error *error);

/* Back from a model that net_export_onnx() wrote, whose weights others may have changed. NULL:
 * *error says what is wrong. `about` may be NULL. */
struct net *net_import_onnx(const char *path, struct net_about *about, struct zm_error *error);

/* The same with bytes in memory, as net_pack() and net_unpack() do. */
unsigned char *net_onnx_pack(const struct net *net, const struct net_about *about, size_t *length);
struct net *net_onnx_unpack(const unsigned char *bytes, size_t length, const char *name,
                            struct net_about *about, struct zm_error *error);

#endif
