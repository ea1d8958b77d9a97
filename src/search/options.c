#include "search/options.h"

#include "base/nearest.h"
#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct option {
    const char *name;
    unsigned set;
    size_t offset;
    double fallback;
    double least, most;
    bool whole;
    const char *choice[5]; /* words instead of numbers: their place is the value */
} option[] = {
#define AT(member) offsetof(struct search_options, member)
    { "depth", TAKES_LIMITS, AT(depth), 0, 1, 1 << 24, true, { 0 } },
    { "time", TAKES_LIMITS | TAKES_TREE | TAKES_PROOF, AT(time), 0, 0.001, 1e9, false, { 0 } },
    { "clock", TAKES_LIMITS | TAKES_TREE, AT(clock), 0, 0.001, 1e9, false, { 0 } },
    { "nodes", TAKES_LIMITS | TAKES_TREE | TAKES_PROOF, AT(nodes), 0, 1, 1e18, true, { 0 } },
    { "form", TAKES_FORM, AT(form), -1, 0, 0, false, { "negamax", "minmax" } },
    { "hash", TAKES_FORM | TAKES_PROOF, AT(hash), -1, 0, 1 << 20, false, { 0 } },
    { "threads", TAKES_FORM | TAKES_MCTS | TAKES_NET, AT(threads), 1, 1, 256, true, { 0 } },
    { "without", TAKES_FORM, AT(without), 0, 0, 0, false, { 0 } },
    { "cut", TAKES_PRUNING, AT(cut), -1, 0, 0, false, { "weak", "strict" } },
    { "prune", TAKES_STAR, AT(prune), PRUNE_NONE, 0, 0, false, { "none", "star1", "star2" } },
    { "order",
      TAKES_PRUNING | TAKES_STAR,
      AT(order),
      -1,
      0,
      0,
      false,
      { "given", "best", "worst", "random" } },
    { "sims", TAKES_TREE, AT(sims), 0, 1, 1e18, true, { 0 } },
    { "c", TAKES_TREE, AT(explore), -1, 0, 1000, false, { 0 } },
    { "final", TAKES_TREE, AT(final), FINAL_VISITS, 0, 0, false, { "visits", "ratio" } },
    { "memory", TAKES_TREE, AT(memory), 256, 1, 1 << 20, true, { 0 } },
    { "select", TAKES_MCTS, AT(select), AS_SUITS, 0, 0, false, { "ucb1", "tuned", "puct" } },
    { "playouts",
      TAKES_MCTS,
      AT(playouts),
      AS_SUITS,
      0,
      0,
      false,
      { "random", "light", "heavy", "mast" } },
    { "cut", TAKES_MCTS, AT(cut_plies), AS_SUITS, 0, 1 << 20, true, { 0 } },
    { "fpu", TAKES_MCTS | TAKES_NET, AT(fpu), AS_SUITS, 0, 10, false, { 0 } },
    { "rave", TAKES_MCTS, AT(rave), AS_SUITS, 1e-9, 1e9, false, { 0 } },
    { "grave", TAKES_MCTS, AT(grave), 0, 0, 1e9, true, { 0 } },
    { "bias", TAKES_MCTS, AT(bias), 0, 0, 1000, false, { 0 } },
    { "widen", TAKES_MCTS, AT(widen), 0, 0, 1000, false, { 0 } },
    { "implicit", TAKES_MCTS, AT(implicit), 0, 0, 1, false, { 0 } },
    { "priors", TAKES_MCTS, AT(priors), AS_SUITS, 0, 0, false, { "off", "on" } },
    { "solver", TAKES_MCTS | TAKES_NET, AT(solver), AS_SUITS, 0, 0, false, { "off", "on" } },
    { "insight", TAKES_MCTS | TAKES_NET, AT(insight), AS_SUITS, 0, 0, false, { "off", "on" } },
    { "ahead", TAKES_MCTS | TAKES_NET, AT(ahead), AS_SUITS, 0, 1e9, true, { 0 } },
    { "graph", TAKES_MCTS | TAKES_NET, AT(graph), AS_SUITS, 0, 0, false, { "off", "on" } },
    { "reuse", TAKES_MCTS | TAKES_NET, AT(reuse), 1, 0, 0, false, { "off", "on" } },
    { "halving", TAKES_MCTS, AT(halving), 0, 0, 0, false, { "off", "on" } },
    { "noise", TAKES_NET, AT(noise), 0, 0, 1, false, { 0 } },
    { "alpha", TAKES_NET, AT(alpha), 0, 1e-3, 1e3, false, { 0 } },
    { "temperature", TAKES_NET, AT(temperature), 0, 0, 100, false, { 0 } },
    { "forced", TAKES_NET, AT(force), 0, 0, 100, false, { 0 } },
    { "fast", TAKES_NET, AT(fast), 0, 1, 1e9, true, { 0 } },
    { "gumbel", TAKES_NET, AT(gumbel), 0, 2, 1e6, true, { 0 } },
    { "symmetry", TAKES_NET, AT(symmetry), 1, 0, 0, false, { "off", "on", "all" } },
    { "cache", TAKES_NET, AT(cache), 16, 0, 1 << 20, false, { 0 } },
    { "precision", TAKES_NET, AT(precision), 0, 0, 0, false, { "int8", "f32" } },
    { "seed",
      TAKES_SEED | TAKES_TREE | TAKES_PRUNING | TAKES_STAR,
      AT(seed),
      1,
      0,
      9007199254740991.0,
      true,
      { 0 } },
#undef AT
};
enum { OPTIONS = sizeof option / sizeof *option };

