/* Opening books: every value is that of the solver, foreign and damaged ones are refused. */
#include "solve/book.h"

#include "base/files.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static struct zm_error error;
static char path[64];

static struct zm_book *made(const struct zm_game *game, int plies, uint64_t *positions)
{
    struct zm_position *const p = zm_position_new(game, &error);
    const struct zm_book_limits limits = { .plies = plies, .megabytes = 8 };
    const char *const wrong = zm_book_make(p, path, &limits, positions, &error);
    zm_position_free(p);
    OKF(!wrong, "%s", wrong ? wrong : path);
    return wrong ? NULL : zm_book_open(game, path, &error);
}

static int positions, wrong;

/* All positions within `left` plies of p, each by every way to it. */
static void walk(const struct zm_book *book, struct zm_position *p, int left)
{
    const struct zm_solve_limits limits = { .megabytes = 1 };
    struct zm_solution s;
    struct zm_result result;
    int value;
    if (zm_position_turn(p) == ZM_OVER)
        return;
    positions++;
    wrong += zm_solve(p, &limits, &s, &error) != NULL ||
             !book_find(book, zm_position_state(p), &value) || value != s.value;
    /* The move of the book is one of the best. */
    if (left > 0) {
        bool best = false;
        wrong += !zm_book_best(book, p, &result) || result.value != s.value || !result.exact;
        for (int i = 0; i < s.count; i++)
            best |= s.best[i] && s.move[i] == result.move;
        wrong += !best;
    }
    zm_move list[64];
    const int count = s.count < 64 ? s.count : 64;
    memcpy(list, s.move, (size_t)count * sizeof *list);
    zm_solution_release(&s);
    for (int i = 0; i < count && left > 0; i++) {
        zm_position_play(p, list[i], &error);
        walk(book, p, left - 1);
        zm_position_undo(p);
    }
}

static void test_agrees(const char *name, const char *options, int plies, uint64_t size)
{
    uint64_t found = 0;
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct zm_book *const book = made(game, plies, &found);
    struct zm_position *const p = zm_position_new(game, &error);
    positions = wrong = 0;
    if (book)
        walk(book, p, plies < 4 ? plies : 4);
    OKF(book && wrong == 0 && positions > 0, "%s %s: %d of %d wrong", name, options ? options : "",
        wrong, positions);
    if (size)
        EQ(found, size);
    zm_position_free(p);
    zm_book_close(book);
    zm_game_close(game);
}

/* A book of tic-tac-toe on another game, with a byte changed, cut short, or no book at all. */
static void test_refused(void)
{
    uint64_t found;
    size_t length;
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    const struct zm_game *const other = zm_game_open("connect4", "size=5x4", &error);
    zm_book_close(made(game, 3, &found));
    OKF(!zm_book_open(other, path, &error) && strstr(error.text, "tictactoe"), "%s", error.text);
    unsigned char *const bytes = file_read_bytes(path, 1 << 20, &length, &error);
    int accepted = 0;
    for (size_t i = 0; bytes && i < length; i += 7) {
        unsigned char *const copy = malloc(length);
        memcpy(copy, bytes, length);
        copy[i] ^= 0x10;
        struct zm_book *const book = book_from(game, copy, length, "copy", &error);
        accepted += book != NULL;
        zm_book_close(book);
    }
    EQ(accepted, 0);
    for (size_t cut = 0; bytes && cut < length; cut += 13) {
        unsigned char *const copy = malloc(cut + 1);
        memcpy(copy, bytes, cut);
        struct zm_book *const book = book_from(game, copy, cut, "copy", &error);
        accepted += book != NULL;
        zm_book_close(book);
    }
    EQ(accepted, 0);
    OKF(!zm_book_open(game, "/nowhere/book", &error), "%s", error.text);
    free(bytes);
    zm_game_close(other);
    zm_game_close(game);

    const struct zm_game *const pig = zm_game_open("pig", NULL, &error);
    struct zm_position *const p = zm_position_new(pig, &error);
    const struct zm_book_limits limits = { .plies = 1, .megabytes = 8 };
    OKF(zm_book_make(p, path, &limits, &found, &error) != NULL, "%s", error.text);
    zm_position_free(p);
    zm_game_close(pig);
}

static bool at_once(void *user)
{
    return ++*(int *)user > 3;
}

static char *whole(size_t *length)
{
    return (char *)file_read_bytes(path, 1 << 20, length, &error);
}

/* Stopped and called again, also with half a record at the end: the same file. */
static void test_resumes(void)
{
    char part[80];
    size_t length, again;
    uint64_t found;
    int asked = 0;
    const struct zm_game *const game = zm_game_open("connect4", "size=5x5", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    zm_book_close(made(game, 4, &found));
    char *const before = whole(&length);
    unlink(path);
    const struct zm_book_limits stopped = {
        .plies = 4, .megabytes = 8, .stop = at_once, .user = &asked
    };
    OKF(zm_book_make(p, path, &stopped, &found, &error) != NULL, "%s", error.text);
    OK(access(path, F_OK) != 0);
    snprintf(part, sizeof part, "%s.part", path);
    FILE *const out = fopen(part, "ab");
    OK(out && ftell(out) >= 0 && fwrite("half a rec", 10, 1, out) == 1);
    if (out)
        fclose(out);
    zm_book_close(made(game, 4, &found));
    char *const after = whole(&again);
    OK(before && after && length == again && !memcmp(before, after, length));
    OK(access(part, F_OK) != 0);
    free(before);
    free(after);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/zermelo-book.%d", (int)getpid());
    test_agrees("tictactoe", NULL, 9, 627); /* 765 up to symmetry, 138 of them finished */
    test_agrees("connect4", "size=5x4", 3, 0);
    test_agrees("mnk", "players=2 rows=3 columns=4", 3, 0);
    test_agrees("nim", "heaps=2,3,4", 4, 0);
    test_refused();
    test_resumes();
    unlink(path);
    return tap_done();
}
