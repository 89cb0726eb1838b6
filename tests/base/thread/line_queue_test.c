// SPDX-License-Identifier: MIT
#include "base/thread/line_queue.h"

#include "support/check.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void lines_and_bell_are_news(void **state) {
    (void)state;
    int ends[2];
    const char *line;
    assert_int_equal(pipe(ends), 0);
    LineReader reader = lines_from(ends[0]);
    Inbox *inbox = inbox_new(&reader);
    assert_non_null(inbox);
    assert_true(reader.ended); // it has moved
    assert_int_equal(write(ends[1], "one\ntwo\n", 8), 8);
    assert_int_equal(inbox_wait(inbox, INT64_MAX, &line), INBOX_LINE);
    assert_string_equal(line, "one");
    inbox_ring(inbox);
    inbox_ring(inbox);
    assert_int_equal(inbox_wait(inbox, INT64_MAX, &line), INBOX_BELL);
    assert_int_equal(inbox_wait(inbox, INT64_MAX, &line), INBOX_LINE);
    assert_string_equal(line, "two");
    inbox_ring(inbox);
    inbox_hush(inbox);
    close(ends[1]);
    assert_int_equal(inbox_wait(inbox, INT64_MAX, &line), INBOX_END);
    assert_int_equal(inbox_wait(inbox, 0, &line), INBOX_TIME);
    inbox_ring(inbox);
    assert_int_equal(inbox_wait(inbox, INT64_MAX, &line), INBOX_BELL);
    inbox_free(inbox);
}

static void *ring(void *inbox) {
    inbox_ring(inbox);
    return NULL;
}

/* Also one whose reader waits for a line that never comes. */
static void who_waits_hears_the_bell(void **state) {
    (void)state;
    int ends[2];
    const char *line;
    pthread_t thread;
    assert_int_equal(pipe(ends), 0);
    LineReader reader = lines_from(ends[0]);
    Inbox *inbox = inbox_new(&reader);
    assert_int_equal(pthread_create(&thread, NULL, ring, inbox), 0);
    assert_int_equal(inbox_wait(inbox, INT64_MAX, &line), INBOX_BELL);
    pthread_join(thread, NULL);
    inbox_free(inbox);
    close(ends[1]); // its thread sees that nobody is left
    inbox_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_bell_are_news),
        cmocka_unit_test(who_waits_hears_the_bell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
