/* verb_rate.c -- one scale for all players of a game, from all the games in the store. */
#include "base/json.h"
#include "cli/arguments.h"
#include "match/rating.h"
#include "match/store.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PLAYERS = 1000 };

struct table {
    char *name[MOST_PLAYERS];
    struct rated rated[MOST_PLAYERS];
    int players;
    struct meeting *meeting;
    int meetings, room;
    bool full;
};

static int number_of(struct table *t, const char *name)
{
    for (int i = 0; i < t->players; i++)
        if (!strcmp(t->name[i], name))
            return i;
    if (t->players == MOST_PLAYERS || !(t->name[t->players] = strdup(name)))
        return -1;
    return t->players++;
}

static bool add(void *user, const char *a, const char *b, uint64_t wins, uint64_t draws,
                uint64_t losses)
{
    struct table *const t = user;
    if (t->meetings == t->room) {
        const int room = t->room ? 2 * t->room : 64;
        struct meeting *const more = realloc(t->meeting, (size_t)room * sizeof *more);
        if (!more) {
            t->full = true;
            return false;
        }
        t->meeting = more;
        t->room = room;
    }
    const int i = number_of(t, a), k = number_of(t, b);
    t->full = i < 0 || k < 0;
    if (!t->full)
        t->meeting[t->meetings++] = (struct meeting){ i, k, wins, draws, losses };
    return !t->full;
}

/* PLAYER=ELO: players have '=' in their names, so the last one counts. */
static int read_anchor(struct table *t, const char *text)
{
    const char *const equals = strrchr(text, '=');
    char *end = NULL;
    const double elo = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || end == equals + 1 || *end || !(elo > -1e5 && elo < 1e5))
        return complain(EXIT_USAGE, "--anchor %s: expected PLAYER=ELO, as in level:5=1500", text);
    for (int i = 0; i < t->players; i++)
        if (strlen(t->name[i]) == (size_t)(equals - text) &&
            !strncmp(t->name[i], text, (size_t)(equals - text))) {
            t->rated[i].anchored = true;
            t->rated[i].elo = elo;
            return EXIT_DONE;
        }
    return complain(EXIT_USAGE, "--anchor %s: this player has no games in the store", text);
}

static const struct rated *compared;

static int by_elo(const void *a, const void *b)
{
    const struct rated *const x = &compared[*(const int *)a], *const y = &compared[*(const int *)b];
    return x->group != y->group ? x->group - y->group : (x->elo < y->elo) - (x->elo > y->elo);
}

static void print(const struct table *t, const int order[], const char *game)
{
    int width = 6, group = -1;
    for (int i = 0; i < t->players; i++) {
        const int length = (int)strlen(t->name[i]);
        width = length > width ? length : width;
    }
    printf("%s\n    %-*s %8s %6s %8s %6s\n", game, width, "player", "Elo", "+-", "games", "%");
    for (int i = 0; i < t->players; i++) {
        const struct rated *const r = &t->rated[order[i]];
        if (group >= 0 && group != r->group)
            puts("    (those below never met those above, not even by way of others)");
        group = r->group;
        printf("%3d %-*s %8.0f %6.0f %8llu %6.1f%s\n", i + 1, width, t->name[order[i]], r->elo,
               r->error, (unsigned long long)r->games, 100 * r->score,
               r->anchored ? "  anchor" : "");
    }
}

static void print_json(const struct table *t, const int order[], const char *game)
{
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "game", game);
    json_array(&j, "players");
    for (int i = 0; i < t->players; i++) {
        const struct rated *const r = &t->rated[order[i]];
        json_object(&j, NULL);
        json_text(&j, "player", t->name[order[i]]);
        json_number(&j, "elo", r->elo);
        json_number(&j, "error", r->error);
        json_count(&j, "games", r->games);
        json_number(&j, "score", r->score);
        json_integer(&j, "group", r->group);
        json_bool(&j, "anchor", r->anchored);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
}

static int rate_all(const struct arguments *a, struct store *store, struct table *t)
{
    struct zm_error error;
    int order[MOST_PLAYERS], code = EXIT_DONE;
    const char *const options = a->value[OPTION_OPTIONS] ? a->value[OPTION_OPTIONS] : "";
    if (store_results(store, a->word[0], options, add, t, &error))
        return complain(EXIT_INPUT, "%s", error.text);
    if (t->full)
        return complain(EXIT_RESOURCE, "out of memory, or more than %d players", MOST_PLAYERS);
    if (t->players == 0)
        return complain(EXIT_FAILED,
                        "there are no games of %s in the store; zermelo match plays "
                        "some",
                        a->word[0]);
    for (int i = 0; code == EXIT_DONE && i < a->anchors; i++)
        code = read_anchor(t, a->anchor[i]);
    if (code != EXIT_DONE)
        return code;
    if (rate(t->rated, t->players, t->meeting, t->meetings, &error))
        return complain(EXIT_RESOURCE, "%s", error.text);
    for (int i = 0; i < t->players; i++)
        order[i] = i;
    compared = t->rated;
    qsort(order, (size_t)t->players, sizeof *order, by_elo);
    if (a->value[OPTION_JSON])
        print_json(t, order, a->word[0]);
    else
        print(t, order, a->word[0]);
    return EXIT_DONE;
}

static int run(const struct arguments *a)
{
    struct zm_error error;
    struct store *store;
    const struct zm_game *const game = zm_game_open(a->word[0], a->value[OPTION_OPTIONS], &error);
    if (!game)
        return complain(argument_bad_game(a->word[0]), "%s", error.text);
    zm_game_close(game);
    int code = argument_store(a, false, &store);
    if (code != EXIT_DONE)
        return code;
    struct table *const t = calloc(1, sizeof *t);
    code = t ? rate_all(a, store, t) : complain(EXIT_RESOURCE, "out of memory");
    for (int i = 0; t && i < t->players; i++)
        free(t->name[i]);
    if (t)
        free(t->meeting);
    free(t);
    store_close(store);
    return code;
}

const struct verb verb_rate = {
    .name = "rate",
    .summary = "Rate all players of a game by the games in the store (Bradley-Terry).",
    .usage = "GAME [options]",
    .examples = "  zermelo rate connect4\n"
                "  zermelo rate othello --anchor level:1=0 --anchor level:10=2000\n",
    .takes =
        TAKES(OPTION_JSON) | TAKES(OPTION_OPTIONS) | TAKES(OPTION_STORE) | TAKES(OPTION_ANCHOR),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
