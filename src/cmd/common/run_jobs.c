// SPDX-License-Identifier: MIT
#include "cmd/common/run_jobs.h"

#include "cmd/common/shard.h"

#include <stdio.h>

bool batch_reads(const Command *self) {
    return !self->host || self->host->reads;
}

bool batch_takes(const Command *self, const BatchWish *wish) {
    return self->host ? self->host->takes : !wish->shard;
}

bool batch_is_alone(const Command *self, const BatchWish *wish) {
    return !self->host && !wish->shard && wish->jobs == 1;
}

Taken batch_show(const Batch *batch, const Job *job) {
    Taken taken = batch_try(batch, job);
    if (taken == ANSWER_BAD)
        complain("the answer to job %llu cannot be read", (unsigned long long)job->number);
    return taken;
}

Taken batch_try(const Batch *batch, const Job *job) {
    const Text *out = &job->part[PART_OUT], *remark = &job->part[PART_REMARK];
    Taken taken = batch->take ? batch->take(batch->context, job) : ANSWER_TAKEN;
    if (taken == ANSWER_BAD) return taken;
    if (out->used) fwrite(out->data, 1, out->used, stdout);
    fflush(stdout);
    if (remark->used) fwrite(remark->data, 1, remark->used, stderr);
    return taken;
}

int batch_conclude(const Batch *batch, int reading) {
    int status = batch->finish ? batch->finish(batch->context) : EXIT_DONE;
    return reading > EXIT_NO ? reading : status;
}

static Taken show(void *context, const Job *job) {
    return batch_show(context, job);
}

/* Here and now. */
static int run_here(const Batch *batch, int threads) {
    Batch copy = *batch;
    BatchPlan plan = {.threads = threads, .step = 1, .context = &copy, .take = show};
    BatchResult result = batch_do(batch, &plan);
    if (result.no_memory) complain_memory();
    if (result.failed) return EXIT_MACHINE;
    return batch_conclude(batch, batch->ended ? batch->ended(batch->context) : EXIT_DONE);
}

int batch_run(const Command *self, const BatchWish *wish, const Batch *batch) {
    if (self->host) return self->host->run(self->host, self, batch);
    if (wish->shard) return shard_run(self, wish, batch);
    return run_here(batch, (int)wish->jobs);
}
