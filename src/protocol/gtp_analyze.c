/* gtp_analyze.c -- thinking aloud, as Leela Zero and KataGo do: what the search holds of each
 * move, in one line every so often, until another line of input comes or the move is made.
 *
 *     info move D4 visits 120 winrate 5432 prior 310 lcb 5011 order 0 pv D4 C3 info move ...
 *
 * A search that keeps a tree is asked for it by a second thread, for it is busy; one that deepens
 * tells its lines itself after each step. */
#include "protocol/gtp.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "notation/sgf.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { TREE_NODES = 2000, LONGEST_PV = 20 };

/* What is told of one move. */
struct told {
    uint64_t visits;
    double winrate, prior, value;
    int order, length;
    zm_move line[LONGEST_PV];
};

/* ------------------------------------------------------------------- writing -- */

/* A bound below which the true rate hardly lies. */
static double lower_bound(const struct told *t)
{
    const double n = (double)t->visits;
    return n > 0 ? fmax(0, t->winrate - 1.96 * sqrt(t->winrate * (1 - t->winrate) / n + 1 / n / n))
                 : 0;
}

static void write_told(FILE *out, const struct gtp *gtp, const struct told *t)
{
    char line[1024], move[256];
    const struct zm_position *const p = gtp->session->position;
    zm_position_show_move(p, t->line[0], move, sizeof move);
    session_show_line(p, t->line, t->length, " ", line, sizeof line);
    fprintf(out, "%sinfo move %s visits %llu ", t->order > 0 ? " " : "", move,
            (unsigned long long)t->visits);
    if (gtp->wish.kata)
        fprintf(out, "winrate %.4f scoreMean %.2f scoreLead %.2f prior %.4f lcb %.4f", t->winrate,
                t->value, t->value, t->prior, lower_bound(t));
    else
        fprintf(out, "winrate %.0f prior %.0f lcb %.0f", 10000 * t->winrate, 10000 * t->prior,
                10000 * lower_bound(t));
    fprintf(out, " order %d pv %s", t->order, *line ? line : move);
}

/* Whose the points are at the end of the playouts, and by how much the game is won then. */
struct owned {
    double *share; /* NULL: not known */
    double points; /* for who moves   */
};

static struct owned owned_now(const struct gtp *gtp)
{
    const struct zm_game *const game = gtp->session->game;
    const size_t cells = (size_t)game->grid.rows * (size_t)game->grid.columns;
    struct owned owned = { NULL, 0 };
    if (!game->owners || game->players != 2)
        return owned;
    owned.share = malloc(2 * cells * sizeof *owned.share);
    if (owned.share && zm_search_owners(gtp->session->search, owned.share, &owned.points) == 0) {
        free(owned.share);
        owned.share = NULL;
    }
    owned.points /= sgf_point_unit(game);
    if (zm_position_turn(gtp->session->position) == 1)
        owned.points = -owned.points;
    return owned;
}

/* What every point is worth to who moves, from the top left. */
static void write_ownership(FILE *out, const struct gtp *gtp, const struct owned *owned)
{
    const struct zm_grid *const grid = &gtp->session->game->grid;
    const int cells = grid->rows * grid->columns,
              me = zm_position_turn(gtp->session->position) == 1;
    fputs(" ownership", out);
    for (int i = 0; i < cells; i++)
        fprintf(out, " %.2f",
                owned->share[me * cells + i] - owned->share[(1 - me) * cells + i] + 0.0);
}

/* ------------------------------------------------------------------ the tree -- */

/* The line of the moves visited most from this node on. */
static void follow(const struct zm_tree_node list[], int n, int at, struct told *t)
{
    while (at > 0 && t->length < LONGEST_PV) {
        t->line[t->length++] = list[at].move;
        int next = 0;
        for (int i = at + 1; i < n && !next; i++)
            if (list[i].parent == at && list[i].visits > 0)
                next = i;
        at = next;
    }
}

static void write_tree(FILE *out, const struct gtp *gtp)
{
    struct zm_tree_node *const list = malloc(TREE_NODES * sizeof *list);
    const struct owned owned = owned_now(gtp);
    const int n = list ? zm_search_tree(gtp->session->search, list, TREE_NODES) : 0;
    int order = 0;
    for (int i = 1; i < n && order < gtp->wish.moves; i++) {
        if (list[i].parent != 0 || list[i].visits == 0)
            continue;
        struct told t = { .visits = list[i].visits,
                          .winrate = list[i].win,
                          .prior = list[i].prior,
                          .value = owned.share ? owned.points : list[i].value,
                          .order = order };
        order++;
        follow(list, n, i, &t);
        write_told(out, gtp, &t);
    }
    if (n > 0 && gtp->wish.root && gtp->wish.kata)
        fprintf(out, " rootInfo visits %llu winrate %.4f scoreLead %.2f",
                (unsigned long long)list[0].visits, list[0].win,
                owned.share ? owned.points : list[0].value);
    if (order > 0 && gtp->wish.ownership && gtp->wish.kata && owned.share)
        write_ownership(out, gtp, &owned);
    free(owned.share);
    free(list);
}

