/* french.c -- pairs of sentences. In the English one * is any text; in the French one $1, $2 ...
 * are those texts in turn, themselves put into French where that is known ("line 3: ..." is a place
 * and a sentence). The first pair that fits counts.
 *
 * The library makes its sentences far below, for programs as well as for people, and knows no
 * languages; so they are recognised here, where people are told. A sentence that is not in the
 * table is told in English, which is better than not at all. */
#include "server/french.h"

#include <ctype.h>
#include <string.h>

enum { PARTS = 9, DEEPEST = 4, PART_TEXT = 1024 };

static const struct pair {
    const char *english, *french;
} pairs[] = {
    /* levels */
    { "level * of *: *", "niveau $1 sur $2 : $3" },
    { "full strength", "pleine force" },
    { "looks * moves ahead*", "voit $1 coups à l’avance$2" },
    { "looks 1 move ahead*", "voit un coup à l’avance$1" },
    { " and often overlooks things", " et néglige souvent quelque chose" },
    { " and sometimes overlooks things", " et néglige parfois quelque chose" },
    { " and rarely overlooks things", " et néglige rarement quelque chose" },
    { "random moves, because no search here can play a game in which players do not see "
      "everything",
      "coups au hasard, car aucune recherche d’ici ne joue un jeu où l’on ne voit pas tout" },
    { "* simulations, often of random games alone, a move",
      "$1 simulations par coup, souvent de parties au hasard" },
    { "* simulations a move", "$1 simulations par coup" },

    /* places */
    { "line *, column *: *", "ligne $1, colonne $2 : $3" },
    { "line *, move *: *", "ligne $1, coup $2 : $3" },
    { "line *: *", "ligne $1 : $2" },
    { "move * is garbled", "le coup $1 est illisible" },
    { "move * is not legal", "le coup $1 n’est pas légal" },
    { "move *: *", "coup $1 : $2" },
    { "tree: *", "arbre : $1" },

    /* moves and games */
    { "\"*\" is not a legal move here; expected one of: *",
      "« $1 » n’est pas un coup légal ici ; coups possibles : $2" },
    { "\"*\" cannot be played: the game is over", "« $1 » ne se joue plus : la partie est finie" },
    { "\"*\" is too long to be a move", "« $1 » est trop long pour un coup" },
    { "it is no legal move here", "ce n’est pas un coup légal ici" },
    { "the game is over", "la partie est finie" },
    { "the game is paused", "la partie est en pause" },
    { "it is not a person's turn", "ce n’est pas à un humain de jouer" },
    { "it is the turn of player *", "c’est au joueur $1 de jouer" },
    { "it is nobody's turn", "ce n’est à personne de jouer" },
    { "the move is meant for another position: * moves are played",
      "ce coup est pour une autre position : $1 coups sont joués" },
    { "there is no move to take back", "il n’y a aucun coup à reprendre" },
    { "there is no move to play again", "il n’y a aucun coup à rejouer" },
    { "moves are not taken back where information is hidden",
      "on ne reprend pas de coup dans un jeu où l’on ne voit pas tout" },
    { "in this game a seat is opened by its key alone",
      "dans ce jeu une place ne s’ouvre qu’avec sa clé" },
    { "this key opens no seat of the game", "cette clé n’ouvre aucune place de la partie" },
    { "no person plays", "aucun humain ne joue" },
    { "a hint is for a person who is to move", "un conseil est pour un humain au trait" },
    { "there are no hints where information is hidden",
      "il n’y a pas de conseil dans un jeu où l’on ne voit pas tout" },
    { "there is no analysis where information is hidden",
      "il n’y a pas d’analyse dans un jeu où l’on ne voit pas tout" },
    { "lines are not shown where information is hidden",
      "les variantes ne sont pas montrées dans un jeu où l’on ne voit pas tout" },
    { "the record can be read when the game is over",
      "la feuille de partie se lit quand la partie est finie" },
    { "no search with a tree runs here now",
      "aucune recherche qui garde un arbre ne tourne ici en ce moment" },
    { "no search can analyse *", "aucune recherche ne sait analyser $1" },
    { "there is no game \"*\"; did you mean \"*\"?",
      "il n’y a pas de jeu « $1 » ; peut-être « $2 » ?" },
    { "there is no game \"*\"; did you mean *?", "il n’y a pas de jeu « $1 » ; peut-être $2 ?" },
    { "there is no game \"*\"*", "il n’y a pas de jeu « $1 »" },
    { "there is no game * in the store", "il n’y a pas de partie $1 dans la réserve" },
    { "there is no game in the text", "il n’y a pas de partie dans ce texte" },
    { "there is no game *", "il n’y a pas de partie $1" },
    { "* games are open, as many as there may be: close one",
      "$1 parties sont ouvertes, le maximum : fermez-en une" },
    { "* has * seats, not *", "$1 a $2 places, et non $3" },
    { "a game of the store has its own position and moves",
      "une partie de la réserve a déjà sa position et ses coups" },
    { "this is a game of *, which is not loaded here",
      "c’est une partie de $1, un jeu qui n’est pas chargé ici" },
    { "* is not loaded here", "$1 n’est pas chargé ici" },
    { "no game reads this: expected a record, SGF, GGF, PGN, a position or moves",
      "aucun jeu ne lit cela : il faut une partie enregistrée, SGF, GGF, PGN, une position ou des "
      "coups" },
    { "this is no shared game: expected GAME~OPTIONS~POSITION~MOVES",
      "ce n’est pas une partie partagée : il faut JEU~OPTIONS~POSITION~COUPS" },
    { "there is no format *; expected zermelo, sgf, ggf or pgn",
      "il n’y a pas de format $1 ; il faut zermelo, sgf, ggf ou pgn" },
    { "a game of * cannot be written as *", "une partie de $1 ne s’écrit pas en $2" },
    { "the name of a player is too long", "le nom d’un joueur est trop long" },
    { "this is no saved game; expected *", "ce n’est pas une partie enregistrée ; il faut $1" },
    { "the record ends early; expected moves:", "le texte finit trop tôt ; il faut « moves: »" },
    { "the result is written as \"*\", but the moves lead to \"*\"",
      "le résultat écrit est « $1 », mais les coups mènent à « $2 »" },

    /* searches and players */
    { "there is no search \"*\"; did you mean *?",
      "il n’y a pas de recherche « $1 » ; peut-être $2 ?" },
    { "there is no search \"*\"*", "il n’y a pas de recherche « $1 »" },
    { "there is no player \"*\"; did you mean *?",
      "il n’y a pas de joueur « $1 » ; peut-être $2 ?" },
    { "there is no player \"*\"; *",
      "il n’y a pas de joueur « $1 » ; il faut human, level:1 à level:10 ou une recherche" },
    { "\"*\" is no level; expected *", "« $1 » n’est pas un niveau ; il faut $2" },
    { "there is no level *; expected * to *", "il n’y a pas de niveau $1 ; il faut $2 à $3" },
    { "human takes no options", "human n’a pas d’options" },
    { "* has no option \"*\"; did you mean *?", "$1 n’a pas d’option « $2 » ; peut-être $3 ?" },
    { "* has no option \"*\"; it takes *", "$1 n’a pas d’option « $2 » ; ses options : $3" },
    { "*: \"*\" lacks its value; expected *", "$1 : il manque la valeur de « $2 » ; il faut $3" },
    { "\"*\" lacks a name before the colon", "« $1 » n’a pas de nom avant les deux-points" },
    { "\"*\" has an empty option; expected key=value",
      "« $1 » a une option vide ; il faut clé=valeur" },
    { "an empty name", "un nom vide" },
    { "* can go on for ever: give * a depth",
      "$1 peut ne jamais finir : donnez une profondeur à $2" },
    { "it is chance's turn: play an outcome first (--moves), or solve",
      "c’est au hasard de décider : jouez d’abord une issue" },
    { "it knows no chance nodes: use * or *",
      "elle ne connaît pas les noeuds de hasard : prenez $1 ou $2" },
    { "it is for two players and this game has more: use maxn, paranoid or mcts",
      "elle est pour deux joueurs et ce jeu en a plus : prenez maxn, paranoid ou mcts" },
    { "it is for zero-sum games, in which one wins what the other loses: use maxn or mcts",
      "elle est pour les jeux à somme nulle, où l’un gagne ce que l’autre perd : prenez maxn ou "
      "mcts" },
    { "players do not see everything in this game, and the search would look into hidden cards",
      "dans ce jeu on ne voit pas tout, et la recherche regarderait des cartes cachées" },
    { "positions can come back in this game, which its proofs do not allow: use alphabeta",
      "dans ce jeu les positions peuvent revenir, ce que ses preuves excluent : prenez alphabeta" },
    { "* cannot search *: *", "$1 ne sait pas chercher dans $2 : $3" },
    { "* cannot play *: *", "$1 ne sait pas jouer à $2 : $3" },
    { "net=: files are not opened from the page, but those that the server was given with --plugin",
      "net= : on n’ouvre depuis la page que les fichiers donnés au serveur par --plugin" },
    { "*: programs of others are not started from the page",
      "$1 : les programmes des autres ne se lancent pas depuis la page" },
    { "* is more than this server allows: * megabytes",
      "$1, c’est plus que ce serveur ne permet : $2 mégaoctets" },
    { "* is more than this server allows: *", "$1, c’est plus que ce serveur ne permet : $2" },
    { "random looks at no tree", "random ne parcourt aucun arbre" },
    { "* does not walk through a tree node by node",
      "$1 ne parcourt pas un arbre noeud par noeud" },
    { "the search visits more than * nodes or takes more than * steps, which nobody can follow: "
      "give it a smaller depth or fewer simulations",
      "la recherche visite plus de $1 noeuds ou fait plus de $2 pas, ce que personne ne peut "
      "suivre : donnez-lui moins de profondeur ou moins de simulations" },
    { "another search is being recorded: try again in a moment",
      "une autre recherche est en cours d’enregistrement : réessayez dans un instant" },
    { "this search is no longer kept, or has no such node",
      "cette recherche n’est plus gardée, ou n’a pas ce noeud" },

    /* trees */
    { "expected *, found the end of the text", "il faut $1, mais le texte finit là" },
    { "expected *, found *", "il faut $1 et non $2" },
    { "a number", "un nombre" },
    { "a whole number", "un nombre entier" },
    { "a comma or )", "une virgule ou )" },
    { "max, min, player or chance", "max, min, player ou chance" },
    { "a number, a tuple (1, 2), max, min, player or chance",
      "un nombre, un n-uplet (1, 2), max, min, player ou chance" },
    { "a number, a tuple (1, 2), max, min, player, chance or }",
      "un nombre, un n-uplet (1, 2), max, min, player, chance ou }" },
    { "a probability above 0, as in 1/6, 0.25 or a weight",
      "une probabilité positive, comme 1/6, 0.25, ou un poids" },
    { "a colon after the probability, as in 1/2: 3",
      "deux-points après la probabilité, comme 1/2: 3" },
    { "a colon after the name of the move", "deux-points après le nom du coup" },
    { "the number of a player, 1 to 8", "le numéro d’un joueur, 1 à 8" },
    { "the end of the text after the last }", "la fin du texte après la dernière }" },
    { "the number is too large; expected *", "le nombre est trop grand ; il faut $1" },
    { "more than * nodes", "plus de $1 noeuds" },
    { "two moves of this node are called \"*\"", "deux coups de ce noeud s’appellent « $1 »" },
    { "the probabilities add up to *; expected exactly 1",
      "la somme des probabilités est $1 ; il faut exactement 1" },
    { "random: * plies of * moves are * leaves, and more than * cannot be looked at",
      "au hasard : $1 étages de $2 coups font $3 feuilles ; plus de $4 ne se regardent pas" },
    { "random: *: expected a whole number from * to *",
      "au hasard : $1 : il faut un nombre entier de $2 à $3" },

    /* exercises */
    { "* has no * that could be asked for", "$1 n’a pas de question « $2 »" },
    { "\"*\" cannot be asked; *", "« $1 » ne peut pas être demandé" },
    { "\"answers\": expected *, one for each blank",
      "« answers » : il en faut $1, une pour chaque case vide" },

    /* matches */
    { "there is no match *", "il n’y a pas de match $1" },
    { "match * is being played already", "le match $1 se joue déjà" },
    { "match * is not being played", "le match $1 ne se joue pas" },
    { "match * has come to its end", "le match $1 est terminé" },
    { "* matches are being played, as many as there may be",
      "$1 matchs se jouent, c’est le maximum" },
    { "a match needs a game and two players or more",
      "il faut à un match un jeu et deux joueurs ou plus" },
    { "* has no limit: give it one, as in *, or give the match nodes, depth, seconds or a clock",
      "$1 n’a pas de limite : donnez-lui-en une, comme $2, ou donnez au match des positions, une "
      "profondeur, des secondes ou une pendule" },
    { "people play with `zermelo play`; a match is for computers",
      "un match est pour des ordinateurs" },
    { "the game has * seats, but only * * named",
      "le jeu a $1 places, mais il n’y a que $2 joueurs" },
    { "these are * games; expected at most *", "cela fait $1 parties ; il en faut au plus $2" },
    { "a knockout is for games of two and for at most 256 players",
      "l’élimination directe est pour les jeux à deux et au plus 256 joueurs" },
    { "this server keeps no matches: it was started with --no-store",
      "ce serveur ne garde pas de matchs : il a été lancé avec --no-store" },

    /* training */
    { "there is no run *", "il n’y a pas d’entraînement $1" },
    { "no run has a net *", "aucun entraînement n’a de réseau $1" },
    { "no net learns *: *", "aucun réseau n’apprend $1 : $2" },
    { "no run can be called *", "aucun entraînement ne peut s’appeler $1" },
    { "* is being trained already", "$1 s’entraîne déjà" },
    { "* is not being trained", "$1 ne s’entraîne pas" },
    { "* is trained by another program: stop it there",
      "$1 est entraîné par un autre programme : arrêtez-le là" },
    { "all * rounds of * are done: give it more",
      "les $1 tours de $2 sont faits : donnez-lui-en plus" },
    { "another run is being trained: pause it first",
      "un autre entraînement est en cours : mettez-le d’abord en pause" },
    { "* runs are being trained, as many as there may be: pause one first",
      "$1 entraînements sont en cours, c’est le maximum : mettez-en un en pause" },
    { "* runs are kept, as many as there may be: remove the folder of one",
      "$1 entraînements sont gardés, c’est le maximum : supprimez le dossier de l’un d’eux" },
    { "this server keeps no runs: it was started with --no-store, and without --training",
      "ce serveur ne garde pas d’entraînements : il a été lancé avec --no-store et sans "
      "--training" },
    { "\"net\": expected CHANNELSxBLOCKS, as in 64x4; channels are a multiple of *",
      "« net » : il faut CANAUXxBLOCS, comme 64x4 ; les canaux sont un multiple de $1" },
    { "\"gate\": expected a score from 0 to 1, always or sprt",
      "« gate » : il faut un score de 0 à 1, always ou sprt" },

    /* requests */
    { "*: expected a whole number from * to *", "$1 : il faut un nombre entier de $2 à $3" },
    { "*: expected a number from * to *", "$1 : il faut un nombre de $2 à $3" },
    { "*: expected text", "$1 : il faut un texte" },
    { "*: expected true or false", "$1 : il faut true ou false" },
    { "*: expected a list of at most * texts", "$1 : il faut une liste d’au plus $2 textes" },
    { "*: expected a list of at most * numbers", "$1 : il faut une liste d’au plus $2 nombres" },
    { "*: expected an object", "$1 : il faut un objet" },
    { "*: expected * players", "$1 : il faut $2 joueurs" },
    { "*: expected * or *", "$1 : il faut $2 ou $3" },
    { "* is missing: expected true or false", "il manque $1 : il faut true ou false" },
    { "\"*\" is missing", "il manque « $1 »" },
    { "\"*\" or \"*\" is missing", "il manque « $1 » ou « $2 »" },
    { "the body is *", "la requête est mal formée ($1)" },
    { "* is not for *", "$1 n’est pas pour $2" },
    { "there is no GET *", "il n’y a pas de GET $1" },
    { "there is no POST *", "il n’y a pas de POST $1" },
    { "there is no page *", "il n’y a pas de page $1" },
    { "too many requests: at most * a second", "trop de requêtes : au plus $1 par seconde" },
    { "there are too many pages open", "trop de pages sont ouvertes" },
    { "there are too many streams (*); close a page",
      "trop de pages sont ouvertes ($1) : fermez-en une" },
    { "the page's token is missing or out of date: load the page anew",
      "le jeton de la page manque ou a expiré : rechargez la page" },
    { "this request comes from another page", "cette requête vient d’une autre page" },
    { "this server needs its token: *",
      "ce serveur demande son jeton : ouvrez l’adresse que `zermelo serve` a écrite" },
    { "the server is about to stop", "le serveur va s’arrêter" },
    { "no thread could be started", "aucun fil d’exécution n’a pu être lancé" },
    { "out of memory*", "mémoire épuisée" },

    /* positions and options of the games */
    { "connect4: *", "connect4 : $1" },
    { "go: *", "go : $1" },
    { "gomoku: *", "gomoku : $1" },
    { "mnk: *", "mnk : $1" },
    { "nim: *", "nim : $1" },
    { "othello: *", "othello : $1" },
    { "pig: *", "pig : $1" },
    { "tictactoe: *", "tictactoe : $1" },
    { "size= is too large: columns x (rows + 1) may be 64 at most",
      "size= est trop grand : colonnes x (lignes + 1) fait au plus 64" },
    { "size= takes two columns or more and a number of rows, as in *",
      "size= : il faut deux colonnes ou plus et un nombre de lignes, comme $1" },
    { "size= is a number from 1 to 19, or columns x rows, as in *",
      "size= est un nombre de 1 à 19, ou colonnes x lignes, comme $1" },
    { "size= is 8, 6 or 4", "size= est 8, 6 ou 4" },
    { "komi= is a number of points from -999 to 999, halves too, as in *",
      "komi= est un nombre de points de -999 à 999, demis compris, comme $1" },
    { "handicap= is too high: *", "handicap= est trop grand pour ce plateau" },
    { "heaps= takes 1 to 8 numbers from 1 to 63, as in *",
      "heaps= : il faut 1 à 8 nombres de 1 à 63, comme $1" },
    { "play= is normal or misere", "play= est normal ou misere" },
    { "players= is 2 or 3", "players= est 2 ou 3" },
    { "rules= is freestyle, standard or renju", "rules= est freestyle, standard ou renju" },
    { "the only option is *, as in *", "la seule option est $1, comme $2" },
    { "the option is *, as in *", "l’option est $1, comme $2" },
    { "the options are *, as in *", "les options sont $1, comme $2" },
    { "* is longer than both sides of the board: nobody could ever win",
      "$1 dépasse les deux côtés du plateau : personne ne pourrait gagner" },
    { "* take numbers from * to *", "$1 : il faut des nombres de $2 à $3" },
    { "* takes a number from * to *", "$1 : il faut un nombre de $2 à $3" },
    { "only * are allowed, as in *", "seuls $1 sont permis, comme $2" },
    { "more cells than the board has", "plus de cases que le plateau n’en a" },
    { "more columns than the board has", "plus de colonnes que le plateau n’en a" },
    { "X must have as many marks as O, or one more",
      "X doit avoir autant de marques que O, ou une de plus" },
    { "x must have as many discs as o, or one more",
      "x doit avoir autant de jetons que o, ou un de plus" },
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

struct part {
    const char *text;
    size_t length;
};

/* Does the text fit? Each * takes as little as it can; where that was too little, the last one
 * takes more, which finds a fit if there is one. */
static bool fits(const char *pattern, const char *text, size_t length, struct part part[])
{
    const char *const end = text + length;
    const char *star = NULL, *again = NULL;
    int parts = -1;
    while (text < end || *pattern) {
        if (*pattern == '*' && parts + 1 < PARTS) {
            star = ++pattern;
            again = text;
            part[++parts] = (struct part){ text, 0 };
        } else if (text < end && *pattern && *pattern == *text) {
            pattern++;
            text++;
        } else if (star && again < end) {
            pattern = star;
            text = ++again;
            part[parts].length = (size_t)(again - part[parts].text);
        } else {
            return false;
        }
    }
    return true;
}

static bool say(const char *text, size_t length, FILE *out, int deep)
{
    struct part part[PARTS];
    int found = 0;
    for (int i = 0; i < PARTS; i++)
        part[i] = (struct part){ "", 0 };
    while (found < PAIRS && !fits(pairs[found].english, text, length, part))
        found++;
    if (found == PAIRS || deep == DEEPEST) {
        fwrite(text, 1, length, out);
        return false;
    }
    for (const char *at = pairs[found].french; *at; at++)
        if (*at == '$' && isdigit((unsigned char)at[1])) {
            const struct part *const p = &part[*++at - '1'];
            say(p->text, p->length, out, deep + 1);
        } else {
            fputc(*at, out);
        }
    return true;
}

bool french(const char *english, char *out, size_t size)
{
    FILE *const to = fmemopen(out, size, "w");
    if (!to) {
        snprintf(out, size, "%s", english);
        return false;
    }
    const bool known = say(english, strnlen(english, PART_TEXT), to, 0);
    fclose(to);
    out[size - 1] = '\0';
    return known;
}

void json_languages(struct json *j, const char *key, const char *english)
{
    char text[2 * PART_TEXT];
    if (!english || !*english) {
        json_null(j, key);
        return;
    }
    french(english, text, sizeof text);
    json_array(j, key);
    json_text(j, NULL, english);
    json_text(j, NULL, text);
    json_end_array(j);
}
