/* play_save.c -- records of games, where they are kept, and how to go on with them. */
#include "base/files.h"
#include "base/sentence.h"
#include "cli/arguments.h"
#include "cli/play.h"
#include "cli/say.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_FILE = 1 << 20 };

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), rest = strlen(end);
    return length >= rest && !strcmp(text + length - rest, end);
}

/* In the library's own format, any game. */
static const char *write_own(const struct zm_position *p, char *out, size_t size, size_t *length,
                             struct zm_error *error)
{
    (void)error;
    *length = zm_record_write(p, out, size);
    return NULL;
}

/* The game as text, in the format that the name of its file asks for; NULL with the reason. */
static char *record_of(const struct play *play, const char *path, struct zm_error *error)
{
    const char *(*const write)(const struct zm_position *, char *, size_t, size_t *,
                               struct zm_error *) = ends_with(path, ".ggf")   ? zm_ggf_write
                                                    : ends_with(path, ".sgf") ? zm_sgf_write
                                                                              : write_own;
    size_t length = 0;
    if (write(play->position, NULL, 0, &length, error))
        return NULL;
    char *const text = malloc(length + 1);
    if (!text)
        sentence(error, "%s", out_of_memory);
    else
        write(play->position, text, length + 1, &length, error);
    return text;
}

static const char *write_record(const struct play *play, const char *path, struct zm_error *error)
{
    char *const text = record_of(play, path, error);
    const char *const wrong = text ? file_write(path, text, strlen(text), error) : error->text;
    free(text);
    return wrong;
}

const char *play_save(struct play *play, const char *path, struct zm_error *error)
{
    const char *const wrong = write_record(play, path, error);
    if (!wrong)
        snprintf(play->file, sizeof play->file, "%s", path);
    return wrong;
}

/* Does play->file hold the game as it is now? */
static bool is_saved(const struct play *play)
{
    struct zm_error error;
    char *const there = *play->file ? file_read(play->file, LONGEST_FILE, &error) : NULL;
    char *const here = record_of(play, play->file, &error);
    const bool same = there && here && !strcmp(there, here);
    free(there);
    free(here);
    return same;
}

/* ------------------------------------------------------------------ keeping -- */