/* ----------------------------------------------------------------- the lines -- */

/* From the value alone: what a game pays at the most is a win for certain. */
static double winrate_of(const struct zm_game *game, double value, bool exact)
{
    if (exact && value != 0)
        return value > 0;
    return fmin(1, fmax(0, 0.5 + 0.5 * value / game->max_payoff));
}

static void write_lines(FILE *out, const struct gtp *gtp, const struct zm_result *so_far)
{
    const int most = gtp->wish.moves < ZM_MAX_LINE ? gtp->wish.moves : ZM_MAX_LINE;
    struct zm_line *const lines = malloc((size_t)most * sizeof *lines);
    const int n = lines ? zm_search_lines(gtp->session->search, lines, most) : 0;
    for (int i = 0; i < n; i++) {
        struct told t = { .visits = i == 0 ? so_far->nodes : 0,
                          .winrate = winrate_of(gtp->session->game, lines[i].value, lines[i].exact),
                          .value = lines[i].value,
                          .order = i,
                          .length = lines[i].length < LONGEST_PV ? lines[i].length : LONGEST_PV };
        memcpy(t.line, lines[i].line, (size_t)t.length * sizeof *t.line);
        write_told(out, gtp, &t);
    }
    free(lines);
}

/* One line of the answer, unless there is nothing to tell. */
static void tell(const struct gtp *gtp, const struct zm_result *so_far)
{
    char *text = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&text, &length);
    if (!out)
        return;
    if (so_far)
        write_lines(out, gtp, so_far);
    else
        write_tree(out, gtp);
    fclose(out);
    if (length > 0)
        session_say(gtp->session, "%s", text);
    free(text);
}

static bool keeps_tree(const struct gtp *gtp)
{
    const struct zm_search *const search = gtp->session->search;
    return search && search->algorithm->search == search_mcts;
}

static void step(void *user, const struct zm_result *so_far)
{
    const struct gtp *const gtp = user;
    if (!keeps_tree(gtp))
        tell(gtp, so_far);
}

/* ---------------------------------------------------------------- the threads -- */

struct ticker {
    const struct gtp *gtp;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool over;
};

