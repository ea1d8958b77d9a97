/* net_run.h -- a runner on kernels of one's choice: for tests, which compare them. */
#ifndef LEARN_NET_RUN_H
#define LEARN_NET_RUN_H

#include "learn/net.h"
#include "learn/net_kernels.h"

struct net_runner *net_runner_with(const struct net *net, enum net_precision precision,
                                   const struct net_kernels *kernels);

#endif
