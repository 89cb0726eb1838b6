// SPDX-License-Identifier: MIT
#include "jobs/batch.h"

#include "base/thread/thread.h"

#include <pthread.h>

typedef struct {
    const Batch *batch;
    const BatchRunOptions *options;
    pthread_mutex_t list_lock;   // protects the list: `next`, `ended`, `result`
    bool ended;                  // the list has ended
    pthread_mutex_t answer_lock; // protects `reorder` and the calls of `take`
    ReorderBuffer reorder;
    BatchResult result;
    atomic_bool failed, no_memory, enough;
} BatchRun;

static void run_out_of_memory(BatchRun *b) {
    atomic_store(&b->no_memory, true);
    atomic_store(&b->failed, true);
}

static bool must_end(const BatchRun *b) {
    return atomic_load(&b->failed) || atomic_load(&b->enough) ||
           (b->batch->stop && atomic_load(b->batch->stop));
}

/* Is the job done here? Jobs of other processes are counted only. */
static bool is_ours(const BatchRunOptions *options, uint64_t number) {
    return number >= options->first && (number - options->first) % options->step == 0;
}

/* Reads the next job that is done here; false at the end. The list has its own lock: a thread that
 * waits for a line of input must not block threads that deliver answers. */
static bool read_job(BatchRun *b, Job *job) {
    bool found = false;
    Text *text = &job->part[JOB_INPUT];
    pthread_mutex_lock(&b->list_lock);
    while (!found && !b->ended && !must_end(b)) {
        b->ended = !b->batch->next(b->batch->context, text);
        if (b->ended) break;
        if (text->failed) run_out_of_memory(b);
        job->number = b->result.jobs++;
        b->result.digest = digest_add(b->result.digest, text);
        found = is_ours(b->options, job->number) && !text->failed;
        if (!found) text_clear(text);
    }
    pthread_mutex_unlock(&b->list_lock);
    return found;
}

static void deliver(BatchRun *b, const Job *due) {
    if (atomic_load(&b->enough)) return;
    TakeResult taken = b->options->take(b->options->context, due);
    if (taken == TAKE_BAD) atomic_store(&b->failed, true);
    if (taken != TAKE_MORE) atomic_store(&b->enough, true);
}

/* Puts the answer into the reorder buffer, of which it takes ownership, and delivers the answers
 * that are due. */
static void submit(BatchRun *b, Job *job) {
    pthread_mutex_lock(&b->answer_lock);
    if (!reorder_put(&b->reorder, job)) run_out_of_memory(b);
    for (Job due; reorder_take(&b->reorder, &due); job_free(&due)) deliver(b, &due);
    pthread_mutex_unlock(&b->answer_lock);
}

void *batch_state_new(const Batch *batch) {
    return batch->state_new ? batch->state_new(batch->context) : batch->context;
}

void batch_state_free(const Batch *batch, void *state) {
    if (batch->state_free && state) batch->state_free(batch->context, state);
}

static bool do_job(BatchRun *b, void *state, Job *job) {
    if (!b->batch->work(b->batch->context, state, job)) atomic_store(&b->failed, true);
    if (job_failed(job)) run_out_of_memory(b);
    return !atomic_load(&b->failed);
}

static void work(void *context, int index) {
    (void)index;
    BatchRun *b = context;
    const Batch *batch = b->batch;
    void *state = batch_state_new(batch);
    if (!state) atomic_store(&b->failed, true);
    while (state) {
        Job job;
        job_init(&job, 0);
        if (read_job(b, &job) && do_job(b, state, &job)) {
            submit(b, &job);
            continue;
        }
        job_free(&job);
        break;
    }
    batch_state_free(batch, state);
}

BatchResult batch_run_threads(const Batch *batch, const BatchRunOptions *options) {
    BatchRun b = {.batch = batch,
                  .options = options,
                  .reorder = {.due = options->first, .step = options->step}};
    pthread_mutex_init(&b.list_lock, NULL);
    pthread_mutex_init(&b.answer_lock, NULL);
    threads_run(options->threads, work, &b);
    reorder_free(&b.reorder);
    pthread_mutex_destroy(&b.list_lock);
    pthread_mutex_destroy(&b.answer_lock);
    b.result.failed = atomic_load(&b.failed);
    b.result.no_memory = atomic_load(&b.no_memory);
    b.result.cut_short = must_end(&b);
    return b.result;
}
