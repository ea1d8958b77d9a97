/* work.h -- all that a tuning has done so far, in memory and in one file.
 *
 * The file is written whole, beside, and renamed: whenever the program is killed, the last
 * one written is there. It is read back as input from a stranger: see work_read(). */
#ifndef LEARN_WORK_H
#define LEARN_WORK_H

#include "learn/fit.h"

/* What makes one tuning differ from another. */
struct work_settings {
    char game[64];
    char options[256];
    char search[256];
    uint64_t nodes, depth, seed;
    uint32_t rounds, games, random;
    uint32_t count; /* of weights: learned_count */
};

struct work {
    struct work_settings settings;
    uint32_t done;   /* rounds that are over                              */
    int16_t *weight; /* by which the games of the next round are played   */
    uint32_t points, point_room;
    struct fit_point *point;
    uint32_t games[2]; /* of the round before, of this round */
    struct game_line *line[2];
};

/* How many games a round plays: the last one `games`, each one before it half as many, but
 * not so few that nothing can be learned from them. */
uint32_t work_games(const struct work_settings *settings, uint32_t round);

/* An empty one: no weights, no games. */
const char *work_begin(struct work *work, const struct work_settings *settings,
                       struct zm_error *error);
void work_release(struct work *work);

/* The games of this round become those of the round before. */
const char *work_next_round(struct work *work, struct zm_error *error);
bool work_add_point(struct work *work, const struct fit_point *point);

/* As bytes, in new memory; NULL: there is none. The checksum is of what follows it. */
enum { WORK_HEADER = 24 };
unsigned char *work_pack(const struct work *work, size_t *length);
uint64_t work_checksum(const unsigned char *bytes, size_t length);

const char *work_write(const struct work *work, const char *path, struct zm_error *error);

/* From bytes that may be anything: lengths, checksum and every move of every game are
 * looked at. *work must be what work_begin() made for the same settings; on failure it is
 * as before. `name` is for the sentence. */
const char *work_read(struct work *work, const struct zm_game *game, const unsigned char *bytes,
                      size_t length, const char *name, struct zm_error *error);

#endif
