/* thought_tell.c -- how a thought is told: the types Thinking and Tree of web/api/api.txt. */
#include "server/thought.h"

#include "base/clock.h"
#include "base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREE_TOLD = 200 };

static void write_value(struct json *j, const struct thought_of *t, const struct valued *v)
{
    char text[MOVE_TEXT];
    const struct zm_position *const p = t->position;
    zm_position_show_move(p, v->move, text, sizeof text);
    json_object(j, NULL);
    json_text(j, "move", text);
    board_clicks(j, "cells", zm_position_game(p), zm_position_state(p), v->move);
    json_number(j, "value", v->value);
    json_text(j, "kind", kind_name(v->kind));
    json_number(j, "low", v->low);
    json_number(j, "high", v->high);
    if (v->visits >= 0)
        json_integer(j, "visits", v->visits);
    else
        json_null(j, "visits");
    json_number(j, "win", v->win);
    json_number(j, "prior", v->prior);
    board_line(j, "line", p, v->line, v->length);
    json_end_object(j);
}

/* Win, draw and loss of the first player, where that is known. */
static void write_wdl(struct json *j, const struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    const double value = thought_value(t), score = thought_score(t);
    if (!t->result.exact || !isfinite(value) ||
        ((game->flags & ZM_HAS_CHANCE) && t->result.value != game->max_payoff)) {
        json_null(j, "wdl");
        return;
    }
    json_array(j, "wdl");
    json_integer(j, NULL, score == 1);
    json_integer(j, NULL, score == 0.5);
    json_integer(j, NULL, score == 0);
    json_end_array(j);
}

static void write_thinking(struct json *j, const struct thought_of *t, bool done)
{
    const struct zm_result *const r = &t->result;
    const bool exact = r->exact;
    json_object(j, NULL);
    json_text(j, "id", t->live->id);
    json_integer(j, "ply", t->ply);
    json_text(j, "purpose", purpose_name(t->purpose));
    json_text(j, "by", t->method ? t->method : t->by);
    json_integer(j, "player", t->turn);
    json_integer(j, "depth", r->depth);
    json_count(j, "nodes", r->nodes);
    json_number(j, "seconds", clock_now() - t->begin);
    json_number(j, "value", r->value);
    json_number(j, "score", thought_score(t));
    write_wdl(j, t);
    json_text(j, "kind", kind_name(exact ? KIND_EXACT : KIND_ESTIMATE));
    json_integer(j, "distance", r->distance);
    board_line(j, "line", t->position, r->line, r->length < LINE_TOLD ? r->length : LINE_TOLD);
    json_array(j, "moves");
    for (int i = 0; i < t->count; i++)
        write_value(j, t, &t->valued[i]);
    json_end_array(j);
    json_bool(j, "done", done);
    json_end_object(j);
}

static void write_tree(struct json *j, const char *id, int ply, const char *by,
                       const struct zm_position *p, const struct zm_tree_node list[], int n)
{
    json_object(j, NULL);
    json_text(j, "id", id);
    json_integer(j, "ply", ply);
    json_text(j, "by", by);
    tree_nodes_json(j, "nodes", p, list, n);
    json_end_object(j);
}

bool live_write_tree(struct json *j, struct live *live, int most)
{
    const struct thought_of *const t = live->thought;
    const bool kept = live->tree && live->told_ply == zm_position_plies(live->position);
    struct zm_tree_node *const list = malloc((size_t)most * sizeof *list);
    struct zm_search *const search = t && t->search ? t->search : NULL;
    const int n = list && search ? zm_search_tree(search, list, most) : 0;
    if (n > 0)
        write_tree(j, live->id, t->ply, t->by, t->position, list, n);
    else if (kept)
        json_raw(j, NULL, live->tree);
    free(list);
    return n > 0 || kept;
}

/* Without the lock until it is written. */
void thought_tell(struct thought_of *t, bool done)
{
    char *text = NULL, *tree = NULL, topic[TOPIC_TEXT];
    size_t length = 0, tree_length = 0;
    struct live *const live = t->live;
    struct json j = { .out = open_memstream(&text, &length) };
    if (!j.out)
        return;
    write_thinking(&j, t, done);
    fclose(j.out);
    snprintf(topic, sizeof topic, "tree:%s", live->id);
    struct zm_tree_node *const list = t->search && (done || hub_is_heard(t->server->hub, topic))
                                          ? malloc(TREE_TOLD * sizeof *list)
                                          : NULL;
    const int n = list ? zm_search_tree(t->search, list, TREE_TOLD) : 0;
    struct json drawn = { .out = n > 0 ? open_memstream(&tree, &tree_length) : NULL };
    if (drawn.out) {
        write_tree(&drawn, live->id, t->ply, t->by, t->position, list, n);
        fclose(drawn.out);
    }
    free(list);
    server_lock(t->server);
    if (!t->cancelled && !(live->game->flags & ZM_HIDDEN) &&
        t->ply == zm_position_plies(live->position)) {
        if (tree) {
            hub_publish(t->server->hub, topic, "tree", tree, tree_length);
            free(live->tree);
            live->tree = tree;
            tree = NULL;
        }
        free(live->told);
        live->told = strdup(text);
        live->told_ply = t->ply;
        live_publish_thinking(live);
    }
    server_unlock(t->server);
    free(text);
    free(tree);
}
