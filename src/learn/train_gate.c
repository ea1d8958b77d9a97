#include "learn/train_gate.h"

#include "base/sentence.h"
#include "base/spec.h"
#include "match/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GATE_GAMES = 40, SPRT_GAMES = 400 };
static const struct sprt gate_test = { .elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05 };

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

/* ------------------------------------------------------- matches of the run -- */

/* "alphazero:net=FILE,..." with what a spec would read otherwise kept by a backslash. */
void train_player(const char *search, const char *folder, uint32_t generation, char out[SPEC_TEXT])
{
    char earnest[SPEC_TEXT] = "", path[TRAIN_PATH];
    struct zm_text text = { out, SPEC_TEXT, 0 };
    train_net_path(folder, generation, "net", path);
    train_earnest(search, earnest, sizeof earnest);
    const size_t name = strcspn(earnest, ":");
    zm_print(&text, "%.*s:net=", (int)name, earnest);
    for (const char *at = path; *at; at++)
        zm_print(&text, *at == ',' || *at == '\\' ? "\\%c" : "%c", *at);
    if (earnest[name])
        zm_print(&text, ",%s", earnest + name + 1);
}

static void on_progress(void *user, const struct match *match)
{
    struct train_told *const told = user;
    struct encounter e;
    told->progress->games = match_played(match);
    told->progress->score = NAN;
    if (match_encounter(match, 0, 1, &e)) {
        const uint64_t games = e.game[0] + e.game[1] + e.game[2];
        if (games > 0)
            told->progress->score = ((double)e.game[2] + 0.5 * (double)e.game[1]) / (double)games;
    }
    told->watch->progress(told->watch->user, told->progress);
    if (told->watch->stop(told->watch->user)) {
        told->stopped = true;
        match_stop((struct match *)match);
    }
}

struct match_watch train_told_watch(struct train_told *told)
{
    return (struct match_watch){ .progress = on_progress, .user = told };
}

/* The newest match of these players. */
struct wanted {
    char players[MATCH_PLAYERS * 16 + 4 * SPEC_TEXT];
    int64_t id;
};

static bool on_match(void *user, const struct stored_match *match)
{
    struct wanted *const w = user;
    if (!strcmp(match->players, w->players))
        w->id = match->id;
    return w->id == 0;
}

int64_t train_match_kept(struct store *store, const struct match_settings *settings)
{
    struct zm_error ignored;
    struct match_settings kept;
    struct wanted w = { .id = 0 };
    char *memory = NULL;
    struct zm_text text = { w.players, sizeof w.players, 0 };
    for (int i = 0; i < settings->players; i++)
        zm_print(&text, "%s%s", i ? ", " : "", settings->player[i]);
    if (store_matches(store, on_match, &w, &ignored) || w.id == 0 ||
        store_match(store, w.id, &kept, &memory, &ignored))
        return 0;
    const bool same = kept.seed == settings->seed && kept.games == settings->games;
    free(memory);
    return same ? w.id : 0;
}

/* Openings by lot, so that players without lots of their own do not play the same game again and
 * again. */
int train_opening_plies(const struct zm_game *game)
{
    const int quarter = game->max_plies / 5;
    return game->max_plies > 0 && quarter < 4 ? quarter > 1 ? quarter : 1 : 4;
}

/* ------------------------------------------------------------------ the gate -- */

const char *train_gate(const struct zm_game *game, const struct train_settings *settings,
                       const char *folder, uint32_t champion, uint32_t candidate, int threads,
                       const struct train_watch *watch, struct train_progress *progress,
                       struct gate_result *result, bool *stopped, struct zm_error *error)
{
    char path[TRAIN_PATH], player[2][SPEC_TEXT];
    struct train_told told = { watch, progress, false };
    const struct match_watch match_watch = train_told_watch(&told);
    struct match_settings m = { .game = zm_game_spec(game),
                                .options = settings->options,
                                .kind = PLAN_ROUND_ROBIN,
                                .players = 2,
                                .player = { player[0], player[1] },
                                .games = settings->gate == GATE_SPRT ? SPRT_GAMES : GATE_GAMES,
                                .seed = settings->seed + candidate,
                                .random_plies = train_opening_plies(game),
                                .judge = "" };
    struct encounter e = { .game = { 0 } };
    if (settings->gate == GATE_SPRT)
        m.sprt = gate_test;
    train_player(settings->search, folder, candidate, player[0]);
    train_player(settings->search, folder, champion, player[1]);
    snprintf(path, sizeof path, "%s/gates.db", folder);
    struct store *const store = store_open(path, true, error);
    if (!store)
        return error->text;
    struct match *const match = match_new(&m, store, train_match_kept(store, &m), error);
    progress->wanted = m.games;
    const char *wrong = match ? match_run(match, threads, &match_watch, error) : error->text;
    *stopped = told.stopped;
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
