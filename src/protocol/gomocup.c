/* gomocup.c -- the manager tells the opponent's moves, we answer with ours. Coordinates are
 * X,Y from 0, the column first; which move that is, the game itself tells by its clicks().
 *
 * While we think the manager may change the limits (INFO) or end it all (END); any other
 * line waits until our move is out. */
#include "protocol/gomocup.h"

#include "base/sentence.h"
#include "match/player.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* The rules as the manager adds them up. */
enum { RULE_EXACTLY_FIVE = 1, RULE_CONTINUOUS = 2, RULE_RENJU = 4 };

enum { NO_BOARD, BOARD_READY, BOARD_COMES }; /* BOARD_COMES: between BOARD and DONE */

static void error_line(struct gomocup *g, const char *text)
{
    session_say(g->session, "ERROR %s", text);
}

static void complain(void *user, const char *text)
{
    struct gomocup *const g = user;
    session_wait(g->session);
    error_line(g, text);
}

/* ---------------------------------------------------------------- the board -- */

static const char *no_board(struct zm_error *error)
{
    return sentence(error, "there is no board yet; expected START first");
}

static const char *set_options(struct gomocup *g, struct zm_error *error)
{
    char options[64], now[64] = "";
    const char *const rules = g->rule & RULE_RENJU          ? "renju"
                              : g->rule & RULE_EXACTLY_FIVE ? "standard"
                                                            : "freestyle";
    if (g->rule & ~(RULE_EXACTLY_FIVE | RULE_RENJU))
        return sentence(error, "rule %d is not supported; expected 0, 1 or 4", g->rule);
    snprintf(options, sizeof options, "size=%d rules=%s", g->size, rules);
    if (zm_game_options(g->session->game))
        snprintf(now, sizeof now, "%s", zm_game_options(g->session->game));
    if (!strcmp(options, now))
        return session_forget(g->session, error) ? error->text : session_restart(g->session, error);
    return session_reopen(g->session, options, error);
}

/* The rules may be told after START: they hold from the first move on. */
static const char *ready(struct gomocup *g, struct zm_error *error)
{
    if (g->state == NO_BOARD)
        return no_board(error);
    if (zm_position_plies(g->session->position) == 0 && !zm_position_origin(g->session->position))
        return set_options(g, error);
    return NULL;
}

/* "X,Y" or "X,Y,FIELD", each a number below `most`. */
static bool read_numbers(const char *at, int count, const long long most[], long long number[])
{
    char text[64], *rest = text;
    word_rest(at, text, sizeof text);
    for (int i = 0; i < count; i++) {
        const char *const word = strsep(&rest, ",");
        if (!word || !word_number(word, 0, most[i] - 1, &number[i]))
            return false;
    }
    return !rest;
}

static const char *read_cell(const struct gomocup *g, const char *at, int *cell,
                             struct zm_error *error)
{
    const long long most[] = { g->size, g->size };
    long long number[2];
    if (!read_numbers(at, 2, most, number))
        return sentence(error, "expected X,Y, each from 0 to %d", g->size - 1);
    *cell = (int)(number[1] * g->size + number[0]);
    return NULL;
}

int gomocup_cell(const struct zm_position *p, zm_move m)
{
    uint16_t cell[ZM_MAX_CLICKS] = { 0 };
    zm_position_game(p)->clicks(zm_position_state(p), m, cell);
    return cell[0];
}

static const char *play_cell(struct gomocup *g, int cell, struct zm_error *error)
{
    struct zm_position *const p = g->session->position;
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; i < n; i++)
        if (gomocup_cell(p, list[i]) == cell)
            return zm_position_play(p, list[i], error);
    return sentence(error, "%d,%d cannot be played: %s", cell % g->size, cell / g->size,
                    n == 0 ? "the game is over" : "it is not free, or forbidden");
}

/* The stones are there at once, in no order: who has as many or one less is to move. */
const char *gomocup_set(struct gomocup *g, const char cells[], struct zm_error *error)
{
    char text[GOMOCUP_CELLS + 32];
    struct zm_text t = { text, sizeof text, 0 };
    for (int cell = 0; cell < g->size * g->size; cell++)
        zm_print(&t, "%s%c", cell && cell % g->size == 0 ? "/" : "", cells[cell]);
    return zm_position_read(g->session->position, text, error);
}

