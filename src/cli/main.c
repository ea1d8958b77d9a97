/* main.c -- finds the verb and hands it its arguments. */
#include "base/json.h"
#include "base/nearest.h"
#include "cli/arguments.h"
#include "match/outside.h"

#include <string.h>

#define X(name) extern const struct verb verb_##name;
#include "cli/verbs.def"
#undef X

static const struct verb *const verbs[] = {
#define X(name) &verb_##name,
#include "cli/verbs.def"
#undef X
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct verb *find_verb(const char *name, const char **nearest_name)
{
    struct nearest nearest = nearest_to(name);
    for (int i = 0; i < VERBS; i++) {
        if (!strcmp(verbs[i]->name, name))
            return verbs[i];
        nearest_offer(&nearest, verbs[i]->name);
    }
    *nearest_name = nearest.word;
    return NULL;
}

static void list_verbs(void)
{
    puts("Zermelo plays, solves and explains games.\n\n"
         "  zermelo serve                            play, learn and watch in the browser\n"
         "  zermelo play tictactoe                   play against the computer\n"
         "  zermelo best connect4 --moves 444        the best move, and why\n"
         "  zermelo tree docs/trees/two-ply.tree     watch minimax work\n\n"
         "Usage: zermelo VERB [GAME] [options]\n\nVerbs:");
    for (int i = 0; i < VERBS; i++)
        printf("  %-8s %s\n", verbs[i]->name, verbs[i]->summary);
    puts("  help     this text; `help VERB`, `help searches`, `help players`\n\n"
         "A GAME is a name that `zermelo games` lists, a plug-in (./nim.so) or a tree\n"
         "(docs/trees/two-ply.tree). `zermelo VERB --help` tells more.");
}

static void list_verbs_json(void)
{
    for (int i = 0; i < VERBS; i++) {
        struct json j = { .out = stdout };
        json_object(&j, NULL);
        json_text(&j, "verb", verbs[i]->name);
        json_text(&j, "summary", verbs[i]->summary);
        json_text(&j, "usage", verbs[i]->usage);
        json_end_object(&j);
    }
}

static void list_searches(void)
{
    puts("A search is written NAME[:key=value,...], as in alphabeta:depth=6 or mcts:sims=5000.\n");
    for (int i = 0; zm_search_name(i); i++)
        printf("  %-15s %s\n  %-15s %s\n", zm_search_name(i), zm_search_title(i), "",
               zm_search_options(i));
}

static void list_players(void)
{
    printf("A player is written NAME[:key=value,...]; in a value \\, stands for a comma.\n\n"
           "  %-15s you\n  %-15s from a beginner to full strength\n",
           "human", "level:1 .. 10");
    for (int i = 0; zm_search_name(i); i++)
        printf("  %-15s %s\n", zm_search_name(i), zm_search_title(i));
    puts("\nA search takes the options that `zermelo help searches` lists.\n");
    for (int i = 0; outside_name(i); i++)
        printf("  %-15s %s\n", outside_name(i), outside_title(i));
    puts("\nA program takes cmd=COMMAND, which starts it; time=S, nodes=N and depth=N, as far as\n"
         "its protocol has words for them; allow=S, so late an answer is still waited for;\n"
         "wait=S, so long it may take to start; o.NAME=VALUE, an option of its own:\n\n"
         "  'uci:cmd=stockfish,o.Hash=64,time=1'    'gtp:cmd=gnugo --mode gtp,o.level=5'");
}

static int unknown_verb(const char *name, const char *nearest)
{
    if (nearest)
        return complain(EXIT_USAGE, "there is no verb \"%s\"; did you mean %s?", name, nearest);
    return complain(EXIT_USAGE, "there is no verb \"%s\"; `zermelo help` lists them", name);
}

static int help(int argc, char *argv[])
{
    const char *nearest;
    if (argc == 0) {
        list_verbs();
        return EXIT_DONE;
    }
    if (!strcmp(argv[0], "--json")) {
        list_verbs_json();
        return EXIT_DONE;
    }
    if (!strcmp(argv[0], "searches")) {
        list_searches();
        return EXIT_DONE;
    }
    if (!strcmp(argv[0], "players")) {
        list_players();
        return EXIT_DONE;
    }
    const struct verb *const verb = find_verb(argv[0], &nearest);
    if (!verb)
        return unknown_verb(argv[0], nearest);
    arguments_help(verb);
    return EXIT_DONE;
}

int main(int argc, char *argv[])
{
    if (argc < 2) {
        list_verbs();
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("zermelo %s\n", zm_version());
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return help(argc - 2, argv + 2);
    const char *nearest;
    const struct verb *const verb = find_verb(argv[1], &nearest);
    if (!verb)
        return unknown_verb(argv[1], nearest);
    struct arguments a;
    const int wrong = arguments_read(&a, verb, argc - 2, argv + 2);
    if (wrong != EXIT_DONE)
        return wrong;
    if (a.value[OPTION_HELP]) {
        arguments_help(verb);
        return EXIT_DONE;
    }
    const int code = verb->run(&a);
    if (fflush(stdout) != 0 || ferror(stdout))
        return complain(EXIT_RESOURCE, "the output could not be written");
    return code;
}
