/* net_update.tmpl.h -- what a step of training does with every weight, included behind
 * net_kernels.tmpl.h: Adam (Kingma, Ba 2015; the decay of weights apart from it: Loshchilov, Hutter
 * 2019), weights as the products want them, their gradients back.
 *
 * Winograd's transforms of weights are U = G w G', those of their gradients dw = G' dU G, with,
 * for tiles of 2 and of 3,
 *
 *         1    0    0             1/2    0    0
 *   G =  1/2  1/2  1/2     G =   -1/2 -1/2 -1/2
 *        1/2 -1/2  1/2           -1/6  1/6 -1/6
 *         0    0    1             1/6  1/3  2/3
 *                                  0    0    1
 */
#include <math.h>

/* One dimension of G on every `from`th of three vectors. */
INLINED void transform_line(const int tile, const vec *in, const int from, vec *out, const int to)
{
    const vec a = in[0], b = in[from], c = in[2 * from], ac = a + c;
    if (tile == 2) {
        out[0] = a;
        out[to] = (ac + b) * BROADCAST(0.5F);
        out[2 * to] = (ac - b) * BROADCAST(0.5F);
        out[3 * to] = c;
        return;
    }
    out[0] = a * BROADCAST(0.5F);
    out[to] = (a + b + c) * BROADCAST(-0.5F);
    out[2 * to] = (b - a - c) * BROADCAST(1 / 6.0F);
    out[3 * to] = (a + BROADCAST(2.0F) * b + BROADCAST(4.0F) * c) * BROADCAST(1 / 6.0F);
    out[4 * to] = c;
}

INLINED void transform_back_line(const int tile, const vec *in, const int from, vec *out,
                                 const int to)
{
    const vec half = BROADCAST(0.5F), a = in[0], b = in[from], c = in[2 * from], d = in[3 * from];
    if (tile == 2) {
        out[0] = a + half * (b + c);
        out[to] = half * (b - c);
        out[2 * to] = half * (b + c) + d;
        return;
    }
    const vec sixth = BROADCAST(1 / 6.0F);
    out[0] = half * (a - b) + sixth * (d - c);
    out[to] = sixth * (c + d + d) - half * b;
    out[2 * to] = sixth * (BROADCAST(4.0F) * d - c) - half * b + in[4 * from];
}

/* Nine taps, whose panels are `next` apart, to one panel in each position. */
INLINED void pack_panel(const int tile, const float *tap, ptrdiff_t next, float *out,
                        ptrdiff_t position)
{
    const int side = tile + 2;
    UNROLL
    for (int v = 0; v < NET_PANEL; v += WIDTH) {
        vec in[9], half[3 * LARGEST], whole[LARGEST * LARGEST];
        UNROLL
        for (int t = 0; t < 9; t++)
            in[t] = get(tap + t * next + v);
        UNROLL
        for (int j = 0; j < 3; j++)
            transform_line(tile, in + j, 3, half + j, 3);
        UNROLL
        for (int j = 0; j < side; j++)
            transform_line(tile, half + 3 * j, 1, whole + side * j, 1);
        UNROLL
        for (int j = 0; j < side * side; j++)
            put(out + j * position + v, whole[j]);
    }
}

static void pack_one(int tile, const float *tap, ptrdiff_t next, float *out, ptrdiff_t position)
{
    if (tile == 1)
        copy(NET_PANEL, tap, out);
    else if (tile == 2)
        pack_panel(2, tap, next, out, position);
    else
        pack_panel(3, tap, next, out, position);
}

/* Inputs for outputs, and the taps from the last to the first: a square of each tap at a time. */
static void pack_turned(int tile, int k, int n, const float *weight, float *out)
{
    const int taps = tile == 1 ? 1 : 9;
    const ptrdiff_t position = (ptrdiff_t)k * n, square = (ptrdiff_t)NET_PANEL * NET_PANEL;
    for (int panel = 0; panel < k; panel += NET_PANEL)
        for (int i = 0; i < n; i += NET_PANEL) {
            _Alignas(4 * NET_PANEL) float turned[9][NET_PANEL][NET_PANEL];
            for (int t = 0; t < taps; t++)
                for (int row = 0; row < NET_PANEL; row++)
                    for (int l = 0; l < NET_PANEL; l++)
                        turned[t][row][l] = weight[(taps - 1 - t) * position +
                                                   (ptrdiff_t)(panel + l) * n + i + row];
            for (int row = 0; row < NET_PANEL; row++, out += NET_PANEL)
                pack_one(tile, turned[0][row], square, out, position);
        }
}

static void pack(int tile, int k, int n, const float *weight, bool turned, float *out)
{
    if (turned) {
        pack_turned(tile, k, n, weight, out);
        return;
    }
    const ptrdiff_t position = (ptrdiff_t)k * n;
    for (int panel = 0; panel < n; panel += NET_PANEL)
        for (int i = 0; i < k; i++, out += NET_PANEL)
            pack_one(tile, weight + (ptrdiff_t)i * n + panel, position, out, position);
}

INLINED void unpack_positions(const int tile, ptrdiff_t position, const float *from,
                              float *gradient)
{
    const int side = tile + 2;
    for (ptrdiff_t at = 0; at < position; at += WIDTH) {
        vec whole[LARGEST * LARGEST], half[3 * LARGEST], tap[9];
        UNROLL
        for (int j = 0; j < side * side; j++)
            whole[j] = get(from + j * position + at);
        UNROLL
        for (int j = 0; j < side; j++)
            transform_back_line(tile, whole + j, side, half + j, side);
        UNROLL
        for (int j = 0; j < 3; j++)
            transform_back_line(tile, half + side * j, 1, tap + 3 * j, 1);
        UNROLL
        for (int j = 0; j < 9; j++)
            put(gradient + j * position + at, tap[j]);
    }
}

static void unpack(int tile, int k, int n, const float *from, float *gradient)
{
    const ptrdiff_t position = (ptrdiff_t)k * n;
    if (tile == 1)
        copy(position, from, gradient);
    else if (tile == 2)
        unpack_positions(2, position, from, gradient);
    else
        unpack_positions(3, position, from, gradient);
}

/* As compilers make vectors of it, wherever a tensor begins and ends. */
static void adam(size_t count, const struct net_adam *how, const float *restrict gradient,
                 float *restrict w, float *restrict m, float *restrict v)
{
    const float rate = how->rate, correction = how->correction, decay = how->decay;
    for (size_t i = 0; i < count; i++) {
        m[i] = 0.9F * m[i] + 0.1F * gradient[i];
        v[i] = 0.999F * v[i] + 0.001F * gradient[i] * gradient[i];
        w[i] -= rate * m[i] / (sqrtf(v[i] * correction) + 1e-8F) + decay * w[i];
    }
}
