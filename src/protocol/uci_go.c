/* uci_go.c -- `go` in all its forms: thinking, counting, measuring. All of it is done in the
 * session's thread on a copy of the position, so that the input is read meanwhile. */
#include "protocol/uci.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "search/perft.h"
#include "search/search.h"
#include "search/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void uci_done(struct uci *uci)
{
    zm_position_free(uci->root);
    free(uci->moves);
    uci->root = NULL;
    uci->moves = NULL;
}

/* --------------------------------------------------------------- info lines -- */

/* Points times 100; or moves to the end, where a sooner win counts and it is certain. */
static void print_score(struct zm_text *t, double value, int distance)
{
    if (isnan(value))
        return;
    if (distance > 0)
        zm_print(t, " score mate %d", value > 0 ? (distance + 1) / 2 : -(distance / 2));
    else
        zm_print(t, " score cp %ld", lround(value * 100));
}

static void tell_line(const struct uci *uci, const struct zm_result *result, int number,
                      const struct zm_line *line)
{
    struct session *const s = uci->session;
    char score[64] = "", pv[2048], fill[32] = "", deepest[32] = "";
    struct zm_text t = { score, sizeof score, 0 };
    const double seconds = result->seconds > 0 ? result->seconds : 0;
    print_score(&t, line->value, line->distance);
    if (s->search && s->search->table.entry)
        snprintf(fill, sizeof fill, " hashfull %d", table_fill(&s->search->table));
    if (result->deepest > 0)
        snprintf(deepest, sizeof deepest, " seldepth %d", result->deepest);
    session_show_line(uci->root, line->line, line->length, " ", pv, sizeof pv);
    session_say(s, "info depth %d%s multipv %d%s nodes %llu nps %.0f%s time %.0f pv %s",
                result->depth > 0 ? result->depth : line->length, deepest, number, score,
                (unsigned long long)result->nodes,
                seconds > 0 ? (double)result->nodes / seconds : 0, fill, seconds * 1000, pv);
}

/* First the move that would be played, then the others in their order. */
static void tell(const struct uci *uci, const struct zm_result *result)
{
    struct zm_line best = { .value = result->value,
                            .length = result->length,
                            .distance = result->distance };
    memcpy(best.line, result->line, sizeof best.line);
    tell_line(uci, result, 1, &best);
    const int wanted = uci->limits.lines;
    struct zm_line *const lines =
        wanted > 1 && uci->session->search ? malloc((size_t)wanted * sizeof *lines) : NULL;
    const int n = lines ? zm_search_lines(uci->session->search, lines, wanted) : 0;
    for (int i = 0, number = 2; i < n && number <= n; i++)
        if (lines[i].line[0] != result->move)
            tell_line(uci, result, number++, &lines[i]);
    free(lines);
}

void uci_step(void *user, const struct zm_result *so_far)
{
    struct uci *const uci = user;
    uci->told = so_far->nodes;
    tell(uci, so_far);
}

/* ------------------------------------------------------------------ thinking -- */

static void think(void *user)
{
    struct uci *const uci = user;
    struct session *const s = uci->session;
    struct zm_result result;
    struct zm_error error;
    char moves[2][256] = { "", "" }, both[512] = "";
    const char *at = both;
    const char *const wrong = session_choose(s, uci->root, &uci->limits, &result, &error);
    if (wrong)
        session_say(s, "info string %s", wrong);
    else if (result.nodes != uci->told)
        tell(uci, &result);
    thinker_hold(&s->thinker);
    /* What went wrong may have gone wrong after there was a move to play. */
    const zm_move line[] = { result.move, result.line[1] };
    session_show_line(uci->root, line, result.length > 1 ? 2 : 1, " ", both, sizeof both);
    word_next(&at, moves[0], sizeof moves[0]);
    word_next(&at, moves[1], sizeof moves[1]);
    session_say(s, "bestmove %s%s%s", moves[0][0] ? moves[0] : "(none)",
                moves[1][0] ? " ponder " : "", moves[1]);
}

/* ------------------------------------------------------------------ counting -- */

static const char *count_below(const struct uci *uci, zm_move m, uint64_t *leaves,
                               struct zm_error *error)
{
    struct perft_result r = { 1, 0 };
    struct zm_position *const p = zm_position_copy(uci->root, error);
    const char *wrong = p ? zm_position_play(p, m, error) : error->text;
    if (!wrong && uci->perft > 1)
        wrong = perft_until(p, uci->perft - 1, &uci->session->thinker.stopped, &r, error);
    zm_position_free(p);
    *leaves = r.leaves;
    return wrong;
}

