/* uci.h -- Zermelo as an engine for the Universal Chess Interface (Kahlen and Meyer-Kahlen
 * 2000, 2006), for any game: positions and moves are in the game's own notation.
 * docs/protocols.md says what is supported. */
#ifndef PROTOCOL_UCI_H
#define PROTOCOL_UCI_H

#include "protocol/session.h"

/* Speak UCI until `quit` or the end of the input. */
void uci_run(struct session *s, FILE *in);

/* ---- between the files of this protocol: uci.c reads, uci_go.c thinks ---- */

struct uci {
    struct session *session;
    int lines; /* MultiPV */
    bool debug;

    /* What the job at hand is about. */
    struct zm_position *root;
    struct zm_limits limits;
    zm_move *moves; /* searchmoves, or NULL */
    int perft;      /* plies to count, or 0 */
    bool ponders;   /* until ponderhit */
    uint64_t told;  /* nodes of the step told last */
};

/* `go` with what follows it; `bench`. */
void uci_go(struct uci *uci, const char *at);
void uci_bench(struct uci *uci, const char *at);

/* What a search has found so far: the step of the session. */
void uci_step(void *user, const struct zm_result *so_far);

/* The job is over: give back what it needed. */
void uci_done(struct uci *uci);

#endif
