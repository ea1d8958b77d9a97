#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>

uint64_t bytes_hash(uint64_t sum, const void *bytes, size_t length)
{
    const unsigned char *const at = bytes;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ at[i]) * 0x100000001B3ULL;
    return sum;
}

/* ------------------------------------------------------------------- writing -- */

void bytes_put(struct bytes_writer *w, const void *bytes, size_t length)
{
    if (w->failed)
        return;
    if (w->length + length > w->room) {
        const size_t room = 2 * (w->length + length) + 64;
        unsigned char *const more = realloc(w->at, room);
        if (!more) {
            w->failed = true;
            return;
        }
        w->at = more;
        w->room = room;
    }
    if (length)
        memcpy(w->at + w->length, bytes, length);
    w->length += length;
}

void bytes_put_number(struct bytes_writer *w, uint64_t number, int count)
{
    unsigned char byte[8];
    bytes_set(byte, number, count);
    bytes_put(w, byte, (size_t)count);
}

void bytes_put_float(struct bytes_writer *w, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    bytes_put_number(w, bits, 4);
}

void bytes_put_double(struct bytes_writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    bytes_put_number(w, bits, 8);
}

void bytes_put_text(struct bytes_writer *w, const char *text)
{
    const size_t length = strlen(text);
    bytes_put_number(w, length, 4);
    bytes_put(w, text, length);
}

/* ------------------------------------------------------------------- reading -- */

static void found(struct bytes_reader *r, const char *wrong)
{
    r->wrong = r->wrong ? r->wrong : wrong;
}

uint64_t bytes_get_number(struct bytes_reader *r, int count)
{
    if (r->end - r->at < count) {
        found(r, "it ends too soon");
        r->at = r->end;
        return 0;
    }
    const uint64_t number = bytes_number(r->at, count);
    r->at += count;
    return number;
}

float bytes_get_float(struct bytes_reader *r)
{
    const uint32_t bits = (uint32_t)bytes_get_number(r, 4);
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

double bytes_get_double(struct bytes_reader *r)
{
    const uint64_t bits = bytes_get_number(r, 8);
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

void bytes_get_text(struct bytes_reader *r, char *out, size_t size)
{
    const uint64_t length = bytes_get_number(r, 4);
    if (r->wrong)
        return;
    if (length >= size || length > (uint64_t)(r->end - r->at)) {
        found(r, "a text in it is too long");
        return;
    }
    for (uint64_t i = 0; i < length; i++) {
        if (r->at[i] < ' ' || r->at[i] == 127)
            found(r, "a text in it has a character that no text has");
        out[i] = (char)r->at[i];
    }
    out[length] = '\0';
    r->at += length;
}