static void count(void *user)
{
    const struct uci *const uci = user;
    struct session *const s = uci->session;
    const zm_move *list;
    const int n = zm_position_moves(uci->root, &list);
    const double begin = clock_now();
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        struct zm_error error;
        char move[256];
        uint64_t leaves;
        if (count_below(uci, list[i], &leaves, &error)) {
            session_say(s, "info string %s", error.text);
            return;
        }
        if (s->thinker.stopped) {
            session_say(s, "info string the count was stopped");
            return;
        }
        zm_position_show_move(uci->root, list[i], move, sizeof move);
        session_say(s, "%s: %llu", move, (unsigned long long)leaves);
        sum += leaves;
    }
    session_say(s, "\nNodes searched: %llu\ninfo string seconds %.3f", (unsigned long long)sum,
                clock_now() - begin);
}

/* ----------------------------------------------------------------- measuring -- */

/* Positions of a game by lot, always the same, each searched to a fixed depth from an empty
 * table: the sum of the nodes is the same on every machine with one thread. */
enum { BENCH_POSITIONS = 6, BENCH_PLIES = 3, BENCH_DEPTH = 8, BENCH_NODES = 300000 };

static const char *measure_one(struct session *s, const struct zm_position *p,
                               struct zm_result *result, struct zm_error *error)
{
    const struct zm_limits limits = { .depth = BENCH_DEPTH, .nodes = BENCH_NODES };
    if (!s->search)
        return session_choose(s, p, &limits, result, error);
    if (s->search->table.entry)
        table_clear(&s->search->table);
    return stopper_run(&s->stopper, s->search, p, &limits, result, error);
}

static void measure(void *user)
{
    const struct uci *const uci = user;
    struct session *const s = uci->session;
    struct zm_position *const p = uci->root;
    struct zm_error error;
    uint64_t seed = 1, nodes = 0;
    double seconds = 0;
    const char *wrong = NULL;
    if (s->search)
        zm_search_listen(s->search, NULL, NULL);
    for (int i = 0; i < BENCH_POSITIONS && !wrong && !s->thinker.stopped; i++) {
        struct zm_result result = { .nodes = 0 };
        while (zm_position_turn(p) == ZM_CHANCE)
            zm_position_play(p, zm_position_draw(p, &seed), &error);
        if (zm_position_turn(p) == ZM_OVER)
            break;
        wrong = measure_one(s, p, &result, &error);
        nodes += result.nodes;
        seconds += result.seconds;
        session_say(s, "info string position %d of %d: %llu nodes", i + 1, BENCH_POSITIONS,
                    (unsigned long long)result.nodes);
        for (int k = 0; k < BENCH_PLIES && zm_position_turn(p) >= 0; k++) {
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
        }
    }
    if (s->search)
        zm_search_listen(s->search, s->step, s->step_user);
    if (wrong)
        session_say(s, "info string %s", wrong);
    session_say(s, "Nodes searched: %llu\nNodes/second: %.0f", (unsigned long long)nodes,
                seconds > 0 ? (double)nodes / seconds : 0);
}

/* ------------------------------------------------------------------- reading -- */

/* What may follow `go`: numbers, each with where it belongs, and words alone. */
struct wish {
    long long depth, nodes, movetime, wtime, btime, winc, binc, movestogo, mate, perft;
    bool infinite, ponder;
    const char *searchmoves;
};

static const struct key {
    const char *name;
    size_t offset;
    long long least, most;
} key[] = {
#define AT(member) offsetof(struct wish, member)
    { "depth", AT(depth), 1, 1 << 24 },
    { "nodes", AT(nodes), 1, 1000000000000000000 },
    { "movetime", AT(movetime), 0, 1000000000000 },
    { "wtime", AT(wtime), -1000000000000, 1000000000000 },
    { "btime", AT(btime), -1000000000000, 1000000000000 },
    { "winc", AT(winc), 0, 1000000000000 },
    { "binc", AT(binc), 0, 1000000000000 },
    { "movestogo", AT(movestogo), 0, 1000000 },
    { "mate", AT(mate), 1, 1 << 23 },
    { "perft", AT(perft), 1, 1000 },
#undef AT
};
enum { KEYS = sizeof key / sizeof *key };

static bool is_key(const char *word)
{
    for (int i = 0; i < KEYS; i++)
        if (!strcmp(key[i].name, word))
            return true;
    return !strcmp(word, "infinite") || !strcmp(word, "ponder") || !strcmp(word, "searchmoves");
}

