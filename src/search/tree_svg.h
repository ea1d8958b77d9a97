/* tree_svg.h -- a recorded tree as a picture: MAX as triangles up, MIN as triangles down,
 * chance as circles, numbered players as squares, leaves as boxes with their values. The
 * line that the search expects is thick and blue; what was cut is dashed and grey, with
 * its arc struck through. No two labels overlap. */
#ifndef SEARCH_TREE_SVG_H
#define SEARCH_TREE_SVG_H

#include "search/record_tree.h"

#include <stdio.h>

/* `caption` stands above the tree. False: out of memory. */
bool tree_svg(FILE *out, const struct record *r, const char *caption);

#endif
