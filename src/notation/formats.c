/* formats.c -- which format is a saved game in? */
#include "game/record.h"
#include "notation/ggf.h"

#include "base/sentence.h"

#include <string.h>

struct zm_position *zm_record_read(const char *text, const struct zm_game **game,
                                   struct zm_error *error)
{
    return ggf_is(text) ? ggf_read_one(text, game, error) : record_read(text, game, error);
}

const char *zm_record_spec(const char *text, char *out, size_t size, struct zm_error *error)
{
    if (!ggf_is(text))
        return record_spec(text, out, size, error);
    if (size < sizeof ggf_game)
        return sentence(error, "line 1: the name of the game is too long");
    memcpy(out, ggf_game, sizeof ggf_game);
    return NULL;
}
