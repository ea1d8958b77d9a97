/* train_state.h -- what a run of `zermelo train` has done so far, as a text that people can read.
 *
 *   zermelo train 2
 *   game connect4
 *   options
 *   net 64x4
 *   heads off                                       (or no such line: those that the game allows)
 *   from data/connect4.net                          (or no such line: a net that knows nothing)
 *   search alphazero:sims=200
 *   games 500
 *   gate 0.55
 *   seed 1
 *   champion 0
 *   generation 0 games=0 positions=0 steps=0 policy=nan value=nan score=nan played=0 elo=0
 *              better=1 mistakes=0.61 alone=0.7 graded=200 seconds=0 grades=12/30,...  (on one
 * line) training 1 step=300 checksum 0123456789abcdef
 *
 * A generation with further heads has its losses of them at the end of its line, then one that
 * climbed the ladder "ladder=120.5 ladder_error=80 rung=2".
 *
 * The last line but one says what is under way: "playing N", "training N step=N" or "gating N",
 * N being the generation that is to come; while it is gated it has its line already. Grades are
 * wrong/asked of each difficulty of the first stage, then of the others. The checksum is of all
 * lines before it. */
#ifndef LEARN_TRAIN_STATE_H
#define LEARN_TRAIN_STATE_H

#include "learn/net.h"
#include "learn/yardstick.h"

enum train_gate { GATE_SCORE, GATE_ALWAYS, GATE_SPRT };
enum train_phase { TRAIN_PLAYING, TRAIN_TRAINING, TRAIN_GATING };

/* What makes one run differ from another. */
struct train_settings {
    char game[64], options[128];
    char search[256];
    int channels, blocks;
    bool without_heads; /* though the game would allow some */
    char from[256];     /* the net it begins with; "": one that has learned nothing */
    uint32_t games;     /* of each round */
    enum train_gate gate;
    double score; /* that a candidate must reach (GATE_SCORE) */
    uint64_t seed;
};

struct train_generation {
    uint32_t number;
    uint64_t games, positions; /* in the window it learned from */
    uint64_t steps;
    double policy, value;          /* losses; NaN: it has not learned */
    double score_loss, owner_loss; /* NaN: ... or it has no such head */
    double score;                  /* against the champion before it ... */
    uint64_t played;               /* ... in so many games              */
    double elo;
    bool better;     /* it became champion */
    double mistakes; /* part of the positions that a solver knows, NaN: none */
    double alone;    /* the same of the net without search */
    uint64_t graded; /* positions */
    double seconds;  /* since the run began */
    struct yardstick_grades grades;
    double ladder, ladder_error; /* Elo beside fixed searches (train_ladder.h), NaN: none */
    int rung;                    /* where it stands there; only with the former           */
};

struct train_state {
    struct train_settings settings;
    uint32_t champion;
    struct train_generation *generation;
    uint32_t generations, room;
    enum train_phase phase;
    uint64_t step; /* of training */
};

/* One that has not learned and of which nothing was measured. */
struct train_generation train_generation_blank(uint32_t number);

/* Nothing is done yet. */
void train_state_begin(struct train_state *state, const struct train_settings *settings);
void train_state_release(struct train_state *state);
bool train_state_add(struct train_state *state, const struct train_generation *generation);

/* The Elo of the champion; 0 without one. */
double train_state_elo(const struct train_state *state);

/* The generation that is under way. */
uint32_t train_state_next(const struct train_state *state);

/* Seconds until so many rounds are done, about, `now` seconds after the run began; NaN: there is no
 * round yet to judge by. */
double train_state_left(const struct train_state *state, uint32_t rounds, double now);

/* As text, to be freed; NULL: no memory. */
char *train_state_write(const struct train_state *state);

/* Of the lines before the last. */
uint64_t train_state_checksum(const char *text, size_t length);

/* From a text that may be anything; on failure *state is empty. `name` is for the sentence. */
const char *train_state_read(struct train_state *state, const char *text, const char *name,
                             struct zm_error *error);

/* That of the run in this folder; on failure *state is empty. */
const char *train_state_load(struct train_state *state, const char *folder, struct zm_error *error);

/* NULL if these settings are those of the state, else which are not. */
const char *train_state_differs(const struct train_state *state,
                                const struct train_settings *settings, const char *name,
                                struct zm_error *error);

/* "0.55", "always" or "sprt", and back; false: it is none of them. */
void train_gate_write(const struct train_settings *settings, char out[32]);
bool train_gate_read(struct train_settings *settings, const char *text);

/* "64x4", and back. */
bool train_net_read(struct train_settings *settings, const char *text);

#endif
