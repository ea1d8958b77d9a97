/* Outside programs as players: peer.c speaks every protocol well, and misbehaves in every way.
 * Each fault must give one sentence, leave no process behind, and the next game must go on. */
#include "base/spec.h"
#include "match/player.h"
#include "tap.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *peer; /* the path of the program */
static char folder[] = "/tmp/zermelo-outside-XXXXXX";

static const struct zm_game *open_game(const char *name)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    if (!game)
        printf("# %s\n", error.text);
    return game;
}

/* ---------------------------------------------------------------- processes -- */

/* Is there a process of this id that still runs? */
static bool runs(int pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *const in = fopen(path, "r");
    if (!in)
        return false;
    const size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[n] = '\0';
    const char *const name_end = strrchr(text, ')');
    return name_end && name_end[1] && name_end[2] != 'Z' && name_end[2] != 'X';
}

/* All processes that the log names are gone, and none waits to be reaped by us. */
static bool all_gone(const char *log)
{
    char line[4096];
    int pid, pids = 0, alive = 0;
    FILE *const in = fopen(log, "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "pid %d", &pid) == 1) {
            pids++;
            /* A process that was killed may take a moment to be gone. */
            for (int i = 0; i < 200 && runs(pid); i++)
                usleep(5000);
            alive += runs(pid);
        }
    if (in)
        fclose(in);
    const bool none = waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
    if (alive > 0 || !none)
        printf("# %d processes, %d alive, %s to reap\n", pids, alive, none ? "none" : "some");
    return alive == 0 && none;
}

/* A new file for what the peer hears. */
static const char *new_log(void)
{
    static char path[128];
    static int number;
    snprintf(path, sizeof path, "%s/log%d", folder, number++);
    return path;
}

/* How often the log has this line, or a line with this beginning that ends in *. */
static int heard(const char *log, const char *wanted)
{
    char line[4096];
    int times = 0;
    const size_t length = strlen(wanted);
    FILE *const in = fopen(log, "r");
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        times += length > 0 && wanted[length - 1] == '*' ? !strncmp(line, wanted, length - 1)
                                                         : !strcmp(line, wanted);
    }
    if (in)
        fclose(in);
    return times;
}

/* ------------------------------------------------------------------- specs -- */

static void test_specs(void)
{
    static const struct {
        const char *game, *spec, *says;
    } wrong[] = {
        { "connect4", "uci", "uci lacks its program, as in uci:cmd=PROGRAM" },
        { "connect4", "ucy:cmd=true", "there is no player \"ucy\"; did you mean uci?" },
        { "connect4", "gpt:cmd=true", "did you mean gtp?" },
        { "connect4", "uci:cmt=true", "uci has no option \"cmt\"; did you mean cmd?" },
        { "connect4", "uci:cmd=true,dept=3", "did you mean depth?" },
        { "connect4", "uci:cmd=true,colour=3", "expected cmd, time, nodes" },
        { "connect4", "uci:cmd=true,time=never", "time=never: expected a number from 0.001" },
        { "connect4", "uci:cmd=true,nodes=1.5", "expected a whole number from 1" },
        { "connect4", "uci:cmd=true,allow=-1", "expected a number from 0" },
        { "connect4", "uci:cmd=true,o.=3", "uci has no option \"o.\"" },
        { "connect4", "uci:cmd=true,o.Hash", "option \"o.Hash\" lacks its value" },
        { "connect4", "uci:cmd=true,o.Hash=1\nquit", "has a line break in it" },
        { "connect4", "uci:cmd=", "the command is empty" },
        { "connect4", "uci:cmd=  ", "the command is empty" },
        { "connect4", "uci:cmd='a b", "lacks the closing '" },
        { "connect4", "uci:cmd=no-such-program-here", "no program \"no-such-program-here\" in" },
        { "connect4", "uci:cmd=/no/such/program x", "there is no program /no/such/program" },
        { "connect4", "uci:cmd=/tmp", "there is no program /tmp" },
        { "connect4", "gomocup:cmd=true", "gomocup cannot play connect4: the protocol is for" },
        { "gomoku", "nboard:cmd=true", "nboard cannot play gomoku: the protocol is for othello" },
        { "pig", "gtp:cmd=true", "gtp cannot play pig: GTP knows no chance" },
        { "mnk", "xboard:cmd=true", "xboard cannot play mnk: the protocol knows two players" },
    };
    struct zm_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct zm_game *const game = open_game(wrong[i].game);
        struct player *const player = player_new(game, wrong[i].spec, 1, &error);
        OKF(!player && strstr(error.text, wrong[i].says), "%s", player ? "taken" : error.text);
        player_free(player);
        zm_game_close(game);
    }
    struct spec spec;
    OK(!spec_read(&spec, "uci:cmd=a 1\\,2 \\\\ \\x,o.N=,b\\,=c", &error));
    EQ(spec.pairs, 3);
    SAME(spec.pair[0].value, "a 1,2 \\ \\x");
    SAME(spec.pair[1].value, "");
    SAME(spec.pair[2].key, "b,");
    SAME(spec.pair[2].value, "c");
    OK(player_is_outside("uci:cmd=anything") && !player_is_outside("alphabeta:depth=3"));
}

