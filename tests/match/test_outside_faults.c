/* Outside programs that misbehave: peer.c does so in every way. Each fault must give one
 * sentence, leave no process behind, and the next game must go on. */
#include "peers.h"

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

int main(void)
{
    if (!peers_begin())
        return 1;
    test_faults();
    test_restart();
    test_resigning();
    return peers_done();
}
