/* live_think.c -- the computers' thoughts. Each is an errand of the thinkers' threads: it takes a
 * copy of the position (and, to move, the player who sits there), works without the lock, and
 * brings back what it found. */
#include "server/thought.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "server/errands.h"
#include "server/library.h"
#include "server/runs.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SOLVE_MEGABYTES = 64 };
static const double tell_every = 0.1, unlimited = 2, hint_time = 1.5, judge_time = 0.6,
                    fill_time = 0.3, analysis_time = 20, blunder = 0.2;

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

static const char *within_limits(const struct server *server, const struct spec *spec,
                                 const char *text, bool runs, struct zm_error *error)
{
    char path[TRAIN_PATH];
    if (player_is_outside(text))
        return sentence(error, "%.40s: programs of others are not started from the page", text);
    for (int i = 0; i < spec->pairs; i++) {
        const char *const net = spec->pair[i].value;
        if (!strcmp(spec->pair[i].key, "net") && !(net && (library_has_net(server->library, net) ||
                                                           (runs && run_net(server, net, path)))))
            return net && runs && strchr(net, '@')
                       ? sentence(error, "no run has a net %.80s", net)
                       : sentence(error, "net=: files are not opened from the page, but those that "
                                         "the server was given with --plugin");
        const bool memory = !strcmp(spec->pair[i].key, "hash") ||
                            !strcmp(spec->pair[i].key, "memory") ||
                            !strcmp(spec->pair[i].key, "cache");
        const bool threads = !strcmp(spec->pair[i].key, "threads");
        const double value = spec->pair[i].value ? strtod(spec->pair[i].value, NULL) : 0;
        if (memory && value > server->settings.most.megabytes)
            return sentence(error, "%s=%.20s is more than this server allows: %d megabytes",
                            spec->pair[i].key, spec->pair[i].value,
                            server->settings.most.megabytes);
        if (threads && value > server->settings.most.workers)
            return sentence(error, "threads=%.20s is more than this server allows: %d",
                            spec->pair[i].value, server->settings.most.workers);
    }
    return NULL;
}

const char *think_allows(const struct server *server, const struct zm_game *game, const char *text,
                         struct zm_error *error)
{
    struct spec spec;
    (void)game;
    return spec_read(&spec, text, error) ? error->text
                                         : within_limits(server, &spec, text, false, error);
}

const char *think_seat(const struct server *server, const char *text, char out[SPEC_TEXT],
                       struct zm_error *error)
{
    struct spec spec;
    char path[TRAIN_PATH];
    struct zm_text t = { out, SPEC_TEXT, 0 };
    if (strlen(text) >= SPEC_TEXT)
        return sentence(error, "the name of a player is too long");
    if (spec_read(&spec, text, error) || within_limits(server, &spec, text, true, error))
        return error->text;
    zm_print(&t, "%s", spec.name);
    for (int i = 0; i < spec.pairs; i++) {
        const char *value = spec.pair[i].value;
        zm_print(&t, "%c%s%s", i == 0 ? ':' : ',', spec.pair[i].key, value ? "=" : "");
        if (!strcmp(spec.pair[i].key, "net") && !library_has_net(server->library, value) &&
            run_net(server, value, path))
            value = path;
        for (; value && *value; value++)
            zm_print(&t, "%s%c", *value == ',' || *value == '\\' ? "\\" : "", *value);
    }
    return t.length < SPEC_TEXT ? NULL : sentence(error, "the name of a player is too long");
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

/* ------------------------------------------------------------------ thinking -- */

/* A level may have one search think, now this one, now that. */
static void follow_player(struct thought_of *t)
{
    if (!t->player || t->search == player_search(t->player))
        return;
    server_lock(t->server);
    t->search = player_search(t->player);
    server_unlock(t->server);
}

static void on_step(void *user, const struct zm_result *so_far)
{
    struct thought_of *const t = user;
    const double now = clock_now();
    if (now - t->told < tell_every)
        return;
    t->told = now;
    t->result = *so_far;
    if (isnan(so_far->value)) /* the move is one of many */
        t->result.length = 0;
    follow_player(t);
    thought_look(t);
    thought_tell(t, false);
}

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
    /* Who names a search wants to see that one. */
    if (!t->named && solve(t, fmin(0.3, t->seconds / 2)))
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
        struct zm_result result; /* t->result has what is told on the way */
        t->wrong = zm_search_run(search, t->position, &limits, &result, &t->error);
        if (t->wrong && limits.lines > 0) { /* one that does not compare moves */
            limits.lines = 0;
            t->wrong = zm_search_run(search, t->position, &limits, &result, &t->error);
        }
        t->result = result;
        if (!t->wrong)
            thought_look(t);
    }
}

/* The player who sits there chooses. */
static void choose(struct thought_of *t)
{
    if (!t->player) {
        char spec[SPEC_TEXT];
        struct player *const player =
            think_seat(t->server, t->by, spec, &t->error)
                ? NULL
                : player_new(zm_position_game(t->position), spec, t->seed, &t->error);
        if (!player) {
            runs_conceal(t->server, &t->error);
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
    struct zm_result result = t->result;
    t->wrong = player_choose(t->player, t->position, &t->limits, &result, &t->error);
    t->result = result;
    player_listen(t->player, NULL, NULL);
    follow_player(t);
    if (!t->wrong)
        thought_look(t);
}

/* ------------------------------------------------------------------- results -- */

static void set_point(const struct thought_of *t)
{
    struct leaf *const leaf = live_leaf(t->live, t->ply);
    const double value = thought_value(t), score = thought_score(t);
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
    leaf->judged.loss = fmax(0, valued_score(game, best) - valued_score(game, played));
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
        thought_tell(t, true);
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
        t->named = purpose == FOR_ANALYSIS && live->analyse_by[0];
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
