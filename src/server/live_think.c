/* live_think.c -- the computers' thoughts. Each is an errand of the thinkers' threads: it takes a
 * copy of the position (and, to move, the player who sits there), works without the lock, and
 * brings back what it found. */
#include "server/live.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "server/errands.h"
#include "server/library.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES = ZM_MAX_LINE, /* moves that are compared      */
    LINE_TOLD = 12,      /* moves of a line that is told */
    TREE_SEEN = 1500,    /* nodes looked at for the values of the moves */
    TREE_TOLD = 200,
    SOLVE_MEGABYTES = 64
};
static const double tell_every = 0.1, unlimited = 2, hint_time = 1.5, judge_time = 0.6,
                    fill_time = 0.3, analysis_time = 20, blunder = 0.2;

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

const char *kind_name(enum kind kind)
{
    static const char *const name[] = { "exact", "bound", "estimate" };
    return name[kind];
}

const char *purpose_name(enum purpose purpose)
{
    static const char *const name[] = { "move", "hint", "analysis", "judge" };
    return name[purpose];
}

enum purpose think_purpose(const struct live *live)
{
    return live->thought->purpose;
}

bool think_quiet(const struct live *live)
{
    return live->thought->ply != zm_position_plies(live->position);
}

/* -------------------------------------------------------------------- limits -- */

static bool has_limit(const struct spec *spec)
{
    for (int i = 0; i < spec->pairs; i++)
        if (!strcmp(spec->pair[i].key, "depth") || !strcmp(spec->pair[i].key, "time") ||
            !strcmp(spec->pair[i].key, "nodes") || !strcmp(spec->pair[i].key, "sims"))
            return true;
    return false;
}

const char *think_allows(const struct server *server, const struct zm_game *game, const char *text,
                         struct zm_error *error)
{
    struct spec spec;
    (void)game;
    if (spec_read(&spec, text, error))
        return error->text;
    if (player_is_outside(text))
        return sentence(error, "%.40s: programs of others are not started from the page", text);
    for (int i = 0; i < spec.pairs; i++) {
        const bool memory =
            !strcmp(spec.pair[i].key, "hash") || !strcmp(spec.pair[i].key, "memory");
        const bool threads = !strcmp(spec.pair[i].key, "threads");
        const double value = spec.pair[i].value ? strtod(spec.pair[i].value, NULL) : 0;
        if (memory && value > server->settings.most.megabytes)
            return sentence(error, "%s=%.20s is more than this server allows: %d megabytes",
                            spec.pair[i].key, spec.pair[i].value, server->settings.most.megabytes);
        if (threads && value > server->settings.most.workers)
            return sentence(error, "threads=%.20s is more than this server allows: %d",
                            spec.pair[i].value, server->settings.most.workers);
    }
    return NULL;
}

/* A search without a limit of its own shall not keep people waiting. */
static double time_for(const struct server *server, const char *text)
{
    struct spec spec;
    struct zm_error error;
    const double most = server->settings.most.seconds;
    const bool limited =
        !spec_read(&spec, text, &error) && (has_limit(&spec) || !strcmp(spec.name, "level"));
    return limited || most < unlimited ? most : unlimited;
}

/* -------------------------------------------------------------------- values -- */

/* The expected score, 0 to 1, of who the value is for. */
double value_score(const struct zm_game *game, double value, bool exact)
{
    if (exact && !(game->flags & ZM_HAS_CHANCE))
        return value > 0 ? 1 : value < 0 ? 0 : 0.5;
    if (game->flags & ZM_MARGIN) /* a tenth of the board ahead is nearly won */
        return 1 / (1 + exp(-30 * value / game->max_payoff));
    return fmin(1, fmax(0, 0.5 + 0.5 * value / game->max_payoff));
}

static double first_value(const struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    if (isfinite(t->result.values[0]))
        return t->result.values[0];
    return game->players == 2 && t->turn == 1 ? -t->result.value : t->result.value;
}

/* Of the first player; NaN: not known. */
static double first_score(const struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    if (!t->result.exact && isfinite(t->win) && (t->turn == 0 || game->players == 2))
        return t->turn == 0 ? t->win : 1 - t->win;
    const double value = first_value(t);
    return isfinite(value) ? value_score(game, value, t->result.exact) : NAN;
}

