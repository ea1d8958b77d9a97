/* train_mpi.h -- a post by MPI, for runs that `mpirun` or `srun` has started as several processes.
 * It is part of the program, not of the library, and there only if MPI was found when it was
 * built. */
#ifndef LEARN_TRAIN_MPI_H
#define LEARN_TRAIN_MPI_H

#include "learn/train_post.h"

/* Was this process started as one of several? */
bool train_mpi_started(void);

/* Once in the life of a process, by the thread that uses the post; NULL: *error says why not. */
struct post *train_mpi_open(struct zm_error *error);

/* Waits until all processes have come to this. */
void train_mpi_close(struct post *post);

#endif
