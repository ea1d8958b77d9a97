/* pseudocode.c -- a line names the kinds of steps that it is lit for, and for whom: MAX, MIN,
 * chance or anybody. In its text >= and <= stand for the condition of a cut; a search that
 * cuts only where a bound is passed has > and < there. */
#include "teach/pseudocode.h"

#include "search/options.h"

#include <string.h>

enum who { ANY, MAX, MIN, CHANCE, PLAYER, PROBE };

#define ON(kind) (1u << ZM_STEP_##kind)

struct line {
    const char *english, *french;
    unsigned on;
    enum who who;
    bool cuts; /* the condition in it may be strict */
};

static const struct line minimax[] = {
    { "minimax(node)", "minimax(noeud)", ON(ENTER), ANY, 0 },
    { "  leaf: return its value", "  feuille : renvoyer sa valeur", ON(LEAF), ANY, 0 },
    { "  MAX to move: best = -inf", "  MAX joue : best = -inf", 0, ANY, 0 },
    { "    for each move: v = minimax(child)", "    pour chaque coup : v = minimax(fils)", ON(MOVE),
      MAX, 0 },
    { "      if v > best: best = v", "      si v > best : best = v", ON(BETTER), MAX, 0 },
    { "  MIN to move: best = +inf", "  MIN joue : best = +inf", 0, ANY, 0 },
    { "    for each move: v = minimax(child)", "    pour chaque coup : v = minimax(fils)", ON(MOVE),
      MIN, 0 },
    { "      if v < best: best = v", "      si v < best : best = v", ON(BETTER), MIN, 0 },
    { "  return best", "  renvoyer best", ON(RETURN), ANY, 0 },
    { 0 },
};

static const struct line alphabeta[] = {
    { "alphabeta(node, alpha, beta)", "alphabeta(noeud, alpha, beta)", ON(ENTER), ANY, 0 },
    { "  leaf: return its value", "  feuille : renvoyer sa valeur", ON(LEAF), ANY, 0 },
    { "  MAX to move: best = -inf", "  MAX joue : best = -inf", 0, ANY, 0 },
    { "    for each move: v = alphabeta(child, alpha, beta)",
      "    pour chaque coup : v = alphabeta(fils, alpha, beta)", ON(MOVE), MAX, 0 },
    { "      if v > best: best = v", "      si v > best : best = v", ON(BETTER), MAX, 0 },
    { "      if best >= beta: cut, return best", "      si best >= beta : couper, renvoyer best",
      ON(CUT), MAX, true },
    { "      if best > alpha: alpha = best", "      si best > alpha : alpha = best", ON(WINDOW),
      MAX, 0 },
    { "  MIN to move: best = +inf", "  MIN joue : best = +inf", 0, ANY, 0 },
    { "    for each move: v = alphabeta(child, alpha, beta)",
      "    pour chaque coup : v = alphabeta(fils, alpha, beta)", ON(MOVE), MIN, 0 },
    { "      if v < best: best = v", "      si v < best : best = v", ON(BETTER), MIN, 0 },
    { "      if best <= alpha: cut, return best", "      si best <= alpha : couper, renvoyer best",
      ON(CUT), MIN, true },
    { "      if best < beta: beta = best", "      si best < beta : beta = best", ON(WINDOW), MIN,
      0 },
    { "  return best", "  renvoyer best", ON(RETURN), ANY, 0 },
    { 0 },
};

static const struct line negamax[] = {
    { "negamax(node, alpha, beta)", "negamax(noeud, alpha, beta)", ON(ENTER), ANY, 0 },
    { "  leaf: return its value for who moves", "  feuille : renvoyer sa valeur pour qui joue",
      ON(LEAF), ANY, 0 },
    { "  best = -inf", "  best = -inf", 0, ANY, 0 },
    { "  for each move: v = -negamax(child, -beta, -alpha)",
      "  pour chaque coup : v = -negamax(fils, -beta, -alpha)", ON(MOVE), ANY, 0 },
    { "    if v > best: best = v", "    si v > best : best = v", ON(BETTER), ANY, 0 },
    { "    if best >= beta: cut, return best", "    si best >= beta : couper, renvoyer best",
      ON(CUT), ANY, true },
    { "    if best > alpha: alpha = best", "    si best > alpha : alpha = best", ON(WINDOW), ANY,
      0 },
    { "  return best", "  renvoyer best", ON(RETURN), ANY, 0 },
    { 0 },
};

