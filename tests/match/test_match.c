/* Matches: referee, openings, store and resuming, with real players. */
#include "match/game_record.h"
#include "match/openings.h"
#include "match/store.h"
#include "notation/pgn.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static struct zm_error error;
static char folder[] = "/tmp/zermelo-match-XXXXXX";

static const char *file(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static struct match_settings usual(void)
{
    return (
        struct match_settings){ .game = "connect4",
                                .options = "",
                                .players = 3,
                                .player = { "alphabeta:nodes=60,hash=1", "mcts:sims=20", "random" },
                                .games = 6,
                                .seed = 5,
                                .conditions = { .allowance = 60, .most_plies = 1000 },
                                .openings_name = "",
                                .random_plies = 3 };
}

/* The whole table as text, to be compared. */
static char *table(const struct match *match)
{
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);
    for (int a = 0; a < match_settings(match)->players; a++)
        for (int b = 0; b < match_settings(match)->players; b++) {
            struct encounter e;
            match_encounter(match, a, b, &e);
            fprintf(out, "%d-%d: %llu %llu %llu\n", a, b, (unsigned long long)e.game[0],
                    (unsigned long long)e.game[1], (unsigned long long)e.game[2]);
        }
    fclose(out);
    return text;
}

static char *run(const struct match_settings *settings, struct store *store, int64_t id,
                 int parallel)
{
    struct match *const match = match_new(settings, store, id, &error);
    char *text = NULL;
    if (OKF(match != NULL, "%s", match ? "" : error.text) &&
        OK(!match_run(match, parallel, NULL, &error)) &&
        OK(match_played(match) == match_total(match)))
        text = table(match);
    match_free(match);
    return text ? text : strdup("");
}

static bool count_game(void *user, const struct stored_game *game)
{
    ++*(int *)user;
    return game->plies > 6 && game->move[game->plies - 1].thought && !game->move[2].thought &&
           game->seats == 2 && game->seat[0].points + game->seat[1].points == 1;
}

static bool count_result(void *user, const char *a, const char *b, uint64_t wins, uint64_t draws,
                         uint64_t losses)
{
    *(uint64_t *)user += wins + draws + losses;
    return *a && *b;
}

/* One thread or three, with a store or without: the same games. */
static void test_same(void)
{
    const struct match_settings settings = usual();
    struct store *const store = store_open(file("same.db"), true, &error);
    char *const one = run(&settings, NULL, 0, 1), *const three = run(&settings, store, 0, 3);
    SAME(three, one);
    int games = 0;
    OK(!store_games(store, 1, true, count_game, &games, &error));
    EQ(games, 18);
    uint64_t results = 0;
    OK(!store_results(store, "connect4", "", count_result, &results, &error));
    EQ(results, 18);
    OK(!store_check(store, &error));
    int64_t id;
    OK(!store_unfinished(store, &id, &error) && id == 0);
    store_close(store);
    free(one);
    free(three);
}

/* kill -9 again and again while two processes play in one store; then nothing is lost, nothing
 * is there twice, and the table is that of a match nobody disturbed. */
static void test_killed(int kills, uint64_t games_each)
{
    struct match_settings settings = usual();
    settings.games = games_each;
    settings.player[0] = "alphabeta:nodes=600,hash=1";
    char *const undisturbed = run(&settings, NULL, 0, 1);
    struct store *store = store_open(file("killed.db"), true, &error);
    int64_t id = 0, other = 0;
    OK(!store_new_match(store, &settings, &id, &error));
    OK(!store_new_match(store, &settings, &other, &error));
    store_close(store);
    uint64_t seed = 77;
    int killed = 0;
    for (int i = 0; i < kills; i++) {
        pid_t pid[2];
        for (int k = 0; k < 2; k++) {
            pid[k] = fork();
            if (pid[k] == 0) {
                struct store *const own = store_open(file("killed.db"), true, &error);
                struct match *const match = match_new(&settings, own, k ? other : id, &error);
                const bool played = match && !match_run(match, 1 + k, NULL, &error);
                match_free(match);
                store_close(own);
                _exit(played ? 0 : 1);
            }
        }
        usleep(1000 + zm_random(&seed, 30000));
        for (int k = 0; k < 2; k++) {
            int status;
            kill(pid[k], SIGKILL);
            waitpid(pid[k], &status, 0);
            killed += WIFSIGNALED(status);
        }
    }
    OKF(killed > kills / 2, "%d of %d were killed while they worked", killed, 2 * kills);
    store = store_open(file("killed.db"), true, &error);
    OKF(store && !store_check(store, &error), "%s", error.text);
    char *const resumed = run(&settings, store, id, 2), *const second =
                                                            run(&settings, store, other, 1);
    SAME(resumed, undisturbed);
    SAME(second, undisturbed);
    OK(!store_check(store, &error));
    int games = 0;
    OK(!store_games(store, 0, true, count_game, &games, &error));
    EQ(games, 6 * games_each);
    store_close(store);
    free(resumed);
    free(second);
    free(undisturbed);
}

