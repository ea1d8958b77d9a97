/* net_small.tmpl.h -- the small loops between the convolutions and behind them, included behind
 * net_kernels.tmpl.h. With vectors of four they took a sixth of a small net's time. Channels are
 * multiples of 16. */

/* Unaligned. */
typedef float loose __attribute__((vector_size(4 * WIDTH), may_alias, aligned(4)));

static void pool(int rows, int columns, int wide, int channels, int count, const float *x,
                 float *pooled)
{
    const vec share = BROADCAST(1 / (float)(rows * columns));
    for (int i = 0; i < count; i += WIDTH) {
        vec sum = { 0 }, most = { 0 }; /* rectified: 0 is the least */
        for (int row = 0; row < rows; row++) {
            const float *at = x + (ptrdiff_t)row * wide * channels + i;
            for (int column = 0; column < columns; column++, at += channels) {
                const vec v = *(const loose *)at;
                sum += v;
                most = larger(v, most);
            }
        }
        sum *= share;
        for (int j = 0; j < WIDTH && i + j < count; j++) {
            pooled[i + j] = sum[j];
            pooled[count + i + j] = most[j];
        }
    }
}

/* `some` numbers of c, which are at most a panel. */
INLINED void add_panel(int rows, int stride, int k, int n, int some, const float *a, const float *b,
                       float *c)
{
    enum { CHAINS = 4 }; /* one sum waits for the last: so there are some of them */
    vec sum[CHAINS][VECTORS] = { 0 };
    for (int row = 0; row < rows; row++, a += stride)
        for (int i = 0; i < k; i += CHAINS)
            UNROLL
    for (int j = 0; j < CHAINS; j++, b += n)
        UNROLL
    for (int v = 0; v < VECTORS; v++)
        sum[j][v] = MULTIPLY_ADD(BROADCAST(a[i + j]), *(const loose *)(b + v * WIDTH), sum[j][v]);
    float all[NET_PANEL];
    for (int v = 0; v < VECTORS; v++)
        *(loose *)(all + v * WIDTH) = (sum[0][v] + sum[1][v]) + (sum[2][v] + sum[3][v]);
    for (int j = 0; j < some; j++)
        c[j] += all[j];
}

static void add_product(int rows, int stride, int k, int n, const float *a, const float *b,
                        float *c)
{
    for (int at = 0; at < n; at += NET_PANEL)
        add_panel(rows, stride, k, n, n - at < NET_PANEL ? n - at : NET_PANEL, a, b + at, c + at);
}

static void dots(int rows, int stride, int k, const float *a, const float *b, float *c)
{
    for (int row = 0; row < rows; row++, a += stride) {
        vec sum = { 0 };
        for (int i = 0; i < k; i += WIDTH)
            sum = MULTIPLY_ADD(*(const loose *)(a + i), *(const loose *)(b + i), sum);
        c[row] = 0;
        for (int i = 0; i < WIDTH; i++)
            c[row] += sum[i];
    }
}

static void rectify(int rows, int n, const float *bias, float *z)
{
    for (int row = 0; row < rows; row++, z += n)
        for (int i = 0; i < n; i += WIDTH)
            put(z + i, larger(get(z + i) + get(bias + i), (vec){ 0 }));
}

static float flatten(const struct net_board *b, int channels, const float *x, float *flat)
{
    const int count = b->columns * channels;
    vec largest = { 0 };
    for (int row = 0; row < b->rows; row++, flat += count) {
        const float *const from = x + (ptrdiff_t)net_cell(b, row, 0) * channels;
        for (int i = 0; i < count; i += WIDTH) {
            const vec v = get(from + i);
            largest = larger(v, largest);
            put(flat + i, v);
        }
    }
    return largest_of(largest);
}
