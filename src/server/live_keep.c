/* live_keep.c -- a game as a text to be kept (live_restore.c reads it): JSON with a record of the
 * moves (all of them, with those taken back), where the game stands in it, and all that the record
 * has no word for. */
#include "server/live.h"

#include "base/clock.h"
#include "base/json.h"
#include <stdlib.h>

static void write_leaf(struct json *j, int ply, const struct leaf *leaf)
{
    if (leaf->seconds <= 0 && !leaf->point.known && !leaf->judged.known)
        return;
    json_object(j, NULL);
    json_integer(j, "ply", ply);
    json_number(j, "seconds", leaf->seconds);
    if (leaf->point.known) {
        json_object(j, "point");
        json_number(j, "value", leaf->point.value);
        json_number(j, "score", leaf->point.score);
        json_integer(j, "kind", leaf->point.kind);
        json_integer(j, "depth", leaf->point.depth);
        json_number(j, "nodes", (double)leaf->point.nodes);
        json_bool(j, "player", leaf->point.player);
        json_text(j, "by", leaf->point.by);
        json_text(j, "best", leaf->point.best);
        json_end_object(j);
    }
    if (leaf->judged.known) {
        json_object(j, "judged");
        json_number(j, "before", leaf->judged.before);
        json_number(j, "after", leaf->judged.after);
        json_number(j, "loss", leaf->judged.loss);
        json_integer(j, "kind", leaf->judged.kind);
        json_text(j, "better", leaf->judged.better);
        json_end_object(j);
    }
    json_end_object(j);
}

static char *record_of(const struct zm_position *p)
{
    const size_t length = zm_record_write(p, NULL, 0);
    char *const text = malloc(length + 1);
    if (text)
        zm_record_write(p, text, length + 1);
    return text;
}

static void write_all(struct json *j, struct live *live, const char *record, int end)
{
    const double now = clock_now();
    char number[24];
    json_object(j, NULL);
    json_integer(j, "version", KEPT_VERSION);
    json_text(j, "id", live->id);
    json_text(j, "record", record);
    json_integer(j, "ply", zm_position_plies(live->position));
    json_array(j, "seats");
    for (int i = 0; i < live->game->players; i++) {
        json_object(j, NULL);
        json_text(j, "player", live->spec[i]);
        json_text(j, "key", live->key[i]);
        json_number(j, "left", live_clock_left(live, i, now));
        json_end_object(j);
    }
    json_end_array(j);
    json_bool(j, "clocked", live->clocked);
    json_number(j, "allowed", live->allowed);
    json_number(j, "increment", live->increment);
    json_bool(j, "paused", live->paused);
    json_bool(j, "teach", live->teach);
    json_bool(j, "analyse", live->analyse);
    json_text(j, "by", live->analyse_by);
    json_integer(j, "ending", live->ending);
    json_integer(j, "loser", live->loser);
    json_integer(j, "offer", live->offer);
    snprintf(number, sizeof number, "%llu", (unsigned long long)live->dice);
    json_text(j, "dice", number);
    json_integer(j, "touched", live->touched);
    json_array(j, "leaves");
    for (int i = 0; i < live->leaves && i <= end; i++)
        write_leaf(j, i, &live->leaf[i]);
    json_end_array(j);
    json_end_object(j);
}

char *live_kept(struct live *live)
{
    struct zm_error error;
    struct zm_position *const all = zm_position_copy(live->position, &error);
    char *record = NULL, *text = NULL;
    size_t length = 0;
    if (!all)
        return NULL;
    while (zm_position_redo(all))
        ;
    record = record_of(all);
    struct json j = { .out = record ? open_memstream(&text, &length) : NULL };
    if (j.out) {
        write_all(&j, live, record, zm_position_plies(all));
        fclose(j.out);
    }
    free(record);
    zm_position_free(all);
    return text;
}