/* ------------------------------------------------------------------- games -- */

/* `times` games between the player and somebody who plays the first legal move, from both
 * seats. Every move of the player must be the last legal one. The reason if it failed. */
static const char *play_games(const struct zm_game *game, struct player *player, int times,
                              const struct zm_limits *limits, struct zm_error *error)
{
    const char *wrong = NULL;
    for (int g = 0; g < times && !wrong; g++) {
        struct zm_position *const p = zm_position_new(game, error);
        wrong = player_new_game(player, 1, error);
        while (!wrong && zm_position_turn(p) != ZM_OVER) {
            struct zm_result result;
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            const zm_move last = list[n - 1];
            zm_move m = list[0];
            if (zm_position_turn(p) == (g & 1)) {
                wrong = player_choose(player, p, limits, &result, error);
                m = result.move;
                if (!wrong && m != last)
                    wrong = "not the move it was to play";
            }
            if (!wrong)
                wrong = zm_position_play(p, m, error);
        }
        zm_position_free(p);
    }
    return wrong;
}

static struct player *new_peer(const struct zm_game *game, const char *protocol, const char *fault,
                               const char *log, const char *options)
{
    struct zm_error error;
    char spec[1024];
    snprintf(spec, sizeof spec, "%s:cmd='%s' %s %s '%s' '%s'%s", protocol, peer, protocol,
             game->name, fault, log, options);
    struct player *const player = player_new(game, spec, 1, &error);
    if (!player)
        printf("# %s\n", error.text);
    return player;
}

static const struct {
    const char *protocol, *game;
} pair[] = {
    { "uci", "connect4" },   { "uci", "othello" },    { "uci", "tictactoe" },
    { "gtp", "connect4" },   { "gtp", "othello" },    { "xboard", "connect4" },
    { "xboard", "othello" }, { "gomocup", "gomoku" }, { "nboard", "othello" },
};
enum { PAIRS = sizeof pair / sizeof *pair };

static void test_games(void)
{
    const struct zm_limits limits = { .seconds = 30 };
    for (int i = 0; i < PAIRS; i++) {
        const struct zm_game *const game = open_game(pair[i].game);
        const char *const log = new_log();
        struct zm_error error;
        struct player *const player = new_peer(game, pair[i].protocol, "", log, "");
        const char *const wrong = play_games(game, player, 2, &limits, &error);
        OKF(!wrong, "%s %s: %s", pair[i].protocol, pair[i].game, wrong ? wrong : "");
        EQ(heard(log, "pid *"), 1); /* the same process for both games */
        player_free(player);
        EQ(heard(log, "quit") + heard(log, "END"), 1);
        OKF(all_gone(log), "%s %s", pair[i].protocol, pair[i].game);
        zm_game_close(game);
    }
}

/* ------------------------------------------------------------------- faults -- */

/* What each fault is to be called. NULL: it is none. Those that take time and are the same by
 * every protocol are tried by one. */
