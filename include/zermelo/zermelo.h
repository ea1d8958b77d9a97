/* zermelo.h -- for programs that embed the library: games found by name, positions,
 * moves, text in and out, searches with limits that another thread can stop.
 *
 *     struct zm_error error;
 *     const struct zm_game *game = zm_game_open("connect4", NULL, &error);
 *     struct zm_position *p = zm_position_new(game, &error);
 *     struct zm_search *search = zm_search_new(game, "alphabeta:depth=8", &error);
 *     struct zm_result result;
 *     if (!zm_search_run(search, p, NULL, &result, &error))
 *         zm_position_play(p, result.move, &error);
 *
 * Functions that can fail return NULL for success or a sentence that says what was
 * wrong, where, and what was expected (the ones that make something return it, or
 * NULL with the sentence in *error). The sentence is error->text; it lives as long as
 * *error does, which may not be NULL. The library never prints and never exits.
 *
 * A handle may be used by one thread at a time; different handles by different threads.
 * The exception is zm_search_stop(), which any thread may call. */
#ifndef ZM_ZERMELO_H
#define ZM_ZERMELO_H

#include <zermelo/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__ && !defined ZM_API
#define ZM_API __attribute__((visibility("default")))
#endif

#define ZM_VERSION "0.1.0"

/* The version of the library that runs, which may be newer than ZM_VERSION. */
ZM_API const char *zm_version(void);

struct zm_error {
    char text[1024];
};

/* ------------------------------------------------------------------ games -- */

/* The games that are linked in, in alphabetical order; NULL past the last one. */
ZM_API const struct zm_game *zm_game_at(int i);

/* Open a game: by name ("connect4"), by the path of a plug-in ("./nim.so") or of a
 * file with an explicit tree ("docs/trees/two-ply.tree"). `options` is NULL or the
 * game's own "name=value ..." text. */
ZM_API const struct zm_game *zm_game_open(const char *spec, const char *options,
                                          struct zm_error *error);
ZM_API void zm_game_close(const struct zm_game *game);

/* What zm_game_open() was given, so that the game can be opened again. `options` may
 * be NULL. The strings live until zm_game_close(). */
ZM_API const char *zm_game_spec(const struct zm_game *game);
ZM_API const char *zm_game_options(const struct zm_game *game);

/* -------------------------------------------------------------- positions -- */

/* A position with the moves that led to it, so that they can be taken back. */
struct zm_position;

ZM_API struct zm_position *zm_position_new(const struct zm_game *game, struct zm_error *error);
ZM_API struct zm_position *zm_position_copy(const struct zm_position *p, struct zm_error *error);
ZM_API void zm_position_free(struct zm_position *p);

ZM_API const struct zm_game *zm_position_game(const struct zm_position *p);
/* The state itself, to be handed to the functions of the game. */
ZM_API const struct zm_state *zm_position_state(const struct zm_position *p);

/* Who moves: a player, ZM_CHANCE or ZM_OVER (also when a repetition ended the game). */
ZM_API int zm_position_turn(const struct zm_position *p);
ZM_API int zm_position_payoff(const struct zm_position *p, int player);

/* The legal moves; the list belongs to the position and lives until it changes. */
ZM_API int zm_position_moves(const struct zm_position *p, const zm_move **list);
ZM_API bool zm_position_legal(const struct zm_position *p, zm_move m);
ZM_API const char *zm_position_play(struct zm_position *p, zm_move m, struct zm_error *error);
/* Draw an outcome where it is chance's turn. */
ZM_API zm_move zm_position_draw(const struct zm_position *p, uint64_t *seed);

/* Take back the last move; play the one taken back last again. False: there is none. */
ZM_API bool zm_position_undo(struct zm_position *p);
ZM_API bool zm_position_redo(struct zm_position *p);

