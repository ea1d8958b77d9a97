/* SGF: all of a file is kept and written again; what is broken is said with line and column;
 * main lines become positions, positions trees. GNU Go, where it is installed, must understand
 * our files and we its. */
#include "base/files.h"
#include "notation/sgf.h"
#include "tap.h"

#include <stdlib.h>
#include <unistd.h>

static struct zm_error error;

static char *text_of(const struct sgf *sgf)
{
    struct zm_text t = { NULL, 0, 0 };
    sgf_write(sgf, &t);
    char *const text = malloc(t.length + 1);
    t = (struct zm_text){ text, t.length + 1, 0 };
    text[0] = '\0';
    sgf_write(sgf, &t);
    return text;
}

/* ----------------------------------------------------------------- the tree -- */

static const char collection[] =
    "\xEF\xBB\xBF(;FF[4]GM[1]SZ[9]KM[5.5]\n"
    "  GN[An example \\[one\\]]XYZ[what\\] is][this?]AB[aa:bc][ee]\n"
    "PL[W]C[Black has set up.\nWhite, to move\\\n, thinks.]MULTIGOGM[1]\n"
    ";White[dd] ; B [ee]\n"
    "(;W[]TR[aa][bb]) (;W[ff](;B[gg]C[a\\\\])(;B[tt]))(;W[ae]))\r\n"
    "(;GM[4](;B[aa];W[bb])(;B[cc]))";

static void test_tree(void)
{
    struct sgf sgf, again;
    OK(!sgf_read(&sgf, collection, &error));
    EQ(sgf.nodes, 12);
    const int second = sgf.node[0].sibling;
    EQ(second, 8);
    EQ(sgf.node[second].sibling, -1);
    EQ(sgf_find(&sgf, 0, "AB")->values, 2);
    EQ(sgf_find(&sgf, 0, "XYZ")->values, 2);
    OK(sgf_find(&sgf, 0, "MULTIGOGM") && !sgf_find(&sgf, 0, "GO"));
    OKF(sgf_find(&sgf, 1, "W") != NULL, "%s", "small letters of a name are left out");
    /* The node with three variations. */
    int children = 0;
    for (int at = sgf.node[2].child; at >= 0; at = sgf.node[at].sibling)
        children++;
    EQ(children, 3);
    EQ(sgf.node[2].line, 6);
    EQ(sgf.node[2].column, 12);
    char text[128];
    EQ(sgf_text(sgf_value(&sgf, 0, "C"), true, text, sizeof text), 41);
    SAME(text, "Black has set up.\nWhite, to move, thinks.");
    sgf_text(sgf_value(&sgf, 0, "C"), false, text, sizeof text);
    SAME(text, "Black has set up. White, to move, thinks.");
    sgf_text(sgf_value(&sgf, 0, "GN"), false, text, sizeof text);
    SAME(text, "An example [one]");
    EQ(sgf_text(sgf_value(&sgf, 0, "GN"), false, text, 5), 16);
    SAME(text, "An e");

    char *const once = text_of(&sgf);
    SAME(once, "(;FF[4]GM[1]SZ[9]KM[5.5]GN[An example \\[one\\]]XYZ[what\\] is][this?]AB[aa:bc][ee]"
               "PL[W]C[Black has set up.\nWhite, to move\\\n, thinks.]MULTIGOGM[1];W[dd];B[ee]\n"
               "(;W[]TR[aa][bb])\n(;W[ff]\n(;B[gg]C[a\\\\])\n(;B[tt]))\n(;W[ae]))\n"
               "(;GM[4]\n(;B[aa];W[bb])\n(;B[cc]))\n");
    OK(!sgf_read(&again, once, &error));
    char *const twice = text_of(&again);
    SAME(twice, once);
    free(once);
    free(twice);
    sgf_release(&again);
    sgf_release(&sgf);
}

/* A text is written so that it reads the same. */
static void test_escapes(void)
{
    static const char *const texts[] = { "", "a]b", "back\\slash\\", "two: colons:", "[x]\n[y]" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char file[128] = "", text[64];
        struct zm_text t = { file, sizeof file, 0 };
        struct sgf sgf;
        zm_print(&t, "(;C[");
        sgf_escape(&t, texts[i]);
        zm_print(&t, "])");
        OK(!sgf_read(&sgf, file, &error));
        sgf_text(sgf_value(&sgf, 0, "C"), true, text, sizeof text);
        SAME(text, texts[i]);
        sgf_release(&sgf);
    }
}

