#include "cli/train_live.h"

#include "base/clock.h"
#include "cli/screen.h"

#include <math.h>
#include <stdlib.h>

/* In seconds. Small runs have many phases in one. */
static const double draw_every = 0.1;

/* A run that has nothing left to do is over before anybody could read. */
static const double silence = 1;

bool train_live_fits(void)
{
    int width, height;
    return screen_there() && screen_size(&width, &height) && width >= TRAIN_LEAST_WIDTH &&
           height >= TRAIN_LEAST_HEIGHT;
}

void train_live_begin(struct train_live *l, const struct train_state *state, const char *folder,
                      uint32_t rounds)
{
    *l = (struct train_live){ .view = { .state = state,
                                        .progress = { .score = NAN, .seconds_left = NAN },
                                        .folder = folder,
                                        .rounds = rounds },
                              .since = clock_now(),
                              .told = clock_now(),
                              .utf8 = screen_utf8(),
                              .colour = screen_colour() };
}

/* The last column stays free: a terminal whose cursor stands there is of two minds about where it
 * is. */
static void draw(struct train_live *l)
{
    struct train_paper paper = { .utf8 = l->utf8, .colour = l->colour };
    if (!screen_size(&paper.width, &paper.height))
        return;
    paper.width--;
    const uint32_t finished = train_finished(l->view.state, &l->view.progress);
    const double before = finished > 0 ? l->view.state->generation[finished - 1].seconds : 0;
    l->told = clock_now();
    l->view.seconds = before + l->told - l->since;
    struct zm_text size = { NULL, 0, 0 };
    train_dashboard(&l->view, &paper, &size);
    char *const text = malloc(size.length + 1);
    if (!text)
        return;
    struct zm_text out = { text, size.length + 1, 0 };
    train_dashboard(&l->view, &paper, &out);
    screen_draw(text, out.length);
    l->drawn = true;
    free(text);
}

void train_live_progress(struct train_live *l, const struct train_progress *p)
{
    l->view.progress = *p;
    train_losses_add(&l->view.losses, p);
    if (!l->drawn)
        draw(l);
    else
        train_live_tick(l);
}

void train_live_generation(struct train_live *l)
{
    l->view.progress.trial = TRIAL_CHAMPION;
    l->since = clock_now();
    train_live_tick(l);
}

void train_live_tick(struct train_live *l)
{
    if (clock_now() - l->told >= (l->drawn ? draw_every : silence))
        draw(l);
}

uint32_t train_live_end(struct train_live *l)
{
    screen_close();
    return train_finished(l->view.state, &l->view.progress);
}
