// SPDX-License-Identifier: MIT
#include "cmd/common/job_options.h"

#include "cmd/common/shard.h"

bool batch_reads_jobs(const Command *self) {
    return !self->runner || self->runner->reads_jobs;
}

bool batch_takes_answers(const Command *self, const BatchOptions *opts) {
    return self->runner ? self->runner->takes_answers : !opts->shard;
}

bool batch_is_serial(const Command *self, const BatchOptions *opts) {
    return !self->runner && !opts->shard && opts->jobs == 1;
}

TakeResult batch_take_or_print_error(const Batch *batch, const Job *job) {
    TakeResult taken = batch_take_answer(batch, job);
    if (taken == TAKE_BAD)
        print_error("the answer to job %llu cannot be read", (unsigned long long)job->number);
    return taken;
}

TakeResult batch_take_answer(const Batch *batch, const Job *job) {
    const Text *out = &job->part[JOB_STDOUT], *remark = &job->part[JOB_STDERR];
    TakeResult taken = batch->take ? batch->take(batch->context, job) : TAKE_MORE;
    if (taken == TAKE_BAD) return taken;
    if (out->used) print_bytes(PRINT_STDOUT, out->data, out->used);
    print_flush();
    if (remark->used) print_bytes(PRINT_STDERR, remark->data, remark->used);
    return taken;
}

int batch_finish(const Batch *batch, int reading) {
    int status = batch->finish ? batch->finish(batch->context) : EXIT_DONE;
    return reading > EXIT_NO ? reading : status;
}

static TakeResult show(void *context, const Job *job) {
    return batch_take_or_print_error(context, job);
}

/* Runs the jobs on threads of this process. */
static int run_here(const Batch *batch, int threads) {
    Batch copy = *batch;
    BatchRunOptions plan = {.threads = threads, .step = 1, .context = &copy, .take = show};
    BatchResult result = batch_run_threads(batch, &plan);
    if (result.no_memory) print_memory_error();
    if (result.failed) return EXIT_MACHINE;
    return batch_finish(batch, batch->list_status ? batch->list_status(batch->context) : EXIT_DONE);
}

int batch_run(const Command *self, const BatchOptions *opts, const Batch *batch) {
    if (self->runner) return self->runner->run(self->runner, self, batch);
    if (opts->shard) return shard_run(self, opts, batch);
    return run_here(batch, (int)opts->jobs);
}