static void test_broken(void)
{
    static const struct {
        const char *text, *says;
    } broken[] = {
        { "", "line 1, column 1: expected a game that begins with \"(;\"" },
        { "hello", "line 1, column 1: expected a game that begins with \"(;\"" },
        { "(;B[aa]\n", "line 1, column 1: the game that begins here has no end, expected ')'" },
        { "(;B[aa]\n ;W[bb", "line 2, column 4: the value that begins here has no end" },
        { "(;B[aa\\]", "line 1, column 4: the value that begins here has no end" },
        { "(;B[aa])\n)", "line 2, column 1: this ')' closes nothing" },
        { "(;B[aa])\nx", "line 2, column 1: expected a game that begins with" },
        { "()", "line 1, column 2: expected ';', with which a variation begins" },
        { "(;B[aa]())", "line 1, column 9: expected ';', with which a variation begins" },
        { "(;B[aa](;W[bb]);B[cc])", "line 1, column 16: a node after a variation" },
        { "(;B)", "line 1, column 3: expected a property like B[dd]" },
        { "(;b[aa])", "line 1, column 3: expected a property like B[dd]" },
        { "(;[aa])", "line 1, column 3: expected a property like B[dd], or one of ( ; )" },
        { "(;B[aa]]", "line 1, column 8: expected a property like B[dd], or one of ( ; )" },
        { "(;ABCDEFGHIJKLMNOPQ[aa])", "line 1, column 3: a name of more than 15 capitals" },
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct sgf sgf;
        const char *const wrong = sgf_read(&sgf, broken[i].text, &error);
        OKF(wrong && !strncmp(wrong, broken[i].says, strlen(broken[i].says)), "%s",
            wrong ? wrong : "taken");
        sgf_release(&sgf);
    }
    /* As deep as anybody likes. */
    enum { DEEP = 100000 };
    char *const text = malloc(3 * DEEP + 1), *at = text;
    for (int i = 0; i < DEEP; i++, at += 2)
        memcpy(at, "(;", 2);
    memset(at, ')', DEEP);
    at[DEEP] = '\0';
    struct sgf sgf;
    OK(!sgf_read(&sgf, text, &error));
    EQ(sgf.nodes, DEEP);
    sgf_release(&sgf);
    text[3 * DEEP - 1] = '\0';
    OK(sgf_read(&sgf, text, &error) != NULL);
    sgf_release(&sgf);
    free(text);
}

/* ------------------------------------------------------------------ positions -- */

/* The stones after the whole main line, rows from the top with '/' between; "": it is refused. */
static const char *stones_of(const struct zm_position *p)
{
    static char text[1024];
    static char cell[SGF_LINES * SGF_LINES];
    struct zm_text t = { text, sizeof text, 0 };
    const struct zm_game *const game = zm_position_game(p);
    text[0] = '\0';
    game->cells(zm_position_state(p), -1, cell);
    for (int i = 0; i < game->grid.rows * game->grid.columns; i++)
        zm_print(&t, "%s%c", i && i % game->grid.columns == 0 ? "/" : "", cell[i]);
    return text;
}

/* What a file leads to: the stones and who is to move, or the sentence. */
static const char *leads_to(const char *file)
{
    static char text[1100];
    const struct zm_game *game;
    struct zm_position *const p = zm_record_read(file, &game, &error);
    if (!p)
        return error.text;
    const int turn = zm_position_turn(p);
    snprintf(text, sizeof text, "%s %c", stones_of(p), turn < 0 ? '-' : "XO"[turn]);
    zm_position_free(p);
    zm_game_close(game);
    return text;
}