static double score_of_move(const struct zm_game *game, const struct valued *v)
{
    return v->kind != KIND_EXACT && isfinite(v->win)
               ? v->win
               : value_score(game, v->value, v->kind == KIND_EXACT);
}

static void take_line(struct valued *v, const zm_move line[], int length)
{
    v->length = length < LINE_TOLD ? length : LINE_TOLD;
    memcpy(v->line, line, (size_t)v->length * sizeof *line);
}

/* From the lines that alpha-beta compared. */
static void take_lines(struct thought_of *t)
{
    struct zm_line *const lines = malloc(LINES * sizeof *lines);
    const int n = lines ? zm_search_lines(t->search, lines, LINES) : 0;
    for (t->count = 0; t->count < n; t->count++) {
        const struct zm_line *const l = &lines[t->count];
        struct valued *const v = &t->valued[t->count];
        if (l->length < 1)
            break;
        *v = (struct valued){ .move = l->line[0],
                              .value = l->value,
                              .kind = l->exact ? KIND_EXACT : KIND_ESTIMATE,
                              .low = NAN,
                              .high = NAN,
                              .win = NAN,
                              .prior = NAN,
                              .visits = -1 };
        take_line(v, l->line, l->length);
    }
    free(lines);
}

static enum kind proven(const struct zm_game *game, int low, int high)
{
    return low == high                                          ? KIND_EXACT
           : low > -game->max_payoff || high < game->max_payoff ? KIND_BOUND
                                                                : KIND_ESTIMATE;
}

/* The line of the moves visited most from this node on. */
static void follow(const struct zm_tree_node list[], int n, int at, struct valued *v)
{
    while (at > 0 && v->length < LINE_TOLD) {
        v->line[v->length++] = list[at].move;
        int next = 0;
        for (int i = at + 1; i < n && !next; i++)
            if (list[i].parent == at && list[i].visits > 0)
                next = i;
        at = next;
    }
}

/* From the tree of Monte Carlo search; false: there is none. */
static bool take_tree(struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    struct zm_tree_node *const list = malloc(TREE_SEEN * sizeof *list);
    const int n = list ? zm_search_tree(t->search, list, TREE_SEEN) : 0;
    t->count = 0;
    if (n > 0)
        t->win = list[0].win;
    for (int i = 1; i < n && t->count < LINES; i++) {
        if (list[i].parent != 0)
            continue;
        struct valued *const v = &t->valued[t->count++];
        const enum kind kind = proven(game, list[i].low, list[i].high);
        *v = (struct valued){ .move = list[i].move,
                              .value = kind == KIND_EXACT ? list[i].low : list[i].value,
                              .kind = kind,
                              .low = kind == KIND_ESTIMATE ? (double)NAN : list[i].low,
                              .high = kind == KIND_ESTIMATE ? (double)NAN : list[i].high,
                              .win = list[i].win,
                              .prior = list[i].prior,
                              .visits = (int64_t)list[i].visits };
        follow(list, n, i, v);
    }
    free(list);
    return n > 0;
}

static void take_values(struct thought_of *t)
{
    if (t->search && !take_tree(t))
        take_lines(t);
}

/* ------------------------------------------------------------------- telling -- */

static void write_value(struct json *j, const struct thought_of *t, const struct valued *v)
{
    char text[MOVE_TEXT];
    const struct zm_position *const p = t->position;
    zm_position_show_move(p, v->move, text, sizeof text);
    json_object(j, NULL);
    json_text(j, "move", text);
    board_clicks(j, "cells", zm_position_game(p), zm_position_state(p), v->move);
    json_number(j, "value", v->value);
    json_text(j, "kind", kind_name(v->kind));
    json_number(j, "low", v->low);
    json_number(j, "high", v->high);
    if (v->visits >= 0)
        json_integer(j, "visits", v->visits);
    else
        json_null(j, "visits");
    json_number(j, "win", v->win);
    json_number(j, "prior", v->prior);
    board_line(j, "line", p, v->line, v->length);
    json_end_object(j);
}

/* Win, draw and loss of the first player, where that is known. */
static void write_wdl(struct json *j, const struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    const double value = first_value(t), score = first_score(t);
    if (!t->result.exact || !isfinite(value) ||
        ((game->flags & ZM_HAS_CHANCE) && t->result.value != game->max_payoff)) {
        json_null(j, "wdl");
        return;
    }
    json_array(j, "wdl");
    json_integer(j, NULL, score == 1);
    json_integer(j, NULL, score == 0.5);
    json_integer(j, NULL, score == 0);
    json_end_array(j);
}

