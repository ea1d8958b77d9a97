#include "protocol/gtp_clock.h"

#include "protocol/lines.h"

#include <stdlib.h>

void gtp_clock_reset(struct gtp_clock *clock)
{
    for (int i = 0; i < ZM_MAX_PLAYERS; i++)
        clock->left[i] = clock->main.seconds > 0 ? clock->main : clock->byoyomi;
}

static bool read_seconds(const char **at, double *seconds)
{
    char word[32], *end;
    word_next(at, word, sizeof word);
    *seconds = strtod(word, &end);
    return end != word && !*end && *seconds >= 0 && *seconds < 1e9;
}

static bool read_stones(const char **at, int *stones)
{
    char word[32];
    long long n;
    word_next(at, word, sizeof word);
    const bool good = word_number(word, 0, 1000000, &n);
    *stones = good ? (int)n : 0;
    return good;
}

/* A period without stones is no limit at all; nor are nothing but noughts. */
bool gtp_clock_set(struct gtp_clock *clock, const char *at)
{
    struct gtp_period first = { 0, 0 }, then = { 0, 0 };
    if (!read_seconds(&at, &first.seconds) || !read_seconds(&at, &then.seconds) ||
        !read_stones(&at, &then.stones))
        return false;
    clock->main = first;
    clock->byoyomi = then;
    clock->runs = then.stones > 0 || (then.seconds <= 0 && first.seconds > 0);
    gtp_clock_reset(clock);
    return true;
}

bool gtp_clock_tell(struct gtp_clock *clock, int player, const char *at)
{
    struct gtp_period left;
    if (!read_seconds(&at, &left.seconds) || !read_stones(&at, &left.stones))
        return false;
    clock->left[player] = left;
    clock->runs = true;
    return true;
}

void gtp_clock_spend(struct gtp_clock *clock, int player, double seconds)
{
    struct gtp_period *const left = &clock->left[player];
    left->seconds -= seconds;
    if (left->stones > 0 ? --left->stones == 0 : left->seconds <= 0)
        *left = clock->byoyomi;
}

struct zm_limits gtp_clock_limits(const struct gtp_clock *clock, int player)
{
    const struct gtp_period *const left = &clock->left[player];
    return (struct zm_limits){ .clock = left->seconds > 0.01 ? left->seconds : 0.01,
                               .moves_to_go = left->stones };
}

/* "none", "absolute MAIN", "byoyomi MAIN PERIOD PERIODS", "canadian MAIN PERIOD STONES". Of
 * Japanese byo-yomi only one period counts: it comes again as long as it is kept to. */
bool gtp_clock_set_kgs(struct gtp_clock *clock, const char *at)
{
    struct gtp_period first = { 0, 0 }, then = { 0, 0 };
    char kind[16];
    int number = 0;
    word_next(&at, kind, sizeof kind);
    const bool none = !strcmp(kind, "none"), absolute = !strcmp(kind, "absolute"),
               byoyomi = !strcmp(kind, "byoyomi"), canadian = !strcmp(kind, "canadian");
    if (!none && !absolute && !byoyomi && !canadian)
        return false;
    if (!none && !read_seconds(&at, &first.seconds))
        return false;
    if ((byoyomi || canadian) && (!read_seconds(&at, &then.seconds) || !read_stones(&at, &number)))
        return false;
    then.stones = byoyomi ? 1 : number;
    clock->main = first;
    clock->byoyomi = then;
    clock->runs = !none && (then.stones > 0 || first.seconds > 0);
    gtp_clock_reset(clock);
    return true;
}
