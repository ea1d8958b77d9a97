/* Files of `zermelo tune`, for Connect Four. What begins with 'w' is a file of weights; the
 * rest is the inside of a work file, which gets its first words and its checksum here, for
 * no fuzzer guesses those. What is read is written again the same. */
#include "fuzz.h"

#include "learn/weights.h"
#include "learn/work.h"

static const struct zm_game *game;

static void weights(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size);
    struct zm_error error;
    int16_t *const weight = calloc((size_t)game->learned_count, sizeof *weight);
    MUST(weight);
    MUST(!weights_read(text, "input", weight, game->learned_count, &error) || error.text[0]);
    free(weight);
    free(text);
}

static void tuning(const uint8_t *data, size_t size)
{
    const struct work_settings settings = { .game = "connect4",
                                            .search = "alphabeta:hash=1",
                                            .nodes = 50,
                                            .seed = 1,
                                            .rounds = 2,
                                            .games = 3,
                                            .random = 4,
                                            .count = (uint32_t)game->learned_count };
    struct zm_error error;
    struct work work;
    unsigned char *const bytes = malloc(WORK_HEADER + size);
    MUST(bytes && !work_begin(&work, &settings, &error));
    const uint64_t sum = work_checksum(data, size);
    memcpy(bytes, "zermelo tuning 1", 16);
    for (int i = 0; i < 8; i++)
        bytes[16 + i] = (unsigned char)(sum >> 8 * i);
    if (size)
        memcpy(bytes + WORK_HEADER, data, size);
    if (work_read(&work, game, bytes, WORK_HEADER + size, "input", &error)) {
        MUST(error.text[0]);
    } else {
        size_t length;
        unsigned char *const again = work_pack(&work, &length);
        MUST(again && length == WORK_HEADER + size && !memcmp(again, bytes, length));
        free(again);
    }
    work_release(&work);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_error error;
    if (!game)
        game = zm_game_open("connect4", NULL, &error);
    MUST(game);
    if (size > 0 && data[0] == 'w')
        weights(data + 1, size - 1);
    else
        tuning(data, size);
    return 0;
}
