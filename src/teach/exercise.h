/* exercise.h -- a lesson with blanks in it. What belongs there is what the search did; an
 * answer is compared with that and, where it is wrong, explained by the sentence of the step.
 *
 * The blanks of a lesson and a set of questions are always the same ones in the same order,
 * so that a page, a sheet of paper and a server that keeps nothing agree on their numbers. */
#ifndef TEACH_EXERCISE_H
#define TEACH_EXERCISE_H

#include "teach/lesson.h"

enum ask {
    ASK_VALUES = 1 << 0,  /* what each inner node returns                          */
    ASK_WINDOWS = 1 << 1, /* the window with which each inner node is entered      */
    ASK_CUTS = 1 << 2,    /* which arcs are never followed                         */
    ASK_CHOICES = 1 << 3  /* which child selection takes, given visits and means   */
};

struct blank {
    enum ask ask;
    int node; /* of a cut: the node that its arc leads to */
    int step; /* that gives the answer; -1: the search was never there */
    /* The answer: numbers, of a cut 1 or 0, of a choice the child. */
    int count;
    double number[ZM_MAX_PLAYERS];
    bool any; /* both answers are right: the arc lies below one that is cut */
};

struct exercise {
    const struct lesson *lesson;
    unsigned ask;
    struct blank *blank;
    int blanks;
};

enum verdict { RIGHT, WRONG, UNREADABLE };

/* "values,windows,cuts,choices", or some of them. */
const char *ask_read(unsigned *ask, const char *text, struct zm_error *error);

/* The word for it. */
const char *ask_word(enum ask ask);

/* What can be asked about this search. */
unsigned ask_possible(const struct lesson *lesson);

/* The lesson must live as long as the exercise. What cannot be asked about its search is
 * refused. */
const char *exercise_begin(struct exercise *exercise, const struct lesson *lesson, unsigned ask,
                           struct zm_error *error);
void exercise_end(struct exercise *exercise);

/* Judge an answer as a person writes it: "3", "7/2", "(1, 2, 6)", "-inf..3", "[3, +inf]", "-" or
 * nothing where the search never comes, "x" for a cut, the name of a move for a choice. `why`
 * gets a sentence unless it is right. */
enum verdict exercise_check(const struct exercise *exercise, int blank, const char *answer,
                            struct zm_text *why);

/* The right answer as text. */
void exercise_solution(const struct exercise *exercise, int blank, struct zm_text *out);

/* Of a choice: the steps that weigh the children are `*first` up to, and without, its own. */
void exercise_candidates(const struct exercise *exercise, int blank, int *first);
/* ... and how often the node had been visited before. */
uint64_t exercise_visits(const struct exercise *exercise, int blank);

#endif
