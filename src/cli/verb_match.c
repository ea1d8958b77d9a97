/* verb_match.c -- plays matches and tournaments. */
#include "base/clock.h"
#include "base/files.h"
#include "base/json.h"
#include "base/nearest.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/match_table.h"
#include "cli/say.h"
#include "match/game_record.h"
#include "match/report.h"
#include "match/store.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 100, PLIES = 4, MOST_OPENINGS = 64 << 20 };

struct session {
    const struct arguments *a;
    bool terminal;
    int lines; /* of the table on the terminal, to be written over */
    double told;
    FILE *records;
};

/* ----------------------------------------------------------------- settings -- */

static int read_kind(const char *text, enum plan_kind *kind)
{
    struct nearest nearest = nearest_to(text);
    for (int i = 0; i < PLAN_KINDS; i++) {
        const char *const name = plan_kind_name((enum plan_kind)i);
        nearest_offer(&nearest, name);
        if (!strcmp(text, name)) {
            *kind = (enum plan_kind)i;
            return EXIT_DONE;
        }
    }
    return complain(EXIT_USAGE, "--kind %s: expected round-robin, gauntlet or knockout%s%s%s", text,
                    nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "",
                    nearest.word ? "?" : "");
}

/* "60", "60+0.6", "60/40", "60+1/40" */
static int read_clock(const char *text, struct zm_limits *limits)
{
    char *end;
    limits->clock = strtod(text, &end);
    if (*end == '+')
        limits->increment = strtod(end + 1, &end);
    long moves = 0;
    if (*end == '/') {
        moves = strtol(end + 1, &end, 10);
        if (moves < 1 || moves > 10000)
            end = "?";
    }
    limits->moves_to_go = (int)moves;
    if (*end || !(limits->clock > 0 && limits->clock <= 1e7) ||
        !(limits->increment >= 0 && limits->increment <= 1e6))
        return complain(EXIT_USAGE, "--clock %s: expected seconds, as in 60, 60+0.6 or 300+2/40",
                        text);
    return EXIT_DONE;
}

/* "0,5", "0,5n", "0,10,0.05,0.05" */
static int read_sprt(const char *text, struct sprt *test)
{
    char *end;
    *test = (struct sprt){ .alpha = 0.05, .beta = 0.05 };
    test->elo0 = strtod(text, &end);
    bool good = end != text && *end == ',';
    if (good)
        test->elo1 = strtod(end + 1, &end);
    if (good && *end == 'n') {
        test->normalised = 1;
        end++;
    }
    if (good && *end == ',')
        test->alpha = strtod(end + 1, &end);
    if (good && *end == ',')
        test->beta = strtod(end + 1, &end);
    good = good && !*end && test->elo0 < test->elo1 && fabs(test->elo0) <= 2000 &&
           fabs(test->elo1) <= 2000 && test->alpha > 0 && test->alpha < 0.5 && test->beta > 0 &&
           test->beta < 0.5;
    return good ? EXIT_DONE
                : complain(EXIT_USAGE,
                           "--sprt %s: expected two Elo differences, the smaller first, and maybe "
                           "two error rates below 0.5, as in 0,5 or 0,5n,0.05,0.1",
                           text);
}

/* All but the players. */
static int read_settings(const struct arguments *a, struct match_settings *m, char **openings)
{
    struct zm_error error;
    int code = argument_limits(a, &m->conditions.limits);
    m->games = (uint64_t)argument_number(a, OPTION_GAMES, GAMES, 1, 1e8, &code);
    m->seed = (uint64_t)argument_number(a, OPTION_SEED, 1, 0, 1e15, &code);
    m->random_plies = (int)argument_number(a, OPTION_RANDOM, PLIES, 0, 1000, &code);
    m->conditions.allowance = argument_number(a, OPTION_ALLOW, 0.5, 0, 1e6, &code);
    m->conditions.proof_nodes = (uint64_t)argument_number(a, OPTION_ADJUDICATE, 0, 1, 1e12, &code);
    m->conditions.most_plies = (int)argument_number(a, OPTION_LONGEST, 10000, 1, 1e6, &code);
    m->judge = a->value[OPTION_JUDGE] ? a->value[OPTION_JUDGE] : "";
    if (code == EXIT_DONE && a->value[OPTION_KIND])
        code = read_kind(a->value[OPTION_KIND], &m->kind);
    if (code == EXIT_DONE && a->value[OPTION_CLOCK])
        code = read_clock(a->value[OPTION_CLOCK], &m->conditions.limits);
    if (code == EXIT_DONE && a->value[OPTION_SPRT])
        code = read_sprt(a->value[OPTION_SPRT], &m->sprt);
    if (code == EXIT_DONE && a->value[OPTION_OPENINGS]) {
        *openings = file_read(a->value[OPTION_OPENINGS], MOST_OPENINGS, &error);
        if (!*openings)
            code = complain(EXIT_INPUT, "%s", error.text);
        m->openings = *openings;
        m->openings_name = a->value[OPTION_OPENINGS];
    }
    return code;
}

