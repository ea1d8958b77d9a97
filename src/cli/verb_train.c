/* verb_train.c -- a net learns a game from its rules alone; the curves of a run. */
#include "base/clock.h"
#include "base/files.h"
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/screen.h"
#include "cli/train_convert.h"
#include "cli/train_live.h"
#include "cli/train_mistakes.h"
#include "cli/train_table.h"
#include "learn/net_critic.h"
#include "learn/train.h"
#include "learn/train_gate.h"
#include "learn/train_mpi.h"
#include "learn/train_svg.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 30 };

struct session {
    const struct arguments *a;
    struct train_live *live; /* the dashboard; or NULL: a table, and a line of progress */
    bool terminal;           /* progress goes to one; elsewhere a line now and then is enough */
    bool line;               /* ... and has left an unfinished line there */
    double told;
    enum train_phase phase;
    uint32_t generation;
    bool headed;                   /* the table has its first line */
    struct train_widths widths;    /* of the table */
    struct train_hosting *hosting; /* of processes that MPI has started with this one; or NULL */
    const char *hosting_failed;
    struct zm_error hosting_error;
};

/* ------------------------------------------------------------------ progress -- */

static void end_line(struct session *s)
{
    if (s->line)
        fputs("\r\033[K", stderr);
    s->line = false;
}

static void on_progress(void *user, const struct train_progress *p)
{
    struct session *const s = user;
    if (s->live) {
        train_live_progress(s->live, p);
        return;
    }
    const bool news = p->phase != s->phase || p->generation != s->generation;
    if (p->trial == TRIAL_SOLVER) /* takes but seconds */
        return;
    s->phase = p->phase;
    s->generation = p->generation;
    if (!news && clock_now() - s->told < (s->terminal ? 0.2 : 20))
        return;
    s->told = clock_now();
    end_line(s);
    fprintf(stderr, "generation %u", p->generation);
    if (p->rounds > 0)
        fprintf(stderr, " of %u", p->rounds);
    if (p->phase == TRAIN_PLAYING && p->wanted > 0)
        fprintf(stderr, ": game %llu of %llu", (unsigned long long)p->games,
                (unsigned long long)p->wanted);
    else if (p->phase == TRAIN_PLAYING)
        fprintf(stderr, ": %llu games", (unsigned long long)p->games);
    else if (p->phase == TRAIN_TRAINING)
        fprintf(stderr, ": step %llu of %llu, %llu positions, loss %.3f + %.3f",
                (unsigned long long)p->step, (unsigned long long)p->steps,
                (unsigned long long)p->positions, p->losses.policy, p->losses.value);
    else if (p->wanted == 0)
        fprintf(stderr, ": match with the champion");
    else
        fprintf(stderr, ": match %llu of %llu", (unsigned long long)p->games,
                (unsigned long long)p->wanted);
    if (p->phase == TRAIN_TRAINING && p->losses.owner > 0)
        fprintf(stderr, ", owners %.3f", p->losses.owner);
    if (p->phase == TRAIN_GATING && isfinite(p->score))
        fprintf(stderr, ", %.0f %%", 100 * p->score);
    if (isfinite(p->seconds_left)) {
        const long left = (long)(p->seconds_left + 0.5);
        fprintf(stderr, ", %ld:%02ld:%02ld to go", left / 3600, left / 60 % 60, left % 60);
    }
    fputs(s->terminal ? "" : "\n", stderr);
    s->line = s->terminal;
    fflush(stderr);
}

static void on_generation(void *user, const struct train_state *state,
                          const struct train_generation *g)
{
    struct session *const s = user;
    end_line(s);
    if (s->live) {
        train_live_generation(s->live);
        return;
    }
    if (s->a->value[OPTION_JSON]) {
        struct json j = { .out = stdout };
        json_object(&j, NULL);
        json_text(&j, "game", state->settings.game);
        json_count(&j, "generation", g->number);
        json_count(&j, "games", g->games);
        json_count(&j, "positions", g->positions);
        json_count(&j, "steps", g->steps);
        json_number(&j, "policy_loss", g->policy);
        json_number(&j, "value_loss", g->value);
        json_number(&j, "score_loss", g->score_loss);
        json_number(&j, "owner_loss", g->owner_loss);
        json_number(&j, "score", g->score);
        json_count(&j, "played", g->played);
        json_number(&j, "elo", g->elo);
        json_bool(&j, "champion", g->better);
        json_number(&j, "mistakes", g->mistakes);
        json_number(&j, "mistakes_alone", g->alone);
        json_count(&j, "graded", g->graded);
        json_number(&j, "ladder_elo", g->ladder);
        json_number(&j, "ladder_error", g->ladder_error);
        json_number(&j, "seconds", g->seconds);
        json_end_object(&j);
    } else {
        if (!s->headed)
            train_table_line(NULL, &s->widths, stdout);
        s->headed = true;
        train_table_line(g, &s->widths, stdout);
    }
    fflush(stdout);
}

