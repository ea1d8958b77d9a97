/* kind.h -- how sure a value is, and the tree of Monte Carlo search as JSON, which tells it of
 * every node. */
#ifndef TEACH_KIND_H
#define TEACH_KIND_H

#include <zermelo/zermelo.h>

struct json; /* base/json.h */

enum kind { KIND_EXACT, KIND_BOUND, KIND_ESTIMATE };
const char *kind_name(enum kind kind);

/* What bounds in points prove. */
enum kind kind_proven(const struct zm_game *game, int low, int high);

/* The list of zm_search_tree() from p on, as the type TreeNode of web/api/api.txt. */
void tree_nodes_json(struct json *j, const char *key, const struct zm_position *p,
                     const struct zm_tree_node list[], int count);

#endif
