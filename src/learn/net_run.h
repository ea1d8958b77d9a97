/* net_run.h -- a runner on kernels of one's choice: for tests, which compare them, and
 * benchmarks. */
#ifndef LEARN_NET_RUN_H
#define LEARN_NET_RUN_H

#include "learn/net.h"
#include "learn/net_kernels.h"

struct net_runner *net_runner_with(const struct net *net, enum net_precision precision,
                                   const struct net_kernels *kernels);

/* The blocks alone, on whatever the trunk holds: what libraries of convolutions would do of a net.
 */
void net_run_blocks(struct net_runner *runner);

#endif
