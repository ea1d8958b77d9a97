/* Searches that do not deepen: what they know of each move at the root is true, they visit what
 * their kernel visits, and who listens hears of it while they think. */
#include "match/player.h"
#include "tap.h"

static struct zm_error error;

enum { MOVES = 256 };

static struct zm_position *position_of(const char *name, const char *options, const char *moves)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    if (p && zm_position_play_text(p, moves, &error))
        printf("# %s\n", error.text);
    return p;
}

static void close_position(struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    zm_position_free(p);
    zm_game_close(game);
}

/* What plain minimax (expectiminimax, max^n) gives each move, for who moves. */
static int true_values(const struct zm_position *p, const char *plain, int depth, double value[])
{
    const struct zm_game *const game = zm_position_game(p);
    const zm_move *list;
    const int n = zm_position_moves(p, &list), me = zm_position_turn(p);
    for (int i = 0; i < n; i++) {
        struct zm_position *const child = zm_position_copy(p, &error);
        const struct zm_limits limits = { .depth = depth - 1 };
        struct zm_result result = { .value = NAN };
        zm_position_play(child, list[i], &error);
        if (zm_position_turn(child) == ZM_OVER) {
            value[i] = zm_position_payoff(child, me);
        } else {
            struct zm_search *const search = zm_search_new(game, plain, &error);
            zm_search_run(search, child, &limits, &result, &error);
            value[i] = zm_position_turn(child) == me ? result.value
                       : game->players == 2          ? -result.value
                                                     : result.values[me];
            zm_search_free(search);
        }
        zm_position_free(child);
    }
    return n;
}

static int place_of(const struct zm_position *p, zm_move m)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return i;
    return -1;
}

static void ignore(void *user, const struct zm_step *step)
{
    (void)user;
    (void)step;
}

/* The kernel called for the root, which is what who watches gets, visits no more and no less. */
static void visits_the_same(const struct zm_position *p, const char *spec,
                            const struct zm_result *result)
{
    struct zm_result whole;
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    zm_search_watch(search, ignore, NULL);
    OK(!zm_search_run(search, p, NULL, &whole, &error));
    OKF(whole.nodes == result->nodes && whole.leaves == result->leaves &&
            whole.move == result->move && whole.value == result->value &&
            whole.exact == result->exact,
        "%s %s: %llu nodes, value %g; %llu, %g", zm_position_game(p)->name, spec,
        (unsigned long long)result->nodes, result->value, (unsigned long long)whole.nodes,
        whole.value);
    zm_search_free(search);
}

/* Every move has a value or a bound, which is true; and the best is worth what the search says. */
static void values_are_true(const char *name, const char *options, const char *moves,
                            const char *spec, const char *plain, int depth)
{
    double value[MOVES];
    struct zm_other others[MOVES];
    struct zm_result result;
    struct zm_position *const p = position_of(name, options, moves);
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    const int n = true_values(p, plain, depth, value);
    EQ(zm_search_others(search, others, MOVES), 0);
    OK(!zm_search_run(search, p, NULL, &result, &error));
    EQ(zm_search_others(search, others, MOVES), n);
    EQ(zm_search_others(search, others, 1), 1);
    zm_search_others(search, others, MOVES);
    int good = 0, valued = 0;
    bool best = false;
    for (int i = 0; i < n; i++) {
        const double v = value[place_of(p, others[i].move)];
        good += others[i].least <= v && v <= others[i].most;
        valued += others[i].least == others[i].most;
        best |= others[i].move == result.move && others[i].least == result.value &&
                others[i].most == result.value && (others[i].exact || !result.exact);
    }
    OKF(good == n && best, "%s %s %s: %d of %d moves true, %d with a value", name, moves, spec,
        good, n, valued);
    if (!strcmp(spec, plain) || !strncmp(spec, "maxn", 4) || !strncmp(spec, "minimax", 7))
        EQ(valued, n);
    visits_the_same(p, spec, &result);
    zm_search_free(search);
    close_position(p);
}

