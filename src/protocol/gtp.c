/* gtp.c -- commands are carried out one after the other, as the protocol wants: while a move
 * is thought about the next line waits, but for `quit`, which cuts the thinking short. */
#include "protocol/gtp.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "match/player.h"
#include "protocol/gtp_clock.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct gtp {
    struct session *session;
    char id[24]; /* of the command at hand: its number, or "" */

    struct gtp_clock clock;

    /* What the job at hand is about. */
    bool plays; /* genmove, not reg_genmove */
    struct zm_limits limits;
    struct zm_error error;
};

/* NULL: done, and `out` is the answer; else the reason why not, perhaps in *error. */
typedef const char *command_fn(struct gtp *gtp, const char *at, struct zm_text *out,
                               struct zm_error *error);

static const char syntax_error[] = "syntax error";

static void succeed(const struct gtp *gtp, const char *text)
{
    session_say(gtp->session, "=%s%s%s\n", gtp->id, text[0] ? " " : "", text);
}

static void fail(const struct gtp *gtp, const char *text)
{
    session_say(gtp->session, "?%s %s\n", gtp->id, text);
}

static void complain(void *user, const char *text)
{
    struct gtp *const gtp = user;
    session_wait(gtp->session);
    gtp->id[0] = '\0';
    fail(gtp, text);
}

/* ------------------------------------------------------------------- colours -- */

static const char *colour_name(int player)
{
    static const char *const name[] = { "black", "white", "3", "4", "5", "6", "7", "8" };
    return player == ZM_CHANCE ? "chance" : player < 0 ? "nobody" : name[player];
}

/* black and white, as in Go, X and O, as on most diagrams, or the number of a seat. */
static bool is_colour(const char *text, int *player)
{
    static const char *const word[] = { "black", "b", "x", "white", "w", "o" };
    long long number;
    if (word_number(text, 1, ZM_MAX_PLAYERS, &number)) {
        *player = (int)number - 1;
        return true;
    }
    for (int i = 0; i < 6; i++)
        if (!strcasecmp(text, word[i])) {
            *player = i / 3;
            return true;
        }
    *player = ZM_CHANCE;
    return !strcasecmp(text, "chance");
}

static const char *read_colour(const struct gtp *gtp, const char **at, int *player,
                               struct zm_error *error)
{
    char text[32];
    word_next(at, text, sizeof text);
    if (!is_colour(text, player))
        return sentence(error, "syntax error: \"%.20s\" is no colour; expected black or white",
                        text);
    if (*player >= gtp->session->game->players)
        return sentence(error, "this game has %d players", gtp->session->game->players);
    return NULL;
}

/* It must be this player's turn, perhaps after a pass that nobody has written. */
static const char *has_turn(struct zm_position *p, int player, struct zm_error *error)
{
    int turn = zm_position_turn(p);
    if (turn != player && session_pass(p)) {
        turn = zm_position_turn(p);
        if (turn != player)
            zm_position_undo(p);
    }
    if (turn == ZM_OVER)
        return sentence(error, "the game is over");
    if (turn != player)
        return sentence(error, "it is the turn of %s", colour_name(turn));
    return NULL;
}

/* ---------------------------------------------------------------- the engine -- */

static command_fn do_list, do_known;

static const char *do_protocol_version(struct gtp *gtp, const char *at, struct zm_text *out,
                                       struct zm_error *error)
{
    (void)gtp, (void)at, (void)error;
    zm_print(out, "2");
    return NULL;
}

static const char *do_name(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error)
{
    (void)gtp, (void)at, (void)error;
    zm_print(out, "Zermelo");
    return NULL;
}

static const char *do_version(struct gtp *gtp, const char *at, struct zm_text *out,
                              struct zm_error *error)
{
    (void)gtp, (void)at, (void)error;
    zm_print(out, "%s", zm_version());
    return NULL;
}

static const char *do_quit(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error)
{
    (void)gtp, (void)at, (void)out, (void)error;
    return NULL;
}

/* ----------------------------------------------------------------- the board -- */

static const char *do_clear(struct gtp *gtp, const char *at, struct zm_text *out,
                            struct zm_error *error)
{
    (void)at, (void)out;
    gtp_clock_reset(&gtp->clock);
    if (session_forget(gtp->session, error))
        return error->text;
    return session_restart(gtp->session, error);
}

/* The options of the game, but for those named `without`, and these. */
static void change_options(const char *before, const char *const without[2], const char *with,
                           struct zm_text *out)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    while (zm_next_option(&before, name, value))
        if (strcmp(name, without[0]) != 0 && strcmp(name, without[1]) != 0)
            zm_print(out, "%s=%s ", name, value);
    zm_print(out, "%s", with);
}

