#include "match/report.h"

#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 200 }; /* of the curve, at most */

/* What is counted on one walk over the games. */
struct counted {
    const struct match_settings *settings;
    const struct zm_game *game;
    struct plan *plan;
    uint64_t games, expected;
    struct {
        uint64_t games, moves;
        double points, seconds, longest;
    } player[MATCH_PLAYERS];
    uint64_t ending[ENDINGS];
    struct {
        uint64_t games;
        struct estimate estimate;
    } point[POINTS];
    int points;
};

static void count_point(struct counted *c)
{
    struct encounter e;
    if (c->settings->players != 2 || c->points == POINTS || c->game->players != 2 ||
        c->games * POINTS < (uint64_t)c->points * c->expected || !plan_encounter(c->plan, 0, 1, &e))
        return;
    c->point[c->points].games = c->games;
    c->point[c->points++].estimate = elo_estimate(e.game, GAME_CELLS);
}

static bool count_game(void *user, const struct stored_game *g)
{
    struct counted *const c = user;
    struct fixture fixture;
    double points[ZM_MAX_PLAYERS] = { 0 };
    int turn[ZM_MAX_PLAYERS] = { 0 };
    if (g->seats != c->game->players || !plan_fixture(c->plan, g->number, &fixture))
        return false;
    for (int i = 0; i < g->seats; i++) {
        points[i] = g->seat[i].points;
        turn[i] = g->seat[i].place;
        if (turn[i] >= c->settings->players)
            return false;
        c->player[turn[i]].games++;
        c->player[turn[i]].points += points[i];
        c->player[turn[i]].seconds += g->seat[i].seconds;
    }
    plan_played(c->plan, &fixture, points);
    c->games++;
    for (int i = 0; i < ENDINGS; i++)
        c->ending[i] += !strcmp(g->ending, ending_name((enum ending)i));
    /* Who made a move is known where turns alternate; for others the mean of all is shown. */
    for (int i = 0; i < g->plies; i++) {
        const int place = turn[i % g->seats];
        if (!g->move[i].thought)
            continue;
        c->player[place].moves++;
        if (g->move[i].seconds > c->player[place].longest)
            c->player[place].longest = g->move[i].seconds;
    }
    count_point(c);
    return true;
}

/* ------------------------------------------------------------------ writing -- */

static void escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
}

