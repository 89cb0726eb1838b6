// SPDX-License-Identifier: MIT
//
// The ranks of an MPI run: rank 0 shares the jobs out, every rank has a worker (cluster/worker.h).
//
// A blocking call of MPI keeps a processor busy, so nobody makes one to wait: they look whether a
// message has come, and sleep, a little longer each time in vain.
#ifndef CLUSTER_DISPATCHER_H
#define CLUSTER_DISPATCHER_H

#include "cluster/worker.h"

/* Ranks other than 0: does jobs until told to quit. */
void dispatcher_serve(ClusterWorker *worker);

/* Of rank 0. */
typedef struct {
    const Text *jobs; // as they are listed
    uint64_t count;
    const bool *done; // which of them need not be done
    void *context;
    /* An answer has come; false: nothing more is wanted. */
    bool (*take)(void *context, const Record *answer);
    /* From time to time; may be NULL. */
    void (*progress_callback)(void *context);
} DispatchOptions;

/* Has all jobs done that are not done yet; false after somebody complained. */
bool dispatcher_run(ClusterWorker *own, const DispatchOptions *options);

/* Tells the others to quit. */
void dispatcher_quit(void);

#endif
