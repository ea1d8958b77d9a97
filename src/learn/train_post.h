/* train_post.h -- parcels between the processes of a run that share no disk. Process 0 leads: it
 * has the folder and trains; the others play for it (guests).
 *
 *   kind    from      what
 *   NET     leader    a net, as its file is (net_file.c)
 *   STATE   leader    the state of the run, as its file is (train_state.h), whose champion is the
 *                     net that came last: play with it from now on
 *   GAMES   guest     games, as a file of them is (train_games.h)
 *   WRONG   guest     why it plays no more: a text (base/bytes.h)
 *   END     leader    the run is over
 *   LEAVES  guest     after END: there is nothing more to come
 *
 * Who gets a parcel checks it as he would check the file. A post carries bytes and does not look
 * at them: train_mpi.h is one. All its functions are called by one thread. */
#ifndef LEARN_TRAIN_POST_H
#define LEARN_TRAIN_POST_H

#include "learn/train.h"

enum parcel_kind {
    PARCEL_NET = 1,
    PARCEL_STATE,
    PARCEL_GAMES,
    PARCEL_WRONG,
    PARCEL_END,
    PARCEL_LEAVES
};

struct parcel {
    int from, kind;
    unsigned char *bytes; /* to be freed, with a zero behind them; NULL: there was no memory */
    size_t length;
};

struct post {
    int rank, ranks;
    /* Send a copy of the bytes; false: no memory. It does not wait. */
    bool (*send)(struct post *post, int to, enum parcel_kind kind, const void *bytes,
                 size_t length);
    /* What has come, in the order in which one sender has sent it; false: nothing. */
    bool (*next)(struct post *post, struct parcel *out);
    /* Has all that was sent been taken? */
    bool (*idle)(struct post *post);
};

/* -------------------------------------------------------------------- leading -- */

/* What the leader does for his guests, while train() works in the folder: he sends them the nets
 * that appear there, and adds their games to files as if they had joined (train_join()). */
struct train_hosting;
struct train_hosting *train_host(struct post *post, const struct zm_game *game,
                                 const struct train_settings *settings, const char *folder,
                                 void (*complain)(int rank, const char *why),
                                 struct zm_error *error);

/* To be called several times a second. NULL, or what went wrong. */
const char *train_host_serve(struct train_hosting *hosting, struct zm_error *error);

/* The run is over: take the last games, until all have left. */
const char *train_host_end(struct train_hosting *hosting, struct zm_error *error);

/* -------------------------------------------------------------------- playing -- */

/* Play on so many threads until the leader says that it is over, or, without a word to him, until
 * stop(); then wait for him. */
void train_guest(struct post *post, const struct zm_game *game,
                 const struct train_settings *settings, int threads, bool (*stop)(void *user),
                 void *user);

#endif