static void table(FILE *out, const struct counted *c, const struct rated rated[], const int order[])
{
    const struct match_settings *const s = c->settings;
    fputs("<table><tr><th></th><th>player</th><th>games</th><th>points</th><th>%</th><th>Elo</th>",
          out);
    for (int k = 0; k < s->players; k++)
        fprintf(out, "<th>%d</th>", k + 1);
    fputs("</tr>\n", out);
    for (int i = 0; i < s->players; i++) {
        const int a = order[i];
        fprintf(out, "<tr><td>%d</td><td class=name>", i + 1);
        escaped(out, s->player[a]);
        fprintf(out, "</td><td>%llu</td><td>%.1f</td><td>%.1f</td><td>%+.0f ± %.0f</td>",
                (unsigned long long)c->player[a].games, c->player[a].points,
                c->player[a].games ? 100 * c->player[a].points / (double)c->player[a].games : 0.0,
                rated[a].elo, rated[a].error);
        for (int k = 0; k < s->players; k++) {
            struct encounter e;
            if (plan_encounter(c->plan, a, order[k], &e))
                fprintf(out, "<td>+%llu =%llu −%llu</td>", (unsigned long long)e.game[2],
                        (unsigned long long)e.game[1], (unsigned long long)e.game[0]);
            else
                fputs(i == k ? "<td>·</td>" : "<td></td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

/* A round step that divides `span` into about five. */
static double round_step(double span)
{
    const double power = pow(10, floor(log10(span / 5)));
    const double rest = span / 5 / power;
    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

/* Ratings as points with their intervals. */
static void elo_picture(FILE *out, const struct counted *c, const struct rated rated[],
                        const int order[])
{
    enum { LEFT = 260, WIDTH = 480, ROW = 26 };
    const struct match_settings *const s = c->settings;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < s->players; i++) {
        low = fmin(low, rated[i].elo - rated[i].error);
        high = fmax(high, rated[i].elo + rated[i].error);
    }
    if (!(high - low > 1)) {
        low -= 1;
        high += 1;
    }
    const double scale = WIDTH / (high - low), step = round_step(high - low);
    fprintf(out,
            "<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"ratings with 95 %% intervals\">\n",
            LEFT + WIDTH + 40, ROW * s->players + 40);
    for (int i = (int)ceil(low / step); i * step <= high; i++) {
        const double x = i * step;
        fprintf(out,
                "<line class=grid x1=%.1f x2=%.1f y1=6 y2=%d /><text x=%.1f y=%d "
                "text-anchor=middle>%+.0f</text>\n",
                LEFT + (x - low) * scale, LEFT + (x - low) * scale, ROW * s->players + 12,
                LEFT + (x - low) * scale, ROW * s->players + 30, x);
    }
    for (int i = 0; i < s->players; i++) {
        const struct rated *const r = &rated[order[i]];
        const int y = ROW * i + 20;
        fprintf(out, "<text x=%d y=%d text-anchor=end>", LEFT - 12, y + 5);
        escaped(out, s->player[order[i]]);
        fprintf(out,
                "</text><line class=bar x1=%.1f x2=%.1f y1=%d y2=%d />"
                "<circle class=dot cx=%.1f cy=%d r=5 />\n",
                LEFT + (r->elo - r->error - low) * scale, LEFT + (r->elo + r->error - low) * scale,
                y, y, LEFT + (r->elo - low) * scale, y);
    }
    fputs("</svg>\n", out);
}

static double held(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* The Elo difference and its interval after every game. */
static void curve(FILE *out, const struct counted *c)
{
    enum { LEFT = 60, WIDTH = 680, HEIGHT = 240 };
    if (c->points < 2)
        return;
    const struct estimate *const last = &c->point[c->points - 1].estimate;
    double low = isfinite(last->low) ? last->low : -800;
    double high = isfinite(last->high) ? last->high : 800;
    const double margin = (high - low) * 0.75 + 5;
    low -= margin;
    high += margin;
    const double across = WIDTH / (double)c->games, up = HEIGHT / (high - low);
    const double step = round_step(high - low);
    fprintf(out,
            "<h2>Elo, game by game</h2>\n<svg viewBox=\"0 0 %d %d\" role=img "
            "aria-label=\"Elo difference after every game with its 95 %% interval\">\n",
            LEFT + WIDTH + 20, HEIGHT + 40);
    for (int i = (int)ceil(low / step); i * step <= high; i++) {
        const double y = i * step;
        fprintf(out,
                "<line class=grid x1=%d x2=%d y1=%.1f y2=%.1f /><text x=%d y=%.1f "
                "text-anchor=end>%+.0f</text>\n",
                LEFT, LEFT + WIDTH, 10 + (high - y) * up, 10 + (high - y) * up, LEFT - 8,
                14 + (high - y) * up, y);
    }
    fputs("<polygon class=band points=\"", out);
    for (int i = 0; i < c->points; i++)
        fprintf(out, "%.1f,%.1f ", LEFT + (double)c->point[i].games * across,
                10 + (high - held(c->point[i].estimate.high, low, high)) * up);
    for (int i = c->points - 1; i >= 0; i--)
        fprintf(out, "%.1f,%.1f ", LEFT + (double)c->point[i].games * across,
                10 + (high - held(c->point[i].estimate.low, low, high)) * up);
    fputs("\" />\n<polyline class=line points=\"", out);
    for (int i = 0; i < c->points; i++)
        fprintf(out, "%.1f,%.1f ", LEFT + (double)c->point[i].games * across,
                10 + (high - held(c->point[i].estimate.elo, low, high)) * up);
    fprintf(out, "\" />\n<text x=%d y=%d text-anchor=end>%llu games</text></svg>\n", LEFT + WIDTH,
            HEIGHT + 32, (unsigned long long)c->games);
}

static void time_use(FILE *out, const struct counted *c)
{
    const struct match_settings *const s = c->settings;
    double most = 0;
    for (int i = 0; i < s->players; i++)
        if (c->player[i].moves > 0)
            most = fmax(most, c->player[i].seconds / (double)c->player[i].moves);
    fputs("<h2>Time</h2>\n<table><tr><th>player</th><th>seconds a move</th><th></th>"
          "<th>longest</th><th>in all</th></tr>\n",
          out);
    for (int i = 0; i < s->players; i++) {
        const double mean =
            c->player[i].moves ? c->player[i].seconds / (double)c->player[i].moves : 0;
        fputs("<tr><td class=name>", out);
        escaped(out, s->player[i]);
        fprintf(out,
                "</td><td>%.6f</td><td><svg class=small viewBox=\"0 0 200 12\">"
                "<rect class=fill width=%.1f height=12 /></svg></td><td>%.4f</td><td>%.1f</td>"
                "</tr>\n",
                mean, most > 0 ? 200 * mean / most : 0, c->player[i].longest, c->player[i].seconds);
    }
    fputs("</table>\n<h2>How games ended</h2>\n<table>", out);
    for (int i = 0; i < ENDINGS; i++)
        if (c->ending[i] > 0)
            fprintf(out, "<tr><td class=name>%s</td><td>%llu</td></tr>",
                    ending_name((enum ending)i), (unsigned long long)c->ending[i]);
    fputs("</table>\n", out);
}

static const char style[] =
    "<style>body{font:16px system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;"
    "color:#222;background:#fff}table{border-collapse:collapse;margin:1em 0}"
    "th,td{padding:.3em .7em;text-align:right;border-bottom:1px solid #ddd}.name{text-align:left}"
    "svg{width:100%;font-size:13px}svg.small{width:200px}.grid{stroke:#ddd}.bar{stroke:#27c;"
    "stroke-width:3}.dot{fill:#27c}.band{fill:#27c;opacity:.18}.line{fill:none;stroke:#27c;"
    "stroke-width:2}.fill{fill:#27c}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "th,td{border-color:#444}.grid{stroke:#444}text{fill:#ddd}}</style>\n";

static void write_page(FILE *out, const struct counted *c, int64_t id, const struct rated rated[],
                       const int order[])
{
    const struct match_settings *const s = c->settings;
    fputs("<!DOCTYPE html>\n<html lang=en><meta charset=utf-8>"
          "<meta name=viewport content=\"width=device-width\"><title>",
          out);
    escaped(out, s->game);
    fprintf(out, ", match %lld</title>\n%s<h1>", (long long)id, style);
    escaped(out, c->game->title);
    fprintf(out, ", match %lld</h1>\n<p>%s, %llu games", (long long)id, plan_kind_name(s->kind),
            (unsigned long long)c->games);
    if (*s->options) {
        fputs(", options ", out);
        escaped(out, s->options);
    }
    fprintf(out, ", seed %llu.</p>\n", (unsigned long long)s->seed);
    table(out, c, rated, order);
    fputs("<h2>Elo with 95 % intervals</h2>\n", out);
    elo_picture(out, c, rated, order);
    curve(out, c);
    time_use(out, c);
    fputs("</html>\n", out);
}

static const char *rate_players(const struct counted *c, struct rated rated[], int order[],
                                struct zm_error *error)
{
    const char *const wrong = plan_rate(c->plan, rated, error);
    for (int i = 0; !wrong && i < c->settings->players; i++) { /* best first */
        int at = i;
        for (; at > 0 && rated[order[at - 1]].elo < rated[i].elo; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return wrong;
}

const char *report_html(struct store *store, int64_t id, FILE *out, struct zm_error *error)
{
    struct match_settings settings;
    char *memory = NULL;
    struct counted *const c = calloc(1, sizeof *c);
    if (!c)
        return sentence(error, "%s", out_of_memory);
    const char *wrong = store_match(store, id, &settings, &memory, error);
    if (!wrong) {
        c->settings = &settings;
        c->game = zm_game_open(settings.game, *settings.options ? settings.options : NULL, error);
        c->plan = c->game ? plan_new(settings.kind, settings.players, c->game->players,
                                     settings.games, error)
                          : NULL;
        wrong = c->plan ? NULL : error->text;
    }
    if (!wrong) {
        c->expected = plan_total(c->plan);
        wrong = store_games(store, id, true, count_game, c, error);
    }
    if (!wrong) {
        struct rated rated[MATCH_PLAYERS];
        int order[MATCH_PLAYERS];
        wrong = rate_players(c, rated, order, error);
        if (!wrong)
            write_page(out, c, id, rated, order);
    }
    plan_free(c->plan);
    if (c->game)
        zm_game_close(c->game);
    free(c);
    free(memory);
    return wrong;
}
