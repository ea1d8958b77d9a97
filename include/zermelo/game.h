/* game.h -- what a game tells the library, and nothing else.
 *
 * A game is ONE C file. It completes `struct zm_state` (the position), writes
 * seven short functions about it, lists them in a `struct zm_game`, and ends
 * with two lines:
 *
 *     #include <zermelo/game.h>
 *
 *     struct zm_state { ... };                        // the position
 *     static void start(struct zm_state *s, ...) ...  // seven functions
 *     static const struct zm_game nim = { ZM_GAME("nim"), .start = start, ... };
 *
 *     #define ZM_THIS nim
 *     #include <zermelo/kernels.h>          // compile the searches for this game
 *
 * The same file, unchanged, is linked into the program (then games/games.def
 * names it) or built as a plug-in: cc -shared -fPIC -DZM_PLUGIN nim.c -o nim.so
 *
 * Three decisions carry the whole design.
 *
 * 1. A position is plain memory. No pointer, no allocation, no hidden global:
 *    it can be copied with '=', compared with memcmp, hashed, stored in a file,
 *    sent through a pipe and dropped without a destructor. Whatever a rule needs
 *    to know (castling rights, the dice, the pot, the board size) is a member.
 *    The library zeroes the memory before start(), so padding compares equal.
 *    Positions are copied at every node: members of 4 or 8 bytes copy fastest.
 *
 * 2. `struct zm_state` stays incomplete everywhere except in the game's own
 *    file. Game authors therefore write typed functions without a single cast,
 *    and the library cannot peek: it knows the size and the functions, no more.
 *
 * 3. Each search exists once as source (search/NAME.tmpl.h, plain C that calls
 *    game->play(...)) and is compiled many times: once with `game` a run-time
 *    pointer (the generic instance, which runs any game), and once in each file
 *    that includes <zermelo/kernels.h>, where `game` is a constant whose members the
 *    compiler can see, so that every call is inlined. A plug-in carries its own
 *    instances and is as fast as a game that was linked in.
 *
 * Everything in this header is a type or an inline function: a plug-in needs no
 * symbol from the program that loads it, and gives back exactly one.
 */
#ifndef ZM_GAME_H
#define ZM_GAME_H

/* A plug-in built by plain `cc`, without -O3, is to be as fast as a game that was linked in.
 * (clang knows no such pragma: give it -O3.) */
#if defined ZM_PLUGIN && defined __GNUC__ && !defined __clang__
#pragma GCC optimize("O3,inline")
#endif

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Raised by one whenever the meaning or order of a member below changes.
 * Members are only ever added at the end; `size` tells which ones are there. */
#define ZM_ABI 3u

/* ------------------------------------------------------------------ names -- */

struct zm_state;   /* completed by each game, opaque to the library */
struct zm_kernels; /* the searches compiled for one game: context.h */

/* A move, a chance outcome or a pass: any number the game likes, except
 * ZM_NO_MOVE. It needs a meaning only together with the position it is played
 * in. 64 bits hold the widest move met so far (international draughts: from, to
 * and the set of captured men). A turn with more parts than that is played as
 * several moves by the same player; turn() says who goes on. */
typedef uint64_t zm_move;
#define ZM_NO_MOVE UINT64_MAX

/* What turn() returns besides a player's number 0 .. players-1. */
enum {
    ZM_CHANCE = -1, /* dice or cards decide: moves() lists outcomes */
    ZM_OVER = -2    /* the game has ended: ask payoff()             */
};

/* What kind of game it is. A search states which of these it can bear, so that
 * `zermelo best pig --search alphabeta` is refused with a reason. */
enum zm_flags {
    ZM_ZERO_SUM = 1 << 0,     /* the payoffs of all players add up to 0       */
    ZM_ALTERNATE = 1 << 1,    /* two players, strictly in turn, no extra move */
    ZM_HAS_CHANCE = 1 << 2,   /* turn() may return ZM_CHANCE                  */
    ZM_HIDDEN = 1 << 3,       /* players do not see everything: view() counts */
    ZM_SIMULTANEOUS = 1 << 4, /* players choose at the same moment; see below */
    ZM_CYCLES = 1 << 5,       /* a position can come back; see .repetition    */
    ZM_SOONER = 1 << 6,       /* an earlier win is the better one (mate in 3) */
    ZM_MARGIN = 1 << 7        /* payoff() is by how much; people count only who won */
};

