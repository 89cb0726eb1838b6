// SPDX-License-Identifier: MIT
//
// How commands with many jobs run them: on --jobs threads here, one --shard of several, or wherever
// a host sees to it (`roek merge`, which has the answers already; roek-mpi).
//
//     BatchOptions wish = BATCH_DEFAULTS;
//     const Option options[] = {BATCH_OPTIONS(wish), {0}};
//     …
//     if (batch_reads_jobs(self)) open the input
//     Batch batch = {.next = …, .work = …, .take = …, .finish = …};
//     return batch_run(self, &wish, &batch);
#ifndef CMD_COMMON_RUN_JOBS_H
#define CMD_COMMON_RUN_JOBS_H

#include "base/thread/thread.h"
#include "cmd/common/command.h"
#include "jobs/batch.h"

typedef struct {
    int64_t jobs;
    const char *shard; // "I/N", or NULL
} BatchOptions;

#define BATCH_DEFAULTS \
    { .jobs = 1 }

/* clang-format off */
#define JOBS_OPTION(w, letter) \
    {"jobs", letter, OPTION_INT, &(w).jobs, "N", "so many at a time (default 1)", 1, THREADS_MAX}
#define SHARD_OPTION(w) \
    {"shard", 0, OPTION_TEXT, &(w).shard, "I/N", "do part I of N, for 'roek merge'", 0, 0}
/* clang-format on */
#define BATCH_OPTIONS(w) JOBS_OPTION(w, 'j'), SHARD_OPTION(w)

/* Somebody who does the jobs of a command. */
struct BatchRunner {
    bool reads_jobs;    // the list of jobs, which is not wanted where the answers are
    bool takes_answers; // the answers, so that files are written
    int (*run)(const BatchRunner *self, const Command *command, const Batch *batch);
};

/* Is the input to be opened at all?  And the files that are written? */
bool batch_reads_jobs(const Command *self);
bool batch_takes_answers(const Command *self, const BatchOptions *opts);

/* Is it one job after the other in this process, so that each may show its progress? */
bool batch_is_serial(const Command *self, const BatchOptions *opts);

/* Runs all of it; an exit status.  The list is read until its end or until nothing is wanted. */
int batch_run(const Command *self, const BatchOptions *opts, const Batch *batch);

/* For hosts: shows an answer whose turn it is, and lets the command take it.  One that cannot be
 * read is not shown but complained about, with the number of its job; or left to the host, who may
 * have it done again, as nothing was taken of it. */
TakeResult batch_take_or_print_error(const Batch *batch, const Job *job);
TakeResult batch_take_answer(const Batch *batch, const Job *job);

/* For hosts: the end of a run whose answers were all taken. */
int batch_finish(const Batch *batch, int reading);

#endif
