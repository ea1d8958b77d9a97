/* formats.c -- which format is a saved game in? */
#include "game/record.h"
#include "notation/ggf.h"
#include "notation/sgf.h"

#include "base/sentence.h"

#include <string.h>

static struct zm_position *read_sgf(const char *text, const struct zm_game **game,
                                    struct zm_error *error)
{
    struct sgf sgf;
    struct zm_position *p = NULL;
    *game = NULL;
    if (!sgf_read(&sgf, text, error)) {
        const int more = sgf.node[0].sibling;
        if (more >= 0)
            sentence(error, "line %d, column %d: another game follows; expected one",
                     sgf.node[more].line, sgf.node[more].column);
        else
            p = sgf_open(&sgf, 0, -1, game, error);
    }
    sgf_release(&sgf);
    return p;
}

struct zm_position *zm_record_read(const char *text, const struct zm_game **game,
                                   struct zm_error *error)
{
    return sgf_is(text)   ? read_sgf(text, game, error)
           : ggf_is(text) ? ggf_read_one(text, game, error)
                          : record_read(text, game, error);
}

static const char *copy_name(const char *name, char *out, size_t size, struct zm_error *error)
{
    if (strlen(name) >= size)
        return sentence(error, "line 1: the name of the game is too long");
    memcpy(out, name, strlen(name) + 1);
    return NULL;
}

const char *zm_record_spec(const char *text, char *out, size_t size, struct zm_error *error)
{
    if (sgf_is(text)) {
        struct sgf sgf;
        const char *wrong = sgf_read(&sgf, text, error);
        const char *const name = wrong ? NULL : sgf_game_name(&sgf, 0, error);
        wrong = name ? copy_name(name, out, size, error) : error->text;
        sgf_release(&sgf);
        return wrong;
    }
    return ggf_is(text) ? copy_name(ggf_game, out, size, error)
                        : record_spec(text, out, size, error);
}
