/* body.c -- the body of a request, read with jansson. */
#include "server/request.h"

#include <jansson.h>
#include <string.h>

enum { DEEPEST = 8 }; /* what the API takes is two levels deep */

bool body_text(struct request *r, const char *name, const char **value)
{
    const json_t *const it = json_object_get(r->body, name);
    if (!it || json_is_null(it))
        return true;
    if (!json_is_string(it) || strlen(json_string_value(it)) != json_string_length(it)) {
        request_refuse(r, 400, "\"%s\": expected text", name);
        return false;
    }
    *value = json_string_value(it);
    return true;
}

bool body_bool(struct request *r, const char *name, bool *value)
{
    const json_t *const it = json_object_get(r->body, name);
    if (!it || json_is_null(it))
        return true;
    if (!json_is_boolean(it)) {
        request_refuse(r, 400, "\"%s\": expected true or false", name);
        return false;
    }
    *value = json_is_true(it);
    return true;
}

bool body_number(struct request *r, const char *name, double least, double most, double *value)
{
    const json_t *const it = json_object_get(r->body, name);
    if (!it || json_is_null(it))
        return true;
    const double x = json_number_value(it);
    if (!json_is_number(it) || !(x >= least && x <= most)) {
        request_refuse(r, 400, "\"%s\": expected a number from %.15g to %.15g", name, least, most);
        return false;
    }
    *value = x;
    return true;
}

bool body_texts(struct request *r, const char *name, int most, const char *value[], int *count)
{
    const json_t *const it = json_object_get(r->body, name);
    *count = -1;
    if (!it || json_is_null(it))
        return true;
    bool good = json_is_array(it) && json_array_size(it) <= (size_t)most;
    for (size_t i = 0; good && i < json_array_size(it); i++) {
        const json_t *const text = json_array_get(it, i);
        good = json_is_string(text) && strlen(json_string_value(text)) == json_string_length(text);
        value[i] = good ? json_string_value(text) : NULL;
    }
    if (!good) {
        request_refuse(r, 400, "\"%s\": expected a list of at most %d texts", name, most);
        return false;
    }
    *count = (int)json_array_size(it);
    return true;
}

bool body_numbers(struct request *r, const char *name, int most, double value[], int *count)
{
    const json_t *const it = json_object_get(r->body, name);
    *count = -1;
    if (!it || json_is_null(it))
        return true;
    bool good = json_is_array(it) && json_array_size(it) <= (size_t)most;
    for (size_t i = 0; good && i < json_array_size(it); i++) {
        good = json_is_number(json_array_get(it, i));
        value[i] = json_number_value(json_array_get(it, i));
    }
    if (!good) {
        request_refuse(r, 400, "\"%s\": expected a list of at most %d numbers", name, most);
        return false;
    }
    *count = (int)json_array_size(it);
    return true;
}

bool body_has(const struct request *r, const char *name)
{
    const json_t *const it = json_object_get(r->body, name);
    return it && !json_is_null(it);
}

bool body_inside(struct request *r, const char *name, struct request *inside)
{
    json_t *const it = json_object_get(r->body, name);
    *inside = (struct request){ .body = it };
    if (json_is_object(it))
        return true;
    request_refuse(r, 400, "\"%s\": expected an object", name);
    return false;
}

/* ------------------------------------------------------------------- reading -- */

/* A hostile text may be nested deeply: jansson's own limit is 2048 levels, on the stack. */
static bool is_deep(const char *text, size_t length)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (quoted) {
            i += text[i] == '\\';
            quoted = i >= length || text[i] != '"';
        } else if (text[i] == '"') {
            quoted = true;
        } else if (text[i] == '{' || text[i] == '[') {
            if (++depth > DEEPEST)
                return true;
        } else if (text[i] == '}' || text[i] == ']') {
            depth--;
        }
    }
    return false;
}

bool body_read(struct request *r)
{
    json_error_t wrong;
    if (is_deep(r->text, r->length)) {
        request_refuse(r, 400, "the body is nested more than %d deep", DEEPEST);
        return false;
    }
    r->body = json_loadb(r->text ? r->text : "", r->length, JSON_REJECT_DUPLICATES, &wrong);
    if (!r->body) {
        request_refuse(r, 400, "the body is no JSON: line %d, column %d: %.150s", wrong.line,
                       wrong.column, wrong.text);
        return false;
    }
    if (json_is_object(r->body))
        return true;
    request_refuse(r, 400, "the body is no JSON object");
    return false;
}

void body_release(struct request *r)
{
    json_decref(r->body);
    r->body = NULL;
}