/* ----------------------------------------------------------------- progress -- */

static void clear(struct session *s)
{
    if (s->lines > 0)
        fprintf(stderr, "\033[%dA\033[J", s->lines);
    s->lines = 0;
}

static void on_progress(void *user, const struct match *match)
{
    struct session *const s = user;
    const double left = match_seconds_left(match);
    if (clock_now() - s->told < (s->terminal ? 0.2 : 10))
        return;
    s->told = clock_now();
    clear(s);
    if (s->terminal)
        s->lines = match_table(stderr, match);
    fprintf(stderr, "%llu of %llu games", (unsigned long long)match_played(match),
            (unsigned long long)match_total(match));
    if (isfinite(left))
        fprintf(stderr, ", %ld:%02ld:%02ld left", (long)left / 3600, (long)left / 60 % 60,
                (long)left % 60);
    fputc('\n', stderr);
    s->lines += s->terminal;
    fflush(stderr);
}

static void on_game(void *user, const struct match *match, const struct fixture *fixture,
                    const struct zm_position *p, const struct played *played)
{
    const struct session *const s = user;
    const struct match_settings *const m = match_settings(match);
    struct json j = { .out = stdout };
    if (s->records) {
        game_record(s->records, match, fixture, p, played);
        fflush(s->records);
    }
    if (!s->a->value[OPTION_JSON])
        return;
    json_object(&j, NULL);
    json_text(&j, "game", m->game);
    json_count(&j, "number", fixture->number);
    json_count(&j, "opening", fixture->opening);
    json_array(&j, "players");
    for (int i = 0; i < match_game(match)->players; i++)
        json_text(&j, NULL, m->player[fixture->player[i]]);
    json_end_array(&j);
    json_array(&j, "points");
    for (int i = 0; i < match_game(match)->players; i++)
        json_number(&j, NULL, played->points[i]);
    json_end_array(&j);
    json_text(&j, "ending", ending_name(played->ending));
    if (played->reason[0])
        json_text(&j, "reason", played->reason);
    json_integer(&j, "plies", zm_position_plies(p));
    json_end_object(&j);
    fflush(stdout);
}

/* ---------------------------------------------------------------------- run -- */

static void stop_match(void *match)
{
    match_stop(match);
}

/* The command that goes on with a match, with the programs that play in it. */
static void print_resume(struct zm_text *t, const char *id, const struct match_settings *m)
{
    zm_print(t, "zermelo match --resume %s", id);
    for (int i = 0; i < m->players; i++)
        if (player_is_outside(m->player[i])) {
            zm_print(t, " ");
            say_word(t, m->player[i]);
        }
    if (m->judge && *m->judge) {
        zm_print(t, " --judge ");
        say_word(t, m->judge);
    }
}

