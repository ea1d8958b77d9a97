/* tree_drawing.h -- a recorded tree as it is drawn: MAX and MIN as triangles, chance as
 * circles, other players as squares, leaves as boxes; moves on the arcs, values and windows
 * beside the nodes. What is asked for in an exercise is left blank. */
#ifndef TEACH_TREE_DRAWING_H
#define TEACH_TREE_DRAWING_H

#include "teach/canvas.h"
#include "teach/exercise.h"

struct tree_drawing {
    const struct record *r;
    /* What is asked about it, or NULL; unless it is solved, the tree is drawn as if the search
     * had not been there. */
    const struct exercise *exercise;
    bool solved;
    double width, height;
    struct labels *labels;
    struct laid *laid;
    double *top; /* of each ply */
    int plies;
};

/* False: out of memory. The record and the exercise must live as long as the drawing. */
bool tree_drawing_begin(struct tree_drawing *d, const struct record *r,
                        const struct exercise *exercise, bool solved);
void tree_drawing_end(struct tree_drawing *d);
void tree_drawing_draw(const struct tree_drawing *d, struct canvas *c, double x, double y);

/* What the signs mean, for those that occur. */
void tree_drawing_legend(const struct tree_drawing *d, struct zm_text *out);

/* The whole picture with a caption. False: out of memory. */
bool tree_picture(FILE *out, enum canvas_kind kind, const struct record *r, const char *caption);

/* What to draw on: printers have paper of their own. */
const char *tree_paper(enum canvas_kind kind);

#define TREE_INK "#222222"
#define TREE_GREY "#666666"
#define TREE_EM 13.0
#define TREE_MARGIN 16.0

#endif
