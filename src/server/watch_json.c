#include "server/watch.h"

#include "base/json.h"
#include "game/registry.h"
#include "server/board.h"
#include "server/french.h"
#include "server/library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------- curve -- */

bool curve_begin(struct curve *c, int players)
{
    *c = (struct curve){ .players = players, .step = 1, .next = 1 };
    c->meeting = calloc((size_t)players * (size_t)players, sizeof *c->meeting);
    c->point = calloc(CURVE_POINTS, sizeof *c->point);
    for (int a = 0; c->meeting && a < players; a++)
        for (int b = 0; b < players; b++)
            c->meeting[a * players + b] = (struct meeting){ .a = a, .b = b };
    return c->meeting && c->point;
}

void curve_end(struct curve *c)
{
    free(c->meeting);
    free(c->point);
    *c = (struct curve){ .players = 0 };
}

static void curve_add(struct curve *c)
{
    struct zm_error error;
    struct rated rated[MATCH_PLAYERS] = { { .anchored = false } };
    struct meeting list[MATCH_PLAYERS * MATCH_PLAYERS];
    int n = 0;
    for (int i = 0; i < c->players * c->players; i++)
        if (c->meeting[i].wins + c->meeting[i].draws + c->meeting[i].losses > 0)
            list[n++] = c->meeting[i];
    if (rate(rated, c->players, list, n, &error))
        return;
    if (c->points == CURVE_POINTS) { /* every second one is enough */
        for (int i = 1; 2 * i < CURVE_POINTS; i++)
            c->point[i] = c->point[2 * i];
        c->points = CURVE_POINTS / 2;
        c->step *= 2;
    }
    struct curve_point *const point = &c->point[c->points++];
    point->games = c->games;
    for (int i = 0; i < c->players; i++) {
        point->elo[i] = rated[i].games > 0 ? rated[i].elo : (double)NAN;
        point->error[i] = rated[i].games > 0 ? rated[i].error : (double)NAN;
    }
    c->next = c->games + c->step;
}

void curve_count(struct curve *c, int seats, const int place[], const double points[])
{
    for (int i = 0; i < seats; i++)
        for (int k = i + 1; k < seats; k++) {
            const bool turned = place[i] > place[k];
            const int a = turned ? place[k] : place[i], b = turned ? place[i] : place[k];
            const double mine = turned ? points[k] : points[i];
            const double other = turned ? points[i] : points[k];
            if (a < 0 || b >= c->players || a == b)
                continue;
            struct meeting *const m = &c->meeting[a * c->players + b];
            m->wins += mine > other;
            m->draws += mine == other;
            m->losses += mine < other;
        }
    if (++c->games >= c->next)
        curve_add(c);
}

static void write_curve(struct json *j, const struct curve *c)
{
    json_array(j, "history");
    for (int i = 0; i < c->points; i++) {
        json_object(j, NULL);
        json_count(j, "games", c->point[i].games);
        json_array(j, "elo");
        for (int k = 0; k < c->players; k++)
            json_number(j, NULL, c->point[i].elo[k]);
        json_end_array(j);
        json_array(j, "error");
        for (int k = 0; k < c->players; k++)
            json_number(j, NULL, c->point[i].error[k]);
        json_end_array(j);
        json_end_object(j);
    }
    json_end_array(j);
}

/* --------------------------------------------------------------------- match -- */

static void write_table(struct json *j, const struct match *match)
{
    struct zm_error error;
    struct standing standing[MATCH_PLAYERS];
    struct rated rated[MATCH_PLAYERS];
    const int players = match_settings(match)->players;
    const bool known = !match_rate(match, rated, &error);
    match_standings(match, standing);
    json_array(j, "table");
    for (int i = 0; i < players; i++) {
        const struct standing *const s = &standing[i];
        const bool has = known && rated[s->player].games > 0;
        json_object(j, NULL);
        json_integer(j, "player", s->player);
        json_count(j, "games", s->games);
        json_count(j, "wins", s->wins);
        json_count(j, "draws", s->draws);
        json_count(j, "losses", s->losses);
        json_number(j, "points", s->points);
        json_number(j, "elo", has ? rated[s->player].elo : (double)NAN);
        json_number(j, "error", has ? rated[s->player].error : (double)NAN);
        json_end_object(j);
    }
    json_end_array(j);
}

