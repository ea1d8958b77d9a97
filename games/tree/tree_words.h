/* tree_words.h -- the text of a tree as words, numbers and signs. */
#ifndef GAMES_TREE_WORDS_H
#define GAMES_TREE_WORDS_H

#include <zermelo/game.h>

enum word_kind {
    WORD_END,    /* of the text                                       */
    WORD_NAME,   /* a letter, then letters, digits, _ ' -             */
    WORD_NUMBER, /* -12, 0.25                                         */
    WORD_SIGN    /* any other character: { } ( ) , : ~ / or a wrong one */
};

struct word {
    enum word_kind kind;
    const char *text;
    int length;
    int line, column; /* from 1 */
};

/* Reads along a text; `word` is the one to look at. */
struct words {
    const char *at;
    int line;
    const char *line_begin;
    struct word word;
};

void words_begin(struct words *w, const char *text);
void words_next(struct words *w);

bool word_is(const struct word *word, const char *text);

/* "line 2, column 7: expected WHAT, found ..." into a sentence that lives until the
 * next one of the same thread: a game has no other place to leave it. */
const char *word_expected(const struct word *found, const char *what);
/* "line 2, column 7: ..." */
__attribute__((format(printf, 2, 3))) const char *word_wrong(const struct word *where,
                                                             const char *format, ...);

#endif
