#include "learn/train_gate.h"

#include "base/sentence.h"
#include "base/spec.h"
#include "match/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GATE_GAMES = 40, SPRT_GAMES = 400, PLAYER_TEXT = SPEC_TEXT };
static const struct sprt gate_test = { .elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05 };

struct gate {
    const struct train_watch *watch;
    struct train_progress *progress;
    bool stopped;
};

static bool is_for_learning(const char *key)
{
    static const char *const only[] = { "noise", "alpha", "temperature", "forced", "fast" };
    for (size_t i = 0; i < sizeof only / sizeof *only; i++)
        if (!strcmp(key, only[i]))
            return true;
    return false;
}

void train_earnest(const char *search, char *out, size_t size)
{
    struct spec spec;
    struct zm_error ignored;
    struct zm_text text = { out, size, 0 };
    if (spec_read(&spec, search, &ignored))
        return;
    zm_print(&text, "%s", spec.name);
    for (int i = 0, n = 0; i < spec.pairs; i++)
        if (!is_for_learning(spec.pair[i].key))
            zm_print(&text, "%c%s=%s", n++ ? ',' : ':', spec.pair[i].key,
                     spec.pair[i].value ? spec.pair[i].value : "");
}

/* "alphazero:net=FILE,..." with what a spec would read otherwise kept by a backslash. */
static void player_text(const char *search, const char *path, char out[PLAYER_TEXT])
{
    char earnest[SPEC_TEXT] = "";
    struct zm_text text = { out, PLAYER_TEXT, 0 };
    train_earnest(search, earnest, sizeof earnest);
    const size_t name = strcspn(earnest, ":");
    zm_print(&text, "%.*s:net=", (int)name, earnest);
    for (; *path; path++)
        zm_print(&text, *path == ',' || *path == '\\' ? "\\%c" : "%c", *path);
    if (earnest[name])
        zm_print(&text, ",%s", earnest + name + 1);
}

static void on_progress(void *user, const struct match *match)
{
    struct gate *const g = user;
    struct encounter e;
    g->progress->games = match_played(match);
    g->progress->score = NAN;
    if (match_encounter(match, 0, 1, &e)) {
        const uint64_t games = e.game[0] + e.game[1] + e.game[2];
        if (games > 0)
            g->progress->score = ((double)e.game[2] + 0.5 * (double)e.game[1]) / (double)games;
    }
    g->watch->progress(g->watch->user, g->progress);
    if (g->watch->stop(g->watch->user)) {
        g->stopped = true;
        match_stop((struct match *)match);
    }
}

/* The match of these two that a kill has interrupted; 0: there is none. */
static int64_t interrupted(struct store *store, const struct match_settings *settings)
{
    struct zm_error ignored;
    struct match_settings kept;
    char *memory = NULL;
    int64_t id = 0;
    if (store_unfinished(store, &id, &ignored) || id == 0 ||
        store_match(store, id, &kept, &memory, &ignored))
        return 0;
    const bool same = kept.players == 2 && !strcmp(kept.player[0], settings->player[0]) &&
                      !strcmp(kept.player[1], settings->player[1]);
    free(memory);
    return same ? id : 0;
}

/* Openings by lot, so that players without lots of their own do not play the same game again and
 * again. */
static int opening_plies(const struct zm_game *game)
{
    const int quarter = game->max_plies / 5;
    return game->max_plies > 0 && quarter < 4 ? quarter > 1 ? quarter : 1 : 4;
}

const char *train_gate(const struct zm_game *game, const struct train_settings *settings,
                       const char *folder, uint32_t champion, uint32_t candidate, int threads,
                       const struct train_watch *watch, struct train_progress *progress,
                       struct gate_result *result, bool *stopped, struct zm_error *error)
{
    char path[TRAIN_PATH], player[2][PLAYER_TEXT];
    struct gate gate = { watch, progress, false };
    const struct match_watch match_watch = { .progress = on_progress, .user = &gate };
    struct match_settings m = { .game = zm_game_spec(game),
                                .options = settings->options,
                                .kind = PLAN_ROUND_ROBIN,
                                .players = 2,
                                .player = { player[0], player[1] },
                                .games = settings->gate == GATE_SPRT ? SPRT_GAMES : GATE_GAMES,
                                .seed = settings->seed + candidate,
                                .random_plies = opening_plies(game),
                                .judge = "" };
    struct encounter e = { .game = { 0 } };
    if (settings->gate == GATE_SPRT)
        m.sprt = gate_test;
    train_net_path(folder, candidate, "net", path);
    player_text(settings->search, path, player[0]);
    train_net_path(folder, champion, "net", path);
    player_text(settings->search, path, player[1]);
    snprintf(path, sizeof path, "%s/gates.db", folder);
    struct store *const store = store_open(path, true, error);
    if (!store)
        return error->text;
    struct match *const match = match_new(&m, store, interrupted(store, &m), error);
    progress->wanted = m.games;
    const char *wrong = match ? match_run(match, threads, &match_watch, error) : error->text;
    *stopped = gate.stopped;
    if (!wrong && !*stopped)
        wrong = store_finish_match(store, match_id(match), error);
    if (!wrong && !*stopped && match_encounter(match, 0, 1, &e)) {
        const uint64_t games = e.game[0] + e.game[1] + e.game[2];
        result->played = games;
        result->score = games ? ((double)e.game[2] + 0.5 * (double)e.game[1]) / (double)games : 0.5;
        result->better = settings->gate == GATE_ALWAYS ? true
                         : settings->gate == GATE_SPRT ? match_verdict(match) == SPRT_ACCEPTS_1
                                                       : result->score >= settings->score;
    }
    match_free(match);
    store_close(store);
    return wrong;
}
