/* gtp.c -- commands are carried out one after the other, as the protocol wants: while a move
 * is thought about the next line waits, but for `quit`, which cuts the thinking short; an
 * analysis goes on until the next line comes. */
#include "protocol/gtp.h"

#include "base/sentence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char gtp_syntax_error[] = "syntax error";

void gtp_succeed(const struct gtp *gtp, const char *text)
{
    session_say(gtp->session, "=%s%s%s\n", gtp->id, text[0] ? " " : "", text);
}

void gtp_fail(const struct gtp *gtp, const char *text)
{
    session_say(gtp->session, "?%s %s\n", gtp->id, text);
}

/* Wait for the job at hand; an analysis is told to end. */
static void wait_for_job(struct gtp *gtp)
{
    if (gtp->streams)
        session_stop(gtp->session);
    session_wait(gtp->session);
    if (gtp->borrows)
        gtp_go_back(gtp);
    gtp->streams = gtp->borrows = false;
}

static void complain(void *user, const char *text)
{
    struct gtp *const gtp = user;
    wait_for_job(gtp);
    gtp->id[0] = '\0';
    gtp_fail(gtp, text);
}

/* ------------------------------------------------------------------- colours -- */

/* black and white, as in Go, X and O, as on most diagrams, or the number of a seat. */
bool gtp_is_colour(const char *text, int *player)
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

const char *gtp_read_colour(const struct gtp *gtp, const char **at, int *player,
                            struct zm_error *error)
{
    char text[32];
    word_next(at, text, sizeof text);
    if (!gtp_is_colour(text, player))
        return sentence(error, "syntax error: \"%.20s\" is no colour; expected black or white",
                        text);
    if (*player >= gtp->session->game->players)
        return sentence(error, "this game has %d players", gtp->session->game->players);
    return NULL;
}

/* ---------------------------------------------------------------- the engine -- */

static gtp_fn do_list, do_known;

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

/* ------------------------------------------------------------------ commands -- */

static const struct command {
    const char *name;
    gtp_fn *run;
    bool answers; /* by itself, if it succeeds */
} command[] = {
    { "boardsize", gtp_boardsize, false },
    { "clear_board", gtp_clear, false },
    { "final_score", gtp_final_score, false },
    { "final_status_list", gtp_final_status, false },
    { "fixed_handicap", gtp_fixed_handicap, false },
    { "genmove", gtp_genmove, true },
    { "kata-analyze", gtp_kata_analyze, true },
    { "kata-genmove_analyze", gtp_kata_genmove_analyze, true },
    { "kgs-time_settings", gtp_kgs_time_settings, false },
    { "known_command", do_known, false },
    { "komi", gtp_komi, false },
    { "list_commands", do_list, false },
    { "loadsgf", gtp_loadsgf, false },
    { "lz-analyze", gtp_lz_analyze, true },
    { "lz-genmove_analyze", gtp_lz_genmove_analyze, true },
    { "name", do_name, false },
    { "place_free_handicap", gtp_free_handicap, false },
    { "play", gtp_play, false },
    { "printsgf", gtp_printsgf, true },
    { "protocol_version", do_protocol_version, false },
    { "quit", do_quit, false },
    { "rectangular_boardsize", gtp_rectangular, false },
    { "reg_genmove", gtp_reg_genmove, true },
    { "set_free_handicap", gtp_set_handicap, false },
    { "showboard", gtp_showboard, true },
    { "time_left", gtp_time_left, false },
    { "time_settings", gtp_time_settings, false },
    { "undo", gtp_undo, false },
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
    char name[64], text[1 << 13] = "";
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
        wait_for_job(gtp);
    gtp->id[0] = '\0';
    if (numbered)
        snprintf(gtp->id, sizeof gtp->id, "%lld", number);
    const struct command *const found = find(name);
    const char *const wrong = found ? found->run(gtp, after, &out, &error) : "unknown command";
    if (wrong)
        gtp_fail(gtp, wrong);
    else if (!found->answers)
        gtp_succeed(gtp, text);
    return !quits;
}

static bool read_line(void *user, const char *line)
{
    struct gtp *const gtp = user;
    char *const text = strdup(line);
    bool goes_on = true;
    if (gtp->streams)
        wait_for_job(gtp);
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
    session_listen(s, NULL, NULL);
    gtp_forget_past(&gtp);
}
