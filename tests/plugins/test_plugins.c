/* What cannot be a game is refused with one clear sentence and exit code 3, by every verb;
 * what can be one passes the check. The argument is the folder of the plug-ins. */
#include "run.h"
#include "tap.h"

#include <sys/stat.h>
#include <unistd.h>

static const char *folder;

static void refused(const char *file, const char *because)
{
    static const char *const verb[] = { "check '%s/%s'", "perft '%s/%s' 1", "best '%s/%s'" };
    for (size_t i = 0; i < sizeof verb / sizeof *verb; i++) {
        char arguments[2048];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(arguments, sizeof arguments, verb[i], folder, file);
#pragma GCC diagnostic pop
        const int code = run("%s", arguments);
        OKF(code == 3, "%s: exit code %d: %s", arguments, code, said());
        OKF(strstr(output, because) != NULL, "%s: %s", file, said());
        OKF(strchr(output, '\n') == strrchr(output, '\n'), "one line: %s", said());
    }
}

static void write_file(const char *name, const char *text)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "w");
    if (!OK(file != NULL))
        return;
    fputs(text, file);
    fclose(file);
}

static void files_that_are_no_plugins(void)
{
    char path[2048];
    write_file("text.so", "This is no shared object.\n");
    write_file("empty.so", "");
    snprintf(path, sizeof path, "%s/folder.so", folder);
    mkdir(path, 0777);
    refused("text.so", "not a plug-in");
    refused("empty.so", "not a plug-in");
    refused("folder.so", "folder.so: ");
    refused("absent.so", "there is no such plug-in");
}

static void tables_that_are_no_games(void)
{
    refused("abi.so", "built for ABI 4, this is ABI 3");
    refused("max_moves_none.so", "max_moves is 0");
    refused("missing_play.so", "lacks the function play");
    refused("missing_weights.so", "lacks the function weights");
    refused("no_entry.so", "it lacks the function zm_plugin()");
    refused("no_game.so", "zm_plugin() gave no game");
    refused("no_title.so", "lacks its name or title");
    refused("payoff_huge.so", "max_payoff * unit is");
    refused("players_nine.so", "players is 9; expected 1 to 8");
    refused("repeat_once.so", "repeat_count is 1");
    refused("state_none.so", "state_size is 0");
    refused("truncated.so", "too small to be a game");
    refused("undo_alone.so", "lacks the function save or undo");
    refused("unit_none.so", "unit is 0");
}

/* A table from before the optional members were added: what stands behind its end is not
 * looked at. */
static void an_older_table_is_a_game(void)
{
    const int code = run("check '%s/older.so' --games 20", folder);
    OKF(code == 0, "%d: %s", code, said());
}

static void sound_ones_pass(void)
{
    static const char *const sound[] = { "kuhn", "ring", "superko" };
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++) {
        const int code = run("check '%s/%s.so' --games 500", folder, sound[i]);
        OKF(code == 0, "%s: %d: %s", sound[i], code, said());
    }
    OK(run("check '%s/kuhn.so'", folder) == 0 && strstr(output, "hidden    ok     6 promises"));
    /* Hidden cards: a search that would look into them is refused. */
    OK(run("best '%s/kuhn.so' --moves 'J K' --search maxn", folder) == 2);
    /* Every line: 6 deals; per deal 2 actions each, and one more after pass and bet. */
    OK(run("perft '%s/kuhn.so' 5", folder) == 0);
    OKF(strstr(output, " 5                   12 leaves, 30 finished") != NULL, "%s", said());
}

/* nm -D shows zm_plugin and nothing else. */
static void exports_one_symbol(void)
{
    char command[4096], symbol[256] = "";
    int symbols = 0;
    snprintf(command, sizeof command, "nm -D --defined-only '%s/kuhn.so' | awk '{print $3}'",
             folder);
    FILE *const pipe = popen(command, "r");
    if (!OK(pipe != NULL))
        return;
    for (char line[256]; fgets(line, sizeof line, pipe);)
        if (strncmp(line, "__", 2) != 0) { /* what a sanitizer puts in */
            symbols++;
            snprintf(symbol, sizeof symbol, "%s", line);
        }
    pclose(pipe);
    EQ(symbols, 1);
    SAME(symbol, "zm_plugin\n");
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    files_that_are_no_plugins();
    tables_that_are_no_games();
    an_older_table_is_a_game();
    sound_ones_pass();
    exports_one_symbol();
    return tap_done();
}
