/* train_files.c -- what a run keeps in its folder. */
#include "base/files.h"
#include "base/sentence.h"
#include "learn/train_inside.h"

#include <stdlib.h>
#include <string.h>

void train_net_path(const char *folder, uint32_t generation, const char *ending,
                    char out[TRAIN_PATH])
{
    snprintf(out, TRAIN_PATH, "%s/nets/%04u.%s", folder, generation, ending);
}

const char *training_save_state(const struct training *t, struct zm_error *error)
{
    char path[TRAIN_PATH];
    char *const text = train_state_write(t->state);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    snprintf(path, sizeof path, "%s/state", t->folder);
    const char *const wrong = file_write(path, text, strlen(text), error);
    free(text);
    return wrong;
}

const char *training_save_net(const struct training *t, const struct net *net, uint32_t generation,
                              const char *path, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    struct net_about about = { .generation = generation };
    char gate[32];
    struct zm_text command = { about.command, sizeof about.command, 0 };
    train_gate_write(s, gate);
    zm_print(&command, "zermelo train %s", s->game);
    if (s->options[0])
        zm_print(&command, " --options \"%s\"", s->options);
    if (s->from[0])
        zm_print(&command, " --from %.60s", s->from);
    zm_print(&command, " --net %dx%d%s --search %s --games %u --gate %s --seed %llu --rounds %u",
             s->channels, s->blocks, s->without_heads ? " --heads off" : "", s->search, s->games,
             gate, (unsigned long long)s->seed, t->limits->rounds);
    snprintf(about.game, sizeof about.game, "%s", s->game);
    snprintf(about.options, sizeof about.options, "%s", s->options);
    return net_save(net, &about, path, error);
}

/* The net of a generation, which must be this game's. */
struct net *training_load_net(const struct training *t, const char *path, struct zm_error *error)
{
    struct net_about about;
    struct zm_error why;
    struct net *const net = net_load(path, &about, error);
    if (!net)
        return NULL;
    if (!strcmp(about.game, t->game->name) && !net_fits(net_shape(net), t->game, &why))
        return net;
    sentence(error, "%s: a net for %.63s \"%.100s\", not for %s", path, about.game, about.options,
             t->game->name);
    net_free(net);
    return NULL;
}

struct critic *training_critic(const struct training *t, uint32_t generation,
                               struct zm_error *error)
{
    char path[TRAIN_PATH];
    train_net_path(t->folder, generation, "net", path);
    return critic_open(t->game, path, error);
}

const char *training_read_games(struct training *t, struct zm_error *error)
{
    char folder[TRAIN_PATH];
    snprintf(folder, sizeof folder, "%s/games", t->folder);
    return train_set_read(&t->set, t->game, t->state->settings.options, folder, error);
}
