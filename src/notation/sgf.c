/* sgf.c -- the reader. Source: Hollosi 1999, "SGF File Format FF[4]".
 *
 * Variations may be nested as deep as the file is long, so nothing here calls itself: the
 * nodes at which variations began are kept in a list. */
#include "notation/sgf.h"

#include "base/sentence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct sgf *sgf;
    const char *at;
    const char *line_begin;
    int line;
    struct zm_error *error;
    int *branch; /* the nodes at which the open variations began; -1: a game */
    int depth, room;
};

static int column(const struct reader *r)
{
    return (int)(r->at - r->line_begin) + 1;
}

__attribute__((format(printf, 4, 5))) static const char *wrong_at(struct reader *r, int line,
                                                                  int at, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return sentence(r->error, "line %d, column %d: %s", line, at, text);
}

const char *sgf_wrong(const struct sgf_value *value, struct zm_error *error, const char *format,
                      ...)
{
    char text[900];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return sentence(error, "line %d, column %d: %s", value->line, value->column, text);
}

static void step(struct reader *r)
{
    if (*r->at++ == '\n') {
        r->line++;
        r->line_begin = r->at;
    }
}

static void pass_blanks(struct reader *r)
{
    while (isspace((unsigned char)*r->at))
        step(r);
}

/* Room for one more in a list; false: there is none. */
static bool grow(void **list, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    const int more = *room ? 2 * *room : 64;
    void *const larger = realloc(*list, (size_t)more * size);
    if (!larger)
        return false;
    *list = larger;
    *room = more;
    return true;
}

#define GROW(list, count, room) grow((void **)&(list), count, &(room), sizeof *(list))

/* ------------------------------------------------------------------ reading -- */

static const char *read_value(struct reader *r)
{
    struct sgf *const sgf = r->sgf;
    const int line = r->line, at = column(r);
    step(r);
    const char *const begin = r->at;
    for (; *r->at && *r->at != ']'; step(r))
        if (*r->at == '\\' && r->at[1])
            step(r);
    if (!*r->at)
        return wrong_at(r, line, at, "the value that begins here has no end, expected ']'");
    if (!GROW(sgf->value, sgf->values, sgf->value_room))
        return sentence(r->error, "%s", out_of_memory);
    sgf->value[sgf->values++] = (struct sgf_value){ begin, (size_t)(r->at - begin), line, at };
    step(r);
    return NULL;
}

/* Small letters in a name mean nothing: older files have Black[dd] for B[dd]. */
static const char *read_property(struct reader *r)
{
    struct sgf *const sgf = r->sgf;
    const int line = r->line, at = column(r);
    char name[sizeof sgf->property->name] = "";
    size_t length = 0;
    bool long_name = false;
    for (; isalpha((unsigned char)*r->at); r->at++) {
        if (islower((unsigned char)*r->at))
            continue;
        if (length + 1 < sizeof name)
            name[length++] = *r->at;
        else
            long_name = true;
    }
    if (long_name)
        return wrong_at(r, line, at,
                        "a name of more than %zu capitals; expected a property like "
                        "B[dd]",
                        sizeof name - 1);
    pass_blanks(r);
    if (length == 0 || *r->at != '[')
        return wrong_at(r, line, at, "expected a property like B[dd]");
    if (!GROW(sgf->property, sgf->properties, sgf->property_room))
        return sentence(r->error, "%s", out_of_memory);
    struct sgf_property *const property = &sgf->property[sgf->properties++];
    *property = (struct sgf_property){ .value = sgf->values };
    memcpy(property->name, name, sizeof name);
    while (*r->at == '[') {
        if (read_value(r))
            return r->error->text;
        property->values++;
        pass_blanks(r);
    }
    return NULL;
}

/* A node behind `parent`, or a game. */
static const char *read_node(struct reader *r, int parent, int *number)
{
    struct sgf *const sgf = r->sgf;
    if (!GROW(sgf->node, sgf->nodes, sgf->node_room))
        return sentence(r->error, "%s", out_of_memory);
    const int n = *number = sgf->nodes++;
    sgf->node[n] = (struct sgf_node){ .parent = parent,
                                      .child = -1,
                                      .last = -1,
                                      .sibling = -1,
                                      .property = sgf->properties,
                                      .line = r->line,
                                      .column = column(r) };
    if (parent >= 0) {
        struct sgf_node *const above = &sgf->node[parent];
        if (above->last >= 0)
            sgf->node[above->last].sibling = n;
        else
            above->child = n;
        above->last = n;
    }
    step(r);
    pass_blanks(r);
    while (isalpha((unsigned char)*r->at)) {
        if (read_property(r))
            return r->error->text;
        sgf->node[n].properties++;
    }
    return NULL;
}

