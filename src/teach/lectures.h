/* lectures.h -- the trees of the lectures (docs/trees), built into the program. */
#ifndef TEACH_LECTURES_H
#define TEACH_LECTURES_H

#include "teach/language.h"

struct lecture {
    const char *name;     /* of the file, without .tree */
    const char *title[2]; /* by language */
    const char *search;   /* what it is about */
    const char *other;    /* ... compared with; may be NULL */
};

/* In the order in which they are taught; NULL past the last one. */
const struct lecture *lecture_at(int i);
const struct lecture *lecture_find(const char *name);

/* The text of its tree. */
const char *lecture_tree(const struct lecture *lecture);

#endif
