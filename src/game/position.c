/* position.c -- a position with its past.
 *
 * Every state since the origin is kept, one after the other in `states`; taking back is
 * moving an index. The moves taken back stay in `played` until another one is played.
 *
 * Invariants: 0 <= plies <= future; states holds plies + 1 states, played holds
 * `future` moves, of which the first `plies` lead to the present state. */
#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TEXT = 256 };

/* A game of somebody's own may list more moves than it promised. There is room for some
 * more, so that the first position can be refused instead of the memory being spoilt. */
enum { SLACK = 1024 };

struct zm_position {
    const struct zm_game *game;
    unsigned char *states;
    zm_move *played;
    uint64_t *keys;
    int plies, future, room;
    char *origin;
    char *seat[ZM_MAX_PLAYERS]; /* who sits there, or NULL */
    zm_move *list;              /* legal moves of the present state ...      */
    int count;                  /* ... or -1: not generated yet              */
    int repeated;               /* how often the present state has been here */
};

static struct zm_state *state_at(const struct zm_position *p, int ply)
{
    return (struct zm_state *)(p->states + (size_t)ply * state_stride(p->game));
}

const struct zm_state *position_state_at(const struct zm_position *p, int ply)
{
    return state_at(p, ply);
}

const struct zm_state *zm_position_state(const struct zm_position *p)
{
    return state_at(p, p->plies);
}

const struct zm_game *zm_position_game(const struct zm_position *p)
{
    return p->game;
}

/* Make room for one more ply. */
static bool grow(struct zm_position *p)
{
    if (p->plies + 1 < p->room)
        return true;
    const int room = p->room ? p->room * 2 : 16;
    const size_t size = state_stride(p->game);
    unsigned char *states = aligned_alloc(64, (size_t)room * size);
    zm_move *played = realloc(p->played, (size_t)room * sizeof *played);
    if (played)
        p->played = played;
    uint64_t *keys = realloc(p->keys, (size_t)room * sizeof *keys);
    if (keys)
        p->keys = keys;
    if (!states || !played || !keys) {
        free(states);
        return false;
    }
    memset(states, 0, (size_t)room * size);
    if (p->states)
        memcpy(states, p->states, (size_t)p->room * size);
    free(p->states);
    p->states = states;
    p->room = room;
    return true;
}

/* The present state changed: forget what was known of the old one. */
static void arrive(struct zm_position *p)
{
    p->count = -1;
    p->repeated = 1;
    if (p->game->repetition == ZM_REPEAT_HARMLESS)
        return;
    p->keys[p->plies] = game_repeat_key(p->game, zm_position_state(p));
    for (int i = 0; i < p->plies; i++)
        p->repeated += p->keys[i] == p->keys[p->plies];
}

struct zm_position *zm_position_new(const struct zm_game *game, struct zm_error *error)
{
    struct zm_position *p = calloc(1, sizeof *p);
    const char *wrong = out_of_memory;
    if (!p)
        goto fail;
    p->game = game;
    p->list = malloc(((size_t)game->max_moves + SLACK) * sizeof *p->list);
    if (!p->list || !grow(p))
        goto fail;
    wrong = game->start(state_at(p, 0), zm_game_options(game));
    if (wrong)
        goto fail;
    arrive(p);
    const zm_move *list;
    if (zm_position_moves(p, &list) > game->max_moves) {
        wrong = "it has more moves at the start than its max_moves; `zermelo check` tells more";
        goto fail;
    }
    return p;
fail:
    sentence(error, "%s: %s", game->name, wrong);
    zm_position_free(p);
    return NULL;
}

