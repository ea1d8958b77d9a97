/* routes_runs.c -- the requests about runs of `zermelo train`. */
#include "server/routes.h"

#include "base/json.h"
#include "base/sentence.h"
#include "base/spec.h"
#include "learn/net_critic.h"
#include "server/library.h"
#include "server/runs.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 100000, MOST_GAMES = 100000, MOST_SIMS = 10000 };

void get_runs(struct request *r)
{
    runs_write(r->json, NULL, r->server);
}

static bool is_there(struct request *r)
{
    server_lock(r->server);
    const bool found = run_exists(r->server, r->part);
    server_unlock(r->server);
    if (!found)
        request_refuse(r, 404, "there is no run %s", r->part);
    return found;
}

static void answer_state(struct request *r, const char *name)
{
    if (!run_write(r->json, r->server, name, true))
        request_refuse(r, 404, "there is no run %s", name);
}

void get_run(struct request *r)
{
    if (is_there(r))
        answer_state(r, r->part);
}

void post_run_pause(struct request *r)
{
    struct zm_error error;
    if (!is_there(r))
        return;
    if (run_pause(r->server, r->part, &error))
        request_refuse(r, 409, "%s", error.text);
    else
        answer_state(r, r->part);
}

/* 0: not given. */
static bool read_limits(struct request *r, struct train_limits *limits)
{
    double rounds = 0, threads = 0;
    if (!body_number(r, "rounds", 1, MOST_ROUNDS, &rounds) ||
        !body_number(r, "threads", 1, r->server->settings.most.workers, &threads))
        return false;
    *limits = (struct train_limits){ .rounds = (uint32_t)rounds, .threads = (int)threads };
    return true;
}

void post_run_resume(struct request *r)
{
    struct zm_error error;
    struct train_limits limits;
    if (!is_there(r) || !read_limits(r, &limits))
        return;
    if (run_resume(r->server, r->part, limits, &error))
        request_refuse(r, 409, "%s", error.text);
    else
        answer_state(r, r->part);
}

/* ------------------------------------------------------------------ new runs -- */

/* The search that suits the game, with another number of simulations. */
static const char *set_sims(struct train_settings *s, int sims, struct zm_error *error)
{
    struct spec spec;
    if (spec_read(&spec, s->search, error))
        return error->text;
    struct zm_text t = { s->search, sizeof s->search, 0 };
    zm_print(&t, "%s:sims=%d", spec.name, sims);
    for (int i = 0; i < spec.pairs; i++)
        if (strcmp(spec.pair[i].key, "sims") != 0)
            zm_print(&t, ",%s=%s", spec.pair[i].key, spec.pair[i].value);
    return NULL;
}

/* Weights, their gradients and what the optimiser keeps of each. */
static const char *too_large(const struct request *r, const struct train_settings *s,
                             struct zm_error *error)
{
    const double weights = 2.0 * s->blocks * 9 * s->channels * s->channels;
    const int most = r->server->settings.most.megabytes;
    return weights * 4 * sizeof(float) > most * 1e6
               ? sentence(error, "net %dx%d is more than this server allows: %d megabytes",
                          s->channels, s->blocks, most)
               : NULL;
}

static bool read_settings(struct request *r, const struct zm_game *game, struct train_settings *s)
{
    struct zm_error error;
    const char *net = NULL, *gate = NULL;
    train_suits(game, s);
    snprintf(s->game, sizeof s->game, "%s", game->name);
    snprintf(s->options, sizeof s->options, "%s", net_options(game));
    double sims = 0, games = s->games, seed = 1;
    if (!body_text(r, "net", &net) || !body_text(r, "gate", &gate) ||
        !body_number(r, "sims", 2, MOST_SIMS, &sims) ||
        !body_number(r, "games", 1, MOST_GAMES, &games) || !body_number(r, "seed", 0, 1e15, &seed))
        return false;
    s->games = (uint32_t)games;
    s->seed = (uint64_t)seed;
    const char *wrong = NULL;
    if (strlen(game->name) >= sizeof s->game || strlen(net_options(game)) >= sizeof s->options)
        wrong = sentence(&error, "the name or the options of the game are too long");
    else if (net && !train_net_read(s, net))
        wrong = sentence(&error,
                         "\"net\": expected CHANNELSxBLOCKS, as in 64x4; channels are a multiple "
                         "of %d",
                         NET_CHANNELS_STEP);
    else if (gate && !train_gate_read(s, gate))
        wrong = sentence(&error, "\"gate\": expected a score from 0 to 1, always or sprt");
    else if (sims > 0)
        wrong = set_sims(s, (int)sims, &error);
    if (!wrong)
        wrong = too_large(r, s, &error);
    if (wrong)
        request_refuse(r, 422, "%s", wrong);
    return !wrong;
}

void post_runs(struct request *r)
{
    struct zm_error error;
    struct train_settings settings = { .seed = 1 };
    struct train_limits limits;
    const char *name = NULL, *options = NULL;
    char run[RUN_NAME];
    if (!body_text(r, "game", &name) || !body_text(r, "options", &options) ||
        !read_limits(r, &limits))
        return;
    if (!name) {
        request_refuse(r, 422, "\"game\" is missing");
        return;
    }
    limits.rounds = limits.rounds > 0 ? limits.rounds : USUAL_ROUNDS;
    limits.threads = limits.threads > 0 ? limits.threads : 1;
    const struct zm_game *const game = library_open(r->server->library, name, options, &error);
    const char *const why = game ? train_refuses(game) : NULL;
    if (!game || why || !read_settings(r, game, &settings)) {
        if (!game)
            request_refuse(r, 422, "%s", error.text);
        else if (why)
            request_refuse(r, 422, "no net learns %s: %s", game->name, why);
        zm_game_close(game);
        return;
    }
    if (run_begin(r->server, game, &settings, &limits, run, &error))
        request_refuse(r, 429, "%s", error.text);
    else
        answer_state(r, run);
}
