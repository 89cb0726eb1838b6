// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "base/os/clock.h"
#include "base/process/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Process *started(const char *command) {
    int count, error;
    char **words = process_split_command(command, &count);
    assert_non_null(words);
    Process *p = process_start(words, &error);
    free(words);
    assert_non_null(p);
    return p;
}

static void talks_line_by_line(void **state) {
    (void)state;
    Process *p = started("cat");
    const char *line;
    assert_true(process_write(p, "one"));
    assert_true(process_write(p, "two\r"));
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_LINE);
    assert_string_equal(line, "one");
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_LINE);
    assert_string_equal(line, "two");
    assert_int_equal(process_read(p, clock_ms() + 20, NULL, &line), PROCESS_TIMEOUT);
    process_close_input(p);
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_CLOSED);
    char how[PROCESS_END_TEXT_MAX];
    process_end(p, 5000, how);
    assert_string_equal(how, "exit status 0");
}

static void says_why_it_cannot_start(void **state) {
    (void)state;
    char name[] = "/nonexistent/program";
    char *argv[] = {name, NULL};
    int error = 0;
    assert_null(process_start(argv, &error));
    assert_int_equal(error, ENOENT);
}

static void reads_a_last_line_without_end(void **state) {
    (void)state;
    Process *p = started("printf 'a\\000b\\nlast'");
    const char *line;
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_LINE);
    assert_string_equal(line, "a?b");
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_LINE);
    assert_string_equal(line, "last");
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_CLOSED);
    process_end(p, 5000, NULL);
}

static void cuts_endless_lines(void **state) {
    (void)state;
    Process *p = started("sh -c 'head -c 200000 /dev/zero | tr \"\\000\" x; echo; echo after'");
    const char *line;
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_LINE);
    assert_int_equal(strlen(line), PROCESS_LINE_MAX);
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_LINE);
    assert_string_equal(line, "after");
    process_end(p, 5000, NULL);
}

static void survives_a_reader_that_left(void **state) {
    (void)state;
    Process *p = started("true");
    const char *line;
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_CLOSED);
    clock_sleep_ms(20);
    char big[70000];
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    assert_false(process_write(p, big)); // without protection, SIGPIPE would end the test
    process_end(p, 5000, NULL);
}

static void names_the_signal(void **state) {
    (void)state;
    char how[PROCESS_END_TEXT_MAX];
    Process *p = started("sh -c 'kill -SEGV $$'");
    process_end(p, 5000, how);
    assert_string_equal(how, "signal 11 (Segmentation fault)");
}

static void kills_what_hangs_with_its_children(void **state) {
    (void)state;
    Process *p =
        started("sh -c 'sleep 1000 & echo $!; trap \"\" TERM INT; while :; do sleep 1; done'");
    const char *line;
    char how[PROCESS_END_TEXT_MAX];
    assert_int_equal(process_read(p, clock_ms() + 5000, NULL, &line), PROCESS_LINE);
    pid_t grandchild = (pid_t)atoi(line);
    assert_int_equal(kill(grandchild, 0), 0);
    process_end(p, 10, how);
    assert_string_equal(how, "killed");
    for (int i = 0; i < 500 && kill(grandchild, 0) == 0; i++) clock_sleep_ms(10);
    assert_int_equal(kill(grandchild, 0), -1);
}

static void does_not_wait_for_what_a_child_left_behind(void **state) {
    (void)state;
    Process *p = started("sh -c 'sleep 1000 & echo $!; printf last'");
    const char *line;
    char how[PROCESS_END_TEXT_MAX];
    assert_int_equal(process_read(p, clock_ms() + 60000, NULL, &line), PROCESS_LINE);
    pid_t grandchild = (pid_t)atoi(line);
    assert_int_equal(process_read(p, clock_ms() + 60000, NULL, &line), PROCESS_LINE);
    assert_string_equal(line, "last");
    assert_int_equal(process_read(p, clock_ms() + 60000, NULL, &line), PROCESS_CLOSED);
    process_end(p, 5000, how);
    assert_string_equal(how, "exit status 0");
    for (int i = 0; i < 500 && kill(grandchild, 0) == 0; i++) clock_sleep_ms(10);
    assert_int_equal(kill(grandchild, 0), -1);
}

static void stops_reading_when_told(void **state) {
    (void)state;
    Process *p = started("sleep 1000");
    const char *line;
    atomic_bool stop = true;
    assert_int_equal(process_read(p, clock_ms() + 100000, &stop, &line), PROCESS_STOPPED);
    process_end(p, 0, NULL);
}

static void splits_words(void **state) {
    (void)state;
    int count = 0;
    char **words = process_split_command("  a 'b c'  \"d 'e\"f\\ g '' ", &count);
    assert_int_equal(count, 4);
    assert_string_equal(words[0], "a");
    assert_string_equal(words[1], "b c");
    assert_string_equal(words[2], "d 'ef g");
    assert_string_equal(words[3], "");
    assert_null(words[4]);
    free(words);
    assert_null(process_split_command("  ", &count));
    assert_null(process_split_command("a 'b", &count));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(talks_line_by_line),
        cmocka_unit_test(says_why_it_cannot_start),
        cmocka_unit_test(reads_a_last_line_without_end),
        cmocka_unit_test(cuts_endless_lines),
        cmocka_unit_test(survives_a_reader_that_left),
        cmocka_unit_test(names_the_signal),
        cmocka_unit_test(kills_what_hangs_with_its_children),
        cmocka_unit_test(does_not_wait_for_what_a_child_left_behind),
        cmocka_unit_test(stops_reading_when_told),
        cmocka_unit_test(splits_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
