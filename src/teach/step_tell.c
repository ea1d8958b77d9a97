#include "teach/step_tell.h"

#include "teach/record_tell.h"

double step_points(const struct record *r, double value)
{
    return value >= ZM_NO_BOUND || value <= -ZM_NO_BOUND ? value : value / r->game->unit + 0.0;
}

/* The value of the step, in points: a number or a tuple. */
static void tell_step_value(struct zm_text *t, const struct record *r, const struct zm_step *step)
{
    double values[ZM_MAX_PLAYERS];
    for (int p = 0; step->values && p < r->game->players; p++)
        values[p] = step_points(r, step->values[p]);
    tell_numbers(t, r, step_points(r, step->value), step->values ? values : NULL);
}

int step_child(const struct record *r, int n, zm_move m)
{
    int c = r->node[n].child;
    while (c >= 0 && r->node[c].move != m)
        c = r->node[c].next;
    return c;
}

static const char *move_text(const struct record *r, int n, zm_move m)
{
    const int c = step_child(r, n, m);
    return c < 0 ? SAY(r->language, "a move", "un coup") : record_text(r, c);
}

int step_ancestor(const struct record *r, int n, int by)
{
    while (n >= 0 && r->node[n].ply > by)
        n = r->node[n].parent;
    return n;
}

/* ---------------------------------------------------------------- sentences -- */

/* "A: ", as each language spaces it. */
static void tell_where(struct zm_text *t, const struct record *r, int n)
{
    tell_node(t, r, n);
    zm_print(t, "%s", SAY(r->language, ": ", " : "));
}

static void tell_enter(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    tell_where(t, r, n);
    tell_turn(t, r, s->turn);
    if (s->turn == ZM_CHANCE)
        zm_print(t, "%s", SAY(r->language, " decides", " décide"));
    else
        zm_print(t, "%s", SAY(r->language, " to move", " joue"));
    if (r->windows) {
        zm_print(t, "%s", SAY(r->language, ", window ", ", fenêtre "));
        tell_window(t, step_points(r, s->alpha), step_points(r, s->beta));
    }
}

static void tell_leaf(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    const bool horizon = r->node[n].horizon;
    zm_print(t, "%s",
             horizon ? SAY(r->language, "the depth limit at ", "limite de profondeur à ")
                     : SAY(r->language, "the end at ", "fin à "));
    tell_node(t, r, n);
    zm_print(t, "%s",
             horizon ? SAY(r->language, ", estimated at ", ", estimée à ")
                     : SAY(r->language, ", worth ", ", valeur "));
    tell_step_value(t, r, s);
}

static void tell_cut(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    const bool beta = s->value >= s->beta, one = s->count == 1,
               chance = r->node[n].turn == ZM_CHANCE;
    const double limit = step_points(r, beta ? s->beta : s->alpha),
                 value = step_points(r, s->value);
    const int by = step_ancestor(r, n, s->by);
    tell_node(t, r, n);
    zm_print(t, "%s", SAY(r->language, " is cut: ", " est coupé : "));
    if (s->count > 0) {
        zm_print(t, "%s",
                 chance ? one ? SAY(r->language, "outcome", "l'issue")
                              : SAY(r->language, "outcomes", "les issues")
                 : one ? SAY(r->language, "move", "le coup")
                        : SAY(r->language, "moves", "les coups"));
        for (int i = 0; i < s->count; i++)
            zm_print(t, " %s", move_text(r, n, s->moves[i]));
        zm_print(t, "%s",
                 one ? SAY(r->language, " needs no look, for ", " est inutile, car ")
                     : SAY(r->language, " need no look, for ", " sont inutiles, car "));
    }
    if (chance)
        zm_print(t, "%s",
                 beta ? SAY(r->language, "the average is at least ", "la moyenne vaut au moins ")
                      : SAY(r->language, "the average is at most ", "la moyenne vaut au plus "));
    tell_number(t, value);
    zm_print(t, beta ? (value > limit ? " > beta " : " >= beta ")
                     : (value < limit ? " < alpha " : " <= alpha "));
    tell_number(t, limit);
    if (by < 0) {
        zm_print(t, "%s", SAY(r->language, " of the first window", " de la première fenêtre"));
    } else {
        zm_print(t, "%s", SAY(r->language, ", set at ", ", fixé à "));
        tell_node(t, r, by);
    }
}

static void tell_candidate(struct zm_text *t, const struct record *r, const struct zm_step *s,
                           int n)
{
    zm_print(t, "%s", SAY(r->language, "selection at ", "sélection à "));
    tell_where(t, r, n);
    zm_print(t, "%s", move_text(r, n, s->move));
    if (s->visits == 0)
        zm_print(t, "%s",
                 SAY(r->language, " has not been tried and goes first",
                     " n'a pas été essayé et passe en premier"));
    else
        zm_print(t,
                 SAY(r->language, " has visits %llu, mean %.4f + exploration %.4f = %.4f",
                     " : visites %llu, moyenne %.4f + exploration %.4f = %.4f"),
                 (unsigned long long)s->visits, s->value, s->bonus, s->value + s->bonus);
}

static void tell_playout(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    zm_print(t, "%s",
             SAY(r->language, "playout: a random game from ",
                 "simulation : une partie au hasard depuis "));
    tell_node(t, r, n);
    zm_print(t, "%s", SAY(r->language, " gives the rewards", " donne les gains"));
    for (int p = 0; p < r->game->players; p++)
        zm_print(t, " %.4g", s->values[p]);
}