static void test_settings_kept(void)
{
    struct match_settings settings = usual(), read;
    char *memory;
    int64_t id;
    settings.kind = PLAN_GAUNTLET;
    settings.options = "size=6x5";
    settings.openings = "44\n33\n";
    settings.openings_name = "two.txt";
    settings.sprt = (struct sprt){ -1.5, 2.5, 0.01, 0.02, 1 };
    settings.conditions = (struct conditions){ { .seconds = 0.5,
                                                 .nodes = 7,
                                                 .depth = 3,
                                                 .clock = 60,
                                                 .increment = 0.25,
                                                 .moves_to_go = 40 },
                                               0.125,
                                               9,
                                               77 };
    struct store *const store = store_open(file("kept.db"), true, &error);
    OK(!store_new_match(store, &settings, &id, &error));
    OK(!store_match(store, id, &read, &memory, &error));
    SAME(read.game, settings.game);
    SAME(read.options, settings.options);
    SAME(read.openings, settings.openings);
    SAME(read.openings_name, settings.openings_name);
    EQ(read.players, 3);
    for (int i = 0; i < 3; i++)
        SAME(read.player[i], settings.player[i]);
    OK(read.kind == settings.kind && read.games == settings.games && read.seed == settings.seed &&
       read.random_plies == settings.random_plies);
    OK(!memcmp(&read.sprt, &settings.sprt, sizeof read.sprt));
    OK(!memcmp(&read.conditions, &settings.conditions, sizeof read.conditions));
    free(memory);
    OK(store_match(store, 99, &read, &memory, &error) != NULL);
    free(memory);
    store_close(store);
}

static void test_refused_stores(void)
{
    OK(!store_open(file("none.db"), false, &error));
    FILE *out = fopen(file("garbage.db"), "w");
    for (int i = 0; i < 5000; i++)
        fputc(i * 7, out);
    fclose(out);
    OKF(!store_open(file("garbage.db"), true, &error), "%s", error.text);
    char command[256];
    snprintf(command, sizeof command, "cp %s/same.db %s/cut.db && truncate -s 9000 %s/cut.db",
             folder, folder, folder);
    OK(system(command) == 0);
    struct store *const cut = store_open(file("cut.db"), true, &error);
    OKF(!cut || store_check(cut, &error), "%s", error.text);
    store_close(cut);
}

/* A game that a player fails in. */
static void test_referee(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct player *seat[2] = { player_new(game, "random", 1, &error),
                               player_new(game, "human", 1, &error) };
    struct played played = { .culprit = -1 };
    struct conditions conditions = { .most_plies = 100 };
    OK(!referee_play(&conditions, seat, p, 1, NULL, &played, &error));
    EQ(played.ending, ENDED_BY_FORFEIT);
    EQ(played.culprit, 1);
    OK(played.points[0] == 1 && played.points[1] == 0 && played.reason[0]);
    player_free(seat[1]);
    seat[1] = player_new(game, "mcts:sims=3000", 1, &error);
    conditions.limits.seconds = 1e-6; /* nobody is that fast */
    conditions.allowance = 1e-9;
    OK(!referee_play(&conditions, seat, p, 1, NULL, &played, &error));
    EQ(played.ending, ENDED_ON_TIME);
    OK(played.points[played.culprit] == 0);
    conditions = (struct conditions){ .most_plies = 9, .allowance = 60 };
    while (zm_position_undo(p))
        ;
    OK(!referee_play(&conditions, seat, p, 1, NULL, &played, &error));
    OK(played.ending == ENDED_TOO_LONG ? played.points[0] == 0.5 : played.ending == ENDED_BY_RULES);
    for (int i = 0; i < 2; i++)
        player_free(seat[i]);
    played_release(&played);
    zm_position_free(p);
    zm_game_close(game);
}

/* A corner answered by a corner beside it: a solver sees at once who wins. */
static void test_proof(void)
{
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct player *const random = player_new(game, "random", 1, &error);
    struct player *const seat[2] = { random, random };
    struct played played = { .culprit = -1 };
    const struct conditions conditions = { .proof_nodes = 100000, .allowance = 60 };
    OK(!zm_position_play_text(p, "a3 c3", &error));
    OK(!referee_play(&conditions, seat, p, 1, NULL, &played, &error));
    EQ(played.ending, ENDED_BY_PROOF);
    OK(played.points[0] == 1 && played.points[1] == 0 && zm_position_plies(p) == 2);
    player_free(random);
    played_release(&played);
    zm_position_free(p);
    zm_game_close(game);
}

static void openings(const char *name, const char *options, const char *text, int count,
                     const char *first)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct openings *const o = openings_read(game, text, "it", &error);
    if (count == 0) {
        OK(!o);
        SAME(error.text, first);
    } else if (OKF(o != NULL, "%s", error.text)) {
        char moves[256] = "";
        struct zm_position *const p = openings_begin(o, (uint64_t)count, &error);
        EQ(openings_count(o), count);
        for (int i = 0; i < zm_position_plies(p); i++) {
            char move[32];
            zm_position_show_played(p, i, move, sizeof move);
            strcat(strcat(moves, i ? " " : ""), move);
        }
        SAME(moves, first);
        zm_position_free(p);
    }
    openings_free(o);
    zm_game_close(game);
}