/* ( ; ... ; ( ; ... ) ( ; ... ) ): what may come next depends on what came last. */
static const char *read_game(struct reader *r, int *root)
{
    enum { OPENED, NODE, CLOSED } last = CLOSED;
    const int line = r->line, at = column(r);
    int here = -1;
    *root = r->sgf->nodes;
    r->depth = 0;
    do {
        pass_blanks(r);
        const char c = *r->at;
        if (!c)
            return wrong_at(r, line, at, "the game that begins here has no end, expected ')'");
        if (last == OPENED && c != ';')
            return wrong_at(r, r->line, column(r), "expected ';', with which a variation begins");
        if (c == ';' && last == CLOSED)
            return wrong_at(r, r->line, column(r), "a node after a variation; expected '(' or ')'");
        if (c == '(') {
            if (!GROW(r->branch, r->depth, r->room))
                return sentence(r->error, "%s", out_of_memory);
            r->branch[r->depth++] = here;
            last = OPENED;
            step(r);
        } else if (c == ')' && r->depth > 0) { /* of the game itself there is one at least */
            here = r->branch[--r->depth];
            last = CLOSED;
            step(r);
        } else if (c == ';') {
            if (read_node(r, here, &here))
                return r->error->text;
            last = NODE;
        } else {
            return wrong_at(r, r->line, column(r),
                            "expected a property like B[dd], or one of ( ; )");
        }
    } while (r->depth > 0);
    return NULL;
}

const char *sgf_read(struct sgf *sgf, const char *text, struct zm_error *error)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors put it first */
    *sgf = (struct sgf){ .text = strdup(!strncmp(text, mark, 3) ? text + 3 : text) };
    if (!sgf->text)
        return sentence(error, "%s", out_of_memory);
    struct reader r = {
        .sgf = sgf, .at = sgf->text, .line_begin = sgf->text, .line = 1, .error = error
    };
    const char *wrong = NULL;
    int before = -1, root = -1;
    do {
        pass_blanks(&r);
        if (*r.at == ')')
            wrong = wrong_at(&r, r.line, column(&r), "this ')' closes nothing");
        else if (*r.at != '(')
            wrong = wrong_at(&r, r.line, column(&r), "expected a game that begins with \"(;\"");
        else
            wrong = read_game(&r, &root);
        if (!wrong && before >= 0)
            sgf->node[before].sibling = root;
        before = root;
        pass_blanks(&r);
    } while (!wrong && *r.at);
    free(r.branch);
    return wrong;
}

void sgf_release(struct sgf *sgf)
{
    free(sgf->text);
    free(sgf->node);
    free(sgf->property);
    free(sgf->value);
    *sgf = (struct sgf){ .text = NULL };
}

/* ------------------------------------------------------------------- asking -- */

const struct sgf_property *sgf_find(const struct sgf *sgf, int node, const char *name)
{
    const struct sgf_node *const n = &sgf->node[node];
    for (int i = n->property; i < n->property + n->properties; i++)
        if (!strcmp(sgf->property[i].name, name))
            return &sgf->property[i];
    return NULL;
}

const struct sgf_value *sgf_value(const struct sgf *sgf, int node, const char *name)
{
    const struct sgf_property *const property = sgf_find(sgf, node, name);
    return property ? &sgf->value[property->value] : NULL;
}

/* How long the end of a line is at `at`: LF, CR, CR LF or LF CR; 0: there is none. */
static size_t line_end(const char *at, const char *end)
{
    if (at == end || (*at != '\n' && *at != '\r'))
        return 0;
    return at + 1 < end && (at[1] == '\n' || at[1] == '\r') && at[1] != *at ? 2 : 1;
}

size_t sgf_text(const struct sgf_value *value, bool keeps, char *out, size_t size)
{
    const char *at = value->at, *const end = at + value->length;
    size_t length = 0;
    while (at < end) {
        const bool taken = *at == '\\' && at + 1 < end;
        at += taken;
        const size_t line = line_end(at, end);
        char c = *at;
        at += line ? line : 1;
        if (line && taken)
            continue; /* the line goes on */
        if (line)
            c = keeps ? '\n' : ' ';
        else if (isspace((unsigned char)c))
            c = ' ';
        if (length + 1 < size)
            out[length] = c;
        length++;
    }
    if (size > 0)
        out[length < size ? length : size - 1] = '\0';
    return length;
}
