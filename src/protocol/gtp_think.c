/* gtp_think.c -- the commands of GTP that choose a move, and those about time. */
#include "protocol/gtp.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "match/player.h"

/* ------------------------------------------------------------------- the time -- */

const char *gtp_time_settings(struct gtp *gtp, const char *at, struct zm_text *out,
                              struct zm_error *error)
{
    (void)out, (void)error;
    return gtp_clock_set(&gtp->clock, at) ? NULL : gtp_syntax_error;
}

const char *gtp_kgs_time_settings(struct gtp *gtp, const char *at, struct zm_text *out,
                                  struct zm_error *error)
{
    (void)out, (void)error;
    return gtp_clock_set_kgs(&gtp->clock, at) ? NULL : gtp_syntax_error;
}

const char *gtp_time_left(struct gtp *gtp, const char *at, struct zm_text *out,
                          struct zm_error *error)
{
    (void)out;
    int player;
    if (gtp_read_colour(gtp, &at, &player, error))
        return error->text;
    return player >= 0 && gtp_clock_tell(&gtp->clock, player, at) ? NULL : gtp_syntax_error;
}

/* Without a clock and without limits of our own, as a player in a match thinks. */
struct zm_limits gtp_limits(const struct gtp *gtp, int player)
{
    const struct zm_limits *const own = &gtp->session->setup.limits;
    const bool limited = own->seconds > 0 || own->nodes > 0 || own->depth > 0;
    return gtp->clock.runs ? gtp_clock_limits(&gtp->clock, player)
                           : (struct zm_limits){ .nodes = limited ? 0 : PLAYER_NODES };
}

/* -------------------------------------------------------------------- a move -- */

const char *gtp_may_think(struct gtp *gtp, int player, bool *changed, struct zm_error *error)
{
    if (gtp_has_turn(gtp, player, changed, error))
        return error->text;
    return player < 0 ? sentence(error, "chance decides here: play an outcome") : NULL;
}

const char *gtp_chosen(struct gtp *gtp, zm_move m, bool plays, double begin, char text[GTP_MOVE])
{
    struct zm_position *const p = gtp->session->position;
    zm_position_show_move(p, m, text, GTP_MOVE);
    if (!plays)
        return NULL;
    gtp_clock_spend(&gtp->clock, zm_position_turn(p), clock_now() - begin);
    return zm_position_play(p, m, &gtp->error);
}

static void think(void *user)
{
    struct gtp *const gtp = user;
    struct session *const s = gtp->session;
    const double begin = clock_now();
    struct zm_result result;
    char text[GTP_MOVE];
    const char *wrong = session_choose(s, s->position, &gtp->limits, &result, &gtp->error);
    if (!wrong)
        wrong = gtp_chosen(gtp, result.move, gtp->plays, begin, text);
    if (wrong)
        gtp_fail(gtp, wrong);
    else
        gtp_succeed(gtp, text);
}

static const char *choose(struct gtp *gtp, const char *at, bool plays, struct zm_error *error)
{
    int player;
    bool changed;
    if (gtp_read_colour(gtp, &at, &player, error) || gtp_may_think(gtp, player, &changed, error))
        return error->text;
    /* A regression wants the same answer every time. */
    if (!plays && session_forget(gtp->session, error))
        return error->text;
    session_listen(gtp->session, NULL, NULL); /* an analysis may have listened */
    gtp->plays = plays;
    gtp->borrows = changed && !plays;
    gtp->limits = gtp_limits(gtp, player);
    return session_begin(gtp->session, think, gtp, false, error);
}

const char *gtp_genmove(struct gtp *gtp, const char *at, struct zm_text *out,
                        struct zm_error *error)
{
    (void)out;
    return choose(gtp, at, true, error);
}

const char *gtp_reg_genmove(struct gtp *gtp, const char *at, struct zm_text *out,
                            struct zm_error *error)
{
    (void)out;
    return choose(gtp, at, false, error);
}
