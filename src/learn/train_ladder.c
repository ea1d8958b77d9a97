#include "learn/train_ladder.h"

#include "base/sentence.h"
#include "base/spec.h"
#include "learn/train_gate.h"
#include "match/store.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 2, FIRST_SIMS = 4, FIRST_NODES = 16, FACTOR = 4, RUNG_TEXT = 32 };
static const char *const kind_name[KINDS] = { "mcts", "alphabeta" };
static const double clearly = 0.65;

/* The searches of all rungs, from below; `each` on every one of them. */
struct rungs {
    char text[LADDER_RUNGS * KINDS][RUNG_TEXT];
    int each, count;
};

struct ladder {
    const struct zm_game *game;
    const struct train_state *state;
    const char *folder;
    uint32_t generation;
    int threads;
    struct rungs rungs;
    struct store *store;
    struct train_told told;
};

static struct rungs rungs_of(const struct zm_game *game)
{
    struct rungs r = { .each = 0 };
    int work = 1;
    for (int rung = 0; rung < LADDER_RUNGS; rung++, work *= FACTOR)
        for (int kind = 0; kind < KINDS; kind++) {
            if (zm_search_refuses(zm_search_find(kind_name[kind]), game))
                continue;
            if (kind == 0)
                snprintf(r.text[r.count++], RUNG_TEXT, "mcts:sims=%d", FIRST_SIMS * work);
            else
                snprintf(r.text[r.count++], RUNG_TEXT, "alphabeta:nodes=%d", FIRST_NODES * work);
        }
    r.each = r.count / LADDER_RUNGS;
    return r;
}

/* ------------------------------------------------------------------ climbing -- */

/* Where the generation before this one ended. */
static int first_rung(const struct ladder *l)
{
    const int last = l->generation > 0 ? l->state->generation[l->generation - 1].rung : -1;
    return last < 0 ? 0 : last < LADDER_RUNGS ? last : LADDER_RUNGS - 1;
}

static double score_of_match(const struct match *match, int opponents)
{
    double points = 0, games = 0;
    for (int i = 1; i <= opponents; i++) {
        struct encounter e;
        if (!match_encounter(match, 0, i, &e))
            continue;
        points += (double)e.game[2] + 0.5 * (double)e.game[1];
        games += (double)(e.game[0] + e.game[1] + e.game[2]);
    }
    return games > 0 ? points / games : 0.5;
}

/* Meet all searches of a rung. */
static const char *play_rung(struct ladder *l, int rung, double *score, struct zm_error *error)
{
    char player[SPEC_TEXT];
    const struct match_watch watch = train_told_watch(&l->told);
    struct match_settings m = { .game = zm_game_spec(l->game),
                                .options = l->state->settings.options,
                                .kind = PLAN_GAUNTLET,
                                .players = 1 + l->rungs.each,
                                .player = { player },
                                .games = LADDER_GAMES,
                                .seed = l->state->settings.seed + l->generation,
                                .random_plies = train_opening_plies(l->game),
                                .judge = "" };
    train_player(l->state->settings.search, l->folder, l->generation, player);
    for (int i = 0; i < l->rungs.each; i++)
        m.player[1 + i] = l->rungs.text[rung * l->rungs.each + i];
    struct match *const match = match_new(&m, l->store, train_match_kept(l->store, &m), error);
    l->told.progress->wanted = LADDER_GAMES * (uint64_t)l->rungs.each;
    const char *wrong = match ? match_run(match, l->threads, &watch, error) : error->text;
    if (!wrong && !l->told.stopped)
        wrong = store_finish_match(l->store, match_id(match), error);
    if (!wrong)
        *score = score_of_match(match, l->rungs.each);
    match_free(match);
    return wrong;
}

/* *rung is where it ends: the last one it has met. */
static const char *climb(struct ladder *l, int *rung, struct zm_error *error)
{
    int way = 0;
    *rung = first_rung(l);
    for (int met = 0; met < LADDER_CLIMB; met++) {
        double score = 0.5;
        if (play_rung(l, *rung, &score, error))
            return error->text;
        const int next = score >= clearly ? 1 : score <= 1 - clearly ? -1 : 0;
        if (l->told.stopped || next == 0 || next == -way || met + 1 == LADDER_CLIMB ||
            *rung + next < 0 || *rung + next >= LADDER_RUNGS)
            break;
        way = next;
        *rung += next;
    }
    return NULL;
}

