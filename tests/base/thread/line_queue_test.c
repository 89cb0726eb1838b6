// SPDX-License-Identifier: MIT
#include "base/thread/line_queue.h"

#include "support/check.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void wait_returns_lines_and_wakes(void **state) {
    (void)state;
    int ends[2];
    const char *line;
    assert_int_equal(pipe(ends), 0);
    LineReader reader = line_reader_on(ends[0]);
    LineQueue *queue = line_queue_new(&reader);
    assert_non_null(queue);
    assert_true(reader.ended); // the queue has taken it over
    assert_int_equal(write(ends[1], "one\ntwo\n", 8), 8);
    assert_int_equal(line_queue_wait(queue, INT64_MAX, &line), LINE_QUEUE_LINE);
    assert_string_equal(line, "one");
    line_queue_wake(queue);
    line_queue_wake(queue);
    assert_int_equal(line_queue_wait(queue, INT64_MAX, &line), LINE_QUEUE_WOKEN);
    assert_int_equal(line_queue_wait(queue, INT64_MAX, &line), LINE_QUEUE_LINE);
    assert_string_equal(line, "two");
    line_queue_wake(queue);
    line_queue_forget_wake(queue);
    close(ends[1]);
    assert_int_equal(line_queue_wait(queue, INT64_MAX, &line), LINE_QUEUE_END);
    assert_int_equal(line_queue_wait(queue, 0, &line), LINE_QUEUE_TIMEOUT);
    line_queue_wake(queue);
    assert_int_equal(line_queue_wait(queue, INT64_MAX, &line), LINE_QUEUE_WOKEN);
    line_queue_free(queue);
}

static void *wake(void *queue) {
    line_queue_wake(queue);
    return NULL;
}

/* Frees a queue whose thread waits for a line that never comes. */
static void wake_ends_a_wait(void **state) {
    (void)state;
    int ends[2];
    const char *line;
    pthread_t thread;
    assert_int_equal(pipe(ends), 0);
    LineReader reader = line_reader_on(ends[0]);
    LineQueue *queue = line_queue_new(&reader);
    assert_int_equal(pthread_create(&thread, NULL, wake, queue), 0);
    assert_int_equal(line_queue_wait(queue, INT64_MAX, &line), LINE_QUEUE_WOKEN);
    pthread_join(thread, NULL);
    line_queue_free(queue);
    close(ends[1]); // the thread reads the end of the input and frees the queue
    line_queue_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wait_returns_lines_and_wakes),
        cmocka_unit_test(wake_ends_a_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