/* The moves played since the start or since zm_position_read(). */
ZM_API int zm_position_plies(const struct zm_position *p);
ZM_API zm_move zm_position_played(const struct zm_position *p, int ply);

/* The text of the position the moves started from if it was read, else NULL. */
ZM_API const char *zm_position_origin(const struct zm_position *p);

/* Text. The writers cut what does not fit and return the whole length, as snprintf. */
ZM_API size_t zm_position_show(const struct zm_position *p, char *out, size_t size);
ZM_API size_t zm_position_write(const struct zm_position *p, char *out, size_t size);
ZM_API size_t zm_position_show_move(const struct zm_position *p, zm_move m, char *out, size_t size);
/* Start again from a position in the game's notation; on failure p is as before. */
ZM_API const char *zm_position_read(struct zm_position *p, const char *text,
                                    struct zm_error *error);
/* One legal move in the game's notation, or ZM_NO_MOVE with the reason. */
ZM_API zm_move zm_position_read_move(const struct zm_position *p, const char *text,
                                     struct zm_error *error);
/* Play a list of moves: "e2e4 e7e5", or joined as in "444" and "f5d6c3". A pass that is the
 * only move may be left out. On failure p is as before. */
ZM_API const char *zm_position_play_text(struct zm_position *p, const char *moves,
                                         struct zm_error *error);

/* The text of a move that was played, in the position it was played in. */
ZM_API size_t zm_position_show_played(const struct zm_position *p, int ply, char *out, size_t size);

/* Who sits in a seat, as text for people and records ("human", "level:3"); NULL: not told.
 * False: out of memory. The text belongs to the position. */
ZM_API bool zm_position_set_seat(struct zm_position *p, int player, const char *name);
ZM_API const char *zm_position_seat(const struct zm_position *p, int player);

/* ---------------------------------------------------------------- records -- */

/* A game as readable text that replays: game, options, start, seats, moves, result. The
 * format is described in src/game/record.c. Moves taken back are left out. */
ZM_API size_t zm_record_write(const struct zm_position *p, char *out, size_t size);

/* The game a record names, as zm_game_spec() gave it: look at it before a record from a
 * stranger is read, for a plug-in is a program and reading the record runs it. */
ZM_API const char *zm_record_spec(const char *text, char *out, size_t size, struct zm_error *error);

/* A game of Othello in GGF, the format of the server GGS; other games are refused. *length is
 * that of the whole text, as with the writers above. */
ZM_API const char *zm_ggf_write(const struct zm_position *p, char *out, size_t size, size_t *length,
                                struct zm_error *error);

/* A game of Go or Gomoku in SGF (FF[4]); other games are refused. */
ZM_API const char *zm_sgf_write(const struct zm_position *p, char *out, size_t size, size_t *length,
                                struct zm_error *error);

/* Reads GGF and SGF as well, of which it takes the main line. Opens the game too: *game is to be
 * closed after the position is freed. */
ZM_API struct zm_position *zm_record_read(const char *text, const struct zm_game **game,
                                          struct zm_error *error);

/* --------------------------------------------------------------- searches -- */

/* The searches by name, in order; NULL past the last one. */
ZM_API const char *zm_search_name(int i);
ZM_API const char *zm_search_title(int i);
/* The number of the search of this name; -1: there is none. */
ZM_API int zm_search_find(const char *name);

/* What a search takes after its name, for people: "depth=N time=S ...". */
ZM_API const char *zm_search_options(int i);

/* NULL if the search named i can play this game, else the reason why not. */
ZM_API const char *zm_search_refuses(int i, const struct zm_game *game);

/* Limits; 0 means none. A search without any goes on to the end of the game. `nodes` is
 * looked at before each position's moves, so it may be passed by the moves of one. */
