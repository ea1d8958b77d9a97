/* nim.c -- Nim: take as many objects as you like, but from one heap only. Who takes the
 * last one wins or, in misere play, loses. docs/guide.md builds this file step by step.
 *
 * A move is 64 * heap + the number of objects taken. */
#include <zermelo/game.h>

enum { HEAPS = 8, LARGEST = 63 };

struct zm_state {
    int32_t heap[HEAPS]; /* objects in each heap                */
    int32_t heaps;       /* how many heaps there were at first  */
    int32_t left;        /* objects in all heaps together       */
    int32_t player;      /* whose turn it is, or would be       */
    int32_t misere;      /* 1: who takes the last object loses  */
};

/* ------------------------------------------------------------------ rules -- */

/* "3,4,5": the heaps of the first position. */
static bool read_heaps(struct zm_state *s, const char *text)
{
    s->heaps = s->left = 0;
    do {
        int size;
        if (s->heaps == HEAPS || !zm_read_number(&text, 1, LARGEST, &size))
            return false;
        s->heap[s->heaps++] = size;
        s->left += size;
    } while (*text++ == ',');
    return text[-1] == '\0';
}

static const char *nim_start(struct zm_state *s, const char *options)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    read_heaps(s, "3,4,5");
    while (zm_next_option(&options, name, value)) {
        if (!strcmp(name, "heaps")) {
            if (!read_heaps(s, value))
                return "heaps= takes 1 to 8 numbers from 1 to 63, as in heaps=3,4,5";
        } else if (!strcmp(name, "play")) {
            s->misere = !strcmp(value, "misere");
            if (!s->misere && strcmp(value, "normal") != 0)
                return "play= is normal or misere";
        } else {
            return "the options are heaps= and play=, as in heaps=3,4,5 play=misere";
        }
    }
    return NULL;
}

static int nim_turn(const struct zm_state *s)
{
    return s->left > 0 ? s->player : ZM_OVER;
}

static int nim_moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    for (int h = 0; h < s->heaps; h++)
        for (int taken = 1; taken <= s->heap[h]; taken++)
            list[n++] = 64 * (zm_move)h + (zm_move)taken;
    return n;
}

static void nim_play(struct zm_state *s, zm_move m)
{
    const int heap = (int)m / 64, taken = (int)m % 64;
    s->heap[heap] -= taken;
    s->left -= taken;
    s->player = !s->player;
}

/* Who would have to move now, but cannot, has lost; in misere play it has won. */
static int nim_payoff(const struct zm_state *s, int player)
{
    const bool stuck = player == s->player;
    return stuck == (s->misere == 1) ? 1 : -1;
}

/* ------------------------------------------------------------------- text -- */

static void nim_show(const struct zm_state *s, struct zm_text *out)
{
    for (int h = 0; h < s->heaps; h++) {
        zm_print(out, "%c ", 'a' + h);
        for (int i = 0; i < s->heap[h]; i++)
            zm_print(out, "|");
        zm_print(out, "\n");
    }
}

/* The heap's letter and how many are taken: "b3". */
static void nim_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    (void)s;
    zm_print(out, "%c%d", 'a' + (int)m / 64, (int)m % 64);
}

/* ------------------------------------------------------------------ table -- */

/* Larger heaps have more moves and longer games than the table below says. */
static const char *nim_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .player = 0 };
    const char *const wrong = nim_start(&s, options);
    shape->max_moves = shape->max_plies = s.left;
    return wrong;
}

static const struct zm_game nim = {
    ZM_GAME("nim"),
    .title = "Nim",
    .options = "heaps=3,4,5 play=normal",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE,
    .players = 2,
    .max_moves = 3 + 4 + 5,
    .max_plies = 3 + 4 + 5,
    .max_payoff = 1,
    .unit = 1,
    .start = nim_start,
    .turn = nim_turn,
    .moves = nim_moves,
    .play = nim_play,
    .payoff = nim_payoff,
    .show = nim_show,
    .show_move = nim_show_move,
    .shape = nim_shape,
};

#define ZM_THIS nim
#include <zermelo/kernels.h>
