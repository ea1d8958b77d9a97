/* peer.c -- an outside program for the tests of src/match/outside*.c: it speaks all five
 * protocols and, when it is told to, misbehaves.
 *
 *     peer PROTOCOL GAME [FAULT] [LOG]
 *
 * It plays the last legal move. A FAULT begins at a certain moment ("start", "move", "quit":
 * see below). "once-" before it: only if the file LOG.once is not there yet, which the fault
 * makes. All lines it hears are added to LOG, with the ids of its processes. */
#include <zermelo/zermelo.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct zm_game *game;
static struct zm_position *position;
static const char *fault = "";
static const char *log_path;
static FILE *log_file;
static struct zm_error error;

static void note(const char *what, const char *text)
{
    if (log_file) {
        fprintf(log_file, "%s%s\n", what, text);
        fflush(log_file);
    }
}

/* ------------------------------------------------------------------- faults -- */

static bool is(const char *name)
{
    return !strcmp(fault, name);
}

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

static void flood(const char *text)
{
    while (fwrite(text, 1, strlen(text), stdout) > 0)
        ;
}

/* In its child: stay in the group, keep the output open. */
static void have_a_child(void)
{
    const pid_t pid = fork();
    if (pid == 0) {
        signal(SIGTERM, SIG_IGN);
        sleep_for_ever();
    }
    char text[32];
    snprintf(text, sizeof text, "%d", (int)pid);
    note("pid ", text);
}

/* Nobody else has begun with it. */
static void begin_once(void)
{
    char path[4096];
    if (strncmp(fault, "once-", 5) != 0)
        return;
    fault += 5;
    snprintf(path, sizeof path, "%s.once", log_path);
    FILE *const seen = fopen(path, "wx");
    if (seen)
        fclose(seen);
    else
        fault = "";
}

static void fault_at_start(void)
{
    if (is("start-crash"))
        abort();
    if (is("start-exit"))
        exit(3);
    if (is("start-complain")) {
        fprintf(stderr, "first\nno weights\x01 found\n");
        exit(1);
    }
    if (is("start-hang"))
        sleep_for_ever();
    if (is("start-deaf")) {
        close(STDIN_FILENO);
        sleep_for_ever();
    }
    if (is("start-flood"))
        flood("noise without an end ");
    if (is("start-garbage"))
        for (unsigned i = 0; i < 100000; i++)
            putchar((int)(zm_mix(i) & 255));
    if (is("child") || is("child-crash"))
        have_a_child();
    if (is("quit-never"))
        signal(SIGTERM, SIG_IGN);
}

/* Asked for a move: false: go on and answer. */
static void fault_at_move(void)
{
    if (is("move-crash"))
        raise(SIGSEGV);
    if (is("child-crash"))
        abort();
    if (is("move-exit"))
        exit(0);
    if (is("move-hang"))
        sleep_for_ever();
    if (is("move-flood"))
        flood("noise without an end ");
    if (is("move-lines"))
        flood("noise in lines\nmore of it\n");
    if (is("move-errors"))
        while (fputs("complaints without an end", stderr) >= 0)
            ;
    if (is("move-close")) {
        fflush(stdout);
        close(STDOUT_FILENO);
        sleep_for_ever();
    }
    if (is("move-late"))
        usleep(400000);
    if (is("move-garbage"))
        for (unsigned i = 0; i < 100000; i++)
            putchar((int)(zm_mix(i) & 255));
    if (is("move-garbage"))
        putchar('\n');
}

/* ------------------------------------------------------------------ playing -- */

/* Chooses a move and plays it; or a word that is none. */
static const char *choose(char *word, size_t size)
{
    const zm_move *list;
    fault_at_move();
    const int n = zm_position_moves(position, &list);
    const zm_move m = list[n - 1];
    zm_position_show_move(position, m, word, size);
    if (zm_position_play(position, m, &error))
        abort();
    if (is("move-illegal"))
        snprintf(word, size, "%s", "z99");
    if (is("move-none"))
        word[0] = '\0';
    if (is("move-strange"))
        snprintf(word, size, "%s",
                 "\x1b[2J \xff a very long word that is nobody's move at all, "
                 "nor will it be one, however long it may go on and on");
    return word;
}

static void restart(void)
{
    zm_position_free(position);
    position = zm_position_new(game, &error);
}