static void write_thinking(struct json *j, const struct thought_of *t, bool done)
{
    const struct zm_result *const r = &t->result;
    const bool exact = r->exact;
    json_object(j, NULL);
    json_text(j, "id", t->live->id);
    json_integer(j, "ply", t->ply);
    json_text(j, "purpose", purpose_name(t->purpose));
    json_text(j, "by", t->method ? t->method : t->by);
    json_integer(j, "player", t->turn);
    json_integer(j, "depth", r->depth);
    json_count(j, "nodes", r->nodes);
    json_number(j, "seconds", clock_now() - t->begin);
    json_number(j, "value", r->value);
    json_number(j, "score", first_score(t));
    write_wdl(j, t);
    json_text(j, "kind", kind_name(exact ? KIND_EXACT : KIND_ESTIMATE));
    json_integer(j, "distance", r->distance);
    board_line(j, "line", t->position, r->line, r->length < LINE_TOLD ? r->length : LINE_TOLD);
    json_array(j, "moves");
    for (int i = 0; i < t->count; i++)
        write_value(j, t, &t->valued[i]);
    json_end_array(j);
    json_bool(j, "done", done);
    json_end_object(j);
}

static void write_tree(struct json *j, const char *id, int ply, const char *by,
                       const struct zm_position *p, const struct zm_tree_node list[], int n)
{
    const struct zm_game *const game = zm_position_game(p);
    const size_t stride = state_stride(game);
    unsigned char *const states = aligned_alloc(64, (size_t)(n > 0 ? n : 1) * stride);
    json_object(j, NULL);
    json_text(j, "id", id);
    json_integer(j, "ply", ply);
    json_text(j, "by", by);
    json_array(j, "nodes");
    for (int i = 0; states && i < n; i++) {
        char text[MOVE_TEXT] = "";
        struct zm_text out = { text, sizeof text, 0 };
        struct zm_state *const s = (struct zm_state *)(void *)(states + (size_t)i * stride);
        if (i == 0) {
            memcpy(s, zm_position_state(p), game->state_size);
        } else {
            const struct zm_state *const from =
                (const void *)(states + (size_t)list[i].parent * stride);
            game->show_move(from, list[i].move, &out);
            memcpy(s, from, game->state_size);
            game->play(s, list[i].move);
        }
        const enum kind kind = proven(game, list[i].low, list[i].high);
        json_object(j, NULL);
        json_text(j, "move", text);
        json_integer(j, "parent", list[i].parent);
        json_integer(j, "turn", list[i].turn);
        json_integer(j, "player", list[i].player);
        json_count(j, "visits", list[i].visits);
        json_number(j, "value", list[i].value);
        json_number(j, "win", list[i].win);
        json_number(j, "prior", list[i].prior);
        json_text(j, "kind", kind_name(kind));
        json_number(j, "low", kind == KIND_ESTIMATE ? (double)NAN : list[i].low);
        json_number(j, "high", kind == KIND_ESTIMATE ? (double)NAN : list[i].high);
        json_end_object(j);
    }
    json_end_array(j);
    json_end_object(j);
    free(states);
}

bool live_write_tree(struct json *j, struct live *live, int most)
{
    const struct thought_of *const t = live->thought;
    struct zm_tree_node *const list = malloc((size_t)most * sizeof *list);
    struct zm_search *const search = t && t->search ? t->search : NULL;
    const int n = list && search ? zm_search_tree(search, list, most) : 0;
    if (n > 0)
        write_tree(j, live->id, t->ply, t->by, t->position, list, n);
    free(list);
    return n > 0;
}

