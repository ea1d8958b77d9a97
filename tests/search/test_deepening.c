/* Around the deep search: several lines, what is known of the other moves, the clock, thinking in
 * the opponent's time, the distance of a win. */
#include "search/timing.h"
#include "tap.h"

#include <zermelo/zermelo.h>

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static struct zm_error error;

/* What minimax gives the move, for who makes it. */
static double by_minimax(const struct zm_position *p, zm_move m, int depth)
{
    struct zm_position *const child = zm_position_copy(p, &error);
    struct zm_result result = { .value = NAN };
    double value = NAN;
    zm_position_play(child, m, &error);
    if (zm_position_turn(child) == ZM_OVER) {
        value = zm_position_payoff(child, zm_position_turn(p));
    } else {
        struct zm_search *const minimax = zm_search_new(zm_position_game(p), "minimax", &error);
        const struct zm_limits less = { .depth = depth - 1 };
        zm_search_run(minimax, child, &less, &result, &error);
        zm_search_free(minimax);
        value = -result.value;
    }
    zm_position_free(child);
    return value;
}

/* Of the moves that are not the best something is known, too, and it is true. */
static void other_moves(const char *name, const char *moves, int depth, int lines)
{
    struct zm_other others[64];
    struct zm_line best[64];
    struct zm_result result;
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    OK(!zm_position_play_text(p, moves, &error));
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    struct zm_search *const search = zm_search_new(game, "alphabeta:without=insight", &error);
    const struct zm_limits limits = { .depth = depth, .lines = lines };
    EQ(zm_search_others(search, others, 64), 0);
    OK(!zm_search_run(search, p, &limits, &result, &error));
    EQ(zm_search_lines(search, best, 64), lines);
    EQ(zm_search_others(search, others, 64), n - lines);
    EQ(zm_search_others(search, others, 1), n > lines);
    bool good = true;
    for (int i = 0; i < n - lines; i++) {
        good &= others[i].most <= best[lines - 1].value &&
                others[i].most >= by_minimax(p, others[i].move, depth);
        for (int k = 0; k < lines; k++)
            good &= others[i].move != best[k].line[0];
    }
    OKF(good, "%s %s, depth %d: bounds of %d moves", name, moves, depth, n - lines);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
}

static void several_lines(const char *name, const char *moves, int depth)
{
    struct zm_line lines[64];
    struct zm_result result;
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    OK(!zm_position_play_text(p, moves, &error));
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    struct zm_search *const search = zm_search_new(game, "alphabeta:without=insight", &error);
    const struct zm_limits limits = { .depth = depth, .lines = n };
    OK(!zm_search_run(search, p, &limits, &result, &error));
    EQ(zm_search_lines(search, lines, 64), n);
    EQ(zm_search_lines(search, lines, 2), 2);
    zm_search_lines(search, lines, 64);
    OK(lines[0].line[0] == result.move && lines[0].value == result.value);
    bool good = true;
    for (int i = 0; i < n; i++) {
        good &= i == 0 || lines[i].value <= lines[i - 1].value;
        for (int k = 0; k < i; k++)
            good &= lines[i].line[0] != lines[k].line[0];
        /* Each has the value that minimax gives the move. */
        struct zm_position *const child = zm_position_copy(p, &error);
        struct zm_result reference = { .value = 0 };
        good &= !zm_position_play(child, lines[i].line[0], &error);
        if (zm_position_turn(child) == ZM_OVER) {
            reference.value = -zm_position_payoff(child, zm_position_turn(p));
        } else {
            struct zm_search *const minimax = zm_search_new(game, "minimax", &error);
            const struct zm_limits less = { .depth = depth - 1 };
            good &= !zm_search_run(minimax, child, &less, &reference, &error);
            zm_search_free(minimax);
        }
        good &= lines[i].value == -reference.value;
        /* And a line that can be played. */
        for (int k = 1; k < lines[i].length; k++)
            good &= !zm_position_play(child, lines[i].line[k], &error);
        zm_position_free(child);
    }
    OKF(good, "%s %s: %d lines", name, moves, n);
    zm_search_free(search);
    struct zm_search *const plain = zm_search_new(game, "minimax", &error);
    EQ(zm_search_lines(plain, lines, 64), -1);
    zm_search_free(plain);
    zm_position_free(p);
    zm_game_close(game);
}

static void the_sooner_win(void)
{
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    static const struct {
        const char *moves;
        int value, distance;
    } known[] = {
        { "a1 b1 a2 b2", 1, 1 }, /* three in line at once  */
        { "a1 b1 a2", -1, 4 },   /* a fork that comes next */
        { "a1 b2", 0, 0 },       /* nobody wins            */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct zm_position *const p = zm_position_new(game, &error);
        struct zm_search *const search = zm_search_new(game, "alphabeta", &error);
        struct zm_result result;
        OK(!zm_position_play_text(p, known[i].moves, &error));
        OK(!zm_search_run(search, p, NULL, &result, &error));
        EQ((int)result.value, known[i].value);
        EQ(result.distance, known[i].distance);
        OK(result.exact);
        zm_search_free(search);
        zm_position_free(p);
    }
    zm_game_close(game);
}

