// SPDX-License-Identifier: MIT
//
// A command's work as a list of jobs with a stable order, whoever does them.
//
//     next ──► job 0, job 1, …      read one after the other
//                 │ work            by several hands at once, here or elsewhere
//                 ▼
//     take ◄── answer 0, answer 1   in the order of the list
//     finish                        once, after the last
//
// `work` sees the options of the command and its job, `take` the job and its answer, and neither
// anything else.  So a job may be done by another thread, process or machine, now or yesterday, and
// what is printed is the same.
#ifndef JOBS_BATCH_H
#define JOBS_BATCH_H

#include "jobs/job.h"

#include <stdatomic.h>

/* What became of an answer. */
typedef enum {
    TAKE_MORE,
    TAKE_ENOUGH, // it was taken, and nothing more is wanted
    TAKE_BAD,    // it cannot be read, and nothing was taken of it: without it there is no whole
} TakeResult;

typedef struct {
    void *context;
    /* Writes the next job; false at the end of the list, which is not asked for again. */
    bool (*next)(void *context, Text *job);
    /* How reading went, an exit status: what was refused, or that reading failed. */
    int (*list_status)(void *context);
    /* What one worker works with (an engine, a solver); NULL after complaining.  Without these two
     * they work with their bare hands. */
    void *(*state_new)(void *context);
    void (*state_free)(void *context, void *state);
    /* Does job->part[JOB_INPUT] and writes the other parts; false after complaining. */
    bool (*work)(void *context, void *state, Job *job);
    /* In order, one at a time.  JOB_STDOUT and JOB_STDERR are shown by whoever calls this, who also
     * tells which answer is bad.  May be NULL. */
    TakeResult (*take)(void *context, const Job *job);
    /* After the last, unless one was bad: prints what is left to say; the exit status if nothing
     * went wrong. */
    int (*finish)(void *context);
    const atomic_bool *stop; // no further jobs when this becomes true; may be NULL
} Batch;

/* A worker's hand, and away with it; NULL only after complaining. */
void *batch_state_new(const Batch *batch);
void batch_state_free(const Batch *batch, void *state);

/* Which jobs to do, and what becomes of them. */
typedef struct {
    int threads;
    uint64_t first, step; // jobs first, first + step, …
    void *context;
    /* The answers in order, one at a time; it complains about a bad one. */
    TakeResult (*take)(void *context, const Job *job);
} BatchRunOptions;

typedef struct {
    uint64_t jobs;   // of the whole list
    uint64_t digest; // of the whole list
    bool failed;     // somebody complained, or
    bool no_memory;  // nobody could
    bool cut_short;  // nothing more was wanted, or *stop became true
} BatchResult;

/* Does the jobs on threads of this process. */
BatchResult batch_run_threads(const Batch *batch, const BatchRunOptions *options);

/* Answers that come in any order, handed on in order: first, first + step, … */
typedef struct ReorderItem ReorderItem;
typedef struct {
    uint64_t due, step;
    ReorderItem *first, *last; // those that wait, by number
} ReorderBuffer;

/* Takes over the job, even when it fails for want of memory. */
bool reorder_put(ReorderBuffer *reorder, Job *job);
/* The job whose turn it is, to be freed by the caller; false if it is not there yet. */
bool reorder_take(ReorderBuffer *reorder, Job *out);
void reorder_free(ReorderBuffer *reorder);

#endif