/* ----------------------------------------------------------------- thinking -- */

/* A little is kept back for the way to the manager's clock. */
static struct zm_limits limits_of(const struct gomocup *g)
{
    const struct zm_limits *const own = &g->session->setup.limits;
    struct zm_limits limits = { .seconds = 0 };
    const double turn = (double)g->turn / 1000;
    if (g->turn == 0)
        limits.depth = 1; /* as fast as possible */
    else if (g->turn > 0)
        limits.seconds = fmax(turn - fmin(0.1 * turn, 0.1), 0.001);
    if (g->left >= 0 && g->left < INT32_MAX)
        limits.clock = fmax((double)g->left / 1000, 0.01);
    else if (g->match > 0 && g->left < 0)
        limits.clock = (double)g->match / 1000;
    if (g->turn < 0 && limits.clock <= 0 && own->seconds <= 0 && own->nodes == 0 && own->depth == 0)
        limits.nodes = PLAYER_NODES;
    return limits;
}

static void step(void *user, const struct zm_result *so_far)
{
    const struct gomocup *const g = user;
    char line[256];
    session_show_line(g->session->position, so_far->line, so_far->length, " ", line, sizeof line);
    session_say(g->session, "MESSAGE depth %d value %+.2f nodes %llu seconds %.2f line %s",
                so_far->depth, so_far->value, (unsigned long long)so_far->nodes, so_far->seconds,
                line);
}

static void think(void *user)
{
    struct gomocup *const g = user;
    struct zm_position *const p = g->session->position;
    struct zm_result result;
    struct zm_error error;
    const char *wrong = session_choose(g->session, p, &g->limits, &result, &error);
    const int cell = wrong ? 0 : gomocup_cell(p, result.move);
    if (!wrong)
        wrong = zm_position_play(p, result.move, &error);
    if (wrong)
        error_line(g, wrong);
    else
        session_say(g->session, "%d,%d", cell % g->size, cell / g->size);
}

static const char *answer(struct gomocup *g, struct zm_error *error, void (*job)(void *user))
{
    if (zm_position_turn(g->session->position) == ZM_OVER)
        return sentence(error, "the game is over");
    g->limits = limits_of(g);
    return session_begin(g->session, job, g, false, error);
}

/* ----------------------------------------------------------------- commands -- */

/* NULL: done. */
typedef const char *command_fn(struct gomocup *g, const char *at, struct zm_error *error);

static const char *start(struct gomocup *g, long long size, struct zm_error *error)
{
    const int before = g->size;
    g->size = (int)size;
    /* Rules that we do not know are complained about when we are to move. */
    const int rule = g->rule;
    g->rule &= RULE_EXACTLY_FIVE | RULE_RENJU;
    const char *const wrong = set_options(g, error);
    g->rule = rule;
    if (wrong) {
        g->size = before;
        return wrong;
    }
    g->state = BOARD_READY;
    session_say(g->session, "OK");
    return NULL;
}

static const char *do_start(struct gomocup *g, const char *at, struct zm_error *error)
{
    char word[32];
    long long size;
    word_next(&at, word, sizeof word);
    if (!word_number(word, 1, 1000, &size))
        return sentence(error, "expected START SIZE");
    return start(g, size, error);
}

static const char *do_rectstart(struct gomocup *g, const char *at, struct zm_error *error)
{
    static const long long most[] = { 1000, 1000 };
    long long number[2];
    if (!read_numbers(at, 2, most, number))
        return sentence(error, "expected RECTSTART WIDTH,HEIGHT");
    if (number[0] != number[1])
        return sentence(error, "only square boards are supported, of 5 to 20 lines");
    return start(g, number[0], error);
}

static const char *do_restart(struct gomocup *g, const char *at, struct zm_error *error)
{
    (void)at;
    if (g->state == NO_BOARD)
        return no_board(error);
    return start(g, g->size, error);
}

static const char *do_begin(struct gomocup *g, const char *at, struct zm_error *error)
{
    (void)at;
    return ready(g, error) ? error->text : answer(g, error, think);
}