/* However little is left, a move gets some time, and never all of it. */
static void the_clock_is_never_overdrawn(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    bool good = true;
    for (double clock = 0.001; clock < 10000; clock *= 1.7)
        for (double increment = 0; increment < 20; increment = 2 * increment + 0.1)
            for (int to_go = 0; to_go < 50; to_go += 7)
                for (int played = 0; played < 42; played += 9) {
                    const struct zm_limits limits = { .clock = clock,
                                                      .increment = increment,
                                                      .moves_to_go = to_go };
                    const struct timing t = timing_of(&limits, game, played);
                    good &= t.wanted > 0 && t.wanted <= t.most && t.most < clock;
                }
    OK(good);
    /* A whole game of such moves, each using all it may, does not lose on time. */
    double clock = 60;
    for (int played = 0; played < 42; played += 2) {
        const struct timing t =
            timing_of(&(struct zm_limits){ .clock = clock, .increment = 0 }, game, played);
        clock -= t.most;
    }
    OKF(clock > 0, "%g s left", clock);
    const struct timing fixed = timing_of(&(struct zm_limits){ .seconds = 2 }, game, 0);
    OK(fixed.most == 2 && timing_go_on(&fixed, 1.9, 9, 1));
    const struct timing shared = timing_of(&(struct zm_limits){ .clock = 40 }, game, 0);
    OK(timing_go_on(&shared, 0, 0, 0) && !timing_go_on(&shared, shared.wanted, 9, 1));
    zm_game_close(game);
}

static void sleep_milliseconds(long n)
{
    const struct timespec t = { .tv_sec = 0, .tv_nsec = n * 1000000 };
    nanosleep(&t, NULL);
}

struct thinker {
    struct zm_search *search;
    const struct zm_position *p;
    struct zm_limits limits;
    struct zm_result result;
    const char *wrong;
    atomic_bool done;
};

static void *think(void *user)
{
    static struct zm_error own;
    struct thinker *const t = user;
    t->wrong = zm_search_run(t->search, t->p, &t->limits, &t->result, &own);
    atomic_store(&t->done, true);
    return NULL;
}

/* The time that counts begins with the hit; until then the search goes on. */
static void the_opponents_time(const char *spec)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct thinker t = { .search = zm_search_new(game, spec, &error),
                         .p = p,
                         .limits = { .seconds = 0.01, .ponder = true } };
    pthread_t thread;
    pthread_create(&thread, NULL, think, &t);
    sleep_milliseconds(100);
    OKF(!atomic_load(&t.done), "%s thinks on", spec);
    zm_search_hit(t.search);
    pthread_join(thread, NULL);
    OKF(!t.wrong && t.result.stopped && zm_position_legal(p, t.result.move) && t.result.depth > 0,
        "%s has a move, depth %d", spec, t.result.depth);
    zm_search_free(t.search);
    zm_position_free(p);
    zm_game_close(game);
}

enum { STEPS = 7 };

/* The value of each move of p at this depth, in the order of the moves. */
static void values_of_moves(const struct zm_position *p, int depth, double value[])
{
    struct zm_line lines[64];
    struct zm_result result;
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    const struct zm_limits limits = { .depth = depth, .lines = n };
    struct zm_search *const search =
        zm_search_new(zm_position_game(p), "alphabeta:hash=1,without=insight+selective", &error);
    zm_search_run(search, p, &limits, &result, &error);
    zm_search_lines(search, lines, 64);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (lines[k].line[0] == list[i])
                value[i] = lines[k].value;
    zm_search_free(search);
}

static double value_of_move(const struct zm_position *p, zm_move m, const double value[])
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return value[i];
    return -INFINITY;
}

/* What a search answers that is interrupted in a step is, by that step, no worse than what
 * the last full step answered: also where that turns out to be worse than thought, and the
 * step begins again with a wider window. */
static void interrupted(const char *name, uint64_t seed)
{
    double value[STEPS + 1][64];
    zm_move best[STEPS + 1];
    struct zm_result result;
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    for (int i = 0; i < 8; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
    }
    static const char spec[] = "alphabeta:hash=1,without=insight+selective";
    for (int depth = 1; depth <= STEPS; depth++) {
        struct zm_search *const search = zm_search_new(game, spec, &error);
        const struct zm_limits limits = { .depth = depth };
        zm_search_run(search, p, &limits, &result, &error);
        zm_search_free(search);
        best[depth] = result.move;
        values_of_moves(p, depth, value[depth]);
    }
    int worse = 0, tried = 0;
    for (uint64_t nodes = 64;; nodes += nodes / 16) {
        struct zm_search *const search = zm_search_new(game, spec, &error);
        const struct zm_limits limits = { .nodes = nodes };
        zm_search_run(search, p, &limits, &result, &error);
        zm_search_free(search);
        if (result.depth >= STEPS || !result.stopped)
            break;
        if (result.depth == 0)
            continue;
        const double *const next = value[result.depth + 1];
        tried++;
        worse += value_of_move(p, result.move, next) < value_of_move(p, best[result.depth], next);
    }
    OKF(worse == 0, "%s: %d of %d answers are worse than those of a step before", name, worse,
        tried);
    zm_position_free(p);
    zm_game_close(game);
}