struct zm_limits {
    double seconds;
    uint64_t nodes;
    int depth;
    double clock;     /* seconds left on the clock of who moves; alphabeta then decides itself
                       * how much of it this move is worth                                   */
    double increment; /* that every move adds to it                                          */
    int moves_to_go;  /* until more is added; 0: it is all there is                          */
    bool ponder;      /* think in the opponent's time: the clock and `seconds` begin to run
                       * when zm_search_hit() is called                                      */
    int lines;        /* how many moves to compare (zm_search_lines()); 0: only the best     */

    /* Look at these moves alone. Refused by searches that do not compare moves. */
    const zm_move *moves;
    int move_count; /* 0: look at all */

    /* The opponent's clock, for programs that want to know it; 0: not told. */
    double other_clock, other_increment;
};

enum { ZM_MAX_LINE = 64 };

struct zm_result {
    zm_move move;                  /* always legal                                   */
    double value;                  /* in points, for the player to move; NaN: not known */
    double values[ZM_MAX_PLAYERS]; /* the same for every player                      */
    bool exact;                    /* proven, not estimated                          */
    bool stopped;                  /* by a limit or by zm_search_stop()              */
    int depth;                     /* plies searched in full; 0: not a matter of depth */
    int distance;                  /* plies to the end, where a sooner win counts; 0: not known */
    uint64_t nodes, leaves;
    double seconds;
    size_t memory; /* bytes the search asked for                     */
    int length;    /* of the principal variation                     */
    zm_move line[ZM_MAX_LINE];
    int deepest; /* plies of the longest line of importance looked at; 0: not known */
    bool full;   /* the memory for the tree was used up (mcts)                      */
};

/* A search by its name and options, "NAME[:key=value,...]": "alphabeta:depth=4". A
 * search that cannot play this game is refused with the reason. */
struct zm_search;
ZM_API struct zm_search *zm_search_new(const struct zm_game *game, const char *spec,
                                       struct zm_error *error);
ZM_API void zm_search_free(struct zm_search *search);

/* Think about p. `limits` may be NULL; the tighter of them and the options holds. Where
 * chance decides nobody can think about a move; but mcts and, when they are watched,
 * expectiminimax and maxn give the value for the first player, with ZM_NO_MOVE. */
ZM_API const char *zm_search_run(struct zm_search *search, const struct zm_position *p,
                                 const struct zm_limits *limits, struct zm_result *result,
                                 struct zm_error *error);

/* Make zm_search_run() return soon, with a legal move. From any thread. A stop that
 * comes before the search has begun is not lost: that search returns at once. */
ZM_API void zm_search_stop(struct zm_search *search);

/* What the search thought about has come true (zm_limits.ponder): from now on its time
 * counts. From any thread, also before the search has begun. */
ZM_API void zm_search_hit(struct zm_search *search);

/* Have the answer so far told by the thread that searches: after each step of the coming runs
 * that is done in full, or by a search that does not deepen (alphabeta with a table does) about
 * ten times a second. Its value is NaN as long as none is known. While it is told,
 * zm_search_lines() and zm_search_others() have what belongs to it. NULL: no longer. */
typedef void zm_listen_fn(void *user, const struct zm_result *so_far);
ZM_API void zm_search_listen(struct zm_search *search, zm_listen_fn *listen, void *user);

/* The best moves of the last run, best first, as many as it was asked for; returns how
 * many, or -1 if this search does not compare moves (alphabeta with a table does). */
struct zm_line {
    double value; /* in points, for the player to move */
    bool exact;
    int length;
    zm_move line[ZM_MAX_LINE];
    int distance; /* as in struct zm_result */
};
ZM_API int zm_search_lines(const struct zm_search *search, struct zm_line lines[], int most);

/* The other moves, as far as they were looked at (by the last step that was done in full, if the
 * search deepens): between what each is worth, in points, for the player to move. Alpha-beta
 * searches a move no further once it is surely not better, and knows what it is worth at most;
 * proof-number search answers questions; the searches of the textbook, which compare no lines,
 * tell of all moves here. Returns how many. */
