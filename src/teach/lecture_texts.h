/* lecture_texts.h -- the files of docs/trees, built in by tools/quote.sh. */
#ifndef TEACH_LECTURE_TEXTS_H
#define TEACH_LECTURE_TEXTS_H

struct lecture_text {
    const char *name, *text;
};

extern const struct lecture_text lecture_texts[]; /* the last has no name */

#endif