static void *tick(void *user)
{
    struct ticker *const t = user;
    double next = clock_now();
    pthread_mutex_lock(&t->lock);
    while (!t->over) {
        struct timespec until;
        next += t->gtp->wish.seconds;
        until.tv_sec = (time_t)next;
        until.tv_nsec = (long)((next - floor(next)) * 1e9);
        while (!t->over && pthread_cond_timedwait(&t->changed, &t->lock, &until) == 0)
            ;
        if (!t->over)
            tell(t->gtp, NULL);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Choose a move, telling what is thought meanwhile. */
static const char *think_aloud(struct gtp *gtp, struct zm_result *result)
{
    struct session *const s = gtp->session;
    struct ticker ticker = { .gtp = gtp };
    pthread_condattr_t monotonic;
    pthread_t thread;
    const bool tree = keeps_tree(gtp);
    pthread_mutex_init(&ticker.lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&ticker.changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    const bool ticks = tree && pthread_create(&thread, NULL, tick, &ticker) == 0;
    const char *const wrong = session_choose(s, s->position, &gtp->limits, result, &gtp->error);
    if (ticks) {
        pthread_mutex_lock(&ticker.lock);
        ticker.over = true;
        pthread_cond_signal(&ticker.changed);
        pthread_mutex_unlock(&ticker.lock);
        pthread_join(thread, NULL);
    }
    if (tree && !wrong)
        tell(gtp, NULL);
    pthread_cond_destroy(&ticker.changed);
    pthread_mutex_destroy(&ticker.lock);
    return wrong;
}

/* The job. The answer has begun already: whatever happens, an empty line must end it. */
static void analyze(void *user)
{
    struct gtp *const gtp = user;
    struct session *const s = gtp->session;
    const double begin = clock_now();
    struct zm_result result;
    char text[GTP_MOVE];
    const char *wrong = think_aloud(gtp, &result);
    thinker_hold(&s->thinker);
    if (!wrong && gtp->wish.plays) {
        wrong = gtp_chosen(gtp, result.move, true, begin, text);
        if (!wrong)
            session_say(s, "play %s", text);
    }
    if (wrong)
        session_say(s, "info string %s", wrong);
    session_say(s, "%s", "");
}

/* ------------------------------------------------------------------- reading -- */

static const char *read_yes(const char *key, const char *value, bool *yes, struct zm_error *error)
{
    *yes = !strcasecmp(value, "true");
    return *yes || !strcasecmp(value, "false")
               ? NULL
               : sentence(error, "syntax error: %.20s takes true or false", key);
}

/* What KataGo knows besides, about things that are not kept here: left out with its value. */
static bool is_left_out(const char *key)
{
    static const char *const word[] = { "minmoves",       "movesOwnership", "movesOwnershipStdev",
                                        "ownershipStdev", "pvVisits",       "pvEdgeVisits",
                                        "noResultValue" };
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (!strcasecmp(key, word[i]))
            return true;
    return false;
}

static const char *read_pair(struct gtp_wish *wish, const char *key, const char *value,
                             struct zm_error *error)
{
    long long number;
    if (!strcasecmp(key, "interval") || !strcasecmp(key, "maxmoves")) {
        if (!word_number(value, 0, 1000000, &number))
            return sentence(error, "syntax error: %.20s takes a number", key);
        if (!strcasecmp(key, "interval"))
            wish->seconds = (double)number / 100;
        else
            wish->moves = (int)number;
        return NULL;
    }
    if (!strcasecmp(key, "ownership"))
        return read_yes(key, value, &wish->ownership, error);
    if (!strcasecmp(key, "rootInfo"))
        return read_yes(key, value, &wish->root, error);
    if (!strcasecmp(key, "avoid") || !strcasecmp(key, "allow"))
        return sentence(error, "%.20s is not supported", key);
    return is_left_out(key)
               ? NULL
               : sentence(error,
                          "syntax error: \"%.20s\"; expected a colour, centiseconds, interval, "
                          "maxmoves, ownership or rootInfo",
                          key);
}

/* [COLOUR] [CENTISECONDS] and pairs of words. */
static const char *read_wish(struct gtp *gtp, const char *at, int *player, struct zm_error *error)
{
    struct gtp_wish *const wish = &gtp->wish;
    char key[64], value[64];
    long long number;
    wish->seconds = 1;
    wish->moves = ZM_MAX_LINE;
    while (word_next(&at, key, sizeof key)) {
        int named;
        if (word_number(key, 0, 1000000, &number)) {
            wish->seconds = (double)number / 100;
            continue;
        }
        if (gtp_is_colour(key, &named) && named >= 0 && named < gtp->session->game->players) {
            *player = named;
            continue;
        }
        const bool pair = word_next(&at, value, sizeof value);
        if (read_pair(wish, key, pair ? value : "", error))
            return error->text;
        if (!pair)
            return gtp_syntax_error;
    }
    wish->seconds = fmax(wish->seconds, 0.01);
    wish->moves = wish->moves > 0 ? wish->moves : 1;
    return NULL;
}

static const char *begin(struct gtp *gtp, const char *at, struct gtp_wish wish,
                         struct zm_error *error)
{
    struct session *const s = gtp->session;
    int player = zm_position_turn(s->position);
    bool changed = false;
    gtp->wish = wish;
    const char *wrong = read_wish(gtp, at, &player, error);
    if (wrong)
        return wrong;
    if (player == ZM_OVER && !wish.plays)
        return "the game is over";
    if (gtp_may_think(gtp, player, &changed, error))
        return error->text;
    gtp->limits = wish.plays ? gtp_limits(gtp, player) : (struct zm_limits){ .ponder = true };
    gtp->limits.lines =
        s->search && search_compares(s->search) && !keeps_tree(gtp) ? gtp->wish.moves : 0;
    session_listen(s, step, gtp);
    session_say(s, "=%s", gtp->id);
    gtp->streams = !wish.plays;
    gtp->borrows = changed && !wish.plays;
    wrong = session_begin(s, analyze, gtp, !wish.plays, error);
    if (wrong)
        session_say(s, "info string %s\n", wrong); /* the answer has begun */
    return NULL;
}

const char *gtp_lz_analyze(struct gtp *gtp, const char *at, struct zm_text *out,
                           struct zm_error *error)
{
    (void)out;
    return begin(gtp, at, (struct gtp_wish){ .kata = false }, error);
}

const char *gtp_kata_analyze(struct gtp *gtp, const char *at, struct zm_text *out,
                             struct zm_error *error)
{
    (void)out;
    return begin(gtp, at, (struct gtp_wish){ .kata = true }, error);
}

const char *gtp_lz_genmove_analyze(struct gtp *gtp, const char *at, struct zm_text *out,
                                   struct zm_error *error)
{
    (void)out;
    return begin(gtp, at, (struct gtp_wish){ .plays = true }, error);
}

const char *gtp_kata_genmove_analyze(struct gtp *gtp, const char *at, struct zm_text *out,
                                     struct zm_error *error)
{
    (void)out;
    return begin(gtp, at, (struct gtp_wish){ .kata = true, .plays = true }, error);
}
