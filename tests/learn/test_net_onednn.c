/* The convolutions of nets against those of oneDNN: forward, and both gradients. */
#include "onednn.h"
#include "tap.h"

#include "learn/net_weights.h"

static uint64_t seed = 11;

static void fill(float *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        x[i] = (float)zm_random(&seed, 1U << 20) / (float)(1 << 19) - 1;
}

/* Cells of boards with a border, there and back. */
static void copy_cells(const struct net_board *b, int samples, int channels, float *padded,
                       float *cells, bool there)
{
    for (int s = 0; s < samples; s++)
        for (int row = 0; row < b->rows; row++) {
            float *const from = cells + ((size_t)s * b->cells + row * b->columns) * channels;
            float *const to =
                padded + ((size_t)s * b->padded + net_cell(b, row, 0)) * (size_t)channels;
            memcpy(there ? to : from, there ? from : to,
                   (size_t)b->columns * (size_t)channels * sizeof *from);
        }
}

/* The largest error, as a part of the largest number. */
static double worst(const float *a, const float *b, size_t count)
{
    double error = 0, most = 0;
    for (size_t i = 0; i < count; i++) {
        error = fmax(error, fabs((double)a[i] - (double)b[i]));
        most = fmax(most, fabs((double)b[i]));
    }
    return error / most;
}

static void convolutions(const struct net_kernels *k, int tile, int rows, int columns, int channels)
{
    enum { SAMPLES = 3 };
    const struct net_shape shape = { rows, columns, 1, 1, channels, 1 };
    struct net *const net = net_blank(&shape);
    const struct net_board b = net_board(rows, columns, tile);
    const size_t cells = (size_t)SAMPLES * b.cells * channels,
                 weights = (size_t)9 * channels * channels;
    const size_t parts = (size_t)b.positions * ((size_t)SAMPLES * b.tiles * channels + NET_GAP);
    const struct net_tensor *tensor = NULL;
    for (int i = 0; i < net->tensors; i++)
        if (net->tensor[i].role == NET_FIRST)
            tensor = &net->tensor[i];
    float *const weight = net->weight + tensor->at;
    float *const x = net_floats((size_t)SAMPLES * b.padded * channels);
    float *const y = net_floats((size_t)SAMPLES * b.padded * channels);
    float *const windows = net_floats(parts), *const products = net_floats(parts);
    float *const mine = net_floats(cells > weights ? cells : weights);
    struct net_packed packed, gradient;
    OK(net_packed_init(&packed, k, net, tile) && net_packed_init(&gradient, k, net, tile));
    fill(weight, weights);

    struct dnn_layer forward =
        dnn_layer(DNN_FORWARD, SAMPLES, rows, columns, channels, channels, true, false);
    fill(dnn_floats(forward.src), cells);
    fill(dnn_floats(forward.bias), (size_t)channels);
    memcpy(dnn_floats(forward.weights), weight, weights * sizeof *weight);
    dnn_run(&forward);
    const struct net_finish finish = { .bias = dnn_floats(forward.bias), .rectify = true };
    copy_cells(&b, SAMPLES, channels, x, dnn_floats(forward.src), true);
    net_packed_fill(&packed, net, tensor, false);
    k->window(&b, SAMPLES, channels, x, windows);
    k->multiply(b.positions, SAMPLES * b.tiles, channels, channels, channels, windows,
                packed.first[0], products);
    k->gather(&b, SAMPLES, channels, products, &finish, y);
    copy_cells(&b, SAMPLES, channels, y, mine, false);
    double error = worst(mine, dnn_floats(forward.dst), cells);
    OKF(error < 1e-5, "%s, tiles of %d, %dx%dx%d forward: %g", k->name, tile, rows, columns,
        channels, error);

    struct dnn_layer back =
        dnn_layer(DNN_WEIGHTS, SAMPLES, rows, columns, channels, channels, true, false);
    memcpy(dnn_floats(back.src), dnn_floats(forward.src), cells * sizeof *x);
    fill(dnn_floats(back.dst), cells);
    dnn_run(&back);
    copy_cells(&b, SAMPLES, channels, y, dnn_floats(back.dst), true);
    k->spread(&b, SAMPLES, channels, y, products);
    k->multiply_transposed(b.positions, SAMPLES * b.tiles, channels, channels, channels, windows,
                           products, gradient.first[0]);
    net_gradient_back(net, tensor, &gradient, mine);
    error = worst(mine, dnn_floats(back.weights), weights);
    OKF(error < 1e-5, "%s, tiles of %d, %dx%dx%d weights: %g", k->name, tile, rows, columns,
        channels, error);

    struct dnn_layer data =
        dnn_layer(DNN_DATA, SAMPLES, rows, columns, channels, channels, true, false);
    memcpy(dnn_floats(data.dst), dnn_floats(back.dst), cells * sizeof *x);
    memcpy(dnn_floats(data.weights), weight, weights * sizeof *weight);
    dnn_run(&data);
    net_packed_fill(&packed, net, tensor, true);
    k->window(&b, SAMPLES, channels, y, windows);
    k->multiply(b.positions, SAMPLES * b.tiles, channels, channels, channels, windows,
                packed.first[0], products);
    k->gather(&b, SAMPLES, channels, products, &(struct net_finish){ 0 }, x);
    copy_cells(&b, SAMPLES, channels, x, mine, false);
    error = worst(mine, dnn_floats(data.src), cells);
    OKF(error < 1e-5, "%s, tiles of %d, %dx%dx%d data: %g", k->name, tile, rows, columns, channels,
        error);

    dnn_free(&forward);
    dnn_free(&back);
    dnn_free(&data);
    net_packed_release(&packed);
    net_packed_release(&gradient);
    free(x);
    free(y);
    free(windows);
    free(products);
    free(mine);
    net_free(net);
}

int main(void)
{
    static const char *const instance[] = { "plain", "avx2", "avx512" };
    dnn_open();
    for (int i = 0; i < 3; i++) {
        const struct net_kernels *const kernels = net_kernels_named(instance[i]);
        if (!kernels)
            continue;
        for (int tile = 2; tile <= 3; tile++) {
            convolutions(kernels, tile, 6, 7, 64);
            convolutions(kernels, tile, 9, 9, 96);
            convolutions(kernels, tile, 3, 3, 16);
        }
    }
    dnn_close();
    return tap_done();
}