static void play(const char *word)
{
    const zm_move m = zm_position_read_move(position, word, &error);
    if (m == ZM_NO_MOVE || zm_position_play(position, m, &error)) {
        note("ILLEGAL ", word);
        abort();
    }
}

static bool begins(const char *line, const char *word)
{
    return !strncmp(line, word, strlen(word));
}

/* -------------------------------------------------------------------- speech -- */

static void uci(const char *line)
{
    char word[256];
    static bool waits;
    if (!strcmp(line, "uci")) {
        puts("id name Peer\noption name Hash type spin default 1\noption name Clear Hash type "
             "button\nuciok");
    } else if (!strcmp(line, "isready")) {
        puts("readyok");
    } else if (begins(line, "position")) {
        const char *const moves = strstr(line, " moves "), *const fen = strstr(line, " fen ");
        char text[4096] = "";
        restart();
        if (fen)
            snprintf(text, sizeof text, "%.*s", (int)(moves ? moves - fen - 5 : 4000), fen + 5);
        if ((fen && zm_position_read(position, text, &error)) ||
            (moves && zm_position_play_text(position, moves + 7, &error)))
            abort();
    } else if (begins(line, "go") && is("move-wait")) {
        waits = true;
    } else if (begins(line, "go") || (waits && !strcmp(line, "stop"))) {
        printf("info string hello pv z z\n"
               "info depth 3 nodes 77 score cp 150 pv\n"
               "info depth 4 multipv 1 nodes 1234 score cp -250 upperbound pv zz\n"
               "info depth 9 multipv 2 nodes 9999 score cp 900 pv zz\n"
               "bestmove %s ponder zz\n",
               choose(word, sizeof word));
        waits = false;
    }
}

static void resize(int lines)
{
    char options[32];
    zm_position_free(position);
    position = NULL;
    zm_game_close(game);
    snprintf(options, sizeof options, "size=%d", lines);
    game = zm_game_open("go", options, &error);
    restart();
}

static void gtp(const char *line)
{
    char word[256] = "", argument[256] = "", colour[16] = "";
    int id = 0, length = 0;
    sscanf(line, "%d %n", &id, &length);
    line += length;
    if (sscanf(line, "boardsize %d", &length) == 1 && !strcmp(game->name, "go"))
        resize(length);
    if (begins(line, "list_commands"))
        printf("=%d play\ngenmove\ntime_settings\ntime_left\n\n", id);
    else if (begins(line, "clear_board"))
        restart(), printf("=%d\n\n", id);
    else if (sscanf(line, "play %15s %255s", colour, argument) == 2)
        play(argument), printf("=%d \n\n", id);
    else if (begins(line, "genmove") && is("move-resign"))
        printf("=%d resign\n\n", id);
    else if (begins(line, "genmove") && is("move-refuse"))
        printf("?%d I would rather not\n\n", id);
    else if (begins(line, "genmove"))
        printf("=%d old answer\n\n=%d %s\n\n", id - 1, id, choose(word, sizeof word));
    else if (begins(line, "final_score") && is("score-crash"))
        abort();
    else if (begins(line, "final_score") && is("score-hang"))
        sleep_for_ever();
    else if (begins(line, "final_score"))
        printf("=%d %s\n\n", id,
               is("score-strange") ? "plenty"
               : is("score-white") ? "W+12"
                                   : "B+3.5");
    else if (begins(line, "komi") || begins(line, "boardsize") || begins(line, "time_") ||
             begins(line, "level"))
        printf("=%d\n\n", id);
    else
        printf("?%d unknown command\n\n", id);
}

static void xboard(const char *line)
{
    char word[256];
    int n;
    if (begins(line, "protover"))
        printf("feature done=0\nfeature ping=1 setboard=1 usermove=1 san=1 myname=\"Peer 1\" "
               "variants=\"normal,connect4,othello\" %s\nfeature done=1\n",
               is("no-reuse") ? "reuse=0" : "");
    else if (sscanf(line, "ping %d", &n) == 1)
        printf("pong %d\n", n);
    else if (!strcmp(line, "new"))
        restart();
    else if (begins(line, "setboard ")) {
        if (zm_position_read(position, line + 9, &error))
            abort();
    } else if (begins(line, "usermove "))
        play(line + 9);
    else if (!strcmp(line, "go") && is("move-resign"))
        puts("resign");
    else if (!strcmp(line, "go") && is("move-claim"))
        puts("1/2-1/2 {I say so}");
    else if (!strcmp(line, "go"))
        printf("# a comment\n 5 130 2 4321 zz\nmove %s\n", choose(word, sizeof word));
}

