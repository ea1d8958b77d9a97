/* Gomoku against a plain copy of its rules (gomoku_naive.h): which moves are legal, who wins,
 * what every cell is worth; and wins by force, each replayed against every legal answer. */
#include "gomoku_naive.h"
#include "gomoku_problems.h"
#include "search/perft.h"
#include "tap.h"

static struct zm_error error;

static const struct zm_game *opened(const char *name, const char *options)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    if (!game) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
    return game;
}

static struct zm_position *placed(const struct zm_game *game, const char *text)
{
    struct zm_position *const p = zm_position_new(game, &error);
    if (zm_position_read(p, text, &error)) {
        printf("Bail out! %s: %s\n", text, error.text);
        exit(1);
    }
    return p;
}

static struct naive naive_of(const struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    const char *const options = zm_game_options(game);
    struct naive b = { .size = game->grid.rows };
    b.rules = options && strstr(options, "renju")      ? N_RENJU
              : options && strstr(options, "standard") ? N_STANDARD
                                                       : N_FREESTYLE;
    game->cells(zm_position_state(p), -1, b.cell);
    return b;
}

/* ------------------------------------------------------------ random games -- */

/* Are the levels that the position keeps count of those that a walk along all lines finds? */
static int wrong_levels(const struct zm_position *p, struct naive *b, int mover)
{
    enum { LEVELS = 16, FIRST_TERM = 2 }; /* the two below count for nothing */
    const struct zm_game *const game = zm_position_game(p);
    int times[2 * LEVELS] = { 0 }, wrong = 0;
    struct zm_term term[128];
    const int n = game->terms(zm_position_state(p), term);
    for (int i = 0; i < n; i++)
        if (term[i].index < 2 * LEVELS)
            times[term[i].index] += term[i].times;
    for (int cell = 0; cell < b->size * b->size; cell++)
        if (b->cell[cell] == '.') {
            times[naive_level(b, cell, mover ? 'O' : 'X')]--;
            times[LEVELS + naive_level(b, cell, mover ? 'X' : 'O')]--;
        }
    for (int i = 0; i < 2 * LEVELS; i++)
        wrong += i % LEVELS >= FIRST_TERM && times[i] != 0;
    return wrong;
}

static int wrong_moves(const struct zm_position *p, struct naive *b)
{
    int wrong = 0;
    for (int cell = 0; cell < b->size * b->size; cell++) {
        const bool forbidden = b->rules == N_RENJU && zm_position_turn(p) == 0 &&
                               b->cell[cell] == '.' && naive_level(b, cell, 'X') == 1;
        wrong += zm_position_legal(p, (zm_move)cell) != (b->cell[cell] == '.' && !forbidden);
    }
    return wrong;
}

/* Players who like what moves() lists first make dense positions with many threats. */
static void random_game(const char *options, uint64_t *seed, int every)
{
    const struct zm_game *const game = opened("gomoku", options);
    struct zm_position *const p = zm_position_new(game, &error);
    int wrong = 0, plies = 0;
    for (; zm_position_turn(p) >= 0 && !wrong; plies++) {
        const zm_move *list;
        struct naive b = naive_of(p);
        const int n = zm_position_moves(p, &list), turn = zm_position_turn(p);
        if (plies % every == 0)
            wrong += wrong_levels(p, &b, turn) + wrong_moves(p, &b);
        const zm_move m = list[zm_random(seed, (uint32_t)(n < 9 ? n : 9))];
        b.cell[m] = "XO"[turn];
        zm_position_play(p, m, &error);
        const bool won = naive_wins(&b, (int)m);
        wrong += zm_position_payoff(p, turn) != won;
        wrong += won && zm_position_turn(p) != ZM_OVER;
        wrong += !won && zm_position_turn(p) == ZM_OVER && plies + 1 < b.size * b.size &&
                 b.rules != N_RENJU;
    }
    OKF(wrong == 0, "%s, %d plies", options, plies);
    zm_position_free(p);
    zm_game_close(game);
}

