/* gtp_clock.h -- the clocks of a game over GTP: main time, then Canadian byo-yomi, so many
 * moves in so many seconds and again. */
#ifndef PROTOCOL_GTP_CLOCK_H
#define PROTOCOL_GTP_CLOCK_H

#include <zermelo/zermelo.h>

/* What is left of a player's time: `stones` moves are to be made in it, or 0: all. */
struct gtp_period {
    double seconds;
    int stones;
};

struct gtp_clock {
    bool runs;
    struct gtp_period main, byoyomi; /* as time_settings has them */
    struct gtp_period left[ZM_MAX_PLAYERS];
};

/* A new game. */
void gtp_clock_reset(struct gtp_clock *clock);

/* "MAIN BYOYOMI STONES" of time_settings and "SECONDS STONES" of time_left; false: they are
 * not that. */
bool gtp_clock_set(struct gtp_clock *clock, const char *at);
bool gtp_clock_set_kgs(struct gtp_clock *clock, const char *at); /* KGS's words for it */
bool gtp_clock_tell(struct gtp_clock *clock, int player, const char *at);

/* A move took so long. */
void gtp_clock_spend(struct gtp_clock *clock, int player, double seconds);

/* How long the next may take. */
struct zm_limits gtp_clock_limits(const struct gtp_clock *clock, int player);

#endif