/* Simultaneous moves need no function of their own. The game asks the players
 * one after another (turn() returns 0, then 1, ...), keeps each choice in the
 * state unseen (view() leaves it out), and carries all of them out with the last
 * one. Searches that know no better treat it as hidden information, which is
 * sound; searches that solve matrix games look for ZM_SIMULTANEOUS. */

/* What a repeated position means. The library keeps the list of earlier keys,
 * so a state need not carry its own history. */
enum zm_repetition {
    ZM_REPEAT_HARMLESS = 0, /* nothing special, or it cannot happen          */
    ZM_REPEAT_DRAWS,        /* payoff 0 for all at the .repeat_count-th time */
    ZM_REPEAT_ILLEGAL       /* the move may not be played (superko), unless
                             * moves() lists it last, as a pass              */
};

/* The most a game may ask of the library. */
enum {
    ZM_MAX_PLAYERS = 8,
    ZM_MAX_CLICKS = 8,
    ZM_MAX_UNDO = 256 /* bytes of undo memory for one move */
};

/* ------------------------------------------------------------------- text -- */

/* Where a game writes text. Too long a text is cut, never overrun; `length` goes
 * on counting, so length >= size means "it did not fit", as with snprintf. */
struct zm_text {
    char *at;
    size_t size;
    size_t length;
};

__attribute__((format(printf, 2, 3))) static inline void zm_print(struct zm_text *t,
                                                                  const char *format, ...)
{
    size_t used = t->length < t->size ? t->length : t->size;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(used < t->size ? t->at + used : NULL, t->size - used, format, args);
    va_end(args);
    if (n > 0)
        t->length += (size_t)n;
}

/* Options are words "name=value" with spaces between. Takes the next one apart; false at
 * the end of the text, which may be NULL. What is no such word, or is too long, gets an
 * empty name: no game has an option of that name. */
enum { ZM_OPTION = 64 };
static inline bool zm_next_option(const char **options, char name[ZM_OPTION], char value[ZM_OPTION])
{
    const char *at = *options ? *options : "";
    while (*at == ' ')
        at++;
    size_t length = 0, equals = 0;
    for (; at[length] && at[length] != ' '; length++)
        if (at[length] == '=' && !equals)
            equals = length;
    const size_t rest = equals ? length - equals - 1 : 0;
    name[0] = value[0] = '\0';
    if (equals && equals < ZM_OPTION && rest < ZM_OPTION) {
        for (size_t i = 0; i < equals; i++)
            name[i] = at[i];
        for (size_t i = 0; i < rest; i++)
            value[i] = at[equals + 1 + i];
        name[equals] = value[rest] = '\0';
    }
    *options = at + length;
    return length > 0;
}

/* Reads the whole number at *text, of one to nine digits, and moves *text behind it;
 * false if there is none or it is not in least .. most. */
static inline bool zm_read_number(const char **text, int least, int most, int *number)
{
    int n = 0, digits = 0;
    for (; **text >= '0' && **text <= '9' && digits < 10; (*text)++, digits++)
        n = digits < 9 ? 10 * n + (**text - '0') : -1;
    *number = n;
    return digits > 0 && digits < 10 && n >= least && n <= most;
}

/* ---------------------------------------------------------------- numbers -- */

/* xorshift64*: small, fast, the same on every machine. Games never own a random
 * generator; chance is explicit, so a seed and a list of moves replay any game.
 * The seed must not be 0. */
static inline uint32_t zm_random(uint64_t *seed, uint32_t below)
{
    uint64_t x = *seed;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *seed = x;
    return (uint32_t)((x * 0x2545F4914F6CDD1DULL >> 32) * below >> 32);
}

/* A 64-bit mix of 64 bits (splitmix64's finaliser): enough to build key(). */
static inline uint64_t zm_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
}

