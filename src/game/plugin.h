#ifndef GAME_PLUGIN_H
#define GAME_PLUGIN_H

#include <zermelo/zermelo.h>

/* Load a shared object and return its game; *handle is for plugin_unload(). */
const struct zm_game *plugin_load(const char *path, void **handle, struct zm_error *error);
void plugin_unload(void *handle);

#endif
