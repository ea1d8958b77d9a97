/* routes_watch.c -- the requests about matches and the store. */
#include "server/routes.h"

#include "base/json.h"
#include "base/nearest.h"
#include "base/sentence.h"
#include "server/library.h"
#include "server/live.h"
#include "server/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GAMES = 100000, USUAL_GAMES = 100, USUAL_PLIES = 4, MOST_FOUND = 200 };

void get_matches(struct request *r)
{
    struct zm_error error;
    if (watch_list(r->server, r->json, NULL, &error))
        request_refuse(r, 500, "%s", error.text);
}

static bool number_of(struct request *r, int64_t *id)
{
    char *end;
    *id = strtoll(r->part, &end, 10);
    if (*id > 0 && !*end && strlen(r->part) < 19)
        return true;
    request_refuse(r, 404, "there is no match %s", r->part);
    return false;
}

static void answer_state(struct request *r, int64_t id)
{
    struct zm_error error;
    char *const text = watch_state(r->server, id, &error);
    if (text)
        fputs(text, r->json->out);
    else
        request_refuse(r, 404, "%s", error.text);
    free(text);
}

void get_match(struct request *r)
{
    int64_t id;
    if (number_of(r, &id))
        answer_state(r, id);
}

void post_match_pause(struct request *r)
{
    struct zm_error error;
    int64_t id;
    if (!number_of(r, &id))
        return;
    if (watch_pause(r->server, id, &error))
        request_refuse(r, 409, "%s", error.text);
    else
        answer_state(r, id);
}

void post_match_resume(struct request *r)
{
    struct zm_error error;
    int64_t id;
    if (!number_of(r, &id))
        return;
    if (watch_start(r->server, NULL, r->server->settings.most.matches, &id, &error))
        request_refuse(r, 409, "%s", error.text);
    else
        answer_state(r, id);
}

/* ----------------------------------------------------------------- new matches -- */

static bool read_kind(struct request *r, enum plan_kind *kind)
{
    const char *text = NULL;
    if (!body_text(r, "kind", &text))
        return false;
    for (int i = 0; text && i < PLAN_KINDS; i++)
        if (!strcmp(text, plan_kind_name((enum plan_kind)i))) {
            *kind = (enum plan_kind)i;
            return true;
        }
    if (text)
        request_refuse(r, 422, "\"kind\": expected round-robin, gauntlet or knockout");
    return !text;
}

static bool read_sprt(struct request *r, struct sprt *sprt)
{
    double value[4] = { 0, 0, 0.05, 0.05 };
    int count;
    if (!body_numbers(r, "sprt", 4, value, &count))
        return false;
    if (count < 0)
        return true;
    *sprt = (struct sprt){ value[0], value[1], value[2], value[3], 0 };
    if (count >= 2 && value[0] < value[1] && fabs(value[0]) <= 2000 && fabs(value[1]) <= 2000 &&
        value[2] > 0 && value[2] < 0.5 && value[3] > 0 && value[3] < 0.5)
        return true;
    request_refuse(r, 422,
                   "\"sprt\": expected two Elo differences, the smaller first, and maybe two error "
                   "rates below 0.5");
    return false;
}

static bool read_limits(struct request *r, struct zm_limits *limits)
{
    struct request inside;
    double nodes = 0, depth = 0;
    if (!body_number(r, "nodes", 1, 1e12, &nodes) || !body_number(r, "depth", 1, 1000, &depth) ||
        !body_number(r, "seconds", 0.001, r->server->settings.most.seconds, &limits->seconds))
        return false;
    limits->nodes = (uint64_t)nodes;
    limits->depth = (int)depth;
    if (!body_has(r, "clock"))
        return true;
    if (!body_inside(r, "clock", &inside))
        return false;
    if (body_number(&inside, "seconds", 0.1, 1e5, &limits->clock) &&
        body_number(&inside, "increment", 0, 1e4, &limits->increment))
        return true;
    free(inside.answer);
    request_refuse(r, 400, "\"clock\": expected seconds from 0.1 and increment from 0");
    return false;
}

static bool has_limit(const char *spec)
{
    return !strncmp(spec, "level:", 6) || !strncmp(spec, "random", 6) || strstr(spec, "depth=") ||
           strstr(spec, "nodes=") || strstr(spec, "time=") || strstr(spec, "sims=");
}

/* Nobody may think without end; and the searches' own limits do not hold beside a time. */
static bool bound_thinking(struct request *r, struct match_settings *m)
{
    struct zm_limits *const limits = &m->conditions.limits;
    struct zm_error error;
    const bool limited =
        limits->nodes > 0 || limits->depth > 0 || limits->seconds > 0 || limits->clock > 0;
    for (int i = 0; i < m->players; i++) {
        if (think_allows(r->server, NULL, m->player[i], &error)) {
            request_refuse(r, 422, "%s", error.text);
            return false;
        }
        if (!limited && !has_limit(m->player[i])) {
            request_refuse(r, 422,
                           "%.60s has no limit: give it one, as in %.60s:nodes=100000, or give the "
                           "match nodes, depth, seconds or a clock",
                           m->player[i], m->player[i]);
            return false;
        }
    }
    if (limits->seconds == 0 && limits->clock == 0)
        limits->seconds = r->server->settings.most.seconds;
    return true;
}

void post_matches(struct request *r)
{
    struct zm_error error;
    struct match_settings m = { .options = "", .openings_name = "the page", .judge = "" };
    const char *name = NULL;
    double games = USUAL_GAMES, parallel = 1, random = USUAL_PLIES, seed = 1;
    int64_t id = 0;
    if (!body_text(r, "game", &name) || !body_text(r, "options", &m.options) ||
        !body_text(r, "openings", &m.openings) ||
        !body_texts(r, "players", MATCH_PLAYERS, m.player, &m.players) || !read_kind(r, &m.kind) ||
        !read_sprt(r, &m.sprt) || !read_limits(r, &m.conditions.limits) ||
        !body_number(r, "games", 1, MOST_GAMES, &games) ||
        !body_number(r, "parallel", 1, r->server->settings.most.matches, &parallel) ||
        !body_number(r, "random", 0, 1000, &random) || !body_number(r, "seed", 0, 1e15, &seed))
        return;
    if (!name || m.players < 2) {
        request_refuse(r, 422, "a match needs a game and two players or more");
        return;
    }
    if (!bound_thinking(r, &m))
        return;
    m.game = library_spec(r->server->library, name);
    if (!m.game) {
        request_refuse(r, 422, "there is no game \"%.40s\"", name);
        return;
    }
    if (m.openings && !*m.openings)
        m.openings = NULL;
    m.games = (uint64_t)games;
    m.random_plies = (int)random;
    m.seed = (uint64_t)seed;
    m.conditions.allowance = 0.5;
    m.conditions.most_plies = 10000;
    if (watch_start(r->server, &m, (int)parallel, &id, &error))
        request_refuse(r, 422, "%s", error.text);
    else
        answer_state(r, id);
}

void get_stored(struct request *r)
{
    struct zm_error error;
    struct store_wish wish = { .game = request_query(r, "game"),
                               .player = request_query(r, "player"),
                               .ending = request_query(r, "ending") };
    if (!request_number(r, "match", 0, 0, INT64_MAX / 2, &wish.match) ||
        !request_number(r, "offset", 0, 0, 1000000000, &wish.offset) ||
        !request_number(r, "count", 50, 1, MOST_FOUND, &wish.count))
        return;
    if (watch_find(r->server, &wish, r->json, &error))
        request_refuse(r, 500, "%s", error.text);
}