/* ------------------------------------------------------------------- game -- */

/* A grid the page and the nets can draw. rows = 0 means "no board". */
enum zm_grid_kind { ZM_SQUARES, ZM_POINTS, ZM_HEXES };
struct zm_grid {
    int rows, columns;
    enum zm_grid_kind kind;
};

/* A value in points lies in low .. high. */
struct zm_bounds {
    int low, high;
};

/* Light playouts are for counting games, heavy ones know more of how the game is played. */
enum zm_playout { ZM_PLAYOUT_LIGHT, ZM_PLAYOUT_HEAVY };

/* A term of a learned evaluation: learned[index] counts `times` times. */
struct zm_term {
    int32_t index, times;
};

/* "A search of `depth` plies is within `margin` evaluate() units of the deep one." */
struct zm_probcut {
    int depth, margin;
};

/* The guesses by which a search may save work, each off where its depth is 0. None is ever
 * used to prove a value. Depths are the plies left; margins are in evaluate() units. */
struct zm_policy {
    int null_depth;      /* from here on, ask first what happens if the player passes   */
    int null_saves;      /* ... in a search so many plies shallower                     */
    int reduce_depth;    /* from here on, late moves are first searched less deep       */
    int reduce_after;    /* ... those after so many                                     */
    int futile_depth;    /* up to here, trust an evaluation that is far from the window */
    int futile_margin;   /* ... by so much for each ply                                 */
    int skip_depth;      /* up to here, look at no more than ...                        */
    int skip_after;      /* ... so many moves and depth * depth more                    */
    int window;          /* half the first window around the value of the depth before  */
    int quiescent_plies; /* loud moves are followed so far; 0: to their end             */
    int most_moves;      /* look at no more than so many, the first in the game's list,
                          * unless all of them lose; 0: at all                          */
};

struct zm_game {
    /* Filled in by ZM_GAME(name). */
    uint32_t abi, size, state_size;
    const char *name;                 /* "connect4": lower case, as on the command line */
    const struct zm_kernels *kernels; /* all zero unless kernels.h is included */

    /* The shape of the game: what it is without options. */
    const char *title;   /* "Connect Four"                                    */
    const char *options; /* "rows=3 columns=3": what start() takes, or NULL   */
    unsigned flags;      /* enum zm_flags                                     */
    int players;         /* 1 .. ZM_MAX_PLAYERS                               */
    int max_moves;       /* moves() never writes more than this               */
    int max_plies;       /* no game lasts longer; 0 = unknown                 */
    int max_payoff;      /* payoffs lie in -max_payoff .. +max_payoff         */
    int unit;            /* evaluate() units in one point of payoff           */
    enum zm_repetition repetition;
    int repeat_count;
    struct zm_grid grid;

    /* ---- The rules: required ------------------------------------------------ */

    /* Every function below is pure: it reads its arguments and constant tables,
     * and writes only where it is told to. Any thread may call it at any time. */

    /* Set up the first position in zeroed memory. `options` is NULL or the user's
     * "name=value ..." text. Return NULL, or a sentence saying what is wrong. */
    const char *(*start)(struct zm_state *s, const char *options);

    /* Who moves: a player, ZM_CHANCE or ZM_OVER. Called very often: store it. */
    int (*turn)(const struct zm_state *s);

    /* Write the legal moves (at a chance node: the outcomes) and return how many.
     * At least 1 unless the game is over: a forced pass is a move. Best guesses
     * first, always in the same order for the same position. */
    int (*moves)(const struct zm_state *s, zm_move list[]);

    /* Play one of them. Playing any other move is a bug in the caller. */
    void (*play)(struct zm_state *s, zm_move m);

    /* The result for `player` once the game is over, in whole points: +1/0/-1,
     * discs, chips. Whole numbers, so results are the same everywhere. */
    int (*payoff)(const struct zm_state *s, int player);

    /* The position as a diagram for people, of any number of lines. */
    void (*show)(const struct zm_state *s, struct zm_text *out);

