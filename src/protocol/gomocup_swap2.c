/* gomocup_swap2.c -- the opening rule Swap2: one player sets three stones, black, white, black;
 * the other takes a colour, or sets two more and leaves the choice to the first.
 *
 * Who may choose has the better side of the position, who sets the stones wants both sides
 * to be alike. To set two more is left out: whatever they are, the better side would then be
 * the opponent's, while choosing now has it for us. */
#include "protocol/gomocup.h"

#include "base/sentence.h"
#include "search/timing.h"

#include <math.h>
#include <string.h>

/* Openings by lot, of which the most even is taken. */
enum { OPENINGS = 12, OPENING_STONES = 3 };

static const char *say_choice(struct gomocup *g, struct zm_error *error)
{
    struct zm_result result;
    const struct zm_position *const p = g->session->position;
    if (session_choose(g->session, p, &g->limits, &result, error))
        return error->text;
    const int cell = gomocup_cell(p, result.move);
    if (result.value < 0)
        session_say(g->session, "SWAP");
    else
        session_say(g->session, "%d,%d", cell % g->size, cell / g->size);
    return NULL;
}

/* One opening's share of the time for a move. */
static struct zm_limits share_of(const struct gomocup *g)
{
    struct zm_limits limits = g->limits;
    if (limits.clock > 0) {
        const struct timing timing = timing_of(&limits, g->session->game, 0);
        limits.seconds = isinf(timing.wanted) ? limits.seconds : timing.wanted;
        limits.clock = 0;
    }
    limits.seconds /= OPENINGS;
    if (limits.nodes > 0)
        limits.nodes = limits.nodes / OPENINGS + 1;
    return limits;
}

static const char *say_opening(struct gomocup *g, struct zm_error *error)
{
    const struct zm_limits limits = share_of(g);
    const int cells = g->size * g->size;
    uint64_t seed = zm_mix(g->session->setup.seed) | 1;
    int best[OPENING_STONES] = { 0 };
    double evenness = INFINITY;
    for (int i = 0; i < OPENINGS; i++) {
        struct zm_result result;
        int stone[OPENING_STONES];
        memset(g->cells, '.', sizeof g->cells);
        for (int k = 0; k < OPENING_STONES; k++) {
            do
                stone[k] = (int)zm_random(&seed, (uint32_t)cells);
            while (g->cells[stone[k]] != '.');
            g->cells[stone[k]] = "XO"[k % 2];
        }
        if (gomocup_set(g, g->cells, error) ||
            session_choose(g->session, g->session->position, &limits, &result, error))
            return error->text;
        if (i == 0 || fabs(result.value) < evenness) {
            evenness = fabs(result.value);
            memcpy(best, stone, sizeof best);
        }
        if (g->session->thinker.stopped)
            break;
    }
    session_say(g->session, "%d,%d %d,%d %d,%d", best[0] % g->size, best[0] / g->size,
                best[1] % g->size, best[1] / g->size, best[2] % g->size, best[2] / g->size);
    return session_restart(g->session, error);
}

void gomocup_swap2(void *user)
{
    struct gomocup *const g = user;
    struct zm_error error;
    const char *const wrong = g->stones == 0 ? say_opening(g, &error) : say_choice(g, &error);
    if (wrong)
        session_say(g->session, "ERROR %s", wrong);
}
