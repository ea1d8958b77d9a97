/* GTP for Go: a transcript of all that sets up the board; what Sabaki and gogui-twogtp say, to the
 * letter; thinking aloud; dead stones. */
#include "gtp_answers.h"
#include "protocol/gtp.h"
#include "talk.h"

static struct zm_error error;
static const struct session_setup small = { .seed = 1, .limits = { .nodes = 30000 } };

/* Say it and take the first line of the answer, which is read to its end. */
static const char *answer(struct talk *talk, const char *command)
{
    static char first[1 << 16];
    talk_say(talk, command);
    const char *line = talk_hear(talk);
    snprintf(first, sizeof first, "%s", line ? line : "(nothing)");
    while (line && *line)
        line = talk_hear(talk);
    return first;
}

/* What Sabaki sends when an engine is attached, plays a handicap game and is asked to analyse. */
static void sabaki(void)
{
    static const char *const commands[] = {
        "0 name",
        "1 version",
        "2 protocol_version",
        "3 list_commands",
        "4 boardsize 9",
        "5 clear_board",
        "6 komi 6.5",
        "7 set_free_handicap C3 G7",
        "8 play W E5",
        "9 genmove B",
        "10 undo",
        "11 undo",
        "12 play W E5",
        "13 play B C7",
        "14 genmove W",
        "15 final_score",
        "16 final_status_list dead",
        "17 time_settings 60 0 0",
        "18 time_left B 50 0",
        "19 genmove B",
        "20 clear_board",
    };
    struct talk *const talk = talk_begin(gtp_run, "go", &small);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char begins[16];
        snprintf(begins, sizeof begins, "=%zu", i);
        const char *const said = answer(talk, commands[i]);
        OKF(!strncmp(said, begins, strlen(begins)), "%s: %s", commands[i], said);
    }
    talk_end(talk);
}

/* What gogui-twogtp sends to two programs and a referee, for a whole game. */
static void twogtp(void)
{
    static const char *const begin[] = { "protocol_version", "list_commands",        "name",
                                         "version",          "boardsize 3",          "komi 0.5",
                                         "clear_board",      "time_settings 600 0 0" };
    struct talk *program[3];
    for (int i = 0; i < 3; i++) {
        program[i] = talk_begin(gtp_run, "go", &small);
        for (size_t k = 0; k < sizeof begin / sizeof *begin; k++)
            OKF(answer(program[i], begin[k])[0] == '=', "%s", begin[k]);
    }
    int passes = 0, moves = 0;
    bool good = true;
    for (; good && passes < 2 && moves < 200; moves++) {
        char line[64], move[16] = "";
        snprintf(line, sizeof line, "time_left %c 500 0", "bw"[moves % 2]);
        good = answer(program[moves % 2], line)[0] == '=';
        snprintf(line, sizeof line, "genmove %c", "bw"[moves % 2]);
        good = good && sscanf(answer(program[moves % 2], line), "= %15s", move) == 1;
        passes = !strcasecmp(move, "pass") ? passes + 1 : 0;
        snprintf(line, sizeof line, "play %c %s", "bw"[moves % 2], move);
        for (int i = 0; i < 3; i++)
            good = good && (i == moves % 2 || answer(program[i], line)[0] == '=');
    }
    OKF(good && passes == 2, "%d moves", moves);
    char score[64];
    snprintf(score, sizeof score, "%s", answer(program[2], "final_score"));
    OKF(!strncmp(score, "= B+", 4) || !strncmp(score, "= W+", 4), "%s", score);
    for (int i = 0; i < 3; i++) {
        SAME(answer(program[i], "final_score"), score);
        SAME(answer(program[i], "quit"), "=");
        talk_end(program[i]);
    }
}

/* One after the other until the next line; what follows is answered as always. */
static void analyses(const char *game, const char *command, const char *first)
{
    static const struct session_setup free_hand = { .seed = 1 };
    struct talk *const talk = talk_begin(gtp_run, game, &free_hand);
    talk_say(talk, command);
    const char *line = talk_hear(talk);
    OKF(line && !strcmp(line, "=7"), "%s: %s", command, line ? line : "");
    int infos = 0;
    for (; infos < 3 && (line = talk_hear(talk)); infos++)
        OKF(!strncmp(line, first, strlen(first)) && strstr(line, " order 0 pv "), "%.120s", line);
    talk_say(talk, "8 name");
    while ((line = talk_hear(talk)) && *line)
        OKF(!strncmp(line, "info move ", 10), "%.60s", line);
    line = talk_hear(talk);
    OKF(line && !strcmp(line, "=8 Zermelo"), "%s", line ? line : "");
    talk_say(talk, "9 quit"); /* also while it thinks */
    HEARS(talk, "=9");
    talk_end(talk);
}

