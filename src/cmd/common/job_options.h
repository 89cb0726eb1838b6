// SPDX-License-Identifier: MIT
//
// Runs the jobs of a command: on --jobs threads of this process, as one --shard of several, or by a
// BatchRunner (`roek merge`, which has the answers already; roek-mpi, which has other processes).
//
//     BatchOptions opts = BATCH_DEFAULTS;
//     const Option options[] = {BATCH_OPTIONS(opts), {0}};
//     …
//     if (batch_reads_jobs(self)) open the input
//     Batch batch = {.next = …, .work = …, .take = …, .finish = …};
//     return batch_run(self, &opts, &batch);
#ifndef CMD_COMMON_JOB_OPTIONS_H
#define CMD_COMMON_JOB_OPTIONS_H

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

/* Runs the jobs of a command in its own way. */
struct BatchRunner {
    bool reads_jobs;    // needs the list of jobs; `roek merge` does not
    bool takes_answers; // takes the answers in this process, so that output files are written
    int (*run)(const BatchRunner *self, const Command *command, const Batch *batch);
};

/* Must this process open the input?  And the output files? */
bool batch_reads_jobs(const Command *self);
bool batch_takes_answers(const Command *self, const BatchOptions *opts);

/* Does this process run one job after the other, so that each may show its progress? */
bool batch_is_serial(const Command *self, const BatchOptions *opts);

/* Runs all jobs; returns an exit status.  Reads the list to its end, or until `take` wants
 * no more. */
int batch_run(const Command *self, const BatchOptions *opts, const Batch *batch);

/* For runners: prints the next answer in order and passes it to `take`.  If it cannot be read,
 * batch_take_or_print_error prints an error with the job's number; batch_take_answer takes nothing,
 * so that the runner can run the job again. */
TakeResult batch_take_or_print_error(const Batch *batch, const Job *job);
TakeResult batch_take_answer(const Batch *batch, const Job *job);

/* For runners: the end of a run, after all answers were taken. */
int batch_finish(const Batch *batch, int reading);

#endif
