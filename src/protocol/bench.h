// SPDX-License-Identifier: MIT
//
// A fixed amount of searching: the node count is the search's signature, the speed a by-product.
#ifndef PROTOCOL_BENCH_H
#define PROTOCOL_BENCH_H

#include "protocol/protocol.h"

#include <stdatomic.h>

enum { BENCH_DEPTH = 12 };

typedef struct {
    int depth;
    bool json;
    const LineSink *out;
    const atomic_bool *stop; // NULL: it goes on to the end
} BenchOptions;

/* Says a line per position and last "N nodes M nps", unless it is stopped meanwhile; returns an
 * exit status. */
int bench_run(const BenchOptions *bench);

#endif