struct zm_other {
    zm_move move;
    double most;  /* infinite: nothing is known                     */
    double least; /* -max_payoff or less: nothing is known          */
    bool exact;   /* proven, not an estimate as far as was searched */
};
ZM_API int zm_search_others(const struct zm_search *search, struct zm_other list[], int most);

/* ------------------------------------------------------------------- trees -- */

/* A node of the tree of the search `mcts`. */
struct zm_tree_node {
    zm_move move; /* that leads here; at the root ZM_NO_MOVE                          */
    int parent;   /* its place in the list, which is before this one; at the root -1  */
    int turn;     /* who moves here, ZM_CHANCE or ZM_OVER                             */
    int player;   /* whose the value is: who chose the move; at the root who moves; where
                   * nobody did, the first                                            */
    uint64_t visits;
    double value;  /* the mean in points, as in struct zm_result; NaN: no visits       */
    double win;    /* the mean reward, 0 for all games lost to 1 for all won           */
    double prior;  /* how promising it looked before, of all moves together 1          */
    int low, high; /* proven: the value lies in these bounds (points)                  */
};

/* The tree as it is now, folded: its root, the moves there and the nodes visited most, `most` in
 * all; every node but the root stands behind its parent, first the moves at the root, then the
 * others, of both the most visited first. Nodes without a visit are left out. Returns how
 * many; 0: there is no tree yet, or this search keeps none. Unlike other functions it may be
 * called from any thread while the search runs. */
ZM_API int zm_search_tree(struct zm_search *search, struct zm_tree_node list[], int most);

/* Who owns what in the end, for games with owners(): share[player * cells + cell] is the part
 * of the playouts of the last run in which the cell was the player's, *points the first
 * player's payoff on average. Returns the number of playouts; 0: not known. A net that has learned
 * it is asked in their place, and counts as one. From any thread, as above. */
ZM_API uint64_t zm_search_owners(struct zm_search *search, double share[], double *points);

/* ------------------------------------------------------------------ steps -- */

/* What a search does, step by step. A node begins with MOVE in its parent (the root
 * has none) and ends with LEAF or RETURN: the steps are nested like the tree. */
enum zm_step_kind {
    ZM_STEP_MOVE,    /* goes to the child by `move`, number `index` in the order tried  */
    ZM_STEP_ENTER,   /* a node begins: turn, depth left, window alpha..beta            */
    ZM_STEP_LEAF,    /* a finished game or the horizon: value; ends the node           */
    ZM_STEP_BETTER,  /* the best so far is now child `index`: value                    */
    ZM_STEP_WINDOW,  /* the window became smaller; raised: -1 alpha, +1 beta           */
    ZM_STEP_CUT,     /* `count` moves from number `index` on (moves[]) are not looked at,
                      * because of the bound that the ancestor at ply `by` set         */
    ZM_STEP_AVERAGE, /* a chance outcome of probability `weight` was added: value so far */
    ZM_STEP_RETURN,  /* the node ends: value, best move; raised: it was a probe of that move
                      * alone, and the node is worth -1 at least, +1 at most as much   */
    /* UCT */
    ZM_STEP_SIMULATION, /* simulation number `visits` begins at the root                */
    ZM_STEP_CANDIDATE,  /* selection weighs a child: visits, mean `value`, UCB1 `bonus` */
    ZM_STEP_SELECT,     /* goes to child `index`, visited before                        */
    ZM_STEP_EXPAND,     /* goes to child `index`, which joins the tree                  */
    ZM_STEP_PLAYOUT,    /* a random game was played: `values` are the rewards           */
    ZM_STEP_BACKUP,     /* a node, from the last to the root, has new visits and mean   */
    /* proof-number search */
    ZM_STEP_QUESTION, /* does who moves at the root get at least `value`?              */
    ZM_STEP_NUMBERS,  /* the child by `move` needs `yes` and `no` more positions for an
                       * answer to the question of who moves here; so does RETURN's node */
    /* expectiminimax that prunes */
    ZM_STEP_BOUNDS /* by what is known of outcome `index`, of probability `weight`, the
                    * average lies in alpha..beta                                      */
};
/* `raised` of a MOVE whose `turn` is ZM_CHANCE: the bounds of the child's window that the chance
 * node has set; the others are those of the first window. */
