#include "learn/weights.h"

#include "base/files.h"
#include "base/sentence.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 96 };

static const char title[] = "/* zermelo weights 1";

static uint64_t checksum(const int16_t weight[], int count)
{
    uint64_t sum = (uint64_t)count;
    for (int i = 0; i < count; i++)
        sum = (sum ^ (uint16_t)weight[i]) * 0x100000001B3ULL;
    return zm_mix(sum);
}

/* The weights after the header; a line ends behind LINE characters or so. The last one is
 * always there: C17 has no empty initialiser. */
static void print_weights(struct zm_text *out, const int16_t weight[], int count)
{
    size_t begin = out->length;
    bool placed = false; /* the next one in the file is the next one of the array */
    for (int i = 0; i < count; i++) {
        if (weight[i] == 0 && i + 1 < count && (weight[i + 1] == 0 || !placed)) {
            placed = false;
            continue;
        }
        if (out->length - begin > LINE) {
            zm_print(out, "\n");
            begin = out->length;
        }
        if (!placed)
            zm_print(out, "[%d]=", i);
        zm_print(out, "%d,", weight[i]);
        placed = true;
    }
    zm_print(out, "\n");
}

const char *weights_write(const char *path, const struct zm_game *game, const int16_t weight[],
                          const char *command, struct zm_error *error)
{
    const int count = game->learned_count;
    const size_t room = 4096 + strlen(command) + (size_t)count * 20;
    char *const text = malloc(room);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    struct zm_text out = { text, room, 0 };
    zm_print(&out, "%s\n * game      %s\n * count     %d\n * checksum  %016" PRIx64 "\n", title,
             game->name, count, checksum(weight, count));
    zm_print(&out, " * made by   %s\n */\n", strstr(command, "*/") ? "(not told)" : command);
    print_weights(&out, weight, count);
    const char *const wrong = file_write(path, text, out.length, error);
    free(text);
    return wrong;
}

/* ------------------------------------------------------------------ reading -- */

/* The number after `word` in the header, as hexadecimal or decimal digits. */
static bool header_number(const char *header, const char *end, const char *word, int base,
                          uint64_t *number)
{
    const char *const at = strstr(header, word);
    if (!at || at >= end)
        return false;
    char *stop;
    *number = strtoull(at + strlen(word), &stop, base);
    return stop < end && *stop == '\n';
}

/* A whole number of at most nine digits at *at, which moves behind it. */
static bool number_at(const char **at, int *number)
{
    const bool minus = **at == '-';
    *at += minus;
    const bool fine = zm_read_number(at, 0, 999999999, number);
    *number = minus ? -*number : *number;
    return fine;
}

/* NULL, or what is wrong with the part behind the header. */
static const char *read_weights(const char *at, int16_t weight[], int count)
{
    int i = 0, value;
    while (*at) {
        if (*at == '\n') {
            at++;
            continue;
        }
        if (*at == '[') {
            at++;
            if (!number_at(&at, &i) || i < 0 || strncmp(at, "]=", 2) != 0)
                return "expected [number]= before a weight";
            at += 2;
        }
        if (!number_at(&at, &value) || *at++ != ',')
            return "expected whole numbers, each with a comma behind it";
        if (i >= count)
            return "it has weights behind the last one";
        if (value < INT16_MIN || value > INT16_MAX)
            return "a weight does not fit in 16 bits";
        weight[i++] = (int16_t)value;
    }
    return NULL;
}

const char *weights_read(const char *text, const char *name, int16_t weight[], int count,
                         struct zm_error *error)
{
    uint64_t sum, told;
    const char *const end = strstr(text, "*/\n");
    if (strncmp(text, title, sizeof title - 1) != 0 || !end)
        return sentence(error, "%s: no weights: expected it to begin with \"%s\"", name, title);
    if (!header_number(text, end, "\n * count     ", 10, &told) || told != (uint64_t)count)
        return sentence(error, "%s: these weights are for another game: expected %d of them", name,
                        count);
    memset(weight, 0, (size_t)count * sizeof *weight);
    const char *const wrong = read_weights(end + 3, weight, count);
    if (wrong)
        return sentence(error, "%s: %s", name, wrong);
    if (!header_number(text, end, "\n * checksum  ", 16, &sum) || sum != checksum(weight, count))
        return sentence(error, "%s: the checksum is wrong: the weights were changed", name);
    return NULL;
}
