/* bytes.h -- numbers and texts as bytes of files and messages, little-endian, written and read one
 * behind the other. A reader notes what is wrong first and gives zeros from there on, so that who
 * reads asks once, in the end. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number of 1 to 8 bytes at a place of its own. */
static inline uint64_t bytes_number(const unsigned char *at, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static inline void bytes_set(unsigned char *at, uint64_t number, int count)
{
    for (int i = 0; i < count; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

/* FNV-1a, going on from `sum`. */
uint64_t bytes_hash(uint64_t sum, const void *bytes, size_t length);

/* ------------------------------------------------------------------- writing -- */

struct bytes_writer {
    unsigned char *at; /* to be freed */
    size_t length, room;
    bool failed; /* no memory: at is what there was until then */
};

void bytes_put(struct bytes_writer *writer, const void *bytes, size_t length);
void bytes_put_number(struct bytes_writer *writer, uint64_t number, int count);
void bytes_put_float(struct bytes_writer *writer, float value);
void bytes_put_double(struct bytes_writer *writer, double value);

/* Four bytes of length, and the text. */
void bytes_put_text(struct bytes_writer *writer, const char *text);

/* ------------------------------------------------------------------- reading -- */

struct bytes_reader {
    const unsigned char *at, *end;
    const char *wrong; /* what was found first; NULL: nothing */
};

uint64_t bytes_get_number(struct bytes_reader *reader, int count);
float bytes_get_float(struct bytes_reader *reader);
double bytes_get_double(struct bytes_reader *reader);

/* A text of fewer than `size` bytes, none of them a control character. */
void bytes_get_text(struct bytes_reader *reader, char *out, size_t size);

#endif