/* What stays on the screen is the whole table; where it would be too wide, without columns that
 * have nothing to say. */
static void end_dashboard(struct session *s, const struct train_state *state, bool failed)
{
    const struct train_live *const live = s->live;
    int width, height;
    if (!live)
        return;
    const uint32_t generations = train_live_end(s->live);
    s->live = NULL;
    if (screen_size(&width, &height) && width < TRAIN_WIDE)
        s->widths = train_table_fit(state->generation, generations, INT_MAX);
    for (uint32_t i = 0; i < generations && (!failed || live->drawn); i++)
        on_generation(s, state, &state->generation[i]);
}

static bool on_stop(void *user)
{
    struct session *const s = user;
    if (s->live)
        train_live_tick(s->live);
    if (s->hosting && !s->hosting_failed)
        s->hosting_failed = train_host_serve(s->hosting, &s->hosting_error);
    return interrupted() || s->hosting_failed;
}

static void on_lost_guest(int rank, const char *why)
{
    complain(EXIT_DONE, "process %d: %s", rank, why);
}

/* -------------------------------------------------------------------- report -- */

static const char *write_svg(const struct train_state *state, const char *path,
                             struct zm_error *error)
{
    char *svg = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&svg, &length);
    if (out)
        train_svg(state, out);
    const bool written = out && fclose(out) == 0;
    const char *const wrong = written ? file_write(path, svg, length, error) : "out of memory";
    free(svg);
    return wrong;
}

/* Of the last generation that was graded: where it errs. */
static void write_grades(const struct train_state *state)
{
    static const char *const stage[YARDSTICK_STAGES] = { "beginning", "middle", "end" };
    uint32_t last = state->generations;
    while (last > 0 && !(state->generation[last - 1].mistakes >= 0))
        last--;
    if (last == 0)
        return;
    const struct yardstick_grades *const g = &state->generation[last - 1].grades;
    printf("mistakes of generation %u, by how many positions the solver had to visit:\n"
           "%-10s %9s %9s %9s\n",
           last - 1, "", "< 1000", "< 30000", "more");
    for (int i = 0; i < YARDSTICK_STAGES; i++) {
        printf("%-10s", stage[i]);
        for (int k = 0; k < YARDSTICK_DIFFICULTIES; k++)
            printf(" %4u/%-4u", g->wrong[i][k], g->asked[i][k]);
        printf("\n");
    }
}

static int report(const struct arguments *a)
{
    struct zm_error error;
    struct train_state state;
    char path[TRAIN_PATH];
    struct session session = { .a = a, .widths = train_table_wide };
    if (train_state_load(&state, a->word[1], &error))
        return complain(EXIT_INPUT, "%s", error.text);
    for (uint32_t i = 0; i < state.generations; i++)
        on_generation(&session, &state, &state.generation[i]);
    if (!a->value[OPTION_JSON])
        write_grades(&state);
    snprintf(path, sizeof path, "%s/curves.svg", a->word[1]);
    const char *const svg = a->value[OPTION_SVG] ? a->value[OPTION_SVG] : path;
    const char *const wrong = write_svg(&state, svg, &error);
    if (!wrong && !a->value[OPTION_JSON])
        printf("curves in %s\n", svg);
    train_state_release(&state);
    return wrong ? complain(EXIT_RESOURCE, "%s", wrong) : EXIT_DONE;
}

/* --------------------------------------------------------------------- train -- */

static int join(const struct arguments *a)
{
    struct zm_error error;
    int code = EXIT_DONE;
    struct session session = { .a = a,
                               .widths = train_table_wide,
                               .terminal = isatty(STDERR_FILENO) };
    const struct train_watch watch = {
        .progress = on_progress, .generation = on_generation, .stop = on_stop, .user = &session
    };
    const int threads = (int)argument_number(a, OPTION_THREADS, 1, 1, 64, &code);
    if (code != EXIT_DONE)
        return code;
    interrupt_stops(NULL);
    const char *const wrong = train_join(a->word[1], threads, &watch, &error);
    end_line(&session);
    return wrong ? complain(EXIT_INPUT, "%s", wrong) : EXIT_INTERRUPTED;
}

