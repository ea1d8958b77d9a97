/* gtp.h -- Zermelo as an engine for the Go Text Protocol, version 2 (Farneback 2002, draft
 * 2), for any game: moves are in the game's own notation, the first player is black.
 * docs/protocols.md says what is supported. */
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "protocol/gtp_clock.h"
#include "protocol/session.h"

/* Speak GTP until `quit` or the end of the input. */
void gtp_run(struct session *s, FILE *in);

/* ---- between the files of this protocol: gtp.c speaks, gtp_board.c sets up, gtp_score.c
 * counts, gtp_think.c thinks, gtp_analyze.c does so aloud ---- */

/* In Go anybody may move at any time: then the position begins anew with that player, and
 * this is the one it was. */
struct gtp_past {
    struct zm_position *position;
    struct gtp_past *before;
};

/* What an analysis is to tell. */
struct gtp_wish {
    bool kata;      /* numbers as KataGo writes them, not as Leela Zero does */
    bool plays;     /* in the end it moves                                   */
    bool ownership; /* of every point                                        */
    bool root;      /* about the position itself                             */
    int moves;      /* at most so many                                       */
    double seconds; /* between two lines                                     */
};

struct gtp {
    struct session *session;
    char id[24]; /* of the command at hand: its number, or "" */
    struct gtp_past *past;
    struct gtp_clock clock;

    /* What the job at hand is about. */
    bool plays; /* genmove, not reg_genmove */
    struct zm_limits limits;
    struct zm_error error;
    bool streams; /* an analysis that the next line ends */
    bool borrows; /* the turn, which goes back when the job is done */
    struct gtp_wish wish;
};

/* NULL: done, and `out` is the answer; else the reason why not, perhaps in *error. */
typedef const char *gtp_fn(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error);

gtp_fn gtp_boardsize, gtp_rectangular, gtp_clear, gtp_komi, gtp_play, gtp_undo, gtp_showboard,
    gtp_fixed_handicap, gtp_free_handicap, gtp_set_handicap, gtp_loadsgf, gtp_printsgf;
gtp_fn gtp_final_score, gtp_final_status;
gtp_fn gtp_genmove, gtp_reg_genmove, gtp_time_settings, gtp_time_left, gtp_kgs_time_settings;
gtp_fn gtp_lz_analyze, gtp_kata_analyze, gtp_lz_genmove_analyze, gtp_kata_genmove_analyze;

extern const char gtp_syntax_error[];

/* The answer to the command at hand. */
void gtp_succeed(const struct gtp *gtp, const char *text);
void gtp_fail(const struct gtp *gtp, const char *text);

/* Is it Go, where players may move out of turn, and stones be set? */
bool gtp_is_go(const struct gtp *gtp);

/* A word that names a player: black, b, white, w, a number ... */
bool gtp_is_colour(const char *text, int *player);
const char *gtp_read_colour(const struct gtp *gtp, const char **at, int *player,
                            struct zm_error *error);

/* See that it is this player's turn, perhaps after a pass that nobody has written. In Go it
 * always can be: `changed` says that gtp_go_back() has something to put back. */
const char *gtp_has_turn(struct gtp *gtp, int player, bool *changed, struct zm_error *error);

/* Put back what gtp_has_turn() has changed. False: it has changed nothing. */
bool gtp_go_back(struct gtp *gtp);

/* Forget the moves that could be taken back. */
void gtp_forget_past(struct gtp *gtp);

/* How long the player may think. */
struct zm_limits gtp_limits(const struct gtp *gtp, int player);

/* Before a job: it must be the turn of a player (gtp_has_turn()), not of chance. */
const char *gtp_may_think(struct gtp *gtp, int player, bool *changed, struct zm_error *error);

/* At its end: the name of the move that was chosen, which is played if `plays`; the time since
 * `begin` goes off the player's clock. */
enum { GTP_MOVE = 256 };
const char *gtp_chosen(struct gtp *gtp, zm_move m, bool plays, double begin, char text[GTP_MOVE]);

#endif