static const char *do_turn(struct gomocup *g, const char *at, struct zm_error *error)
{
    int cell = 0;
    if (ready(g, error) || read_cell(g, at, &cell, error) || play_cell(g, cell, error))
        return error->text;
    return answer(g, error, think);
}

/* The manager chooses a move of ours, which we answer as if it were ours indeed. */
static const char *do_play(struct gomocup *g, const char *at, struct zm_error *error)
{
    int cell = 0;
    if (ready(g, error) || read_cell(g, at, &cell, error) || play_cell(g, cell, error))
        return error->text;
    session_say(g->session, "%d,%d", cell % g->size, cell / g->size);
    return NULL;
}

static const char *board_comes(struct gomocup *g, bool swap2, struct zm_error *error)
{
    if (g->state == NO_BOARD)
        return no_board(error);
    if (set_options(g, error))
        return error->text;
    memset(g->cells, '.', sizeof g->cells);
    g->swap2 = swap2;
    g->stones = 0;
    g->board_error.text[0] = '\0';
    g->state = BOARD_COMES;
    return NULL;
}

static const char *do_board(struct gomocup *g, const char *at, struct zm_error *error)
{
    (void)at;
    return board_comes(g, false, error);
}

static const char *do_swap2board(struct gomocup *g, const char *at, struct zm_error *error)
{
    (void)at;
    return board_comes(g, true, error);
}

/* A line "X,Y,FIELD", after SWAP2BOARD "X,Y". The first mistake is remembered and told after
 * DONE, when the manager listens again. */
static void board_line(struct gomocup *g, const char *at)
{
    const long long most[] = { g->size, g->size, 4 };
    long long number[3] = { 0, 0, g->stones % 2 + 1 };
    if (g->board_error.text[0])
        return;
    if (!read_numbers(at, g->swap2 ? 2 : 3, most, number) || number[2] == 0) {
        sentence(&g->board_error, "\"%.40s\": expected X,Y%s or DONE", at,
                 g->swap2 ? "" : ",FIELD");
        return;
    }
    g->stones++;
    char *const cell = &g->cells[number[1] * g->size + number[0]];
    if (number[2] == 3)
        sentence(&g->board_error, "continuous games are not supported");
    else if (*cell != '.')
        sentence(&g->board_error, "\"%.40s\": there is a stone already", at);
    else
        *cell = number[2] == 1 ? 'X' : 'O';
}

/* X were ours, but X begin: with one stone less than the other it is we who are second. */
static const char *do_done(struct gomocup *g, struct zm_error *error)
{
    int ahead = 0;
    g->state = BOARD_READY;
    if (g->board_error.text[0])
        return sentence(error, "%s", g->board_error.text);
    if (g->swap2 && g->stones != 0 && g->stones != 3 && g->stones != 5)
        return sentence(error, "an opening of %d stones; expected none, 3 or 5", g->stones);
    if (g->swap2)
        return gomocup_set(g, g->cells, error) ? error->text : answer(g, error, gomocup_swap2);
    for (int i = 0; i < g->size * g->size; i++)
        ahead += g->cells[i] == 'O' ? 1 : g->cells[i] == 'X' ? -1 : 0;
    if (ahead != 0 && ahead != 1)
        return sentence(error, "it is not our turn: the opponent must have as many stones as we "
                               "have, or one more");
    for (int i = 0; ahead && i < g->size * g->size; i++)
        g->cells[i] = g->cells[i] == 'O' ? 'X' : g->cells[i] == 'X' ? 'O' : '.';
    return gomocup_set(g, g->cells, error) ? error->text : answer(g, error, think);
}

static const char *do_takeback(struct gomocup *g, const char *at, struct zm_error *error)
{
    struct zm_position *const p = g->session->position;
    char cells[32 * 32];
    int cell = 0;
    if (g->state == NO_BOARD)
        return no_board(error);
    if (read_cell(g, at, &cell, error))
        return error->text;
    const int plies = zm_position_plies(p);
    g->session->game->cells(zm_position_state(p), -1, cells);
    if (cells[cell] == '.')
        return sentence(error, "there is no stone to take back");
    /* The last move, if that is the one; else the board without it. */
    if (plies > 0 && zm_position_undo(p)) {
        char before[32 * 32];
        g->session->game->cells(zm_position_state(p), -1, before);
        if (before[cell] != '.')
            zm_position_redo(p);
        else
            cells[cell] = '.';
    }
    if (cells[cell] != '.') {
        cells[cell] = '.';
        if (gomocup_set(g, cells, error))
            return sentence(error, "that stone was not set last");
    }
    session_say(g->session, "OK");
    return NULL;
}

