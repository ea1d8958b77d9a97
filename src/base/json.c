#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* How many bytes the character at c has, by RFC 3629; 0: it is none. */
static int utf8_length(const unsigned char *c)
{
    const int more = *c < 0x80   ? 0
                     : *c < 0xC2 ? -1
                     : *c < 0xE0 ? 1
                     : *c < 0xF0 ? 2
                     : *c < 0xF5 ? 3
                                 : -1;
    for (int i = 1; i <= more; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    const bool wrong = (*c == 0xE0 && c[1] < 0xA0) || (*c == 0xED && c[1] >= 0xA0) ||
                       (*c == 0xF0 && c[1] < 0x90) || (*c == 0xF4 && c[1] >= 0x90);
    return wrong ? 0 : more + 1;
}

/* What is no character (half of one that was cut off, or noise) gets the mark for that. */
static void quote(struct json *j, const char *text)
{
    fputc('"', j->out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const int length = utf8_length(c);
        if (length > 1) {
            fwrite(c, 1, (size_t)length, j->out);
            c += length - 1;
        } else if (length == 0) {
            fputs("\\ufffd", j->out);
        } else if (*c == '"' || *c == '\\') {
            fprintf(j->out, "\\%c", *c);
        } else if (*c == '\n') {
            fputs("\\n", j->out);
        } else if (*c < 0x20) {
            fprintf(j->out, "\\u%04x", *c);
        } else {
            fputc(*c, j->out);
        }
    }
    fputc('"', j->out);
}

static void begin(struct json *j, const char *key)
{
    if (j->more[j->depth])
        fputc(',', j->out);
    j->more[j->depth] = true;
    if (key) {
        quote(j, key);
        fputc(':', j->out);
    }
}

static void open_level(struct json *j, const char *key, char bracket)
{
    begin(j, key);
    fputc(bracket, j->out);
    assert(j->depth + 1 < JSON_DEPTH);
    j->more[++j->depth] = false;
}

static void close_level(struct json *j, char bracket)
{
    assert(j->depth > 0);
    j->depth--;
    fputc(bracket, j->out);
    if (j->depth == 0) {
        fputc('\n', j->out);
        j->more[0] = false;
    }
}

void json_object(struct json *j, const char *key)
{
    open_level(j, key, '{');
}

void json_array(struct json *j, const char *key)
{
    open_level(j, key, '[');
}

void json_end_object(struct json *j)
{
    close_level(j, '}');
}

void json_end_array(struct json *j)
{
    close_level(j, ']');
}

void json_text(struct json *j, const char *key, const char *value)
{
    begin(j, key);
    quote(j, value);
}

void json_bool(struct json *j, const char *key, bool value)
{
    begin(j, key);
    fputs(value ? "true" : "false", j->out);
}

void json_count(struct json *j, const char *key, uint64_t value)
{
    begin(j, key);
    fprintf(j->out, "%" PRIu64, value);
}

void json_integer(struct json *j, const char *key, int64_t value)
{
    begin(j, key);
    fprintf(j->out, "%" PRId64, value);
}

void json_number(struct json *j, const char *key, double value)
{
    char text[40];
    if (!isfinite(value)) {
        json_null(j, key);
        return;
    }
    begin(j, key);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, j->out);
}

void json_null(struct json *j, const char *key)
{
    begin(j, key);
    fputs("null", j->out);
}

void json_raw(struct json *j, const char *key, const char *value)
{
    begin(j, key);
    fputs(value, j->out);
}
