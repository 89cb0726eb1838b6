// SPDX-License-Identifier: MIT
//
// A child process that does jobs, and the parent's side of it.
//
// Jobs are not done in the MPI process itself, because the loss of an MPI process ends the whole
// run. If a child dies (killed, out of memory, crashed), the parent starts another one, which does
// the job again. Jobs and answers go through pipes as records (jobs/job.h).
#ifndef CLUSTER_WORKER_H
#define CLUSTER_WORKER_H

#include "base/process/process.h"
#include "cmd/common/job_options.h"

// --- the child ---

/* Runs the command: reads jobs from standard input and writes answers to standard output, until the
 * input ends. */
int worker_main(int argc, char **argv);

// --- the parent ---

typedef struct {
    char **argv;      // of the child
    Process *process; // NULL: none
    Text job;         // under way, as bytes; empty: none
    Text answer;      // what has come of it
    int lost_count;   // children that were lost over this job
} ClusterWorker;

void worker_init(ClusterWorker *w, char **argv);
void worker_free(ClusterWorker *w); // kills the child

/* Sends a job, as the bytes of a record. Starts a child if there is none. */
void worker_send(ClusterWorker *w, const char *job, size_t size);

typedef enum {
    WORKER_BUSY,
    WORKER_DONE,   // w->answer is the answer's record
    WORKER_FAILED, // the child reported an error, or too many children were lost
} ClusterWorkerState;

/* Waits up to `ms` for an answer. Returns WORKER_BUSY also if there is no job. */
ClusterWorkerState worker_wait(ClusterWorker *w, int ms);

#endif
