#include "protocol/session.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "match/level.h"
#include "match/ownership.h"
#include "match/player.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------- making -- */

const char *session_suits(const struct zm_game *game)
{
    static const char *const preferred[][2] = { { "alphabeta", "mcts" }, { "mcts", "alphabeta" } };
    const bool simulated = game_is_simulated(game);
    for (int i = 0; i < 2; i++)
        if (!zm_search_refuses(zm_search_find(preferred[simulated][i]), game))
            return preferred[simulated][i];
    return "random";
}

/* Put "key=value" behind a search that takes it and does not say it itself. */
static void add_option(struct zm_text *t, const char *spec, const char *key, int value)
{
    char name[64], wanted[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    snprintf(wanted, sizeof wanted, "%s=", key);
    const char *const takes = zm_search_options(zm_search_find(name));
    if (value > 0 && takes && strstr(takes, wanted) && !strstr(spec, wanted))
        zm_print(t, "%c%s%d", strchr(t->at, ':') ? ',' : ':', wanted, value);
}

static const char *make_level(struct session *s, int number, struct zm_error *error)
{
    s->level = level_new(s->game, number, s->setup.seed, error);
    return s->level ? NULL : error->text;
}

static const char *make_search(struct session *s, struct zm_error *error)
{
    char text[SPEC_TEXT + 64];
    struct zm_text t = { text, sizeof text, 0 };
    const struct session_setup *const setup = &s->setup;
    const char *const spec = setup->search[0] ? setup->search : session_suits(s->game);
    long long number;
    if (setup->level > 0)
        return make_level(s, setup->level, error);
    if (!strncmp(spec, "level:", 6)) {
        if (!word_number(spec + 6, 1, LEVELS, &number))
            return sentence(error, "\"%.60s\" is no level; expected level:1 to level:%d", spec,
                            LEVELS);
        return make_level(s, (int)number, error);
    }
    zm_print(&t, "%s", spec);
    add_option(&t, spec, "hash", setup->hash);
    add_option(&t, spec, "threads", setup->threads);
    add_option(&t, spec, "seed", (int)(setup->seed & 0x7FFFFFFF));
    s->search = zm_search_new(s->game, text, error);
    if (s->search)
        zm_search_listen(s->search, s->step, s->step_user);
    return s->search ? NULL : error->text;
}

/* Make what chooses the moves. On failure the parts that were made are there nevertheless. */
static const char *make_player(struct session *s, struct zm_error *error)
{
    s->search = NULL;
    s->level = NULL;
    s->book = NULL;
    if (make_search(s, error))
        return error->text;
    if (s->setup.book[0]) {
        s->book = zm_book_open(s->game, s->setup.book, error);
        if (!s->book)
            return error->text;
    }
    return NULL;
}

static void free_player(struct session *s)
{
    zm_search_free(s->search);
    level_free(s->level);
    zm_book_close(s->book);
}

struct session *session_new(const struct zm_game *game, const struct session_setup *setup,
                            FILE *out, struct zm_error *error)
{
    struct session *const s = calloc(1, sizeof *s);
    if (!s) {
        sentence(error, "%s", out_of_memory);
        zm_game_close(game);
        return NULL;
    }
    s->game = game;
    s->out = out;
    s->moment = 0.5;
    s->setup = *setup;
    pthread_mutex_init(&s->writing, NULL);
    thinker_init(&s->thinker);
    s->position = zm_position_new(game, error);
    if (s->position && !make_player(s, error))
        return s;
    session_free(s);
    return NULL;
}

void session_free(struct session *s)
{
    if (!s)
        return;
    session_stop(s);
    session_wait(s);
    free_player(s);
    zm_position_free(s->position);
    zm_game_close(s->game);
    thinker_release(&s->thinker);
    pthread_mutex_destroy(&s->writing);
    free(s);
}

void session_listen(struct session *s, zm_listen_fn *step, void *user)
{
    s->step = step;
    s->step_user = user;
    if (s->search)
        zm_search_listen(s->search, step, user);
}

const char *session_change(struct session *s, const struct session_setup *setup,
                           struct zm_error *error)
{
    struct session before = *s;
    s->setup = *setup;
    if (!make_player(s, error)) {
        free_player(&before);
        return NULL;
    }
    free_player(s);
    s->setup = before.setup;
    s->search = before.search;
    s->level = before.level;
    s->book = before.book;
    return error->text;
}

const char *session_forget(struct session *s, struct zm_error *error)
{
    const struct session_setup setup = s->setup;
    return session_change(s, &setup, error);
}

const char *session_restart(struct session *s, struct zm_error *error)
{
    struct zm_position *const first = zm_position_new(s->game, error);
    if (!first)
        return error->text;
    zm_position_free(s->position);
    s->position = first;
    return NULL;
}

const char *session_reopen(struct session *s, const char *options, struct zm_error *error)
{
    const struct zm_game *const before = s->game;
    const struct zm_game *const game = zm_game_open(zm_game_spec(before), options, error);
    struct zm_position *const first = game ? zm_position_new(game, error) : NULL;
    if (first) {
        s->game = game;
        if (!session_forget(s, error)) {
            zm_position_free(s->position);
            s->position = first;
            zm_game_close(before);
            return NULL;
        }
        s->game = before;
    }
    zm_position_free(first);
    zm_game_close(game);
    return error->text;
}

/* ------------------------------------------------------------------ thinking -- */

const char *session_begin(struct session *s, void (*work)(void *user), void *user, bool held,
                          struct zm_error *error)
{
    session_wait(s);
    /* Nobody presses a button now: what was pressed too late for the last job is void. */
    s->stopper.pressed = false;
    if (s->search)
        s->search->stop = s->search->hit = false;
    if (!thinker_begin(&s->thinker, work, user, held))
        return sentence(error, "the system gives no thread to think in");
    return NULL;
}

bool session_busy(struct session *s)
{
    return thinker_busy(&s->thinker);
}

void session_stop(struct session *s)
{
    stopper_press(&s->stopper);
    thinker_stop(&s->thinker);
}

void session_hit(struct session *s)
{
    if (s->search)
        zm_search_hit(s->search);
    thinker_let_go(&s->thinker);
}

void session_wait(struct session *s)
{
    thinker_wait(&s->thinker);
}

void session_leave(struct session *s)
{
    if (!thinker_held(&s->thinker) && thinker_wait_for(&s->thinker, s->moment))
        return;
    session_stop(s);
    session_wait(s);
}

static double tighter(double a, double b)
{
    return a > 0 && (b <= 0 || a < b) ? a : b;
}

/* Only the deep search and the levels divide a clock; others are told how long to think. */
static struct zm_limits limits_of(const struct session *s, const struct zm_position *p,
                                  const struct zm_limits *limits)
{
    const struct zm_limits *const own = &s->setup.limits;
    struct zm_limits all = *limits;
    all.seconds = tighter(own->seconds, limits->seconds);
    all.nodes = (uint64_t)tighter((double)own->nodes, (double)limits->nodes);
    all.depth = (int)tighter(own->depth, limits->depth);
    if (s->search && !search_compares(s->search)) {
        const struct timing timing = timing_of(&all, s->game, zm_position_plies(p));
        all.seconds = isinf(timing.wanted) ? 0 : timing.wanted;
        all.clock = 0;
        all.lines = 0;
    }
    /* Without any limit simulations stop after some time, but not where others wait. */
    if (s->search && (s->search->algorithm->takes & TAKES_TREE) && all.ponder && all.nodes == 0)
        all.nodes = (uint64_t)1 << 60;
    return all;
}

const char *session_choose(struct session *s, const struct zm_position *p,
                           const struct zm_limits *limits, struct zm_result *result,
                           struct zm_error *error)
{
    struct zm_limits all = limits_of(s, p, limits);
    const bool one_move = all.lines <= 1 && all.move_count == 0 && !all.ponder;
    if (s->book && one_move && zm_position_turn(p) >= 0 && zm_book_best(s->book, p, result))
        return NULL;
    const enum ownership_pass pass = one_move ? ownership_pass(p, result) : PASS_UNCLEAR;
    if (pass == PASS_WINS)
        return NULL;
    if (s->level)
        return level_choose(s->level, &s->stopper, p, &all, result, error);
    /* Who plays with us by a protocol counts dead stones as dead, be the rules what they may. */
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    if (pass == PASS_DECEIVES && n > 1 && search_compares(s->search)) {
        all.moves = list;
        all.move_count = n - 1; /* the pass is the last */
    }
    return stopper_run(&s->stopper, s->search, p, &all, result, error);
}

/* -------------------------------------------------------------- input, output -- */

void session_say(struct session *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&s->writing);
    vfprintf(s->out, format, args);
    fputc('\n', s->out);
    fflush(s->out);
    pthread_mutex_unlock(&s->writing);
    va_end(args);
}

