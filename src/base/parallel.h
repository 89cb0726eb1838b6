// SPDX-License-Identifier: MIT
//
// The same work done by several threads at once, and nothing more: start them, wait for them.
// How they share the work out is the work's own business (usually an atomic counter).
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

enum { PARALLEL_MAX = 256 };

/* Calls work(context, 0) … work(context, threads - 1) at once and returns when all have.  Where
 * threads cannot be had fewer run, in the worst case only number 0: each must be ready to do
 * everything that is left. */
void parallel_run(int threads, void (*work)(void *context, int worker), void *context);

/* How many processors this machine has; at least 1. */
int parallel_processors(void);

#endif
