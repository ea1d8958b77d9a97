#include "learn/train_state.h"

#include "base/bytes.h"
#include "base/files.h"
#include "base/sentence.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_GENERATIONS = 1 << 20, LINE = 1024 };

struct train_generation train_generation_blank(uint32_t number)
{
    return (struct train_generation){ .number = number,
                                      .policy = NAN,
                                      .value = NAN,
                                      .score_loss = NAN,
                                      .owner_loss = NAN,
                                      .score = NAN,
                                      .mistakes = NAN,
                                      .alone = NAN,
                                      .ladder = NAN,
                                      .ladder_error = NAN,
                                      .rung = -1 };
}

void train_state_begin(struct train_state *state, const struct train_settings *settings)
{
    *state = (struct train_state){ .settings = *settings };
}

void train_state_release(struct train_state *state)
{
    free(state->generation);
    *state = (struct train_state){ .champion = 0 };
}

bool train_state_add(struct train_state *state, const struct train_generation *generation)
{
    if (state->generations == state->room) {
        const uint32_t room = state->room ? 2 * state->room : 64;
        struct train_generation *const more =
            realloc(state->generation, room * sizeof *state->generation);
        if (!more)
            return false;
        state->generation = more;
        state->room = room;
    }
    state->generation[state->generations++] = *generation;
    return true;
}

double train_state_elo(const struct train_state *state)
{
    return state->champion < state->generations ? state->generation[state->champion].elo : 0;
}

uint32_t train_state_next(const struct train_state *state)
{
    return state->generations - (state->phase == TRAIN_GATING ? 1 : 0);
}

/* By the last rounds: they grow longer with the window, and who goes on with a run may do so on
 * another machine. A round that takes longer than those is taken to be almost over. */
double train_state_left(const struct train_state *state, uint32_t rounds, double now)
{
    enum { LATELY = 5 };
    const uint32_t next = train_state_next(state), lately = next > LATELY ? LATELY : next - 1;
    if (next < 2)
        return NAN;
    if (next > rounds)
        return 0;
    const double last = state->generation[next - 1].seconds;
    const double each = (last - state->generation[next - 1 - lately].seconds) / lately;
    const double rest = each - (now - last);
    return each * (rounds - next) + (rest > 0 ? rest : 0);
}

/* ------------------------------------------------------------------ settings -- */

void train_gate_write(const struct train_settings *s, char out[32])
{
    if (s->gate == GATE_SCORE)
        snprintf(out, 32, "%.9g", s->score);
    else
        snprintf(out, 32, "%s", s->gate == GATE_ALWAYS ? "always" : "sprt");
}

bool train_gate_read(struct train_settings *s, const char *text)
{
    char *end;
    s->score = 0;
    s->gate = !strcmp(text, "always") ? GATE_ALWAYS
              : !strcmp(text, "sprt") ? GATE_SPRT
                                      : GATE_SCORE;
    if (s->gate != GATE_SCORE)
        return true;
    s->score = strtod(text, &end);
    return end != text && !*end && s->score >= 0 && s->score <= 1;
}

bool train_net_read(struct train_settings *s, const char *text)
{
    const struct net_shape most = { .rows = 1, .columns = 1, .planes = 1, .slots = 1 };
    struct net_shape shape = most;
    struct zm_error ignored;
    if (!zm_read_number(&text, 1, NET_MAX_CHANNELS, &shape.channels) || *text++ != 'x' ||
        !zm_read_number(&text, 1, NET_MAX_BLOCKS, &shape.blocks) || *text)
        return false;
    s->channels = shape.channels;
    s->blocks = shape.blocks;
    return !net_shape_wrong(&shape, &ignored);
}

