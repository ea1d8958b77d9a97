/* Files of `zermelo train`, for tic-tac-toe. What begins with 's' is the state of a run, which gets
 * its first line and its checksum here, for no fuzzer guesses those; with 'g' one game, which gets
 * its frame; with 'p' how far a run is, which gets its first line; the rest is a file of games from
 * its first byte on. */
#include "fuzz.h"

#include "learn/train_games.h"
#include "learn/train_sign.h"
#include "learn/train_state.h"

static const struct zm_game *game;

static void read_state(const char *text)
{
    struct train_state state;
    struct zm_error error;
    if (train_state_read(&state, text, "input", &error)) {
        MUST(error.text[0]);
        return;
    }
    char *const again = train_state_write(&state);
    MUST(again);
    struct train_state twice;
    MUST(!train_state_read(&twice, again, "input", &error));
    train_state_release(&twice);
    free(again);
    train_state_release(&state);
}

static void read_progress(const char *text)
{
    struct train_progress p;
    int threads = 0;
    char *const whole = malloc(strlen(text) + 64);
    MUST(whole);
    sprintf(whole, "zermelo progress 1\n%s", text);
    if (train_progress_read(&p, &threads, whole)) {
        char *const again = train_progress_write(&p, threads);
        MUST(again && train_progress_read(&p, &threads, again));
        free(again);
    }
    free(whole);
}

static void games(const unsigned char *bytes, size_t length)
{
    struct zm_error error;
    struct train_game found;
    size_t at = 0;
    uint64_t passed = 0;
    MUST(!train_games_check(game, "", bytes, length, "input", &error) || error.text[0]);
    while (train_games_next(game, bytes, length, &at, &found, &passed)) {
        size_t packed;
        unsigned char *const again = train_game_pack(&found, &packed);
        MUST(again && packed <= at && !memcmp(again, bytes + at - packed, packed));
        free(again);
        train_game_release(&found);
    }
    MUST(at <= length && passed <= length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct zm_error error;
    if (!game)
        game = zm_game_open("tictactoe", NULL, &error);
    MUST(game);
    if (size > 0 && data[0] == 's') {
        char *const text = fuzz_text(data + 1, size - 1);
        read_state(text);
        char *const whole = malloc(strlen(text) + 64);
        MUST(whole);
        sprintf(whole, "zermelo train 2\n%s", text);
        const size_t length = strlen(whole);
        sprintf(whole + length, "checksum %016llx\n",
                (unsigned long long)train_state_checksum(whole, length));
        read_state(whole);
        free(whole);
        free(text);
    } else if (size > 0 && data[0] == 'p') {
        char *const text = fuzz_text(data + 1, size - 1);
        read_progress(text);
        free(text);
    } else if (size > 0 && data[0] == 'g') {
        unsigned char *const framed = malloc(size + 16);
        MUST(framed);
        train_frame(framed, data + 1, size - 1);
        games(framed, size - 1 + 16);
        free(framed);
    } else {
        games(data, size);
    }
    return 0;
}
