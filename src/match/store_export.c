#include "base/json.h"
#include "match/store_file.h"

#include <stdlib.h>

static void match_line(FILE *out, const struct match_settings *m)
{
    const struct conditions *const c = &m->conditions;
    struct json j = { .out = out };
    json_object(&j, NULL);
    json_object(&j, "match");
    json_text(&j, "game", m->game);
    json_text(&j, "options", m->options);
    json_text(&j, "kind", plan_kind_name(m->kind));
    json_array(&j, "players");
    for (int i = 0; i < m->players; i++)
        json_text(&j, NULL, m->player[i]);
    json_end_array(&j);
    json_count(&j, "games", m->games);
    json_integer(&j, "seed", (int64_t)m->seed);
    json_count(&j, "nodes", c->limits.nodes);
    json_integer(&j, "depth", c->limits.depth);
    json_number(&j, "seconds", c->limits.seconds);
    json_number(&j, "clock", c->limits.clock);
    json_number(&j, "increment", c->limits.increment);
    json_integer(&j, "moves_to_go", c->limits.moves_to_go);
    json_number(&j, "allowance", c->allowance);
    json_count(&j, "proof_nodes", c->proof_nodes);
    json_integer(&j, "most_plies", c->most_plies);
    json_integer(&j, "random_plies", m->random_plies);
    if (m->judge && *m->judge)
        json_text(&j, "judge", m->judge);
    if (m->openings) {
        json_text(&j, "openings", m->openings);
        json_text(&j, "openings_name", m->openings_name);
    }
    json_number(&j, "elo0", m->sprt.elo0);
    json_number(&j, "elo1", m->sprt.elo1);
    json_number(&j, "alpha", m->sprt.alpha);
    json_number(&j, "beta", m->sprt.beta);
    json_bool(&j, "normalised", m->sprt.normalised);
    json_end_object(&j);
    json_end_object(&j);
}

void store_game_json(FILE *out, const struct stored_game *g)
{
    struct json j = { .out = out };
    json_object(&j, NULL);
    json_text(&j, "game", g->game);
    json_integer(&j, "match", g->match);
    json_count(&j, "number", g->number);
    if (g->start)
        json_text(&j, "position", g->start);
    json_array(&j, "seats");
    for (int i = 0; i < g->seats; i++) {
        json_object(&j, NULL);
        json_integer(&j, "place", g->seat[i].place);
        json_text(&j, "player", g->seat[i].name);
        json_number(&j, "points", g->seat[i].points);
        json_number(&j, "seconds", g->seat[i].seconds);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_text(&j, "ending", g->ending);
    if (*g->reason)
        json_text(&j, "reason", g->reason);
    if (g->culprit >= 0)
        json_integer(&j, "culprit", g->culprit);
    json_array(&j, "moves");
    for (int i = 0; i < g->plies; i++) {
        const struct stored_move *const m = &g->move[i];
        json_object(&j, NULL);
        json_text(&j, "move", m->move);
        if (m->thought) {
            json_number(&j, "value", m->value);
            json_bool(&j, "exact", m->exact);
            json_integer(&j, "depth", m->depth);
            json_count(&j, "nodes", m->nodes);
            json_number(&j, "seconds", m->seconds);
        }
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
}

struct exporting {
    struct store *store;
    FILE *out;
    int64_t match;
    const char *wrong;
    struct zm_error *error;
};

static bool export_game(void *user, const struct stored_game *game)
{
    struct exporting *const x = user;
    if (game->match != x->match) {
        struct match_settings settings;
        char *memory;
        x->match = game->match;
        x->wrong = store_match(x->store, game->match, &settings, &memory, x->error);
        if (!x->wrong)
            match_line(x->out, &settings);
        free(memory);
    }
    if (!x->wrong)
        store_game_json(x->out, game);
    return !x->wrong;
}

const char *store_export(struct store *store, int64_t match, FILE *out, struct zm_error *error)
{
    struct exporting x = { store, out, 0, NULL, error };
    const char *const wrong = store_games(store, match, true, export_game, &x, error);
    return wrong ? wrong : x.wrong;
}
