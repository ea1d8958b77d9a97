/* verb_games.c -- lists the games and what each supports. */
#include "base/json.h"
#include "cli/arguments.h"

static const struct {
    unsigned flag;
    const char *word;
} trait[] = {
    { ZM_ZERO_SUM, "zero-sum" },         { ZM_HAS_CHANCE, "chance" }, { ZM_HIDDEN, "hidden" },
    { ZM_SIMULTANEOUS, "simultaneous" }, { ZM_CYCLES, "cycles" },
};
enum { TRAITS = sizeof trait / sizeof *trait };

static void write_json(const struct zm_game *g)
{
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "game", g->name);
    json_text(&j, "title", g->title);
    if (g->options)
        json_text(&j, "options", g->options);
    json_integer(&j, "players", g->players);
    json_array(&j, "traits");
    for (int t = 0; t < TRAITS; t++)
        if (g->flags & trait[t].flag)
            json_text(&j, NULL, trait[t].word);
    json_end_array(&j);
    json_array(&j, "searches");
    for (int i = 0; zm_search_name(i); i++)
        if (!zm_search_refuses(i, g))
            json_text(&j, NULL, zm_search_name(i));
    json_end_array(&j);
    json_end_object(&j);
}

static void write_row(const struct zm_game *g)
{
    printf("%-10s %-28s %d player%s", g->name, g->title, g->players, g->players > 1 ? "s" : " ");
    for (int t = 0; t < TRAITS; t++)
        if (g->flags & trait[t].flag)
            printf(", %s", trait[t].word);
    printf("\n%-10s searches:", "");
    for (int i = 0; zm_search_name(i); i++)
        if (!zm_search_refuses(i, g))
            printf(" %s", zm_search_name(i));
    if (g->options)
        printf("\n%-10s --options \"%s\"", "", g->options);
    putchar('\n');
}

static int run(const struct arguments *a)
{
    const struct zm_game *g;
    for (int i = 0; (g = zm_game_at(i)); i++)
        if (a->value[OPTION_JSON])
            write_json(g);
        else
            write_row(g);
    return EXIT_DONE;
}

const struct verb verb_games = {
    .name = "games",
    .summary = "List the games and what each supports.",
    .usage = "[--json]",
    .examples = "  zermelo games\n  zermelo games --json\n",
    .takes = TAKES(OPTION_JSON),
    .run = run,
};