static int play(const struct arguments *a, struct match *match)
{
    struct zm_error error;
    int code = EXIT_DONE;
    const int parallel = (int)argument_number(a, OPTION_PARALLEL, 1, 1, 256, &code);
    if (code != EXIT_DONE)
        return code;
    struct session session = { .a = a, .terminal = isatty(STDERR_FILENO), .told = clock_now() };
    const struct match_watch watch = { on_game, on_progress, &session, NULL };
    const char *const records = a->value[OPTION_RECORDS];
    if (records && !(session.records = fopen(records, "a")))
        return complain(EXIT_RESOURCE, "%s cannot be written: %s", records, strerror(errno));
    interrupt_calls(stop_match, match);
    const char *const wrong = match_run(match, parallel, &watch, &error);
    interrupt_calls(NULL, NULL);
    clear(&session);
    if (records && fclose(session.records))
        code = complain(EXIT_RESOURCE, "%s cannot be written: %s", records, strerror(errno));
    if (a->value[OPTION_JSON]) {
        match_json(stdout, match);
    } else {
        match_table(stdout, match);
        match_summary(stdout, match);
    }
    if (wrong)
        return complain(EXIT_RESOURCE, "%s", wrong);
    if (!match_stopped(match))
        return code;
    if (!match_id(match))
        return complain(EXIT_INTERRUPTED, "interrupted");
    char id[24], text[4096];
    struct zm_text t = { text, sizeof text, 0 };
    snprintf(id, sizeof id, "%lld", (long long)match_id(match));
    print_resume(&t, id, match_settings(match));
    return complain(EXIT_INTERRUPTED, "interrupted; %s goes on", text);
}

/* A match may have come into the store from somebody else: a program that plays in it is
 * started only if the command line names it, too. */
static int trusted(const struct arguments *a, const struct match_settings *m)
{
    bool named[MATCH_PLAYERS] = { false };
    for (int w = 0; w < a->words; w++) {
        bool plays = !strcmp(m->game, a->word[w]);
        for (int i = 0; i < m->players; i++)
            if (!strcmp(m->player[i], a->word[w]))
                plays = named[i] = true;
        if (!plays)
            return complain(EXIT_USAGE,
                            "--resume needs no game and no players, but for the programs that "
                            "play; %s does not",
                            a->word[w]);
    }
    const char *const judge = a->value[OPTION_JUDGE] ? a->value[OPTION_JUDGE] : "";
    bool trusts = !m->judge || !strcmp(judge, m->judge);
    for (int i = 0; i < m->players; i++)
        trusts = trusts && (!player_is_outside(m->player[i]) || named[i]);
    if (!trusts) {
        char text[4096];
        struct zm_text t = { text, sizeof text, 0 };
        print_resume(&t, a->value[OPTION_RESUME], m);
        return complain(EXIT_USAGE,
                        "the match is played by a program; if you trust it, name it: %s", text);
    }
    return EXIT_DONE;
}

/* The match in the store that --resume names. */
static int resumed(const struct arguments *a, struct store *store, int64_t *id,
                   struct match_settings *m, char **memory)
{
    struct zm_error error;
    const char *const text = a->value[OPTION_RESUME];
    char *end;
    *id = strtoll(text, &end, 10);
    if (!strcmp(text, "last")) {
        if (store_unfinished(store, id, &error))
            return complain(EXIT_INPUT, "%s", error.text);
        if (*id == 0)
            return complain(EXIT_USAGE, "every match in the store has come to its end");
    } else if (*end || *id < 1) {
        return complain(EXIT_USAGE, "--resume %s: expected the number of a match, or last", text);
    } else if (store_finished(store, *id)) {
        return complain(EXIT_USAGE, "match %s has come to its end", text);
    }
    return store_match(store, *id, m, memory, &error) ? complain(EXIT_INPUT, "%s", error.text)
           : argument_trusts(a, m->game) != EXIT_DONE ? EXIT_USAGE
                                                      : trusted(a, m);
}

/* `match report ID`: the table of a match in the store, or with --out a page. */
static int report(const struct arguments *a)
{
    struct zm_error error;
    char *text = NULL, *end, *memory = NULL;
    size_t length = 0;
    const int64_t id = a->words >= 2 && a->words <= 3 ? strtoll(a->word[1], &end, 10) : 0;
    if (id < 1 || *end)
        return complain(EXIT_USAGE, "report needs the number of a match; `zermelo store list` has "
                                    "them");
    struct store *store;
    int code = argument_store(a, false, &store);
    if (code != EXIT_DONE)
        return code;
    struct match_settings settings;
    const char *wrong = store_match(store, id, &settings, &memory, &error);
    if (!wrong && argument_trusts(a, settings.game) != EXIT_DONE) {
        code = EXIT_USAGE;
    } else if (!wrong && a->value[OPTION_OUT]) {
        FILE *const out = open_memstream(&text, &length);
        wrong = out ? report_html(store, id, out, &error) : "out of memory";
        if (out)
            fclose(out);
        if (!wrong)
            wrong = file_write(a->value[OPTION_OUT], text, length, &error);
    } else if (!wrong) {
        struct match *const match = match_new(&settings, store, id, &error);
        if (match) {
            match_table(stdout, match);
            match_summary(stdout, match);
        }
        wrong = match ? NULL : error.text;
        match_free(match);
    }
    store_close(store);
    free(text);
    free(memory);
    return wrong ? complain(EXIT_INPUT, "%s", wrong) : code;
}

