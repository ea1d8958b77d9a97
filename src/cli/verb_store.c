/* verb_store.c -- looks into the store of matches. */
#include "base/files.h"
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/match_table.h"
#include "match/store_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 30 };

static int64_t read_number(const char *text)
{
    char *end;
    const long long n = strtoll(text, &end, 10);
    return *end || n < 1 ? 0 : n;
}

/* --------------------------------------------------------------------- list -- */

static bool list_line(void *user, const struct stored_match *m)
{
    struct json j = { .out = stdout };
    if (!((const struct arguments *)user)->value[OPTION_JSON]) {
        printf("%5lld  %s  %-10s %6llu games  %s%s%s: %s%s\n", (long long)m->id, m->begun, m->kind,
               (unsigned long long)m->games, m->game, *m->options ? " " : "", m->options,
               m->players, m->finished ? "" : "  (unfinished)");
        return true;
    }
    json_object(&j, NULL);
    json_integer(&j, "match", m->id);
    json_text(&j, "game", m->game);
    json_text(&j, "options", m->options);
    json_text(&j, "kind", m->kind);
    json_text(&j, "players", m->players);
    json_count(&j, "games", m->games);
    json_text(&j, "begun", m->begun);
    json_bool(&j, "finished", m->finished != NULL);
    json_end_object(&j);
    return true;
}

/* --------------------------------------------------------------------- show -- */

static bool show_line(void *user, const struct stored_game *g)
{
    (void)user;
    printf("%6llu ", (unsigned long long)g->number);
    for (int i = 0; i < g->seats; i++)
        printf("%s%s %g", i ? " : " : " ", g->seat[i].name, g->seat[i].points);
    printf("  (%s%s%s)\n", g->ending, *g->reason ? ": " : "", g->reason);
    return true;
}

static bool show_moves(void *user, const struct stored_game *g)
{
    const struct arguments *const a = ((void **)user)[0];
    *(bool *)((void **)user)[1] = true;
    if (a->value[OPTION_JSON]) {
        store_game_json(stdout, g);
        return true;
    }
    if (g->start)
        printf("position: %s\n", g->start);
    for (int i = 0; i < g->plies; i++) {
        const struct stored_move *const m = &g->move[i];
        printf("%4d  %-8s", i + 1, m->move);
        if (m->thought && !isnan(m->value))
            printf(" %+.2f%s", m->value, m->exact ? " exact" : "");
        if (m->thought)
            printf("  depth %d, %llu nodes, %.3f s", m->depth, (unsigned long long)m->nodes,
                   m->seconds);
        putchar('\n');
    }
    show_line(NULL, g);
    return true;
}

struct one {
    const struct arguments *a;
    uint64_t number;
    bool found;
};

static bool show_one(void *user, const struct stored_game *g)
{
    struct one *const one = user;
    if (g->number != one->number)
        return true;
    void *const pass[2] = { (void *)one->a, &one->found };
    show_moves((void *)pass, g);
    return false;
}

/* MATCH or MATCH/GAME */
static int show(const struct arguments *a, struct store *store)
{
    struct zm_error error;
    char text[64], *memory = NULL;
    snprintf(text, sizeof text, "%s", a->word[1]);
    char *const slash = strchr(text, '/');
    if (slash)
        *slash = '\0';
    const int64_t id = read_number(text);
    if (id == 0)
        return complain(EXIT_USAGE, "show %s: expected the number of a match, or MATCH/GAME",
                        a->word[1]);
    struct match_settings settings;
    if (store_match(store, id, &settings, &memory, &error)) {
        free(memory);
        return complain(EXIT_USAGE, "%s", error.text);
    }
    int code = argument_trusts(a, settings.game);
    if (code != EXIT_DONE) {
        free(memory);
        return code;
    }
    if (slash) {
        struct one one = { a, strtoull(slash + 1, NULL, 10), false };
        if (store_games(store, id, true, show_one, &one, &error))
            code = complain(EXIT_INPUT, "%s", error.text);
        else if (!one.found)
            code = complain(EXIT_USAGE, "match %lld has no game %s", (long long)id, slash + 1);
    } else {
        struct match *const match = match_new(&settings, store, id, &error);
        if (!match) {
            code = complain(EXIT_INPUT, "%s", error.text);
        } else if (a->value[OPTION_JSON]) {
            match_json(stdout, match);
        } else {
            match_table(stdout, match);
            match_summary(stdout, match);
            if (store_games(store, id, false, show_line, NULL, &error))
                code = complain(EXIT_INPUT, "%s", error.text);
        }
        match_free(match);
    }
    free(memory);
    return code;
}