/* visits fall, the shares of the points are told for each point from -1 to 1. */
static void numbers_of_analyses(void)
{
    struct talk *const talk = talk_begin(gtp_run, "go", NULL);
    answer(talk, "boardsize 5");
    talk_say(talk, "kata-analyze b 10 ownership true rootInfo true maxmoves 3");
    talk_hear(talk);
    const char *const line = talk_hear(talk);
    unsigned long long visits[4] = { 0 };
    int n = 0, points = 0;
    for (const char *at = line; (at = strstr(at, "visits ")) && n < 4; at++)
        visits[n++] = strtoull(at + 7, NULL, 10);
    OKF(n == 4 && visits[0] >= visits[1] && visits[1] >= visits[2] && visits[3] >= visits[0],
        "%d: %llu %llu %llu, root %llu", n, visits[0], visits[1], visits[2], visits[3]);
    const char *const shares = line ? strstr(line, "ownership ") : NULL;
    bool good = shares != NULL;
    for (char *at = (char *)shares + 10, *end; good; at = end, points++) {
        const double share = strtod(at, &end);
        if (end == at)
            break;
        good = share >= -1 && share <= 1;
    }
    OKF(good && points == 25, "%d points", points);
    const char *const winrate = line ? strstr(line, "winrate ") : NULL;
    OK(winrate && atof(winrate + 8) > 0 && atof(winrate + 8) < 1);
    OK(line && strstr(line, "rootInfo visits ") && strstr(line, "scoreLead "));
    talk_end(talk);
}

/* Who is asked about out of turn has not moved; a line that is too long ends an analysis too. */
static void turns_go_back(void)
{
    struct talk *const talk = talk_begin(gtp_run, "go", &small);
    answer(talk, "boardsize 3");
    answer(talk, "play b b2");
    talk_say(talk, "lz-analyze b 5");
    HEARS(talk, "info move ");
    answer(talk, ""); /* an empty line ends it */
    talk_say(talk, "printsgf");
    HEARS(talk, ";B[bb])"); /* the move is still there */
    OKF(!strncmp(answer(talk, "\nreg_genmove b"), "", 1), "%s", "the end of printsgf");
    HEARS(talk, "= ");
    talk_hear(talk);
    talk_say(talk, "printsgf");
    HEARS(talk, ";B[bb])");
    talk_hear(talk);
    talk_say(talk, "lz-analyze 5");
    HEARS(talk, "info move ");
    for (int i = 0; i < LINE_MOST; i++)
        fputc('y', talk->to);
    talk_say(talk, "");
    HEARS(talk, "? a line of 65536 characters or more is left out");
    talk_end(talk);
}

/* Found by the fuzz target: what listened to an analysis went on to tell of later searches. */
static void silence_after_analyses(const char *game)
{
    static const struct session_setup few = { .seed = 1, .limits = { .nodes = 2000 } };
    struct talk *const talk = talk_begin(gtp_run, game, &few);
    talk_say(talk, "lz-analyze 1");
    HEARS(talk, "info move ");
    answer(talk, "");
    OKF(!strncmp(answer(talk, "genmove b"), "= ", 2), "%s", game);
    talk_end(talk);
}

static void moves_after_analyses(void)
{
    struct talk *const talk = talk_begin(gtp_run, "go", &small);
    answer(talk, "boardsize 5");
    talk_say(talk, "3 lz-genmove_analyze b 1");
    OK(!strcmp(talk_hear(talk), "=3"));
    const char *line;
    while ((line = talk_hear(talk)) && !strncmp(line, "info move ", 10))
        ;
    OKF(line && !strncmp(line, "play ", 5), "%s", line ? line : "");
    OK((line = talk_hear(talk)) && !*line);
    OKF(!strncmp(answer(talk, "genmove w"), "= ", 2), "%s", "black has moved");
    talk_end(talk);
}

/* White's stone at H2 cannot live, nor black's at B8. */
static void dead_stones(void)
{
    struct talk *const talk = talk_begin(gtp_run, "go", &small);
    char line[32];
    answer(talk, "boardsize 9");
    answer(talk, "komi 0.5");
    for (int row = 1; row <= 9; row++) {
        snprintf(line, sizeof line, "play b E%d", row);
        answer(talk, line);
        snprintf(line, sizeof line, "play w D%d", row);
        answer(talk, line);
    }
    /* Both make two eyes each. */
    answer(talk, "play b J8");
    answer(talk, "play b H8");
    answer(talk, "play b G8");
    answer(talk, "play b F8");
    answer(talk, "play w A2");
    answer(talk, "play w B2");
    answer(talk, "play w C2");
    answer(talk, "play w H2");
    answer(talk, "play b B8");
    SAME(answer(talk, "final_status_list dead"), "= B8");
    SAME(answer(talk, "final_status_list seki"), "=");
    /* Five columns against four, less half a point. */
    SAME(answer(talk, "final_score"), "= B+8.5");
    talk_end(talk);
}

