// SPDX-License-Identifier: MIT
//
// Distributes jobs over the ranks of an MPI run: rank 0 assigns them, and every rank has a worker
// process (cluster/worker.h).
//
// A blocking MPI call keeps a processor busy while it waits. So ranks poll for messages and sleep
// in between, longer after each unsuccessful poll.
#ifndef CLUSTER_DISPATCHER_H
#define CLUSTER_DISPATCHER_H

#include "cluster/worker.h"

/* Ranks other than 0: does jobs until rank 0 sends TAG_QUIT. */
void dispatcher_serve(ClusterWorker *worker);

/* Options of rank 0. */
typedef struct {
    const Text *jobs; // in the order of the list
    uint64_t count;
    const bool *done; // jobs to skip
    void *context;
    /* Called for each answer. Returns false if no more are wanted. */
    bool (*take)(void *context, const Record *answer);
    /* Called from time to time; may be NULL. */
    void (*progress_callback)(void *context);
} DispatchOptions;

/* Runs all jobs that are not done. False after an error was printed. */
bool dispatcher_run(ClusterWorker *own, const DispatchOptions *options);

/* Sends TAG_QUIT to all other ranks and waits for their replies. */
void dispatcher_quit(void);

#endif