/* "a1 needs 2 positions for yes, 5 for no", or what it answers. */
static void tell_need(struct zm_text *t, const struct record *r, const struct zm_step *s)
{
    if (s->yes == 0)
        zm_print(t, "%s", SAY(r->language, "answers yes", "répond oui"));
    else if (s->no == 0)
        zm_print(t, "%s", SAY(r->language, "answers no", "répond non"));
    else
        zm_print(t,
                 SAY(r->language, "needs at least %d positions for yes, %d for no",
                     "demande au moins %d positions pour oui, %d pour non"),
                 s->yes, s->no);
}

static void tell_return(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    tell_node(t, r, n);
    if (s->yes || s->no) {
        zm_print(t, " ");
        tell_need(t, r, s);
        return;
    }
    if (s->raised)
        zm_print(
            t, SAY(r->language, ", probed by %s: worth at %s ", ", sondé par %s : vaut au %s "),
            move_text(r, n, s->move),
            s->raised < 0 ? SAY(r->language, "least", "moins") : SAY(r->language, "most", "plus"));
    else
        zm_print(t, "%s", SAY(r->language, " returns ", " renvoie "));
    tell_step_value(t, r, s);
    if (s->raised)
        return;
    if (r->node[n].turn >= 0)
        zm_print(t, SAY(r->language, " by %s", " par %s"), move_text(r, n, s->move));
}

void step_tell(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    const bool chance = r->node[n].turn == ZM_CHANCE;
    switch (s->kind) {
    case ZM_STEP_MOVE:
        tell_where(t, r, n);
        zm_print(t,
                 chance ? SAY(r->language, "outcome %s", "issue %s")
                        : SAY(r->language, "try move %s", "essayer le coup %s"),
                 move_text(r, n, s->move));
        break;
    case ZM_STEP_ENTER:
        tell_enter(t, r, s, n);
        break;
    case ZM_STEP_LEAF:
        tell_leaf(t, r, s, n);
        break;
    case ZM_STEP_BETTER:
        tell_where(t, r, n);
        zm_print(
            t,
            SAY(r->language, "%s is the best so far, with ", "%s est le meilleur jusqu'ici, avec "),
            move_text(r, n, s->move));
        tell_step_value(t, r, s);
        break;
    case ZM_STEP_WINDOW:
        tell_node(t, r, n);
        zm_print(t, "%s",
                 s->raised < 0
                     ? SAY(r->language, " raises alpha: window ", " relève alpha : fenêtre ")
                     : SAY(r->language, " lowers beta: window ", " abaisse beta : fenêtre "));
        tell_window(t, step_points(r, s->alpha), step_points(r, s->beta));
        break;
    case ZM_STEP_CUT:
        tell_cut(t, r, s, n);
        break;
    case ZM_STEP_AVERAGE:
        tell_where(t, r, n);
        zm_print(t,
                 SAY(r->language, "with %s of probability %.5g the sum so far is ",
                     "avec %s de probabilité %.5g, la somme est pour l'instant "),
                 move_text(r, n, s->move), s->weight);
        tell_step_value(t, r, s);
        break;
    case ZM_STEP_BOUNDS:
        tell_where(t, r, n);
        zm_print(t,
                 SAY(r->language, "with what is known of %s (probability %.5g) the average is in ",
                     "avec ce qu'on sait de %s (probabilité %.5g), la moyenne est dans "),
                 move_text(r, n, s->move), s->weight);
        tell_window(t, step_points(r, s->alpha), step_points(r, s->beta));
        break;
    case ZM_STEP_RETURN:
        tell_return(t, r, s, n);
        break;
    case ZM_STEP_QUESTION:
        tell_where(t, r, n);
        zm_print(t, "%s", SAY(r->language, "does ", "est-ce que "));
        tell_turn(t, r, r->node[n].turn);
        zm_print(t, "%s", SAY(r->language, " get at least ", " obtient au moins "));
        tell_number(t, step_points(r, s->value));
        zm_print(t, "%s", SAY(r->language, "?", " ?"));
        break;
    case ZM_STEP_NUMBERS:
        tell_where(t, r, n);
        zm_print(t, "%s ", move_text(r, n, s->move));
        tell_need(t, r, s);
        break;
    case ZM_STEP_SIMULATION:
        zm_print(t, SAY(r->language, "simulation %llu begins at ", "itération %llu, depuis "),
                 (unsigned long long)s->visits);
        tell_node(t, r, n);
        break;
    case ZM_STEP_CANDIDATE:
        tell_candidate(t, r, s, n);
        break;
    case ZM_STEP_SELECT:
        zm_print(t, "%s", SAY(r->language, "selection: from ", "sélection : de "));
        tell_node(t, r, n);
        zm_print(t,
                 chance ? SAY(r->language, " chance draws %s", " le hasard tire %s")
                        : SAY(r->language, " to %s", " vers %s"),
                 move_text(r, n, s->move));
        break;
    case ZM_STEP_EXPAND:
        zm_print(t, SAY(r->language, "expansion: %s below ", "expansion : %s sous "),
                 move_text(r, n, s->move));
        tell_node(t, r, n);
        zm_print(t, "%s", SAY(r->language, " joins the tree", " entre dans l'arbre"));
        break;
    case ZM_STEP_PLAYOUT:
        tell_playout(t, r, s, n);
        break;
    case ZM_STEP_BACKUP:
        zm_print(t, "%s", SAY(r->language, "backpropagation: ", "rétropropagation : "));
        tell_node(t, r, n);
        zm_print(t,
                 SAY(r->language, " has visits %llu, mean %.4f", " : visites %llu, moyenne %.4f"),
                 (unsigned long long)s->visits, s->value);
        break;
    }
}
