/* lesson.h -- one search of one small tree, with every step it took, to be gone through
 * forward and back: what the page shows, what exercises are made from and checked by.
 *
 *     struct lesson lesson;
 *     if (!lesson_begin(&lesson, position, "alphabeta:order=best", NULL, ENGLISH, &error))
 *         ... lesson.record.node[], lesson_step() ...
 *     lesson_end(&lesson);
 *
 * The steps come from the search that plays; nothing here knows how a search works. */
#ifndef TEACH_LESSON_H
#define TEACH_LESSON_H

#include "base/spec.h"
#include "teach/record_tree.h"

enum {
    LESSON_NODES = 3000, /* nobody can read a larger tree ... */
    LESSON_STEPS = 60000 /* ... or follow a longer search     */
};

/* A step; what it points to stands in the lesson's own memory. */
struct lesson_step {
    struct zm_step step;
    int node; /* it happens in */
    size_t moves, values;
};

struct lesson {
    struct record record;
    struct zm_result result;
    char spec[SPEC_TEXT];
    const char *algorithm; /* the name of the search, without options */
    bool strict;           /* cuts where the bound is passed, not where it is met */
    bool negamax;
    int prune; /* at chance nodes: PRUNE_NONE .. PRUNE_STAR2 */
    struct lesson_step *step;
    int steps, room;
    zm_move *move;
    size_t moves, moves_room;
    double *value;
    size_t values, values_room;
    struct zm_search *search; /* while it runs */
    bool too_long, no_memory;
};

/* The plain search of the textbook for this kind of game. */
const char *lesson_textbook(const struct zm_game *game);

/* Whose values the steps of this search show (record_begin()). */
int lesson_viewer(const struct zm_position *p, const char *algorithm, bool negamax);

/* Does it play games to the end by lot? Then its values are means. */
bool lesson_simulates(const char *algorithm);

/* Run the search `spec`, or the textbook's if it is NULL, and keep its steps. A search that
 * goes on for too long is refused with what to do about it. */
const char *lesson_begin(struct lesson *lesson, const struct zm_position *p, const char *spec,
                         const struct zm_limits *limits, enum language language,
                         struct zm_error *error);
void lesson_end(struct lesson *lesson);

/* Step i, with its pointers put right. */
struct zm_step lesson_step(const struct lesson *lesson, int i);

#endif
