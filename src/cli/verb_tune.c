/* verb_tune.c -- fits the learned evaluation of a game to games played against itself. */
#include "base/clock.h"
#include "base/files.h"
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "learn/loss_svg.h"
#include "learn/tune.h"
#include "learn/weights.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 5, GAMES = 2000, NODES = 1000, MEGABYTES = 512 };

struct session {
    const struct arguments *a;
    bool terminal; /* progress goes to one; elsewhere a line now and then is enough */
    bool line;     /* ... and has left an unfinished line there */
    double told;
    struct tune_progress last;
};

/* ------------------------------------------------------------------ progress -- */

static void end_line(struct session *s)
{
    if (s->line)
        fputs("\r\033[K", stderr);
    s->line = false;
}

static void on_progress(void *user, const struct tune_progress *p)
{
    struct session *const s = user;
    const bool news = p->round != s->last.round || p->fitting != s->last.fitting;
    const long left = (long)(p->seconds_left + 0.5);
    s->last = *p;
    if (!news && clock_now() - s->told < (s->terminal ? 0.2 : 10))
        return;
    s->told = clock_now();
    end_line(s);
    if (p->fitting)
        fprintf(stderr, "round %u of %u: learning from %zu positions", p->round, p->rounds,
                p->positions);
    else
        fprintf(stderr, "round %u of %u: %u of %u games", p->round, p->rounds, p->played, p->games);
    if (left > 0)
        fprintf(stderr, ", %ld:%02ld:%02ld to play", left / 3600, left / 60 % 60, left % 60);
    fputs(s->terminal ? "" : "\n", stderr);
    s->line = s->terminal;
    fflush(stderr);
}

static void on_point(void *user, const struct fit_point *point)
{
    struct session *const s = user;
    end_line(s);
    if (!s->a->value[OPTION_JSON]) {
        printf("%5u %5u %10.5f %10.5f %8.3f %8.4f\n", point->round, point->pass, point->training,
               point->validation, point->error, point->correlation);
        fflush(stdout);
        return;
    }
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "game", s->a->word[0]);
    json_count(&j, "round", point->round);
    json_count(&j, "pass", point->pass);
    json_count(&j, "positions", s->last.positions);
    json_number(&j, "training_loss", point->training);
    json_number(&j, "validation_loss", point->validation);
    json_number(&j, "error", point->error);
    json_number(&j, "correlation", point->correlation);
    json_end_object(&j);
    fflush(stdout);
}

static bool on_stop(void *user)
{
    (void)user;
    return interrupted();
}

/* -------------------------------------------------------------------- output -- */

/* The command that makes these weights again. */
static void tell_command(const struct work_settings *s, struct zm_text *out)
{
    zm_print(out, "zermelo tune %s", s->game);
    if (s->options[0])
        zm_print(out, " --options \"%s\"", s->options);
    zm_print(out, " --search %s", s->search);
    if (s->nodes)
        zm_print(out, " --nodes %llu", (unsigned long long)s->nodes);
    if (s->depth)
        zm_print(out, " --depth %llu", (unsigned long long)s->depth);
    zm_print(out, " --rounds %u --games %u --random %u --seed %llu", s->rounds, s->games, s->random,
             (unsigned long long)s->seed);
}

static const char *write_svg(const struct work *work, const char *path, struct zm_error *error)
{
    char *svg = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&svg, &length);
    if (out)
        loss_svg(work, out);
    const bool written = out && fclose(out) == 0;
    const char *const wrong = written ? file_write(path, svg, length, error) : "out of memory";
    free(svg);
    return wrong;
}

/* The weights first: once they are there the work is no longer needed. */
static int finish(const struct arguments *a, const struct zm_game *game, const struct work *work,
                  const char *path, const char *work_path)
{
    char command[1024] = "";
    struct zm_text out = { command, sizeof command, 0 };
    struct zm_error error;
    tell_command(&work->settings, &out);
    const char *wrong = weights_write(path, game, work->weight, command, &error);
    if (!wrong && a->value[OPTION_SVG])
        wrong = write_svg(work, a->value[OPTION_SVG], &error);
    if (wrong)
        return complain(EXIT_RESOURCE, "%s", wrong);
    unlink(work_path);
    if (a->value[OPTION_JSON]) {
        struct json j = { .out = stdout };
        json_object(&j, NULL);
        json_text(&j, "game", a->word[0]);
        json_text(&j, "file", path);
        json_count(&j, "weights", work->settings.count);
        json_end_object(&j);
    } else {
        printf("%u weights in %s; build %s again to play by them\n", work->settings.count, path,
               game->name);
    }
    return EXIT_DONE;
}