struct told {
    struct zm_search *search;
    int depth, lines; /* of the step told last */
    zm_move move;
    double value;
    uint64_t nodes;
    bool in_order, lines_agree;
};

static void hear(void *user, const struct zm_result *so_far)
{
    struct told *const told = user;
    struct zm_line lines[4];
    told->lines = zm_search_lines(told->search, lines, 4);
    told->in_order &= so_far->depth == told->depth + 1 && so_far->nodes > told->nodes;
    told->lines_agree &= lines[0].line[0] == so_far->move && lines[0].value == so_far->value &&
                         so_far->line[0] == so_far->move && so_far->length > 0;
    told->depth = so_far->depth;
    told->nodes = so_far->nodes;
    told->move = so_far->move;
    told->value = so_far->value;
}

/* Who listens hears every step, and hears it before the search is over. */
static void every_step_is_told(const char *spec)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = zm_search_new(game, spec, &error);
    struct told told = { .search = search, .in_order = true, .lines_agree = true };
    const struct zm_limits limits = { .depth = 8, .lines = 2 };
    struct zm_result result, silent;
    zm_search_listen(search, hear, &told);
    OK(!zm_search_run(search, p, &limits, &result, &error));
    OKF(told.in_order && told.lines_agree && told.lines == 2, "%s", spec);
    EQ(told.depth, 8);
    OK(told.move == result.move && told.value == result.value);
    zm_search_listen(search, NULL, NULL);
    told.depth = 0;
    OK(!zm_search_run(search, p, &limits, &silent, &error));
    EQ(told.depth, 0);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
}

/* Listening changes nothing. */
static void listening_is_free(void)
{
    const struct zm_game *const game = zm_game_open("othello", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    const struct zm_limits limits = { .nodes = 20000 };
    struct zm_result result[2];
    for (int i = 0; i < 2; i++) {
        struct zm_search *const search = zm_search_new(game, "alphabeta:hash=1", &error);
        struct told told = { .search = search };
        if (i)
            zm_search_listen(search, hear, &told);
        OK(!zm_search_run(search, p, &limits, &result[i], &error));
        zm_search_free(search);
    }
    EQ(result[0].nodes, result[1].nodes);
    OK(result[0].move == result[1].move && result[0].value == result[1].value &&
       result[0].depth == result[1].depth);
    zm_position_free(p);
    zm_game_close(game);
}

static void some_moves_alone(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    OK(!zm_position_play_text(p, "112233", &error)); /* 4 wins at once */
    const zm_move one = zm_position_read_move(p, "1", &error);
    const zm_move seven = zm_position_read_move(p, "7", &error);
    const zm_move some[] = { seven, one }, twice[] = { one, one }, none[] = { 12345 };
    struct zm_search *const search = zm_search_new(game, "alphabeta", &error);
    struct zm_search *const minimax = zm_search_new(game, "minimax:depth=2", &error);
    struct zm_limits limits = { .depth = 6, .moves = some, .move_count = 2, .lines = 3 };
    struct zm_result result;
    struct zm_line lines[4];
    OK(!zm_search_run(search, p, &limits, &result, &error));
    OK(result.move == one || result.move == seven);
    EQ(zm_search_lines(search, lines, 4), 2);
    OK(zm_search_run(minimax, p, &limits, &result, &error));
    limits.moves = twice;
    OK(zm_search_run(search, p, &limits, &result, &error));
    limits.moves = none;
    limits.move_count = 1;
    OK(zm_search_run(search, p, &limits, &result, &error));
    /* And nothing of it stays in the table. */
    OK(!zm_search_run(search, p, NULL, &result, &error));
    OK(result.move == zm_position_read_move(p, "4", &error));
    zm_search_free(search);
    zm_search_free(minimax);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        interrupted("connect4", seed);
        interrupted("othello", seed);
    }
    other_moves("tictactoe", "", 4, 1);
    other_moves("connect4", "4433", 5, 1);
    other_moves("connect4", "4433", 4, 3);
    several_lines("tictactoe", "", 4);
    several_lines("tictactoe", "b2 a1 c1", 6);
    several_lines("connect4", "4433", 5);
    the_sooner_win();
    the_clock_is_never_overdrawn();
    the_opponents_time("alphabeta");
    the_opponents_time("alphabeta:threads=2");
    every_step_is_told("alphabeta");
    every_step_is_told("alphabeta:threads=2");
    listening_is_free();
    some_moves_alone();
    return tap_done();
}
