/* fuzz.h -- what the fuzz targets share. A target is LLVMFuzzerTestOneInput() in a file of
 * its own; libFuzzer calls it, and in every ordinary build driver.c does.
 *
 * Inputs are text that a person can read and write. Where a game is needed, the first line
 * names it. */
#ifndef FUZZ_H
#define FUZZ_H

#include <zermelo/zermelo.h>

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must always hold, in every build. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: must hold: %s\n", __FILE__, __LINE__, #condition);             \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input as a string. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1);
    MUST(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Take the first line off: the name of a game. Any other word stands for one of them. */
__attribute__((unused)) static const char *fuzz_game_name(char **text)
{
    char *const name = *text;
    const size_t length = strcspn(name, "\n");
    int games = 0;
    *text = name + length + (name[length] == '\n');
    name[length] = '\0';
    for (; zm_game_at(games); games++)
        if (!strcmp(zm_game_at(games)->name, name))
            return zm_game_at(games)->name;
    unsigned sum = 0;
    for (const char *c = name; *c; c++)
        sum = sum * 31 + (unsigned char)*c;
    return zm_game_at((int)(sum % (unsigned)games))->name;
}

/* The same, opened once and kept open without options. */
__attribute__((unused)) static const struct zm_game *fuzz_game(char **text)
{
    static const struct zm_game *opened[64];
    const char *const name = fuzz_game_name(text);
    struct zm_error error;
    int i = 0;
    while (strcmp(zm_game_at(i)->name, name) != 0)
        i++;
    MUST(i < 64);
    if (!opened[i])
        opened[i] = zm_game_open(name, NULL, &error);
    return opened[i];
}

/* Play some moves: whatever position the input made must bear it. */
__attribute__((unused)) static void fuzz_play_on(struct zm_position *p, uint64_t seed, int plies)
{
    struct zm_error error;
    seed |= 1;
    for (int ply = 0; ply < plies && zm_position_turn(p) != ZM_OVER; ply++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        MUST(n > 0);
        MUST(n <= zm_position_game(p)->max_moves);
        MUST(!zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error));
    }
}

#endif
