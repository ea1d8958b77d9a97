/* Bytes of files: each number where it belongs, and what a reader says of bytes that end too soon,
 * or of a text that is none. */
#include "base/bytes.h"
#include "tap.h"

#include <stdlib.h>

static void test_layout(void)
{
    static const unsigned char expected[] = { 0x01, 0x02, 0x03, 0x00, 0x00, 0x80, 0x3F,
                                              0,    0,    0,    0,    0,    0,    0xF0,
                                              0xBF, 2,    0,    0,    0,    'h',  'i' };
    struct bytes_writer w = { 0 };
    bytes_put_number(&w, 0x030201, 3);
    bytes_put_float(&w, 1);
    bytes_put_double(&w, -1);
    bytes_put_text(&w, "hi");
    OK(!w.failed);
    EQ(w.length, sizeof expected);
    OK(w.length == sizeof expected && !memcmp(w.at, expected, sizeof expected));

    char text[3];
    struct bytes_reader r = { .at = w.at, .end = w.at + w.length };
    EQ(bytes_get_number(&r, 3), 0x030201);
    NEAR((double)bytes_get_float(&r), 1, 0);
    NEAR(bytes_get_double(&r), -1, 0);
    bytes_get_text(&r, text, sizeof text);
    SAME(text, "hi");
    OK(!r.wrong && r.at == r.end);
    free(w.at);
}

static const char *text_of(const char *bytes, size_t length, size_t size)
{
    char out[8];
    struct bytes_reader r = { .at = (const unsigned char *)bytes,
                              .end = (const unsigned char *)bytes + length };
    bytes_get_text(&r, out, size);
    return r.wrong;
}

static void test_hostile(void)
{
    static const unsigned char three[] = { 1, 2, 3 };
    struct bytes_reader r = { .at = three, .end = three + 3 };
    EQ(bytes_get_number(&r, 4), 0);
    SAME(r.wrong, "it ends too soon");
    EQ(bytes_get_number(&r, 1), 0); /* nothing more is read */
    SAME(text_of("\3\0\0\0abc", 7, 3), "a text in it is too long");
    SAME(text_of("\4\0\0\0abc", 7, 8), "a text in it is too long");
    SAME(text_of("\377\377\377\377abc", 7, 8), "a text in it is too long");
    SAME(text_of("\3\0\0\0a\nc", 7, 8), "a text in it has a character that no text has");
    OK(text_of("\3\0\0\0abc", 7, 4) == NULL);
}

int main(void)
{
    test_layout();
    test_hostile();
    /* Published values of FNV-1a with 64 bits: of nothing, "a" and "foobar". */
    OK(bytes_hash(0xCBF29CE484222325, "", 0) == 0xCBF29CE484222325);
    OK(bytes_hash(0xCBF29CE484222325, "a", 1) == 0xAF63DC4C8601EC8C);
    OK(bytes_hash(0xCBF29CE484222325, "foobar", 6) == 0x85944171F73967E8);
    return tap_done();
}