    /* The move in the game's usual notation, without spaces. All legal moves of a
     * position must read differently: the library reads moves by comparing with
     * this text. */
    void (*show_move)(const struct zm_state *s, zm_move m, struct zm_text *out);

    /* ---- Options: required if they change the shape -------------------------- */

    /* Correct the shape for these options: `shape` is a copy of the table, of which
     * state_size, title, flags, players, the max_ numbers, grid, symmetries, planes
     * and slots may be changed. Called before start() with the same text. Kernels
     * compiled for the game see the flags and state_size of the table itself: those
     * must then be true for all options. Or other functions are put in for some options,
     * and `kernels` set to NULL: then the kernels for any game run. An optional function
     * that does not hold for some options may be taken away, if no search that can play
     * the game with these options calls it. Return NULL or a sentence. */
    const char *(*shape)(struct zm_game *shape, const char *options);

    /* ---- Chance: required with ZM_HAS_CHANCE --------------------------------- */

    /* The weight of each outcome, in the order of moves(): probability = weight /
     * sum. Whole numbers, so 1/36 is exact. Deal cards one by one rather than
     * all hands at once, and the lists stay short. The sum fits in 32 bits. */
    void (*weights)(const struct zm_state *s, uint32_t weight[]);

    /* ---- Hidden information: required with ZM_HIDDEN ------------------------- */

    /* Everything `player` knows, as text: own cards, the public moves so far, and
     * nothing else. Two states are in the same information set of `player` if
     * and only if these texts are equal; player numbers need not be included. */
    void (*view)(const struct zm_state *s, int player, struct zm_text *out);

    /* Replace what `player` cannot know by a random draw that fits view(). Used
     * for determinised search (PIMC, ISMCTS). NULL: such searches are refused. */
    void (*guess)(struct zm_state *s, int player, uint64_t *seed);

    /* ---- Optional: strength and speed ---------------------------------------- */

    /* A 64-bit fingerprint: equal positions (with the same player to move) give
     * equal keys. NULL: the library hashes the bytes of the state. */
    uint64_t (*key)(const struct zm_state *s);

    /* A guess of payoff(s, player) * unit, before the end. NULL: 0. Strictly inside
     * -max_payoff * unit .. +max_payoff * unit, which are kept for real wins. */
    int (*evaluate)(const struct zm_state *s, int player);

    /* The moves a quiescence search must look at (captures, promotions). */
    int (*loud_moves)(const struct zm_state *s, zm_move list[]);

    /* Is m legal here? Lets a search try a remembered move before it generates
     * the others. NULL: the library looks m up in moves(). */
    bool (*legal)(const struct zm_state *s, zm_move m);

    /* Take m back: save() notes in `memory` (undo_size bytes, at most ZM_MAX_UNDO)
     * what play() is going to destroy, undo() puts it back. Searches without it
     * copy the state. Measured on Connect Four, the copies cost nothing up to 128
     * bytes, 9 ns a node at 256, 20 at 512, 30 at 1 and 2 KB and 50 at 4 KB: small
     * games leave these NULL. */
    int undo_size;
    void (*save)(const struct zm_state *s, zm_move m, void *memory);
    void (*undo)(struct zm_state *s, zm_move m, const void *memory);

    /* Called once before anything else, to fill lookup tables. */
    void (*prepare)(void);

    /* ---- Optional: notation --------------------------------------------------- */

    /* One line that says all about a position (FEN, Position ID), and back. read()
     * finds in *s the position that start() made, so that options are known, and
     * leaves there the one it read; it returns NULL or a sentence saying what is
     * wrong. NULL: a position is written as the moves that led to it. */
    void (*write)(const struct zm_state *s, struct zm_text *out);
    const char *(*read)(struct zm_state *s, const char *text);

    /* Other spellings of a move ("e2-e4", "0-0"); ZM_NO_MOVE if it is none. The
     * answer need not be legal: the library looks. NULL: only show_move()'s. */
    zm_move (*read_move)(const struct zm_state *s, const char *text);

    /* ---- Optional: symmetry --------------------------------------------------- */

