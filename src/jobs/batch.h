// SPDX-License-Identifier: MIT
//
// Runs the work of a command as a list of independent jobs, on several worker threads, with output
// in the order of the list.
//
//     next ──► job 0, job 1, …      read one after the other
//                 │ work            in parallel, by threads of this or other processes
//                 ▼
//     take ◄── answer 0, answer 1   in the order of the list
//     finish                        once, after the last
//
// `work` depends only on the options of the command and on its job, `take` only on the job and its
// answer. So a job may be done by another thread, process or machine, or in an earlier run, and the
// output is the same.
#ifndef JOBS_BATCH_H
#define JOBS_BATCH_H

#include "jobs/job.h"

#include <stdatomic.h>

/* The result of taking an answer. */
typedef enum {
    TAKE_MORE,
    TAKE_ENOUGH, // taken; no more answers are wanted
    TAKE_BAD,    // the answer cannot be parsed and was not taken; the batch fails
} TakeResult;

typedef struct {
    void *context;
    /* Writes the next job. False at the end of the list; it is not called again after that. */
    bool (*next)(void *context, Text *job);
    /* The exit status of reading the list: whether input was rejected or reading failed. */
    int (*list_status)(void *context);
    /* Creates and frees the state of one worker thread (an engine, a solver). state_new returns
     * NULL after it has printed an error. Both may be NULL: then `work` gets `context` as its
     * state. */
    void *(*state_new)(void *context);
    void (*state_free)(void *context, void *state);
    /* Does the job in job->part[JOB_INPUT] and writes the other parts. False after it has printed
     * an error. */
    bool (*work)(void *context, void *state, Job *job);
    /* Takes the answers, in order and one at a time. The caller prints JOB_STDOUT and JOB_STDERR,
     * and reports a bad answer. May be NULL. */
    TakeResult (*take)(void *context, const Job *job);
    /* Called after the last answer, unless one was bad: prints the summary. Returns the exit status
     * if nothing else failed. */
    int (*finish)(void *context);
    const atomic_bool *stop; // no more jobs are started when it is set; may be NULL
} Batch;

/* Creates and frees the state of a worker thread. NULL after an error was printed. */
void *batch_state_new(const Batch *batch);
void batch_state_free(const Batch *batch, void *state);

/* Options of a run in this process. */
typedef struct {
    int threads;
    uint64_t first, step; // do the jobs first, first + step, …
    void *context;
    /* Takes the answers in order, one at a time; prints an error about a bad one. */
    TakeResult (*take)(void *context, const Job *job);
} BatchRunOptions;

typedef struct {
    uint64_t jobs;   // of the whole list
    uint64_t digest; // of the whole list
    bool failed;     // a function failed and has printed an error, or …
    bool no_memory;  // … memory ran out, and no error was printed
    bool cut_short;  // a `take` returned TAKE_ENOUGH, or the run failed, or *stop was set
} BatchResult;

/* Runs the jobs on threads of this process. */
BatchResult batch_run_threads(const Batch *batch, const BatchRunOptions *options);

/* A reorder buffer: answers arrive in any order and leave in the order first, first + step, … */
typedef struct ReorderItem ReorderItem;
typedef struct {
    uint64_t due, step;
    ReorderItem *first, *last; // the waiting answers, sorted by number
} ReorderBuffer;

/* Adds an answer and takes ownership of it, also when it fails for lack of memory. */
bool reorder_put(ReorderBuffer *reorder, Job *job);
/* Removes the answer that is due, which the caller frees. False if it has not arrived. */
bool reorder_take(ReorderBuffer *reorder, Job *out);
void reorder_free(ReorderBuffer *reorder);

#endif