void session_serve(struct session *s, FILE *in, const struct protocol *protocol, void *user)
{
    struct lines *const lines = malloc(sizeof *lines);
    if (!lines) {
        protocol->complain(user, out_of_memory);
        return;
    }
    lines->in = in;
    while (lines_next(lines)) {
        char text[100];
        snprintf(text, sizeof text, "a line of %d characters or more is left out", LINE_MOST);
        if (lines->cut)
            protocol->complain(user, text);
        else if (!protocol->line(user, lines->text))
            break;
    }
    session_leave(s);
    free(lines);
}

/* ----------------------------------------------------------------------- text -- */

void session_show_line(const struct zm_position *p, const zm_move line[], int length,
                       const char *between, char *out, size_t size)
{
    struct zm_error error;
    size_t used = 0;
    struct zm_position *const at = zm_position_copy(p, &error);
    out[0] = '\0';
    for (int i = 0; at && i < length && zm_position_turn(at) != ZM_OVER; i++) {
        char move[256];
        if (!zm_position_legal(at, line[i]))
            break;
        zm_position_show_move(at, line[i], move, sizeof move);
        const char *const before = i > 0 ? between : "";
        if (used + strlen(before) + strlen(move) >= size)
            break;
        used += (size_t)snprintf(out + used, size - used, "%s%s", before, move);
        if (zm_position_play(at, line[i], &error))
            break;
    }
    zm_position_free(at);
}

char *session_board(const struct zm_position *p)
{
    const size_t size = zm_position_show(p, NULL, 0) + 1;
    char *const text = malloc(size);
    if (text)
        zm_position_show(p, text, size);
    return text;
}

bool session_pass(struct zm_position *p)
{
    struct zm_error error;
    const zm_move *list;
    char text[8] = "";
    if (zm_position_turn(p) < 0 || zm_position_moves(p, &list) != 1)
        return false;
    zm_position_show_move(p, list[0], text, sizeof text);
    return !strcmp(text, "pass") && !zm_position_play(p, list[0], &error);
}
