/* runs_json.c -- a run as the page shows it, from its files. */
#include "server/runs.h"

#include "base/json.h"
#include "learn/train_sign.h"
#include "server/french.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a run, at this moment. */
struct look {
    struct train_state state;
    struct train_progress progress;
    int threads;
    bool known;         /* the progress    */
    bool lives;         /* somebody trains */
    bool here, pausing; /* this server     */
    char error[400];
};

static bool look_at(struct look *look, struct server *server, const char *name)
{
    struct zm_error error;
    char folder[TRAIN_PATH];
    *look = (struct look){ .threads = 1 };
    run_folder(server, name, folder);
    look->known = train_sign_load(folder, &look->progress, &look->threads);
    look->lives = train_sign_lives(folder);
    const bool kept = !train_state_load(&look->state, folder, &error);
    server_lock(server);
    const struct run *run = server->runs->first;
    while (run && strcmp(run->name, name) != 0)
        run = run->next;
    if (run) {
        look->here = run->running;
        look->pausing = run->running && run->stop;
        snprintf(look->error, sizeof look->error, "%s", run->error);
        if (!kept) /* its first net is being made */
            train_state_begin(&look->state, &run->settings);
        if (run->running) { /* the files may be those of the sitting before */
            look->threads = run->limits.threads;
            look->progress.rounds = run->limits.rounds;
        }
    }
    server_unlock(server);
    if (!look->known && !look->here)
        look->progress.rounds = USUAL_ROUNDS;
    return kept || run;
}

static const char *state_word(const struct look *l)
{
    return l->pausing                                         ? "pausing"
           : l->here                                          ? "running"
           : l->lives                                         ? "elsewhere"
           : train_state_next(&l->state) > l->progress.rounds ? "finished"
                                                              : "paused";
}

/* Against itself, in all rounds. */
static uint64_t games_played(const struct look *l)
{
    const struct train_state *const s = &l->state;
    const uint32_t next = train_state_next(s);
    const bool this_round = l->known && l->progress.phase == TRAIN_PLAYING &&
                            l->progress.generation == next && s->phase == TRAIN_PLAYING;
    if (next == 0)
        return 0;
    return (uint64_t)(next - 1) * s->settings.games + (s->phase != TRAIN_PLAYING ? s->settings.games
                                                       : this_round              ? l->progress.games
                                                                                 : 0);
}

static void write_summary(struct json *j, const struct look *l, const char *name)
{
    const struct train_settings *const s = &l->state.settings;
    char net[32];
    snprintf(net, sizeof net, "%dx%d", s->channels, s->blocks);
    json_text(j, "name", name);
    json_text(j, "game", s->game);
    json_text(j, "options", s->options);
    json_text(j, "net", net);
    json_text(j, "state", state_word(l));
    json_count(j, "generation", train_state_next(&l->state));
    json_count(j, "rounds", l->progress.rounds);
    json_count(j, "champion", l->state.champion);
    json_number(j, "elo", train_state_elo(&l->state));
    json_count(j, "games", games_played(l));
    json_number(j, "left", l->known && l->lives ? l->progress.seconds_left : NAN);
}

static void write_progress(struct json *j, const struct look *l)
{
    static const char *const phase[] = { "playing", "training", "gating" };
    const struct train_progress *const p = &l->progress;
    if (!l->known) {
        json_null(j, "progress");
        return;
    }
    json_object(j, "progress");
    json_text(j, "phase", phase[p->phase]);
    json_count(j, "generation", p->generation);
    json_count(j, "games", p->games);
    json_count(j, "wanted", p->wanted);
    json_count(j, "step", p->step);
    json_count(j, "steps", p->steps);
    json_count(j, "positions", p->positions);
    json_number(j, "policy", p->losses.policy);
    json_number(j, "value", p->losses.value);
    json_number(j, "score", p->score);
    json_end_object(j);
}

static void write_generation(struct json *j, const struct train_generation *g)
{
    json_object(j, NULL);
    json_count(j, "games", g->games);
    json_count(j, "positions", g->positions);
    json_number(j, "policy", g->policy);
    json_number(j, "value", g->value);
    json_number(j, "score", g->score);
    json_count(j, "played", g->played);
    json_number(j, "elo", g->elo);
    json_bool(j, "better", g->better);
    json_number(j, "mistakes", g->mistakes);
    json_number(j, "alone", g->alone);
    json_number(j, "scoreLoss", g->score_loss);
    json_number(j, "ownerLoss", g->owner_loss);
    json_number(j, "ladder", g->ladder);
    json_number(j, "ladderError", g->ladder_error);
    json_number(j, "seconds", g->seconds);
    json_end_object(j);
}

static void write_rest(struct json *j, const struct look *l)
{
    const struct train_settings *const s = &l->state.settings;
    char gate[32];
    train_gate_write(s, gate);
    json_text(j, "search", s->search);
    json_text(j, "gate", gate);
    json_count(j, "each", s->games);
    json_integer(j, "threads", l->threads);
    write_progress(j, l);
    json_array(j, "generations");
    /* The one that plays its match has its line already, but no result. */
    for (uint32_t i = 0; i < train_state_next(&l->state); i++)
        write_generation(j, &l->state.generation[i]);
    json_end_array(j);
    json_languages(j, "error", l->error);
}

bool run_write(struct json *j, struct server *server, const char *name, bool whole)
{
    struct look look;
    const bool found = look_at(&look, server, name);
    if (found) {
        json_object(j, NULL);
        write_summary(j, &look, name);
        if (whole)
            write_rest(j, &look);
        json_end_object(j);
    }
    train_state_release(&look.state);
    return found;
}

void runs_write(struct json *j, const char *key, struct server *server)
{
    char(*names)[RUN_NAME];
    const int count = runs_list(server, &names);
    json_array(j, key);
    for (int i = 0; i < count; i++)
        run_write(j, server, names[i], false);
    json_end_array(j);
    free(names);
}
