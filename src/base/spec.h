/* spec.h -- "NAME[:key=value,...]": how players and searches are written. In an option \,
 * stands for a comma and \\ for a backslash; any other backslash is itself. */
#ifndef BASE_SPEC_H
#define BASE_SPEC_H

#include <zermelo/zermelo.h>

enum { SPEC_PAIRS = 32, SPEC_TEXT = 2048 };

/* The strings point into `text`. A value may be empty or absent ("level:3": the key
 * is "3", the value NULL). */
struct spec {
    const char *name;
    int pairs;
    struct {
        const char *key, *value;
    } pair[SPEC_PAIRS];
    char text[SPEC_TEXT];
};

const char *spec_read(struct spec *spec, const char *text, struct zm_error *error);

#endif
