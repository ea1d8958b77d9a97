/* game_record.c -- sources: Edwards 1994, "PGN Specification"; Hollosi 1999, "SGF FF[4]"
 * (notation/sgf.h); Buro
 * 1998, "GGF" (notation/ggf.h). */
#include "match/game_record.h"

#include "notation/ggf.h"
#include "notation/sgf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct writer {
    FILE *out;
    const struct match *match;
    const struct fixture *fixture;
    const struct zm_position *p;
    const struct played *played;
    const struct zm_game *game;
};

static const char *name_of(const struct writer *w, int seat)
{
    return match_settings(w->match)->player[w->fixture->player[seat]];
}

/* What the player thought of the move at this ply; NULL: nobody thought. */
static const struct thought *thought_at(const struct writer *w, int ply)
{
    const int at = ply - w->played->first;
    if (at < 0 || at >= w->played->thoughts || !(w->played->thought[at].seconds > 0))
        return NULL;
    return &w->played->thought[at];
}

/* `text` with a backslash before each of `special`; ends of lines become blanks. */
static void escaped(FILE *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            fputc('\\', out);
        fputc(*text == '\n' || *text == '\r' ? ' ' : *text, out);
    }
}

/* "2026.11.16", with `between` in place of the points. */
static void write_date(char out[16], char between)
{
    const time_t now = time(NULL);
    struct tm tm;
    gmtime_r(&now, &tm);
    snprintf(out, 16, "%04d%c%02d%c%02d", (tm.tm_year + 1900) % 10000, between,
             (tm.tm_mon + 1) % 100, between, tm.tm_mday % 100);
}

/* Of a game of two: 1 the first player won, -1 the second, 0 neither. */
static int winner(const struct writer *w)
{
    const double *const points = w->played->points;
    return (points[0] > points[1]) - (points[0] < points[1]);
}

static void write_thought(struct zm_text *out, const struct thought *t)
{
    if (!isnan(t->value))
        zm_print(out, "%+.2f%s/%d ", t->value, t->exact ? " exact" : "", t->depth);
    zm_print(out, "%.3fs %llun", t->seconds, (unsigned long long)t->nodes);
}

/* ---------------------------------------------------------------------- PGN -- */

static void pgn_tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s \"", name);
    escaped(out, value, "\\\"");
    fputs("\"]\n", out);
}

static const char *pgn_result(const struct writer *w)
{
    static const char *const result[] = { "0-1", "1/2-1/2", "1-0" };
    return w->game->players == 2 ? result[winner(w) + 1] : "*";
}

static void pgn_tags(const struct writer *w)
{
    const struct match_settings *const s = match_settings(w->match);
    char text[64];
    snprintf(text, sizeof text, "zermelo match %lld", (long long)match_id(w->match));
    pgn_tag(w->out, "Event", text);
    pgn_tag(w->out, "Site", "?");
    write_date(text, '.');
    pgn_tag(w->out, "Date", text);
    snprintf(text, sizeof text, "%llu", (unsigned long long)w->fixture->number + 1);
    pgn_tag(w->out, "Round", text);
    for (int i = 0; i < w->game->players; i++) {
        snprintf(text, sizeof text, "Player%d", i + 1);
        pgn_tag(w->out, w->game->players > 2 ? text : i ? "Black" : "White", name_of(w, i));
    }
    pgn_tag(w->out, "Result", pgn_result(w));
    pgn_tag(w->out, "Game", s->game);
    if (*s->options)
        pgn_tag(w->out, "Options", s->options);
    if (zm_position_origin(w->p)) {
        pgn_tag(w->out, "SetUp", "1");
        pgn_tag(w->out, "FEN", zm_position_origin(w->p));
    }
    for (int i = 0; w->game->players > 2 && i < w->game->players; i++) {
        char points[32];
        snprintf(text, sizeof text, "Points%d", i + 1);
        snprintf(points, sizeof points, "%g", w->played->points[i]);
        pgn_tag(w->out, text, points);
    }
    pgn_tag(w->out, "Termination",
            w->played->reason[0] ? w->played->reason : ending_name(w->played->ending));
}