static void load_a_file(void)
{
    static const char file[] = "(;GM[1]SZ[5]KM[3.5]AB[aa];W[bb];B[cc](;W[dd])(;W[ee]))";
    char path[] = "/tmp/zermelo-gtp-XXXXXX", line[64];
    const int fd = mkstemp(path);
    OK(write(fd, file, sizeof file - 1) == (ssize_t)sizeof file - 1);
    close(fd);
    struct talk *const talk = talk_begin(gtp_run, "go", &small);
    snprintf(line, sizeof line, "loadsgf %s", path);
    SAME(answer(talk, line), "=");
    talk_say(talk, "printsgf");
    SAME(talk_hear(talk),
         "= (;FF[4]CA[UTF-8]AP[Zermelo:" ZM_VERSION "]GM[1]SZ[5]KM[3.5]RU[Chinese]AB[aa]PL[W]");
    SAME(talk_hear(talk), ";W[bb];B[cc];W[dd])");
    talk_hear(talk);
    snprintf(line, sizeof line, "loadsgf %s 2", path);
    SAME(answer(talk, line), "=");
    talk_say(talk, "printsgf");
    talk_hear(talk);
    SAME(talk_hear(talk), ";W[bb])");
    talk_hear(talk);
    SAME(answer(talk, "undo"), "=");
    SAME(answer(talk, "undo"), "? cannot undo");
    file_write(path, "(;GM[1]SZ[5];B[zz])", 19, &error);
    snprintf(line, sizeof line, "loadsgf %s", path);
    const char *const said = answer(talk, line);
    OKF(strstr(said, "? cannot load file: line 1, column 15: B[zz] cannot be played"), "%s", said);
    talk_say(talk, "showboard"); /* all as it was */
    talk_hear(talk);
    SAME(talk_hear(talk), " 5 X . . . .");
    talk_end(talk);
    unlink(path);
}

/* Has white passed, who has lost? Then black passes too. But not where the board as it stands is
 * won only because a dead stone of black's makes white's points nobody's. */
static void the_end(void)
{
    static const struct {
        const char *black;
        bool passes;
    } cases[] = { { "AB[aa][ba][bb][bc][bd][be][ca][cb][cc][cd][ce]AW[ea]", true },
                  { "AB[ba:be][ec]AW[ca:ce][db][dd]", false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[] = "/tmp/zermelo-gtp-XXXXXX", line[128];
        close(mkstemp(path));
        snprintf(line, sizeof line, "(;SZ[5]KM[0.5]%s;W[])", cases[i].black);
        file_write(path, line, strlen(line), &error);
        struct talk *const talk = talk_begin(gtp_run, "go", &small);
        snprintf(line, sizeof line, "loadsgf %s", path);
        SAME(answer(talk, line), "=");
        const char *const said = answer(talk, "genmove b");
        OKF(!strcmp(said, "= pass") == cases[i].passes, "%s", said);
        talk_end(talk);
        unlink(path);
    }
}

/* Where moves are proven simulations are over at once: a limit of nodes must end them, too. */
static void a_limit_of_nodes_ends_it(void)
{
    static const char *const moves[] = { "play b b2", "play w c2", "play b b1", "play w a2",
                                         "play b b3" };
    struct talk *const talk = talk_begin(gtp_run, "go", &small);
    answer(talk, "boardsize 3");
    answer(talk, "komi 0.5");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        SAME(answer(talk, moves[i]), "=");
    OKF(!strncmp(answer(talk, "genmove w"), "= ", 2), "%s", "white moves");
    talk_end(talk);
}

/* The checker of the fuzz target can tell. */
static void well_formed(void)
{
    EQ(gtp_answers("=\n\n=1 a\nb\n\n? c\n\n"), 3);
    EQ(gtp_answers("=\n"), -1);
    EQ(gtp_answers("=1a\n\n"), -1);
    EQ(gtp_answers("x\n\n"), -1);
    EQ(gtp_answers("= a\n\n\n"), -1);
    EQ(gtp_answers("= a\033b\n\n"), -1);
}

int main(void)
{
    well_formed();
    transcript(gtp_run, "gtp-go", "go", &small);
    sabaki();
    twogtp();
    load_a_file();
    dead_stones();
    the_end();
    a_limit_of_nodes_ends_it();
    analyses("go", "7 lz-analyze b 3", "info move ");
    analyses("go", "7 kata-analyze interval 2", "info move ");
    analyses("othello", "7 lz-analyze 1", "info move ");
    numbers_of_analyses();
    turns_go_back();
    silence_after_analyses("othello");
    silence_after_analyses("go");
    moves_after_analyses();
    return tap_done();
}
