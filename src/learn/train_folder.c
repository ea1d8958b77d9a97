/* train_folder.c -- the files of games in the folder of a run: one is added to, all are read. */
#include "base/files.h"
#include "base/sentence.h"
#include "learn/train_games.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH = 4096 };

struct train_file {
    char name[256];
    size_t read;  /* bytes that were looked at */
    bool refused; /* it is of another game     */
};

/* ------------------------------------------------------------------- writing -- */

static const char *write_whole(int fd, const unsigned char *bytes, size_t length,
                               struct zm_error *error)
{
    while (length > 0) {
        const ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return sentence(error, "a game cannot be kept: %s", strerror(errno));
        bytes += n;
        length -= (size_t)n;
    }
    return NULL;
}

const char *train_file_new(const struct zm_game *game, const char *options, const char *folder,
                           int *fd, struct zm_error *error)
{
    char path[PATH], host[64] = "host";
    unsigned char header[TRAIN_HEADER];
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at; at++)
        *at = *at == '/' ? '-' : *at;
    for (int i = 0;; i++) {
        if (snprintf(path, sizeof path, "%s/%lld-%s-%ld-%d.games", folder, (long long)now.tv_sec,
                     host, (long)getpid(), i) >= (int)sizeof path)
            return sentence(error, "%.200s...: the path is too long", folder);
        *fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
        if (*fd >= 0)
            break;
        if (errno != EEXIST)
            return sentence(error, "%s: %s", path, strerror(errno));
    }
    train_header(game, options, header);
    return write_whole(*fd, header, sizeof header, error);
}

const char *train_file_add(int fd, const struct train_game *game, struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = train_game_pack(game, &length);
    const char *const wrong =
        bytes ? write_whole(fd, bytes, length, error) : sentence(error, "%s", out_of_memory);
    free(bytes);
    return wrong;
}

/* ------------------------------------------------------------------- reading -- */

static int by_number(const void *left, const void *right)
{
    const struct train_game *const a = left, *const b = right;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Games come almost in order, mostly at the end. One that is there already was played twice,
 * after a kill that came before it was known to be played. */
static bool add_game(struct train_set *set, const struct train_game *game)
{
    if (set->count == set->room) {
        const size_t room = set->room ? 2 * set->room : 256;
        struct train_game *const more = realloc(set->game, room * sizeof *more);
        if (!more)
            return false;
        set->game = more;
        set->room = room;
    }
    size_t at = set->count;
    while (at > 0 && by_number(&set->game[at - 1], game) > 0)
        at--;
    if (at > 0 && set->game[at - 1].number == game->number) {
        struct train_game twice = *game;
        train_game_release(&twice);
        return true;
    }
    memmove(&set->game[at + 1], &set->game[at], (set->count - at) * sizeof *game);
    set->game[at] = *game;
    set->count++;
    return true;
}

static struct train_file *file_of(struct train_set *set, const char *name)
{
    for (int i = 0; i < set->files; i++)
        if (!strcmp(set->file[i].name, name))
            return &set->file[i];
    struct train_file *const more = realloc(set->file, ((size_t)set->files + 1) * sizeof *more);
    if (!more)
        return NULL;
    set->file = more;
    struct train_file *const file = &set->file[set->files++];
    *file = (struct train_file){ .read = 0 };
    snprintf(file->name, sizeof file->name, "%s", name);
    return file;
}

/* The bytes of a file from `from` on, to be freed; NULL with *length 0: none, or *error says why.
 */
static unsigned char *read_from(const char *path, size_t from, size_t *length,
                                struct zm_error *error)
{
    struct stat info;
    unsigned char *bytes = NULL;
    *length = 0;
    error->text[0] = '\0';
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0) {
        sentence(error, "%s: %s", path, strerror(errno));
    } else if (info.st_size > 0 && (size_t)info.st_size > from) {
        const size_t size = (size_t)info.st_size - from;
        bytes = malloc(size);
        if (!bytes)
            sentence(error, "%s: %s", path, out_of_memory);
        while (bytes && *length < size) {
            const ssize_t n = pread(fd, bytes + *length, size - *length, (off_t)(from + *length));
            if (n <= 0)
                break; /* what is missing comes next time */
            *length += (size_t)n;
        }
    }
    if (fd >= 0)
        close(fd);
    return bytes;
}

static const char *read_file(struct train_set *set, const struct zm_game *game, const char *options,
                             const char *folder, struct train_file *file, struct zm_error *error)
{
    char path[PATH];
    size_t length, at = 0;
    struct train_game found;
    struct zm_error ignored;
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    unsigned char *const bytes = read_from(path, file->read, &length, error);
    if (!bytes)
        return error->text[0] ? error->text : NULL;
    const char *wrong = NULL;
    if (file->read == 0 && length < TRAIN_HEADER) {
        length = 0; /* its beginning is still being written */
    } else if (file->read == 0) {
        file->refused = train_games_check(game, options, bytes, length, path, &ignored) != NULL;
        set->passed += file->refused ? length : 0;
        at = TRAIN_HEADER;
    }
    while (!wrong && !file->refused && length > 0 &&
           train_games_next(game, bytes, length, &at, &found, &set->passed))
        if (!add_game(set, &found)) {
            train_game_release(&found);
            wrong = sentence(error, "%s", out_of_memory);
        }
    file->read += at;
    free(bytes);
    return wrong;
}

const char *train_set_read(struct train_set *set, const struct zm_game *game, const char *options,
                           const char *folder, struct zm_error *error)
{
    struct dirent **entry = NULL;
    const char *wrong = NULL;
    const int count = scandir(folder, &entry, NULL, alphasort);
    if (count < 0)
        return sentence(error, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(entry[i]->d_name);
        if (!wrong && length > 6 && !strcmp(entry[i]->d_name + length - 6, ".games")) {
            struct train_file *const file = file_of(set, entry[i]->d_name);
            wrong = !file           ? sentence(error, "%s", out_of_memory)
                    : file->refused ? NULL
                                    : read_file(set, game, options, folder, file, error);
        }
        free(entry[i]);
    }
    free(entry);
    return wrong;
}

void train_set_release(struct train_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        train_game_release(&set->game[i]);
    free(set->game);
    free(set->file);
    *set = (struct train_set){ 0 };
}
