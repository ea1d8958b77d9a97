/* live.h -- the games being played on the server.
 *
 *     live.c        making a game, moves, taking back, clocks: what a request changes
 *     lives.c       all of them
 *     live_think.c  the computers' thoughts, in threads: moves, hints, analysis, judgement; with
 *     thought*.c    what they find and how it is told
 *     live_json.c   how a game is told
 *     live_keep.c   games in the store, so that they survive the end of the server, and
 *     live_restore.c  back
 *     live_text.c   games from any notation, and as text for an address
 *
 * All functions are called under the server's lock unless they say otherwise.
 *
 * A thought works on a copy of the position and knows the version of the game it is about. What
 * it finds counts only if nothing has changed meanwhile: whoever changes a game cancels its
 * thought and need not wait for it. */
#ifndef SERVER_LIVE_H
#define SERVER_LIVE_H

#include "base/spec.h"
#include "match/player.h"
#include "server/board.h"
#include "server/inside.h"
#include "teach/kind.h"

enum { LIVE_ID = 13, LIVE_KEY = 33 };

enum purpose { FOR_MOVE, FOR_HINT, FOR_ANALYSIS, FOR_JUDGEMENT };
const char *purpose_name(enum purpose purpose);

/* What was found out about the position after `ply` moves. */
struct point {
    bool known;
    double value; /* in points, for the first player */
    double score; /* expected, of the first player   */
    enum kind kind;
    int depth;
    uint64_t nodes;
    bool player;   /* by a player, not by the analysis */
    char by[64];   /* a search with its options        */
    char best[64]; /* the move that is best there      */
};

/* What the judge says of the move that was played at `ply`. */
struct judged {
    bool known;
    double before, after, loss; /* values for who moved; loss of expected score */
    enum kind kind;
    char better[64];
};

/* What is known of each ply. */
struct leaf {
    double seconds; /* that the move took; 0: chance, or not known */
    struct point point;
    struct judged judged;
};

enum live_ending { NOT_ENDED, ENDED_TIME, ENDED_RESIGNED };

struct thought_of; /* a thought under way: live_think.c */

struct live {
    struct server *server;
    char id[LIVE_ID];
    char key[ZM_MAX_PLAYERS][LIVE_KEY];
    const struct zm_game *game;
    char *info; /* GameInfo, JSON */
    struct zm_position *position;
    char spec[ZM_MAX_PLAYERS][SPEC_TEXT];
    struct player *player[ZM_MAX_PLAYERS]; /* NULL: a person, away with a thought, or to be made */
    bool warm;                             /* some of them hold the memory of their last search */
    char *about[ZM_MAX_PLAYERS];
    uint64_t version, seed, dice;
    bool paused, teach, analyse;
    char analyse_by[SPEC_TEXT]; /* "": what suits */
    enum live_ending ending;
    int loser;
    /* Clocks: left[] is true at the moment `since`; the running one has lost time from then on. */
    bool clocked;
    double left[ZM_MAX_PLAYERS], allowed, increment, since;
    double began;      /* when the position was reached */
    struct leaf *leaf; /* of ply 0 .. leaves - 1 */
    int leaves;
    int offer; /* the ply of a blunder that may be taken back; -1: none */
    zm_move hint;
    bool hinted;
    struct thought_of *thought; /* or NULL */
    int thoughts;               /* in threads, with those cancelled: they need the game open */
    char *told;                 /* the Thinking told last, or NULL */
    int told_ply;
    char *tree; /* the Tree told last, so that one who comes later sees it; or NULL */
    char error[400];
    int64_t touched; /* seconds since 1970 */
    bool dirty, closed;
    int filled; /* plies below this one have been analysed or given up */
    struct live *next;
};

struct lives;

struct lives *lives_new(struct server *server, struct zm_error *error);
/* Stops and saves all. Without the lock. */
void lives_stop(struct lives *lives);
void lives_free(struct lives *lives);

struct live *live_find(struct server *server, const char *id);
struct live *live_first(const struct lives *lives);

