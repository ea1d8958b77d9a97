/* plugin.c -- games from shared objects. The program offers a plug-in no symbol and asks
 * one of it, zm_plugin(); what cannot be a game of this ABI is refused before any other
 * function of it is called. */
#include "game/plugin.h"

#include "base/sentence.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

const struct zm_game *plugin_load(const char *path, void **handle, struct zm_error *error)
{
    char here[4096];
    if (access(path, R_OK) != 0) {
        sentence(error, "%s: there is no such plug-in, or it may not be read", path);
        return NULL;
    }
    if (snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path) >=
        (int)sizeof here) {
        sentence(error, "%.100s...: the path is too long", path);
        return NULL;
    }
    void *const library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *const why = dlerror();
        sentence(error, "%s: not a plug-in: %s", path, why ? why : "it cannot be loaded");
        return NULL;
    }
    zm_plugin_fn *entry;
    *(void **)&entry = dlsym(library, ZM_PLUGIN_ENTRY);
    const struct zm_game *const game = entry ? entry() : NULL;
    if (!entry)
        sentence(error,
                 "%s: not a plug-in: it lacks the function zm_plugin(); was it built with "
                 "-DZM_PLUGIN, and does its file end with #include <zermelo/kernels.h>?",
                 path);
    else if (!game)
        sentence(error, "%s: zm_plugin() gave no game", path);
    else if (game->abi == 0)
        sentence(error, "%s: the table names no ABI; does it begin with ZM_GAME(\"name\")?", path);
    else if (game->abi != ZM_ABI)
        sentence(error, "%s: built for ABI %u, this is ABI %u: build it again with these headers",
                 path, game->abi, ZM_ABI);
    else if (game->size < offsetof(struct zm_game, shape))
        sentence(error, "%s: its table of %u bytes is too small to be a game", path, game->size);
    else {
        *handle = library;
        return game;
    }
    dlclose(library);
    return NULL;
}

void plugin_unload(void *handle)
{
    dlclose(handle);
}