/* Pruned at chance nodes and not. */
static void values_with_dice(const char *spec)
{
    struct zm_other plain[MOVES], pruned[MOVES];
    struct zm_result result;
    struct zm_position *const p = position_of("pig", "goal=8", "");
    struct zm_search *const all =
        zm_search_new(zm_position_game(p), "expectiminimax:depth=6", &error);
    struct zm_search *const some = zm_search_new(zm_position_game(p), spec, &error);
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    OK(!zm_search_run(all, p, NULL, &result, &error));
    EQ(zm_search_others(all, plain, MOVES), n);
    visits_the_same(p, "expectiminimax:depth=6", &result);
    OK(!zm_search_run(some, p, NULL, &result, &error));
    EQ(zm_search_others(some, pruned, MOVES), n);
    for (int i = 0; i < n; i++)
        OKF(pruned[i].least <= plain[i].least + 1e-9 && pruned[i].most >= plain[i].most - 1e-9,
            "%s: %g <= %g <= %g", spec, pruned[i].least, plain[i].least, pruned[i].most);
    visits_the_same(p, spec, &result);
    zm_search_free(all);
    zm_search_free(some);
    close_position(p);
}

/* Proof numbers: what was answered of each move, and in the end of the best. */
static void answers_are_true(const char *name, const char *moves)
{
    double value[MOVES];
    struct zm_other others[MOVES];
    struct zm_result result;
    struct zm_position *const p = position_of(name, NULL, moves);
    struct zm_search *const search = zm_search_new(zm_position_game(p), "pns", &error);
    const int n = true_values(p, "alphabeta", 99, value);
    int good = 0, best = -1;
    OK(!zm_search_run(search, p, NULL, &result, &error) && result.exact);
    EQ(zm_search_others(search, others, MOVES), n);
    for (int i = 0; i < n; i++) {
        const double v = value[place_of(p, others[i].move)];
        good += others[i].least <= v && v <= others[i].most && others[i].exact &&
                (others[i].most <= result.value || isinf(others[i].most));
        if (others[i].move == result.move)
            best = i;
    }
    OKF(good == n && best >= 0 && others[best].least == result.value, "%s %s: %d of %d", name,
        moves, good, n);
    zm_search_free(search);
    close_position(p);
}

/* ----------------------------------------------------------------- listening -- */

struct heard {
    struct zm_search *search; /* or ... */
    struct player *player;
    const struct zm_position *p;
    int times, enough;
    bool sound; /* legal moves alone, intervals that are none the other way round */
    int moves;  /* of which something was told */
    uint64_t nodes;
};

static void hear(void *user, const struct zm_result *so_far)
{
    struct heard *const h = user;
    struct zm_other others[MOVES];
    const int n = h->player ? player_others(h->player, others, MOVES)
                            : zm_search_others(h->search, others, MOVES);
    h->times++;
    h->sound &= zm_position_legal(h->p, so_far->move) && so_far->line[0] == so_far->move &&
                so_far->length > 0 && so_far->nodes >= h->nodes;
    h->nodes = so_far->nodes;
    for (int i = 0; i < n; i++)
        h->sound &= zm_position_legal(h->p, others[i].move) && others[i].least <= others[i].most;
    h->moves = n;
    if (h->times < h->enough)
        return;
    if (h->player)
        player_stop(h->player);
    else
        zm_search_stop(h->search);
}

/* A search that would take long is heard of before it is stopped: of its moves, or that the first
 * of them takes long. */
static void tells_while_it_thinks(const char *name, const char *options, const char *spec,
                                  bool of_moves)
{
    struct zm_position *const p = position_of(name, options, "");
    struct heard h = { .p = p, .sound = true, .enough = 2 };
    struct zm_result result;
    h.search = zm_search_new(zm_position_game(p), spec, &error);
    zm_search_listen(h.search, hear, &h);
    OK(!zm_search_run(h.search, p, NULL, &result, &error));
    OKF(result.stopped && h.times == 2 && h.sound && (h.moves > 0 || !of_moves),
        "%s %s: heard %d times, %d moves", name, spec, h.times, h.moves);
    OK(zm_position_legal(p, result.move));
    zm_search_free(h.search);
    close_position(p);
}

