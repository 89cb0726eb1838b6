// SPDX-License-Identifier: MIT
//
// A child process that does jobs, and its parent's end of it.
//
// Work is not done in the process that speaks MPI, as the loss of such a process ends the whole
// run.  A child that is lost (killed, out of memory, crashed) is replaced, and its job done again.
// Jobs and answers go through pipes as records (jobs/job.h).
#ifndef CLUSTER_WORKER_H
#define CLUSTER_WORKER_H

#include "cmd/common/run_jobs.h"

#include <sys/types.h>

// --- the child ---

/* Runs the command with its jobs from stdin and its answers to stdout, until the jobs end. */
int worker_main(int argc, char **argv);

// --- the parent ---

typedef struct {
    char **argv;    // of the child
    pid_t pid;      // 0: none
    int to, from;   // pipes
    Text job;       // under way, as bytes; empty: none
    Text answer;    // what has come of it
    int lost_count; // children that were lost over this job
} ClusterWorker;

void worker_init(ClusterWorker *w, char **argv);
void worker_free(ClusterWorker *w); // ends the child

/* Hands a job over, as the bytes of a record; starts a child if there is none. */
void worker_send(ClusterWorker *w, const char *job, size_t size);

typedef enum {
    WORKER_BUSY,
    WORKER_DONE,   // w->answer is the record of the answer
    WORKER_FAILED, // the child complained, or was lost too often
} ClusterWorkerState;

/* Waits for an answer, not longer than so; WORKER_BUSY as well if there is no job. */
ClusterWorkerState worker_wait(ClusterWorker *w, int ms);

#endif
