/* What outside programs are told by each protocol, and what we understand of their answers. */
#include "peers.h"

static void test_uci(const struct zm_game *game, struct zm_position *p)
{
    struct zm_error error;
    struct zm_result result;
    const char *log = new_log();
    struct player *player = new_peer(game, "uci", "", log, ",o.hash=7,o.Clear Hash=");
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
}

static void test_gtp(const struct zm_game *game, struct zm_position *p)
{
    struct zm_error error;
    struct zm_result result;
    const char *const log = new_log();
    struct player *player = new_peer(game, "gtp", "", log, ",o.level=3");
    struct zm_limits limits = { .seconds = 1.5, .nodes = 1000, .depth = 9 };
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
    const char *const wrong = player_choose(player, p, NULL, &result, &error);
    OKF(wrong && strstr(wrong, "refuses \"nonsense 3\": \"unknown command\""), "%s",
        wrong ? wrong : "fine");
    player_free(player);
}

static void test_xboard(const struct zm_game *game, struct zm_position *p)
{
    struct zm_error error;
    struct zm_result result;
    const char *const log = new_log();
    struct player *const player = new_peer(game, "xboard", "", log, ",o.Memory=3,depth=4");
    struct zm_limits limits = { .clock = 90, .increment = 1.5, .other_clock = 80 };
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
}

/* A program that says which games it plays is not asked for another. */
static void test_variants(void)
{
    struct zm_error error;
    const struct zm_game *const ttt = open_game("tictactoe");
    struct player *const player = new_peer(ttt, "xboard", "", new_log(), "");
    const char *const wrong = one_move(ttt, player, NULL, &error);
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

int main(void)
{
    if (!peers_begin())
        return 1;
    struct zm_error error;
    const struct zm_game *const game = open_game("connect4");
    struct zm_position *const p = zm_position_new(game, &error);
    OK(!zm_position_play_text(p, "44", &error));
    test_uci(game, p);
    test_gtp(game, p);
    test_xboard(game, p);
    zm_position_free(p);
    zm_game_close(game);
    test_variants();
    test_origins();
    return peers_done();
}
