#include "cli/train_mistakes.h"

#include "base/files.h"
#include "base/json.h"
#include "base/sentence.h"
#include "cli/interrupt.h"
#include "learn/net.h"
#include "learn/train_grade.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

/* A file: a line for each position. Threads take the next line each. */
struct grading {
    const struct zm_game *game;
    const char *spec, *path;
    const struct zm_solve_limits *limits;
    bool terminal;
    pthread_mutex_t lock; /* of all below */
    char *next;
    int line;
    int *wrong; /* the lines with mistakes */
    uint64_t positions, mistakes;
    int bad; /* the line that cannot be graded, 0: none so far */
    struct zm_error error;
};

/* A line of moves and, behind them, what the player to move gets by best play: above, below or
 * equal to 0. */
static const char *grade_line(const struct grading *g, char *line, bool *mistake,
                              struct zm_error *error)
{
    char *const value = strrchr(line, ' ');
    struct zm_position *const p = zm_position_new(g->game, error);
    struct zm_result result;
    char *end = line;
    if (value)
        *value = '\0';
    const double points = value ? strtod(value + 1, &end) : 0;
    const char *wrong = !p                           ? error->text
                        : !value || end == value + 1 ? "expected moves, a space and a value"
                                                     : zm_position_play_text(p, line, error);
    struct zm_search *const search = wrong ? NULL : zm_search_new(g->game, g->spec, error);
    if (!wrong && !search)
        wrong = error->text;
    if (!wrong)
        wrong = zm_search_run(search, p, NULL, &result, error);
    if (!wrong)
        wrong = grade_move(p,
                           points > 0   ? 1
                           : points < 0 ? -1
                                        : 0,
                           result.move, g->limits, mistake, error);
    zm_search_free(search);
    zm_position_free(p);
    return wrong;
}

/* The next line that is not empty, as a copy to be freed; NULL: there is none, or no need. */
static char *take_line(struct grading *g, int *number)
{
    char *line = NULL;
    pthread_mutex_lock(&g->lock);
    while (!line && *g->next && !g->bad && !interrupted()) {
        const size_t length = strcspn(g->next, "\r\n");
        *number = ++g->line;
        if (length > 0 && !(line = strndup(g->next, length))) {
            g->bad = *number;
            sentence(&g->error, "%s", out_of_memory);
        }
        g->next += length + (g->next[length] != '\0');
    }
    pthread_mutex_unlock(&g->lock);
    return line;
}

static void *work(void *user)
{
    struct grading *const g = user;
    int number = 0;
    for (char *line; (line = take_line(g, &number)) != NULL; free(line)) {
        struct zm_error error;
        bool mistake = false;
        const char *const wrong = grade_line(g, line, &mistake, &error);
        pthread_mutex_lock(&g->lock);
        if (wrong && !g->bad) {
            g->bad = number;
            sentence(&g->error, "%s", wrong);
        }
        if (mistake)
            g->wrong[g->mistakes++] = number;
        g->positions += !wrong;
        if (g->terminal)
            fprintf(stderr, "\r%s: %llu positions, %llu mistakes\033[K", g->path,
                    (unsigned long long)g->positions, (unsigned long long)g->mistakes);
        pthread_mutex_unlock(&g->lock);
    }
    return NULL;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void say(const struct grading *g, bool as_json)
{
    if (as_json) {
        struct json j = { .out = stdout };
        qsort(g->wrong, g->mistakes, sizeof *g->wrong, by_number);
        json_object(&j, NULL);
        json_text(&j, "file", g->path);
        json_count(&j, "positions", g->positions);
        json_count(&j, "mistakes", g->mistakes);
        json_array(&j, "lines");
        for (uint64_t i = 0; i < g->mistakes; i++)
            json_count(&j, NULL, (uint64_t)g->wrong[i]);
        json_end_array(&j);
        json_end_object(&j);
    } else {
        printf("%s: %llu mistakes in %llu positions, %.1f %%\n", g->path,
               (unsigned long long)g->mistakes, (unsigned long long)g->positions,
               g->positions ? 100.0 * (double)g->mistakes / (double)g->positions : 0);
    }
    fflush(stdout);
}

static int lines_of(const char *text)
{
    int lines = 1;
    for (; *text; text++)
        lines += *text == '\n' || *text == '\r';
    return lines;
}

static int grade_file(const struct arguments *a, const struct zm_game *game, const char *spec,
                      const char *path, const struct zm_solve_limits *limits, int threads)
{
    pthread_t thread[MOST_THREADS];
    struct grading g = { .game = game,
                         .spec = spec,
                         .path = path,
                         .limits = limits,
                         .terminal = isatty(STDERR_FILENO) };
    char *const text = file_read(path, (size_t)1 << 28, &g.error);
    if (!text)
        return complain(EXIT_INPUT, "%s", g.error.text);
    g.next = text;
    g.wrong = calloc((size_t)lines_of(text), sizeof *g.wrong);
    int code = g.wrong ? EXIT_DONE : complain(EXIT_RESOURCE, "%s", out_of_memory), started = 0;
    pthread_mutex_init(&g.lock, NULL);
    if (code == EXIT_DONE) {
        while (started < threads - 1 && !pthread_create(&thread[started], NULL, work, &g))
            started++;
        work(&g);
        while (started > 0)
            pthread_join(thread[--started], NULL);
        if (g.terminal)
            fputs("\r\033[K", stderr);
        if (g.bad)
            code = complain(EXIT_INPUT, "%s, line %d: %s", path, g.bad, g.error.text);
        else
            say(&g, a->value[OPTION_JSON]);
    }
    pthread_mutex_destroy(&g.lock);
    free(g.wrong);
    free(text);
    return code == EXIT_DONE && interrupted() ? EXIT_INTERRUPTED : code;
}

int train_mistakes(const struct arguments *a)
{
    struct zm_error error;
    struct net_about about;
    char spec[2048];
    int code = EXIT_DONE;
    if (a->words < 3)
        return complain(EXIT_USAGE, "grade needs a net and files: zermelo train grade NET FILE...");
    const int threads = (int)argument_number(a, OPTION_THREADS, 1, 1, MOST_THREADS, &code);
    if (code != EXIT_DONE)
        return code;
    struct net *const net = net_load(a->word[1], &about, &error);
    if (!net)
        return complain(EXIT_INPUT, "%s", error.text);
    net_free(net);
    const char *const search =
        a->value[OPTION_SEARCH] ? a->value[OPTION_SEARCH] : "alphazero:sims=600";
    struct zm_text t = { spec, sizeof spec, 0 };
    zm_print(&t, "%s", search);
    if (!strncmp(search, "alphazero", 9))
        zm_print(&t, "%cnet=%s", strchr(search, ':') ? ',' : ':', a->word[1]);
    const struct zm_game *const game =
        zm_game_open(about.game, about.options[0] ? about.options : NULL, &error);
    if (!game)
        return complain(EXIT_INPUT, "%s", error.text);
    struct zm_book *book = NULL;
    code = argument_book(a, game, &book);
    const struct zm_solve_limits limits = { .megabytes = 64, .only_best = true, .book = book };
    interrupt_stops(NULL);
    for (int i = 2; i < a->words && code == EXIT_DONE; i++)
        code = grade_file(a, game, spec, a->word[i], &limits, threads);
    zm_book_close(book);
    zm_game_close(game);
    return code;
}
