/* The trees under docs/trees/: every figure that the comment of a tree claims is searched
 * for again, and so are those that must not change, whatever the comments say. A claim
 * reads "#   SEARCH  value 3, move a1, 7 leaves read"; the last part may be missing. */
#include "base/files.h"
#include "tap.h"

#include <stdlib.h>

enum { LONGEST = 1 << 16 };

static void ignore(void *user, const struct zm_step *step)
{
    (void)user;
    (void)step;
}

/* Watched, as `zermelo tree` does it: alpha-beta is then the textbook's. */
static bool search_tree(const char *name, const char *spec, struct zm_result *result, char move[64])
{
    char path[4096];
    struct zm_error error = { "" };
    snprintf(path, sizeof path, "%s/docs/trees/%s.tree", getenv("SOURCE"), name);
    const struct zm_game *const game = zm_game_open(path, NULL, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    struct zm_search *const search = p ? zm_search_new(game, spec, &error) : NULL;
    if (search)
        zm_search_watch(search, ignore, NULL);
    const bool done = search && !zm_search_run(search, p, NULL, result, &error);
    if (done)
        zm_position_show_move(p, result->move, move, 64);
    else
        printf("# %s\n", error.text);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return done;
}

static void expect(const char *name, const char *spec, double value, const char *move, int leaves)
{
    struct zm_result result;
    char found[64] = "";
    const bool done = search_tree(name, spec, &result, found);
    OKF(done && fabs(result.value - value) < 1e-9 && !strcmp(found, move) &&
            (leaves < 0 || result.leaves == (uint64_t)leaves),
        "%s %s: value %g, move %s, %llu leaves", name, spec, done ? result.value : NAN, found,
        done ? (unsigned long long)result.leaves : 0);
}

/* Check the claims of one file; return how many there are. */
static int check_claims(const char *name)
{
    char path[4096];
    struct zm_error error;
    int claims = 0;
    snprintf(path, sizeof path, "%s/docs/trees/%s.tree", getenv("SOURCE"), name);
    char *const text = file_read(path, LONGEST, &error);
    for (const char *line = text; line && *line == '#'; line = strchr(line, '\n') + 1) {
        char spec[64], move[32];
        double value;
        int length = 0, leaves = -1;
        if (sscanf(line, "#   %63s value %lf, move %31[A-Za-z0-9]%n", spec, &value, move,
                   &length) != 3)
            continue;
        sscanf(line + length, ", %d leaves read", &leaves);
        expect(name, spec, value, move, leaves);
        claims++;
    }
    free(text);
    return claims;
}

static void test_claims(void)
{
    EQ(check_claims("two-ply"), 2);
    EQ(check_claims("uniform-best"), 3);
    EQ(check_claims("uniform-worst"), 3);
    EQ(check_claims("not-uniform"), 4);
    EQ(check_claims("coin-flip"), 1);
    EQ(check_claims("chance-pruned"), 3);
    EQ(check_claims("transformed-before"), 1);
    EQ(check_claims("transformed-after"), 1);
    EQ(check_claims("three-players"), 1);
    EQ(check_claims("weak-or-strict"), 2);
    EQ(check_claims("horizon"), 3);
}

static void test_figures(void)
{
    expect("two-ply", "minimax", 3, "a1", 9);
    expect("two-ply", "alphabeta:form=negamax", 3, "a1", 7);
    expect("uniform-best", "alphabeta", 17, "a1", 11);
    expect("uniform-best", "alphabeta:form=negamax", 17, "a1", 11);
    expect("uniform-worst", "alphabeta", 17, "a3", 27);
    expect("uniform-worst", "alphabeta:order=best", 17, "a3", 11);
    expect("not-uniform", "minimax", 18, "a3", 27);
    expect("not-uniform", "alphabeta", 18, "a3", 19);
    expect("not-uniform", "alphabeta:order=best", 18, "a3", 10);
    expect("coin-flip", "expectiminimax", 3, "a1", 8);
    expect("transformed-before", "expectiminimax", 2.1, "a1", 4);
    expect("transformed-after", "expectiminimax", 40.9, "a2", 4);
    expect("weak-or-strict", "alphabeta:cut=weak", 3, "a1", 7);
    expect("weak-or-strict", "alphabeta:cut=strict", 3, "a1", 9);
}

static void test_tuples(void)
{
    struct zm_result result;
    char move[64];
    OK(search_tree("three-players", "maxn", &result, move));
    EQ(result.values[0], 1);
    EQ(result.values[1], 2);
    EQ(result.values[2], 6);
    SAME(move, "a1");
    EQ(result.leaves, 8);
}

int main(void)
{
    test_claims();
    test_figures();
    test_tuples();
    return tap_done();
}
