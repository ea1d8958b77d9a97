/* Nets: what they say and how they learn, against the definition in double precision; every
 * instance of the kernels against each other; files, good and bad. */
#include "net_reference.h"
#include "tap.h"

#include "base/files.h"
#include "learn/net_onnx.h"
#include "learn/net_run.h"
#include "learn/net_train.h"

#include <unistd.h>

static const char *const instance[] = { "plain", "avx2", "avx512" };
enum { INSTANCES = 3, MOST_CELLS = 128, MOST_PLANES = 8, MOST_SLOTS = 128, BATCH = 5 };

/* Even and odd sides, every kind of policy head, a board of one cell, a narrow one. */
static const struct net_shape shape[] = {
    { 6, 7, 2, 7, 32, 3 }, { 3, 3, 2, 9, 16, 2 }, { 5, 4, 3, 21, 16, 2 },  { 9, 9, 4, 82, 48, 2 },
    { 1, 1, 6, 2, 16, 2 }, { 1, 5, 1, 5, 16, 2 }, { 8, 8, 2, 100, 32, 2 },
};
enum { SHAPES = sizeof shape / sizeof *shape };

static uint64_t seed = 7;

static float by_lot(void)
{
    return (float)zm_random(&seed, 1U << 20) / (float)(1 << 19) - 1;
}

/* A net in which every tensor matters. */
static struct net *any_net(const struct net_shape *s, unsigned heads)
{
    struct net *const net = net_create_with(s, heads, 1);
    for (int i = 0; i < net->tensors; i++) {
        const struct net_tensor *const t = &net->tensor[i];
        const float spread = t->bias                 ? 0.1F
                             : t->role == NET_SECOND ? sqrtf(0.5F / (float)(9 * s->channels))
                             : t->role == NET_POOL   ? 0.1F
                             : t->role == NET_POLICY ? 0.15F
                             : t->role == NET_WDL    ? 0.2F
                             : t->role == NET_SCORE  ? 0.05F
                             : t->role == NET_OWNER  ? 0.3F
                                                     : 0;
        for (size_t j = 0; j < t->size && spread > 0; j++)
            net->weight[t->at + j] = spread * by_lot();
    }
    return net;
}

struct batch {
    float planes[BATCH][MOST_PLANES * MOST_CELLS], policy[BATCH][MOST_SLOTS];
    uint8_t legal[BATCH][MOST_SLOTS], owner[BATCH][MOST_CELLS];
    struct net_sample sample[BATCH];
};

static struct batch *any_batch(const struct net_shape *s)
{
    struct batch *const b = calloc(1, sizeof *b);
    for (int i = 0; i < BATCH; i++) {
        float sum = 0, results = 0;
        uint64_t lot = (uint64_t)i + 1; /* not the others', which are older than owners are */
        for (int j = 0; j < s->planes * s->rows * s->columns; j++)
            b->planes[i][j] = by_lot() > 0.3F ? 1 : 0;
        for (int j = 0; j < s->slots; j++) {
            b->legal[i][j] = j == 0 || by_lot() > -0.5F;
            b->policy[i][j] = b->legal[i][j] ? by_lot() + 1.01F : 0;
            sum += b->policy[i][j];
        }
        for (int j = 0; j < s->slots; j++)
            b->policy[i][j] /= sum;
        for (int j = 0; j < s->rows * s->columns; j++)
            b->owner[i][j] = (uint8_t)zm_random(&lot, 3);
        b->sample[i] = (struct net_sample){ .planes = b->planes[i],
                                            .policy = b->policy[i],
                                            .legal = b->legal[i],
                                            .wdl = { by_lot() + 1, by_lot() + 1, by_lot() + 1 },
                                            .weight = i == 1 ? 0.5F : 1,
                                            .policy_weight = i == 2   ? 0
                                                             : i == 3 ? 2
                                                                      : 1,
                                            .score = 0.4F * (float)i - 0.8F,
                                            .score_weight = i == 1   ? 0
                                                            : i == 4 ? 2
                                                                     : 1,
                                            .owner = i == 3 ? NULL : b->owner[i] };
        for (int j = 0; j < 3; j++)
            results += b->sample[i].wdl[j];
        for (int j = 0; j < 3; j++)
            b->sample[i].wdl[j] /= results;
    }
    return b;
}

static double *doubles_of(const struct net *net)
{
    double *const weight = ref_new(net->count);
    for (size_t i = 0; i < net->count; i++)
        weight[i] = (double)net->weight[i];
    return weight;
}

/* ------------------------------------------------------------------- forward -- */

