#include "cli/match_table.h"

#include "base/json.h"

#include <math.h>
#include <string.h>

/* Without memory they are all 0. */
static void ratings(const struct match *match, struct rated rated[])
{
    struct zm_error ignored;
    memset(rated, 0, MATCH_PLAYERS * sizeof *rated);
    match_rate(match, rated, &ignored);
}

static void print_elo(FILE *out, double elo)
{
    if (isinf(elo))
        fputs(elo > 0 ? "+infinite" : "-infinite", out);
    else
        fprintf(out, "%+.0f", nearbyint(elo) + 0.0); /* no -0 */
}

int match_table(FILE *out, const struct match *match)
{
    const struct match_settings *const s = match_settings(match);
    struct standing standing[MATCH_PLAYERS];
    struct rated rated[MATCH_PLAYERS];
    int width = 6;
    match_standings(match, standing);
    ratings(match, rated);
    for (int i = 0; i < s->players; i++) {
        const int length = (int)strlen(s->player[i]);
        width = length > width ? length : width;
    }
    width = width > 40 ? 40 : width;
    fprintf(out, "    %-*s %7s %8s %6s %12s %6s %6s %6s", width, "player", "games", "points", "%",
            "Elo", "won", "drawn", "lost");
    for (int i = 0; s->players > 2 && i < s->players; i++)
        fprintf(out, " %9d", i + 1);
    fputc('\n', out);
    for (int i = 0; i < s->players; i++) {
        const struct standing *const a = &standing[i];
        char elo[32] = "";
        if (a->games > 0)
            snprintf(elo, sizeof elo, "%+.0f +-%.0f", rated[a->player].elo, rated[a->player].error);
        fprintf(out, "%3d %-*.*s %7llu %8.1f %6.1f %12s %6llu %6llu %6llu", i + 1, width, width,
                s->player[a->player], (unsigned long long)a->games, a->points,
                a->games ? 100 * a->points / (double)a->games : 0.0, elo,
                (unsigned long long)a->wins, (unsigned long long)a->draws,
                (unsigned long long)a->losses);
        for (int k = 0; s->players > 2 && k < s->players; k++) {
            struct encounter e;
            char cell[48];
            snprintf(cell, sizeof cell, "%s", k == i ? "-" : "");
            if (match_encounter(match, a->player, standing[k].player, &e)) {
                const uint64_t games = e.game[0] + e.game[1] + e.game[2];
                snprintf(cell, sizeof cell, "%.1f/%llu", (double)e.game[2] + (double)e.game[1] / 2,
                         (unsigned long long)games);
            }
            fprintf(out, " %9s", cell);
        }
        if (a->time_losses + a->forfeits > 0)
            fprintf(out, "  (%llu on time, %llu forfeited)", (unsigned long long)a->time_losses,
                    (unsigned long long)a->forfeits);
        fputc('\n', out);
    }
    return s->players + 1;
}

static void print_interval(FILE *out, const char *what, const struct estimate *e)
{
    fprintf(out, "%s: ", what);
    print_elo(out, e->elo);
    fputs(" Elo, 95 % between ", out);
    print_elo(out, e->low);
    fputs(" and ", out);
    print_elo(out, e->high);
    fprintf(out, "; stronger with %.1f %%; normalised ", 100 * e->los);
    print_elo(out, e->normal);
    fputc('\n', out);
}

void match_summary(FILE *out, const struct match *match)
{
    const struct match_settings *const s = match_settings(match);
    struct encounter e;
    if (s->players == 2 && match_encounter(match, 0, 1, &e)) {
        const struct estimate games = elo_estimate(e.game, GAME_CELLS);
        const struct estimate pairs = elo_estimate(e.pair, PAIR_CELLS);
        fprintf(out, "%s against %s\n", s->player[0], s->player[1]);
        print_interval(out, "  by games", &games);
        if (isfinite(pairs.low) || isfinite(pairs.high))
            print_interval(out, "  by pairs", &pairs);
    }
    if (s->sprt.elo0 != s->sprt.elo1) {
        static const char *const verdict[] = { "not decided", "accepted: E0", "accepted: E1" };
        fprintf(out, "  SPRT of %g against %g%s Elo: %.2f in %.2f .. %.2f, %s\n", s->sprt.elo0,
                s->sprt.elo1, s->sprt.normalised ? " normalised" : "", match_ratio(match),
                sprt_lower(&s->sprt), sprt_upper(&s->sprt), verdict[match_verdict(match)]);
    }
    if (match_winner(match) >= 0)
        fprintf(out, "  the cup goes to %s\n", s->player[match_winner(match)]);
}