struct zm_position *zm_position_copy(const struct zm_position *p, struct zm_error *error)
{
    struct zm_position *c = calloc(1, sizeof *c);
    const size_t room = (size_t)p->room;
    if (c) {
        *c = *p;
        c->origin = p->origin ? strdup(p->origin) : NULL;
        c->list = malloc(((size_t)p->game->max_moves + SLACK) * sizeof *c->list);
        c->states = aligned_alloc(64, room * state_stride(p->game));
        c->played = malloc(room * sizeof *c->played);
        c->keys = malloc(room * sizeof *c->keys);
        c->count = -1;
        for (int i = 0; i < ZM_MAX_PLAYERS; i++)
            c->seat[i] = NULL;
    }
    bool copied = c && c->list && c->states && c->played && c->keys && (c->origin || !p->origin);
    for (int i = 0; i < ZM_MAX_PLAYERS; i++)
        copied = copied && zm_position_set_seat(c, i, p->seat[i]);
    if (!copied) {
        sentence(error, "%s", out_of_memory);
        zm_position_free(c);
        return NULL;
    }
    memcpy(c->states, p->states, room * state_stride(p->game));
    memcpy(c->played, p->played, (size_t)p->future * sizeof *c->played);
    memcpy(c->keys, p->keys, ((size_t)p->plies + 1) * sizeof *c->keys);
    return c;
}

void zm_position_free(struct zm_position *p)
{
    if (!p)
        return;
    free(p->states);
    free(p->played);
    free(p->keys);
    free(p->origin);
    for (int i = 0; i < ZM_MAX_PLAYERS; i++)
        free(p->seat[i]);
    free(p->list);
    free(p);
}

static bool drawn_by_repetition(const struct zm_position *p)
{
    return p->game->repetition == ZM_REPEAT_DRAWS && p->repeated >= p->game->repeat_count;
}

int zm_position_turn(const struct zm_position *p)
{
    return drawn_by_repetition(p) ? ZM_OVER : p->game->turn(zm_position_state(p));
}

int zm_position_payoff(const struct zm_position *p, int player)
{
    const struct zm_state *const s = zm_position_state(p);
    return p->game->turn(s) == ZM_OVER ? p->game->payoff(s, player) : 0;
}

/* Would m bring back a position that has been here? */
static bool repeats(const struct zm_position *p, zm_move m, struct zm_state *memory)
{
    memcpy(memory, zm_position_state(p), p->game->state_size);
    p->game->play(memory, m);
    const uint64_t key = game_repeat_key(p->game, memory);
    for (int i = 0; i <= p->plies; i++)
        if (p->keys[i] == key)
            return true;
    return false;
}

/* Drop the moves that superko forbids. The last one, which may be a pass, always stays. */
static int drop_repeats(const struct zm_position *p, zm_move list[], int count)
{
    struct zm_state *const memory = aligned_alloc(64, state_stride(p->game));
    int kept = 0;
    if (!memory)
        return count;
    for (int i = 0; i < count; i++)
        if (i == count - 1 || !repeats(p, list[i], memory))
            list[kept++] = list[i];
    free(memory);
    return kept;
}

int zm_position_moves(const struct zm_position *p, const zm_move **list)
{
    struct zm_position *const cache = (struct zm_position *)p;
    if (p->count < 0) {
        const bool over = zm_position_turn(p) == ZM_OVER;
        cache->count = over ? 0 : p->game->moves(zm_position_state(p), p->list);
        if (p->game->repetition == ZM_REPEAT_ILLEGAL)
            cache->count = drop_repeats(p, p->list, p->count);
    }
    *list = p->list;
    return p->count;
}

bool zm_position_legal(const struct zm_position *p, zm_move m)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return true;
    return false;
}

zm_move zm_position_draw(const struct zm_position *p, uint64_t *seed)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    uint32_t *const weight = malloc((size_t)p->game->max_moves * sizeof *weight);
    zm_move drawn = ZM_NO_MOVE;
    if (weight && zm_position_turn(p) == ZM_CHANCE) {
        p->game->weights(zm_position_state(p), weight);
        drawn = list[zm_pick(seed, weight, n)];
    }
    free(weight);
    return drawn;
}

/* Play m, which is legal, without touching the moves taken back. */
static bool advance(struct zm_position *p, zm_move m)
{
    if (!grow(p))
        return false;
    memcpy(state_at(p, p->plies + 1), state_at(p, p->plies), p->game->state_size);
    p->plies++;
    p->game->play(state_at(p, p->plies), m);
    p->played[p->plies - 1] = m;
    arrive(p);
    return true;
}

