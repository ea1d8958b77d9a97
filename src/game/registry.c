/* registry.c -- games by name, by plug-in, by file.
 *
 * An opened game is a copy of the game's table whose shape was corrected for the
 * options; it carries what is needed to open it again and to close it. */
#include "game/registry.h"

#include "base/files.h"
#include "base/nearest.h"
#include "base/sentence.h"
#include "game/plugin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define X(name) extern const struct zm_game *const zm_game_##name;
#include "../games/games.def"
#undef X

static const struct zm_game *const *const linked_in[] = {
#define X(name) &zm_game_##name,
#include "../games/games.def"
#undef X
};
enum { LINKED_IN = sizeof linked_in / sizeof *linked_in, LONGEST_TREE = 16 << 20 };

struct opened {
    struct zm_game game; /* first: a game opened here is the start of one of these */
    char *spec, *options;
    char *tree; /* the text of an explicit tree, which is its options */
    void *plugin;
};

const char *zm_version(void)
{
    return ZM_VERSION;
}

const struct zm_game *zm_game_at(int i)
{
    return i >= 0 && i < LINKED_IN ? *linked_in[i] : NULL;
}

static const struct zm_game *find(const char *name, struct zm_error *error)
{
    struct nearest nearest = nearest_to(name);
    for (int i = 0; i < LINKED_IN; i++) {
        if (!strcmp((*linked_in[i])->name, name))
            return *linked_in[i];
        nearest_offer(&nearest, (*linked_in[i])->name);
    }
    char plugin[80];
    snprintf(plugin, sizeof plugin, "./%.60s.so", name);
    if (access(plugin, R_OK) == 0)
        sentence(error, "there is no game \"%.60s\"; did you mean the plug-in %s?", name, plugin);
    else if (nearest.word)
        sentence(error, "there is no game \"%.60s\"; did you mean \"%s\"?", name, nearest.word);
    else
        sentence(error, "there is no game \"%.60s\"; `zermelo games` lists them", name);
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* What must hold before a single function of the game may be called; `shaped` if all of it
 * is final. */
static const char *sound(const struct zm_game *g, bool shaped, const char *spec,
                         struct zm_error *error)
{
    const struct {
        bool missing;
        const char *what;
    } required[] = {
        { !g->start, "start" },
        { !g->turn, "turn" },
        { !g->moves, "moves" },
        { !g->play, "play" },
        { !g->payoff, "payoff" },
        { !g->show, "show" },
        { !g->show_move, "show_move" },
        { (g->flags & ZM_HAS_CHANCE) && !g->weights, "weights (the game has chance)" },
        { (g->flags & ZM_HIDDEN) && !g->view, "view (the game hides information)" },
        { !g->save != !g->undo, "save or undo (they come together)" },
        { !g->write != !g->read, "write or read (they come together)" },
        { g->symmetries > 1 && (!g->transform || !g->transform_move),
          "transform or transform_move (the game has symmetries)" },
        { g->planes > 0 && !g->features, "features (the game has planes)" },
        { g->slots > 0 && !g->slot, "slot (the game has slots)" },
        { g->learned_count > 0 && (!g->evaluate || !g->terms || !g->learned),
          "evaluate or terms, or the memory learned (the game has weights to learn)" },
    };
    for (size_t i = 0; i < sizeof required / sizeof *required; i++)
        if (required[i].missing)
            return sentence(error, "%s: the game lacks the function %s", spec, required[i].what);
    const struct {
        const char *what;
        long long value, least, most;
    } number[] = {
        { "state_size", g->state_size, 1, 1LL << 28 },
        { "players", g->players, 1, ZM_MAX_PLAYERS },
        { "max_moves", g->max_moves, 1, 65535 },
        { "max_plies", g->max_plies, 0, 1 << 24 },
        { "max_payoff", g->max_payoff, 1, 1 << 24 },
        { "unit", g->unit, 1, 1 << 24 },
        { "max_payoff * unit", (long long)g->max_payoff * g->unit, 1, ZM_INFINITY / 2 },
        { "finish_memory", g->finish_memory, 0, 1 << 24 },
        { "undo_size", g->undo_size, 0, ZM_MAX_UNDO },
        { "symmetries", g->symmetries, 0, 1 << 16 },
        { "planes", g->planes, 0, 1 << 16 },
        { "slots", g->slots, 0, 1 << 24 },
        { "learned_count", g->learned_count, 0, 1 << 28 },
        { "max_terms", g->max_terms, g->learned_count > 0, 1 << 20 },
        { "grid.rows", g->grid.rows, 0, 256 },
        { "grid.columns", g->grid.columns, g->grid.rows > 0, 256 },
        { "repetition", g->repetition, ZM_REPEAT_HARMLESS, ZM_REPEAT_ILLEGAL },
        { "repeat_count", g->repetition == ZM_REPEAT_DRAWS ? g->repeat_count : 2, 2, 1 << 16 },
    };
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        if (number[i].value < number[i].least || number[i].value > number[i].most)
            return sentence(error, "%s: %s is %lld; expected %lld to %lld", spec, number[i].what,
                            number[i].value, number[i].least, number[i].most);
    if (!g->name || !g->title)
        return sentence(error, "%s: the game lacks its name or title", spec);
    if ((g->flags & ZM_ALTERNATE) && g->players != 2)
        return sentence(error, "%s: ZM_ALTERNATE means two players, not %d", spec, g->players);
    if (shaped && g->insight &&
        (g->players != 2 || (g->flags & (ZM_ZERO_SUM | ZM_HAS_CHANCE)) != ZM_ZERO_SUM))
        return sentence(error, "%s: insight() is for two players, zero-sum, without chance", spec);
    return NULL;
}

/* Find the table: NULL with the reason, and what must be kept to close it in *o. */
static const struct zm_game *find_table(struct opened *o, const char *spec, struct zm_error *error)
{
    if (ends_with(spec, ".so"))
        return plugin_load(spec, &o->plugin, error);
    if (!strchr(spec, '/') && !ends_with(spec, ".tree"))
        return find(spec, error);
    if (ends_with(spec, ".c")) {
        sentence(error, "%s: build it first: cc -shared -fPIC -O3 -DZM_PLUGIN %s -o %.*s.so", spec,
                 spec, (int)strlen(spec) - 2, spec);
        return NULL;
    }
    o->tree = file_read(spec, LONGEST_TREE, error);
    return o->tree ? find("tree", error) : NULL;
}

const struct zm_game *zm_game_open(const char *spec, const char *options, struct zm_error *error)
{
    struct opened *o = calloc(1, sizeof *o);
    if (!o || !(o->spec = strdup(spec)) || (options && !(o->options = strdup(options)))) {
        sentence(error, "%s", out_of_memory);
        goto fail;
    }
    const struct zm_game *const table = find_table(o, spec, error);
    if (!table)
        goto fail;
    if (o->tree && options) {
        sentence(error, "%s: a tree takes no options", spec);
        goto fail;
    }
    /* An older plug-in has a shorter table; what it does not know of stays zero. */
    memcpy(&o->game, table, table->size < sizeof o->game ? table->size : sizeof o->game);
    if (sound(&o->game, !o->game.shape, spec, error))
        goto fail;
    if (o->game.prepare)
        o->game.prepare();
    const char *const wrong =
        o->game.shape ? o->game.shape(&o->game, zm_game_options(&o->game)) : NULL;
    if (wrong) {
        sentence(error, "%s: %s", spec, wrong);
        goto fail;
    }
    if (sound(&o->game, true, spec, error))
        goto fail;
    return &o->game;
fail:
    if (o)
        zm_game_close(&o->game);
    return NULL;
}

void zm_game_close(const struct zm_game *game)
{
    struct opened *o = (struct opened *)game;
    if (!o)
        return;
    if (o->plugin)
        plugin_unload(o->plugin);
    free(o->spec);
    free(o->options);
    free(o->tree);
    free(o);
}

const char *zm_game_spec(const struct zm_game *game)
{
    return ((const struct opened *)game)->spec;
}

const char *zm_game_options(const struct zm_game *game)
{
    const struct opened *o = (const struct opened *)game;
    return o->tree ? o->tree : o->options;
}

const char *game_given_options(const struct zm_game *game)
{
    return ((const struct opened *)game)->options;
}
