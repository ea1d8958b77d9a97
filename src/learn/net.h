/* net.h -- nets that look at a position: how good it is, and which moves are worth a look.
 *
 * A net is a 3x3 convolution, a tower of residual blocks (some of which also see the whole
 * board at once), and two heads: a logit for each policy slot, and win, draw, loss for the
 * player to move (docs/theory/nets.md). Its size is free, its board any grid; a game without
 * one is a board of a single cell. Two more heads are there for games that can say what they
 * foretell: the margin, and whose each cell will be.
 *
 * Three things work on it: a runner evaluates one position at a time, a trainer makes the net
 * better, a file keeps it. A runner and a trainer copy what they need when they are made, so
 * they may be used by different threads; each by one thread at a time. */
#ifndef LEARN_NET_H
#define LEARN_NET_H

#include <zermelo/zermelo.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    NET_MAX_SIDE = 32,       /* rows, columns                                  */
    NET_MAX_PLANES = 256,    /*                                                */
    NET_MAX_SLOTS = 1 << 15, /*                                                */
    NET_MAX_CHANNELS = 512,  /* a multiple of NET_CHANNELS_STEP, at least that */
    NET_CHANNELS_STEP = 16,  /*                                                */
    NET_MAX_BLOCKS = 40      /* at least 1                                     */
};

struct net_shape {
    int rows, columns, planes, slots; /* the game's; without a grid rows = columns = 1 */
    int channels, blocks;             /* the tower's                                   */
};

/* NULL, or what is wrong with a shape. */
const char *net_shape_wrong(const struct net_shape *shape, struct zm_error *error);

/* What a net may foretell besides (Wu 2019, "Accelerating self-play learning in Go"). To learn it
 * teaches the tower what the result hangs on; who plays does not pay for it. */
enum net_heads {
    NET_SCORE_HEAD = 1, /* the margin in the end                     */
    NET_OWNER_HEAD = 2, /* mine, theirs or neither: each of the cells */
    NET_ALL_HEADS = 3
};

struct net;

/* Weights by lot, the same for the same seed. The shape must be right. NULL: no memory. */
struct net *net_create(const struct net_shape *shape, uint64_t seed);
/* With these heads as well; the weights of all else are the same. */
struct net *net_create_with(const struct net_shape *shape, unsigned heads, uint64_t seed);
unsigned net_heads(const struct net *net);
struct net *net_copy(const struct net *net);
/* A net of another shape that says the same: with more channels or more blocks, or on a board of
 * another size. NULL: no memory. Not all shapes will do, of which the first says why. */
const char *net_grow_refuses(const struct net *net, const struct net_shape *to,
                             struct zm_error *error);
struct net *net_grow(const struct net *net, const struct net_shape *to, uint64_t seed);
/* Move the weights of `mean` so far towards those of a net of the same shape and heads. */
void net_approach(struct net *mean, const struct net *net, float share);
void net_free(struct net *net);
const struct net_shape *net_shape(const struct net *net);
/* How many weights, and a fingerprint of them: equal nets, equal fingerprints. */
size_t net_size(const struct net *net);
uint64_t net_fingerprint(const struct net *net);

/* ------------------------------------------------------------------- files -- */

/* What a file says about its net. The texts have no line breaks. */
struct net_about {
    char game[64], options[128]; /* which game, and its options ("" for none) */
    char command[256];           /* that made it                              */
    uint32_t generation;
};

/* One checksummed file, which appears whole or not at all. NULL: done; or what is wrong. */
const char *net_save(const struct net *net, const struct net_about *about, const char *path,
                     struct zm_error *error);

/* NULL: *error says what is wrong with the file. `about` may be NULL. That the game is the
 * caller's, and its planes and slots those of the net, is for the caller to see. */
struct net *net_load(const char *path, struct net_about *about, struct zm_error *error);

/* The same with bytes in memory; `name` stands for the path in sentences. The bytes of
 * net_pack() are to be freed; NULL: no memory. */
unsigned char *net_pack(const struct net *net, const struct net_about *about, size_t *length);
struct net *net_unpack(const unsigned char *bytes, size_t length, const char *name,
                       struct net_about *about, struct zm_error *error);

