/* The small things that read and write text: specs, nearest words, sentences. */
#include "base/nearest.h"
#include "base/spec.h"
#include "tap.h"

static const char *meant(const char *typed)
{
    struct nearest n = nearest_to(typed);
    nearest_offer(&n, "connect4");
    nearest_offer(&n, "tictactoe");
    nearest_offer(&n, "nim");
    return n.word;
}

static void test_nearest(void)
{
    SAME(meant("conect4"), "connect4");
    SAME(meant("tictcatoe"), "tictactoe");
    SAME(meant("tic"), "tictactoe");
    OK(meant("backgammon") == NULL);
    OK(meant("a-word-of-more-than-thirty-one-characters-in-all") == NULL);
}

static void test_spec(void)
{
    struct spec spec;
    struct zm_error error;
    OK(!spec_read(&spec, "alphabeta:depth=4,order=best", &error));
    SAME(spec.name, "alphabeta");
    EQ(spec.pairs, 2);
    SAME(spec.pair[0].key, "depth");
    SAME(spec.pair[0].value, "4");
    SAME(spec.pair[1].value, "best");
    OK(!spec_read(&spec, "level:3", &error));
    SAME(spec.pair[0].key, "3");
    OK(spec.pair[0].value == NULL);
    OK(!spec_read(&spec, "gtp:cmd=gnugo --mode gtp", &error));
    SAME(spec.pair[0].value, "gnugo --mode gtp");
    OK(spec_read(&spec, "", &error) != NULL);
    OK(spec_read(&spec, ":depth=4", &error) != NULL);
    OK(spec_read(&spec, "minimax:", &error) != NULL);
    OK(spec_read(&spec, "minimax:depth=4,", &error) != NULL);
}

int main(void)
{
    test_nearest();
    test_spec();
    return tap_done();
}
