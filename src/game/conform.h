/* conform.h -- the conformance walk: random games in which every promise of game.h is
 * tried. The walk itself is in conform.c, the calls it makes in conform_calls.c, and each
 * conform_*.c tries the promises of one theme.
 *
 * A game under test is not trusted. Every state, list and text it is handed lies between
 * guard bytes, and every call says first what it is going to call. */
#ifndef GAME_CONFORM_H
#define GAME_CONFORM_H

#include "game/states.h"

enum promise {
#define X(id, group, name, text) PROMISE_##id,
#include "game/promises.def"
#undef X
    PROMISES
};

/* The longest text of a position, and of a move (position.c reads no longer one). */
enum { LINE_TEXT = 1 << 16, MOVE_TEXT = 256 };

/* The states that the walk works with, each between guards. */
enum guarded {
    NOW,   /* the position reached            */
    CHILD, /* after a move from it            */
    TWIN,  /* its twin, made in another way   */
    OTHER, /* whatever a check needs ...      */
    SPARE, /* ... and one more                */
    GUARDED
};

/* What a game looked like to the walk at each ply, to be compared when it is replayed. */
struct ply {
    zm_move move;
    uint64_t hash; /* of the bytes before the move    */
    uint64_t key;  /* repeat_key() before the move    */
};

/* A move and a fingerprint of something about it: sorted, equal ones stand together. */
struct sorted {
    uint64_t hash;
    int index;
};

struct walk {
    const struct zm_game *game;
    struct zm_check *check;
    double deadline;
    uint64_t seed;
    const uint8_t *at, *end; /* choices come from these bytes first, if there are any */

    struct zm_state *state[GUARDED];
    unsigned char *before; /* the bytes of the position a function is looking at */
    zm_move *list, *again; /* max_moves, and a wide margin */
    uint32_t *weight, *weight_again;
    struct zm_term *term; /* max_terms, and a wide margin */
    struct sorted *order; /* the moves of a position in some order that is easy to compare */
    char *text, *text_again;
    float *feature, *feature_again;
    uint64_t *cell_hash; /* two of each cell of the grid */
    char *cell, *cell_again;

    int count; /* moves of the present position, in `list` */
    int turn;
    struct ply *ply; /* the game so far: `plies` moves */
    int plies, room;
    bool broken; /* this game cannot go on */
    int last_player;

    struct states seen; /* every position met, by its bytes */
    struct keys *keys;  /* ... and by its key               */
    struct views *views;
    struct values *values; /* of positions near the end, by solve_key() */
};

/* A number below `below`, from the bytes or from the seed. */
uint32_t walk_choose(struct walk *w, uint32_t below);
bool walk_late(const struct walk *w);

/* The promise is broken here, after the moves of the present game. */
__attribute__((format(printf, 3, 4))) void walk_fault(struct walk *w, enum promise promise,
                                                      const char *format, ...);

/* What follows is tried apart from the game; the moves that are played there are noted
 * behind these words, until walk_aside_end(). */
__attribute__((format(printf, 2, 3))) void walk_aside(struct walk *w, const char *format, ...);
void walk_aside_end(struct walk *w);

const char *walk_init(struct walk *w, const struct zm_game *game, struct zm_check *check,
                      struct zm_error *error);
void walk_release(struct walk *w);

/* Say that a promise is being tried. */
static inline void walk_try(struct walk *w, enum promise promise)
{
    w->check->tried[promise] = true;
}

/* One random game from the start, or from the position in state[NOW]. */
void walk_game(struct walk *w);
/* Go to a position some random moves from the start: state[NOW], w->turn, w->broken. */
void walk_lead(struct walk *w, int plies);
/* All of it: the games, and what is tried once. */
void walk_all(struct walk *w);

/* ---- calls (conform_calls.c): each watches the guards and the constness ---- */

void call_begin(struct walk *w, const char *name, const struct zm_state *s);
/* After a function that may only look at s. */
void call_end_const(struct walk *w, const char *name, struct zm_state *s);
/* After one that may change it. */
void call_end(struct walk *w, const char *name, struct zm_state *s);

bool call_start(struct walk *w, struct zm_state *s); /* false: refused, reported */
int call_turn(struct walk *w, struct zm_state *s);
/* The moves, or -1 if they cannot be used (reported). */
int call_moves(struct walk *w, struct zm_state *s, zm_move list[]);
void call_play(struct walk *w, struct zm_state *s, zm_move m);
int call_payoff(struct walk *w, struct zm_state *s, int player);
uint64_t call_key(struct walk *w, struct zm_state *s);
uint64_t call_repeat_key(struct walk *w, struct zm_state *s);

/* Sort w->order[0 .. n-1] by hash. */
void walk_sort(struct walk *w, int n);
uint64_t text_hash(const char *text);

/* Text into w->text or w->text_again; false: it was cut. */
bool call_show(struct walk *w, struct zm_state *s, char *out);
bool call_write(struct walk *w, struct zm_state *s, char *out);
bool call_view(struct walk *w, struct zm_state *s, int player, char *out);
size_t call_show_move(struct walk *w, struct zm_state *s, zm_move m, char out[MOVE_TEXT]);

/* features() into w->feature or w->feature_again, cells() into w->cell or w->cell_again. */
size_t features_of(const struct zm_game *game);
void call_features(struct walk *w, struct zm_state *s, int player, float *out);
void call_cells(struct walk *w, struct zm_state *s, int player, char *out);

static inline void state_copy(const struct walk *w, enum guarded to, enum guarded from)
{
    memcpy(w->state[to], w->state[from], w->game->state_size);
}

static inline bool state_same(const struct walk *w, enum guarded a, enum guarded b)
{
    return !memcmp(w->state[a], w->state[b], w->game->state_size);
}

/* Can s be played on for a while? Returns NULL, or what is wrong with it. */
const char *walk_can_play(struct walk *w, enum guarded s);

/* ---- the themes: called at a position that was not met before ---- */

void conform_moves(struct walk *w);    /* moves(), legal(), loud_moves(), texts of moves */
void conform_show(struct walk *w);     /* show(), write(), read() */
void conform_odd_text(struct walk *w); /* read() of mutated text; uses w->text */
void conform_chance(struct walk *w);
void conform_symmetry(struct walk *w);
void conform_page(struct walk *w); /* features(), slot(), cells(), clicks() */
void conform_value(struct walk *w);
void conform_guesses(struct walk *w);     /* forced(), pass(), probcut() */
void conform_monte_carlo(struct walk *w); /* playout(), priors(), owners() */
void conform_undo(struct walk *w, zm_move m);
void conform_plays(struct walk *w);

/* ---- what needs memory of earlier positions ---- */

struct keys *keys_new(void);
void keys_free(struct keys *keys);
/* Called at every position; `fresh`: its bytes are new, and have this number. */
void conform_key(struct walk *w, uint64_t key, bool fresh, uint32_t number);

struct values *values_new(const struct zm_game *game);
void values_free(struct values *values);
/* insight() and solve_key(), at a position that was not met before. */
void conform_exact(struct walk *w);

struct views *views_new(void);
void views_free(struct views *views);
void views_begin_game(struct walk *w);
void conform_views(struct walk *w, bool fresh, uint32_t number);
/* A player has chosen m in the present position. */
void views_chosen(struct walk *w, zm_move m);

/* ---- after a game, and once ---- */

void conform_replay(struct walk *w);
void conform_start(struct walk *w);
void conform_options(struct walk *w);

#endif