#define ZM_STEP_OWN(alpha, beta) ((alpha) | (beta) << 1)
enum { ZM_STEP_NEVER = (1 << 28) - 1 }; /* of yes and no: answered the other way */

/* `index` of a MOVE that is none: the deep search passes, to see whether even that is good
 * enough, or looks at the same position again, less deep. */
enum { ZM_STEP_PASS = -2, ZM_STEP_AGAIN = -1 };

struct zm_step {
    enum zm_step_kind kind;
    int ply; /* of the node it happens in; for MOVE and CUT the parent */
    int turn, depth, index, count, raised;
    int by; /* CUT: ply of the ancestor whose bound it was; -1: the first window */
    zm_move move;
    const zm_move *moves;
    double alpha, beta, value, weight, bonus;
    const double *values; /* one for each player, or NULL */
    uint64_t visits;
    int yes, no;
};

/* A value of the window that stands for "none yet". */
#define ZM_NO_BOUND 1073741824.0

/* Have the steps of the coming searches reported. They then run in the traced instance;
 * NULL goes back to the fast one, which contains nothing of this. */
typedef void zm_watch_fn(void *user, const struct zm_step *step);
ZM_API void zm_search_watch(struct zm_search *search, zm_watch_fn *watch, void *user);

/* ---------------------------------------------------------------- solving -- */

struct zm_book; /* see below */

/* How to prove the value of a position of two players without chance and cycles. */
enum zm_strategy {
    ZM_QUESTIONS,    /* null windows, far ones first, then halving: mostly the fastest */
    ZM_MTDF,         /* null windows next to the value found last                      */
    ZM_PROOF_NUMBERS /* proof-number search: for narrow, deep wins                     */
};

/* Limits; 0 means none, but for memory. `stop` is asked about every millisecond whether
 * to give up; it may be NULL. */
struct zm_solve_limits {
    double seconds;
    uint64_t nodes;
    double megabytes; /* 0: 512 */
    bool (*stop)(void *user);
    void *user;
    enum zm_strategy strategy;
    const struct zm_book *book; /* what it knows need not be proved; may be NULL */
    bool only_best;             /* prove the value and one best move, not the others'; where
                                 * all positions are kept anyway, it changes nothing       */
};

enum zm_solve_outcome {
    ZM_SOLVED,
    ZM_SOLVE_STOPPED, /* by a limit or by stop()               */
    ZM_SOLVE_REFUSED, /* this kind of game is not solved here  */
    ZM_SOLVE_MEMORY   /* more memory than allowed, or there is */
};

/* The exact value of a position and of every move in it. Where chance moves, the moves
 * are its outcomes, none of them is best, and values are the first player's. */
struct zm_solution {
    enum zm_solve_outcome outcome;
    double value;                  /* in points, for the player to move             */
    double values[ZM_MAX_PLAYERS]; /* the same for every player                     */
    double error;                  /* the true values lie within +- error: rounding */
    double win;                    /* the chance that the player to move wins, where
                                    * every game is won by somebody; else -1        */
    bool unique;                   /* false: equally good choices of one player would
                                    * change what others get (max^n)                */
    bool complete;                 /* false: a win by force was proven, or only the best
                                    * move was asked for: the values of the other moves
                                    * are NaN                                       */
    int count;                     /* legal moves                                   */
    zm_move *move;                 /* in the order of the game                      */
    double *move_value;            /* for the player to move                        */
    bool *best;                    /* optimal                                       */
    uint64_t nodes;                /* proof size: positions visited ...             */
    uint64_t positions;            /* ... or kept, where the method keeps them all  */
    size_t memory;                 /* bytes asked for                               */
    const char *method;
    double seconds;
    int length; /* a line of best play, where the method has one */
    zm_move line[ZM_MAX_LINE];
};

