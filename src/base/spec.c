#include "base/spec.h"

#include "base/sentence.h"

#include <string.h>

/* End the option that begins here; the next one, or NULL. A comma or backslash that a
 * backslash keeps is part of the option. */
static char *end_option(char *at)
{
    char *to = at;
    for (; *at && *at != ','; at++) {
        if (*at == '\\' && (at[1] == ',' || at[1] == '\\'))
            at++;
        *to++ = *at;
    }
    char *const next = *at ? at + 1 : NULL;
    *to = '\0';
    return next;
}

const char *spec_read(struct spec *spec, const char *text, struct zm_error *error)
{
    const size_t length = strlen(text);
    if (length >= sizeof spec->text)
        return sentence(error, "\"%.40s...\" is longer than %d characters", text, SPEC_TEXT - 1);
    memcpy(spec->text, text, length + 1);
    spec->name = spec->text;
    spec->pairs = 0;
    char *const colon = strchr(spec->text, ':');
    if (!colon)
        return *text ? NULL : sentence(error, "an empty name");
    if (colon == spec->text)
        return sentence(error, "\"%s\" lacks a name before the colon", text);
    *colon = '\0';
    for (char *at = colon + 1, *next; at; at = next) {
        if (spec->pairs == SPEC_PAIRS)
            return sentence(error, "\"%s\" has more than %d options", text, SPEC_PAIRS);
        next = end_option(at);
        char *const equals = strchr(at, '=');
        if (equals)
            *equals = '\0';
        if (*at == '\0')
            return sentence(error, "\"%s\" has an empty option; expected key=value", text);
        spec->pair[spec->pairs].key = at;
        spec->pair[spec->pairs].value = equals ? equals + 1 : NULL;
        spec->pairs++;
    }
    return NULL;
}
