/* kernels.tmpl.h -- all kernels, in an order in which each finds what it calls. */
#include "horizon.tmpl.h"
#include "perft.tmpl.h"
#include "playouts.tmpl.h"

#include "alphabeta.tmpl.h"
#include "quiescence.tmpl.h"

#include "engine.tmpl.h"
#include "exact.tmpl.h"
#include "expectiminimax.tmpl.h"
#include "maxn.tmpl.h"
#include "minimax.tmpl.h"
#define ZM_LAST_PLY
#include "negamax.tmpl.h"
#undef ZM_LAST_PLY
#include "negamax.tmpl.h"
#include "pns.tmpl.h"
#include "star.tmpl.h"
#include "threats.tmpl.h"
#include "uct.tmpl.h"

#include "mcts_select.tmpl.h"

#include "mcts_ahead.tmpl.h"
#include "mcts_expand.tmpl.h"
#include "mcts_playout.tmpl.h"

#include "mcts_backup.tmpl.h"

#include "mcts.tmpl.h"
