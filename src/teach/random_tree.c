#include "teach/random_tree.h"

#include "base/sentence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEAVES = 1500 }; /* with the nodes above them fewer than LESSON_NODES */

const struct random_tree_kind random_tree_usual = {
    .players = 2, .depth = 3, .width = 3, .highest = 20, .seed = 1
};

/* ----------------------------------------------------------------- options -- */

static const struct option {
    const char *name;
    size_t offset;
    int least, most;
} number[] = {
    { "players", offsetof(struct random_tree_kind, players), 2, ZM_MAX_PLAYERS },
    { "depth", offsetof(struct random_tree_kind, depth), 1, 10 },
    { "width", offsetof(struct random_tree_kind, width), 1, 12 },
    { "highest", offsetof(struct random_tree_kind, highest), 1, 1000000 },
};

static const struct option word[] = {
    { "uniform", offsetof(struct random_tree_kind, uniform), 0, 1 },
    { "chance", offsetof(struct random_tree_kind, chance), 0, 1 },
    { "losses", offsetof(struct random_tree_kind, losses), 0, 1 },
};

static const char *read_number(const char *key, const char *text, double least, double most,
                               double *value, struct zm_error *error)
{
    char *end;
    *value = text ? strtod(text, &end) : -1;
    if (!text || !*text || *end || !(*value >= least && *value <= most) ||
        *value != (double)(int64_t)*value)
        return sentence(error, "random: %s=%.40s: expected a whole number from %.0f to %.0f", key,
                        text ? text : "", least, most);
    return NULL;
}

static const char *read_pair(struct random_tree_kind *kind, const char *key, const char *value,
                             struct zm_error *error)
{
    double found;
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (!strcmp(word[i].name, key)) {
            if (value && strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
                return sentence(error, "random: %s=%.40s: expected on or off", key, value);
            *(bool *)(void *)((char *)kind + word[i].offset) = !value || !strcmp(value, "on");
            return NULL;
        }
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        if (!strcmp(number[i].name, key)) {
            if (read_number(key, value, number[i].least, number[i].most, &found, error))
                return error->text;
            *(int *)(void *)((char *)kind + number[i].offset) = (int)found;
            return NULL;
        }
    if (strcmp(key, "seed") != 0)
        return sentence(error,
                        "random: there is no option \"%.40s\"; expected seed, depth, width, "
                        "players, highest, uniform, chance or losses",
                        key);
    if (read_number(key, value, 0, 9007199254740991.0, &found, error))
        return error->text;
    kind->seed = (uint64_t)found;
    return NULL;
}

const char *random_tree_read(struct random_tree_kind *kind, const char *text,
                             struct zm_error *error)
{
    struct spec spec;
    *kind = random_tree_usual;
    if (spec_read(&spec, text, error))
        return error->text;
    if (strcmp(spec.name, "random") != 0)
        return sentence(error, "expected random or random:seed=5,depth=3, found \"%.40s\"", text);
    for (int i = 0; i < spec.pairs; i++)
        if (read_pair(kind, spec.pair[i].key, spec.pair[i].value, error))
            return error->text;
    double leaves = 1;
    for (int ply = 0; ply < kind->depth; ply++)
        leaves *= kind->width;
    if (leaves > MOST_LEAVES)
        return sentence(error,
                        "random: %d plies of %d moves are %.0f leaves, and more than %d cannot be "
                        "looked at",
                        kind->depth, kind->width, leaves, MOST_LEAVES);
    return NULL;
}

/* ----------------------------------------------------------------- writing -- */

struct writer {
    const struct random_tree_kind *kind;
    uint64_t seed;
    FILE *out;
};

static int below(struct writer *w, int n)
{
    return (int)zm_random(&w->seed, (uint32_t)n);
}

static int utility(struct writer *w)
{
    const int highest = w->kind->highest;
    return w->kind->losses ? below(w, 2 * highest + 1) - highest : 1 + below(w, highest);
}

static void write_leaf(struct writer *w)
{
    if (w->kind->players == 2) {
        fprintf(w->out, "%d", utility(w));
        return;
    }
    for (int p = 0; p < w->kind->players; p++)
        fprintf(w->out, "%s%d", p ? ", " : "(", utility(w));
    fputc(')', w->out);
}

/* Chance has every second ply, and the players take turns at the others. */
static void write_who(struct writer *w, int ply)
{
    const int turn = (w->kind->chance ? ply / 2 : ply) % w->kind->players;
    if (w->kind->chance && ply % 2)
        fputs("chance", w->out);
    else if (w->kind->players == 2)
        fputs(turn ? "min" : "max", w->out);
    else
        fprintf(w->out, "player %d", turn + 1);
}

/* The last inner ply is written in one line, the ones above it child by child. */
static void write_node(struct writer *w, int ply)
{
    const struct random_tree_kind *const kind = w->kind;
    const bool last = ply + 1 == kind->depth;
    const int least = kind->width < 2 ? 1 : 2;
    const int children = kind->uniform ? kind->width : least + below(w, kind->width - least + 1);
    write_who(w, ply);
    fputs(" {", w->out);
    for (int i = 0; i < children; i++) {
        if (last)
            fputs(i ? "  " : " ", w->out);
        else
            fprintf(w->out, "\n%*s", 2 * (ply + 1), "");
        if (kind->chance && ply % 2)
            fprintf(w->out, "%d: ", kind->uniform ? 1 : 1 + below(w, 4));
        if (last || (!kind->uniform && ply > 0 && below(w, 8) == 0))
            write_leaf(w);
        else
            write_node(w, ply + 1);
    }
    if (last)
        fputs(" }", w->out);
    else
        fprintf(w->out, "\n%*s}", 2 * ply, "");
}

char *random_tree_write(const struct random_tree_kind *kind)
{
    char *text = NULL;
    size_t length;
    struct writer w = { .kind = kind,
                        .seed = zm_mix(kind->seed + 0x9E3779B97F4A7C15ULL) | 1,
                        .out = open_memstream(&text, &length) };
    if (!w.out)
        return NULL;
    write_node(&w, 0);
    fputc('\n', w.out);
    if (fclose(w.out) == 0)
        return text;
    free(text);
    return NULL;
}
