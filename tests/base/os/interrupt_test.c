// SPDX-License-Identifier: MIT
#include "base/os/interrupt.h"

#include "base/os/clock.h"
#include "support/check.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void signals_set_the_flag(void **state) {
    (void)state;
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        interrupt_watch(INTERRUPT_ALL);
        assert_false(interrupt_pending());
        assert_false(interrupt_sleep(0));
        raise(numbers[i]);
        assert_true(interrupt_pending());
        assert_true(atomic_load(interrupt_flag()));
        interrupt_release();
    }
    interrupt_watch(INTERRUPT_ALL); // a new watch starts without a pending interrupt
    assert_false(interrupt_pending());
    interrupt_release();
}

static void ignored_hangup_stays_ignored(void **state) {
    (void)state;
    signal(SIGHUP, SIG_IGN); // as nohup(1) does
    interrupt_watch(INTERRUPT_ALL);
    raise(SIGHUP);
    assert_false(interrupt_pending());
    raise(SIGTERM);
    assert_true(interrupt_pending());
    interrupt_release();
    assert_true(signal(SIGHUP, SIG_DFL) == SIG_IGN);
}

static void *send_signal(void *argument) {
    (void)argument;
    kill(getpid(), SIGTERM);
    return NULL;
}

static void a_signal_ends_a_sleep(void **state) {
    (void)state;
    pthread_t thread;
    int64_t began = clock_ms();
    interrupt_watch(INTERRUPT_ALL);
    assert_int_equal(pthread_create(&thread, NULL, send_signal, NULL), 0);
    assert_true(interrupt_sleep(600000));
    assert_true(clock_ms() - began < 600000);
    pthread_join(thread, NULL);
    struct pollfd wake = {.fd = interrupt_descriptor(), .events = POLLIN};
    assert_int_equal(poll(&wake, 1, 0), 1);
    interrupt_clear();
    assert_false(interrupt_pending());
    assert_int_equal(poll(&wake, 1, 0), 0);
    interrupt_set();
    assert_true(interrupt_sleep(600000));
    interrupt_release();
}

/* The wait status of a child process that runs `work`. */
static int status_of(void (*work)(void)) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void terminate_under_key(void) {
    interrupt_watch(INTERRUPT_CTRL_C);
    raise(SIGINT);
    if (interrupt_pending()) raise(SIGTERM);
}

static void reraise_late(void) {
    interrupt_watch(INTERRUPT_ALL);
    raise(SIGHUP);
    interrupt_reraise();
}

static void twice_at_once(void) {
    interrupt_watch(INTERRUPT_ALL);
    raise(SIGINT);
    raise(SIGINT);
    _exit(interrupt_pending() ? 7 : 8);
}

static void twice_in_a_row(void) {
    interrupt_watch(INTERRUPT_ALL);
    raise(SIGINT);
    clock_sleep_ms(200);
    raise(SIGINT);
    _exit(7);
}

static void ignore_key(void) {
    interrupt_ignore_ctrl_c();
    raise(SIGINT);
    _exit(7);
}

static void what_is_not_watched_ends_the_program(void **state) {
    (void)state;
    assert_int_equal(WTERMSIG(status_of(terminate_under_key)), SIGTERM);
    assert_int_equal(WTERMSIG(status_of(reraise_late)), SIGHUP);
    assert_int_equal(WEXITSTATUS(status_of(twice_at_once)), 7);
    assert_int_equal(WTERMSIG(status_of(twice_in_a_row)), SIGINT);
    assert_int_equal(WEXITSTATUS(status_of(ignore_key)), 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signals_set_the_flag),
        cmocka_unit_test(ignored_hangup_stays_ignored),
        cmocka_unit_test(a_signal_ends_a_sleep),
        cmocka_unit_test(what_is_not_watched_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
