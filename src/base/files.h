/* files.h -- whole files in and out. */
#ifndef BASE_FILES_H
#define BASE_FILES_H

#include <zermelo/zermelo.h>

/* Read a text file of at most `most` bytes into new memory, to be freed by the caller.
 * NULL: *error says why. A text with a zero byte is refused. */
char *file_read(const char *path, size_t most, struct zm_error *error);

/* The same for a file of any bytes; *length says how many. */
unsigned char *file_read_bytes(const char *path, size_t most, size_t *length,
                               struct zm_error *error);

/* Write beside, flush, rename: half a file never appears under its final name. */
const char *file_write(const char *path, const char *text, size_t length, struct zm_error *error);

#endif
