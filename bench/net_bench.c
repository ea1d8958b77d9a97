/* net_bench.c -- how fast nets are: against what the core can do at most, measured in the same
 * run by loops that touch nothing but registers, and against oneDNN if it is there.
 *
 * What is counted are the multiplications and additions of the 3x3 convolutions of the blocks,
 * as they are defined, two operations for each weight on each cell. Ours is the whole net, from
 * planes to answer, its blocks alone, and whole steps of the trainer; oneDNN computes those
 * convolutions alone.
 * Each is measured several times in turn, and the fastest counts: others use this machine. */
#include "base/clock.h"
#include "learn/net_run.h"
#include "learn/net_train.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_ONEDNN
#include "../tests/learn/onednn.h"
#endif
#ifdef __x86_64__
#include <immintrin.h>
#endif

enum { ROUNDS = 7 };
static const double long_enough = 0.15; /* seconds for one measurement */

/* --------------------------------------------------------------------- peaks -- */

#ifdef __x86_64__
enum { CHAINS = 12, LINKS = 100000 };

#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* A sum that is computed here and now, in a register, and is not the same as any other. */
#define COMPUTED(sum) __asm__("" : "+v"(sum))
/* So that the sums are wanted. */
#define STORE(sink, j, sum) (*((__typeof__(sum) *)(sink) + (j)) = (sum))

/* A loop of chains in registers: every link is what `link` makes of the sum. Operations of one call
 * come out, of which a link has so many. */
#define PEAK(name, features, vector, start, link, operations)                                      \
    __attribute__((target(features))) static double name(void *sink)                               \
    {                                                                                              \
        vector chain[CHAINS];                                                                      \
        UNROLL                                                                                     \
        for (int j = 0; j < CHAINS; j++) {                                                         \
            chain[j] = start;                                                                      \
            COMPUTED(chain[j]);                                                                    \
        }                                                                                          \
        for (int i = 0; i < LINKS; i++) {                                                          \
            UNROLL                                                                                 \
            for (int j = 0; j < CHAINS; j++) {                                                     \
                const vector sum = chain[j];                                                       \
                chain[j] = link;                                                                   \
                COMPUTED(chain[j]);                                                                \
            }                                                                                      \
        }                                                                                          \
        UNROLL                                                                                     \
        for (int j = 0; j < CHAINS; j++)                                                           \
            STORE(sink, j, chain[j]);                                                              \
        return (operations) * (double)CHAINS * LINKS;                                              \
    }

PEAK(peak_f32, "avx2,fma", __m256, _mm256_set1_ps(0.001F),
     _mm256_fmadd_ps(sum, _mm256_set1_ps(0.999F), _mm256_set1_ps(0.001F)), 16)
/* The usual three instructions. */
PEAK(peak_int8, "avx2", __m256i, _mm256_setzero_si256(),
     _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_set1_epi8(1), sum),
                                             _mm256_set1_epi16(1))),
     64)
PEAK(peak_f32_wide, "avx512f", __m512, _mm512_set1_ps(0.001F),
     _mm512_fmadd_ps(sum, _mm512_set1_ps(0.999F), _mm512_set1_ps(0.001F)), 32)
PEAK(peak_int8_wide, "avx512f,avx512vnni", __m512i, _mm512_setzero_si512(),
     _mm512_dpbusd_epi32(sum, _mm512_set1_epi8(1), _mm512_set1_epi8(1)), 128)
#endif

static double run_peak(enum net_precision precision)
{
    static _Alignas(64) char sink[2048];
    const char *const name = net_kernels_best()->name;
#ifdef __x86_64__
    if (!strcmp(name, "avx512"))
        return precision == NET_F32 ? peak_f32_wide(sink) : peak_int8_wide(sink);
    if (!strcmp(name, "avx2"))
        return precision == NET_F32 ? peak_f32(sink) : peak_int8(sink);
#endif
    (void)sink;
    (void)name;
    (void)precision;
    return 0;
}

/* ----------------------------------------------------------------- contenders -- */

/* Something that is repeated; a call returns how many units it did. */
struct contender {
    const char *name;
    double (*run)(void *context);
    void *context;
    double best; /* units a second of processor time */
};

static void measure(struct contender *c)
{
    const double begin = clock_processor();
    double units = 0, now;
    do {
        units += c->run(c->context);
        now = clock_processor();
    } while (now - begin < long_enough);
    const double rate = units / (now - begin);
    c->best = rate > c->best ? rate : c->best;
}

static void measure_all(struct contender *c, int count)
{
    for (int i = 0; i < count; i++)
        c[i].run(c[i].context); /* warm */
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < count; i++)
            if (c[i].run)
                measure(&c[i]);
}