/* The largest difference of three probabilities to those of logits. */
static double far_off(const float *probability, const double *logit)
{
    const double sum = exp(logit[0]) + exp(logit[1]) + exp(logit[2]);
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = fmax(most, fabs((double)probability[i] - exp(logit[i]) / sum));
    return most;
}

/* The largest difference to the definition, of logits, of probabilities, and of what the further
 * heads say; what they cannot say is left alone. */
static void compare(const struct net *net, struct net_runner *runner, const float *planes,
                    double error[3])
{
    double *const weight = doubles_of(net);
    struct ref_answer expected = ref_answer_new(net);
    float logits[MOST_SLOTS], wdl[3], score = 77, owner[3 * MOST_CELLS] = { 88 };
    ref_net(net, weight, planes, &expected);
    net_run(runner, planes, logits, wdl);
    net_run_more(runner, &score, owner);
    net_run_more(runner, NULL, NULL);
    for (int i = 0; i < net->shape.slots; i++)
        error[0] = fmax(error[0], fabs((double)logits[i] - expected.logits[i]));
    error[1] = fmax(error[1], far_off(wdl, expected.wdl));
    error[2] =
        fmax(error[2], fabs((double)score - (net->heads & NET_SCORE_HEAD ? expected.score : 77)));
    for (int i = 0; net->heads & NET_OWNER_HEAD && i < net->plan.cells; i++)
        error[2] = fmax(error[2], far_off(owner + 3 * i, expected.owner + 3 * i));
    if (!(net->heads & NET_OWNER_HEAD) && owner[0] != 88)
        error[2] = INFINITY;
    ref_answer_free(&expected);
    free(weight);
}

static void forward(const struct net_kernels *kernels, const struct net_shape *s, unsigned heads)
{
    struct net *const net = any_net(s, heads);
    struct batch *const b = any_batch(s);
    for (int precision = NET_F32; precision <= NET_INT8; precision++) {
        struct net_runner *const runner =
            net_runner_with(net, (enum net_precision)precision, kernels);
        const double least = precision == NET_F32 ? 2e-5 : 0.15;
        double off[3] = { 0 };
        for (int i = 0; i < BATCH; i++)
            compare(net, runner, b->planes[i], off);
        OKF(off[0] < least && off[1] < least && off[2] < least,
            "%s %s %dx%d, %d slots, heads %u: %g, %g, %g", kernels->name,
            precision == NET_F32 ? "f32" : "int8", s->rows, s->columns, s->slots, heads, off[0],
            off[1], off[2]);
        net_runner_free(runner);
    }
    free(b);
    net_free(net);
}

/* The activation of a cell, which may be beside the board. */
static int rounded_at(const struct net_board *b, int channels, const float *full, int row,
                      int column, int i)
{
    const bool inside = row >= 0 && row < b->rows && column >= 0 && column < b->columns;
    return inside ? (int)full[(row * b->columns + column) * channels + i] : 0;
}

/* A convolution of whole numbers: the sum of a position, from the weights as they are packed. */
static int whole_sum(const struct net_board *b, int channels, const float *full,
                     const int8_t *weight, int position, int tile, int column, int output)
{
    static const int from[4][4] = {
        { 1, 0, -1, 0 }, { 0, 1, 1, 0 }, { 0, -1, 1, 0 }, { 0, 1, 0, -1 }
    };
    int sum = 0;
    for (int tap = 0; tap < 3; tap++)
        for (int i = 0; i < channels; i++) {
            int window = 0;
            for (int r = 0; r < 4; r++)
                window += from[position][r] *
                          rounded_at(b, channels, full, 2 * tile - 1 + r, column + tap - 1, i);
            const int panel = ((output / 16 * 4 + position) * 3 + tap) * channels * 16;
            sum += window * weight[panel + i / 4 * 64 + output % 16 * 4 + i % 4];
        }
    return sum;
}

static void *aligned_bytes(size_t count)
{
    return aligned_alloc(64, (count + 63) / 64 * 64);
}

/* The largest numbers that there may be overflow nowhere, and the borders stay apart. Weights:
 * all the same; so rough that most of a group's sum is in one; as a net has them. */
