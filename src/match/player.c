#include "match/player.h"

#include "base/nearest.h"
#include "base/sentence.h"
#include "match/level.h"
#include "match/outside.h"
#include "match/ownership.h"
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A human has none of the three. */
struct player {
    char spec[SPEC_TEXT];
    const struct zm_game *game;
    struct zm_search *search;
    struct level_player *level;
    struct outside *outside;
    struct stopper stopper;
    const struct zm_book *book; /* or NULL */
};

static const char *unknown(const char *name, struct zm_error *error)
{
    struct nearest nearest = nearest_to(name);
    nearest_offer(&nearest, "human");
    nearest_offer(&nearest, "level");
    for (int i = 0; outside_name(i); i++)
        nearest_offer(&nearest, outside_name(i));
    for (int i = 0; zm_search_name(i); i++)
        nearest_offer(&nearest, zm_search_name(i));
    if (nearest.word)
        return sentence(error, "there is no player \"%.40s\"; did you mean %s?", name,
                        nearest.word);
    return sentence(error,
                    "there is no player \"%.40s\"; expected human, level:1 to level:%d, a "
                    "search, or a program (`zermelo help players` lists them)",
                    name, LEVELS);
}

static const char *make_level(struct player *player, const struct zm_game *game,
                              const struct spec *spec, uint64_t seed, struct zm_error *error)
{
    const char *const text = spec->pairs == 1 ? spec->pair[0].key : "";
    char *end;
    const long number = strtol(text, &end, 10);
    if (!*text || *end || spec->pair[0].value || number < 1 || number > LEVELS)
        return sentence(error, "\"%.60s\" is no level; expected level:1 to level:%d", player->spec,
                        LEVELS);
    player->level = level_new(game, (int)number, seed, error);
    return player->level ? NULL : error->text;
}

static bool has_key(const struct spec *spec, const char *key)
{
    for (int i = 0; i < spec->pairs; i++)
        if (!strcmp(spec->pair[i].key, key))
            return true;
    return false;
}

/* A search that draws lots gets the seed, unless it has its own. */
static const char *make_search(struct player *player, const struct zm_game *game,
                               const struct spec *spec, uint64_t seed, struct zm_error *error)
{
    struct zm_error ignored;
    const struct algorithm *const algorithm = algorithm_find(spec->name, &ignored);
    if (!algorithm)
        return unknown(spec->name, error);
    char text[SPEC_TEXT + 32];
    const bool seeded = (algorithm->takes & (TAKES_SEED | TAKES_TREE)) && !has_key(spec, "seed");
    int length = snprintf(text, sizeof text, "%s", player->spec);
    if (seeded)
        snprintf(text + length, sizeof text - (size_t)length, "%cseed=%llu",
                 spec->pairs > 0 ? ',' : ':', (unsigned long long)(zm_mix(seed) >> 32));
    player->search = zm_search_new(game, text, error);
    return player->search ? NULL : error->text;
}

struct player *player_new(const struct zm_game *game, const char *text, uint64_t seed,
                          struct zm_error *error)
{
    struct spec spec;
    if (spec_read(&spec, text, error))
        return NULL;
    struct player *const player = calloc(1, sizeof *player);
    if (!player) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    player->game = game;
    snprintf(player->spec, sizeof player->spec, "%s", text);
    const char *wrong = NULL;
    if (!strcmp(spec.name, "human"))
        wrong = spec.pairs > 0 ? sentence(error, "human takes no options") : NULL;
    else if (!strcmp(spec.name, "level"))
        wrong = make_level(player, game, &spec, seed, error);
    else if (outside_is(spec.name))
        wrong = (player->outside = outside_new(game, text, error)) ? NULL : error->text;
    else
        wrong = make_search(player, game, &spec, seed, error);
    if (!wrong)
        return player;
    player_free(player);
    return NULL;
}

void player_free(struct player *player)
{
    if (!player)
        return;
    zm_search_free(player->search);
    level_free(player->level);
    outside_free(player->outside);
    free(player);
}

const char *player_spec(const struct player *player)
{
    return player->spec;
}

bool player_is_human(const struct player *player)
{
    return !player->search && !player->level && !player->outside;
}

bool player_is_outside(const char *text)
{
    struct spec spec;
    struct zm_error ignored = { "" };
    return !spec_read(&spec, text, &ignored) && outside_is(spec.name);
}

const char *player_about(const struct player *player)
{
    return player->level ? level_about(player->level) : NULL;
}

void player_use_book(struct player *player, const struct zm_book *book)
{
    const bool searches = player->search && player->search->algorithm->search != search_random;
    player->book = searches ? book : NULL;
}

/* A program stays: it is told, and forgets by itself. */
const char *player_new_game(struct player *player, uint64_t seed, struct zm_error *error)
{
    if (player->outside) {
        outside_new_game(player->outside);
        return NULL;
    }
    struct player *const fresh = player_new(player->game, player->spec, seed, error);
    if (!fresh)
        return error->text;
    zm_search_free(player->search);
    level_free(player->level);
    player->search = fresh->search;
    player->level = fresh->level;
    free(fresh);
    return NULL;
}

/* What is left on a player's own clock, at least: 0 would mean that it has none. */
static const double least_clock = 0.001;

const char *player_choose(struct player *player, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error)
{
    if (player_is_human(player))
        return sentence(error, "a human chooses the moves");
    if (player->outside)
        return outside_choose(player->outside, p, limits, result, error);
    if (player->book && zm_book_best(player->book, p, result))
        return NULL;
    const bool thinks = !player->search || player->search->algorithm->search != search_random;
    if (thinks && ownership_pass(p, result) == PASS_WINS)
        return NULL;
    const char *wrong;
    if (player->level) {
        wrong = level_choose(player->level, &player->stopper, p, limits, result, error);
    } else {
        struct search_options *const o = &player->search->options;
        const struct zm_limits fallback = { .nodes = PLAYER_NODES };
        const bool limited =
            o->depth > 0 || o->time > 0 || o->clock > 0 || o->nodes > 0 || o->sims > 0 ||
            (limits && (limits->depth > 0 || limits->nodes > 0 || limits->seconds > 0 ||
                        limits->clock > 0)) ||
            (player->search->algorithm->takes & TAKES_TREE); /* has its own default */
        wrong = stopper_run(&player->stopper, player->search, p, limited ? limits : &fallback,
                            result, error);
        if (o->clock > 0)
            o->clock = fmax(o->clock - result->seconds, least_clock);
    }
    player->stopper.pressed = false;
    return wrong;
}

void player_listen(struct player *player, zm_listen_fn *listen, void *user)
{
    if (player->search)
        zm_search_listen(player->search, listen, user);
    if (player->level)
        level_listen(player->level, listen, user);
}

struct zm_search *player_search(const struct player *player)
{
    return player->level ? level_search(player->level) : player->search;
}

int player_others(const struct player *player, struct zm_other list[], int most)
{
    if (player->level && !level_search(player->level))
        return level_others(player->level, list, most);
    return player_search(player) ? zm_search_others(player_search(player), list, most) : 0;
}

bool player_scores(const struct player *player)
{
    return player->outside && outside_scores(player->outside);
}

const char *player_score(struct player *player, const struct zm_position *p, double *points,
                         struct zm_error *error)
{
    return outside_score(player->outside, p, points, error);
}

void player_stop(struct player *player)
{
    if (player->outside)
        outside_stop(player->outside);
    else
        stopper_press(&player->stopper);
}