static const struct line expectiminimax[] = {
    { "expectiminimax(node)", "expectiminimax(noeud)", ON(ENTER), ANY, 0 },
    { "  leaf: return its value", "  feuille : renvoyer sa valeur", ON(LEAF), ANY, 0 },
    { "  MAX to move: for each move: v = expectiminimax(child)",
      "  MAX joue : pour chaque coup : v = expectiminimax(fils)", ON(MOVE), MAX, 0 },
    { "    if v > best: best = v", "    si v > best : best = v", ON(BETTER), MAX, 0 },
    { "  MIN to move: for each move: v = expectiminimax(child)",
      "  MIN joue : pour chaque coup : v = expectiminimax(fils)", ON(MOVE), MIN, 0 },
    { "    if v < best: best = v", "    si v < best : best = v", ON(BETTER), MIN, 0 },
    { "  chance: for each outcome: v = expectiminimax(child)",
      "  hasard : pour chaque issue : v = expectiminimax(fils)", ON(MOVE), CHANCE, 0 },
    { "    best = best + probability * v", "    best = best + probabilité * v", ON(AVERAGE), CHANCE,
      0 },
    { "  return best", "  renvoyer best", ON(RETURN), ANY, 0 },
    { 0 },
};

#define STAR_CHOICES                                                                               \
    { "  leaf: return its value", "  feuille : renvoyer sa valeur", ON(LEAF), ANY, 0 },            \
        { "  MAX to move: for each move: v = star(child, alpha, beta)",                            \
          "  MAX joue : pour chaque coup : v = star(fils, alpha, beta)", ON(MOVE), MAX, 0 },       \
        { "    if v > best: best = v", "    si v > best : best = v", ON(BETTER), MAX, 0 },         \
        { "    if best >= beta: cut, return best", "    si best >= beta : couper, renvoyer best",  \
          ON(CUT), MAX, 0 },                                                                       \
        { "    if best > alpha: alpha = best", "    si best > alpha : alpha = best", ON(WINDOW),   \
          MAX, 0 },                                                                                \
        { "  MIN to move: for each move: v = star(child, alpha, beta)",                            \
          "  MIN joue : pour chaque coup : v = star(fils, alpha, beta)", ON(MOVE), MIN, 0 },       \
        { "    if v < best: best = v", "    si v < best : best = v", ON(BETTER), MIN, 0 },         \
        { "    if best <= alpha: cut, return best",                                                \
          "    si best <= alpha : couper, renvoyer best", ON(CUT), MIN, 0 },                       \
        { "    if best < beta: beta = best", "    si best < beta : beta = best", ON(WINDOW), MIN,  \
          0 },

#define STAR_CHANCE                                                                                \
    { "  chance: for each outcome: v = star(child, its window)",                                   \
      "  hasard : pour chaque issue : v = star(fils, sa fenêtre)", ON(MOVE), CHANCE, 0 },          \
        { "    low..high = the average with the rest at its worst..best",                          \
          "    bas..haut = la moyenne, le reste au pire..au mieux", ON(BOUNDS), CHANCE, 0 },       \
        { "    if low >= beta or high <= alpha: cut, return that bound",                           \
          "    si bas >= beta ou haut <= alpha : couper, renvoyer cette borne", ON(CUT), CHANCE,   \
          0 },                                                                                     \
        { "  return best, at chance nodes the average", "  renvoyer best, au hasard la moyenne",   \
          ON(RETURN), ANY, 0 },                                                                    \
    {                                                                                              \
        0                                                                                          \
    }

static const struct line star1[] = {
    { "star(node, alpha, beta)", "star(noeud, alpha, beta)", ON(ENTER), ANY, 0 },
    STAR_CHOICES STAR_CHANCE,
};

static const struct line star2[] = {
    { "star(node, alpha, beta)", "star(noeud, alpha, beta)", ON(ENTER), ANY, 0 },
    STAR_CHOICES{ "  chance: first probe each outcome: one move there bounds it",
                  "  hasard : d'abord sonder chaque issue : un coup la borne", ON(RETURN), PROBE,
                  0 },
    STAR_CHANCE,
};

static const struct line maxn[] = {
    { "maxn(node)", "maxn(noeud)", ON(ENTER), ANY, 0 },
    { "  leaf: return its values, one for each player",
      "  feuille : renvoyer ses valeurs, une par joueur", ON(LEAF), ANY, 0 },
    { "  player p to move: for each move: v = maxn(child)",
      "  le joueur p joue : pour chaque coup : v = maxn(fils)", ON(MOVE), PLAYER, 0 },
    { "    if v[p] > best[p]: best = v", "    si v[p] > best[p] : best = v", ON(BETTER), PLAYER,
      0 },
    { "  chance: for each outcome: best = best + probability * maxn(child)",
      "  hasard : pour chaque issue : best = best + probabilité * maxn(fils)",
      ON(MOVE) | ON(AVERAGE), CHANCE, 0 },
    { "  return best", "  renvoyer best", ON(RETURN), ANY, 0 },
    { 0 },
};