const char *train_state_differs(const struct train_state *state,
                                const struct train_settings *settings, const char *name,
                                struct zm_error *error)
{
    const struct train_settings *const a = &state->settings, *const b = settings;
    const char *const what = strcmp(a->game, b->game) != 0                          ? "game"
                             : strcmp(a->options, b->options) != 0                  ? "--options"
                             : strcmp(a->search, b->search) != 0                    ? "--search"
                             : a->channels != b->channels || a->blocks != b->blocks ? "--net"
                             : a->without_heads != b->without_heads                 ? "--heads"
                             : strcmp(a->from, b->from) != 0                        ? "--from"
                             : a->games != b->games                                 ? "--games"
                             : a->gate != b->gate || a->score != b->score           ? "--gate"
                             : a->seed != b->seed                                   ? "--seed"
                                                                                    : NULL;
    return what ? sentence(error, "%s: belongs to another run, with another %s", name, what) : NULL;
}

/* ------------------------------------------------------------------- writing -- */

uint64_t train_state_checksum(const char *text, size_t length)
{
    return zm_mix(bytes_hash(length, text, length));
}

static const char *const phase_name[] = { "playing", "training", "gating" };

static void write_grades(struct zm_text *out, const struct yardstick_grades *g)
{
    for (int stage = 0; stage < YARDSTICK_STAGES; stage++)
        for (int difficulty = 0; difficulty < YARDSTICK_DIFFICULTIES; difficulty++)
            zm_print(out, "%s%u/%u", stage + difficulty > 0 ? "," : "", g->wrong[stage][difficulty],
                     g->asked[stage][difficulty]);
}

char *train_state_write(const struct train_state *state)
{
    const struct train_settings *const s = &state->settings;
    const size_t size = 1024 + sizeof *s + (size_t)state->generations * LINE;
    char *const text = malloc(size), gate[32];
    if (!text)
        return NULL;
    struct zm_text out = { text, size, 0 };
    train_gate_write(s, gate);
    zm_print(&out, "zermelo train 2\ngame %s\noptions %s\nnet %dx%d\n%s", s->game, s->options,
             s->channels, s->blocks, s->without_heads ? "heads off\n" : "");
    if (s->from[0])
        zm_print(&out, "from %s\n", s->from);
    zm_print(&out, "search %s\ngames %u\n", s->search, s->games);
    zm_print(&out, "gate %s\nseed %" PRIu64 "\nchampion %u\n", gate, s->seed, state->champion);
    for (uint32_t i = 0; i < state->generations; i++) {
        const struct train_generation *const g = &state->generation[i];
        zm_print(&out, "generation %u games=%" PRIu64 " positions=%" PRIu64 " steps=%" PRIu64,
                 g->number, g->games, g->positions, g->steps);
        zm_print(&out, " policy=%.9g value=%.9g score=%.9g played=%" PRIu64 " elo=%.9g better=%d",
                 g->policy, g->value, g->score, g->played, g->elo, g->better);
        zm_print(&out,
                 " mistakes=%.9g alone=%.9g graded=%" PRIu64 " seconds=%.9g grades=", g->mistakes,
                 g->alone, g->graded, g->seconds);
        write_grades(&out, &g->grades);
        if (isfinite(g->score_loss) || isfinite(g->owner_loss))
            zm_print(&out, " score_loss=%.9g owner_loss=%.9g", g->score_loss, g->owner_loss);
        if (isfinite(g->ladder))
            zm_print(&out, " ladder=%.9g ladder_error=%.9g rung=%d", g->ladder, g->ladder_error,
                     g->rung);
        zm_print(&out, "\n");
    }
    zm_print(&out, "%s %u", phase_name[state->phase], train_state_next(state));
    if (state->phase == TRAIN_TRAINING)
        zm_print(&out, " step=%" PRIu64, state->step);
    zm_print(&out, "\n");
    zm_print(&out, "checksum %016" PRIx64 "\n", train_state_checksum(text, out.length));
    return text;
}

/* ------------------------------------------------------------------- reading -- */

struct reader {
    const char *at; /* the line being read */
    int line;
    const char *name;
    struct zm_error *error;
};

static const char *bad(const struct reader *r, const char *expected)
{
    return sentence(r->error, "%s, line %d: expected %s", r->name, r->line, expected);
}

