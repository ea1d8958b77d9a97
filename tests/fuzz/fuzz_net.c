/* Files of nets. 'n' is followed by the inside of a net file, which gets its first words and
 * its checksum here, for no fuzzer guesses those; 'h' by that of one with further heads, 'o' by an
 * ONNX model. 'N', 'H' and 'O' are the same as changes to a good file: three bytes of place and one
 * that is put there, again and again, and at last perhaps one more byte: so many sixteenths of the
 * file are left. What is accepted is written again the same (or, as ONNX, means the same), and can
 * be run. */
#include "fuzz.h"

#include "learn/net_inside.h"
#include "learn/net_onnx.h"

enum { HEADER = 24 };

static const struct net_shape shape = { 1, 1, 2, 3, 16, 2 };
static const struct net_about about = { "pig", "", "fuzz", 3 };

enum kind { PLAIN, HEADS, ONNX };

static void check(unsigned char *bytes, size_t length, enum kind kind)
{
    const bool onnx = kind == ONNX;
    struct zm_error error = { "" };
    struct net_about read;
    if (!onnx && length >= HEADER) {
        const uint64_t sum = net_checksum(bytes + HEADER, length - HEADER);
        memcpy(bytes, kind == HEADS ? "zermelo net\n\2\0\0" : "zermelo net\n\1\0\0", 16);
        for (int i = 0; i < 8; i++)
            bytes[16 + i] = (unsigned char)(sum >> 8 * i);
    }
    struct net *const net = onnx ? net_onnx_unpack(bytes, length, "input", &read, &error)
                                 : net_unpack(bytes, length, "input", &read, &error);
    if (!net) {
        MUST(error.text[0]);
        return;
    }
    size_t size;
    unsigned char *const again = net_pack(net, &read, &size);
    MUST(again);
    MUST(onnx || (size == length && !memcmp(again, bytes, size)));
    free(again);
    const struct net_shape *const s = net_shape(net);
    float *const planes = calloc((size_t)s->planes * (size_t)s->rows * (size_t)s->columns, 4);
    float *const logits = calloc((size_t)s->slots, 4);
    float *const owner = calloc((size_t)s->rows * (size_t)s->columns, 12);
    float wdl[3], score;
    struct net_runner *const runner = net_runner_create(net, NET_INT8);
    MUST(planes && logits && owner && runner);
    net_run(runner, planes, logits, wdl);
    net_run_more(runner, &score, owner);
    net_runner_free(runner);
    free(planes);
    free(logits);
    free(owner);
    net_free(net);
}

static void changed(const uint8_t *data, size_t size, enum kind kind)
{
    size_t length;
    struct net *const net = net_create_with(&shape, kind == PLAIN ? 0 : NET_ALL_HEADS, 1);
    MUST(net);
    unsigned char *const bytes =
        kind == ONNX ? net_onnx_pack(net, &about, &length) : net_pack(net, &about, &length);
    MUST(bytes);
    for (; size >= 4; data += 4, size -= 4) {
        const size_t at = (size_t)data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16;
        bytes[at % length] = data[3];
    }
    if (size > 0)
        length = length * data[0] / 16 < length ? length * data[0] / 16 : length;
    check(bytes, length, kind);
    free(bytes);
    net_free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const int letter = data[0] | 32;
    const enum kind kind = letter == 'o' ? ONNX : letter == 'h' ? HEADS : PLAIN;
    if (data[0] == 'N' || data[0] == 'H' || data[0] == 'O') {
        changed(data + 1, size - 1, kind);
        return 0;
    }
    const size_t header = kind == ONNX ? 0 : HEADER;
    unsigned char *const bytes = malloc(HEADER + size);
    MUST(bytes);
    memcpy(bytes + header, data + 1, size - 1);
    check(bytes, size - 1 + header, kind);
    free(bytes);
    return 0;
}