/* -------------------------------------------------------------------- rating -- */

/* Players are the searches of the rungs, then the generations. */
struct scale {
    const struct ladder *ladder;
    char (*player)[SPEC_TEXT]; /* of each generation */
    struct meeting *meeting;
    int meetings, room;
    bool failed;
};

static int place_of(const struct scale *s, const char *name)
{
    const struct rungs *const r = &s->ladder->rungs;
    for (int i = 0; i < r->count; i++)
        if (!strcmp(r->text[i], name))
            return i;
    for (uint32_t i = 0; i <= s->ladder->generation; i++)
        if (!strcmp(s->player[i], name))
            return r->count + (int)i;
    return -1;
}

/* Games between generations are none of the ladder's. */
static bool on_result(void *user, const char *a, const char *b, uint64_t wins, uint64_t draws,
                      uint64_t losses)
{
    struct scale *const s = user;
    const struct meeting m = { place_of(s, a), place_of(s, b), wins, draws, losses };
    const int rungs = s->ladder->rungs.count;
    if (m.a < 0 || m.b < 0 || (m.a < rungs) == (m.b < rungs))
        return true;
    if (s->meetings == s->room) {
        const int room = s->room ? 2 * s->room : 64;
        struct meeting *const more = realloc(s->meeting, (size_t)room * sizeof *more);
        s->failed = !more;
        if (!more)
            return false;
        s->meeting = more;
        s->room = room;
    }
    s->meeting[s->meetings++] = m;
    return true;
}

static void keep_ratings(struct train_state *state, const struct scale *s,
                         const struct rated rated[])
{
    for (uint32_t i = 0; i <= s->ladder->generation; i++) {
        const struct rated *const r = &rated[s->ladder->rungs.count + (int)i];
        if (r->games == 0) /* the run had no ladder yet, or its folder another name */
            continue;
        state->generation[i].ladder = r->elo;
        state->generation[i].ladder_error = r->error;
    }
}

static const char *rate_all(const struct ladder *l, struct train_state *state,
                            struct zm_error *error)
{
    const size_t generations = (size_t)l->generation + 1, players = l->rungs.count + generations;
    struct scale s = { .ladder = l, .player = calloc(generations, sizeof *s.player) };
    struct rated *const rated = calloc(players, sizeof *rated);
    const char *wrong = NULL;
    if (!s.player || !rated) {
        wrong = sentence(error, "%s", out_of_memory);
        goto done;
    }
    for (uint32_t i = 0; i <= l->generation; i++)
        train_player(state->settings.search, l->folder, i, s.player[i]);
    wrong = store_results(l->store, zm_game_spec(l->game), state->settings.options, on_result, &s,
                          error);
    if (!wrong && s.failed)
        wrong = sentence(error, "%s", out_of_memory);
    rated[0].anchored = true;
    if (!wrong)
        wrong = rate(rated, (int)players, s.meeting, s.meetings, error);
    if (!wrong)
        keep_ratings(state, &s, rated);
done:
    free(rated);
    free(s.meeting);
    free(s.player);
    return wrong;
}

const char *train_ladder(const struct zm_game *game, struct train_state *state, const char *folder,
                         uint32_t generation, int threads, const struct train_watch *watch,
                         struct train_progress *progress, bool *stopped, struct zm_error *error)
{
    char path[TRAIN_PATH];
    struct ladder l = { .game = game,
                        .state = state,
                        .folder = folder,
                        .generation = generation,
                        .threads = threads,
                        .rungs = rungs_of(game),
                        .told = { watch, progress, false } };
    int rung = 0;
    *stopped = false;
    if (l.rungs.each == 0)
        return NULL;
    snprintf(path, sizeof path, "%s/gates.db", folder);
    l.store = store_open(path, true, error);
    if (!l.store)
        return error->text;
    const char *wrong = climb(&l, &rung, error);
    *stopped = l.told.stopped;
    if (!wrong && !*stopped) {
        wrong = rate_all(&l, state, error);
        state->generation[generation].rung = rung;
    }
    store_close(l.store);
    return wrong;
}
