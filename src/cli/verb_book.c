/* verb_book.c -- makes an opening book of exact values. */
#include "base/clock.h"
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"

#include <unistd.h>

enum { MEGABYTES = 512 };

struct session {
    bool terminal; /* progress goes to one; elsewhere a line now and then is enough */
    double begin, told;
    uint64_t first; /* done when it began */
    bool begun;
};

static bool stop(void *user)
{
    (void)user;
    return interrupted();
}

static void progress(void *user, uint64_t done, uint64_t total)
{
    struct session *const s = user;
    const double now = clock_now();
    if (!s->begun) {
        s->begun = true;
        s->first = done;
        s->begin = s->told = now;
    }
    if (done < total && now - s->told < (s->terminal ? 0.5 : 10))
        return;
    s->told = now;
    const uint64_t fresh = done - s->first;
    const double left = fresh ? (now - s->begin) / (double)fresh * (double)(total - done) : 0;
    fprintf(stderr, "%s%llu of %llu positions solved, %.0f:%02.0f:%02.0f left%s",
            s->terminal ? "\r\033[K" : "", (unsigned long long)done, (unsigned long long)total,
            (double)(long)(left / 3600), (double)((long)(left / 60) % 60),
            (double)((long)left % 60), s->terminal && done < total ? "" : "\n");
    fflush(stderr);
}

static int run(const struct arguments *a)
{
    const struct zm_game *game;
    struct zm_position *p;
    struct zm_error error;
    int code = EXIT_DONE;
    const char *const path = a->value[OPTION_BOOK];
    const int plies = (int)argument_number(a, OPTION_DEPTH, 4, 0, 1000, &code);
    const double megabytes = argument_number(a, OPTION_MEMORY, MEGABYTES, 1, 1 << 24, &code);
    if (code == EXIT_DONE)
        code = argument_position(a, &game, &p);
    if (code != EXIT_DONE)
        return code;
    if (!path) {
        zm_position_free(p);
        zm_game_close(game);
        return complain(EXIT_USAGE, "book needs --book FILE: where to write it");
    }
    struct session session = { .terminal = isatty(STDERR_FILENO) };
    interrupt_stops(NULL);
    const struct zm_book_limits limits = { plies, megabytes, stop, progress, &session };
    uint64_t positions = 0;
    const char *const wrong = zm_book_make(p, path, &limits, &positions, &error);
    if (wrong) {
        code = complain(interrupted() ? EXIT_INTERRUPTED : EXIT_FAILED, "%s", wrong);
    } else if (a->value[OPTION_JSON]) {
        struct json j = { .out = stdout };
        json_object(&j, NULL);
        json_text(&j, "game", game->name);
        json_text(&j, "book", path);
        json_integer(&j, "plies", plies);
        json_count(&j, "positions", positions);
        json_end_object(&j);
    } else {
        printf("%s: %llu positions after at most %d moves\n", path, (unsigned long long)positions,
               plies);
    }
    zm_position_free(p);
    zm_game_close(game);
    return code;
}

const struct verb verb_book = {
    .name = "book",
    .summary = "Make an opening book: exact values of all positions after so many moves.",
    .usage = "GAME --book FILE [options]",
    .examples = "  zermelo book connect4 --options size=6x5 --depth 6 --book small.book\n"
                "  zermelo solve connect4 --options size=6x5 --book small.book\n"
                "  zermelo book connect4 --depth 8 --book connect4.book    goes on after a kill\n",
    .takes = TAKES(OPTION_JSON) | TAKES_POSITION | TAKES(OPTION_DEPTH) | TAKES(OPTION_MEMORY) |
             TAKES(OPTION_BOOK),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