/* ---------------------------------------------------------- export and import -- */

static int export_to(const struct arguments *a, struct store *store)
{
    struct zm_error error;
    const int64_t id = a->words > 1 ? read_number(a->word[1]) : 0;
    if (a->words > 1 && id == 0)
        return complain(EXIT_USAGE, "export %s: expected the number of a match", a->word[1]);
    const char *const path = a->value[OPTION_OUT];
    char *text = NULL;
    size_t length = 0;
    FILE *const out = path ? open_memstream(&text, &length) : stdout;
    const char *wrong = out ? store_export(store, id, out, &error) : "out of memory";
    if (path && out) {
        fclose(out);
        if (!wrong)
            wrong = file_write(path, text, length, &error);
    }
    free(text);
    return wrong ? complain(EXIT_RESOURCE, "%s", wrong) : EXIT_DONE;
}

static int import_from(const struct arguments *a, struct store *store)
{
    struct zm_error error;
    int matches, games;
    if (a->words < 2)
        return complain(EXIT_USAGE, "import needs a file that export wrote");
    char *const text = file_read(a->word[1], MOST_TEXT, &error);
    if (!text)
        return complain(EXIT_INPUT, "%s", error.text);
    const char *const wrong = store_import(store, text, &matches, &games, &error);
    free(text);
    if (wrong)
        return complain(EXIT_INPUT, "%s: %s; nothing was added", a->word[1], wrong);
    printf("%d matches with %d games added\n", matches, games);
    return EXIT_DONE;
}

static int run(const struct arguments *a)
{
    struct zm_error error;
    const char *const what = a->word[0];
    const bool list = !strcmp(what, "list"), check = !strcmp(what, "check");
    const bool shows = !strcmp(what, "show"), exports = !strcmp(what, "export");
    const bool imports = !strcmp(what, "import");
    if (!list && !check && !shows && !exports && !imports)
        return complain(EXIT_USAGE, "store %s: expected list, show, export, import or check", what);
    if (shows && a->words < 2)
        return complain(EXIT_USAGE, "show needs the number of a match; store list has them");
    struct store *store;
    int code = argument_store(a, imports, &store);
    if (code != EXIT_DONE)
        return code;
    if (shows)
        code = show(a, store);
    else if (exports)
        code = export_to(a, store);
    else if (imports)
        code = import_from(a, store);
    else if (list ? store_matches(store, list_line, (void *)a, &error) != NULL
                  : store_check(store, &error) != NULL)
        code = complain(check ? EXIT_FAILED : EXIT_INPUT, "%s", error.text);
    else if (check)
        puts("the store is sound");
    store_close(store);
    return code;
}

const struct verb verb_store = {
    .name = "store",
    .summary = "Look into the store of matches: list, show, export, import, check.",
    .usage = "list | show MATCH[/GAME] | export [MATCH] | import FILE | check",
    .examples = "  zermelo store list\n"
                "  zermelo store show 3\n"
                "  zermelo store show 3/17\n"
                "  zermelo store export 3 --out match.jsonl\n"
                "  zermelo store import match.jsonl --store other.db\n",
    .takes = TAKES(OPTION_JSON) | TAKES(OPTION_STORE) | TAKES(OPTION_OUT),
    .least_words = 1,
    .most_words = 3,
    .run = run,
};