static const struct fault {
    const char *name, *says, *options;
    double seconds;
    bool slow;
} faults[] = {
    { "start-crash", "was killed by signal 6 (Aborted)", "", 30, false },
    { "start-exit", "exited with code 3", "", 30, false },
    { "start-complain", "exited with code 1", "", 30, false },
    { "start-complain", "it complained: no weights? found", "", 30, false },
    { "start-hang", "did not answer ", ",wait=0.2", 30, false },
    { "start-flood", "wrote a line of more than 65536 characters", "", 30, false },
    { "start-garbage", "", ",wait=0.5", 30, true },
    { "move-crash", "was killed by signal 11 (Segmentation fault) instead of answering", "", 30,
      false },
    { "move-exit", "exited with code 0 instead of answering", "", 30, false },
    { "move-hang", "did not answer", ",allow=0.1", 0.05, false },
    { "move-flood", "wrote a line of more than 65536 characters", "", 30, false },
    { "move-lines", "wrote more than 16 megabytes before an answer|played \"noise in lines\"", "",
      30, false },
    { "move-errors", "did not answer", ",allow=0.3", 0.05, true },
    { "move-close", "closed its output instead of answering", "", 30, true },
    { "move-illegal", "which is no legal move", "", 30, false },
    { "move-none", "which is no legal move", "", 30, false },
    { "move-strange", "which is no legal move", "", 30, false },
    { "move-late", "did not answer", ",allow=0.1", 0.05, true },
    { "child-crash", "was killed by signal 6 (Aborted) instead of answering", "", 30, false },
    { "move-late", NULL, "", 0.05, true },
    { "move-garbage", "", "", 30, false },
    { "child", NULL, "", 30, false },
    { "quit-never", NULL, "", 30, true },
    { "quit-slow", NULL, "", 30, true },
};
enum { FAULTS = sizeof faults / sizeof *faults };

/* Does the sentence say one of these, with | between them? "" stands for anything or nothing. */
static bool says(const char *text, const char *wanted)
{
    if (!*wanted)
        return true;
    for (const char *at = wanted; text && *at; at += strcspn(at, "|"), at += *at == '|') {
        char one[128];
        snprintf(one, sizeof one, "%.*s", (int)strcspn(at, "|"), at);
        if (strstr(text, one))
            return true;
    }
    return false;
}

static bool one_sentence(const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            return false;
    return strlen(text) < 290 && strlen(text) > 10;
}

/* One move. */
static const char *one_move(const struct zm_game *game, struct player *player,
                            const struct zm_limits *limits, struct zm_error *error)
{
    struct zm_result result;
    struct zm_position *const p = zm_position_new(game, error);
    const char *const wrong = player_choose(player, p, limits, &result, error);
    zm_position_free(p);
    return wrong;
}

static void test_faults(void)
{
    for (int i = 0; i < PAIRS; i++) {
        if (i > 0 && !strcmp(pair[i].protocol, pair[i - 1].protocol))
            continue;
        const struct zm_game *const game = open_game(pair[i].game);
        for (int k = 0; k < FAULTS; k++) {
            const struct fault *const f = &faults[k];
            if (f->slow && i > 0)
                continue;
            const struct zm_limits limits = { .seconds = f->seconds };
            struct zm_error error;
            const char *const log = new_log();
            struct player *const player =
                new_peer(game, pair[i].protocol, f->name, log, f->options);
            const char *const wrong = one_move(game, player, &limits, &error);
            OKF(f->says ? says(wrong, f->says) && (!wrong || one_sentence(wrong)) : !wrong,
                "%s %s: %s", pair[i].protocol, f->name, wrong ? wrong : "fine");
            if (wrong)
                OKF(all_gone(log), "%s %s", pair[i].protocol, f->name);
            player_free(player);
            OKF(all_gone(log), "%s %s", pair[i].protocol, f->name);
        }
        zm_game_close(game);
    }
}