static void write_cross(struct json *j, const struct match *match)
{
    const int players = match_settings(match)->players;
    const bool pairs = match_game(match)->players == 2;
    json_array(j, "cross");
    for (int a = 0; a < players; a++)
        for (int b = a + 1; b < players; b++) {
            struct encounter e;
            if (!match_encounter(match, a, b, &e))
                continue;
            uint64_t paired = 0;
            for (int i = 0; i < PAIR_CELLS; i++)
                paired += e.pair[i];
            const struct estimate estimate = pairs && paired > 0 ? elo_estimate(e.pair, PAIR_CELLS)
                                                                 : elo_estimate(e.game, GAME_CELLS);
            json_object(j, NULL);
            json_integer(j, "a", a);
            json_integer(j, "b", b);
            json_count(j, "wins", e.game[2]);
            json_count(j, "draws", e.game[1]);
            json_count(j, "losses", e.game[0]);
            json_number(j, "elo", estimate.elo);
            json_number(j, "low", estimate.low);
            json_number(j, "high", estimate.high);
            json_end_object(j);
        }
    json_end_array(j);
}

static void write_verdict(struct json *j, const struct match *match)
{
    const struct sprt *const test = &match_settings(match)->sprt;
    const enum sprt_verdict verdict = match_verdict(match);
    char text[80];
    if (test->elo0 == test->elo1) {
        json_null(j, "verdict");
        return;
    }
    if (verdict == SPRT_GOES_ON)
        snprintf(text, sizeof text, "undecided: %.2f of %.2f", match_ratio(match),
                 sprt_upper(test));
    else
        snprintf(text, sizeof text, "the difference is %g Elo",
                 verdict == SPRT_ACCEPTS_1 ? test->elo1 : test->elo0);
    json_text(j, "verdict", text);
}

char *watch_write(const struct watch *w, const struct match *match, bool running)
{
    const struct match_settings *const m = match_settings(match);
    char *text = NULL, *const info = library_info(w->server->library, match_game(match));
    size_t length = 0;
    struct json j = { .out = info ? open_memstream(&text, &length) : NULL };
    if (!j.out) {
        free(info);
        return NULL;
    }
    json_object(&j, NULL);
    json_integer(&j, "id", w->id);
    json_raw(&j, "game", info);
    json_text(&j, "options", m->options ? m->options : "");
    json_text(&j, "kind", plan_kind_name(m->kind));
    json_array(&j, "players");
    for (int i = 0; i < m->players; i++)
        json_text(&j, NULL, m->player[i]);
    json_end_array(&j);
    json_count(&j, "played", match_played(match));
    json_count(&j, "total", match_total(match));
    json_text(&j, "begun", w->begun ? w->begun : "");
    if (w->finished)
        json_text(&j, "finished", w->finished);
    else
        json_null(&j, "finished");
    json_bool(&j, "running", running);
    json_number(&j, "left", running ? match_seconds_left(match) : (double)NAN);
    write_table(&j, match);
    write_cross(&j, match);
    write_curve(&j, &w->curve);
    write_verdict(&j, match);
    json_end_object(&j);
    fclose(j.out);
    free(info);
    return text;
}

/* What watch_write() wrote ends with "}\n": the boards and the error go before that. */
char *watch_whole(const struct watch *w)
{
    char *text = NULL;
    size_t length = 0;
    FILE *const out = w->text ? open_memstream(&text, &length) : NULL;
    const char *const end = w->text ? strrchr(w->text, '}') : NULL;
    bool more = false;
    if (!out)
        return NULL;
    fprintf(out, "%.*s,\"boards\":[", (int)(end - w->text), w->text);
    for (int i = 0; i < WATCH_BOARDS; i++)
        if (w->board[i].used && w->board[i].text) {
            fprintf(out, "%s%s", more ? "," : "", w->board[i].text);
            more = true;
        }
    fputs("],", out);
    struct json j = { .out = out };
    json_languages(&j, "error", w->error);
    fputs("}\n", out);
    fclose(out);
    return text;
}

char *watch_board_write(const struct watch *w, const struct fixture *fixture,
                        const struct zm_position *p, const struct watch_board *board, bool over)
{
    const struct zm_game *const game = zm_position_game(p);
    char *text = NULL;
    size_t length = 0;
    struct json j = { .out = open_memstream(&text, &length) };
    if (!j.out)
        return NULL;
    json_object(&j, NULL);
    json_integer(&j, "match", w->id);
    json_count(&j, "number", fixture->number);
    json_array(&j, "seats");
    for (int i = 0; i < game->players; i++)
        json_text(&j, NULL, w->settings.player[fixture->player[i]]);
    json_end_array(&j);
    json_integer(&j, "plies", zm_position_plies(p));
    board_write(&j, "board", p, zm_position_plies(p), -1);
    json_array(&j, "values");
    for (int i = 0; i < game->players; i++)
        json_number(&j, NULL, board->value[i]);
    json_end_array(&j);
    json_bool(&j, "over", over);
    json_end_object(&j);
    fclose(j.out);
    text[strcspn(text, "\n")] = '\0';
    return text;
}
