/* thought.h -- a thought under way: what live_think.c, which has it thought, shares with those who
 * find out what it is worth (thought_values.c) and who tell of it (thought_tell.c). */
#ifndef SERVER_THOUGHT_H
#define SERVER_THOUGHT_H

#include "server/live.h"

enum {
    LINES = ZM_MAX_LINE, /* moves that are compared      */
    LINE_TOLD = 12       /* moves of a line that is told */
};

/* What is known of one move. */
struct valued {
    zm_move move;
    double value; /* for who moves */
    enum kind kind;
    double low, high, win, prior; /* NaN: not known */
    int64_t visits;               /* -1: there is no tree */
    int length;
    zm_move line[LINE_TOLD];
};

struct thought_of {
    struct server *server;
    struct live *live;
    enum purpose purpose;
    int ply, turn;
    struct zm_position *position;
    char by[SPEC_TEXT];
    bool named; /* that search was asked for */
    double seconds;
    uint64_t seed;
    struct zm_limits limits;
    zm_move played; /* to be judged */
    double begin, told;

    /* Under the lock. */
    bool cancelled, hurried;
    struct player *player;
    struct zm_search *search;

    /* What was found. */
    struct zm_result result;
    struct valued *valued;
    int count;
    double win; /* the mean reward of who moves; NaN: not known */
    const char *method;
    const char *wrong;
    struct zm_error error;
};

/* For the first player, in points and as expected score; NaN: not known. */
double thought_value(const struct thought_of *t);
double thought_score(const struct thought_of *t);
/* The expected score of who moves, if this move is made. */
double valued_score(const struct zm_game *game, const struct valued *v);

/* Look up in the search what it knows of the moves. By the thread that thinks. */
void thought_look(struct thought_of *t);

/* Tell everybody who listens. By the thread that thinks, without the lock. */
void thought_tell(struct thought_of *t, bool done);

#endif