/* A program that fails in one game plays the next. */
static void test_restart(void)
{
    static const char *const once[] = { "once-start-exit", "once-move-crash", "once-move-illegal",
                                        "once-move-lines" };
    const struct zm_limits limits = { .seconds = 30 };
    for (int i = 0; i < PAIRS; i += 2)
        for (size_t k = 0; k < sizeof once / sizeof *once; k++) {
            const struct zm_game *const game = open_game(pair[i].game);
            const char *const log = new_log();
            struct zm_error error;
            struct player *const player = new_peer(game, pair[i].protocol, once[k], log, "");
            const char *wrong = play_games(game, player, 1, &limits, &error);
            OKF(wrong != NULL, "%s %s: %s", pair[i].protocol, once[k], wrong ? wrong : "fine");
            wrong = play_games(game, player, 2, &limits, &error);
            OKF(!wrong, "%s after %s: %s", pair[i].protocol, once[k], wrong ? wrong : "fine");
            EQ(heard(log, "pid *"), 2);
            player_free(player);
            OK(all_gone(log));
            zm_game_close(game);
        }
}

/* A program that ends between two games has broken no rule. */
static void test_between_games(void)
{
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .seconds = 30 };
    const char *const log = new_log();
    struct zm_error error;
    struct player *const player = new_peer(game, "uci", "", log, "");
    int pid = 0;
    OK(!play_games(game, player, 1, &limits, &error));
    FILE *const in = fopen(log, "r");
    OK(in && fscanf(in, "pid %d", &pid) == 1 && pid > 1);
    if (in)
        fclose(in);
    if (pid > 1)
        kill(pid, SIGKILL);
    OK(!play_games(game, player, 1, &limits, &error));
    EQ(heard(log, "pid *"), 2);
    player_free(player);
    OK(all_gone(log));
    zm_game_close(game);
}

/* To resign is no fault of the program: it goes on with the next game. */
static void test_resigning(void)
{
    static const char *const protocol[] = { "gtp", "xboard" };
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .seconds = 30 };
    struct zm_error error;
    for (int i = 0; i < 2; i++) {
        const char *const log = new_log();
        struct player *const player = new_peer(game, protocol[i], "move-resign", log, "");
        for (int k = 0; k < 2; k++) {
            const char *const wrong = one_move(game, player, &limits, &error);
            OKF(wrong && strstr(wrong, "resigned"), "%s", wrong ? wrong : "fine");
        }
        EQ(heard(log, "pid *"), 1);
        player_free(player);
        OK(all_gone(log));
    }
    const char *log = new_log();
    struct player *player = new_peer(game, "xboard", "move-claim", log, "");
    const char *wrong = one_move(game, player, &limits, &error);
    OKF(wrong && strstr(wrong, "claims \"1/2-1/2 {I say so}\" instead of a move"), "%s",
        wrong ? wrong : "fine");
    player_free(player);
    player = new_peer(game, "gtp", "move-refuse", log, "");
    wrong = one_move(game, player, &limits, &error);
    OKF(wrong && strstr(wrong, "refuses \"genmove b\": \"I would rather not\""), "%s",
        wrong ? wrong : "fine");
    player_free(player);
    zm_game_close(game);
}

/* -------------------------------------------------------------------- words -- */