/* Games call it size, or count rows and columns. */
static const char *do_boardsize(struct gtp *gtp, const char *at, struct zm_text *out,
                                struct zm_error *error)
{
    static const char *const name[2][2] = { { "size", "size" }, { "rows", "columns" } };
    struct session *const s = gtp->session;
    char word[32], with[96], options[1024];
    long long size;
    word_next(&at, word, sizeof word);
    if (!word_number(word, 1, 1000, &size))
        return syntax_error;
    if (s->game->grid.columns == size)
        return do_clear(gtp, at, out, error);
    for (int i = 0; i < 2; i++) {
        struct zm_text t = { options, sizeof options, 0 };
        if (i == 0)
            snprintf(with, sizeof with, "size=%lld", size);
        else
            snprintf(with, sizeof with, "rows=%lld columns=%lld", size, size);
        change_options(zm_game_options(s->game), name[i], with, &t);
        if (t.length < t.size && !session_reopen(s, options, error)) {
            gtp_clock_reset(&gtp->clock);
            return NULL;
        }
    }
    return "unacceptable size";
}

/* None of our games gives points for moving second. */
static const char *do_komi(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error)
{
    (void)out;
    char word[64], *end;
    word_next(&at, word, sizeof word);
    const double komi = strtod(word, &end);
    if (end == word || *end || !isfinite(komi))
        return syntax_error;
    if (komi != 0)
        return sentence(error, "%s knows no komi", gtp->session->game->name);
    return NULL;
}

static const char *do_play(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error)
{
    (void)out;
    struct zm_position *const p = gtp->session->position;
    struct zm_error reason;
    char move[256];
    int player;
    if (read_colour(gtp, &at, &player, error))
        return error->text;
    if (!word_next(&at, move, sizeof move))
        return syntax_error;
    const char *wrong = has_turn(p, player, &reason);
    if (!wrong) {
        const zm_move m = zm_position_read_move(p, move, &reason);
        wrong = m == ZM_NO_MOVE ? reason.text : zm_position_play(p, m, &reason);
    }
    return wrong ? sentence(error, "illegal move: %.900s", wrong) : NULL;
}

static const char *do_undo(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error)
{
    (void)at, (void)out, (void)error;
    return zm_position_undo(gtp->session->position) ? NULL : "cannot undo";
}

static const char *do_showboard(struct gtp *gtp, const char *at, struct zm_text *out,
                                struct zm_error *error)
{
    (void)at, (void)out;
    char *const board = session_board(gtp->session->position);
    if (!board)
        return sentence(error, "%s", out_of_memory);
    /* An empty line would end the answer. */
    size_t length = 0;
    for (const char *c = board; *c; c++)
        if (*c != '\n' || (c > board && c[-1] != '\n' && c[1]))
            board[length++] = *c;
    board[length] = '\0';
    session_say(gtp->session, "=%s\n%s\n", gtp->id, board);
    free(board);
    return NULL;
}

/* B+3, W+3 or 0; with more players what each gets. */
static const char *do_final_score(struct gtp *gtp, const char *at, struct zm_text *out,
                                  struct zm_error *error)
{
    (void)at;
    const struct zm_position *const p = gtp->session->position;
    const int players = gtp->session->game->players;
    if (zm_position_turn(p) != ZM_OVER)
        return sentence(error, "cannot score: the game is not over");
    const int first = zm_position_payoff(p, 0);
    if (players == 2 && first == 0)
        zm_print(out, "0");
    else if (players == 2)
        zm_print(out, "%c+%d", first > 0 ? 'B' : 'W', abs(first));
    else
        for (int i = 0; i < players; i++)
            zm_print(out, "%s%+d", i ? " " : "", zm_position_payoff(p, i));
    return NULL;
}

/* ------------------------------------------------------------------- the time -- */

static const char *do_time_settings(struct gtp *gtp, const char *at, struct zm_text *out,
                                    struct zm_error *error)
{
    (void)out, (void)error;
    return gtp_clock_set(&gtp->clock, at) ? NULL : syntax_error;
}

static const char *do_time_left(struct gtp *gtp, const char *at, struct zm_text *out,
                                struct zm_error *error)
{
    (void)out;
    int player;
    if (read_colour(gtp, &at, &player, error))
        return error->text;
    return player >= 0 && gtp_clock_tell(&gtp->clock, player, at) ? NULL : syntax_error;
}

/* Without a clock and without limits of our own, as a player in a match thinks. */
static struct zm_limits limits_of(const struct gtp *gtp, int player)
{
    const struct zm_limits *const own = &gtp->session->setup.limits;
    const bool limited = own->seconds > 0 || own->nodes > 0 || own->depth > 0;
    return gtp->clock.runs ? gtp_clock_limits(&gtp->clock, player)
                           : (struct zm_limits){ .nodes = limited ? 0 : PLAYER_NODES };
}

/* -------------------------------------------------------------------- a move -- */

