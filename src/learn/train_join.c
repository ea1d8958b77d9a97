/* train_join.c -- play games for a run that another process leads, until stopped. All that the two
 * share is the folder. */
#include "learn/train_players.h"

#include <math.h>

/* Games of one round, or of as much of it as there is. */
static const char *join_round(const struct zm_game *game, const struct train_state *state,
                              const char *folder, int threads, const struct train_watch *watch,
                              bool *stopped, struct zm_error *error)
{
    char games[TRAIN_PATH], net[TRAIN_PATH];
    struct zm_error ignored;
    struct train_state now;
    snprintf(games, sizeof games, "%s/games", folder);
    train_net_path(folder, state->champion, "net", net);
    struct train_team team =
        train_guest_team(game, state, critic_open(game, net, error), threads, 0);
    team.folder = games;
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
            other = now.champion != state->champion ||
                    train_guest_round(&now) != train_guest_round(state);
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