static double *member(struct search_options *o, const struct option *which)
{
    return (double *)(void *)((char *)o + which->offset);
}

/* A number, or the word off. */
static bool can_be_off(const struct option *which)
{
    return which->fallback == AS_SUITS && (which->set & TAKES_MCTS) && !which->choice[0];
}

/* The parts of the deep search by name, in the order of enum zm_part. */
static const char *const part[] = { "pvs",     "aspiration", "killers",   "counters",
                                    "history", "order",      "internal",  "enhanced",
                                    "insight", "quiescence", "selective", "distance" };
enum { PARTS = sizeof part / sizeof *part };
_Static_assert(ZM_PARTS == (1 << PARTS) - 1, "a name for every part");

/* "killers+history", or "all". */
static const char *read_parts(double *value, const char *text, struct zm_error *error)
{
    unsigned set = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, "+");
        int i = 0;
        while (i < PARTS && (strlen(part[i]) != length || strncmp(part[i], at, length) != 0))
            i++;
        if (i < PARTS)
            set |= 1u << i;
        else if (length == 3 && !strncmp(at, "all", 3))
            set |= ZM_PARTS;
        else {
            struct zm_text t = { error->text, sizeof error->text, 0 };
            zm_print(&t, "without=%.40s: expected all, or words joined by + out of", text);
            for (i = 0; i < PARTS; i++)
                zm_print(&t, " %s", part[i]);
            return error->text;
        }
        at += length;
        if (!*at)
            break;
    }
    *value = set;
    return NULL;
}

static const char *read_value(double *value, const struct option *which, const char *text,
                              struct zm_error *error)
{
    if (which->choice[0]) {
        struct zm_text t = { error->text, sizeof error->text, 0 };
        zm_print(&t, "%s=%.40s: expected", which->name, text);
        for (int i = 0; which->choice[i]; i++) {
            if (!strcmp(which->choice[i], text)) {
                *value = i;
                return NULL;
            }
            zm_print(&t, "%s %s", i ? " or" : "", which->choice[i]);
        }
        return error->text;
    }
    if (!strcmp(which->name, "without"))
        return read_parts(value, text, error);
    if (can_be_off(which) && !strcmp(text, "off")) {
        *value = OFF;
        return NULL;
    }
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end || !(*value >= which->least && *value <= which->most) ||
        (which->whole && *value != floor(*value)))
        return sentence(error, "%s=%.40s: expected a %snumber from %.16g to %.16g%s", which->name,
                        text, which->whole ? "whole " : "", which->least, which->most,
                        can_be_off(which) ? ", or off" : "");
    return NULL;
}

const char *options_read(struct search_options *o, const struct spec *spec, unsigned takes,
                         struct zm_error *error)
{
    for (int i = 0; i < OPTIONS; i++)
        *member(o, &option[i]) = option[i].fallback;
    for (int k = 0; k < spec->pairs; k++) {
        const char *const key = spec->pair[k].key, *const value = spec->pair[k].value;
        struct nearest nearest = nearest_to(key);
        const struct option *found = NULL;
        for (int i = 0; i < OPTIONS && !found; i++) {
            if (!(option[i].set & takes))
                continue;
            nearest_offer(&nearest, option[i].name);
            if (!strcmp(option[i].name, key))
                found = &option[i];
        }
        if (!found)
            return sentence(error, "%s has no option \"%.40s\"; %s%s%s", spec->name, key,
                            nearest.word ? "did you mean " : "it takes ",
                            nearest.word ? nearest.word : options_help(takes),
                            nearest.word ? "?" : "");
        if (!value)
            return sentence(error, "%s: \"%s\" lacks its value; expected %s=...", spec->name, key,
                            key);
        if (read_value(member(o, found), found, value, error))
            return error->text;
    }
    return NULL;
}

const char *options_help(unsigned takes)
{
    if (takes & TAKES_MCTS)
        return "sims=N time=S clock=S nodes=N select=ucb1|tuned|puct c=X fpu=X|off priors=on|off "
               "bias=X "
               "widen=X "
               "rave=K|off grave=N playouts=random|light|heavy|mast cut=PLIES|off implicit=X "
               "solver=on|off "
               "insight=on|off ahead=N graph=on|off reuse=on|off halving=on|off final=visits|ratio "
               "threads=N memory=MB seed=N";
    if (takes & TAKES_NET)
        return "net=FILE sims=N time=S clock=S nodes=N c=X fpu=X noise=X alpha=X temperature=X "
               "forced=K fast=N gumbel=N solver=on|off insight=on|off ahead=N graph=on|off "
               "reuse=on|off symmetry=on|off|all cache=MB precision=int8|f32 final=visits|ratio "
               "threads=N "
               "memory=MB seed=N";
    if (takes & TAKES_TREE)
        return "sims=N time=S clock=S nodes=N c=X final=visits|ratio memory=MB seed=N";
    if (takes & TAKES_FORM)
        return "depth=N time=S clock=S nodes=N form=negamax|minmax hash=MB threads=N "
               "without=PART+PART cut=weak|strict order=given|best|worst|random seed=N";
    if (takes & TAKES_PRUNING)
        return "depth=N time=S clock=S nodes=N cut=weak|strict order=given|best|worst|random "
               "seed=N";
    if (takes & TAKES_STAR)
        return "depth=N time=S clock=S nodes=N prune=none|star1|star2 "
               "order=given|best|worst|random seed=N";
    if (takes & TAKES_LIMITS)
        return "depth=N time=S clock=S nodes=N";
    if (takes & TAKES_PROOF)
        return "time=S nodes=N hash=MB";
    return "seed=N";
}