/* ------------------------------------------------------------------ playing -- */

enum net_precision {
    NET_F32,
    NET_INT8 /* the tower in whole numbers of 7 bits: faster, and nearly as exact */
};

/* Evaluates positions for one thread, one by one, without any allocation. It keeps the net
 * as it was at this moment. NULL: no memory. */
struct net_runner;
struct net_runner *net_runner_create(const struct net *net, enum net_precision precision);
void net_runner_free(struct net_runner *runner);

/* planes[planes][rows * columns], as game->features() writes them. Out come a logit for each
 * of the slots, legal or not, and the probabilities of win, draw, loss for the player to move. */
void net_run(struct net_runner *runner, const float *planes, float *logits, float wdl[3]);

/* What the same net says besides to the position that net_run() was asked last: the score, the
 * margin for the player to move as a share of the largest there is, and for each cell how likely
 * it is mine, theirs, neither in the end: owner[3 * cell]. Either may be NULL, and what the net
 * has no head for is left as it was. */
void net_run_more(struct net_runner *runner, float *score, float *owner);

/* ----------------------------------------------------------------- training -- */

enum net_optimiser { NET_ADAM, NET_SGD };

struct net_learning {
    enum net_optimiser optimiser;
    float rate;
    float momentum;     /* of SGD; Adam takes 0.9 and 0.999                           */
    float weight_decay; /* each step takes rate * this part off all weights but biases */
    float value_weight; /* of the value's loss, that of the policy being 1             */
    float score_weight; /* and of those that not all nets have: small, for they are ... */
    float owner_weight; /* ... learned for what they teach the tower                    */
    int threads;
};

/* What is a good start: Adam, rate 1e-3, decay 1e-4, momentum 0.9, one thread; the score's loss
 * weighs 1, that of the owners 0.05. */
extern const struct net_learning net_learning_usual;

/* One example. Everything it points to must live until the batch is done. */
struct net_sample {
    const float *planes;  /* as for net_run()                                     */
    const float *policy;  /* for each slot; sums to 1 over the legal ones         */
    const uint8_t *legal; /* for each slot: 1 if a legal move has it              */
    float wdl[3];         /* what is to be foretold                               */
    float weight;         /* usually 1                                            */
    float policy_weight;  /* on top of it for the policy; 0: there is no policy,  *
                           * and `policy` and `legal` may be NULL                 */
    float score;          /* for the head of that name, if the net has it ...     */
    float score_weight;   /* ... on top of the weight; 0: it is not known         */
    const uint8_t *owner; /* for each cell: 0 mine, 1 theirs, 2 neither; NULL:    *
                           * not known                                            */
};

/* Cross entropies, that of the owners a mean over the cells; of the score Huber's loss. They are
 * means over the weights of the samples, and 0 where nothing was to be foretold. total is what
 * was made smaller. */
struct net_losses {
    double policy, value, total, score, owner;
};

/* Trains `net` itself, which must live as long. NULL: no memory. */
struct net_trainer;
struct net_trainer *net_trainer_create(struct net *net, const struct net_learning *how);
void net_trainer_free(struct net_trainer *trainer);
void net_trainer_rate(struct net_trainer *trainer, float rate);
uint64_t net_trainer_steps(const struct net_trainer *trainer);

/* One step of the optimiser. Given the same samples, the same net and the same number of
 * threads, the same bits come out. The losses are those before the step. */
struct net_losses net_train_batch(struct net_trainer *trainer, const struct net_sample *samples,
                                  int count);
/* The losses alone; nothing is learned. */
struct net_losses net_measure_batch(struct net_trainer *trainer, const struct net_sample *samples,
                                    int count);

/* The optimiser's memory, for a training that goes on as if it had never stopped. The net
 * itself is net_save()'s. A file of another net (its fingerprint differs) is refused. */
const char *net_trainer_save(const struct net_trainer *trainer, const char *path,
                             struct zm_error *error);
const char *net_trainer_load(struct net_trainer *trainer, const char *path, struct zm_error *error);

#endif
