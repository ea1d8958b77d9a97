#include "protocol/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool lines_next(struct lines *lines)
{
    size_t length = 0;
    int c;
    lines->cut = false;
    while ((c = getc(lines->in)) != EOF && c != '\n')
        if (length + 1 == sizeof lines->text)
            lines->cut = true;
        else if (c)
            lines->text[length++] = (char)c;
    if (length > 0 && lines->text[length - 1] == '\r')
        length--;
    lines->text[length] = '\0';
    return c == '\n' || length > 0;
}

static const char blank[] = " \t\r\n\v\f";

bool word_next(const char **at, char *word, size_t size)
{
    const char *const begin = *at + strspn(*at, blank);
    const size_t length = strcspn(begin, blank);
    snprintf(word, size, "%.*s", (int)(length < size ? length : size - 1), begin);
    *at = begin + length;
    return length > 0;
}

bool word_skip(const char **at, const char *word)
{
    const char *const begin = *at + strspn(*at, blank);
    const size_t length = strcspn(begin, blank);
    if (length != strlen(word) || strncmp(begin, word, length) != 0)
        return false;
    *at = begin + length;
    return true;
}

void word_rest(const char *at, char *out, size_t size)
{
    const char *const begin = at + strspn(at, blank);
    size_t length = strlen(begin);
    while (length > 0 && strchr(blank, begin[length - 1]))
        length--;
    snprintf(out, size, "%.*s", (int)(length < size ? length : size - 1), begin);
}

bool word_number(const char *word, long long least, long long most, long long *number)
{
    char *end;
    errno = 0;
    *number = strtoll(word, &end, 10);
    return end != word && !*end && errno == 0 && *number >= least && *number <= most;
}
