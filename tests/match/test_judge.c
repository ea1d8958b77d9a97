/* A program that judges games of Go: what it says counts; if it dies, hangs or talks nonsense the
 * rules count, the record says so, and the match goes on. */
#include "match/match.h"
#include "match/store.h"
#include "match/store_inside.h"
#include "peers.h"

static struct zm_error error;

static struct match_settings settings_with(const char *judge)
{
    return (struct match_settings){ .game = "go",
                                    .options = "size=3 komi=0.5",
                                    .players = 2,
                                    .player = { "random", "random:seed=3" },
                                    .games = 4,
                                    .seed = 5,
                                    .conditions = { .allowance = 60, .most_plies = 1000 },
                                    .openings_name = "",
                                    .judge = judge };
}

struct seen {
    int games, judged, by_rules, black_wins;
    char reason[300];
};

static void look(void *user, const struct match *match, const struct fixture *fixture,
                 const struct zm_position *p, const struct played *played)
{
    (void)match, (void)fixture, (void)p;
    struct seen *const seen = user;
    seen->games++;
    seen->judged += played->ending == ENDED_BY_JUDGE;
    seen->by_rules += played->ending == ENDED_BY_RULES;
    seen->black_wins += played->points[0] == 1;
    snprintf(seen->reason, sizeof seen->reason, "%s", played->reason);
}

static struct seen run(const char *judge)
{
    struct seen seen = { .games = 0 };
    const struct match_watch watch = { look, NULL, &seen, NULL };
    const struct match_settings settings = settings_with(judge);
    struct match *const match = match_new(&settings, NULL, 0, &error);
    OKF(match && !match_run(match, 2, &watch, &error), "%s", match ? "" : error.text);
    match_free(match);
    EQ(seen.games, 4);
    return seen;
}

static void judges(const char *fault, const char *options, int judged, int black, const char *says)
{
    char spec[512];
    const char *const log = new_log();
    snprintf(spec, sizeof spec, "gtp:cmd='%s' gtp go '%s' '%s'%s", peer, fault, log, options);
    const struct seen seen = run(spec);
    EQ(seen.judged, judged);
    EQ(seen.by_rules, 4 - judged);
    if (judged)
        EQ(seen.black_wins, black);
    OKF(strstr(seen.reason, says), "%s: %s", fault, seen.reason);
    OK(heard(log, "3 komi 0.5") + heard(log, "4 komi 0.5") >= 1);
    OKF(all_gone(log), "%s", fault);
}

static void test_refused(void)
{
    static const struct {
        const char *judge, *says;
    } wrong[] = {
        { "random", "random cannot judge: expected a program by GTP" },
        { "uci:cmd=true", "uci:cmd=true cannot judge" },
        { "gtp:cmd=/no/such/program", "there is no program /no/such/program" },
        { "gpt:cmd=true", "did you mean gtp?" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct match_settings settings = settings_with(wrong[i].judge);
        struct match *const match = match_new(&settings, NULL, 0, &error);
        OKF(!match && strstr(error.text, wrong[i].says), "%s", match ? "taken" : error.text);
        match_free(match);
    }
}

/* The store keeps who judges; one that was made before there were judges is brought up to date. */
static void test_store(void)
{
    char path[128], *memory = NULL;
    snprintf(path, sizeof path, "%s/store.db", folder);
    struct store *store = store_open(path, true, &error);
    struct match_settings settings = settings_with("gtp:cmd=true"), again;
    int64_t id = 0;
    OK(store && !store_new_match(store, &settings, &id, &error));
    OK(!store_match(store, id, &again, &memory, &error));
    SAME(again.judge, "gtp:cmd=true");
    free(memory);
    OK(!store_run(store,
                  "ALTER TABLE match DROP COLUMN judge; DROP TABLE kept; PRAGMA user_version = 1",
                  &error));
    store_close(store);
    store = store_open(path, false, &error);
    OKF(store != NULL, "%s", store ? "" : error.text);
    OK(store && !store_match(store, id, &again, &memory, &error));
    SAME(again.judge, "");
    SAME(again.player[1], "random:seed=3");
    free(memory);
    store_close(store);
}

int main(void)
{
    if (!peers_begin())
        return 1;
    EQ(run("").by_rules, 4);
    judges("", "", 4, 4, "the judge says B+3.5");
    judges("score-white", "", 4, 0, "the judge says W+12");
    judges("score-strange", "", 0, 0, "gives the score \"plenty\"; expected one as B+3.5");
    judges("score-crash", "", 0, 0, "for the judge failed: peer was killed by signal 6");
    judges("score-hang", ",wait=0.2", 0, 0, "for the judge failed: peer did not answer");
    judges("once-score-crash", "", 3, 3, "judge");
    test_refused();
    test_store();
    return peers_done();
}