static const char *read_number(struct wish *wish, const char *name, const char *value,
                               struct zm_error *error)
{
    int i = 0;
    while (strcmp(key[i].name, name) != 0)
        i++;
    long long *const number = (long long *)(void *)((char *)wish + key[i].offset);
    if (!word_number(value, key[i].least, key[i].most, number))
        return sentence(error, "go %s: expected a whole number from %lld to %lld", name,
                        key[i].least, key[i].most);
    /* Time that has run out is still a time. */
    if (!strcmp(name, "movetime") || !strcmp(name, "wtime") || !strcmp(name, "btime"))
        *number = *number > 0 ? *number : 1;
    return NULL;
}

/* Words that are unknown are left out, as the specification wants. */
static const char *read_wish(struct wish *wish, const char *at, struct zm_error *error)
{
    char word[32], value[64];
    *wish = (struct wish){ .depth = 0 };
    while (word_next(&at, word, sizeof word)) {
        if (!strcmp(word, "infinite")) {
            wish->infinite = true;
        } else if (!strcmp(word, "ponder")) {
            wish->ponder = true;
        } else if (!strcmp(word, "searchmoves")) {
            wish->searchmoves = at;
            for (const char *next = at; word_next(&next, word, sizeof word) && !is_key(word);)
                at = next;
        } else if (is_key(word)) {
            if (word_next(&at, value, sizeof value), read_number(wish, word, value, error))
                return error->text;
        }
    }
    return NULL;
}

static const char *read_moves(struct uci *uci, const char *at, struct zm_error *error)
{
    const zm_move *list;
    const int most = zm_position_moves(uci->root, &list);
    char word[256];
    uci->moves = malloc(((size_t)most + 1) * sizeof *uci->moves);
    if (!uci->moves)
        return sentence(error, "%s", out_of_memory);
    while (word_next(&at, word, sizeof word) && !is_key(word)) {
        const zm_move m = zm_position_read_move(uci->root, word, error);
        int i = 0;
        if (m == ZM_NO_MOVE)
            return error->text;
        while (i < uci->limits.move_count && uci->moves[i] != m)
            i++;
        if (i == uci->limits.move_count)
            uci->moves[uci->limits.move_count++] = m;
    }
    uci->limits.moves = uci->moves;
    return NULL;
}

/* The first player's clock is "white's", those of all others "black's". */
static struct zm_limits limits_of(const struct wish *wish, int turn, int lines)
{
    const bool first = turn <= 0;
    struct zm_limits limits = {
        .seconds = (double)wish->movetime / 1000,
        .nodes = (uint64_t)wish->nodes,
        .depth = (int)wish->depth,
        .clock = (double)(first ? wish->wtime : wish->btime) / 1000,
        .increment = (double)(first ? wish->winc : wish->binc) / 1000,
        .moves_to_go = (int)wish->movestogo,
        .ponder = wish->ponder || wish->infinite,
        .lines = lines,
    };
    if (wish->mate > 0 && (limits.depth == 0 || limits.depth > 2 * wish->mate - 1))
        limits.depth = (int)(2 * wish->mate - 1);
    return limits;
}

static const char *begin(struct uci *uci, void (*work)(void *user), bool held,
                         struct zm_error *error)
{
    return session_begin(uci->session, work, uci, held, error);
}

/* The last job, if it still runs, makes room for the next. */
static void prepare(struct uci *uci)
{
    session_stop(uci->session);
    session_wait(uci->session);
    uci_done(uci);
}

void uci_go(struct uci *uci, const char *at)
{
    struct session *const s = uci->session;
    struct zm_error error;
    struct wish wish;
    const char *wrong = read_wish(&wish, at, &error);
    if (!wrong) {
        prepare(uci);
        uci->root = zm_position_copy(s->position, &error);
        wrong = uci->root ? NULL : error.text;
    }
    if (!wrong) {
        uci->limits = limits_of(&wish, zm_position_turn(uci->root), uci->lines);
        uci->perft = (int)wish.perft;
        uci->ponders = wish.ponder && !wish.infinite;
        uci->told = UINT64_MAX;
        if (wish.searchmoves)
            wrong = read_moves(uci, wish.searchmoves, &error);
    }
    if (!wrong && uci->debug)
        session_say(s, "info string search %s, seconds %g clock %g nodes %llu depth %d",
                    s->level ? "level" : s->search->algorithm->name, uci->limits.seconds,
                    uci->limits.clock, (unsigned long long)uci->limits.nodes, uci->limits.depth);
    if (!wrong)
        wrong = uci->perft ? begin(uci, count, false, &error)
                           : begin(uci, think, wish.infinite || wish.ponder, &error);
    if (wrong)
        session_say(s, "info string %s", wrong);
}

void uci_bench(struct uci *uci, const char *at)
{
    (void)at;
    struct zm_error error;
    prepare(uci);
    uci->root = zm_position_new(uci->session->game, &error);
    if (!uci->root || begin(uci, measure, false, &error))
        session_say(uci->session, "info string %s", error.text);
}