static void extremes(const struct net_kernels *kernels, int rows, int columns, int kind)
{
    enum { CHANNELS = 48, WEIGHTS = 12 * CHANNELS * CHANNELS };
    const struct net_board b = net_board(rows, columns, 2);
    const size_t line = (size_t)(columns + 2) * CHANNELS;
    uint8_t *const x = aligned_bytes((size_t)net_whole_rows(&b) * line);
    uint8_t *const v = aligned_bytes((size_t)(4 * net_whole_tiles(&b)) * line);
    const struct net_whole_layer layer = { aligned_bytes(WEIGHTS),
                                           aligned_bytes(12 * CHANNELS * sizeof(int32_t)) };
    float *const real = net_floats((size_t)9 * CHANNELS * CHANNELS);
    float *const scale = net_floats((size_t)4 * CHANNELS), *const bias = net_floats(CHANNELS);
    float *const y = net_floats((size_t)b.cells * CHANNELS);
    float *const full = net_floats((size_t)b.cells * CHANNELS);
    bool same = true;
    int top = 0;
    float most = 0;
    memset(x, 0, (size_t)net_whole_rows(&b) * line);
    for (int i = 0; i < 9 * CHANNELS * CHANNELS; i++)
        real[i] = kind == 0 ? 1 : kind == 1 ? (i / CHANNELS % 16 < 2 ? 1 : 0) : by_lot() * by_lot();
    OK(net_quantise_weights(kernels, CHANNELS, CHANNELS, real, &layer, scale));
    for (int i = 0; i < WEIGHTS; i++)
        top = layer.weight[i] > top ? layer.weight[i] : top;
    if (kernels->top_sum == NET_TOP_SUM)
        OKF(top == NET_TOP_WEIGHT, "all bits are used: %d", top);
    else
        OKF(kind == 0   ? top == 16
            : kind == 1 ? top == 64
                        : top > 30,
            "the largest weight is %d", top);
    for (int i = 0; i < 4 * CHANNELS; i++)
        scale[i] = 1;
    for (int i = 0; i < b.cells * CHANNELS; i++)
        full[i] = kind == 2 && by_lot() < 0 ? 0 : NET_TOP_ACTIVATION;
    net_whole_border(&b, CHANNELS, v);
    kernels->quantise(&b, CHANNELS, full, 1, x, v);
    const float largest =
        kernels->convolve(&b, CHANNELS, CHANNELS, v, &layer, scale, 1, bias, NULL, y);
    for (int cell = 0; cell < b.cells; cell++)
        for (int i = 0; i < CHANNELS; i++) {
            const int row = cell / columns, column = cell % columns;
            int m[4];
            for (int p = 0; p < 4; p++)
                m[p] = whole_sum(&b, CHANNELS, full, layer.weight, p, row / 2, column, i);
            const float sum = (float)(row % 2 ? m[1] - m[2] - m[3] : m[0] + m[1] + m[2]);
            same &= y[cell * CHANNELS + i] == (sum > 0 ? sum : 0);
            most = sum > most ? sum : most;
        }
    OKF(same && largest == most, "%s %dx%d: the largest numbers", kernels->name, rows, columns);
    free(real);
    free(x);
    free(v);
    free(layer.weight);
    free(layer.offset);
    free(scale);
    free(bias);
    free(y);
    free(full);
}

/* ----------------------------------------------------------------- gradients -- */

struct comparison {
    int wrong, compared, wanted;
    double worst;
};

static struct comparison compare_gradients(const struct net_kernels *kernels,
                                           const struct net_shape *s, unsigned heads, int threads)
{
    struct net *const net = any_net(s, heads);
    struct batch *const b = any_batch(s);
    struct net_learning how = net_learning_usual;
    how.threads = threads;
    how.value_weight = 1.5F;
    how.score_weight = 0.75F;
    how.owner_weight = 2;
    struct net_trainer *const trainer = net_trainer_with(net, &how, kernels);
    double *const weight = doubles_of(net);
    const float *gradient;
    const struct net_losses losses = net_gradients(trainer, b->sample, BATCH, &gradient);
    NEAR(losses.total, ref_loss(net, weight, b->sample, BATCH, &how), 1e-4);
    struct comparison found = { .wanted = 3 * net->tensors };
    for (int i = 0; i < net->tensors; i++) {
        const struct net_tensor *const t = &net->tensor[i];
        double norm = 0;
        for (size_t j = 0; j < t->size; j++)
            norm += (double)gradient[t->at + j] * (double)gradient[t->at + j];
        norm = sqrt(norm / (double)t->size);
        for (int k = 0; k < 4; k++) {
            const size_t at = t->at + zm_random(&seed, (uint32_t)t->size);
            const double kept = weight[at], step = 1e-6;
            weight[at] = kept + step;
            const double above = ref_loss(net, weight, b->sample, BATCH, &how);
            weight[at] = kept - step;
            const double below = ref_loss(net, weight, b->sample, BATCH, &how);
            weight[at] = kept;
            const double slope = (above - below) / (2 * step);
            const double here = ref_loss(net, weight, b->sample, BATCH, &how);
            if (fabs((above - here) - (here - below)) > 1e-3 * fabs(above - below) + 1e-12)
                continue; /* a kink: there is no slope */
            const double error =
                fabs(slope - (double)gradient[at]) / fmax(fmax(norm, fabs(slope)), 1e-6);
            found.worst = fmax(found.worst, error);
            found.compared++;
            found.wrong += error > 1e-3;
        }
    }
    net_trainer_free(trainer);
    free(weight);
    free(b);
    net_free(net);
    return found;
}