/* What the program is told, and what we understand of its answers. */
static void test_words(void)
{
    const struct zm_game *const game = open_game("connect4");
    struct zm_position *const p = zm_position_new(game, &(struct zm_error){ "" });
    struct zm_error error;
    struct zm_result result;
    const char *log = new_log();
    struct player *player = new_peer(game, "uci", "", log, ",o.hash=7,o.Clear Hash=");
    OK(!zm_position_play_text(p, "44", &error));
    struct zm_limits limits = { .clock = 60,
                                .increment = 0.5,
                                .other_clock = 30.0019,
                                .other_increment = 0.25,
                                .moves_to_go = 12 };
    OK(!player_choose(player, p, &limits, &result, &error));
    NEAR(result.value, -2.5, 0);
    NEAR(result.values[1], 2.5, 0);
    EQ(result.depth, 4);
    EQ(result.nodes, 1234);
    OK(result.seconds > 0 && result.length == 1 && result.line[0] == result.move);
    OK(!zm_position_play_text(p, "4", &error));
    OK(!player_choose(player, p, &limits, &result, &error));
    limits = (struct zm_limits){ .seconds = 1.5, .nodes = 1000, .depth = 9 };
    OK(!player_choose(player, p, &limits, &result, &error));
    OK(!player_choose(player, p, NULL, &result, &error));
    player_free(player);
    static const char *const uci_words[] = {
        "uci",
        "setoption name Hash value 7",
        "setoption name Clear Hash",
        "ucinewgame",
        "position startpos moves 4 4",
        "go wtime 60000 btime 30001 winc 500 binc 250 movestogo 12",
        "go wtime 30001 btime 60000 winc 250 binc 500 movestogo 12",
        "go movetime 1500 nodes 1000 depth 9",
        "go movetime 1000",
        "quit",
    };
    for (size_t i = 0; i < sizeof uci_words / sizeof *uci_words; i++)
        OKF(heard(log, uci_words[i]) == 1, "%s", uci_words[i]);

    player = new_peer(game, "uci", "", new_log(), ",o.Hahs=7");
    const char *wrong = player_choose(player, p, NULL, &result, &error);
    OKF(wrong && strstr(wrong, "has no option \"Hahs\"; did you mean \"Hash\"?"), "%s",
        wrong ? wrong : "fine");
    player_free(player);

    log = new_log();
    player = new_peer(game, "gtp", "", log, ",o.level=3");
    OK(!player_choose(player, p, &limits, &result, &error));
    limits = (struct zm_limits){ .clock = 60.5, .increment = 2 };
    player_new_game(player, 1, &error);
    OK(!player_choose(player, p, &limits, &result, &error));
    zm_position_undo(p);
    OK(!player_choose(player, p, &limits, &result, &error));
    player_free(player);
    EQ(heard(log, "2 level 3"), 1);
    OK(heard(log, "5 play w 4") == 1 || heard(log, "6 play w 4") == 1);
    OK(heard(log, "8 time_settings 0 2 1") == 1);
    OKF(heard(log, "9 genmove w") == 1, "black begins, white answers");
    EQ(heard(log, "15 time_settings 61 2 1"), 1);
    EQ(heard(log, "16 time_left w 60 0"), 1);
    EQ(heard(log, "18 clear_board"), 1); /* a move was taken back */
    EQ(heard(log, "22 genmove b"), 1);
    player = new_peer(game, "gtp", "", new_log(), ",o.nonsense=3");
    wrong = player_choose(player, p, NULL, &result, &error);
    OKF(wrong && strstr(wrong, "refuses \"nonsense 3\": \"unknown command\""), "%s",
        wrong ? wrong : "fine");
    player_free(player);

    log = new_log();
    player = new_peer(game, "xboard", "", log, ",o.Memory=3,depth=4");
    limits = (struct zm_limits){ .clock = 90, .increment = 1.5, .other_clock = 80 };
    OK(!player_choose(player, p, &limits, &result, &error));
    NEAR(result.value, 1.3, 1e-12);
    EQ(result.depth, 5);
    EQ(result.nodes, 4321);
    limits = (struct zm_limits){ .seconds = 0.25 };
    OK(!player_choose(player, p, &limits, &result, &error));
    limits = (struct zm_limits){ .seconds = 3 };
    OK(!player_choose(player, p, &limits, &result, &error));
    player_free(player);
    static const char *const xboard_words[] = {
        "xboard",           "protover 2", "accepted ping",   "accepted done*",
        "rejected san",     "variant *",  "option Memory=3", "usermove 4",
        "level 0 1:30 1.5", "time 9000",  "otim 8000",       "level 1 0:01 0",
        "time 25",          "st 3",       "time 300",
    };
    for (size_t i = 0; i < sizeof xboard_words / sizeof *xboard_words; i++)
        OKF(heard(log, xboard_words[i]) >= 1, "%s", xboard_words[i]);
    EQ(heard(log, "sd 4"), 3);
    EQ(heard(log, "go"), 3);
    zm_position_free(p);
    zm_game_close(game);

    const struct zm_game *const ttt = open_game("tictactoe");
    player = new_peer(ttt, "xboard", "", new_log(), "");
    wrong = one_move(ttt, player, NULL, &error);
    OKF(wrong &&
            strstr(wrong, "does not play tictactoe; its variants: \"normal,connect4,othello\""),
        "%s", wrong ? wrong : "fine");
    player_free(player);
    zm_game_close(ttt);
}