static void test_positions(void)
{
    static const struct {
        const char *file, *is;
    } cases[] = {
        { "(;SZ[3];B[bb];W[ca])", "..O/.X./... X" },
        { "(;GM[1]FF[4]SZ[3];B[bb](;W[ca];B[cc])(;W[aa]))", "..O/.X./..X O" },
        /* setup: rectangles, taking off, who moves */
        { "(;SZ[4]AB[aa:bb]AW[dd])", "XX../XX../..../...O X" },
        { "(;SZ[4]AB[aa:bb]AW[dd]PL[W])", "XX../XX../..../...O O" },
        { "(;SZ[4]AB[aa:bb]AW[dd];W[da])", "XX.O/XX../..../...O X" },
        { "(;SZ[4]AB[aa][bb])", "X.../.X../..../.... O" },
        { "(;SZ[4]AB[aa:dd]AE[bb])", "XXXX/X.XX/XXXX/XXXX O" },
        { "(;SZ[3];B[aa];AE[aa]AW[cc];B[bb])", ".../.X./..O O" },
        { "(;SZ[3];B[aa];PL[B])", "X../.../... X" },
        { "(;SZ[5:2];B[ea];W[ab])", "....X/O.... X" },
        { "(;SZ[1])", ". X" },
        /* passes, as FF[4] and as FF[3] writes them; and after the end */
        { "(;SZ[2];B[];W[])", "../.. -" },
        { "(;SZ[2];B[tt];W[tt];B[])", "../.. -" },
        { "(;SZ[2];B[];W[];B[aa])", "X./.. O" },
        /* two of the same colour */
        { "(;SZ[3];B[aa];B[bb])", "X../.X./... O" },
        /* captures */
        { "(;SZ[2];B[ab];W[aa];B[ba])", ".X/X. O" },
        /* the rules count: under NZ rules one may take off one's own stones */
        { "(;SZ[2]RU[NZ]AB[ab][ba];W[aa])", ".X/X. X" },
        { "(;GM[4]SZ[5];B[cc];W[dd])", "...../...../..X../...O./..... X" },
        { "(;SZ[2]AB[ab][ba];W[aa])",
          "line 1, column 20: W[aa] cannot be played: it is no legal move here" },
        { "(;SZ[3];B[dd])", "line 1, column 10: B[dd] cannot be played: \"dd\" is not a legal" },
        { "(;SZ[3]\n;B[aa];W[aa])", "line 2, column 9: W[aa] cannot be played" },
        { "(;SZ[3]AB[ad])", "line 1, column 10: AB[ad]: expected a point of the board, as cd" },
        { "(;SZ[3]AB[bb:aa])", "line 1, column 10: AB[bb:aa]: expected a point of the board" },
        { "(;SZ[2]AB[aa][ab][ba][bb])", "line 1, column 10: the position" },
        { "(;SZ[3]PL[x])", "line 1, column 10: PL[x]: expected B or W" },
        { "(;SZ[0])", "line 1, column 5: SZ[0]: expected the size of the board" },
        { "(;SZ[3:x])", "line 1, column 5: SZ[3:x]: expected the size of the board" },
        { "(;SZ[20])", "go: " },
        { "(;KM[1.3])", "line 1, column 5: KM[1.3]: expected whole or half points" },
        { "(;GM[7])", "line 1, column 5: GM[7] is no game that is read here" },
        { "(;SZ[3])(;SZ[3])", "line 1, column 10: another game follows; expected one" },
        { "(;GM[4]SZ[5];B[aa];B[bb])",
          "line 1, column 21: B[bb] cannot be played: it is the turn" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const is = leads_to(cases[i].file);
        OKF(!strncmp(is, cases[i].is, strlen(cases[i].is)), "%zu: %s", i, is);
    }
}

/* Sizes and komi open the game; the names are the seats; HA[] is no more than a word. */
static void test_options(void)
{
    const struct zm_game *game;
    struct zm_position *p;
    for (int size = 1; size <= 19; size++) {
        char file[64];
        snprintf(file, sizeof file, "(;SZ[%d:%d]KM[0.5])", size, 20 - size);
        p = zm_record_read(file, &game, &error);
        OKF(p && game->grid.columns == size && game->grid.rows == 20 - size, "%s", file);
        zm_position_free(p);
        zm_game_close(game);
    }
    p = zm_record_read("(;PB[Ann \\[1d\\]]PW[Bob]HA[2]KM[0.50]RU[aga]AB[dd][pp])", &game, &error);
    SAME(p ? zm_game_options(game) : error.text, "size=19 komi=0.5 superko=situational suicide=no");
    SAME(zm_position_seat(p, 0), "Ann [1d]");
    SAME(zm_position_seat(p, 1), "Bob");
    EQ(zm_position_turn(p), 1);
    zm_position_free(p);
    zm_game_close(game);
}

/* Any game by lot, written and read: the same position, the same moves. */
static void round_trip(const char *name, const char *options, uint64_t seed, int plies)
{
    const struct zm_game *const game = zm_game_open(name, options, &error), *again = NULL;
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    static char text[1 << 14];
    size_t length = 0;
    for (int i = 0; p && i < plies && zm_position_turn(p) != ZM_OVER; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
    }
    zm_position_set_seat(p, 0, "first [a\\b:c]");
    OK(p && !zm_sgf_write(p, text, sizeof text, &length, &error) && length < sizeof text);
    struct zm_position *const q = zm_record_read(text, &again, &error);
    char stones[1024];
    snprintf(stones, sizeof stones, "%s", stones_of(p));
    OKF(q && !strcmp(stones_of(q), stones) && zm_position_turn(q) == zm_position_turn(p) &&
            zm_position_plies(q) == zm_position_plies(p) &&
            !strcmp(zm_position_seat(q, 0), zm_position_seat(p, 0)),
        "%s %s: %s", name, options, q ? "" : error.text);
    static char twice[1 << 14];
    OK(q && !zm_sgf_write(q, twice, sizeof twice, &length, &error));
    SAME(twice, text);
    zm_position_free(q);
    zm_game_close(again);
    zm_position_free(p);
    zm_game_close(game);
}

static void test_writing(void)
{
    for (uint64_t seed = 1; seed < 6; seed++) {
        round_trip("go", "size=9 komi=7.5", seed, 30 * (int)seed);
        round_trip("go", "size=7x4 komi=-1 superko=situational suicide=yes", seed, 60);
        round_trip("go", "size=13 komi=0.5 handicap=4", seed, 50);
        round_trip("go", "size=1 komi=0", seed, 9);
        round_trip("gomoku", "size=9 rules=freestyle", seed, 20);
    }
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    size_t length;
    SAME(zm_sgf_write(p, NULL, 0, &length, &error),
         "a game of connect4 cannot be written as SGF: SGF is read and written here for Go and "
         "Gomoku");
    zm_position_free(p);
    zm_game_close(game);
}

/* -------------------------------------------------------------------- GNU Go -- */

/* Run GNU Go with these arguments and take what it says; false: it is not there. */
static bool gnugo(const char *arguments, char *out, size_t size)
{
    char line[512];
    snprintf(line, sizeof line, "PATH=$PATH:/usr/games timeout 60 gnugo --level 1 --seed 3 %s 2>&1",
             arguments);
    FILE *const pipe = popen(line, "r");
    const size_t n = pipe ? fread(out, 1, size - 1, pipe) : 0;
    out[n] = '\0';
    return pipe && pclose(pipe) == 0;
}

/* The stones of list_stones, in capitals as GTP has them, on our board. */
static bool same_stones(const struct zm_position *p, const char *list, char letter)
{
    const struct zm_game *const game = zm_position_game(p);
    char cell[19 * 19];
    int stones = 0, listed = 0;
    game->cells(zm_position_state(p), -1, cell);
    for (int i = 0; i < game->grid.rows * game->grid.columns; i++)
        stones += cell[i] == letter;
    for (const char *at = list + strspn(list, "= "); *at && *at != '\n'; at += strspn(at, " ")) {
        int column = *at - 'A', row;
        column -= column > 8; /* there is no I */
        at++;
        row = game->grid.rows - (int)strtol(at, (char **)&at, 10);
        if (column < 0 || column >= game->grid.columns || row < 0 || row >= game->grid.rows ||
            cell[row * game->grid.columns + column] != letter)
            return false;
        listed++;
    }
    return stones == listed;
}

/* Does it find the stones of p at the end of this file? */
static bool gnugo_agrees(const struct zm_position *p, const char *path)
{
    char said[1 << 13], arguments[256];
    snprintf(arguments, sizeof arguments,
             "--mode gtp <<E\nloadsgf %s\nlist_stones b\nlist_stones w\nquit\nE\n:", path);
    gnugo(arguments, said, sizeof said);
    const char *const black = strstr(said, "\n\n"), *const white =
                                                        black ? strstr(black + 2, "\n\n") : NULL;
    return white && same_stones(p, black + 2, 'X') && same_stones(p, white + 2, 'O');
}

/* Its games, as it writes them; and ours, as it reads them. */
static void test_gnugo(int size, int moves, const char *options)
{
    char path[] = "/tmp/zermelo-sgf-XXXXXX", arguments[256], said[1 << 13];
    static char text[1 << 14];
    const struct zm_game *game = NULL, *again = NULL;
    size_t length;
    close(mkstemp(path));
    snprintf(arguments, sizeof arguments, "--benchmark %d --boardsize %d %s --quiet -o %s", moves,
             size, options, path);
    if (!gnugo("--version", said, sizeof said)) {
        printf("ok %d - gnugo # SKIP not installed\n", ++tap_count);
        unlink(path);
        return;
    }
    gnugo(arguments, said, sizeof said);
    char *const file = file_read(path, 1 << 16, &error);
    struct zm_position *const p = file ? zm_record_read(file, &game, &error) : NULL;
    if (OKF(p != NULL, "%s", p ? "" : error.text)) {
        EQ(game->grid.rows, size);
        OKF(zm_position_plies(p) >= moves, "%d moves", zm_position_plies(p));
        OK(gnugo_agrees(p, path));
        OK(!zm_sgf_write(p, text, sizeof text, &length, &error) &&
           !file_write(path, text, length, &error));
        OKF(gnugo_agrees(p, path), "%s", "ours as well");
        struct zm_position *const q = zm_record_read(text, &again, &error);
        OK(q && zm_position_plies(q) == zm_position_plies(p));
        zm_position_free(q);
        zm_game_close(again);
    }
    free(file);
    unlink(path);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    test_tree();
    test_escapes();
    test_broken();
    test_positions();
    test_options();
    test_writing();
    test_gnugo(9, 40, "--komi 6.5");
    test_gnugo(13, 12, "--handicap 4");
    return tap_done();
}
