/* walk.c -- a plug-in for the tests of the solver: a counter walks between 0 and `size`.
 * Who brings it to `size` wins for the first player, to 0 for the second.
 *   kind=ruin    chance alone moves it, up with weight 2, down with weight 3: the gambler's
 *                ruin, whose value is known in closed form
 *   kind=circle  the players push it in turn, up or down, and may go on for ever
 *   kind=hidden  the same, and says that players do not see everything
 *   kind=repeat  the same, and draws when a position comes back
 *   kind=three   three players push it: more than two, and positions come back */
#include <zermelo/game.h>

enum { RUIN, CIRCLE, HIDDEN, REPEAT, THREE };

struct zm_state {
    int32_t at, size, kind, next;
};

static const char *walk_start(struct zm_state *s, const char *options)
{
    static const char *const kind[] = { "ruin", "circle", "hidden", "repeat", "three" };
    char name[ZM_OPTION], value[ZM_OPTION];
    const char *number = value;
    s->size = 10;
    s->at = 5;
    while (zm_next_option(&options, name, value)) {
        number = value;
        if (!strcmp(name, "kind")) {
            while (s->kind <= THREE && strcmp(value, kind[s->kind]) != 0)
                s->kind++;
            if (s->kind > THREE)
                return "there is no such kind";
        } else if (!strcmp(name, "size") ? !zm_read_number(&number, 2, 10000, &s->size)
                                         : !zm_read_number(&number, 1, 9999, &s->at)) {
            return "expected kind=, size= and at=";
        }
    }
    return s->at < s->size ? NULL : "at= lies beyond size=";
}

static const char *walk_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .at = 0 };
    const char *const wrong = walk_start(&s, options);
    if (s.kind == HIDDEN)
        shape->flags |= ZM_HIDDEN;
    if (s.kind == REPEAT) {
        shape->repetition = ZM_REPEAT_DRAWS;
        shape->repeat_count = 3;
    }
    if (s.kind == THREE)
        shape->players = 3;
    return wrong;
}

static int walk_turn(const struct zm_state *s)
{
    if (s->at == 0 || s->at == s->size)
        return ZM_OVER;
    return s->kind == RUIN ? ZM_CHANCE : s->next;
}

static int walk_moves(const struct zm_state *s, zm_move list[])
{
    (void)s;
    list[0] = 1;
    list[1] = 0;
    return 2;
}

static void walk_weights(const struct zm_state *s, uint32_t weight[])
{
    (void)s;
    weight[0] = 2;
    weight[1] = 3;
}

static void walk_play(struct zm_state *s, zm_move up)
{
    s->at += up ? 1 : -1;
    if (s->kind != RUIN)
        s->next = (s->next + 1) % (s->kind == THREE ? 3 : 2);
}

static int walk_payoff(const struct zm_state *s, int player)
{
    return player == 2 ? 0 : (s->at == 0) == (player == 1) ? 1 : -1;
}

static void walk_show(const struct zm_state *s, struct zm_text *out)
{
    zm_print(out, "%d of %d\n", s->at, s->size);
}

static void walk_show_move(const struct zm_state *s, zm_move up, struct zm_text *out)
{
    (void)s;
    zm_print(out, "%s", up ? "up" : "down");
}

static void walk_view(const struct zm_state *s, int player, struct zm_text *out)
{
    (void)player;
    walk_show(s, out);
}

static const struct zm_game walk = {
    ZM_GAME("walk"),
    .title = "A walk",
    .options = "kind=ruin size=10 at=5",
    .flags = ZM_ZERO_SUM | ZM_HAS_CHANCE | ZM_CYCLES,
    .players = 2,
    .max_moves = 2,
    .max_payoff = 1,
    .unit = 1,
    .shape = walk_shape,
    .start = walk_start,
    .turn = walk_turn,
    .moves = walk_moves,
    .weights = walk_weights,
    .play = walk_play,
    .payoff = walk_payoff,
    .show = walk_show,
    .show_move = walk_show_move,
    .view = walk_view,
};

#define ZM_THIS walk
#include <zermelo/kernels.h>
