/* broken.c -- plug-ins that cannot be games, each for the reason that BROKEN names. */
#include <zermelo/game.h>

#include <stddef.h>

enum {
    abi,
    max_moves_none,
    missing_play,
    missing_weights,
    no_entry,
    no_game,
    no_title,
    older, /* a table that ends where the optional members begin: this one is sound */
    payoff_huge,
    players_nine,
    repeat_once,
    state_none,
    truncated,
    undo_alone,
    unit_none
};
#define IS(what) (BROKEN == (what))

struct zm_state {
    int32_t over;
};

static const char *start(struct zm_state *s, const char *options)
{
    (void)s;
    return options && *options ? "the game takes no options" : NULL;
}

static int turn(const struct zm_state *s)
{
    return s->over ? ZM_OVER : 0;
}

static int moves(const struct zm_state *s, zm_move list[])
{
    (void)s;
    list[0] = 0;
    return 1;
}

static void play(struct zm_state *s, zm_move m)
{
    (void)m;
    s->over = 1;
}

static int payoff(const struct zm_state *s, int player)
{
    (void)s;
    (void)player;
    return 1;
}

static void show(const struct zm_state *s, struct zm_text *out)
{
    zm_print(out, "%s\n", s->over ? "over" : "begin");
}

static void show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    (void)s;
    (void)m;
    zm_print(out, "end");
}

static void undo(struct zm_state *s, zm_move m, const void *memory)
{
    (void)m;
    (void)memory;
    s->over = 0;
}

static const struct zm_game broken = {
    .abi = IS(abi) ? ZM_ABI + 1 : ZM_ABI,
    .size = IS(truncated) ? offsetof(struct zm_game, start)
            : IS(older)   ? offsetof(struct zm_game, shape)
                          : sizeof(struct zm_game),
    .state_size = IS(state_none) ? 0 : sizeof(struct zm_state),
    .name = "broken",
    .kernels = &zm_kernels_,
    .title = IS(no_title) ? NULL : "A plug-in that cannot be a game",
    .flags = IS(missing_weights) ? ZM_HAS_CHANCE : 0,
    .players = IS(players_nine) ? 9 : 1,
    .max_moves = IS(max_moves_none) ? 0 : 1,
    .max_plies = 1,
    .max_payoff = IS(payoff_huge) ? 1 << 20 : 1,
    .unit = IS(unit_none)     ? 0
            : IS(payoff_huge) ? 1 << 20
                              : 1,
    .repetition = IS(repeat_once) ? ZM_REPEAT_DRAWS : ZM_REPEAT_HARMLESS,
    .repeat_count = 1,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = IS(missing_play) ? NULL : play,
    .payoff = payoff,
    .show = show,
    .show_move = show_move,
    .undo = IS(undo_alone) || IS(older) ? undo : NULL,
};

#define GIVEN (IS(no_game) ? NULL : &broken)
#if !BROKEN_HAS_NO_ENTRY
__attribute__((visibility("default"))) zm_plugin_fn zm_plugin;
const struct zm_game *zm_plugin(void)
{
    return GIVEN;
}
#else
/* As if -DZM_PLUGIN had been forgotten. */
ZM_EXPORT(broken);
#endif