static void json_estimate(struct json *j, const char *key, const struct estimate *e)
{
    json_object(j, key);
    json_number(j, "score", e->score);
    json_number(j, "elo", e->elo);
    json_number(j, "low", e->low);
    json_number(j, "high", e->high);
    json_number(j, "los", e->los);
    json_number(j, "normalised", e->normal);
    json_end_object(j);
}

static void json_meetings(struct json *j, const struct match *match)
{
    const struct match_settings *const s = match_settings(match);
    json_array(j, "encounters");
    for (int a = 0; a < s->players; a++)
        for (int b = a + 1; b < s->players; b++) {
            struct encounter e;
            if (!match_encounter(match, a, b, &e))
                continue;
            const struct estimate games = elo_estimate(e.game, GAME_CELLS);
            const struct estimate pairs = elo_estimate(e.pair, PAIR_CELLS);
            json_object(j, NULL);
            json_text(j, "player", s->player[a]);
            json_text(j, "opponent", s->player[b]);
            json_count(j, "wins", e.game[2]);
            json_count(j, "draws", e.game[1]);
            json_count(j, "losses", e.game[0]);
            json_array(j, "pairs");
            for (int i = 0; i < PAIR_CELLS; i++)
                json_count(j, NULL, e.pair[i]);
            json_end_array(j);
            json_estimate(j, "by_games", &games);
            json_estimate(j, "by_pairs", &pairs);
            json_end_object(j);
        }
    json_end_array(j);
}

void match_json(FILE *out, const struct match *match)
{
    const struct match_settings *const s = match_settings(match);
    struct standing standing[MATCH_PLAYERS];
    struct rated rated[MATCH_PLAYERS];
    struct json j = { .out = out };
    match_standings(match, standing);
    ratings(match, rated);
    json_object(&j, NULL);
    json_text(&j, "game", s->game);
    json_integer(&j, "match", match_id(match));
    json_text(&j, "kind", plan_kind_name(s->kind));
    json_count(&j, "played", match_played(match));
    json_count(&j, "total", match_total(match));
    json_array(&j, "players");
    for (int i = 0; i < s->players; i++) {
        const struct standing *const a = &standing[i];
        json_object(&j, NULL);
        json_text(&j, "player", s->player[a->player]);
        json_count(&j, "games", a->games);
        json_number(&j, "points", a->points);
        json_count(&j, "wins", a->wins);
        json_count(&j, "draws", a->draws);
        json_count(&j, "losses", a->losses);
        json_number(&j, "elo", rated[a->player].elo);
        json_number(&j, "error", rated[a->player].error);
        json_number(&j, "seconds", a->seconds);
        json_count(&j, "time_losses", a->time_losses);
        json_count(&j, "forfeits", a->forfeits);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_meetings(&j, match);
    if (s->sprt.elo0 != s->sprt.elo1) {
        static const char *const verdict[] = { "open", "elo0", "elo1" };
        json_object(&j, "sprt");
        json_number(&j, "ratio", match_ratio(match));
        json_number(&j, "lower", sprt_lower(&s->sprt));
        json_number(&j, "upper", sprt_upper(&s->sprt));
        json_text(&j, "verdict", verdict[match_verdict(match)]);
        json_end_object(&j);
    }
    if (match_winner(match) >= 0)
        json_text(&j, "winner", s->player[match_winner(match)]);
    json_end_object(&j);
}