/* The rest of a line that begins with a word and a space, into `out`; on to the next line. */
static bool read_word(struct reader *r, const char *word, char *out, size_t size)
{
    const size_t length = strlen(word), line = strcspn(r->at, "\n");
    if (line < length + 1 || strncmp(r->at, word, length) != 0 || r->at[length] != ' ' ||
        line - length - 1 >= size || r->at[line] != '\n')
        return false;
    memcpy(out, r->at + length + 1, line - length - 1);
    out[line - length - 1] = '\0';
    r->at += line + 1;
    r->line++;
    return true;
}

static bool read_count(const char *text, uint64_t most, uint64_t *out)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *out = strtoull(text, &end, 10);
    return !*end && *out <= most;
}

static const char *read_settings(struct reader *r, struct train_state *state)
{
    struct train_settings *const s = &state->settings;
    char text[64];
    uint64_t n = 0;
    if (!read_word(r, "game", s->game, sizeof s->game) || !s->game[0])
        return bad(r, "\"game NAME\"");
    if (!read_word(r, "options", s->options, sizeof s->options))
        return bad(r, "\"options TEXT\"");
    if (!read_word(r, "net", text, sizeof text) || !train_net_read(s, text))
        return bad(r, "\"net CHANNELSxBLOCKS\"");
    s->without_heads = !strncmp(r->at, "heads ", 6);
    if (s->without_heads && (!read_word(r, "heads", text, sizeof text) || strcmp(text, "off") != 0))
        return bad(r, "\"heads off\", or none before");
    s->from[0] = '\0';
    if (!strncmp(r->at, "from ", 5) &&
        (!read_word(r, "from", s->from, sizeof s->from) || !s->from[0]))
        return bad(r, "\"from NET\"");
    if (!read_word(r, "search", s->search, sizeof s->search))
        return bad(r, "\"search alphazero...\"");
    if (!read_word(r, "games", text, sizeof text) || !read_count(text, 100000000, &n) || n == 0)
        return bad(r, "\"games N\"");
    s->games = (uint32_t)n;
    if (!read_word(r, "gate", text, sizeof text) || !train_gate_read(s, text))
        return bad(r, "\"gate SCORE\", \"gate always\" or \"gate sprt\"");
    if (!read_word(r, "seed", text, sizeof text) || !read_count(text, UINT64_MAX, &s->seed))
        return bad(r, "\"seed N\"");
    if (!read_word(r, "champion", text, sizeof text) || !read_count(text, MOST_GENERATIONS, &n))
        return bad(r, "\"champion N\"");
    state->champion = (uint32_t)n;
    return NULL;
}

/* What may follow the grades: the losses of further heads, and the ladder. */
static bool read_more(const char *text, struct train_generation *g)
{
    int used = 0;
    g->score_loss = g->owner_loss = g->ladder = g->ladder_error = NAN;
    g->rung = -1;
    if (!strncmp(text, "score_loss=", 11)) {
        if (sscanf(text, "score_loss=%lf owner_loss=%lf%n", &g->score_loss, &g->owner_loss,
                   &used) != 2)
            return false;
        text += used;
        text += *text == ' ';
    }
    if (!*text)
        return true;
    return sscanf(text, "ladder=%lf ladder_error=%lf rung=%4d%n", &g->ladder, &g->ladder_error,
                  &g->rung, &used) == 3 &&
           !text[used] && isfinite(g->ladder) && g->ladder_error >= 0 && g->rung >= 0;
}

/* Nothing may follow. */
static bool read_grades(const char *text, struct yardstick_grades *g)
{
    for (int stage = 0; stage < YARDSTICK_STAGES; stage++)
        for (int difficulty = 0; difficulty < YARDSTICK_DIFFICULTIES; difficulty++) {
            int used = 0;
            if (stage + difficulty > 0 && *text++ != ',')
                return false;
            if (sscanf(text, "%" SCNu32 "/%" SCNu32 "%n", &g->wrong[stage][difficulty],
                       &g->asked[stage][difficulty], &used) != 2)
                return false;
            text += used;
        }
    return !*text;
}

