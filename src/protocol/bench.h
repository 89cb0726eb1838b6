// SPDX-License-Identifier: MIT
//
// The benchmark: a search of fixed positions to a fixed depth.  Its node count identifies the
// search (a change that keeps the count keeps the behaviour); the speed is a by-product.
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
    bool sums_up;            // also when it was stopped: "at least N nodes M nps"
} BenchOptions;

/* Says a line per position and last "N nodes M nps", which is left out when it was stopped, unless
 * `sums_up`; returns an exit status. */
int bench_run(const BenchOptions *bench);

#endif