static int read_settings(const struct arguments *a, const struct zm_game *game,
                         struct train_settings *s)
{
    int code = EXIT_DONE;
    train_suits(game, s);
    if (snprintf(s->game, sizeof s->game, "%s", game->name) >= (int)sizeof s->game ||
        snprintf(s->options, sizeof s->options, "%s", net_options(game)) >= (int)sizeof s->options)
        return complain(EXIT_USAGE, "the name or the options of the game are too long");
    if (a->value[OPTION_SEARCH] && (snprintf(s->search, sizeof s->search, "%s",
                                             a->value[OPTION_SEARCH]) >= (int)sizeof s->search ||
                                    strpbrk(s->search, "\r\n")))
        return complain(EXIT_USAGE, "--search: too long, or more than a line");
    if (a->value[OPTION_FROM] &&
        (snprintf(s->from, sizeof s->from, "%s", a->value[OPTION_FROM]) >= (int)sizeof s->from ||
         strpbrk(s->from, "\r\n")))
        return complain(EXIT_USAGE, "--from: too long, or more than a line");
    if (a->value[OPTION_NET] && !train_net_read(s, a->value[OPTION_NET]))
        return complain(EXIT_USAGE,
                        "--net %s: expected CHANNELSxBLOCKS, as in 64x4; channels are a multiple "
                        "of %d",
                        a->value[OPTION_NET], NET_CHANNELS_STEP);
    if (a->value[OPTION_GATE] && !train_gate_read(s, a->value[OPTION_GATE]))
        return complain(EXIT_USAGE, "--gate %s: expected a score from 0 to 1, always or sprt",
                        a->value[OPTION_GATE]);
    if (a->value[OPTION_HEADS]) {
        s->without_heads = !strcmp(a->value[OPTION_HEADS], "off");
        if (!s->without_heads && strcmp(a->value[OPTION_HEADS], "on") != 0)
            return complain(EXIT_USAGE, "--heads %s: expected on or off", a->value[OPTION_HEADS]);
    }
    s->games = (uint32_t)argument_number(a, OPTION_GAMES, s->games, 1, 1e6, &code);
    s->seed = (uint64_t)argument_number(a, OPTION_SEED, 1, 0, 1e15, &code);
    return code;
}

/* The champion, under the name that was asked for. */
static const char *copy_champion(const char *folder, const struct train_state *state,
                                 const char *path, struct zm_error *error)
{
    char from[TRAIN_PATH];
    size_t length;
    train_net_path(folder, state->champion, "net", from);
    unsigned char *const bytes = file_read_bytes(from, (size_t)1 << 30, &length, error);
    const char *const wrong =
        bytes ? file_write(path, (const char *)bytes, length, error) : error->text;
    free(bytes);
    return wrong;
}

/* Train in the folder. With a post, the other processes play along. */
static int lead(const struct arguments *a, const struct zm_game *game,
                const struct train_settings *settings, const char *folder,
                const struct train_limits *limits, struct post *post)
{
    struct zm_error error;
    struct train_state state;
    struct train_live live;
    bool stopped = false;
    struct session session = { .a = a,
                               .widths = train_table_wide,
                               .terminal = isatty(STDERR_FILENO) };
    const struct train_watch watch = {
        .progress = on_progress, .generation = on_generation, .stop = on_stop, .user = &session
    };
    if (post) {
        session.hosting = train_host(post, game, settings, folder, on_lost_guest, &error);
        if (!session.hosting)
            return complain(EXIT_RESOURCE, "%s", error.text);
    }
    if (!post && !a->value[OPTION_JSON] && train_live_fits()) {
        train_live_begin(&live, &state, folder, limits->rounds);
        session.live = &live;
    }
    const char *wrong = train(game, settings, folder, limits, &watch, &state, &stopped, &error);
    end_line(&session);
    end_dashboard(&session, &state, wrong);
    if (session.hosting) {
        const char *const failed = train_host_end(session.hosting, &session.hosting_error);
        session.hosting_failed = session.hosting_failed ? session.hosting_failed : failed;
    }
    wrong = wrong ? wrong : session.hosting_failed;
    if (!wrong && !stopped && a->value[OPTION_OUT])
        wrong = copy_champion(folder, &state, a->value[OPTION_OUT], &error);
    if (!wrong && !stopped && a->value[OPTION_SVG])
        wrong = write_svg(&state, a->value[OPTION_SVG], &error);
    if (!wrong && !stopped && !a->value[OPTION_JSON])
        printf("the champion is generation %u: %s/nets/%04u.net\n", state.champion, folder,
               state.champion);
    train_state_release(&state);
    if (wrong)
        return complain(EXIT_RESOURCE, "%s", wrong);
    if (stopped)
        return complain(EXIT_INTERRUPTED, "interrupted; the same command goes on with %s", folder);
    return EXIT_DONE;
}

