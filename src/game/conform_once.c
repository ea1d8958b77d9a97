/* conform_once.c -- what is tried once for a game, and once at the end of each: start(),
 * prepare(), options that are none, and playing the same moves again. */
#include "game/conform.h"

#include <stdlib.h>

/* ---------------------------------------------------------- start, prepare -- */

/* A fingerprint of one random game. */
static uint64_t sample(struct walk *w)
{
    const uint64_t seed = w->seed;
    w->seed = 1;
    walk_lead(w, 200);
    w->seed = seed;
    uint64_t hash = zm_hash_bytes(w->state[NOW], w->game->state_size);
    for (int i = 0; i < w->plies; i++)
        hash = zm_mix(hash ^ w->ply[i].move);
    return hash;
}

void conform_start(struct walk *w)
{
    walk_try(w, PROMISE_START);
    walk_try(w, PROMISE_CONST);
    walk_try(w, PROMISE_BOUNDS);
    walk_try(w, PROMISE_PURE);
    if (!call_start(w, w->state[NOW]) || !call_start(w, w->state[OTHER]))
        return;
    if (!state_same(w, NOW, OTHER))
        walk_fault(w, PROMISE_START, "start() called twice gave two different positions");
    if (!w->game->prepare)
        return;
    walk_try(w, PROMISE_PREPARE);
    const uint64_t before = sample(w);
    call_begin(w, "prepare", w->state[NOW]);
    w->game->prepare();
    call_end_const(w, "prepare", w->state[NOW]);
    if (sample(w) != before)
        walk_fault(w, PROMISE_PREPARE,
                   "after prepare() was called again the game plays differently");
}

/* ------------------------------------------------------------------ options -- */

/* Options that were taken must make a game that can be played. */
static void play_with(struct walk *w, const struct zm_game *game)
{
    struct zm_error error;
    struct zm_position *const p = zm_position_new(game, &error);
    for (int ply = 0; p && ply < 20; ply++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        if (n <= 0 || zm_position_play(p, list[walk_choose(w, (uint32_t)n)], &error))
            break;
    }
    zm_position_free(p);
}

