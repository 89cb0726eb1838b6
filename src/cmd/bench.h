// SPDX-License-Identifier: MIT
//
// A fixed amount of searching: the node count is the search's signature, the speed a by-product.
#ifndef CMD_BENCH_H
#define CMD_BENCH_H

#include <stdio.h>

enum { BENCH_DEPTH = 12 };

/* Prints a line per position and last "N nodes M nps"; returns an exit status. */
int bench_run(int depth, FILE *out);

#endif