static const struct line simulations[] = {
    { "repeat: node = root", "répéter : noeud = racine", ON(SIMULATION), ANY, 0 },
    { "  selection: score of each child = mean + exploration",
      "  sélection : score de chaque fils = moyenne + exploration", ON(CANDIDATE), ANY, 0 },
    { "    node = the child with the highest score (chance: drawn by lot)",
      "    noeud = le fils au meilleur score (hasard : tiré au sort)", ON(SELECT), ANY, 0 },
    { "  expansion: a child not tried yet joins the tree",
      "  expansion : un fils pas encore essayé entre dans l'arbre", ON(EXPAND), ANY, 0 },
    { "  playout: play on to the end, or evaluate",
      "  simulation : jouer jusqu'au bout, ou évaluer", ON(PLAYOUT), ANY, 0 },
    { "  backpropagation: up to the root, visits + 1, total + reward",
      "  rétropropagation : jusqu'à la racine, visites + 1, total + gain", ON(BACKUP), ANY, 0 },
    { "play the child with the most visits", "jouer le fils le plus visité", 0, ANY, 0 },
    { 0 },
};

static const struct line proof[] = {
    { "value: halve the range by questions: at least t?",
      "valeur : diviser l'intervalle par des questions : au moins t ?", ON(QUESTION), ANY, 0 },
    { "search(node, limits)", "chercher(noeud, limites)", ON(ENTER), ANY, 0 },
    { "  for each child: its numbers for yes and for no",
      "  pour chaque fils : ses nombres pour oui et pour non", ON(NUMBERS), ANY, 0 },
    { "  yes = the least yes of a child, no = the sum of their no",
      "  oui = le plus petit oui d'un fils, non = la somme de leurs non", 0, ANY, 0 },
    { "  while yes and no are below the limits:", "  tant que oui et non sont sous les limites :",
      0, ANY, 0 },
    { "    search(the child with the least yes, its limits)",
      "    chercher(le fils au plus petit oui, ses limites)", ON(MOVE), ANY, 0 },
    { "  return yes, no", "  renvoyer oui, non", ON(RETURN), ANY, 0 },
    { 0 },
};

static const struct line *lines_of(const struct lesson *lesson)
{
    static const struct {
        const char *name;
        const struct line *line;
    } table[] = { { "minimax", minimax },    { "alphabeta", alphabeta },
                  { "paranoid", alphabeta }, { "expectiminimax", expectiminimax },
                  { "maxn", maxn },          { "mcts", simulations },
                  { "uct", simulations },    { "pns", proof } };
    if (lesson->negamax)
        return negamax;
    if (lesson->prune > PRUNE_NONE)
        return lesson->prune == PRUNE_STAR1 ? star1 : star2;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].name, lesson->algorithm))
            return table[i].line;
    return minimax;
}

bool pseudocode_line(const struct lesson *lesson, int i, struct zm_text *out)
{
    const struct line *const lines = lines_of(lesson);
    for (int k = 0; k <= i; k++)
        if (!lines[k].english)
            return false;
    const char *const text = SAY(lesson->record.language, lines[i].english, lines[i].french);
    const char *const condition = lines[i].cuts && lesson->strict ? strstr(text, "= ") : NULL;
    /* The first "= " is that of >= or <=. */
    if (condition)
        zm_print(out, "%.*s%s", (int)(condition - text), text, condition + 1);
    else
        zm_print(out, "%s", text);
    return true;
}

/* To the paranoid everybody else is MIN. */
static bool concerns(const struct lesson *lesson, enum who who, int turn)
{
    const int max = lesson->record.viewer >= 0 ? lesson->record.viewer : 0;
    switch (who) {
    case MAX:
        return turn == max;
    case MIN:
        return turn >= 0 && turn != max;
    case CHANCE:
        return turn == ZM_CHANCE;
    case PLAYER:
        return turn >= 0;
    case PROBE: /* pseudocode_lit() */
    case ANY:
        break;
    }
    return true;
}

int pseudocode_lit(const struct lesson *lesson, const struct zm_step *step, int node)
{
    const struct line *const lines = lines_of(lesson);
    const int turn = lesson->record.node[node].turn;
    for (int i = 0; lines[i].english; i++)
        if (lines[i].on & 1u << step->kind && concerns(lesson, lines[i].who, turn) &&
            (lines[i].who != PROBE || step->raised))
            return i;
    return 0;
}
