/* gtp_answers.h -- is this what an engine may say over GTP? Answers, each of which is "=" or "?",
 * perhaps a number, perhaps a blank and text, and ends with the first empty line. */
#ifndef GTP_ANSWERS_H
#define GTP_ANSWERS_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* The number of answers; -1: they are not well-formed. */
static inline int gtp_answers(const char *text)
{
    int answers = 0;
    while (*text) {
        if (*text != '=' && *text != '?')
            return -1;
        text++;
        while (isdigit((unsigned char)*text))
            text++;
        if (*text != ' ' && *text != '\n')
            return -1;
        /* Lines, none of them empty but the last; nothing that a terminal would obey. */
        for (bool ended = false; !ended;) {
            const size_t length = strcspn(text, "\n");
            if (text[length] != '\n')
                return -1;
            for (size_t i = 0; i < length; i++)
                if (iscntrl((unsigned char)text[i]))
                    return -1;
            text += length + 1;
            ended = *text == '\n';
        }
        text++;
        answers++;
    }
    return answers;
}

#endif
