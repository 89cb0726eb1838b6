// SPDX-License-Identifier: MIT
#include "jobs/batch.h"

#include "support/check.h"

#include <stdlib.h>

enum { JOBS = 500 };

/* Jobs that square numbers, by threads of different speed. */
typedef struct {
    int next, fail_at, enough, bad;
    atomic_int states_made, states_freed, done;
    uint64_t taken[JOBS];
    int count, ends;
} Squares;

static bool next_number(void *context, Text *job) {
    Squares *s = context;
    if (s->next == JOBS) {
        s->ends++;
        return false;
    }
    text_int(job, s->next++);
    return true;
}

static void *state_new(void *context) {
    Squares *s = context;
    atomic_fetch_add(&s->states_made, 1);
    return s;
}

static void state_free(void *context, void *state) {
    (void)state;
    Squares *s = context;
    atomic_fetch_add(&s->states_freed, 1);
}

static bool square(void *context, void *state, Job *job) {
    (void)state;
    Squares *s = context;
    int n = atoi(text_get(&job->part[JOB_INPUT]));
    assert_int_equal(n, job->number);
    for (volatile int i = 0; i < n % 7 * 5000; i = i + 1) {
    } // slow jobs are overtaken by others
    text_int(&job->part[JOB_DATA], (int64_t)n * n);
    atomic_fetch_add(&s->done, 1);
    return n != s->fail_at;
}

static TakeResult take(void *context, const Job *job) {
    Squares *s = context;
    if (s->bad && s->count == s->bad) return TAKE_BAD;
    s->taken[s->count++] = strtoull(text_get(&job->part[JOB_DATA]), NULL, 10);
    return s->count == s->enough ? TAKE_ENOUGH : TAKE_MORE;
}

static BatchResult run(Squares *s, int threads, uint64_t first, uint64_t step) {
    Batch batch = {.context = s,
                   .next = next_number,
                   .state_new = state_new,
                   .state_free = state_free,
                   .work = square};
    BatchRunOptions options = {
        .threads = threads, .first = first, .step = step, .context = s, .take = take};
    return batch_run_threads(&batch, &options);
}

static void answers_come_in_order(void **state) {
    (void)state;
    for (int threads = 1; threads <= 8; threads += 7) {
        Squares s = {.fail_at = -1};
        BatchResult r = run(&s, threads, 0, 1);
        assert_int_equal(r.jobs, JOBS);
        assert_int_equal(s.count, JOBS);
        assert_false(r.failed || r.cut_short || r.no_memory);
        assert_int_equal(s.states_made, threads);
        assert_int_equal(s.states_freed, threads);
        assert_int_equal(s.ends, 1); // list_status is called once
        for (uint64_t i = 0; i < JOBS; i++) assert_int_equal(s.taken[i], i * i);
    }
}

static void shards_share_the_jobs_out(void **state) {
    (void)state;
    uint64_t digest = 0;
    int done = 0;
    for (uint64_t first = 0; first < 3; first++) {
        Squares s = {.fail_at = -1};
        BatchResult r = run(&s, 2, first, 3);
        assert_int_equal(r.jobs, JOBS);
        assert_true(first == 0 || r.digest == digest);
        digest = r.digest;
        done += s.count;
        for (int i = 0; i < s.count; i++) {
            uint64_t n = first + 3 * (uint64_t)i;
            assert_int_equal(s.taken[i], n * n);
        }
    }
    assert_int_equal(done, JOBS);
}

static void a_failure_ends_the_work(void **state) {
    (void)state;
    Squares s = {.fail_at = 40};
    BatchResult r = run(&s, 4, 0, 1);
    assert_true(r.failed && r.cut_short);
    assert_true(s.count <= 40);
    assert_int_equal(s.states_made, s.states_freed);
}

static void enough_is_enough(void **state) {
    (void)state;
    Squares s = {.fail_at = -1, .enough = 10};
    BatchResult r = run(&s, 4, 0, 1);
    assert_false(r.failed);
    assert_true(r.cut_short);
    assert_int_equal(s.count, 10);
}

static void what_cannot_be_read_is_a_failure(void **state) {
    (void)state;
    Squares s = {.fail_at = -1, .bad = 10};
    BatchResult r = run(&s, 4, 0, 1);
    assert_true(r.failed && r.cut_short);
    assert_false(r.no_memory);
    assert_int_equal(s.count, 10);
}

static void nothing_is_done_after_a_stop(void **state) {
    (void)state;
    Squares s = {.fail_at = -1};
    atomic_bool stop = true;
    Batch batch = {.context = &s, .next = next_number, .work = square, .stop = &stop};
    BatchRunOptions options = {.threads = 2, .step = 1, .context = &s, .take = take};
    BatchResult r = batch_run_threads(&batch, &options);
    assert_true(r.cut_short && !r.failed);
    assert_int_equal(s.done, 0);
}

static void reorder_sorts_any_order(void **state) {
    (void)state;
    ReorderBuffer reorder = {.due = 3, .step = 2};
    uint64_t due = 3;
    for (uint64_t i = 0; i < 97; i++) { // all odd numbers from 3 on, in a random order
        Job job, next;
        job_init(&job, 3 + 2 * (i * 31 % 97));
        text_int(&job.part[JOB_DATA], (int64_t)job.number);
        assert_true(reorder_put(&reorder, &job));
        for (; reorder_take(&reorder, &next); due += 2) {
            assert_int_equal(next.number, due);
            assert_int_equal(atoi(text_get(&next.part[JOB_DATA])), due);
            job_free(&next);
        }
    }
    assert_int_equal(due, 3 + 2 * 97);
    Job job;
    job_init(&job, 1000); // an answer that is never due
    assert_true(reorder_put(&reorder, &job));
    reorder_free(&reorder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_in_order),
        cmocka_unit_test(shards_share_the_jobs_out),
        cmocka_unit_test(a_failure_ends_the_work),
        cmocka_unit_test(enough_is_enough),
        cmocka_unit_test(what_cannot_be_read_is_a_failure),
        cmocka_unit_test(nothing_is_done_after_a_stop),
        cmocka_unit_test(reorder_sorts_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