/* Without the lock until it is written. */
static void tell(struct thought_of *t, bool done)
{
    char *text = NULL, *tree = NULL, topic[TOPIC_TEXT];
    size_t length = 0, tree_length = 0;
    struct live *const live = t->live;
    struct json j = { .out = open_memstream(&text, &length) };
    if (!j.out)
        return;
    write_thinking(&j, t, done);
    fclose(j.out);
    snprintf(topic, sizeof topic, "tree:%s", live->id);
    struct zm_tree_node *const list =
        t->search && hub_is_heard(t->server->hub, topic) ? malloc(TREE_TOLD * sizeof *list) : NULL;
    const int n = list ? zm_search_tree(t->search, list, TREE_TOLD) : 0;
    struct json drawn = { .out = n > 0 ? open_memstream(&tree, &tree_length) : NULL };
    if (drawn.out) {
        write_tree(&drawn, live->id, t->ply, t->by, t->position, list, n);
        fclose(drawn.out);
    }
    free(list);
    server_lock(t->server);
    if (!t->cancelled && !(live->game->flags & ZM_HIDDEN)) {
        if (tree)
            hub_publish(t->server->hub, topic, "tree", tree, tree_length);
        if (t->ply == zm_position_plies(live->position)) {
            free(live->told);
            live->told = strdup(text);
            live->told_ply = t->ply;
            live_publish_thinking(live);
        }
    }
    server_unlock(t->server);
    free(text);
    free(tree);
}

static void on_step(void *user, const struct zm_result *so_far)
{
    struct thought_of *const t = user;
    const double now = clock_now();
    if (now - t->told < tell_every)
        return;
    t->told = now;
    t->result = *so_far;
    take_values(t);
    tell(t, false);
}

/* ------------------------------------------------------------------ thinking -- */

static bool is_cancelled(void *user)
{
    struct thought_of *const t = user;
    server_lock(t->server);
    const bool cancelled = t->cancelled || t->hurried;
    server_unlock(t->server);
    return cancelled;
}

/* The truth, where a solver finds it at once. */
static bool solve(struct thought_of *t, double seconds)
{
    struct zm_solution s;
    const struct zm_solve_limits limits = {
        .seconds = seconds, .megabytes = SOLVE_MEGABYTES, .stop = is_cancelled, .user = t
    };
    const bool solved = !zm_solve(t->position, &limits, &s, &t->error) && s.error < 1e-9 &&
                        s.unique && s.complete && s.count > 0;
    int best = -1;
    for (int i = 0; solved && i < s.count; i++) {
        struct valued *const v = t->count < LINES ? &t->valued[t->count++] : NULL;
        if (s.best[i] && best < 0)
            best = i;
        if (v)
            *v = (struct valued){ .move = s.move[i],
                                  .value = s.move_value[i],
                                  .kind = KIND_EXACT,
                                  .low = s.move_value[i],
                                  .high = s.move_value[i],
                                  .win = NAN,
                                  .prior = NAN,
                                  .visits = -1,
                                  .length = 1,
                                  .line = { s.move[i] } };
    }
    if (best >= 0) {
        struct zm_result *const r = &t->result;
        *r = (struct zm_result){ .move = s.move[best],
                                 .value = s.value,
                                 .exact = true,
                                 .nodes = s.nodes ? s.nodes : s.positions,
                                 .seconds = s.seconds };
        memcpy(r->values, s.values, sizeof r->values);
        r->length = s.length < ZM_MAX_LINE ? s.length : ZM_MAX_LINE;
        memcpy(r->line, s.line, (size_t)r->length * sizeof *r->line);
        if (r->length == 0 || r->line[0] != r->move) {
            r->line[0] = r->move;
            r->length = 1;
        }
        t->method = s.method;
    }
    zm_solution_release(&s);
    return best >= 0;
}

/* The best move and the value of all. */
static void analyse(struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    if (solve(t, fmin(0.3, t->seconds / 2)))
        return;
    t->count = 0;
    struct zm_search *const search = t->by[0] ? zm_search_new(game, t->by, &t->error) : NULL;
    if (!search) {
        t->wrong =
            t->by[0] ? t->error.text : sentence(&t->error, "no search can analyse %s", game->name);
        return;
    }
    const zm_move *list;
    const int moves = zm_position_moves(t->position, &list);
    struct zm_limits limits = { .seconds = t->seconds, .lines = moves < LINES ? moves : LINES };
    zm_search_listen(search, on_step, t);
    server_lock(t->server);
    t->search = search;
    const bool begins = !t->cancelled;
    server_unlock(t->server);
    if (begins) {
        t->wrong = zm_search_run(search, t->position, &limits, &t->result, &t->error);
        if (t->wrong && limits.lines > 0) { /* one that does not compare moves */
            limits.lines = 0;
            t->wrong = zm_search_run(search, t->position, &limits, &t->result, &t->error);
        }
        if (!t->wrong)
            take_values(t);
    }
}

