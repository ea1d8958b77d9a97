/* record.h -- inside the library: records in the library's own format (record.c), which
 * zm_record_read() and zm_record_spec() tell from others (notation/formats.c). */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include <zermelo/zermelo.h>

struct zm_position *record_read(const char *text, const struct zm_game **game,
                                struct zm_error *error);
const char *record_spec(const char *text, char *out, size_t size, struct zm_error *error);

#endif