static void test_random_games(void)
{
    static const char *const options[] = {
        "size=15",
        "rules=standard",
        "rules=renju",
        "size=5",
        "size=6 rules=standard",
        "size=5 rules=renju",
        "size=20 rules=renju",
        "size=20",
        "size=9 rules=renju",
        "size=10 rules=standard",
    };
    uint64_t seed = 3;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        random_game(options[i], &seed, 29);
}

/* The same game as mnk with five in a row for two players. */
static void test_like_mnk(void)
{
    const struct zm_game *const game = opened("gomoku", "size=7");
    const struct zm_game *const mnk = opened("mnk", "rows=7 columns=7 line=5 players=2");
    uint64_t seed = 9;
    int differences = 0, won = 0;
    for (int round = 0; round < 200; round++) {
        struct zm_position *const a = zm_position_new(game, &error);
        struct zm_position *const b = zm_position_new(mnk, &error);
        while (!differences && zm_position_turn(a) >= 0) {
            const zm_move *list;
            const int n = zm_position_moves(a, &list);
            const zm_move m = list[zm_random(&seed, (uint32_t)n)];
            zm_position_play(a, m, &error);
            differences += zm_position_play(b, m, &error) != NULL;
            differences += zm_position_turn(a) != zm_position_turn(b);
            differences += zm_position_payoff(a, 0) != zm_position_payoff(b, 0);
        }
        won += zm_position_payoff(a, 0) != 0;
        zm_position_free(a);
        zm_position_free(b);
    }
    EQ(differences, 0);
    OKF(won > 50 && won < 200, "%d games were won", won);
    zm_game_close(game);
    zm_game_close(mnk);
}

/* -------------------------------------------------------- hand-made positions -- */

/* On an empty row, X and O as given, from a8; then is a stone of the player to move at this
 * cell legal, and does it win? Rows 1 and 15 take the stones that make it that player's
 * turn. */
static const struct {
    const char *rules, *position, *move;
    bool legal, wins;
} rule[] = {
    /* Black: five in a row; six in a row. */
    { "freestyle", "OO1OO10/15/15/15/15/15/15/4XXXX7/15/15/15/15/15/15/15", "i8", true, true },
    { "freestyle", "OO1OO1O8/15/15/15/15/15/15/3XXX1XX6/15/15/15/15/15/15/15", "g8", true, true },
    { "standard", "OO1OO1O8/15/15/15/15/15/15/3XXX1XX6/15/15/15/15/15/15/15", "g8", true, false },
    { "renju", "OO1OO1O8/15/15/15/15/15/15/3XXX1XX6/15/15/15/15/15/15/15", "g8", false, false },
    { "standard", "OO1OO10/15/15/15/15/15/15/4XXXX7/15/15/15/15/15/15/15", "i8", true, true },
    { "renju", "OO1OO10/15/15/15/15/15/15/4XXXX7/15/15/15/15/15/15/15", "i8", true, true },
    /* White: six in a row. */
    { "renju", "XX1XX1X8/15/15/15/15/15/15/3OOO1OO6/X14/15/15/15/15/15/15", "g8", true, true },
    { "standard", "XX1XX1X8/15/15/15/15/15/15/3OOO1OO6/X14/15/15/15/15/15/15", "g8", true, false },
    /* Two open threes at h8, a row and a column. */
    { "renju", "O1O1O1O8/15/15/15/15/7X7/7X7/5XX8/15/15/15/15/15/15/15", "h8", false, false },
    { "freestyle", "O1O1O1O8/15/15/15/15/7X7/7X7/5XX8/15/15/15/15/15/15/15", "h8", true, false },
    /* ... of which one is stopped by white at one end, and open no more. */
    { "renju", "O1O1O10/15/15/15/15/7X7/7X7/4OXX8/15/15/15/15/15/15/15", "h8", true, false },
    /* A four and an open three are allowed; two fours are not. */
    { "renju", "O1O1O1O8/15/15/15/15/7X7/7X7/3OXXX8/15/15/15/15/15/15/X14", "h8", true, false },
    { "renju", "O1O1O1O1O6/15/15/15/7X7/7X7/7X7/3OXXX8/15/15/15/15/15/15/15", "h8", false, false },
    /* X.X_X.X: two fours in one row. For white, and with other rules, no harm is done. */
    { "renju", "O1O1O1O8/15/15/15/15/15/15/4X1X1X1X4/15/15/15/15/15/15/15", "h8", false, false },
    { "standard", "O1O1O1O8/15/15/15/15/15/15/4X1X1X1X4/15/15/15/15/15/15/15", "h8", true, false },
    { "renju", "X1X1X1X8/15/15/15/15/15/15/4O1O1O1O4/15/15/15/X14/15/15/15", "h8", true, false },
    /* A straight four is one four. */
    { "renju", "O1O1O10/15/15/15/15/15/15/5XX1X6/15/15/15/15/15/15/15", "h8", true, false },
    /* A three next to another black stone, which makes a six of its five: no open three. */
    { "renju", "O1O1O1O1O1O4/15/15/15/15/7X7/7X7/4XX2X1X4/15/15/15/15/15/15/15", "h8", true,
      false },
    /* Two fours and a five: the five counts. */
    { "renju", "O1O1O1O1O1O1O2/15/15/15/7X7/7X7/7X7/3XXXX8/15/15/15/15/15/15/15", "h8", true,
      true },
};