/* Of all players who hold memory, those of the games touched last keep it. */
void lives_cool(struct lives *lives);

/* Sit down; spec[] has one text for each player. All stays as it was if one is wrong. */
const char *live_seat(struct live *live, const char *const spec[], struct zm_error *error);
bool live_is_person(const struct live *live, int player);

/* A new game from a position, which it takes over, with its game, in any case. */
struct live *live_new(struct server *server, const struct zm_game *game, struct zm_position *p,
                      const char *const seat[], struct zm_error *error);
/* Join the others; what was kept of the least touched may have to go. */
const char *live_add(struct live *live, struct zm_error *error);
void live_close(struct live *live);
/* Only one that was not added. */
void live_free(struct live *live);

/* What the games of the moment are: a chance to tell everybody. */
void live_changed(struct live *live);
/* Let chance decide, computers think, the analysis begin: whatever is next. */
void live_go_on(struct live *live);

bool live_over(const struct live *live);
struct leaf *live_leaf(struct live *live, int ply); /* NULL: no memory */

const char *live_play(struct live *live, zm_move m, struct zm_error *error);
void live_goto(struct live *live, int ply);
int live_end(const struct live *live); /* plies with those that can be redone */
void live_pause(struct live *live, bool paused);
void live_clock_start(struct live *live, double seconds, double increment);
/* Take off what has run so far. */
void live_clock_settle(struct live *live);
double live_clock_left(const struct live *live, int player, double now);
/* The time is up? Called often. */
void live_tick(struct live *live, double now);

/* The seat that a key belongs to; -1: no key was given; -2: a wrong one. */
int live_seat_of(const struct live *live, const char *key);
bool live_hides(const struct live *live); /* information, still */

/* ------------------------------------------------------------------ thinking -- */

/* NULL: a search with this spec is within the server's limits. */
const char *think_allows(const struct server *server, const struct zm_game *game, const char *spec,
                         struct zm_error *error);
/* The same for who sits at a game, which may be the net of a run as well (runs.h): `out` is what
 * player_new() takes. */
const char *think_seat(const struct server *server, const char *spec, char out[SPEC_TEXT],
                       struct zm_error *error);
void think_begin(struct live *live, enum purpose purpose, int ply);
void think_cancel(struct live *live);
void think_now(struct live *live); /* come to an end */
enum purpose think_purpose(const struct live *live);
bool think_quiet(const struct live *live); /* nobody waits for it */
double value_score(const struct zm_game *game, double value, bool exact);

/* ------------------------------------------------------------------- telling -- */

void live_write_state(struct json *j, const char *key, struct live *live, int viewer);
void live_write_summary(struct json *j, struct live *live);
void live_publish_thinking(struct live *live);
void lives_write(struct json *j, const char *key, const struct lives *lives);
/* Tell who listens. */
void live_publish(struct live *live);
/* The list of all games has changed: whoever listens is told soon, or now. */
void lives_publish(struct server *server);
void lives_publish_now(struct server *server);
bool live_write_tree(struct json *j, struct live *live, int most);
/* The whole state of a topic, for one client. */
bool topic_good(struct server *server, const char *topic);
void topic_tell(struct server *server, const char *client, const char *topic);

/* ------------------------------------------------------------------- keeping -- */

enum { KEPT_VERSION = 1 };
/* The game as a text to be kept, to be freed, and back. */
char *live_kept(struct live *live);
struct live *live_restore(struct server *server, const char *text, struct zm_error *error);

/* ---------------------------------------------------------------------- text -- */

/* The whole game as text for an address. */
void live_share(const struct live *live, FILE *out);
/* A position from such a text; from any notation, `hint` being the game it is probably of. The
 * game is to be closed after the position is freed. */
struct zm_position *text_shared(struct server *server, const char *text,
                                const struct zm_game **game, struct zm_error *error);
struct zm_position *text_any(struct server *server, const char *text, const char *hint,
                             const struct zm_game **game, struct zm_error *error);
/* The game in a format; false: refused with the reason. */
const char *live_record(struct live *live, const char *format, FILE *out, struct zm_error *error);

#endif