/* Positions that were set up, in the protocols that have words for them. */
static void test_origins(void)
{
    const struct zm_game *const game = open_game("othello");
    struct zm_error error;
    struct zm_result result;
    struct zm_position *const p = zm_position_new(game, &error);
    char text[128];
    OK(!zm_position_play_text(p, "f5d6c3", &error));
    zm_position_write(p, text, sizeof text);
    OK(!zm_position_read(p, text, &error) && !zm_position_play_text(p, "d3", &error));
    static const char *const protocol[] = { "uci", "xboard", "nboard", "gtp" };
    for (int i = 0; i < 4; i++) {
        struct player *const player = new_peer(game, protocol[i], "", new_log(), "");
        const char *const wrong = player_choose(player, p, NULL, &result, &error);
        OKF(i < 3 ? !wrong : wrong && strstr(wrong, "cannot be told"), "%s: %s", protocol[i],
            wrong ? wrong : "fine");
        if (i == 2)
            NEAR(result.value, -3.5, 0);
        player_free(player);
    }
    zm_position_free(p);
    zm_game_close(game);
}

/* xboard's reuse=0: a new process for every game. */
static void test_reuse(void)
{
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .seconds = 30 };
    struct zm_error error;
    const char *const log = new_log();
    struct player *const player = new_peer(game, "xboard", "no-reuse", log, "");
    const char *const wrong = play_games(game, player, 3, &limits, &error);
    OKF(!wrong, "%s", wrong ? wrong : "");
    EQ(heard(log, "pid *"), 3);
    EQ(heard(log, "quit"), 2);
    player_free(player);
    OK(all_gone(log));
    zm_game_close(game);
}

/* ------------------------------------------------------------------ stopping -- */

static void *stop_soon(void *player)
{
    usleep(100000);
    player_stop(player);
    return NULL;
}

static void test_stop(void)
{
    static const struct {
        const char *protocol, *fault, *says;
    } stops[] = {
        { "uci", "move-wait", NULL },
        { "uci", "move-hang", "did not answer \"stop\"" },
        { "gtp", "move-hang", "was stopped before it had moved" },
    };
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .nodes = 1000 };
    for (int i = 0; i < 3; i++) {
        struct zm_error error;
        pthread_t thread;
        const char *const log = new_log();
        struct player *const player =
            new_peer(game, stops[i].protocol, stops[i].fault, log, ",allow=0.5");
        pthread_create(&thread, NULL, stop_soon, player);
        const char *const wrong = one_move(game, player, &limits, &error);
        pthread_join(thread, NULL);
        OKF(stops[i].says ? wrong && strstr(wrong, stops[i].says) : !wrong, "%s",
            wrong ? wrong : "moved");
        EQ(heard(log, "stop"), i == 0 ? 1 : 0);
        player_free(player);
        OK(all_gone(log));
    }
    zm_game_close(game);
}

/* ------------------------------------------------------------------- threads -- */

static void *play_in_thread(void *log)
{
    static const char *const fault[] = { "", "once-move-crash" };
    const struct zm_limits limits = { .seconds = 30 };
    const struct zm_game *const game = open_game("connect4");
    struct zm_error error;
    intptr_t failed = 0;
    for (int i = 0; i < 4; i++) {
        struct player *const player = new_peer(game, i & 1 ? "gtp" : "uci", fault[i & 1], log, "");
        failed += play_games(game, player, 2, &limits, &error) != NULL;
        player_free(player);
    }
    zm_game_close(game);
    return (void *)failed;
}

static void test_threads(void)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    char log[THREADS][128];
    for (int i = 0; i < THREADS; i++) {
        snprintf(log[i], sizeof log[i], "%s", new_log());
        pthread_create(&thread[i], NULL, play_in_thread, log[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(thread[i], &failed);
        EQ((intptr_t)failed, 1); /* the crash */
    }
    for (int i = 0; i < THREADS; i++)
        OK(all_gone(log[i]));
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    peer = getenv("PEER");
    if (!peer || !mkdtemp(folder)) {
        printf("Bail out! no PEER or no folder\n");
        return 1;
    }
    test_specs();
    test_games();
    test_faults();
    test_restart();
    test_between_games();
    test_resigning();
    test_words();
    test_origins();
    test_reuse();
    test_stop();
    test_threads();
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    OK(system(command) == 0);
    return tap_done();
}