static void try_options(struct walk *w, const char *text, bool must_refuse)
{
    struct zm_error error;
    error.text[0] = '\0';
    walk_try(w, PROMISE_OPTIONS);
    walk_aside(w, "with the options \"%s\"", text);
    call_begin(w, "start", w->state[NOW]);
    const struct zm_game *const game = zm_game_open(zm_game_spec(w->game), text, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    if (p)
        play_with(w, game);
    walk_aside_end(w);
    if (p && must_refuse)
        walk_fault(w, PROMISE_OPTIONS, "start() takes the options \"%s\"", text);
    if (!p && !error.text[0])
        walk_fault(w, PROMISE_OPTIONS, "the options \"%.100s\" are refused without a reason", text);
    zm_position_free(p);
    zm_game_close(game);
    call_end_const(w, "start", w->state[NOW]);
}

void conform_options(struct walk *w)
{
    static const char *const nonsense[] = { "no-such-option=1", "no-such-option", "=", "%s%n",
                                            "\xFF\xFE=\x01" };
    static const char odd[] = "=-0123456789 ,x\xFF";
    char text[256];
    w->plies = w->check->plies = 0;
    w->check->moves[0] = '\0';
    if (!call_start(w, w->state[NOW]))
        return;
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        try_options(w, nonsense[i], true);
    const char *const known = w->game->options;
    for (int i = 0; known && *known && strlen(known) < sizeof text && i < 40; i++) {
        snprintf(text, sizeof text, "%s", known);
        for (uint32_t changes = walk_choose(w, 3); changes < 3; changes++)
            text[walk_choose(w, (uint32_t)strlen(known))] = odd[walk_choose(w, sizeof odd - 1)];
        try_options(w, text, false);
    }
}

/* ------------------------------------------------------------------- replay -- */

static bool faulty(const struct walk *w, enum promise promise)
{
    return w->check->fault[promise].count > 0;
}

/* The same moves from the start must pass through the same positions. */
static void replays_by_moves(struct walk *w)
{
    struct zm_state *const s = w->state[OTHER];
    if (!call_start(w, s))
        return;
    for (int i = 0; i < w->plies; i++) {
        if (zm_hash_bytes(s, w->game->state_size) != w->ply[i].hash) {
            walk_fault(w, PROMISE_PLAY,
                       "the same moves played again lead elsewhere from move %d on", i);
            return;
        }
        call_play(w, s, w->ply[i].move);
    }
    if (!state_same(w, OTHER, NOW))
        walk_fault(w, PROMISE_PLAY, "the same moves played again lead to another position");
}

/* Take back the whole game, whose last position is in NOW. */
static void takes_back_all(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[OTHER];
    unsigned char *const memory = malloc((size_t)w->plies * ZM_MAX_UNDO + 1);
    if (!memory)
        return;
    bool started = call_start(w, s);
    for (int i = 0; started && i < w->plies; i++) {
        call_begin(w, "save", s);
        game->save(s, w->ply[i].move, memory + (size_t)i * ZM_MAX_UNDO);
        call_end_const(w, "save", s);
        call_play(w, s, w->ply[i].move);
    }
    for (int i = w->plies - 1; started && i >= 0; i--) {
        call_begin(w, "undo", s);
        game->undo(s, w->ply[i].move, memory + (size_t)i * ZM_MAX_UNDO);
        call_end(w, "undo", s);
        if (zm_hash_bytes(s, game->state_size) != w->ply[i].hash) {
            walk_fault(w, PROMISE_UNDO, "the game taken back move by move differs before move %d",
                       i + 1);
            break;
        }
    }
    free(memory);
}

static bool is_now(const struct walk *w, const struct zm_position *p)
{
    return !memcmp(zm_position_state(p), w->state[NOW], w->game->state_size);
}

/* Save the game and load it. */
static void saves_and_loads(struct walk *w, const struct zm_position *p)
{
    struct zm_error error;
    const struct zm_game *game = NULL;
    const size_t length = zm_record_write(p, NULL, 0);
    char *const record = malloc(length + 1);
    if (!record)
        return;
    zm_record_write(p, record, length + 1);
    struct zm_position *const loaded = zm_record_read(record, &game, &error);
    if (!loaded)
        walk_fault(w, PROMISE_REPLAY, "the game saved is not loaded again: %.400s", error.text);
    else if (!is_now(w, loaded))
        walk_fault(w, PROMISE_REPLAY, "the game saved and loaded leads to another position");
    zm_position_free(loaded);
    zm_game_close(game);
    free(record);
}

/* The moves as text. */
static void replays_by_text(struct walk *w)
{
    struct zm_error error;
    const size_t length = strlen(w->check->moves);
    if (length > 4 && !strcmp(w->check->moves + length - 4, " ..."))
        return; /* too long to be kept in full */
    walk_try(w, PROMISE_REPLAY);
    call_begin(w, "replay", w->state[NOW]);
    struct zm_position *const p = zm_position_new(w->game, &error);
    const char *const wrong = p ? zm_position_play_text(p, w->check->moves, &error) : error.text;
    if (wrong)
        walk_fault(w, PROMISE_REPLAY, "the moves are not read back: %s", wrong);
    else if (!is_now(w, p))
        walk_fault(w, PROMISE_REPLAY, "the moves read back lead to another position");
    else
        saves_and_loads(w, p);
    zm_position_free(p);
    call_end_const(w, "replay", w->state[NOW]);
}

void conform_replay(struct walk *w)
{
    enum { ALL = 200, SOME = 16 }; /* every game at first, then one in SOME */
    if (w->check->played > ALL && w->check->played % SOME != 0)
        return;
    replays_by_moves(w);
    if (w->game->undo && !faulty(w, PROMISE_UNDO_SIZE))
        takes_back_all(w);
    /* Through the library, which trusts the game: not if that is known to be unwise. */
    if (!faulty(w, PROMISE_BOUNDS) && !faulty(w, PROMISE_MAX_MOVES) && !faulty(w, PROMISE_NAME) &&
        !faulty(w, PROMISE_NAMES) && !faulty(w, PROMISE_PLAY) && !faulty(w, PROMISE_SOME_MOVE))
        replays_by_text(w);
}