static void test_rules(void)
{
    for (size_t i = 0; i < sizeof rule / sizeof *rule; i++) {
        char options[64];
        snprintf(options, sizeof options, "rules=%s", rule[i].rules);
        const struct zm_game *const game = opened("gomoku", options);
        struct zm_position *const p = placed(game, rule[i].position);
        const int turn = zm_position_turn(p), row = atoi(rule[i].move + 1);
        const zm_move m = (zm_move)((15 - row) * 15 + rule[i].move[0] - 'a');
        OKF(zm_position_legal(p, m) == rule[i].legal, "%s: %s %s", rule[i].rules, rule[i].position,
            rule[i].move);
        if (rule[i].legal) {
            OK(!zm_position_play(p, m, &error));
            OKF((zm_position_turn(p) == ZM_OVER) == rule[i].wins &&
                    zm_position_payoff(p, turn) == rule[i].wins,
                "%s: %s %s", rule[i].rules, rule[i].position, rule[i].move);
        }
        zm_position_free(p);
        zm_game_close(game);
    }
}

static void test_text(void)
{
    static const struct {
        const char *text;
        bool good;
    } position[] = {
        { "5/5/2X2/5/5", true },
        { "5/5/..X../5/5", true },
        { "5/1O3/2X2/5/5", true },
        { "XXXXX/OOOO1/5/5/5", true },
        { "XXXX1/OOOOO/X4/5/5", true },
        { "XXXXX/OOOO1/O4/5/5", false },
        { "XXXXX/OOOOO/5/5/5", false },
        { "5/5/2O2/5/5", false },
        { "5/5/2XX1/5/5", false },
        { "5/5/2X2/5", false },
        { "5/5/2X2/5/5/5", false },
        { "5/5/2X3/5/5", false },
        { "5/5/2X1/5/5", false },
        { "5/5/2Y2/5/5", false },
        { "", false },
        { "5/5/0X4/5/5", false },
        { "5/5/2X2/5/5 ", false },
        { "99999999999/5/5/5/5", false },
    };
    const struct zm_game *const game = opened("gomoku", "size=5");
    struct zm_position *const p = zm_position_new(game, &error);
    for (size_t i = 0; i < sizeof position / sizeof *position; i++)
        OKF(!zm_position_read(p, position[i].text, &error) == position[i].good, "\"%s\"",
            position[i].text);
    OK(!zm_position_read(p, "XXXXX/OOOO1/5/5/5", &error));
    EQ(zm_position_turn(p), ZM_OVER);
    EQ(zm_position_payoff(p, 0), 1);
    OK(!zm_position_read(p, "5/1O3/2X2/5/5", &error));
    EQ(zm_position_read_move(p, "a1", &error), 20);
    EQ(zm_position_read_move(p, "e5", &error), 4);
    OK(zm_position_read_move(p, "b4", &error) == ZM_NO_MOVE);
    zm_position_free(p);
    zm_game_close(game);
    static const char *const bad[] = { "size=4", "size=21", "size=15x", "rules=go",
                                       "rules=", "rows=15", "size",     "size=99999999999" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        OKF(zm_game_open("gomoku", bad[i], &error) == NULL, "\"%s\": %s", bad[i], error.text);
}

static void test_counts(void)
{
    const struct zm_game *const game = opened("gomoku", "size=9");
    struct zm_position *const p = zm_position_new(game, &error);
    struct perft_result r;
    perft(p, 3, &r, &error);
    EQ(r.leaves, 81 * 80 * 79);
    zm_position_free(p);
    zm_game_close(game);
}

/* ------------------------------------------------------------- wins by force -- */

/* Replay the line on the plain board: after each stone of the attacker, every legal answer
 * but the one in the line must leave the attacker a five, and none may win. */
static const char *proves(const struct zm_position *start, const struct threats_win *win)
{
    struct zm_position *const p = zm_position_copy(start, &error);
    struct naive b = naive_of(p);
    const int me = zm_position_turn(p);
    const char attacker = "XO"[me], defender = "XO"[1 - me];
    const char *wrong = win->length % 2 == 1 && win->length == win->plies
                            ? NULL
                            : "the line is not as long as it says";
    for (int i = 0; i < win->length && !wrong; i += 2) {
        const int cell = (int)win->line[i];
        if (!zm_position_legal(p, win->line[i])) {
            wrong = "the attacker's move is not legal";
            break;
        }
        zm_position_play(p, win->line[i], &error);
        b.cell[cell] = attacker;
        if (naive_wins(&b, cell)) {
            wrong = i + 1 == win->length ? NULL : "the line goes on after the end";
            break;
        }
        if (i + 1 == win->length)
            wrong = "the line ends before the game does";
        for (int answer = 0; answer < b.size * b.size && !wrong; answer++) {
            if (!zm_position_legal(p, (zm_move)answer))
                continue;
            b.cell[answer] = defender;
            if (naive_wins(&b, answer))
                wrong = "the defender wins";
            else if (answer != (int)win->line[i + 1] && naive_winning_cell(&b, attacker) < 0)
                wrong = "an answer that is not in the line refutes it";
            b.cell[answer] = '.';
        }
        if (!wrong) {
            zm_position_play(p, win->line[i + 1], &error);
            b.cell[win->line[i + 1]] = defender;
        }
    }
    zm_position_free(p);
    return wrong;
}

static int solved;

static void try_problem(const char *rules, int plies, const char *text, bool slowly)
{
    char options[64];
    snprintf(options, sizeof options, "rules=%s", rules);
    const struct zm_game *const game = opened("gomoku", options);
    struct zm_position *const p = placed(game, text);
    bool finished;
    const struct threats_win win = win_by_force(p, 1, 0, 0, &finished);
    struct naive b = naive_of(p);
    OKF(finished && win.plies == plies && win.width == (plies > 0), "%s %d plies: %s", rules, plies,
        text);
    if (win.width) {
        const char *const wrong = proves(p, &win);
        OKF(!wrong, "%s", wrong ? wrong : "proven against all answers");
        solved += !wrong && !strcmp(rules, "freestyle");
    }
    if (slowly) {
        const char attacker = "XO"[zm_position_turn(p)];
        OKF(plies == 0 || naive_vcf(&b, attacker, plies), "plainly so: %s", text);
        OKF(!naive_vcf(&b, attacker, plies ? plies - 2 : 9), "and no sooner");
    }
    zm_position_free(p);
    zm_game_close(game);
}

/* tests/data/gomoku-vcf.txt: 50 problems for the usual rules, some for the others, and
 * positions without a win by fours. The plain search takes the short ones. */
static void test_problems(bool all_slowly)
{
    char path[4096], line[1024], rules[32], text[512];
    int plies;
    snprintf(path, sizeof path, "%s/tests/data/gomoku-vcf.txt", getenv("SOURCE"));
    FILE *const file = fopen(path, "r");
    if (!OKF(file != NULL, "%s", path))
        return;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%31s %d %511s", rules, &plies, text) == 3 && rules[0] != '#')
            try_problem(rules, plies, text, all_slowly);
    fclose(file);
    EQ(solved, 50);
}

/* The verifier verified: a line with a wrong move, and one that is too short. */
static void test_verifier(void)
{
    const struct zm_game *const game = opened("gomoku", NULL);
    struct zm_position *const p = zm_position_new(game, &error);
    zm_position_play_text(p, "h8 a1 h9 c1 h10 e1 g7 g1 f6 i1", &error);
    struct threats_win win = win_by_force(p, 1, 0, 0, NULL);
    EQ(win.plies, 3);
    OK(!proves(p, &win));
    struct threats_win other = win;
    other.line[0] = 0;
    OKF(proves(p, &other) != NULL, "another first move");
    other = win;
    other.length = other.plies = 1;
    OKF(proves(p, &other) != NULL, "too short");
    zm_position_free(p);
    zm_game_close(game);
}

/* Open threes as well: a win by force is replayed against every legal answer, with the
 * library asked anew for each next move. */
static int refuted, replayed;

static void replay(struct zm_position *p, int width, int plies)
{
    struct naive b = naive_of(p);
    const int me = zm_position_turn(p), at_once = naive_winning_cell(&b, "XO"[me]);
    replayed++;
    if (at_once >= 0)
        return;
    const struct threats_win win = win_by_force(p, width, plies, 0, NULL);
    if (!win.width || win.length == 0) {
        refuted++;
        return;
    }
    zm_position_play(p, win.line[0], &error);
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    zm_move answers[400];
    memcpy(answers, list, (size_t)n * sizeof *list);
    for (int i = 0; i < n && !refuted; i++) {
        zm_position_play(p, answers[i], &error);
        if (zm_position_turn(p) == ZM_OVER)
            refuted++;
        else
            replay(p, width, win.plies - 2);
        zm_position_undo(p);
    }
    zm_position_undo(p);
}

static void test_threes(void)
{
    /* Two open threes at once, on a board where nothing else happens. */
    const struct zm_game *const game = opened("gomoku", "size=9");
    struct zm_position *const p = zm_position_new(game, &error);
    zm_position_play_text(p, "e5 a1 f5 c1 d6 a9 d7 c9", &error);
    EQ(win_by_force(p, 1, 0, 0, NULL).width, 0);
    const struct threats_win win = win_by_force(p, 2, 0, 0, NULL);
    EQ(win.width, 2);
    EQ(win.plies, 5);
    replay(p, 2, win.plies);
    OKF(refuted == 0 && replayed > 1000, "%d positions", replayed);
    zm_position_free(p);
    zm_game_close(game);
}

int main(int count, char **arguments)
{
    const bool slowly = count > 1 && !strcmp(arguments[1], "long");
    test_random_games();
    test_like_mnk();
    test_rules();
    test_text();
    test_counts();
    test_verifier();
    test_problems(slowly);
    test_threes();
    return tap_done();
}