/* A unit may be so near to 0 that floats rectify it and doubles do not: one net of forty has one.
 * Then another net must agree. */
static void gradients(const struct net_kernels *kernels, const struct net_shape *s, unsigned heads,
                      int threads)
{
    struct comparison found = compare_gradients(kernels, s, heads, threads);
    if (found.wrong == 1)
        found = compare_gradients(kernels, s, heads, threads);
    OKF(found.wrong == 0 && found.compared > found.wanted,
        "%s %dx%d, %d slots, heads %u, %d threads: %d of %d gradients are wrong, the worst by %g",
        kernels->name, s->rows, s->columns, s->slots, heads, threads, found.wrong, found.compared,
        found.worst);
}

/* ------------------------------------------------------------------ learning -- */

static void learning(enum net_optimiser optimiser, unsigned heads)
{
    const struct net_shape s = { 4, 4, 2, 17, 16, 2 };
    struct batch *const b = any_batch(&s);
    struct net_learning how = net_learning_usual;
    how.optimiser = optimiser;
    how.rate = optimiser == NET_ADAM ? 3e-3F : 0.05F;
    how.weight_decay = 0;
    struct net *const net = net_create_with(&s, heads, 3);
    struct net_trainer *const trainer = net_trainer_create(net, &how);
    struct net_losses losses = { 0 };
    double least = 0;
    for (int i = 0; i < BATCH; i++) {
        /* No cross entropy is below the entropy of what is to be foretold. */
        for (int j = 0; j < 3; j++)
            least -= (double)b->sample[i].weight * (double)b->sample[i].wdl[j] *
                     log((double)b->sample[i].wdl[j]) / BATCH;
        for (int j = 0; j < s.slots; j++)
            if (b->policy[i][j] > 0)
                least -= (double)(b->sample[i].weight * b->sample[i].policy_weight) *
                         (double)b->policy[i][j] * log((double)b->policy[i][j]) / BATCH;
    }
    const double before = net_measure_batch(trainer, b->sample, BATCH).total;
    for (int i = 0; i < 300; i++)
        losses = net_train_batch(trainer, b->sample, BATCH);
    OKF(losses.total > least - 1e-6 && losses.total - least < 0.1 * (before - least),
        "%s learns by heart: from %g to %g, where %g is perfect",
        optimiser == NET_ADAM ? "Adam" : "SGD", before, losses.total, least);
    if (heads) /* at first all three are as likely, and the score 0 */
        OKF(losses.score < 0.01 && losses.owner < 0.1 * log(3), "and the heads: %g, %g",
            losses.score, losses.owner);
    net_trainer_free(trainer);
    net_free(net);
    free(b);
}

/* Ten steps; saved and taken up again behind the fifth, if there is a path. */
static uint64_t ten_steps(int threads, const char *path)
{
    const struct net_shape s = { 5, 5, 2, 26, 16, 2 };
    struct zm_error error;
    seed = 99;
    struct batch *const b = any_batch(&s);
    struct net_learning how = net_learning_usual;
    how.threads = threads;
    struct net *net = net_create(&s, 5);
    struct net_trainer *trainer = net_trainer_create(net, &how);
    for (int i = 0; i < 10; i++) {
        net_train_batch(trainer, b->sample, BATCH);
        if (!path || i != 4)
            continue;
        char beside[300];
        snprintf(beside, sizeof beside, "%s.trainer", path);
        OK(!net_save(net, &(struct net_about){ .game = "x" }, path, &error));
        OK(!net_trainer_save(trainer, beside, &error));
        net_trainer_free(trainer);
        net_free(net);
        net = net_load(path, NULL, &error);
        trainer = net_trainer_create(net, &how);
        OK(!net_trainer_load(trainer, beside, &error));
        EQ(net_trainer_steps(trainer), 5);
        net_train_batch(trainer, b->sample, BATCH);
        i++;
        OK(net_trainer_load(trainer, beside, &error) && strstr(error.text, "another net"));
        unlink(beside);
        unlink(path);
    }
    const uint64_t print = net_fingerprint(net);
    net_trainer_free(trainer);
    net_free(net);
    free(b);
    return print;
}