static const char *read_generation(struct reader *r, struct train_state *state)
{
    struct train_generation g = { .number = 0 };
    char text[LINE];
    int better = 0, used = 0;
    const char *const expected = "\"generation N games=N ...\", one for each in order";
    if (!read_word(r, "generation", text, sizeof text))
        return bad(r, expected);
    const int count =
        sscanf(text,
               "%" SCNu32 " games=%" SCNu64 " positions=%" SCNu64 " steps=%" SCNu64
               " policy=%lf value=%lf score=%lf played=%" SCNu64
               " elo=%lf better=%d mistakes=%lf alone=%lf graded=%" SCNu64 " seconds=%lf grades=%n",
               &g.number, &g.games, &g.positions, &g.steps, &g.policy, &g.value, &g.score,
               &g.played, &g.elo, &better, &g.mistakes, &g.alone, &g.graded, &g.seconds, &used);
    char *const grades = text + used, *const more = grades + strcspn(grades, " ");
    const bool ends = !*more;
    *more = '\0';
    if (count != 14 || used == 0 || !read_grades(grades, &g.grades) ||
        !read_more(ends ? more : more + 1, &g) || g.number != state->generations ||
        state->generations >= MOST_GENERATIONS)
        return bad(r, expected);
    g.better = better != 0;
    return train_state_add(state, &g) ? NULL : sentence(r->error, "%s", out_of_memory);
}

static const char *read_phase(struct reader *r, struct train_state *state)
{
    char text[64];
    uint64_t n;
    for (int i = 0; i < 3; i++)
        if (read_word(r, phase_name[i], text, sizeof text)) {
            char *const step = strstr(text, " step=");
            if (step)
                *step = '\0';
            state->phase = (enum train_phase)i;
            if ((i == TRAIN_GATING && state->generations == 0) ||
                !read_count(text, MOST_GENERATIONS, &n) || n != train_state_next(state) ||
                (step != NULL) != (i == TRAIN_TRAINING) ||
                (step && !read_count(step + 6, 1000000000000, &state->step)))
                break;
            return NULL;
        }
    return bad(r, "\"playing N\", \"training N step=N\" or \"gating N\"");
}

static const char *read_all(struct reader *r, struct train_state *state)
{
    const char *wrong = read_settings(r, state);
    while (!wrong && !strncmp(r->at, "generation ", 11))
        wrong = read_generation(r, state);
    if (!wrong)
        wrong = read_phase(r, state);
    if (!wrong && state->champion >= (state->generations ? state->generations : 1))
        wrong = bad(r, "a champion that is one of the generations");
    return wrong;
}

const char *train_state_read(struct train_state *state, const char *text, const char *name,
                             struct zm_error *error)
{
    static const char first[] = "zermelo train 2\n", last[] = "checksum ";
    struct reader r = { text, 1, name, error };
    const size_t length = strlen(text);
    const char *wrong = NULL;
    char sum[64], expected[64];
    *state = (struct train_state){ .champion = 0 };
    if (strncmp(text, first, sizeof first - 1) != 0)
        return sentence(error, "%s: not the state of a run of `zermelo train`", name);
    const size_t tail = sizeof last - 1 + 17;
    const char *const end = length > tail ? text + length - tail : text;
    snprintf(expected, sizeof expected, "%s%016" PRIx64 "\n", last,
             train_state_checksum(text, (size_t)(end - text)));
    if (strcmp(end, expected) != 0)
        return sentence(error, "%s: the checksum is wrong", name);
    r.at += sizeof first - 1;
    r.line = 2;
    wrong = read_all(&r, state);
    if (!wrong && (!read_word(&r, "checksum", sum, sizeof sum) || *r.at))
        wrong = bad(&r, "the checksum, and nothing behind it");
    if (wrong)
        train_state_release(state);
    return wrong;
}

const char *train_state_load(struct train_state *state, const char *folder, struct zm_error *error)
{
    char path[4096];
    *state = (struct train_state){ .champion = 0 };
    snprintf(path, sizeof path, "%s/state", folder);
    if (access(path, F_OK) != 0)
        return sentence(error, "%s: no run of `zermelo train` is kept in this folder", folder);
    char *const text = file_read(path, (size_t)1 << 28, error);
    const char *const wrong = text ? train_state_read(state, text, path, error) : error->text;
    free(text);
    return wrong;
}