static void think(void *user)
{
    struct gtp *const gtp = user;
    struct session *const s = gtp->session;
    const int player = zm_position_turn(s->position);
    const double begin = clock_now();
    struct zm_result result;
    char text[256];
    const char *wrong = session_choose(s, s->position, &gtp->limits, &result, &gtp->error);
    if (!wrong)
        zm_position_show_move(s->position, result.move, text, sizeof text);
    if (!wrong && gtp->plays)
        wrong = zm_position_play(s->position, result.move, &gtp->error);
    if (gtp->plays)
        gtp_clock_spend(&gtp->clock, player, clock_now() - begin);
    if (wrong)
        fail(gtp, wrong);
    else
        succeed(gtp, text);
}

static const char *choose(struct gtp *gtp, const char *at, bool plays, struct zm_error *error)
{
    int player;
    if (read_colour(gtp, &at, &player, error) || has_turn(gtp->session->position, player, error))
        return error->text;
    if (player < 0)
        return sentence(error, "chance decides here: play an outcome");
    /* A regression wants the same answer every time. */
    if (!plays && session_forget(gtp->session, error))
        return error->text;
    gtp->plays = plays;
    gtp->limits = limits_of(gtp, player);
    return session_begin(gtp->session, think, gtp, false, error);
}

static const char *do_genmove(struct gtp *gtp, const char *at, struct zm_text *out,
                              struct zm_error *error)
{
    (void)out;
    return choose(gtp, at, true, error);
}

static const char *do_reg_genmove(struct gtp *gtp, const char *at, struct zm_text *out,
                                  struct zm_error *error)
{
    (void)out;
    return choose(gtp, at, false, error);
}

/* ------------------------------------------------------------------ commands -- */

static const struct command {
    const char *name;
    command_fn *run;
    bool answers; /* by itself, if it succeeds */
} command[] = {
    { "boardsize", do_boardsize, false },
    { "clear_board", do_clear, false },
    { "final_score", do_final_score, false },
    { "genmove", do_genmove, true },
    { "known_command", do_known, false },
    { "komi", do_komi, false },
    { "list_commands", do_list, false },
    { "name", do_name, false },
    { "play", do_play, false },
    { "protocol_version", do_protocol_version, false },
    { "quit", do_quit, false },
    { "reg_genmove", do_reg_genmove, true },
    { "showboard", do_showboard, true },
    { "time_left", do_time_left, false },
    { "time_settings", do_time_settings, false },
    { "undo", do_undo, false },
    { "version", do_version, false },
};
enum { COMMANDS = sizeof command / sizeof *command };

static const char *do_list(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error)
{
    (void)gtp, (void)at, (void)error;
    for (int i = 0; i < COMMANDS; i++)
        zm_print(out, "%s%s", i ? "\n" : "", command[i].name);
    return NULL;
}

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(command[i].name, name))
            return &command[i];
    return NULL;
}

static const char *do_known(struct gtp *gtp, const char *at, struct zm_text *out,
                            struct zm_error *error)
{
    (void)gtp, (void)error;
    char name[64];
    word_next(&at, name, sizeof name);
    zm_print(out, "%s", find(name) ? "true" : "false");
    return NULL;
}

/* As section 3.1 of the draft has it: control characters go, a tab is a blank, what follows
 * a # is a comment. */
static void clean(char *text)
{
    char *to = text;
    for (const char *c = text; *c && *c != '#'; c++)
        if (*c == '\t')
            *to++ = ' ';
        else if (!iscntrl((unsigned char)*c))
            *to++ = *c;
    *to = '\0';
}

static bool carry_out(struct gtp *gtp, const char *at)
{
    struct zm_error error;
    char name[64], text[1024] = "";
    const char *after = at;
    struct zm_text out = { text, sizeof text, 0 };
    long long number;
    if (!word_next(&after, name, sizeof name))
        return true;
    const bool numbered = word_number(name, 0, INT64_MAX, &number);
    if (numbered)
        word_next(&after, name, sizeof name);
    const bool quits = !strcmp(name, "quit");
    if (quits)
        session_leave(gtp->session);
    else
        session_wait(gtp->session);
    gtp->id[0] = '\0';
    if (numbered)
        snprintf(gtp->id, sizeof gtp->id, "%lld", number);
    const struct command *const found = find(name);
    const char *const wrong = found ? found->run(gtp, after, &out, &error) : "unknown command";
    if (wrong)
        fail(gtp, wrong);
    else if (!found->answers)
        succeed(gtp, text);
    return !quits;
}

static bool read_line(void *user, const char *line)
{
    struct gtp *const gtp = user;
    char *const text = strdup(line);
    bool goes_on = true;
    if (text) {
        clean(text);
        goes_on = carry_out(gtp, text);
    }
    free(text);
    return goes_on;
}

void gtp_run(struct session *s, FILE *in)
{
    static const struct protocol protocol = { read_line, complain };
    struct gtp gtp = { .session = s };
    session_serve(s, in, &protocol, &gtp);
}