/* --------------------------------------------------------------------- files -- */

static bool refused(const unsigned char *bytes, size_t length, const char *why)
{
    struct zm_error error = { "" };
    struct net *const net = net_unpack(bytes, length, "a.net", NULL, &error);
    const bool right = !net && !strncmp(error.text, "a.net: ", 7) && strstr(error.text, why);
    if (!right)
        printf("# %s instead of %s\n", net ? "accepted" : error.text, why);
    net_free(net);
    return right;
}

/* With the right checksum: what is wrong inside must be found as well. */
static void sign(unsigned char *bytes, size_t length)
{
    const uint64_t sum = net_checksum(bytes + 24, length - 24);
    for (int i = 0; i < 8; i++)
        bytes[16 + i] = (unsigned char)(sum >> 8 * i);
}

static void files(const char *path)
{
    const struct net_shape s = { 3, 3, 2, 9, 16, 1 };
    const struct net_about about = { "tictactoe", "", "zermelo train tictactoe", 12 };
    struct net_about read;
    struct zm_error error;
    size_t length;
    struct net *const net = any_net(&s, 0);
    unsigned char *const bytes = net_pack(net, &about, &length);
    struct net *const again = net_unpack(bytes, length, "a.net", &read, &error);
    OK(again && net_fingerprint(again) == net_fingerprint(net));
    SAME(read.game, "tictactoe");
    SAME(read.command, "zermelo train tictactoe");
    EQ(read.generation, 12);
    OK(again && !memcmp(net_shape(again), &s, sizeof s));

    int wrong = 0;
    for (size_t i = 0; i < length; i += i < 200 ? 1 : 997)
        wrong += !refused(bytes, i, i < 24 ? "not a net" : "cut off");
    EQ(wrong, 0);
    for (size_t i = 0; i < length * 8; i += i < 2000 ? 1 : 7919) {
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
        wrong += !refused(bytes, length,
                          i / 8 < 12   ? "not a net"
                          : i / 8 < 16 ? "expected version 1 or 2"
                                       : "checksum");
        bytes[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    EQ(wrong, 0);
    unsigned char *const longer = calloc(1, length + 4);
    memcpy(longer, bytes, length);
    sign(longer, length + 4);
    OK(refused(longer, length + 4, "more weights"));
    sign(longer, length - 4);
    OK(refused(longer, length - 4, "fewer weights"));
    const unsigned char nan[4] = { 0, 0, 0xC0, 0x7F }, infinity[4] = { 0, 0, 0x80, 0xFF };
    memcpy(longer, bytes, length);
    memcpy(longer + length - 8, nan, 4);
    sign(longer, length);
    OK(refused(longer, length, "not a finite number"));
    memcpy(longer + length - 8, infinity, 4);
    sign(longer, length);
    OK(refused(longer, length, "not a finite number"));
    memcpy(longer, bytes, length);
    longer[24 + 4] = '\n'; /* in the name of the game */
    sign(longer, length);
    OK(refused(longer, length, "character"));
    memcpy(longer, bytes, length);
    const size_t at = 24 + 4 + strlen(about.game) + 4 + 4 + strlen(about.command) + 4 + 16;
    longer[at] = 17; /* channels */
    sign(longer, length);
    OK(refused(longer, length, "17 channels: expected a multiple of 16"));
    longer[at] = 0;
    longer[at + 1] = 2; /* 512: far more weights than there are */
    sign(longer, length);
    OK(refused(longer, length, "fewer weights"));
    longer[at + 3] = 0xFF;
    sign(longer, length);
    OK(refused(longer, length, "channels"));

    OK(!net_save(net, &about, path, &error));
    struct net *const third = net_load(path, &read, &error);
    OK(third && net_fingerprint(third) == net_fingerprint(net));
    unlink(path);
    OK(!net_load(path, NULL, &error) && strstr(error.text, "No such file"));
    net_free(third);
    net_free(again);
    net_free(net);
    free(longer);
    free(bytes);
}

/* Nets with further heads: there and back, and what is wrong with their bytes. */
static void files_with_heads(unsigned heads)
{
    const struct net_shape s = { 3, 3, 2, 10, 16, 1 };
    const struct net_about about = { "any", "", "by hand", 1 };
    struct zm_error error;
    size_t length, plain_length;
    struct net *const net = any_net(&s, heads), *const plain = net_create(&s, 1);
    unsigned char *const bytes = net_pack(net, &about, &length);
    unsigned char *const without = net_pack(plain, &about, &plain_length);
    const size_t at = 24 + 4 + strlen(about.game) + 4 + 4 + strlen(about.command) + 4 + 24;
    struct net *const again = net_unpack(bytes, length, "a.net", NULL, &error);
    OK(again && net_heads(again) == heads && net_fingerprint(again) == net_fingerprint(net));
    EQ(without[12], 1); /* as ever */
    EQ(bytes[12], 2);
    EQ(bytes[at], heads);
    for (int bit = 2; bit < 32; bit++) {
        bytes[at + (size_t)bit / 8] ^= (unsigned char)(1 << bit % 8);
        sign(bytes, length);
        OK(refused(bytes, length, "a head that this version does not know"));
        bytes[at + (size_t)bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    bytes[at] = 0;
    sign(bytes, length);
    OK(refused(bytes, length, "no further heads"));
    bytes[at] = heads == NET_ALL_HEADS ? NET_SCORE_HEAD : NET_ALL_HEADS;
    sign(bytes, length);
    OK(refused(bytes, length, heads == NET_ALL_HEADS ? "more weights" : "fewer weights"));
    bytes[12] = 1; /* then the heads are the first of the weights */
    OK(refused(bytes, length, "more weights"));
    bytes[12] = 2;
    bytes[at] = (unsigned char)heads;
    memcpy(bytes + length - 4, (const unsigned char[]){ 0, 0, 0xC0, 0x7F }, 4);
    sign(bytes, length);
    OK(refused(bytes, length, "not a finite number"));
    OK(refused(bytes, length - 1, "cut off"));
    net_free(net);
    net_free(plain);
    net_free(again);
    free(bytes);
    free(without);
}

/* What a net without further heads is, one with them is too: in its first weights, in what it
 * says, and in what it learns where nothing is known of owners and scores. */
static void heads_apart(void)
{
    const struct net_shape s = { 5, 4, 3, 21, 16, 2 };
    struct net *const net[2] = { net_create(&s, 4), net_create_with(&s, NET_ALL_HEADS, 4) };
    struct batch *const b = any_batch(&s);
    struct net_losses losses[2];
    bool same = true;
    for (int i = 0; i < BATCH; i++) {
        b->sample[i].score_weight = 0;
        b->sample[i].owner = NULL;
    }
    for (int i = 0; i < 2; i++) {
        struct net_trainer *const trainer = net_trainer_create(net[i], &net_learning_usual);
        for (int step = 0; step < 5; step++)
            losses[i] = net_train_batch(trainer, b->sample, BATCH);
        net_trainer_free(trainer);
    }
    for (size_t i = 0; i < net[0]->count; i++)
        same &= net[0]->weight[i] == net[1]->weight[i];
    OK(same && losses[0].total == losses[1].total);
    OK(losses[1].score == 0 && losses[1].owner == 0);
    OK(net_size(net[1]) == net_size(net[0]) + 64 + 1 + 3 * 32 + 3);
    net_free(net[0]);
    net_free(net[1]);
    free(b);
}

/* There and back for every kind of head; what is cut off is refused. */
static void onnx(const struct net_shape *s, unsigned heads)
{
    const struct net_about about = { "any", "size=3", "zermelo train", 2 };
    struct net_about read = { .game = "" };
    struct zm_error error = { "" };
    size_t length;
    struct net *const net = any_net(s, heads);
    if (net->plan.spatial && !net->plan.pass)
        net->weight[net->at[NET_POLICY_BIAS][0]] = 0; /* which is not exported */
    unsigned char *const bytes = net_onnx_pack(net, &about, &length);
    struct net *const again = net_onnx_unpack(bytes, length, "a.onnx", &read, &error);
    OKF(again && net_fingerprint(again) == net_fingerprint(net) && net_heads(again) == heads &&
            !memcmp(&read, &about, sizeof about),
        "ONNX %dx%d, %d slots, heads %u: %s", s->rows, s->columns, s->slots, heads, error.text);
    int accepted = 0;
    for (size_t i = 0; i < length; i += 1 + length / 50) {
        struct net *const part = net_onnx_unpack(bytes, i, "a.onnx", NULL, &error);
        accepted += part || strncmp(error.text, "a.onnx: ", 8) != 0;
        net_free(part);
    }
    EQ(accepted, 0);
    net_free(again);
    net_free(net);
    free(bytes);
}

static void shapes(void)
{
    struct zm_error error;
    OK(!net_shape_wrong(&(struct net_shape){ 6, 7, 2, 7, 64, 4 }, &error));
    SAME(net_shape_wrong(&(struct net_shape){ 0, 7, 2, 7, 64, 4 }, &error),
         "0 rows: a net has 1 to 32");
    OK(net_shape_wrong(&(struct net_shape){ 6, 7, 2, 7, 24, 4 }, &error));
    struct net *const a = net_create(&shape[0], 1), *const b = net_create(&shape[0], 1);
    struct net *const c = net_create(&shape[0], 2), *const d = net_copy(c);
    OK(net_fingerprint(a) == net_fingerprint(b));
    OK(net_fingerprint(a) != net_fingerprint(c));
    OK(net_fingerprint(d) == net_fingerprint(c));
    /* A new net knows nothing. */
    float planes[2 * 42] = { 1 }, logits[7], wdl[3];
    struct net_runner *const runner = net_runner_create(a, NET_F32);
    net_run(runner, planes, logits, wdl);
    NEAR((double)wdl[1], 1 / 3.0, 1e-6);
    NEAR((double)(logits[0] - logits[3]), 0, 1e-6);
    net_runner_free(runner);
    net_free(a);
    net_free(b);
    net_free(c);
    net_free(d);
}

/* A mean goes its share of the way, and all of it with a share of 1. */
static void approaching(void)
{
    struct net *const a = net_create(&shape[0], 1), *const b = net_create(&shape[0], 2);
    struct net *const half = net_copy(a), *const whole = net_copy(a);
    net_approach(half, b, 0.5F);
    net_approach(whole, b, 1);
    bool fine = net_fingerprint(half) != net_fingerprint(a);
    for (size_t i = 0; i < net_size(a); i++) {
        fine &= fabsf(half->weight[i] - (a->weight[i] + b->weight[i]) / 2) < 1e-6F;
        fine &= fabsf(whole->weight[i] - b->weight[i]) < 1e-6F;
    }
    OK(fine);
    net_free(a);
    net_free(b);
    net_free(half);
    net_free(whole);
}

/* The largest difference between what two nets of one game say. */
static double differ(const struct net *a, const struct net *b, const float *planes)
{
    double *const weight[2] = { doubles_of(a), doubles_of(b) };
    struct ref_answer answer[2] = { ref_answer_new(a), ref_answer_new(b) };
    double most = 0;
    ref_net(a, weight[0], planes, &answer[0]);
    ref_net(b, weight[1], planes, &answer[1]);
    for (int i = 0; i < a->shape.slots; i++)
        most = fmax(most, fabs(answer[0].logits[i] - answer[1].logits[i]));
    for (int i = 0; i < 3; i++)
        most = fmax(most, fabs(answer[0].wdl[i] - answer[1].wdl[i]));
    if (a->heads & NET_SCORE_HEAD)
        most = fmax(most, fabs(answer[0].score - answer[1].score));
    for (int i = 0; a->heads & NET_OWNER_HEAD && i < 3 * a->plan.cells; i++)
        most = fmax(most, fabs(answer[0].owner[i] - answer[1].owner[i]));
    for (int i = 0; i < 2; i++) {
        ref_answer_free(&answer[i]);
        free(weight[i]);
    }
    return most;
}

/* A net that has grown says the same, and learns with all it has: after two steps nothing of what
 * leads out of the new channels is without weight. */
static void growing(const struct net_shape *s, unsigned heads, int channels, int blocks)
{
    struct net *const small = any_net(s, heads);
    struct net_shape to = *s;
    struct zm_error error;
    to.channels += channels;
    to.blocks += blocks;
    OK(!net_grow_refuses(small, &to, &error));
    struct net *const large = net_grow(small, &to, 3);
    struct batch *const b = any_batch(s);
    double most = 0;
    for (int i = 0; i < BATCH; i++)
        most = fmax(most, differ(small, large, b->planes[i]));
    OKF(most < 1e-12, "%dx%d, heads %u, grown by %d and %d: %g", s->rows, s->columns, heads,
        channels, blocks, most);
    struct net_trainer *const trainer = net_trainer_create(large, &net_learning_usual);
    for (int step = 0; step < 2; step++)
        net_train_batch(trainer, b->sample, BATCH);
    const size_t outputs = (size_t)large->plan.head_channels;
    const float *const head =
        net_weights(large, NET_HEAD, 0) + (size_t)s->channels * outputs; /* of the first new one */
    int alive = 0;
    for (size_t i = 0; i < (size_t)channels * outputs; i++)
        alive += head[i] != 0;
    OKF(channels == 0 || alive > channels * (int)outputs / 4, "%d of %d learn", alive,
        channels * (int)outputs);
    const float *const second = net_weights(large, NET_SECOND, large->shape.blocks - 1);
    alive = 0;
    for (int i = 0; i < large->shape.channels * large->shape.channels; i++)
        alive += second[i] != 0;
    OKF(alive > large->shape.channels, "%d weights of the last block learn", alive);
    net_trainer_free(trainer);
    free(b);
    net_free(large);
    net_free(small);
}

/* On a larger board a net says the same of a corner, as far as it cannot see how large the board
 * is: the first block does not look at all of it, so three cells away from the other edges. */
static void moving(bool pass)
{
    const struct net_shape small = { 7, 6, 3, 42 + pass, 32, 1 };
    const struct net_shape large = { 11, 9, 3, 99 + pass, 48, 1 };
    struct net_shape wrong = large;
    struct zm_error error;
    struct net *const net = any_net(&small, NET_ALL_HEADS);
    float planes[3 * 42], more[3 * 99] = { 0 }, logit[2][100], wdl[3];
    for (int i = 0; i < 3 * 42; i++)
        planes[i] = (float)zm_random(&seed, 2);
    for (int plane = 0; plane < 3; plane++)
        for (int row = 0; row < 7; row++)
            memcpy(more + (plane * 11 + row) * 9, planes + (plane * 7 + row) * 6, 6 * sizeof *more);
    OK(!net_grow_refuses(net, &large, &error));
    struct net *const moved = net_grow(net, &large, 3);
    struct net_runner *const runner[2] = { net_runner_create(net, NET_F32),
                                           net_runner_create(moved, NET_F32) };
    net_run(runner[0], planes, logit[0], wdl);
    net_run(runner[1], more, logit[1], wdl);
    double most = 0;
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < 3; column++)
            most =
                fmax(most, fabs((double)(logit[0][row * 6 + column] - logit[1][row * 9 + column])));
    OKF(most < 1e-4 && logit[0][0] != logit[0][1], "a corner of a larger board: %g", most);
    wrong.planes++;
    OK(net_grow_refuses(net, &wrong, &error) && strstr(error.text, "3 planes of 7x6"));
    wrong = large;
    wrong.slots += pass ? -1 : 1; /* one with a pass, the other without */
    OK(net_grow_refuses(net, &wrong, &error));
    wrong.slots = 9; /* columns */
    OK(net_grow_refuses(net, &wrong, &error));
    wrong = large;
    wrong.channels = 16;
    OK(net_grow_refuses(net, &wrong, &error) && strstr(error.text, "a smaller one"));
    for (int i = 0; i < 2; i++)
        net_runner_free(runner[i]);
    net_free(net);
    net_free(moved);
}

int main(void)
{
    char path[256];
    snprintf(path, sizeof path, "%s/test_net.%d", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
             (int)getpid());
    shapes();
    for (int i = 0; i < INSTANCES; i++) {
        const struct net_kernels *const kernels = net_kernels_named(instance[i]);
        if (!kernels) {
            printf("# this processor has no %s\n", instance[i]);
            continue;
        }
        for (int j = 0; j < SHAPES; j++)
            forward(kernels, &shape[j], (unsigned)j % 4);
        for (int kind = 0; kind < 3; kind++) {
            extremes(kernels, 6, 7, kind);
            extremes(kernels, 9, 5, kind);
            extremes(kernels, 1, 2, kind);
            extremes(kernels, 3, 13, kind);
        }
        for (int j = 1; j < 3; j++)
            gradients(kernels, &shape[j], 0, j);
        gradients(kernels, &shape[4], 0, 1);
        gradients(kernels, &shape[5], 0, 1);
        for (unsigned heads = 1; heads <= NET_ALL_HEADS; heads++)
            gradients(kernels, &shape[heads == 1 ? 1 : 2], heads, 1);
        gradients(kernels, &shape[4], NET_ALL_HEADS, 2);
    }
    learning(NET_ADAM, 0);
    learning(NET_SGD, 0);
    learning(NET_ADAM, NET_ALL_HEADS);
    const uint64_t once = ten_steps(1, NULL);
    OK(ten_steps(1, NULL) == once);
    OK(ten_steps(1, path) == once);
    OK(ten_steps(2, NULL) == ten_steps(2, NULL));
    approaching();
    for (int i = 0; i < SHAPES; i++)
        growing(&shape[i], (unsigned)i % 4, i % 3 * 16, i % 2 ? 2 : i == 0);
    moving(false);
    moving(true);
    files(path);
    for (unsigned heads = 1; heads <= NET_ALL_HEADS; heads++)
        files_with_heads(heads);
    heads_apart();
    for (int i = 0; i < SHAPES; i++)
        onnx(&shape[i], (unsigned)i % 4);
    return tap_done();
}