static int run(const struct arguments *a)
{
    if (a->words > 0 && !strcmp(a->word[0], "report"))
        return report(a);
    struct zm_error error;
    struct match_settings settings = { .options = "", .openings_name = "", .judge = "" };
    struct store *store = NULL;
    struct match *match = NULL;
    char *memory = NULL;
    int64_t id = 0;
    int code = EXIT_DONE;
    const bool resume = a->value[OPTION_RESUME] != NULL;
    if (!resume && a->words < 3)
        return complain(EXIT_USAGE, "match needs a game and two players or more: "
                                    "zermelo match GAME PLAYER PLAYER ...");
    if (!resume)
        code = read_settings(a, &settings, &memory);
    if (code == EXIT_DONE && !a->value[OPTION_NO_STORE])
        code = argument_store(a, !resume, &store);
    if (code == EXIT_DONE && resume)
        code = store ? resumed(a, store, &id, &settings, &memory)
                     : complain(EXIT_USAGE, "--resume needs the store");
    if (code == EXIT_DONE && !resume) {
        settings.game = a->word[0];
        settings.options = a->value[OPTION_OPTIONS] ? a->value[OPTION_OPTIONS] : "";
        settings.players = a->words - 1;
        for (int i = 0; i < settings.players; i++)
            settings.player[i] = a->word[i + 1];
    }
    if (code == EXIT_DONE) {
        match = match_new(&settings, store, id, &error);
        code = match ? play(a, match) : complain(EXIT_USAGE, "%s", error.text);
    }
    match_free(match);
    store_close(store);
    free(memory);
    return code;
}

const struct verb verb_match = {
    .name = "match",
    .summary = "Play a match or a tournament: Elo with its interval, kept in the store.",
    .usage = "GAME PLAYER PLAYER ... [options]",
    .examples = "  zermelo match connect4 alphabeta:nodes=1000 mcts:sims=1000 --games 200\n"
                "  zermelo match othello level:5 level:6 --sprt 0,50 --parallel 2\n"
                "  zermelo match gomoku level:{1,3,5,7} --openings book.sgf --clock 10+0.1\n"
                "  zermelo match tictactoe random mcts:sims=50 level:9 --kind knockout\n"
                "  zermelo match go mcts:time=1 'gtp:cmd=gnugo --mode gtp --chinese-rules' \\\n"
                "      --judge 'gtp:cmd=gnugo --mode gtp --chinese-rules'\n"
                "  zermelo match --resume last\n"
                "  zermelo match report 3 --out match.html\n",
    .takes = TAKES(OPTION_JSON) | TAKES(OPTION_OPTIONS) | TAKES_LIMIT | TAKES(OPTION_CLOCK) |
             TAKES(OPTION_ALLOW) | TAKES(OPTION_GAMES) | TAKES(OPTION_KIND) |
             TAKES(OPTION_OPENINGS) | TAKES(OPTION_RANDOM) | TAKES(OPTION_PARALLEL) |
             TAKES(OPTION_SPRT) | TAKES(OPTION_ADJUDICATE) | TAKES(OPTION_LONGEST) |
             TAKES(OPTION_JUDGE) | TAKES(OPTION_SEED) | TAKES(OPTION_STORE) |
             TAKES(OPTION_NO_STORE) | TAKES(OPTION_RESUME) | TAKES(OPTION_OUT) |
             TAKES(OPTION_RECORDS),
    .least_words = 0,
    .most_words = MOST_WORDS,
    .run = run,
};
