#include "tree_words.h"

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool in_name(char c)
{
    return letter(c) || digit(c) || c == '\'' || c == '-';
}

/* Spaces, new lines and comments, which go from # to the end of the line. */
static void skip_blank(struct words *w)
{
    for (;; w->at++) {
        if (*w->at == '#')
            w->at += strcspn(w->at, "\n");
        if (*w->at == '\n') {
            w->line++;
            w->line_begin = w->at + 1;
        } else if (*w->at != ' ' && *w->at != '\t' && *w->at != '\r') {
            return;
        }
    }
}

void words_next(struct words *w)
{
    skip_blank(w);
    const char *const begin = w->at;
    enum word_kind kind = WORD_SIGN;
    if (*begin == '\0') {
        kind = WORD_END;
    } else if (letter(*begin)) {
        kind = WORD_NAME;
        while (in_name(*w->at))
            w->at++;
    } else if (digit(*begin) || (*begin == '-' && digit(begin[1]))) {
        kind = WORD_NUMBER;
        for (w->at++; digit(*w->at);)
            w->at++;
        if (*w->at == '.' && digit(w->at[1]))
            for (w->at++; digit(*w->at);)
                w->at++;
    } else {
        w->at++;
    }
    w->word = (struct word){ .kind = kind,
                             .text = begin,
                             .length = (int)(w->at - begin),
                             .line = w->line,
                             .column = (int)(begin - w->line_begin) + 1 };
}

void words_begin(struct words *w, const char *text)
{
    *w = (struct words){ .at = text, .line = 1, .line_begin = text };
    words_next(w);
}

bool word_is(const struct word *word, const char *text)
{
    return (size_t)word->length == strlen(text) && !memcmp(word->text, text, (size_t)word->length);
}

static _Thread_local char sentence[256];

static struct zm_text begin_sentence(const struct word *where)
{
    struct zm_text t = { sentence, sizeof sentence, 0 };
    zm_print(&t, "line %d, column %d: ", where->line, where->column);
    return t;
}

const char *word_expected(const struct word *found, const char *what)
{
    enum { SOME = 30 };
    struct zm_text t = begin_sentence(found);
    const unsigned char first = (unsigned char)*found->text;
    zm_print(&t, "expected %s, found ", what);
    if (found->kind == WORD_END)
        zm_print(&t, "the end of the text");
    else if (found->kind == WORD_SIGN && (first <= ' ' || first > '~'))
        zm_print(&t, "the byte 0x%02x", first);
    else
        zm_print(&t, "\"%.*s%s\"", found->length < SOME ? found->length : SOME, found->text,
                 found->length > SOME ? "..." : "");
    return sentence;
}

const char *word_wrong(const struct word *where, const char *format, ...)
{
    char what[200];
    struct zm_text t = begin_sentence(where);
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    zm_print(&t, "%s", what);
    return sentence;
}
