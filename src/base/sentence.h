/* sentence.h -- errors are sentences for people: what, where, what was expected. */
#ifndef BASE_SENTENCE_H
#define BASE_SENTENCE_H

#include <zermelo/zermelo.h>

/* Write the sentence into *error and return it. */
__attribute__((format(printf, 2, 3), returns_nonnull)) const char *
sentence(struct zm_error *error, const char *format, ...);

extern const char out_of_memory[];

#endif
