#include "learn/net_shipped.h"
#include "learn/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of the program that runs; false: nobody can say. */
static bool program_folder(char out[NET_PATH])
{
    const ssize_t length = readlink("/proc/self/exe", out, NET_PATH - 1);
    if (length <= 0)
        return false;
    out[length] = '\0';
    char *const slash = strrchr(out, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

/* A copy of the name, if it fits; NULL: it is longer than any path here. */
static const char *copied(const char *name, char out[NET_PATH])
{
    const size_t length = strlen(name);
    return length < NET_PATH ? memcpy(out, name, length + 1) : NULL;
}

/* The folder at this place beside the program, without dots in its name. */
static const char *beside(const char *folder, const char *where, char out[NET_PATH])
{
    char path[2 * NET_PATH], *real;
    snprintf(path, sizeof path, "%s/%s", folder, where);
    real = realpath(path, NULL);
    const char *const found = real ? copied(real, out) : NULL;
    free(real);
    return found;
}

const char *nets_folder(char out[NET_PATH])
{
    char program[NET_PATH], mark[NET_PATH + 16];
    const char *const named = getenv("ZERMELO_NETS");
    if (named)
        return *named ? copied(named, out) : NULL;
    if (program_folder(program)) {
        if (beside(program, "../share/zermelo/nets", out))
            return out;
        snprintf(mark, sizeof mark, "%s/build.ninja", program);
        if (access(mark, F_OK) == 0 && beside(program, "../data", out))
            return out;
    }
    return access(installed_nets, R_OK) == 0 ? copied(installed_nets, out) : NULL;
}

/* Is there one for a board of so many rows? */
static bool has_rows(const char *folder, const struct zm_game *game, int rows, char out[NET_PATH])
{
    return snprintf(out, NET_PATH, "%s/%s%d.net", folder, game->name, rows) < NET_PATH &&
           access(out, R_OK) == 0;
}

void nets_shipped_rows(const struct zm_game *game, struct zm_text *out)
{
    char folder[NET_PATH], path[NET_PATH];
    const size_t before = out->length;
    for (int rows = 1; rows <= NET_MAX_SIDE && nets_folder(folder); rows++)
        if (has_rows(folder, game, rows, path))
            zm_print(out, "%s%d", out->length > before ? ", " : "", rows);
}

const char *net_shipped(const struct zm_game *game, char out[NET_PATH])
{
    char folder[NET_PATH];
    if (!nets_folder(folder))
        return NULL;
    if (has_rows(folder, game, game->grid.rows, out))
        return out;
    return snprintf(out, NET_PATH, "%s/%s.net", folder, game->name) < NET_PATH &&
                   access(out, R_OK) == 0
               ? out
               : NULL;
}