/* Make a folder and those above it. */
static bool make_folders(const char *path)
{
    char part[PATH_MAX];
    for (const char *at = path; *at; at++) {
        if (*at != '/' || at == path)
            continue;
        snprintf(part, sizeof part, "%.*s", (int)(at - path), path);
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* XDG base directory specification: state that should persist between runs. */
static bool state_folder(char *out, size_t size)
{
    const char *const state = getenv("XDG_STATE_HOME"), *const home = getenv("HOME");
    int length = -1;
    if (state && *state == '/')
        length = snprintf(out, size, "%s/zermelo", state);
    else if (home && *home == '/')
        length = snprintf(out, size, "%s/.local/state/zermelo", home);
    return length > 0 && (size_t)length < size && make_folders(out);
}

/* A name in the folder that is not taken: GAME-DATE[-N].zermelo */
static bool free_name(const struct play *play, const char *folder, char *out, size_t size)
{
    char name[32], date[32];
    size_t length = 0;
    const time_t now = time(NULL);
    struct tm local;
    for (const char *c = play->game->name; *c && length < sizeof name - 1; c++)
        name[length++] = (char)(isalnum((unsigned char)*c) ? *c : '-');
    name[length] = '\0';
    if (!localtime_r(&now, &local) || !strftime(date, sizeof date, "%Y-%m-%d-%H%M%S", &local))
        snprintf(date, sizeof date, "%lld", (long long)now);
    for (int n = 1; n < 1000; n++) {
        char suffix[16] = "";
        if (n > 1)
            snprintf(suffix, sizeof suffix, "-%d", n);
        const int full = snprintf(out, size, "%s/%s-%s%s.zermelo", folder, name, date, suffix);
        if (full < 0 || (size_t)full >= size)
            return false;
        if (access(out, F_OK) != 0)
            return true;
    }
    return false;
}

/* As it is named on the command line. */
static void print_seat(struct zm_text *t, int i, const char *spec)
{
    char word[PATH_MAX];
    snprintf(word, sizeof word, "%d=%s", i + 1, spec);
    zm_print(t, " --seat ");
    say_word(t, word);
}

static void tell_saved(const struct play *play, const char *path)
{
    char command[3 * PATH_MAX];
    struct zm_text t = { command, sizeof command, 0 };
    /* As it was called this time: build/zermelo is on nobody's PATH. */
    say_word(&t, program_invocation_name);
    zm_print(&t, " play ");
    if (argument_is_plugin(zm_game_spec(play->game))) {
        say_word(&t, zm_game_spec(play->game));
        zm_print(&t, " ");
    }
    zm_print(&t, "--load ");
    say_word(&t, path);
    for (int i = 0; i < play->game->players; i++)
        if (player_is_outside(player_spec(play->player[i])))
            print_seat(&t, i, player_spec(play->player[i]));
    play->voice->saved(play, path, command);
}

bool play_keep(const struct play *play)
{
    char folder[PATH_MAX], path[PATH_MAX];
    struct zm_error error = { "no folder to save the game in" };
    if (is_saved(play)) {
        tell_saved(play, play->file);
        return true;
    }
    for (int where = 0; where < 2; where++)
        if ((where == 0 ? state_folder(folder, sizeof folder)
                        : getcwd(folder, sizeof folder) != NULL) &&
            free_name(play, folder, path, sizeof path) && !write_record(play, path, &error)) {
            tell_saved(play, path);
            return true;
        }
    /* Nowhere to write: whoever sees the screen can still copy it. */
    struct zm_error reason;
    char *const text = record_of(play, "", &reason);
    play->voice->wrong("%s; this is the game:\n%s", error.text, text ? text : "");
    free(text);
    return false;
}

/* ------------------------------------------------------------------ loading -- */

/* The same name or, for plug-ins and trees, the same file. */
static bool same_game(const char *a, const char *b)
{
    struct stat one, other;
    if (!strcmp(a, b))
        return true;
    return strchr(a, '.') && strchr(b, '.') && stat(a, &one) == 0 && stat(b, &other) == 0 &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* A record may name a program of somebody else's, but not start it. */
static const char *refuse(const char *path, int i, const char *seat, struct zm_error *error)
{
    struct zm_text t = { error->text, sizeof error->text, 0 };
    zm_print(&t,
             "%.200s was played by a program; if you trust it, say so, or name another player: "
             "zermelo play --load ",
             path);
    say_word(&t, path);
    print_seat(&t, i, seat);
    return error->text;
}

/* Players the record names, where they are players at all and not just names. */
static const char *seat_again(struct play *play, const char *path, struct zm_error *error)
{
    const char *spec[ZM_MAX_PLAYERS] = { NULL };
    for (int i = 0; i < play->game->players; i++) {
        const char *const seat = zm_position_seat(play->position, i);
        const bool same = seat && play->named[i] && !strcmp(seat, play->named[i]);
        if (seat && player_is_outside(seat) && !same) {
            if (!play->named[i])
                return refuse(path, i, seat, error);
            continue;
        }
        struct player *const player = seat ? player_new(play->game, seat, 1, error) : NULL;
        spec[i] = player ? seat : NULL;
        player_free(player);
    }
    return play_seat(play, spec, error);
}

const char *play_load(struct play *play, const char *path, const char *given, bool *illegal,
                      struct zm_error *error)
{
    struct zm_error reason;
    struct play loaded = *play;
    char spec[PATH_MAX];
    int line, move;
    *illegal = false;
    memset(loaded.player, 0, sizeof loaded.player);
    char *const text = file_read(path, LONGEST_FILE, error);
    if (!text)
        return error->text;
    const char *wrong = zm_record_spec(text, spec, sizeof spec, &reason);
    if (wrong) {
        sentence(error, "%s: %.900s", path, wrong);
    } else if (given && !same_game(given, spec)) {
        wrong = sentence(error, "%s is a game of %s, not of %s", path, spec, given);
    } else if (!given && argument_is_plugin(spec)) {
        wrong = sentence(error,
                         "%s was played with the plug-in %s, which is a program; if you trust "
                         "it, say so: zermelo play %s --load %s",
                         path, spec, spec, path);
    } else {
        loaded.position = zm_record_read(text, &loaded.game, &reason);
        if (!loaded.position) {
            *illegal = sscanf(reason.text, "line %d, move %d:", &line, &move) == 2;
            wrong = sentence(error, "%s: %.900s", path, reason.text);
        } else {
            wrong = seat_again(&loaded, path, error);
            play_release(wrong ? &loaded : play);
        }
    }
    if (!wrong) {
        *play = loaded;
        snprintf(play->file, sizeof play->file, "%s", path);
    }
    free(text);
    return wrong ? error->text : NULL;
}
