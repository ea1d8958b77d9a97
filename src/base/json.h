/* json.h -- JSON written directly. Commas are put where they belong; keys may be NULL
 * inside arrays. The writer never fails; too deep a nesting is a bug of the caller. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 32 };

struct json {
    FILE *out;
    int depth;
    bool more[JSON_DEPTH]; /* something stands before at this level */
};

void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_end_object(struct json *j);
void json_end_array(struct json *j);
void json_text(struct json *j, const char *key, const char *value);
void json_bool(struct json *j, const char *key, bool value);
void json_count(struct json *j, const char *key, uint64_t value);
void json_integer(struct json *j, const char *key, int64_t value);
/* A number with as many digits as it takes to read the same one back; null if it is
 * infinite or none. */
void json_number(struct json *j, const char *key, double value);
void json_null(struct json *j, const char *key);
/* A text that is JSON itself, on one line. */
void json_raw(struct json *j, const char *key, const char *value);

#endif
