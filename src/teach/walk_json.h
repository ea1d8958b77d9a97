/* walk_json.h -- a walk folded to marks, as JSON for the page: each mark with its move, who
 * moves, its value for the first player, and what kind of node it was. */
#ifndef TEACH_WALK_JSON_H
#define TEACH_WALK_JSON_H

#include "base/json.h"
#include "teach/walk.h"

enum { WALK_MOST_MARKS = 5000 };

/* False: out of memory. */
bool walk_json(struct json *j, const char *key, const struct walk *walk, uint32_t n, int most);

#endif