static double peak_f32_units(void *context)
{
    (void)context;
    return run_peak(NET_F32);
}

static double peak_int8_units(void *context)
{
    (void)context;
    return run_peak(NET_INT8);
}

struct subject {
    struct net_runner *runner;
    const float *planes;
    float *logits;
};

static double evaluate(void *context)
{
    const struct subject *const s = context;
    float wdl[3];
    for (int i = 0; i < 16; i++)
        net_run(s->runner, s->planes, s->logits, wdl);
    return 16;
}

static double evaluate_blocks(void *context)
{
    const struct subject *const s = context;
    for (int i = 0; i < 16; i++)
        net_run_blocks(s->runner);
    return 16;
}

struct lesson {
    struct net_trainer *trainer;
    const struct net_sample *samples;
    int count;
};

static double train(void *context)
{
    const struct lesson *const l = context;
    net_train_batch(l->trainer, l->samples, l->count);
    return l->count;
}

#ifdef HAVE_ONEDNN
struct dnn_tower {
    int blocks, samples;
    struct dnn_layer *first, *second; /* forward           */
    struct dnn_layer *data, *weights; /* the two gradients */
};

static double dnn_forward(void *context)
{
    const struct dnn_tower *const t = context;
    for (int i = 0; i < t->blocks; i++) {
        dnn_run_on(&t->first[i], t->first[0].src, t->second[0].src);
        dnn_run_on(&t->second[i], t->second[0].src, t->first[0].src);
    }
    DNN(dnnl_stream_wait(dnn_stream));
    return t->samples;
}

static double dnn_train(void *context)
{
    const struct dnn_tower *const t = context;
    for (int i = 0; i < t->blocks; i++) {
        dnn_run(&t->first[i]);
        dnn_run(&t->second[i]);
    }
    for (int i = 0; i < 2 * t->blocks; i++) {
        dnn_run(&t->weights[i]);
        dnn_run(&t->data[i]);
    }
    return t->samples;
}

static struct dnn_tower dnn_tower(const struct net_shape *s, enum dnn_kind kind, int samples)
{
    struct dnn_tower t = { .blocks = s->blocks, .samples = samples };
    const bool train = samples > 1;
    const int c = s->channels;
    t.first = calloc((size_t)s->blocks, sizeof *t.first);
    t.second = calloc((size_t)s->blocks, sizeof *t.second);
    t.data = calloc(2 * (size_t)s->blocks, sizeof *t.data);
    t.weights = calloc(2 * (size_t)s->blocks, sizeof *t.weights);
    if (!t.first || !t.second || !t.data || !t.weights)
        exit(1);
    for (int i = 0; i < s->blocks; i++) {
        t.first[i] = dnn_layer(kind, samples, s->rows, s->columns, c, c, false, false);
        t.second[i] = dnn_layer(kind, samples, s->rows, s->columns, c, c, false, true);
    }
    for (int i = 0; i < 2 * s->blocks && train; i++) {
        t.data[i] = dnn_layer(DNN_DATA, samples, s->rows, s->columns, c, c, false, false);
        t.weights[i] = dnn_layer(DNN_WEIGHTS, samples, s->rows, s->columns, c, c, false, false);
    }
    return t;
}

static void dnn_tower_free(struct dnn_tower *t)
{
    for (int i = 0; i < t->blocks; i++) {
        dnn_free(&t->first[i]);
        dnn_free(&t->second[i]);
    }
    for (int i = 0; i < 2 * t->blocks && t->samples > 1; i++) {
        dnn_free(&t->data[i]);
        dnn_free(&t->weights[i]);
    }
    free(t->first);
    free(t->second);
    free(t->data);
    free(t->weights);
}
#endif

/* -------------------------------------------------------------------- report -- */

static void report(const char *what, const struct contender *ours, const struct contender *peak,
                   const struct contender *theirs, double operations)
{
    printf("%-10s %9.0f a second, %6.1f GOP/s", what, ours->best, ours->best * operations / 1e9);
    if (peak && peak->best > 0)
        printf(", %3.0f %% of the peak of %.1f", 100 * ours->best * operations / peak->best,
               peak->best / 1e9);
    if (theirs->best > 0)
        printf("; oneDNN %9.0f: %.2f times", theirs->best, ours->best / theirs->best);
    putchar('\n');
}