/* ... and listening changes nothing. */
static void listening_is_free(const char *name, const char *spec)
{
    struct zm_position *const p = position_of(name, NULL, "");
    struct zm_result result[2];
    for (int i = 0; i < 2; i++) {
        struct heard h = { .p = p, .enough = 1 << 30 };
        h.search = zm_search_new(zm_position_game(p), spec, &error);
        if (i)
            zm_search_listen(h.search, hear, &h);
        OK(!zm_search_run(h.search, p, NULL, &result[i], &error));
        zm_search_free(h.search);
    }
    OKF(result[0].nodes == result[1].nodes && result[0].move == result[1].move &&
            (result[0].value == result[1].value ||
             (isnan(result[0].value) && isnan(result[1].value))),
        "%s %s", name, spec);
    close_position(p);
}

/* A level that judges move by move tells after each, and plays the same whoever listens; one that
 * leaves the choice to a search lets that one tell. */
static void levels_tell(const char *name, const char *spec, bool by_search)
{
    struct zm_position *const p = position_of(name, NULL, "");
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    struct zm_result result[2];
    struct heard h = { .p = p, .sound = true, .enough = 1 << 30 };
    for (int i = 0; i < 2; i++) {
        const struct zm_limits limits = { .seconds = 60 };
        h.player = player_new(zm_position_game(p), spec, 1, &error);
        if (i)
            player_listen(h.player, hear, &h);
        OK(!player_choose(h.player, p, &limits, &result[i], &error));
        OK((player_search(h.player) != NULL) == by_search);
        player_free(h.player);
    }
    OKF(h.sound && result[0].move == result[1].move && result[0].value == result[1].value,
        "%s %s: told %d times", name, spec, h.times);
    if (!by_search) {
        EQ(h.times, n + 1);
        EQ(h.moves, n);
    }
    close_position(p);
}

int main(void)
{
    values_are_true("tictactoe", NULL, "b2", "minimax", "minimax", 99);
    values_are_true("connect4", NULL, "4453", "minimax:depth=4", "minimax", 4);
    values_are_true("connect4", NULL, "4453", "alphabeta:hash=0,depth=5", "minimax", 5);
    values_are_true("connect4", NULL, "112233", "alphabeta:form=minmax,depth=5", "minimax", 5);
    values_are_true("tictactoe", NULL, "a1", "alphabeta:order=best,cut=strict", "minimax", 99);
    values_are_true("othello", NULL, "f5", "paranoid:depth=4", "minimax", 4);
    values_are_true("mnk", NULL, "a1 b1", "maxn:depth=4", "maxn", 4);
    values_are_true("mnk", NULL, "a1 b1 c1 a2 b2 a3", "maxn", "maxn", 99);
    values_are_true("nim", NULL, "", "expectiminimax:depth=5", "minimax", 5);
    values_with_dice("expectiminimax:depth=6,prune=star1");
    values_with_dice("expectiminimax:depth=6,prune=star2");
    answers_are_true("tictactoe", "");
    answers_are_true("tictactoe", "a1 b1");
    answers_are_true("nim", "");

    tells_while_it_thinks("othello", NULL, "minimax:depth=9", false);
    tells_while_it_thinks("connect4", NULL, "uct:sims=100000000", true);
    tells_while_it_thinks("connect4", NULL, "pns", true);
    tells_while_it_thinks("mnk", "rows=5 columns=5 line=4", "maxn:depth=12", false);
    listening_is_free("othello", "minimax:depth=5");
    listening_is_free("connect4", "alphabeta:hash=0,depth=9");
    listening_is_free("connect4", "uct:sims=20000");
    listening_is_free("connect4", "pns:nodes=300000");
    levels_tell("connect4", "level:3", false);
    levels_tell("othello", "level:5", false);
    levels_tell("tictactoe", "level:10", true);
    levels_tell("mnk", "level:4", true);
    return tap_done();
}
