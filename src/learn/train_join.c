/* train_join.c -- play games for a run that another process leads, until stopped. All that the two
 * share is the folder. */
#include "base/clock.h"
#include "learn/train_players.h"

#include <math.h>
#include <unistd.h>

/* Games of one round, or of as much of it as there is. */
static const char *join_round(const struct zm_game *game, const struct train_state *state,
                              const char *folder, int threads, const struct train_watch *watch,
                              bool *stopped, struct zm_error *error)
{
    char games[TRAIN_PATH], net[TRAIN_PATH];
    struct zm_error ignored;
    struct train_state now;
    const uint64_t round = state->generations - (state->phase == TRAIN_GATING);
    uint64_t lot = zm_mix((uint64_t)getpid() ^ zm_mix((uint64_t)(clock_now() * 1e9))) | 1;
    const uint64_t own = (uint64_t)zm_random(&lot, 1u << 26) << 12;
    snprintf(games, sizeof games, "%s/games", folder);
    train_net_path(folder, state->champion, "net", net);
    const struct train_team team = { .game = game,
                                     .settings = &state->settings,
                                     .folder = games,
                                     .critic = critic_open(game, net, error),
                                     .generation = state->champion,
                                     .threads = threads,
                                     .first = round << TRAIN_ROUND_BITS |
                                              1ULL << (TRAIN_ROUND_BITS - 1) | own,
                                     .most = 1 << 12 };
    struct train_players *const players = team.critic ? train_players_start(&team, error) : NULL;
    if (!players)
        return error->text;
    struct train_progress progress = {
        .phase = TRAIN_PLAYING, .generation = state->generations, .score = NAN, .seconds_left = NAN
    };
    while (train_players_wait(players, 1)) {
        progress.games = train_players_total(players);
        watch->progress(watch->user, &progress);
        *stopped |= watch->stop(watch->user);
        bool other = false;
        if (!*stopped && !train_state_load(&now, folder, &ignored)) {
            other = now.champion != state->champion || now.generations != state->generations;
            train_state_release(&now);
        }
        if (*stopped || other)
            train_players_stop(players, *stopped);
    }
    return train_players_end(players, error);
}

const char *train_join(const char *folder, int threads, const struct train_watch *watch,
                       struct zm_error *error)
{
    struct train_state state = { .champion = 0 };
    bool stopped = false;
    const char *wrong = train_state_load(&state, folder, error);
    if (wrong)
        return wrong;
    const struct zm_game *const game = zm_game_open(
        state.settings.game, state.settings.options[0] ? state.settings.options : NULL, error);
    while (game && !wrong && !stopped) {
        wrong = join_round(game, &state, folder, threads, watch, &stopped, error);
        train_state_release(&state);
        if (!wrong)
            wrong = train_state_load(&state, folder, error);
    }
    train_state_release(&state);
    zm_game_close(game);
    return game ? wrong : error->text;
}
