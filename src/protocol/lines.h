/* lines.h -- a stream of bytes from somebody we do not trust, line by line. */
#ifndef PROTOCOL_LINES_H
#define PROTOCOL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A chess game of 6000 moves is shorter. */
enum { LINE_MOST = 1 << 16 };

struct lines {
    FILE *in;
    bool cut; /* the line was longer than fits: its end is lost */
    char text[LINE_MOST];
};

/* The next line, without its end and without zero bytes; false: there is none. The last
 * one may lack its end. */
bool lines_next(struct lines *lines);

/* The next word of *at into `word`, cut if it does not fit; false: there is none. */
bool word_next(const char **at, char *word, size_t size);

/* Is this word the next of *at? Then go behind it. */
bool word_skip(const char **at, const char *word);

/* What follows, without blanks at either end, into `out`. */
void word_rest(const char *at, char *out, size_t size);

/* A whole number from `least` to `most`, and nothing else in the word. */
bool word_number(const char *word, long long least, long long most, long long *number);

#endif