static void write_pgn(const struct writer *w)
{
    pgn_tags(w);
    fputc('\n', w->out);
    for (int i = 0; i < zm_position_plies(w->p); i++) {
        char move[128];
        const struct thought *const thought = thought_at(w, i);
        zm_position_show_played(w->p, i, move, sizeof move);
        if (i % 2 == 0)
            fprintf(w->out, "%d. ", i / 2 + 1);
        fputs(move, w->out);
        if (thought) {
            char text[128];
            struct zm_text t = { text, sizeof text, 0 };
            write_thought(&t, thought);
            fprintf(w->out, " {%s}", text);
        }
        fputc(thought || i % 10 == 9 ? '\n' : ' ', w->out);
    }
    fprintf(w->out, "%s\n\n", pgn_result(w));
}

/* ---------------------------------------------------------------------- SGF -- */

static void sgf_remark(const void *user, int ply, struct zm_text *out)
{
    const struct thought *const thought = thought_at(user, ply);
    if (thought)
        write_thought(out, thought);
}

/* A game that a fault or the clock has ended is won by that: B+F, B+T. */
static void sgf_result_of(const struct writer *w, struct zm_text *t)
{
    const int who = winner(w);
    const enum ending ending = w->played->ending;
    const char *const judged = strrchr(w->played->reason, ' ');
    if (ending == ENDED_BY_JUDGE && judged)
        zm_print(t, "%s", judged + 1); /* "the judge says B+3.5" */
    else if (ending == ENDED_BY_RULES && zm_position_turn(w->p) == ZM_OVER &&
             w->game->flags & ZM_MARGIN)
        sgf_result(w->p, t);
    else if (who == 0)
        zm_print(t, "0");
    else
        zm_print(t, "%c+%s", who > 0 ? 'B' : 'W',
                 ending == ENDED_ON_TIME      ? "T"
                 : ending == ENDED_BY_FORFEIT ? "F"
                                              : "");
}

static void write_sgf(const struct writer *w)
{
    struct zm_error ignored;
    struct zm_position *const p = zm_position_copy(w->p, &ignored);
    char date[16], result[32] = "", *text = NULL;
    struct zm_text r = { result, sizeof result, 0 };
    if (!p)
        return;
    write_date(date, '-');
    sgf_result_of(w, &r);
    for (int i = 0; i < 2; i++)
        zm_position_set_seat(p, i, name_of(w, i));
    const struct sgf_notes notes = { .date = date,
                                     .result = result,
                                     .comment = w->played->reason[0]
                                                    ? w->played->reason
                                                    : ending_name(w->played->ending),
                                     .remark = sgf_remark,
                                     .user = w };
    struct zm_text t = { NULL, 0, 0 };
    sgf_write_game(&t, p, &notes);
    text = malloc(t.length + 1);
    if (text) {
        t = (struct zm_text){ text, t.length + 1, 0 };
        sgf_write_game(&t, p, &notes);
        fprintf(w->out, "%s\n", text);
    }
    free(text);
    zm_position_free(p);
}

/* ---------------------------------------------------------------------- GGF -- */

static void ggf_thought(const void *user, int ply, double *evaluation, double *seconds)
{
    const struct thought *const thought = thought_at(user, ply);
    if (thought) {
        *evaluation = thought->value;
        *seconds = thought->seconds;
    }
}

/* A game that was not played to its end counts as if its winner had all the discs. */
static void write_ggf(const struct writer *w)
{
    struct zm_error ignored;
    struct zm_position *const p = zm_position_copy(w->p, &ignored);
    if (!p)
        return;
    char text[1 << 14], date[16];
    struct zm_text t = { text, sizeof text, 0 };
    const bool over = zm_position_turn(p) == ZM_OVER;
    const double result = winner(w) * w->game->grid.rows * w->game->grid.columns;
    write_date(date, '.');
    for (int i = 0; i < 2; i++)
        zm_position_set_seat(p, i, name_of(w, i));
    ggf_write(
        &t, p,
        &(struct ggf_notes){
            .date = date, .result = over ? NULL : &result, .thought = ggf_thought, .user = w });
    fputs(text, w->out);
    zm_position_free(p);
}

void game_record(FILE *out, const struct match *match, const struct fixture *fixture,
                 const struct zm_position *p, const struct played *played)
{
    const struct writer w = { out, match, fixture, p, played, match_game(match) };
    const bool two = w.game->players == 2;
    if (two && !strcmp(w.game->name, "othello"))
        write_ggf(&w);
    else if (two && !sgf_refuses(p))
        write_sgf(&w);
    else
        write_pgn(&w);
}
