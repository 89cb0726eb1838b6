// SPDX-License-Identifier: MIT
#include "jobs/batch.h"

#include "base/thread/thread.h"

#include <pthread.h>

typedef struct {
    const Batch *batch;
    const BatchPlan *plan;
    pthread_mutex_t reading; // of `result`'s list
    bool ended;              // the list
    pthread_mutex_t taking;  // of the turns
    Turns turns;
    BatchResult result;
    atomic_bool failed, no_memory, enough;
} Bench;

static void run_out_of_memory(Bench *b) {
    atomic_store(&b->no_memory, true);
    atomic_store(&b->failed, true);
}

static bool must_end(const Bench *b) {
    return atomic_load(&b->failed) || atomic_load(&b->enough) ||
           (b->batch->stop && atomic_load(b->batch->stop));
}

/* Jobs of others count, but are not done here. */
static bool is_ours(const BatchPlan *plan, uint64_t number) {
    return number >= plan->first && (number - plan->first) % plan->step == 0;
}

/* The next job that is to be done here; false at the end.  The list has a lock of its own, as
 * whoever waits for a line of it must not keep answers waiting. */
static bool read_job(Bench *b, Job *job) {
    bool found = false;
    Text *text = &job->part[PART_JOB];
    pthread_mutex_lock(&b->reading);
    while (!found && !b->ended && !must_end(b)) {
        b->ended = !b->batch->next(b->batch->context, text);
        if (b->ended) break;
        if (text->failed) run_out_of_memory(b);
        job->number = b->result.jobs++;
        b->result.digest = digest_add(b->result.digest, text);
        found = is_ours(b->plan, job->number) && !text->failed;
        if (!found) text_clear(text);
    }
    pthread_mutex_unlock(&b->reading);
    return found;
}

static void hand_on(Bench *b, const Job *due) {
    if (atomic_load(&b->enough)) return;
    Taken taken = b->plan->take(b->plan->context, due);
    if (taken == ANSWER_BAD) atomic_store(&b->failed, true);
    if (taken != ANSWER_TAKEN) atomic_store(&b->enough, true);
}

/* Hands on what is due; takes over the job. */
static void hand_in(Bench *b, Job *job) {
    pthread_mutex_lock(&b->taking);
    if (!turns_put(&b->turns, job)) run_out_of_memory(b);
    for (Job due; turns_take(&b->turns, &due); job_free(&due)) hand_on(b, &due);
    pthread_mutex_unlock(&b->taking);
}

void *batch_hire(const Batch *batch) {
    return batch->hire ? batch->hire(batch->context) : batch->context;
}

void batch_dismiss(const Batch *batch, void *hand) {
    if (batch->dismiss && hand) batch->dismiss(batch->context, hand);
}

static bool do_job(Bench *b, void *hand, Job *job) {
    if (!b->batch->work(b->batch->context, hand, job)) atomic_store(&b->failed, true);
    if (job_failed(job)) run_out_of_memory(b);
    return !atomic_load(&b->failed);
}

static void work(void *context, int index) {
    (void)index;
    Bench *b = context;
    const Batch *batch = b->batch;
    void *hand = batch_hire(batch);
    if (!hand) atomic_store(&b->failed, true);
    while (hand) {
        Job job;
        job_init(&job, 0);
        if (read_job(b, &job) && do_job(b, hand, &job)) {
            hand_in(b, &job);
            continue;
        }
        job_free(&job);
        break;
    }
    batch_dismiss(batch, hand);
}

BatchResult batch_do(const Batch *batch, const BatchPlan *plan) {
    Bench b = {.batch = batch, .plan = plan, .turns = {.due = plan->first, .step = plan->step}};
    pthread_mutex_init(&b.reading, NULL);
    pthread_mutex_init(&b.taking, NULL);
    threads_run(plan->threads, work, &b);
    turns_free(&b.turns);
    pthread_mutex_destroy(&b.reading);
    pthread_mutex_destroy(&b.taking);
    b.result.failed = atomic_load(&b.failed);
    b.result.no_memory = atomic_load(&b.no_memory);
    b.result.cut_short = must_end(&b);
    return b.result;
}