    /* The game looks the same after each of `symmetries` changes (rotations and
     * mirrors of the board; number 0 changes nothing). Used three times: to make
     * more training examples, to search fewer positions, and to test the rules:
     * transforming and playing must give the same as playing and transforming. */
    int symmetries;
    void (*transform)(struct zm_state *s, int symmetry);
    zm_move (*transform_move)(const struct zm_state *s, zm_move m, int symmetry);

    /* ---- Optional: neural networks -------------------------------------------- */

    /* What `player` sees as numbers: `planes` planes of grid.rows x grid.columns
     * (or, without a grid, `planes` single numbers), own pieces first. The memory
     * is zeroed. With ZM_HIDDEN they tell no more than view() does. */
    int planes;
    void (*features)(const struct zm_state *s, int player, float *plane);

    /* Which of `slots` outputs of the policy head stands for move m. Two moves
     * may share a slot; the search then divides the prior between them. */
    int slots;
    int (*slot)(const struct zm_state *s, zm_move m);

    /* ---- Optional: the page --------------------------------------------------- */

    /* One letter for each cell, row by row ('.' = empty, '?' = unseen), as seen
     * by `player` or, for -1, by somebody who sees everything. */
    void (*cells)(const struct zm_state *s, int player, char cell[]);

    /* The cells to click for move m, in order; return how many (at most
     * ZM_MAX_CLICKS; 0: the move is not made on the board). No two legal moves
     * have the same clicks, nor do those of one begin with those of another. */
    int (*clicks)(const struct zm_state *s, zm_move m, uint16_t cell[]);

    /* ---- Optional: exact knowledge, for solvers -------------------------------- */

    /* What is certain about s without a search; asked only where a player moves. Tighten
     * *bounds, which come as wide as the game pays, around the value of s in points for
     * that player. Unless they meet (a win at hand, a loss that nothing prevents), write
     * the moves worth a search, best guesses first, and return how many: the value must
     * be the better of bounds->low and the best of those moves. So moves may be left out
     * that are as bad as bounds->low, or no better than one that is listed. */
    int (*insight)(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[]);

    /* A key for what matters from here on: positions with equal keys have the same value
     * for the player to move, be they mirrored, turned or different in stones that no
     * longer count. NULL: key(), as it is. */
    uint64_t (*solve_key)(const struct zm_state *s);

    /* How promising is it to have moved to s? Solvers look first where it is most; of
     * equals they keep the order of insight(). Where there is a probcut() they add what a
     * search of a few plies foretells, in units of evaluate(). */
    int (*order)(const struct zm_state *s);

    /* Near the end a game's own search may be faster than any general one: the value of s
     * in points for the player to move, fail-soft in window->low .. window->high, adding
     * the positions visited to *nodes. False: too far from the end. It must not take longer
     * than a few milliseconds, for it is not interrupted. `memory` is NULL or finish_memory
     * bytes, aligned to 64, all zero at first and then as the last call left them. */
    bool (*finish)(const struct zm_state *s, const struct zm_bounds *window, int *value,
                   uint64_t *nodes, void *memory);

    /* ---- Optional: guesses that make a search deeper ---------------------------- */

    /* NULL: all lines are searched to the same depth, in full. */
    const struct zm_policy *policy;

    /* Does the evaluation mean nothing here, because the player to move must answer a
     * threat (check)? Such a position is searched a ply deeper, with all its moves. */
    bool (*forced)(const struct zm_state *s);

    /* Pass, as if the rules allowed it (the null move). False, with s as it was: here it
     * would be no measure of anything, as with little material left. */
    bool (*pass)(struct zm_state *s);

    /* How well a shallow search foretells one of `depth` plies (ProbCut, Buro 1995); the
     * margin is that of a risk the game is ready to take. False: not at this depth. */
    bool (*probcut)(const struct zm_state *s, int depth, struct zm_probcut *guess);

    /* ---- Optional: an evaluation that is learned --------------------------------- */