static int train_game(const struct arguments *a, const struct zm_game *game, const char *folder)
{
    struct zm_error error;
    struct session session = { .a = a };
    struct train_settings settings = { .seed = 1 };
    struct post *post = NULL;
    int code = read_settings(a, game, &settings);
    const struct train_limits limits = {
        .rounds = (uint32_t)argument_number(a, OPTION_ROUNDS, ROUNDS, 1, 1e6, &code),
        .threads = (int)argument_number(a, OPTION_THREADS, 1, 1, 64, &code)
    };
    if (code != EXIT_DONE)
        return code;
    if (train_mpi_started() && !(post = train_mpi_open(&error)))
        return complain(EXIT_RESOURCE, "%s", error.text);
    interrupt_stops(NULL);
    if (post && post->rank > 0)
        train_guest(post, game, &settings, limits.threads, on_stop, &session);
    else
        code = lead(a, game, &settings, folder, &limits, post);
    train_mpi_close(post);
    return code;
}

static int run(const struct arguments *a)
{
    char folder[TRAIN_PATH - 64];
    struct zm_error error;
    if (!strcmp(a->word[0], "grade"))
        return train_mistakes(a);
    if (!strcmp(a->word[0], "export") || !strcmp(a->word[0], "import"))
        return train_convert(a);
    if (!strcmp(a->word[0], "report") || !strcmp(a->word[0], "join")) {
        if (a->words != 2)
            return complain(EXIT_USAGE, "%s needs a folder: zermelo train %s DIR", a->word[0],
                            a->word[0]);
        return (a->word[0][0] == 'r' ? report : join)(a);
    }
    if (a->words != 1)
        return complain(EXIT_USAGE, "\"%s\" is one word too many: zermelo train GAME [options]",
                        a->word[1]);
    const struct zm_game *const game = zm_game_open(a->word[0], a->value[OPTION_OPTIONS], &error);
    if (!game)
        return complain(argument_bad_game(a->word[0]), "%s", error.text);
    const char *const why = train_refuses(game);
    int code;
    if (a->value[OPTION_DIR])
        snprintf(folder, sizeof folder, "%s", a->value[OPTION_DIR]);
    else
        snprintf(folder, sizeof folder, "%s.train", game->name);
    if (why)
        code = complain(EXIT_USAGE, "no net learns %s: %s", game->name, why);
    else
        code = train_game(a, game, folder);
    zm_game_close(game);
    return code;
}

const struct verb verb_train = {
    .name = "train",
    .summary = "Let a net learn a game from its rules alone, by playing against itself.",
    .usage = "GAME [options], train join|report DIR, train grade NET FILE..., train export|import "
             "FROM TO",
    .examples = "  zermelo train tictactoe --threads 2 --out tictactoe.net\n"
                "  zermelo train connect4 --dir c4 --net 64x4 --games 500 --rounds 60\n"
                "  zermelo train join c4                  play along, on this machine or another\n"
                "  zermelo train report c4 --svg c4.svg   losses, Elo and mistakes so far\n"
                "  zermelo train grade c4/nets/0042.net Test_L1_R1   mistakes, by the solver\n"
                "  zermelo train export c4/nets/0042.net c4.onnx     for other programs\n"
                "  mpirun -n 8 zermelo train connect4 --dir c4       without a shared disk\n"
                "  zermelo play connect4 --o alphazero:net=c4/nets/0042.net,sims=600\n"
                "All is kept in the folder: the same command goes on after a kill.\n",
    .takes = TAKES(OPTION_JSON) | TAKES(OPTION_OPTIONS) | TAKES(OPTION_SEARCH) |
             TAKES(OPTION_SEED) | TAKES(OPTION_GAMES) | TAKES(OPTION_ROUNDS) |
             TAKES(OPTION_THREADS) | TAKES(OPTION_OUT) | TAKES(OPTION_SVG) | TAKES(OPTION_BOOK) |
             TAKES(OPTION_DIR) | TAKES(OPTION_NET) | TAKES(OPTION_GATE) | TAKES(OPTION_HEADS) |
             TAKES(OPTION_FROM),
    .least_words = 1,
    .most_words = 16,
    .run = run,
};