/* The player who sits there chooses. */
static void choose(struct thought_of *t)
{
    if (!t->player) {
        struct player *const player =
            player_new(zm_position_game(t->position), t->by, t->seed, &t->error);
        if (!player) {
            t->wrong = t->error.text;
            return;
        }
        server_lock(t->server);
        t->player = player;
        server_unlock(t->server);
    }
    player_listen(t->player, on_step, t);
    server_lock(t->server);
    t->search = player_search(t->player);
    const bool begins = !t->cancelled;
    server_unlock(t->server);
    if (!begins)
        return;
    t->wrong = player_choose(t->player, t->position, &t->limits, &t->result, &t->error);
    player_listen(t->player, NULL, NULL);
    if (!t->wrong)
        take_values(t);
}

/* ------------------------------------------------------------------- results -- */

static void set_point(const struct thought_of *t)
{
    struct leaf *const leaf = live_leaf(t->live, t->ply);
    const double value = first_value(t), score = first_score(t);
    if (!leaf || !isfinite(value) || !isfinite(score))
        return;
    struct point *const point = &leaf->point;
    if (point->known && !point->player && t->purpose == FOR_MOVE)
        return; /* the analysis knows better */
    *point = (struct point){ .known = true,
                             .value = value,
                             .score = score,
                             .kind = t->result.exact ? KIND_EXACT : KIND_ESTIMATE,
                             .depth = t->result.depth,
                             .nodes = t->result.nodes,
                             .player = t->purpose == FOR_MOVE };
    snprintf(point->by, sizeof point->by, "%.63s", t->method ? t->method : t->by);
    if (t->result.move != ZM_NO_MOVE)
        zm_position_show_move(t->position, t->result.move, point->best, sizeof point->best);
}

static const struct valued *find_value(const struct thought_of *t, zm_move m)
{
    for (int i = 0; i < t->count; i++)
        if (t->valued[i].move == m)
            return &t->valued[i];
    return NULL;
}

static void judge(struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    struct live *const live = t->live;
    struct leaf *const leaf = live_leaf(live, t->ply);
    const struct valued *const best = find_value(t, t->result.move);
    const struct valued *const played = find_value(t, t->played);
    if (!leaf)
        return;
    leaf->judged = (struct judged){ .known = true };
    if (!best || !played || t->wrong)
        return;
    leaf->judged.before = best->value;
    leaf->judged.after = played->value;
    leaf->judged.loss = fmax(0, score_of_move(game, best) - score_of_move(game, played));
    leaf->judged.kind = best->kind > played->kind ? best->kind : played->kind;
    zm_position_show_move(t->position, best->move, leaf->judged.better, sizeof leaf->judged.better);
    if (leaf->judged.loss >= blunder)
        live->offer = t->ply;
}

/* Under the lock: nothing has changed since the thought began. */
static void apply(struct thought_of *t)
{
    struct live *const live = t->live;
    struct zm_error error;
    if (!t->wrong)
        set_point(t);
    if (t->purpose == FOR_JUDGEMENT)
        judge(t);
    if (t->wrong) {
        if (t->purpose == FOR_ANALYSIS)
            live->analyse = false;
        if (t->purpose != FOR_JUDGEMENT)
            snprintf(live->error, sizeof live->error, "%.390s", t->error.text);
    } else if (t->purpose == FOR_HINT) {
        live->hint = t->result.move;
        live->hinted = true;
    } else if (t->purpose == FOR_MOVE && live_play(live, t->result.move, &error)) {
        snprintf(live->error, sizeof live->error, "%.390s", error.text);
    }
    live_changed(live);
    live_go_on(live);
}

static void finish(struct thought_of *t)
{
    struct live *const live = t->live;
    struct server *const server = t->server;
    const bool tells = !t->wrong && t->result.move != ZM_NO_MOVE;
    if (tells)
        tell(t, true);
    server_lock(server);
    struct player *player = t->player;
    /* One that was stopped may still have the button pressed. */
    if (player && !t->cancelled && !t->hurried && !live->player[t->turn] &&
        !strcmp(live->spec[t->turn], player_spec(player))) {
        live->player[t->turn] = player;
        player = NULL;
        live->warm = true;
        lives_cool(server->lives);
    }
    struct zm_search *const own = t->purpose == FOR_MOVE ? NULL : t->search;
    t->player = NULL;
    t->search = NULL;
    live->thoughts--;
    if (!t->cancelled) {
        live->thought = NULL;
        apply(t);
    } else if (live->closed && live->thoughts == 0) {
        zm_position_free(t->position);
        t->position = NULL;
        player_free(player);
        player = NULL;
        zm_search_free(own);
        live_free(live);
        server_unlock(server);
        goto done;
    }
    server_unlock(server);
    player_free(player);
    zm_search_free(own);
done:
    zm_position_free(t->position);
    free(t->valued);
    free(t);
}

