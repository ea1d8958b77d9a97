/* ownership.h -- whose every cell will be when the game is over, as many playouts foretell it;
 * and, in Go, which stones that makes dead. */
#ifndef MATCH_OWNERSHIP_H
#define MATCH_OWNERSHIP_H

#include <zermelo/zermelo.h>

enum { OWNERSHIP_CELLS = 20 * 20, OWNERSHIP_PAIRS = 200 };

/* From -1, the second player's, to 1, the first player's, for each cell of the grid. The
 * playouts come in pairs that begin with either player, for nobody knows who would go on. False:
 * the game has no playouts, or its cells have no owners. */
bool ownership(const struct zm_position *p, int pairs, uint64_t seed, double share[]);

/* The same board without the stones of chains that belong to the other side in the end, 'X', 'O'
 * and '.' in `cell`; `dead` has those that were taken off, or is NULL. */
bool ownership_clean(const struct zm_position *p, uint64_t seed, char cell[], char dead[]);

/* In Go, when the other side has passed: what is it worth to pass as well, which ends the game? */
enum ownership_pass {
    PASS_UNCLEAR,  /* it does not win, or the game goes on                            */
    PASS_WINS,     /* as the board stands and without the dead stones, whoever may count:
                    * *result is that, for to play on could only spoil it             */
    PASS_DECEIVES, /* as the board stands, but with the dead stones gone it does not  */
};
enum ownership_pass ownership_pass(const struct zm_position *p, struct zm_result *result);

/* The number of the chain that each stone belongs to, from 0; -1: no stone. `chain` has room for
 * OWNERSHIP_CELLS. Returns how many there are. */
int ownership_chains(const struct zm_grid *grid, const char cell[], int chain[]);

#endif