    /* evaluate() for the player to move is the sum of learned[index] * times over terms(),
     * brought inside its limits. `learned` is memory of the game's own, which prepare()
     * fills and which `zermelo tune` fits to games played. terms() returns how many. */
    int learned_count;
    int16_t *learned;
    int max_terms;
    int (*terms)(const struct zm_state *s, struct zm_term list[]);

    /* ---- Optional: counting without a list ---------------------------------------- */

    /* How many lines of exactly `plies` moves, one or two, begin at s; *over grows by the games
     * that end on the way or with the last move. For the last plies of perft. */
    uint64_t (*count)(const struct zm_state *s, int plies, uint64_t *over);

    /* ---- Optional: wins by force ------------------------------------------------- */

    /* Moves that leave the other side few answers, best first: of width 1 the narrowest
     * kind (a check, a four), of width 2 also those that leave some more (an open three).
     * If moves end the game at once, those alone. What the answers are, insight() must
     * know. Used to prove wins, never the lack of one. */
    int (*forcing)(const struct zm_state *s, int width, zm_move list[]);

    /* insight() again, but of a long list only as many moves from its beginning as a search
     * that may guess (struct zm_policy) should look at. */
    int (*candidates)(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[]);

    int finish_memory; /* bytes that finish() keeps for itself */

    /* ---- Optional: Monte Carlo search --------------------------------------------- */

    /* Play s on until it is over, with moves that cost little and spoil little; where plain
     * chance would not end (filling one's own eyes in Go), light ones too must be sensible.
     * Writes the first `most` moves to line[] and returns how many were played. The players
     * move in turn, so a pass is written as well. NULL: moves() and chance. */
    int (*playout)(struct zm_state *s, enum zm_playout kind, uint64_t *seed, zm_move line[],
                   int most);

    /* How promising the moves of moves() look before any search: weights of which only the
     * ratios count. 0: not worth a simulation, unless all are. NULL: all alike. */
    void (*priors)(const struct zm_state *s, const zm_move list[], int count, float weight[]);

    /* Whose each cell of the grid is, now that the game is over: a player, or -1. Playouts give
     * a map of it, nets learn it: after transform() the owners must be where the cells are. */
    void (*owners)(const struct zm_state *s, int8_t owner[]);

    /* What may not come back, or counts when it does (.repetition): positions with equal
     * keys are repetitions of each other. NULL: key(). */
    uint64_t (*repeat_key)(const struct zm_state *s);

    /* Where positions may not come back (ZM_REPEAT_ILLEGAL), a bound of insight() must hold
     * whatever has been there, for a player who has never given up what was certain: would m,
     * a legal move, do so? NULL: no move does, or insight() counts with all of them. */
    bool (*gives_up)(const struct zm_state *s, zm_move m);
};

/* The first line of every game's table. `zm_kernels_` is a tentative definition:
 * it stays all zero unless the file ends by including <zermelo/kernels.h>. */
#define ZM_GAME(name_)                                                                             \
    .abi = ZM_ABI, .size = sizeof(struct zm_game), .state_size = sizeof(struct zm_state),          \
    .name = (name_), .kernels = &zm_kernels_

/* The one symbol a plug-in gives: zm_plugin(). nm -D nim.so shows nothing else.
 * Linked into the program, a game gives its table under the name games.def uses. */
#define ZM_PLUGIN_ENTRY "zm_plugin"
typedef const struct zm_game *zm_plugin_fn(void);

#define ZM_PASTE_(a, b) a##b
#define ZM_PASTE(a, b) ZM_PASTE_(a, b)
#ifdef ZM_PLUGIN
#define ZM_EXPORT(table)                                                                           \
    __attribute__((visibility("default"))) zm_plugin_fn zm_plugin;                                 \
    const struct zm_game *zm_plugin(void)                                                          \
    {                                                                                              \
        return &table;                                                                             \
    }                                                                                              \
    extern int zm_plugin_needs_a_semicolon
#else
#define ZM_EXPORT(table)                                                                           \
    extern const struct zm_game *const ZM_PASTE(zm_game_, table);                                  \
    const struct zm_game *const ZM_PASTE(zm_game_, table) = &table
#endif

#include <zermelo/context.h>

#endif
