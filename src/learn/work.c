#include "learn/work.h"

#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST_GAMES = 32 };

uint32_t work_games(const struct work_settings *settings, uint32_t round)
{
    const uint32_t halvings = settings->rounds - 1 - round;
    const uint32_t games = halvings < 32 ? settings->games >> halvings : 0;
    const uint32_t least = settings->games < FEWEST_GAMES ? settings->games : FEWEST_GAMES;
    return games > least ? games : least;
}

static void lines_release(struct work *work, int which)
{
    for (uint32_t i = 0; i < work->games[which]; i++)
        line_release(&work->line[which][i]);
    free(work->line[which]);
    work->line[which] = NULL;
    work->games[which] = 0;
}

static bool lines_begin(struct work *work, int which, uint32_t games)
{
    work->line[which] = calloc(games + 1, sizeof *work->line[which]);
    work->games[which] = work->line[which] ? games : 0;
    return work->line[which];
}

const char *work_begin(struct work *work, const struct work_settings *settings,
                       struct zm_error *error)
{
    *work = (struct work){ .settings = *settings };
    work->weight = calloc(settings->count, sizeof *work->weight);
    if (!work->weight || !lines_begin(work, 0, 0) ||
        !lines_begin(work, 1, work_games(settings, 0))) {
        work_release(work);
        return sentence(error, "%s", out_of_memory);
    }
    return NULL;
}

void work_release(struct work *work)
{
    lines_release(work, 0);
    lines_release(work, 1);
    free(work->weight);
    free(work->point);
    *work = (struct work){ 0 };
}

const char *work_next_round(struct work *work, struct zm_error *error)
{
    work->done++;
    lines_release(work, 0);
    work->games[0] = work->games[1];
    work->line[0] = work->line[1];
    const bool last = work->done == work->settings.rounds;
    if (!lines_begin(work, 1, last ? 0 : work_games(&work->settings, work->done)))
        return sentence(error, "%s", out_of_memory);
    return NULL;
}

bool work_add_point(struct work *work, const struct fit_point *point)
{
    if (work->points == work->point_room) {
        const uint32_t room = work->point_room ? 2 * work->point_room : 64;
        struct fit_point *const more = realloc(work->point, room * sizeof *more);
        if (!more)
            return false;
        work->point = more;
        work->point_room = room;
    }
    work->point[work->points++] = *point;
    return true;
}