static int read_settings(const struct arguments *a, struct tune_settings *s)
{
    int code = argument_limits(a, &s->limits);
    s->search = a->value[OPTION_SEARCH];
    if (!s->limits.nodes && !s->limits.depth && !s->search)
        s->limits.nodes = NODES;
    s->rounds = (uint32_t)argument_number(a, OPTION_ROUNDS, ROUNDS, 1, 1000, &code);
    s->games = (uint32_t)argument_number(a, OPTION_GAMES, GAMES, 1, 1e8, &code);
    s->random = (int)argument_number(a, OPTION_RANDOM, -1, 0, 10000, &code);
    s->seed = (uint64_t)argument_number(a, OPTION_SEED, 1, 0, 1e15, &code);
    s->threads = (int)argument_number(a, OPTION_THREADS, 1, 1, 64, &code);
    s->megabytes = argument_number(a, OPTION_MEMORY, MEGABYTES, 1, 1 << 24, &code);
    return code;
}

static int run_tuning(const struct arguments *a, const struct zm_game *game,
                      const struct tune_settings *settings, const char *path)
{
    struct zm_error error;
    struct work work;
    bool stopped;
    struct session session = { .a = a, .terminal = isatty(STDERR_FILENO) };
    const struct tune_watch watch = {
        .progress = on_progress, .point = on_point, .stop = on_stop, .user = &session
    };
    if (!a->value[OPTION_JSON])
        printf("%5s %5s %10s %10s %8s %8s\n", "round", "pass", "loss", "held out", "error",
               "corr.");
    interrupt_stops(NULL);
    const char *const wrong = tune(game, settings, &watch, &work, &stopped, &error);
    int code;
    end_line(&session);
    if (wrong)
        code = complain(EXIT_RESOURCE, "%s", wrong);
    else if (stopped)
        code = complain(EXIT_INTERRUPTED, "interrupted; the same command goes on with %s",
                        settings->path);
    else
        code = finish(a, game, &work, path, settings->path);
    work_release(&work);
    return code;
}

static int run(const struct arguments *a)
{
    char path[4096], work_path[4096];
    struct zm_error error;
    struct tune_settings settings = { .path = work_path };
    int code = read_settings(a, &settings);
    if (code != EXIT_DONE)
        return code;
    const struct zm_game *const game = zm_game_open(a->word[0], a->value[OPTION_OPTIONS], &error);
    if (!game)
        return complain(argument_bad_game(a->word[0]), "%s", error.text);
    const char *const why = tune_refuses(game);
    if (why) {
        code = complain(EXIT_USAGE, "%s cannot be tuned: %s", game->name, why);
        zm_game_close(game);
        return code;
    }
    if (settings.search) {
        struct zm_search *const search = zm_search_new(game, settings.search, &error);
        if (!search) {
            zm_game_close(game);
            return complain(EXIT_USAGE, "%s", error.text);
        }
        zm_search_free(search);
    }
    if (a->value[OPTION_OUT])
        snprintf(path, sizeof path, "%s", a->value[OPTION_OUT]);
    else
        snprintf(path, sizeof path, "%s.weights", game->name);
    if (a->value[OPTION_WORK])
        snprintf(work_path, sizeof work_path, "%s", a->value[OPTION_WORK]);
    else
        snprintf(work_path, sizeof work_path, "%.4000s.work", path);
    code = run_tuning(a, game, &settings, path);
    zm_game_close(game);
    return code;
}

const struct verb verb_tune = {
    .name = "tune",
    .summary = "Learn the weights of a game's evaluation from games played against itself.",
    .usage = "GAME [options]",
    .examples = "  zermelo tune connect4 --out data/connect4.weights --svg loss.svg\n"
                "  zermelo tune othello --games 50000 --nodes 600 --threads 2\n"
                "  zermelo tune ./mine.so --rounds 3 --depth 4\n"
                "What was done is kept in a file: the same command goes on after a kill.\n",
    .takes = TAKES(OPTION_JSON) | TAKES(OPTION_OPTIONS) | TAKES(OPTION_SEARCH) |
             TAKES(OPTION_DEPTH) | TAKES(OPTION_NODES) | TAKES(OPTION_SEED) | TAKES(OPTION_GAMES) |
             TAKES(OPTION_ROUNDS) | TAKES(OPTION_RANDOM) | TAKES(OPTION_THREADS) |
             TAKES(OPTION_MEMORY) | TAKES(OPTION_OUT) | TAKES(OPTION_WORK) | TAKES(OPTION_SVG),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