const char *zm_position_play(struct zm_position *p, zm_move m, struct zm_error *error)
{
    if (!zm_position_legal(p, m))
        return sentence(error, "move %d is not legal", p->plies + 1);
    if (!advance(p, m))
        return sentence(error, "%s", out_of_memory);
    p->future = p->plies;
    return NULL;
}

bool zm_position_undo(struct zm_position *p)
{
    if (p->plies == 0)
        return false;
    p->plies--;
    arrive(p);
    return true;
}

bool zm_position_redo(struct zm_position *p)
{
    return p->plies < p->future && advance(p, p->played[p->plies]);
}

int zm_position_plies(const struct zm_position *p)
{
    return p->plies;
}

zm_move zm_position_played(const struct zm_position *p, int ply)
{
    return ply >= 0 && ply < p->plies ? p->played[ply] : ZM_NO_MOVE;
}

const char *zm_position_origin(const struct zm_position *p)
{
    return p->origin;
}

bool zm_position_set_seat(struct zm_position *p, int player, const char *name)
{
    char *const copy = name ? strdup(name) : NULL;
    if (player < 0 || player >= ZM_MAX_PLAYERS || (name && !copy)) {
        free(copy);
        return false;
    }
    free(p->seat[player]);
    p->seat[player] = copy;
    return true;
}

const char *zm_position_seat(const struct zm_position *p, int player)
{
    return player >= 0 && player < ZM_MAX_PLAYERS ? p->seat[player] : NULL;
}

/* ------------------------------------------------------------------- text -- */

static struct zm_text text_begin(char *out, size_t size)
{
    if (size > 0)
        out[0] = '\0';
    return (struct zm_text){ out, size, 0 };
}

size_t zm_position_show(const struct zm_position *p, char *out, size_t size)
{
    struct zm_text t = text_begin(out, size);
    p->game->show(zm_position_state(p), &t);
    return t.length;
}

size_t zm_position_show_move(const struct zm_position *p, zm_move m, char *out, size_t size)
{
    struct zm_text t = text_begin(out, size);
    p->game->show_move(zm_position_state(p), m, &t);
    return t.length;
}

size_t zm_position_show_played(const struct zm_position *p, int ply, char *out, size_t size)
{
    struct zm_text t = text_begin(out, size);
    if (ply >= 0 && ply < p->plies)
        p->game->show_move(state_at(p, ply), p->played[ply], &t);
    return t.length;
}

/* The moves that led here, with spaces between. */
static void write_moves(const struct zm_position *p, struct zm_text *t)
{
    for (int i = 0; i < p->plies; i++) {
        if (i > 0)
            zm_print(t, " ");
        p->game->show_move(state_at(p, i), p->played[i], t);
    }
}

size_t zm_position_write(const struct zm_position *p, char *out, size_t size)
{
    struct zm_text t = text_begin(out, size);
    if (p->game->write)
        p->game->write(zm_position_state(p), &t);
    else
        write_moves(p, &t);
    return t.length;
}

const char *zm_position_read(struct zm_position *p, const char *text, struct zm_error *error)
{
    const struct zm_game *const game = p->game;
    if (!game->read) {
        struct zm_position *fresh = zm_position_new(game, error);
        if (!fresh || zm_position_play_text(fresh, text, error)) {
            zm_position_free(fresh);
            return error->text;
        }
        const struct zm_position old = *p;
        *p = *fresh;
        *fresh = old;
        memcpy(p->seat, old.seat, sizeof p->seat);
        memset(fresh->seat, 0, sizeof fresh->seat);
        zm_position_free(fresh);
        return NULL;
    }
    struct zm_state *const s = aligned_alloc(64, state_stride(game));
    char *const origin = strdup(text);
    const char *wrong = out_of_memory;
    if (s && origin) {
        memset(s, 0, state_stride(game));
        wrong = game->start(s, zm_game_options(game));
        if (!wrong)
            wrong = game->read(s, text);
    }
    if (wrong) {
        sentence(error, "the position \"%.100s\": %s", text, wrong);
        free(s);
        free(origin);
        return error->text;
    }
    memcpy(state_at(p, 0), s, game->state_size);
    free(s);
    free(p->origin);
    p->origin = origin;
    p->plies = p->future = 0;
    arrive(p);
    return NULL;
}