/* Solve p. NULL: done. Else the reason why not, which solution->outcome tells apart.
 * `limits` may be NULL. The solution is to be released in any case. */
ZM_API const char *zm_solve(const struct zm_position *p, const struct zm_solve_limits *limits,
                            struct zm_solution *solution, struct zm_error *error);
ZM_API void zm_solution_release(struct zm_solution *solution);

/* ------------------------------------------------------------------ books -- */

/* An opening book: the exact values of all positions after at most so many moves. The game
 * must stay open as long as the book. What is no book, or one of another game, is refused. */
ZM_API struct zm_book *zm_book_open(const struct zm_game *game, const char *path,
                                    struct zm_error *error);
ZM_API void zm_book_close(struct zm_book *book);

/* The best move of p if the book knows what every move leads to; else false. */
ZM_API bool zm_book_best(const struct zm_book *book, const struct zm_position *p,
                         struct zm_result *result);

/* `stop` is asked whether to give up, `progress` is told how many of the positions that must be
 * solved are done; both may be NULL. */
struct zm_book_limits {
    int plies;
    double megabytes;
    bool (*stop)(void *user);
    void (*progress)(void *user, uint64_t done, uint64_t total);
    void *user;
};

/* Make a book of the positions after at most limits->plies moves from p, *positions in all.
 * What is proved is kept in PATH.part until the book is complete: called again, it goes on. */
ZM_API const char *zm_book_make(const struct zm_position *p, const char *path,
                                const struct zm_book_limits *limits, uint64_t *positions,
                                struct zm_error *error);

/* --------------------------------------------------------------- checking -- */

/* Is the game implemented soundly? Random games are played, and on the way every promise
 * that game.h asks of a game is tried. The promises in order; NULL past the last one. */
struct zm_promise {
    const char *group; /* "undo"                                             */
    const char *name;  /* "undo-restores"                                    */
    const char *text;  /* "undo() puts every byte back"                      */
};
ZM_API const struct zm_promise *zm_promise_at(int i);

enum { ZM_MOST_PROMISES = 96, ZM_FAULT_TEXT = 512, ZM_FAULT_MOVES = 4096 };

/* A broken promise: how often it was seen, a sentence, and the shortest list of moves met
 * that leads to the position where it shows. */
struct zm_fault {
    uint64_t count;
    int32_t plies;
    char text[ZM_FAULT_TEXT];
    char moves[ZM_FAULT_MOVES];
};

/* A check is plain memory without pointers, kept up to date at every step. A game that
 * may crash is best checked in a child process, with this in memory shared with it: what
 * was found, and what was being called after which moves, outlives the child. */
struct zm_check {
    /* What is wanted. */
    uint64_t seed;
    uint64_t games; /* how many games to play                                */
    double seconds; /* ... unless the time is up before; 0: no limit         */

    /* What was done: all zero before zm_check(). */
    uint64_t played, positions, calls;
    int32_t faults; /* promises broken                                       */
    bool done;
    bool tried[ZM_MOST_PROMISES]; /* the promise concerns this game          */
    struct zm_fault fault[ZM_MOST_PROMISES];
    int32_t plies;
    char calling[32];           /* the function of the game called last      */
    char moves[ZM_FAULT_MOVES]; /* the moves of the game being played        */
    char aside[256];            /* what was then tried apart from the game   */
};

/* NULL: the check was carried out, check->faults tells the result. Otherwise the reason
 * why it could not be. */
ZM_API const char *zm_check(const struct zm_game *game, struct zm_check *check,
                            struct zm_error *error);

#ifdef __cplusplus
}
#endif

#endif
