#include "server/request.h"

#include "base/json.h"
#include "base/sentence.h"
#include "server/french.h"
#include "server/inside.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ refusing -- */

void request_refuse(struct request *r, int status, const char *format, ...)
{
    char sentence[1400], told[2 * sizeof sentence];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    if (r->language == FRENCH)
        french(sentence, told, sizeof told);
    free(r->answer);
    r->answer = NULL;
    r->answer_length = 0;
    r->status = status;
    r->type = "application/json";
    FILE *const out = open_memstream(&r->answer, &r->answer_length);
    if (!out)
        return;
    struct json j = { .out = out };
    json_object(&j, NULL);
    json_text(&j, "error", r->language == FRENCH ? told : sentence);
    json_end_object(&j);
    fclose(out);
}

/* -------------------------------------------------------------------- asking -- */

const char *request_query(const struct request *r, const char *name)
{
    for (int i = 0; i < r->queries; i++)
        if (!strcmp(r->query[i].name, name))
            return r->query[i].value ? r->query[i].value : "";
    return NULL;
}

bool request_number(struct request *r, const char *name, int64_t fallback, int64_t least,
                    int64_t most, int64_t *number)
{
    const char *const text = request_query(r, name);
    char *end;
    *number = fallback;
    if (!text)
        return true;
    *number = strtoll(text, &end, 10);
    if (*text && !*end && strlen(text) < 19 && *number >= least && *number <= most)
        return true;
    request_refuse(r, 400, "%s=%.40s: expected a whole number from %lld to %lld", name, text,
                   (long long)least, (long long)most);
    return false;
}

/* ------------------------------------------------------------------- finding -- */

/* Does the path fit the route's, in which {id} is any word? */
static bool fits(const char *pattern, const char *path, char part[PART_TEXT])
{
    part[0] = '\0';
    while (*pattern) {
        if (*pattern == '{') {
            const size_t length = strcspn(path, "/");
            if (length == 0 || length >= PART_TEXT)
                return false;
            memcpy(part, path, length);
            part[length] = '\0';
            path += length;
            pattern += strcspn(pattern, "}") + 1;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return !*path;
}

bool request_find(struct request *r)
{
    bool known = false;
    r->status = 200;
    r->type = "application/json";
    for (int i = 0; i < route_count && !r->route; i++) {
        char part[PART_TEXT];
        if (!fits(routes[i].path, r->path, part))
            continue;
        known = true;
        if (!strcmp(routes[i].method, r->method)) {
            r->route = &routes[i];
            memcpy(r->part, part, sizeof part);
        }
    }
    if (!r->route)
        request_refuse(r, known ? 405 : 404,
                       known ? "%.20s is not for %.200s" : "there is no %.20s %.200s", r->method,
                       r->path);
    return r->route && (strcmp(r->method, "POST") != 0 || body_read(r));
}

void request_answer(struct request *r)
{
    /* Apart from r->answer, which a refusal writes. */
    char *written = NULL;
    size_t length = 0;
    struct json j = { .out = open_memstream(&written, &length) };
    r->json = &j; // cppcheck-suppress autoVariables
    if (!j.out) {
        request_refuse(r, 503, "%s", out_of_memory);
        return;
    }
    const bool slow = r->route->flags & ROUTE_SLOW;
    if (!slow)
        server_lock(r->server);
    r->route->handle(r);
    if (!slow)
        server_unlock(r->server);
    fclose(j.out);
    r->json = NULL;
    if (r->answer) {
        free(written); /* refused */
    } else {
        r->answer = written;
        r->answer_length = length;
    }
}

void request_run(struct request *r)
{
    if (request_find(r))
        request_answer(r);
}

void request_release(struct request *r)
{
    body_release(r);
    free(r->answer);
    r->answer = NULL;
}