/* Is `text` the way this position writes m? Capitals do not matter if nothing else does. */
static bool reads_as(const struct zm_position *p, zm_move m, const char *text, bool exactly)
{
    char name[TEXT] = "";
    if (zm_position_show_move(p, m, name, sizeof name) >= sizeof name)
        return false;
    return exactly ? !strcmp(name, text) : !strcasecmp(name, text);
}

static void list_some_moves(const struct zm_position *p, struct zm_text *t)
{
    enum { SOME = 12 };
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; i < n && i < SOME; i++) {
        char name[TEXT];
        zm_position_show_move(p, list[i], name, sizeof name);
        zm_print(t, "%s%s", i ? " " : "", name);
    }
    if (n > SOME)
        zm_print(t, " ...");
}

zm_move zm_position_read_move(const struct zm_position *p, const char *text, struct zm_error *error)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    if (n == 0) {
        sentence(error, "\"%.60s\" cannot be played: the game is over", text);
        return ZM_NO_MOVE;
    }
    for (int exactly = 1; exactly >= 0; exactly--)
        for (int i = 0; i < n; i++)
            if (reads_as(p, list[i], text, exactly))
                return list[i];
    if (p->game->read_move) {
        const zm_move m = p->game->read_move(zm_position_state(p), text);
        if (m != ZM_NO_MOVE && zm_position_legal(p, m))
            return m;
    }
    struct zm_text t = { error->text, sizeof error->text, 0 };
    zm_print(&t, "\"%.60s\" is not a legal move here; expected one of: ", text);
    list_some_moves(p, &t);
    return ZM_NO_MOVE;
}

/* Where the next move of a list ends: at a space or, if the whole word is no move, after as
 * many of its first characters as make one ("444" for three moves, "f5d6" for two). */
static zm_move next_move(const struct zm_position *p, const char **at, struct zm_error *error)
{
    enum { LONGEST_JOINED = 8 };
    char word[TEXT];
    size_t length = strcspn(*at, " \t\r\n,");
    if (length >= sizeof word) {
        sentence(error, "\"%.40s...\" is too long to be a move", *at);
        return ZM_NO_MOVE;
    }
    memcpy(word, *at, length);
    word[length] = '\0';
    zm_move m = zm_position_read_move(p, word, error);
    if (m == ZM_NO_MOVE && length > LONGEST_JOINED)
        length = LONGEST_JOINED + 1;
    while (m == ZM_NO_MOVE && length > 1) {
        struct zm_error ignored;
        word[--length] = '\0';
        m = zm_position_read_move(p, word, &ignored);
    }
    if (m != ZM_NO_MOVE)
        *at += length;
    return m;
}

/* Many transcripts leave out a pass where nothing else is possible: play it. */
static bool pass_left_out(struct zm_position *p)
{
    const zm_move *list;
    return zm_position_moves(p, &list) == 1 && reads_as(p, list[0], "pass", true) &&
           advance(p, list[0]);
}

/* Read the next move, and before it a pass that the text leaves out. */
static zm_move next_after_pass(struct zm_position *p, const char **at, struct zm_error *error)
{
    struct zm_error ignored;
    zm_move m = next_move(p, at, error);
    if (m == ZM_NO_MOVE && pass_left_out(p)) {
        m = next_move(p, at, &ignored);
        if (m == ZM_NO_MOVE)
            zm_position_undo(p);
    }
    return m;
}

const char *zm_position_play_text(struct zm_position *p, const char *moves, struct zm_error *error)
{
    const int plies = p->plies;
    struct zm_error reason;
    for (const char *at = moves; at += strspn(at, " \t\r\n,"), *at;) {
        const zm_move m = next_after_pass(p, &at, &reason);
        if (m == ZM_NO_MOVE || zm_position_play(p, m, &reason)) {
            sentence(error, "move %d: %.900s", p->plies + 1, reason.text);
            while (p->plies > plies)
                zm_position_undo(p);
            p->future = plies;
            return error->text;
        }
    }
    return NULL;
}