static void think(void *user)
{
    struct thought_of *const t = user;
    server_lock(t->server);
    const bool begins = !t->cancelled;
    if (begins && t->purpose == FOR_MOVE) {
        t->player = t->live->player[t->turn];
        t->live->player[t->turn] = NULL;
    }
    server_unlock(t->server);
    if (begins) {
        t->begin = clock_now();
        if (t->purpose == FOR_MOVE)
            choose(t);
        else
            analyse(t);
    }
    finish(t);
}

/* ------------------------------------------------------------------- control -- */

static double seconds_for(const struct live *live, enum purpose purpose, int ply)
{
    const double most = live->server->settings.most.seconds;
    const double wanted = purpose == FOR_HINT                        ? hint_time
                          : purpose == FOR_JUDGEMENT                 ? judge_time
                          : ply == zm_position_plies(live->position) ? analysis_time
                                                                     : fill_time;
    return wanted < most ? wanted : most;
}

/* Small tables: there may be many of these. */
static void analysis_spec(const struct live *live, char *out, size_t size)
{
    const char *const suits = library_suits(live->game);
    if (live->analyse_by[0])
        snprintf(out, size, "%s", live->analyse_by);
    else if (!strcmp(suits, "alphabeta"))
        snprintf(out, size, "alphabeta:hash=%d", 32);
    else
        snprintf(out, size, "%s%s", suits, *suits ? ":memory=64" : "");
}

void think_begin(struct live *live, enum purpose purpose, int ply)
{
    struct zm_error error;
    if (live->server->stopping)
        return;
    struct thought_of *const t = calloc(1, sizeof *t);
    struct valued *const valued = malloc(LINES * sizeof *valued);
    struct zm_position *const p = zm_position_copy(live->position, &error);
    if (!t || !valued || !p)
        goto fail;
    while (zm_position_plies(p) > ply && zm_position_undo(p))
        ;
    *t = (struct thought_of){ .server = live->server,
                              .live = live,
                              .purpose = purpose,
                              .ply = ply,
                              .turn = zm_position_turn(p),
                              .position = p,
                              .valued = valued,
                              .win = NAN,
                              .played = zm_position_played(live->position, ply),
                              .seed = zm_mix(live->seed + live->version),
                              .result = { .move = ZM_NO_MOVE, .value = NAN } };
    for (int i = 0; i < ZM_MAX_PLAYERS; i++)
        t->result.values[i] = NAN;
    if (purpose == FOR_MOVE) {
        memcpy(t->by, live->spec[t->turn], sizeof t->by);
        t->seconds = time_for(live->server, t->by);
        t->limits.seconds = t->seconds;
        if (live->clocked) {
            t->limits.clock = fmax(0.05, live_clock_left(live, t->turn, clock_now()));
            t->limits.increment = live->increment;
            if (t->limits.seconds > t->limits.clock / 2)
                t->limits.seconds = t->limits.clock / 2;
        }
    } else {
        analysis_spec(live, t->by, sizeof t->by);
        t->seconds = seconds_for(live, purpose, ply);
    }
    live->thought = t;
    live->thoughts++;
    if (errands_add(live->server->thinkers, purpose == FOR_MOVE, think, t)) {
        if (purpose != FOR_ANALYSIS || ply == zm_position_plies(live->position))
            live_publish(live);
        return;
    }
    live->thought = NULL;
    live->thoughts--;
fail:
    snprintf(live->error, sizeof live->error, "%s", out_of_memory);
    zm_position_free(p);
    free(valued);
    free(t);
}

void think_cancel(struct live *live)
{
    struct thought_of *const t = live->thought;
    if (!t)
        return;
    t->cancelled = true;
    live->thought = NULL;
    if (t->player)
        player_stop(t->player);
    else if (t->search)
        zm_search_stop(t->search);
}

void think_now(struct live *live)
{
    struct thought_of *const t = live->thought;
    if (!t)
        return;
    t->hurried = true;
    if (t->player)
        player_stop(t->player);
    else if (t->search)
        zm_search_stop(t->search);
}