static void test_openings(void)
{
    openings("connect4", NULL, "# two\n44\n 3 4 3 \n\n", 2, "4 4");
    openings("connect4", NULL,
             "[Event \"x\"]\n\n1. 4 {good} 4 (1... 3 2) 2. 3 $1 1-0\n\n[Event \"y\"]\n1. 4 *\n", 2,
             "4 4 3");
    openings("gomoku", NULL, "(;GM[4]SZ[15];B[hh]C[a \\] b](;W[ii];B[hg])(;W[gg]))", 1, "h8 i7 h9");
    openings("tictactoe", NULL, "X.O/.../...; bm a2;\n", 1, "");
    openings("connect4", NULL, "44\n48\n", 0,
             "it, line 2: move 2: \"8\" is not a legal move here; expected one of: 4 3 "
             "5 2 6 1 7");
    openings("connect4", NULL, "", 0, "it: there is no opening in it");
    openings("connect4", NULL, "[Event x]", 0, "it: line 1: a tag must look like [Name \"value\"]");
    openings("connect4", NULL, "[A \"\"] 4 {", 0,
             "it: line 1: the comment that begins here has no end, expected '}'");
    openings("gomoku", NULL, "(;AB[hh];W[ii])", 1, "i7");
    openings("gomoku", NULL, "(;GM[4]SZ[19];B[aa])", 0,
             "it: line 1, column 10: a board of 19 columns and 19 rows; expected 15 and 15");
    openings("connect4", NULL, "1212121\n", 0, "it, line 1: the game is over in this opening");
}

/* Records are read again, and give the moves that were played. */
struct reread {
    int games, wrong;
};

static void reread(void *user, const struct match *match, const struct fixture *fixture,
                   const struct zm_position *p, const struct played *played)
{
    struct reread *const r = user;
    char *text = NULL, *rest = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);
    game_record(out, match, fixture, p, played);
    fclose(out);
    const char *at = text, *wrong = NULL;
    int line = 1;
    struct pgn pgn = { .moves = NULL };
    const struct zm_game *opened = NULL;
    const bool brackets = text[0] == '('; /* SGF and GGF */
    struct zm_position *const again = brackets ? zm_record_read(text, &opened, &error)
                                               : zm_position_new(match_game(match), &error);
    if (!again || (!brackets && pgn_next(&at, &line, &pgn, &error)))
        wrong = error.text;
    char *word = wrong || brackets ? NULL : strtok_r(pgn.moves, " ", &rest);
    for (; word; word = strtok_r(NULL, " ", &rest)) {
        const zm_move m = zm_position_read_move(again, word, &error);
        if (m == ZM_NO_MOVE || zm_position_play(again, m, &error))
            break;
    }
    r->games++;
    r->wrong += wrong || zm_position_plies(again) != zm_position_plies(p);
    for (int i = 0; !wrong && i < zm_position_plies(again); i++)
        r->wrong += zm_position_played(again, i) != zm_position_played(p, i);
    zm_position_free(again);
    zm_game_close(opened);
    pgn_release(&pgn);
    free(text);
}

static void test_records(const char *game, const char *player)
{
    struct match_settings settings = usual();
    struct reread r = { 0, 0 };
    const struct match_watch watch = { reread, NULL, &r, NULL };
    settings.game = game;
    settings.players = 2;
    settings.player[0] = player;
    settings.player[1] = "random";
    struct match *const match = match_new(&settings, NULL, 0, &error);
    OK(match && !match_run(match, 1, &watch, &error));
    OKF(r.games == 6 && r.wrong == 0, "%s: %d records, %d faults", game, r.games, r.wrong);
    match_free(match);
}

/* Even where lots would often give a lost game. */
static void test_balanced(void)
{
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct openings *const o = openings_random(game, 3, 9, &error);
    int lost = 0;
    for (uint64_t i = 0; i < 100; i++) {
        struct zm_solution s;
        struct zm_position *const p = openings_begin(o, i, &error);
        OK(p && !zm_solve(p, &(struct zm_solve_limits){ .megabytes = 1 }, &s, &error) &&
           zm_position_plies(p) == 3);
        lost += s.value != 0;
        zm_solution_release(&s);
        zm_position_free(p);
    }
    OKF(lost < 5, "%d of 100 openings are decided", lost);
    openings_free(o);
    zm_game_close(game);
}

int main(int argc, char **argv)
{
    const bool long_one = argc > 1 && !strcmp(argv[1], "long");
    if (!mkdtemp(folder))
        return 1;
    test_same();
    test_killed(long_one ? 50 : 6, long_one ? 400 : 40);
    test_settings_kept();
    test_refused_stores();
    test_referee();
    test_proof();
    test_openings();
    test_records("connect4", "mcts:sims=10");
    test_records("gomoku", "mcts:sims=10");
    test_records("pig", "mcts:sims=10");
    test_balanced();
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    OK(system(command) == 0);
    return tap_done();
}
