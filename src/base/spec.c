#include "base/spec.h"

#include "base/sentence.h"

#include <string.h>

const char *spec_read(struct spec *spec, const char *text, struct zm_error *error)
{
    const size_t length = strlen(text);
    if (length >= sizeof spec->text)
        return sentence(error, "\"%.40s...\" is longer than %d characters", text, SPEC_TEXT - 1);
    memcpy(spec->text, text, length + 1);
    spec->name = spec->text;
    spec->pairs = 0;
    char *at = strchr(spec->text, ':');
    if (!at)
        return *text ? NULL : sentence(error, "an empty name");
    if (at == spec->text)
        return sentence(error, "\"%s\" lacks a name before the colon", text);
    while (at) {
        *at++ = '\0';
        if (spec->pairs == SPEC_PAIRS)
            return sentence(error, "\"%s\" has more than %d options", text, SPEC_PAIRS);
        char *const next = strchr(at, ',');
        if (next)
            *next = '\0';
        char *const equals = strchr(at, '=');
        if (equals)
            *equals = '\0';
        if (*at == '\0')
            return sentence(error, "\"%s\" has an empty option; expected key=value", text);
        spec->pair[spec->pairs].key = at;
        spec->pair[spec->pairs].value = equals ? equals + 1 : NULL;
        spec->pairs++;
        at = next;
    }
    return NULL;
}
