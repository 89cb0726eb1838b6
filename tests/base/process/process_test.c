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
    Process *p = process_start(words, NULL, &error);
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
    assert_null(process_start(argv, NULL, &error));
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

static void passes_bytes_as_they_are(void **state) {
    (void)state;
    enum { SIZE = 3 * PROCESS_LINE_MAX + 7 };
    static char sent[SIZE], got[SIZE];
    Process *p = started("cat");
    const char *data;
    size_t size = 0, taken = 0, half = PROCESS_LINE_MAX / 4; // a pipe holds it, whoever reads
    for (size_t i = 0; i < SIZE; i++) sent[i] = (char)(i * 7 % 251);
    for (size_t at = 0; at < SIZE; at += half) {
        size_t part = SIZE - at < half ? SIZE - at : half, goal = at + part;
        assert_true(process_write_bytes(p, sent + at, part, INT64_MAX));
        while (taken < goal) {
            assert_int_equal(process_read_bytes(p, INT64_MAX, &data, &size), PROCESS_BYTES);
            assert_true(size > 0 && size <= goal - taken);
            memcpy(got + taken, data, size);
            taken += size;
        }
    }
    assert_memory_equal(got, sent, SIZE);
    assert_int_equal(process_read_bytes(p, clock_ms() + 20, &data, &size), PROCESS_TIMEOUT);
    process_close_input(p);
    assert_int_equal(process_read_bytes(p, INT64_MAX, &data, &size), PROCESS_CLOSED);
    assert_false(process_write_bytes(p, sent, 1, INT64_MAX));
    assert_int_equal(process_end(p, 60000, NULL), 0);
}

static void does_not_wait_for_a_child_that_does_not_read(void **state) {
    (void)state;
    static char big[1 << 20];
    Process *p = started("sleep 1000");
    assert_false(process_write_bytes(p, big, sizeof big, clock_ms() + 50));
    assert_int_equal(process_end(p, 0, NULL), -1);
}

static void tells_the_exit_status(void **state) {
    (void)state;
    assert_int_equal(process_end(started("sh -c 'exit 3'"), 60000, NULL), 3);
    assert_int_equal(process_end(started("sh -c 'kill -KILL $$'"), 60000, NULL), -1);
    assert_int_equal(process_end(NULL, 0, NULL), -1);
}

/* The child's group and where its errors go, as it sees them itself. */
static void an_attached_child_is_a_part_of_ours(void **state) {
    (void)state;
    char name[] = "another name", script[] = "-c",
         words[] = "echo to-errors >&2; exec cut -d' ' -f5 /proc/self/stat";
    char *argv[] = {name, script, words, NULL};
    ProcessOptions options = {.program = "/bin/sh", .attached = true};
    const char *line;
    char said[64] = "";
    int error, errors[2], before = dup(STDERR_FILENO);
    assert_int_equal(pipe(errors), 0);
    dup2(errors[1], STDERR_FILENO);
    Process *p = process_start(argv, &options, &error);
    dup2(before, STDERR_FILENO);
    assert_non_null(p);
    assert_int_equal(process_read(p, clock_ms() + 60000, NULL, &line), PROCESS_LINE);
    assert_int_equal(atoi(line), getpgrp());
    assert_int_equal(process_end(p, 60000, NULL), 0);
    assert_int_equal(read(errors[0], said, sizeof said - 1), strlen("to-errors\n"));
    assert_string_equal(said, "to-errors\n");
    close(before);
    close(errors[0]);
    close(errors[1]);
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
        cmocka_unit_test(passes_bytes_as_they_are),
        cmocka_unit_test(does_not_wait_for_a_child_that_does_not_read),
        cmocka_unit_test(tells_the_exit_status),
        cmocka_unit_test(an_attached_child_is_a_part_of_ours),
        cmocka_unit_test(names_the_signal),
        cmocka_unit_test(kills_what_hangs_with_its_children),
        cmocka_unit_test(does_not_wait_for_what_a_child_left_behind),
        cmocka_unit_test(stops_reading_when_told),
        cmocka_unit_test(splits_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
