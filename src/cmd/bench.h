// SPDX-License-Identifier: MIT
//
// A fixed amount of searching: the node count is the search's signature, the speed a by-product.
#ifndef CMD_BENCH_H
#define CMD_BENCH_H

#include "roek/cmd/protocol.h"

#include <stdatomic.h>

enum { BENCH_DEPTH = 12 };

/* Says a line per position and last "N nodes M nps", unless `stop` is set meanwhile (NULL: it never
 * is); returns an exit status. */
int bench_run(int depth, const LineSink *out, const atomic_bool *stop);

#endif