static void bench(const struct net_shape *s)
{
    enum { BATCH = 64 };
    const double operations =
        2.0 * s->blocks * 2 * 9 * s->rows * s->columns * s->channels * s->channels;
    struct net *const net = net_create(s, 1);
    const size_t size = (size_t)(s->planes * s->rows * s->columns);
    float *const planes = calloc(BATCH * size, sizeof *planes);
    float *const logits = calloc((size_t)s->slots, sizeof *logits);
    float *const policy = calloc((size_t)s->slots, sizeof *policy);
    uint8_t *const legal = calloc((size_t)s->slots, 1);
    struct net_sample sample[BATCH];
    uint64_t seed = 1;
    if (!net || !planes || !logits || !policy || !legal)
        exit(1);
    for (size_t i = 0; i < BATCH * size; i++)
        planes[i] = zm_random(&seed, 3) == 0;
    memset(legal, 1, (size_t)s->slots);
    policy[0] = 1;
    for (int i = 0; i < BATCH; i++)
        sample[i] = (struct net_sample){ .planes = planes + (size_t)i * size,
                                         .policy = policy,
                                         .legal = legal,
                                         .wdl = { 1, 0, 0 },
                                         .weight = 1,
                                         .policy_weight = 1 };
    struct net_learning how = net_learning_usual;
    how.rate = 0;
    struct net_trainer *const trainer = net_trainer_create(net, &how);
    struct subject f32 = { net_runner_create(net, NET_F32), planes, logits };
    struct subject int8 = { net_runner_create(net, NET_INT8), planes, logits };
    struct lesson lesson = { trainer, sample, BATCH };
    enum {
        PEAK_F32,
        PEAK_INT8,
        F32,
        INT8,
        F32_BLOCKS,
        INT8_BLOCKS,
        TRAIN,
        DNN_F32,
        DNN_INT8,
        DNN_TRAIN,
        CONTENDERS
    };
    struct contender c[CONTENDERS] = { [PEAK_F32] = { .run = peak_f32_units },
                                       [PEAK_INT8] = { .run = peak_int8_units },
                                       [F32] = { .run = evaluate, .context = &f32 },
                                       [INT8] = { .run = evaluate, .context = &int8 },
                                       [F32_BLOCKS] = { .run = evaluate_blocks, .context = &f32 },
                                       [INT8_BLOCKS] = { .run = evaluate_blocks, .context = &int8 },
                                       [TRAIN] = { .run = train, .context = &lesson } };
    int count = DNN_F32;
#ifdef HAVE_ONEDNN
    struct dnn_tower dnn_f32 = dnn_tower(s, DNN_FORWARD, 1), dnn_int8 = dnn_tower(s, DNN_WHOLE, 1);
    struct dnn_tower dnn_batch = dnn_tower(s, DNN_FORWARD, BATCH);
    c[DNN_F32] = (struct contender){ .run = dnn_forward, .context = &dnn_f32 };
    c[DNN_INT8] = (struct contender){ .run = dnn_forward, .context = &dnn_int8 };
    c[DNN_TRAIN] = (struct contender){ .run = dnn_train, .context = &dnn_batch };
    count = CONTENDERS;
#endif
    measure_all(c, count);
    printf("%dx%d, %d blocks of %d channels, kernels %s\n", s->rows, s->columns, s->blocks,
           s->channels, net_kernels_best()->name);
    report("  f32", &c[F32], &c[PEAK_F32], &c[DNN_F32], operations);
    report("  blocks", &c[F32_BLOCKS], &c[PEAK_F32], &c[DNN_F32], operations);
    report("  int8", &c[INT8], &c[PEAK_INT8], &c[DNN_INT8], operations);
    report("  blocks", &c[INT8_BLOCKS], &c[PEAK_INT8], &c[DNN_INT8], operations);
    report("  training", &c[TRAIN], &c[PEAK_F32], &c[DNN_TRAIN], 3 * operations);
#ifdef HAVE_ONEDNN
    dnn_tower_free(&dnn_f32);
    dnn_tower_free(&dnn_int8);
    dnn_tower_free(&dnn_batch);
#endif
    net_runner_free(f32.runner);
    net_runner_free(int8.runner);
    net_trainer_free(trainer);
    net_free(net);
    free(planes);
    free(logits);
    free(policy);
    free(legal);
}

int main(int argc, char *argv[])
{
    (void)argc;
    /* One core for each; whoever reads this variable has done so before main() begins. */
    if (!getenv("OMP_NUM_THREADS") && !setenv("OMP_NUM_THREADS", "1", 1))
        execv("/proc/self/exe", argv);
#ifdef HAVE_ONEDNN
    dnn_open();
#endif
    bench(&(struct net_shape){ 6, 7, 2, 7, 64, 4 });
    bench(&(struct net_shape){ 9, 9, 4, 82, 96, 6 });
#ifdef HAVE_ONEDNN
    dnn_close();
#endif
    return 0;
}
