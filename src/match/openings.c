#include "match/openings.h"

#include "base/sentence.h"
#include "notation/pgn.h"
#include "notation/sgf.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By lot: how many are compared, and how hard they are looked at. */
enum { CANDIDATES = 6, GLANCE_NODES = 2000, TRIES = 100 };

struct openings {
    const struct zm_game *game;
    int count;
    struct zm_position **position;
    int plies;
    uint64_t seed;
};

/* ---------------------------------------------------------------- from a file -- */

static const char *add(struct openings *o, struct zm_position *p, struct zm_error *error)
{
    if (zm_position_turn(p) == ZM_OVER) {
        zm_position_free(p);
        return sentence(error, "the game is over in this opening");
    }
    if ((o->count & (o->count - 1)) == 0) {
        const size_t room = o->count ? 2 * (size_t)o->count : 1;
        struct zm_position **const more = realloc(o->position, room * sizeof(struct zm_position *));
        if (!more) {
            zm_position_free(p);
            return sentence(error, "%s", out_of_memory);
        }
        o->position = more;
    }
    o->position[o->count++] = p;
    return NULL;
}

static const char *add_moves(struct openings *o, const char *start, const char *moves,
                             struct zm_error *error)
{
    struct zm_position *const p = zm_position_new(o->game, error);
    if (!p)
        return error->text;
    const char *wrong = *start ? zm_position_read(p, start, error) : NULL;
    if (!wrong)
        wrong = zm_position_play_text(p, moves, error);
    if (!wrong)
        return add(o, p, error);
    zm_position_free(p);
    return wrong;
}

/* A list of moves, or else a position. */
static const char *add_line(struct openings *o, const char *line, struct zm_error *error)
{
    char text[1024];
    struct zm_error as_position;
    if (!add_moves(o, "", line, error))
        return NULL;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, ";"), line);
    return add_moves(o, text, "", &as_position) ? error->text : NULL;
}

static const char *read_lines(struct openings *o, const char *text, int *line,
                              struct zm_error *error)
{
    while (*text) {
        char copy[1024];
        const size_t length = strcspn(text, "\n");
        ++*line;
        if (length >= sizeof copy)
            return sentence(error, "the line is longer than %zu characters", sizeof copy - 1);
        snprintf(copy, sizeof copy, "%.*s", (int)length, text);
        const size_t blank = strspn(copy, " \t\r");
        if (copy[blank] && copy[blank] != '#' && add_line(o, copy + blank, error))
            return error->text;
        text += length + (text[length] == '\n');
    }
    return NULL;
}

static const char *read_pgn(struct openings *o, const char *text, int *line, struct zm_error *error)
{
    for (int next = 1;;) {
        struct pgn game;
        const char *wrong = pgn_next(&text, &next, &game, error);
        const bool more = game.moves != NULL;
        *line = game.line;
        if (!wrong && more)
            wrong = add_moves(o, game.start, game.moves, error);
        pgn_release(&game);
        if (wrong || !more)
            return wrong;
    }
}

/* Every game of the collection to the end of its main line. */
static const char *read_sgf(struct openings *o, const char *text, int *line, struct zm_error *error)
{
    struct sgf sgf;
    const char *wrong = sgf_read(&sgf, text, error);
    for (int root = 0; !wrong && root >= 0; root = sgf.node[root].sibling) {
        struct zm_position *const p = zm_position_new(o->game, error);
        wrong = p ? sgf_replay(&sgf, root, -1, p, error) : error->text;
        *line = sgf.node[root].line;
        if (wrong)
            zm_position_free(p);
        else
            wrong = add(o, p, error);
    }
    sgf_release(&sgf);
    return wrong;
}

struct openings *openings_read(const struct zm_game *game, const char *text, const char *name,
                               struct zm_error *error)
{
    struct openings *const o = calloc(1, sizeof *o);
    if (!o) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    o->game = game;
    const char *first = text;
    while (isspace((unsigned char)*first))
        first++;
    int line = 0;
    const char *const wrong = *first == '['   ? read_pgn(o, text, &line, error)
                              : *first == '(' ? read_sgf(o, text, &line, error)
                                              : read_lines(o, text, &line, error);
    struct zm_error why = *error;
    if (wrong && !strncmp(why.text, "line ", 5)) /* it says itself where */
        sentence(error, "%s: %s", name, why.text);
    else if (wrong)
        sentence(error, "%s, line %d: %s", name, line, why.text);
    else if (o->count == 0)
        sentence(error, "%s: there is no opening in it", name);
    else
        return o;
    openings_free(o);
    return NULL;
}

/* --------------------------------------------------------------------- by lot -- */

struct openings *openings_random(const struct zm_game *game, int plies, uint64_t seed,
                                 struct zm_error *error)
{
    struct openings *const o = calloc(1, sizeof *o);
    if (!o) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    *o = (struct openings){ .game = game, .plies = plies, .seed = seed };
    return o;
}

/* `plies` moves by lot; false: the game was over before. */
static bool by_lot(struct zm_position *p, int plies, uint64_t *seed)
{
    struct zm_error ignored;
    while (zm_position_undo(p))
        ;
    for (int i = 0; i < plies && zm_position_turn(p) != ZM_OVER; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        const bool chance = zm_position_turn(p) == ZM_CHANCE;
        zm_position_play(p, chance ? zm_position_draw(p, seed) : list[zm_random(seed, (uint32_t)n)],
                         &ignored);
        i -= chance; /* dice are not a move */
    }
    return zm_position_turn(p) != ZM_OVER;
}

/* How far from even, as a short search sees it; 0 where it sees nothing. */
static double tilt(struct zm_search *search, const struct zm_position *p)
{
    static const struct zm_limits glance = { .nodes = GLANCE_NODES };
    struct zm_result result;
    struct zm_error ignored;
    if (!search || zm_position_turn(p) < 0 ||
        zm_search_run(search, p, &glance, &result, &ignored) || isnan(result.value))
        return 0;
    return fabs(result.value);
}

static struct zm_position *random_opening(const struct openings *o, uint64_t number,
                                          struct zm_error *error)
{
    uint64_t seed = zm_mix(o->seed ^ zm_mix(number + 1)) | 1;
    struct zm_position *const p = zm_position_new(o->game, error);
    if (!p || o->plies == 0)
        return p;
    struct zm_error ignored;
    struct zm_search *const search = zm_search_new(o->game, "alphabeta:hash=1", &ignored);
    const int candidates = search ? CANDIDATES : 1;
    double least = INFINITY;
    uint64_t best = seed;
    for (int found = 0, tries = 0; found < candidates && tries < TRIES; tries++) {
        const uint64_t begin = seed;
        if (!by_lot(p, o->plies, &seed))
            continue;
        const double now = tilt(search, p);
        found++;
        if (now < least) {
            least = now;
            best = begin;
        }
    }
    zm_search_free(search);
    if (isinf(least)) /* all games end sooner: from the beginning, then */
        while (zm_position_undo(p))
            ;
    else
        by_lot(p, o->plies, &best);
    return p;
}

/* ------------------------------------------------------------------------ use -- */

void openings_free(struct openings *openings)
{
    if (!openings)
        return;
    for (int i = 0; i < openings->count; i++)
        zm_position_free(openings->position[i]);
    free(openings->position);
    free(openings);
}

int openings_count(const struct openings *openings)
{
    return openings->count;
}

struct zm_position *openings_begin(const struct openings *openings, uint64_t number,
                                   struct zm_error *error)
{
    if (openings->count == 0)
        return random_opening(openings, number, error);
    return zm_position_copy(openings->position[number % (uint64_t)openings->count], error);
}
