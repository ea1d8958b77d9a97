/* pig.c -- Pig: roll a die as often as you dare and add up what it shows, or hold and keep
 * the sum; a 1 loses what the turn brought. The first to hold 100 points wins.
 *
 * Two rules keep the game sensible without changing its value:
 *  - a turn begins with a roll. To hold with nothing gained is to pass, which is never
 *    better than to roll once and then hold (at worst that is the same), and two players
 *    who both pass would sit there for ever.
 *  - who has enough to win holds: to roll on could only lose it.
 * The game can still last for ever, if nobody ever stops rolling ones, but with
 * probability 0. Theory: Neller & Presser 2004, "Optimal play of the dice game Pig". */
#include <zermelo/game.h>

enum { ROLL, HOLD, FACES = 6, GOAL = 100, HIGHEST_GOAL = 1000 };

struct zm_state {
    int32_t score[2];
    int32_t sum;    /* what this turn has brought so far              */
    int32_t turn;   /* 0, 1, ZM_CHANCE while the die rolls or ZM_OVER */
    int32_t player; /* whose turn it is while the die rolls           */
    int32_t goal;
};

/* ------------------------------------------------------------------ rules -- */

static const char *pig_start(struct zm_state *s, const char *options)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    s->goal = GOAL;
    while (zm_next_option(&options, name, value)) {
        const char *at = value;
        if (strcmp(name, "goal") != 0 || !zm_read_number(&at, 1, HIGHEST_GOAL, &s->goal) || *at)
            return "the only option is goal=, a number from 1 to 1000, as in goal=50";
    }
    return NULL;
}

static int pig_turn(const struct zm_state *s)
{
    return s->turn;
}

static bool enough(const struct zm_state *s)
{
    return s->score[s->player] + s->sum >= s->goal;
}

/* Moves are ROLL and HOLD; outcomes are the faces 1 to 6. */
static int pig_moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    if (s->turn == ZM_CHANCE) {
        for (int face = 1; face <= FACES; face++)
            list[n++] = (zm_move)face;
        return n;
    }
    if (!enough(s))
        list[n++] = ROLL;
    if (s->sum > 0)
        list[n++] = HOLD;
    return n;
}

static void pig_weights(const struct zm_state *s, uint32_t weight[])
{
    (void)s;
    for (int i = 0; i < FACES; i++)
        weight[i] = 1;
}

static void pass_the_die(struct zm_state *s)
{
    s->sum = 0;
    s->player = !s->player;
    s->turn = s->player;
}

static void pig_play(struct zm_state *s, zm_move m)
{
    if (s->turn != ZM_CHANCE) {
        if (m == ROLL) {
            s->turn = ZM_CHANCE;
            return;
        }
        const bool won = enough(s);
        s->score[s->player] += s->sum;
        pass_the_die(s);
        if (won)
            s->turn = ZM_OVER;
    } else if (m == 1) {
        pass_the_die(s);
    } else {
        s->sum += (int32_t)m;
        s->turn = s->player;
    }
}

static int pig_payoff(const struct zm_state *s, int player)
{
    return s->score[player] >= s->goal ? 1 : -1;
}

/* The lead in points as a part of the whole way, the sum at stake counted by half. A lead
 * is at most goal + 5, so this stays inside -unit .. unit for any goal. */
static int pig_evaluate(const struct zm_state *s, int player)
{
    const int mine = 2 * s->score[player] + (player == s->player ? s->sum : 0);
    const int other = 2 * s->score[!player] + (player == s->player ? 0 : s->sum);
    return 900 * (mine - other) / (2 * (s->goal + FACES));
}

/* --------------------------------------------------------------- notation -- */

static void pig_show(const struct zm_state *s, struct zm_text *out)
{
    for (int p = 0; p < 2; p++) {
        zm_print(out, "player %d  %3d", p + 1, s->score[p]);
        if (p == s->player && s->turn != ZM_OVER)
            zm_print(out, " + %d%s", s->sum, s->turn == ZM_CHANCE ? ", the die rolls" : "");
        zm_print(out, "\n");
    }
    zm_print(out, "goal      %3d\n", s->goal);
}

static void pig_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    if (s->turn == ZM_CHANCE)
        zm_print(out, "%d", (int)m);
    else
        zm_print(out, "%s", m == ROLL ? "roll" : "hold");
}

/* "40-35+12 1": the scores, what this turn brought, whose turn it is; '*' behind it while
 * the die rolls. */
static void pig_write(const struct zm_state *s, struct zm_text *out)
{
    zm_print(out, "%d-%d+%d %d%s", s->score[0], s->score[1], s->sum, s->player + 1,
             s->turn == ZM_CHANCE ? "*" : "");
}

static bool separated(const char **text, char separator)
{
    return *(*text)++ == separator;
}

static const char *pig_read(struct zm_state *s, const char *text)
{
    const int most = s->goal + FACES - 1;
    if (!zm_read_number(&text, 0, most, &s->score[0]) || !separated(&text, '-') ||
        !zm_read_number(&text, 0, most, &s->score[1]) || !separated(&text, '+') ||
        !zm_read_number(&text, 0, most, &s->sum) || !separated(&text, ' ') ||
        !zm_read_number(&text, 1, 2, &s->player))
        return "expected the scores, the sum of this turn and the player, as in 40-35+12 1";
    s->player--;
    const bool rolls = *text == '*';
    if (text[rolls])
        return "after the player only * for a rolling die may stand";
    const bool over = s->score[!s->player] >= s->goal;
    if (s->score[s->player] >= s->goal)
        return "the player to move has already won";
    if (over ? s->sum > 0 || rolls : s->sum == 1 || (rolls && enough(s)))
        return "the sum of this turn cannot be";
    if (s->score[s->player] + s->sum > most || s->score[0] == 1 || s->score[1] == 1)
        return "no turn can bring these points";
    s->turn = over ? ZM_OVER : rolls ? ZM_CHANCE : s->player;
    return NULL;
}

/* Six numbers: the two scores and the sum as parts of the goal, own score first; whether
 * the turn is one's own; whether holding is allowed; and whether it wins. */
static void pig_features(const struct zm_state *s, int player, float *plane)
{
    const float goal = (float)s->goal;
    plane[0] = (float)s->score[player] / goal;
    plane[1] = (float)s->score[!player] / goal;
    plane[2] = (float)s->sum / goal;
    plane[3] = player == s->player ? 1.0F : 0.0F;
    plane[4] = s->sum > 0 ? 1.0F : 0.0F;
    plane[5] = enough(s) ? 1.0F : 0.0F;
}

static int pig_slot(const struct zm_state *s, zm_move m)
{
    (void)s;
    return (int)m;
}

static const struct zm_game pig = {
    ZM_GAME("pig"),
    .title = "Pig",
    .options = "goal=100",
    .flags = ZM_ZERO_SUM | ZM_HAS_CHANCE | ZM_CYCLES,
    .players = 2,
    .max_moves = FACES,
    .max_payoff = 1,
    .unit = 1000,
    .start = pig_start,
    .turn = pig_turn,
    .moves = pig_moves,
    .play = pig_play,
    .payoff = pig_payoff,
    .weights = pig_weights,
    .evaluate = pig_evaluate,
    .show = pig_show,
    .show_move = pig_show_move,
    .write = pig_write,
    .read = pig_read,
    .planes = 6,
    .features = pig_features,
    .slots = 2,
    .slot = pig_slot,
};

#define ZM_THIS pig
#include <zermelo/kernels.h>