static const char *do_about(struct gomocup *g, const char *at, struct zm_error *error)
{
    (void)at, (void)error;
    session_say(g->session, "name=\"Zermelo\", version=\"%s\", author=\"the authors of Zermelo\"",
                zm_version());
    return NULL;
}

/* Keys and values that we have no use for are ignored, and nothing is answered. */
static void do_info(struct gomocup *g, const char *at)
{
    char key[32], value[32];
    long long number;
    word_next(&at, key, sizeof key);
    word_next(&at, value, sizeof value);
    if (!word_number(value, -INT64_C(1000000000000), INT64_C(1000000000000000), &number))
        return;
    if (!strcasecmp(key, "timeout_turn"))
        g->turn = number > 0 ? number : 0;
    else if (!strcasecmp(key, "timeout_match"))
        g->match = number > 0 ? number : 0;
    else if (!strcasecmp(key, "time_left"))
        g->left = number > 0 ? number : 0;
    else if (!strcasecmp(key, "rule") && number >= 0 && number <= 15)
        g->rule = (int)number;
}

/* Half of the memory we may use is for the table; the rest of us needs far less. */
static void set_memory(struct gomocup *g, const char *at)
{
    enum { MEGABYTE = 1 << 20, MOST = 1024 };
    char value[32];
    long long bytes;
    struct zm_error error;
    struct session_setup setup = g->session->setup;
    word_next(&at, value, sizeof value);
    if (!word_number(value, 0, INT64_C(1000000000000000), &bytes))
        return;
    const long long half = bytes / 2 / MEGABYTE;
    setup.hash = bytes == 0 ? 0 : half < 1 ? 1 : half > MOST ? MOST : (int)half;
    if (setup.hash != g->session->setup.hash)
        session_change(g->session, &setup, &error);
}

static const struct command {
    const char *name;
    command_fn *run;
} command[] = {
    { "START", do_start },           { "RECTSTART", do_rectstart }, { "RESTART", do_restart },
    { "BEGIN", do_begin },           { "TURN", do_turn },           { "BOARD", do_board },
    { "TAKEBACK", do_takeback },     { "ABOUT", do_about },         { "PLAY", do_play },
    { "SWAP2BOARD", do_swap2board },
};
enum { COMMANDS = sizeof command / sizeof *command };

static bool read_line(void *user, const char *line)
{
    struct gomocup *const g = user;
    struct zm_error error;
    const char *at = line, *wrong = NULL;
    char word[32];
    if (!word_next(&at, word, sizeof word))
        return true;
    if (!strcasecmp(word, "END"))
        return false;
    if (!strcasecmp(word, "INFO")) {
        const char *after = at;
        char key[32];
        word_next(&after, key, sizeof key);
        if (strcasecmp(key, "max_memory") != 0) {
            do_info(g, at);
            return true;
        }
        session_wait(g->session);
        set_memory(g, after);
        return true;
    }
    session_wait(g->session);
    if (g->state == BOARD_COMES && !strcasecmp(word, "DONE")) {
        wrong = do_done(g, &error);
    } else if (g->state == BOARD_COMES) {
        board_line(g, line);
    } else {
        int i = 0;
        while (i < COMMANDS && strcasecmp(command[i].name, word) != 0)
            i++;
        if (i < COMMANDS)
            wrong = command[i].run(g, at, &error);
        else
            session_say(g->session, "UNKNOWN command \"%s\"", word);
    }
    if (wrong)
        error_line(g, wrong);
    return true;
}

void gomocup_run(struct session *s, FILE *in)
{
    static const struct protocol protocol = { read_line, complain };
    struct gomocup g = { .session = s, .turn = -1, .match = -1, .left = -1 };
    session_listen(s, step, &g);
    session_serve(s, in, &protocol, &g);
    session_listen(s, NULL, NULL);
}