/* The move that clicks on cell x,y. */
static void gomocup_play(int x, int y)
{
    const zm_move *list;
    const int n = zm_position_moves(position, &list);
    for (int i = 0; i < n; i++) {
        uint16_t cell[ZM_MAX_CLICKS];
        game->clicks(zm_position_state(position), list[i], cell);
        if (cell[0] == y * game->grid.columns + x) {
            if (zm_position_play(position, list[i], &error))
                abort();
            return;
        }
    }
    note("ILLEGAL ", "cell");
    abort();
}

static void gomocup_answer(void)
{
    char word[256];
    uint16_t cell[ZM_MAX_CLICKS];
    choose(word, sizeof word);
    zm_position_undo(position);
    const zm_move *list;
    const int n = zm_position_moves(position, &list);
    game->clicks(zm_position_state(position), list[n - 1], cell);
    zm_position_redo(position);
    puts("MESSAGE I think\nDEBUG I do");
    if (is("move-illegal"))
        puts("15,0");
    else if (is("move-none"))
        puts("3,");
    else if (is("move-strange"))
        puts(word);
    else
        printf("%d,%d\n", cell[0] % game->grid.columns, cell[0] / game->grid.columns);
}

static void gomocup(const char *line)
{
    static bool board;
    int x, y, who;
    if (begins(line, "START"))
        restart(), puts(strcmp(line, "START 15") ? "ERROR size" : "OK");
    else if (!strcmp(line, "BEGIN"))
        gomocup_answer();
    else if (sscanf(line, "TURN %d,%d", &x, &y) == 2)
        gomocup_play(x, y), gomocup_answer();
    else if (!strcmp(line, "BOARD"))
        board = true, restart();
    else if (!strcmp(line, "DONE"))
        board = false, gomocup_answer();
    else if (board && sscanf(line, "%d,%d,%d", &x, &y, &who) == 3)
        gomocup_play(x, y);
}

static void nboard(const char *line)
{
    char word[256];
    int n;
    if (sscanf(line, "ping %d", &n) == 1) {
        printf("pong %d\n", n);
    } else if (begins(line, "set game ")) {
        const char *at = strstr(line, "BO[");
        restart();
        char board[128];
        snprintf(board, sizeof board, "%.66s", at + 5);
        if (zm_position_read(position, board, &error))
            abort();
        for (at = strchr(at, ']') + 1; *at && *at != ';'; at = strchr(at, ']') + 1) {
            snprintf(word, sizeof word, "%.2s", at + 2);
            play(word);
        }
    } else if (!strcmp(line, "go")) {
        choose(word, sizeof word);
        printf("status thinking\nsearch F5 1.0 0 7 text\nnodestats 4321 0.1\n=== %s/-3.50/0.1\n",
               !strcmp(word, "pass") ? "PA" : word);
    }
}

int main(int argc, char *argv[])
{
    static char line[1 << 16];
    static const struct {
        const char *name;
        void (*hear)(const char *line);
    } speech[] = { { "uci", uci },
                   { "gtp", gtp },
                   { "xboard", xboard },
                   { "gomocup", gomocup },
                   { "nboard", nboard } };
    if (argc < 3 || !(game = zm_game_open(argv[2], NULL, &error)))
        return 2;
    void (*hear)(const char *line) = NULL;
    for (size_t i = 0; i < sizeof speech / sizeof *speech; i++)
        if (!strcmp(speech[i].name, argv[1]))
            hear = speech[i].hear;
    if (!hear)
        return 2;
    fault = argc > 3 ? argv[3] : "";
    log_path = argc > 4 ? argv[4] : NULL;
    log_file = log_path ? fopen(log_path, "ae") : NULL;
    snprintf(line, sizeof line, "%d", (int)getpid());
    note("pid ", line);
    signal(SIGSEGV, SIG_DFL); /* a sanitizer would make an exit code of it */
    signal(SIGABRT, SIG_DFL);
    begin_once();
    restart();
    fault_at_start();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        note("", line);
        if (!strcmp(line, "quit") || !strcmp(line, "END"))
            break;
        hear(line);
        fflush(stdout);
    }
    if (is("quit-never") || is("quit-slow"))
        sleep_for_ever();
    zm_position_free(position);
    zm_game_close(game);
    if (log_file)
        fclose(log_file);
    return 0;
}
