/* level.h -- ten opponents for every game, from a beginner to full strength. */
#ifndef MATCH_LEVEL_H
#define MATCH_LEVEL_H

#include "match/ladder.h"
#include "match/stopper.h"

enum { FRIENDLY_LEVEL = 3 };

struct level_player;

/* Level `number`, 1 to LEVELS, of this game; NULL: *error says why. */
struct level_player *level_new(const struct zm_game *game, int number, uint64_t seed,
                               struct zm_error *error);
/* The opponent on a rung of the ladder, whatever level it is. */
struct level_player *level_new_rung(const struct zm_game *game, int rung, uint64_t seed,
                                    struct zm_error *error);
void level_free(struct level_player *player);

/* How it plays this game, for people: "alpha-beta, 4 plies deep, ...". */
const char *level_about(const struct level_player *player);

/* As player_listen(), player_search() and player_others() (player.h). */
void level_listen(struct level_player *player, zm_listen_fn *listen, void *user);
struct zm_search *level_search(const struct level_player *player);
int level_others(const struct level_player *player, struct zm_other list[], int most);

/* Choose a move; `limits` may only tighten the level's own. */
const char *level_choose(struct level_player *player, struct stopper *stopper,
                         const struct zm_position *p, const struct zm_limits *limits,
                         struct zm_result *result, struct zm_error *error);

#endif
