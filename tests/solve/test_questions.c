/* Which questions the solver asks, and what it keeps of the answers. */
#include "solve/proofs.h"
#include "solve/questions.h"
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

enum { MOST = 21 };

/* How many questions find `value`, where an answer is the value itself (sharp) or says no
 * more than was asked; -1: a question that asks nothing, or a wrong end. */
static int questions(enum zm_strategy strategy, int value, bool sharp, bool *beside)
{
    const struct zm_bounds first = { -MOST, MOST };
    int low = first.low, high = first.high, last = 0, asked = 0;
    *beside = true;
    for (; low < high && asked < 100; asked++) {
        const int t = next_question(strategy, first, low, high, last);
        if (t <= low || t > high)
            return -1;
        *beside = *beside && (t == last || t == last + 1);
        last = sharp ? value : value >= t ? t : t - 1;
        if (value >= t)
            low = last;
        else
            high = last;
    }
    return low == value && high == value ? asked : -1;
}

static void test_questions(void)
{
    int most[2][2] = { { 0 } };
    bool right = true, always_beside = true, never_far = true;
    for (int value = -MOST; value <= MOST; value++)
        for (int sharp = 0; sharp < 2; sharp++)
            for (int mtdf = 0; mtdf < 2; mtdf++) {
                bool beside;
                const int n = questions(mtdf ? ZM_MTDF : ZM_QUESTIONS, value, sharp, &beside);
                right = right && n > 0;
                most[mtdf][sharp] = n > most[mtdf][sharp] ? n : most[mtdf][sharp];
                if (mtdf)
                    always_beside = always_beside && beside;
                else
                    never_far = never_far && beside;
            }
    OK(right);
    OK(always_beside && !never_far); /* which is what makes it MTD(f) */
    EQ(most[1][1], 2);               /* from either side */
    EQ(most[1][0], MOST + 1);
    OKF(most[0][0] <= 8, "%d questions by halving", most[0][0]);
}

/* What was proved of a position answers for its images, at no more than a few nodes. */
static void test_images(const char *name, const char *options, int plies, enum zm_strategy strategy)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search search = { .game = game };
    struct run run = { .search = &search, .cx = { .game = game, .poll = run_poll } };
    uint64_t seed = 7, most = 0;
    bool same = true;
    for (int i = 0; i < plies; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
    }
    run_limits(&run, NULL);
    struct zm_state *const image = malloc(game->state_size);
    OK(!branches_begin(&run.cx, run.depth, &run.memory, &run.memory_size, &error) &&
       proofs_begin(&run.cx, 16));
    const int value = value_by_questions(&run, zm_position_state(p), strategy);
    const uint64_t nodes = run.cx.nodes;
    for (int i = 1; i < game->symmetries; i++) {
        const uint64_t before = run.cx.nodes;
        memcpy(image, zm_position_state(p), game->state_size);
        game->transform(image, i);
        same = same && value_by_questions(&run, image, strategy) == value;
        most = run.cx.nodes - before > most ? run.cx.nodes - before : most;
    }
    OK(same);
    OKF(nodes > 200 && most < 20, "%s: %llu nodes, %llu for an image", name,
        (unsigned long long)nodes, (unsigned long long)most);
    proofs_end(&run.cx);
    free(image);
    free(run.memory);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    test_questions();
    test_images("tictactoe", NULL, 1, ZM_QUESTIONS);
    test_images("tictactoe", NULL, 1, ZM_PROOF_NUMBERS);
    return tap_done();
}
