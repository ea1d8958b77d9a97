/* tree_steps.h -- the steps of a search, told one by one: as numbered sentences for people
 * or as JSON, one object a line. */
#ifndef CLI_TREE_STEPS_H
#define CLI_TREE_STEPS_H

#include "search/record_tree.h"

/* `here` is the node the step happens in; the record has taken the step already. */
void print_step(const struct record *r, const struct zm_step *step, int here, uint64_t number);
void json_step(const struct record *r, const struct zm_step *step, int here, uint64_t number);

#endif
