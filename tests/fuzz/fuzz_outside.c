/* What outside programs say. The first line names the protocol, the rest is all that the
 * program writes, from its greeting to its third move. It must end with legal moves or a
 * sentence. The protocol "spec": the rest is how somebody names such a player. */
#include "fuzz.h"
#include "match/outside_talk.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

static const struct {
    const char *name, *game, *spec;
} speech[] = {
    { "uci", "connect4", "uci:cmd=true,o.Hash=1,o.Clear=" },
    { "xboard", "connect4", "xboard:cmd=true,o.Memory=1" },
    { "gtp", "othello", "gtp:cmd=true,o.level=1" },
    { "gomocup", "gomoku", "gomocup:cmd=true,o.folder=x" },
    { "nboard", "othello", "nboard:cmd=true,o.contempt=0" },
};
enum { SPEECHES = sizeof speech / sizeof *speech };

/* A program that has said all this already, and hears nothing. */
static struct process *said(const char *text, size_t length)
{
    enum { PIPE = 1 << 16 };
    int end[2];
    struct zm_error error;
    MUST(pipe2(end, O_CLOEXEC) == 0);
    length = length < PIPE ? length : PIPE;
    MUST(write(end[1], text, length) == (ssize_t)length);
    close(end[1]);
    struct process *const p = process_adopt(open("/dev/null", O_WRONLY), end[0], &error);
    MUST(p);
    return p;
}

static void listen_to(struct outside *o, const char *text, size_t length)
{
    const struct zm_limits limits = { .clock = 30, .increment = 1, .seconds = 30, .depth = 3 };
    struct zm_error error = { "" };
    struct zm_position *const p = zm_position_new(o->game, &error);
    MUST(p);
    o->process = said(text, length);
    outside_waits(o);
    const char *wrong = o->protocol->begin(o, &error);
    if (!wrong)
        wrong = o->protocol->new_game(o, &error);
    for (int move = 0; move < 3 && !wrong; move++) {
        struct zm_result result = { .value = NAN };
        wrong = o->protocol->choose(o, p, &limits, &result, &error);
        if (!wrong) {
            MUST(zm_position_legal(p, result.move));
            MUST(result.length >= 1 && result.length <= ZM_MAX_LINE);
            MUST(result.line[0] == result.move);
            MUST(result.depth >= 0 && !isinf(result.value));
            MUST(!zm_position_play(p, result.move, &error));
            fuzz_play_on(p, length, 1);
            if (zm_position_turn(p) == ZM_OVER)
                break;
        }
    }
    if (wrong) {
        MUST(*wrong);
        for (const char *c = wrong; *c; c++)
            MUST(*c >= ' ' && *c <= '~');
    }
    zm_position_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct zm_game *game[SPEECHES];
    char *const text = fuzz_text(data, size);
    const size_t first = strcspn(text, "\n"), begin = first < size ? first + 1 : size;
    struct zm_error error = { "" };
    unsigned which = 0;
    text[first] = '\0';
    for (const char *c = text; *c; c++)
        which = which * 31 + (unsigned char)*c;
    which %= SPEECHES;
    for (unsigned i = 0; i < SPEECHES; i++)
        if (!strcmp(text, speech[i].name))
            which = i;
    if (!game[which])
        game[which] = zm_game_open(speech[which].game, NULL, &error);
    const bool spec = !strcmp(text, "spec");
    struct outside *const o =
        outside_new(game[which], spec ? text + begin : speech[which].spec, &error);
    if (!o)
        MUST(spec && error.text[0]);
    else if (!spec)
        listen_to(o, text + begin, size - begin);
    outside_free(o);
    free(text);
    return 0;
}
