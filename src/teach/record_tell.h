/* record_tell.h -- how the nodes of a recorded tree are called and what stands at them,
 * the same in text, sentences and pictures. */
#ifndef TEACH_RECORD_TELL_H
#define TEACH_RECORD_TELL_H

#include "teach/record_tree.h"

/* 3, -0.25, or inf for a bound that is none yet. */
void tell_number(struct zm_text *out, double value);

/* A number, or a tuple "(1, 2, 6)" where values are everybody's. */
void tell_numbers(struct zm_text *out, const struct record *r, double value, const double *values);

/* Is there a value to show at node n? Then what it is: of an unseen leaf its payoff. */
bool tells_value(const struct record *r, int n);
void tell_value(struct zm_text *out, const struct record *r, int n);

/* "2:5", so many positions more for yes and for no; or the answer. */
void tell_proof(struct zm_text *out, const struct record *r, int yes, int no);

/* "-inf..3" */
void tell_window(struct zm_text *out, double alpha, double beta);

/* "max", "min", "player 3" or "chance". */
bool plays_max_and_min(const struct record *r);
void tell_turn(struct zm_text *out, const struct record *r, int turn);

/* The name of the node, or "the root", or the moves that lead there: "a1 b2". */
void tell_node(struct zm_text *out, const struct record *r, int n);

/* "1/36" or, where three decimals are exact, "0.25". */
void tell_probability(struct zm_text *out, uint32_t weight, uint64_t sum);

#endif
