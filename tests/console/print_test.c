// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "console/print.h"
#include "console/print_error.h"
#include "console/progress.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS = 24, SAID_MAX = 4096 };

/* A terminal in the place of both streams. */
typedef struct {
    int ours, theirs, out, err; // `out` and `err`: what they were
    char said[SAID_MAX];
} Terminal;

static void open_terminal(Terminal *t) {
    struct winsize size = {.ws_row = 24, .ws_col = COLUMNS};
    fflush(stdout);
    t->ours = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(t->ours >= 0);
    assert_int_equal(grantpt(t->ours) | unlockpt(t->ours), 0);
    t->theirs = open(ptsname(t->ours), O_RDWR | O_NOCTTY);
    assert_true(t->theirs >= 0);
    assert_int_equal(ioctl(t->theirs, TIOCSWINSZ, &size), 0);
    t->out = dup(STDOUT_FILENO);
    t->err = dup(STDERR_FILENO);
    dup2(t->theirs, STDOUT_FILENO);
    dup2(t->theirs, STDERR_FILENO);
}

/* The streams are what they were; what the terminal got meanwhile, its line ends as "\n". */
static const char *close_terminal(Terminal *t) {
    fflush(stdout);
    assert_int_equal(write(t->theirs, "\004", 1), 1); // a mark behind all of it
    size_t used = 0;
    while (used < SAID_MAX - 1) {
        char c;
        if (read(t->ours, &c, 1) != 1 || c == '\004') break;
        bool line_end = c == '\n' && used && t->said[used - 1] == '\r';
        t->said[used - line_end] = c;
        used += !line_end;
    }
    t->said[used] = '\0';
    dup2(t->out, STDOUT_FILENO);
    dup2(t->err, STDERR_FILENO);
    close(t->out);
    close(t->err);
    close(t->theirs);
    close(t->ours);
    return t->said;
}

static void a_line_is_drawn_over_the_one_before(void **state) {
    (void)state;
    Terminal t;
    open_terminal(&t);
    bool possible = progress_is_possible();
    progress_show("%d of %d", 1, 2);
    progress_show("2 of 2");
    progress_erase();
    progress_erase();
    const char *said = close_terminal(&t);
    assert_true(possible);
    assert_string_equal(said, "\r1 of 2\033[K\r2 of 2\033[K\r\033[K");
}

static void a_line_is_cut_off_where_the_terminal_ends(void **state) {
    (void)state;
    Terminal t;
    open_terminal(&t);
    progress_show("%s", "0123456789012345678901♜23456");
    progress_erase();
    assert_string_equal(close_terminal(&t), "\r0123456789012345678901\033[K\r\033[K");
}

static void a_line_is_erased_before_anything_is_printed(void **state) {
    (void)state;
    Terminal t;
    open_terminal(&t);
    progress_show("one");
    print_err("error\n");
    progress_show("two");
    print_out("%s\n", "output");
    print_flush();
    progress_show("three");
    print_bytes(PRINT_STDOUT, "b\n", 2);
    print_string(PRINT_STDERR, "s\n");
    print_to(PRINT_STDERR, "%d\n", 7);
    print_flush();
    progress_show("four");
    print_error("bad %s", "thing");
    const char *said = close_terminal(&t);
    assert_string_equal(said, "\rone\033[K\r\033[Kerror\n"
                              "\rtwo\033[K\r\033[Koutput\n"
                              "\rthree\033[K\r\033[Ks\n7\nb\n"
                              "\rfour\033[K\r\033[Kerror: bad thing\n");
}

/* The streams of this program while it is tested are none. */
static void nothing_is_drawn_where_no_terminal_is(void **state) {
    (void)state;
    int ends[2], before = dup(STDERR_FILENO);
    char said[64];
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    bool possible = progress_is_possible();
    progress_show("one");
    progress_erase();
    print_err("x");
    dup2(before, STDERR_FILENO);
    assert_int_equal(read(ends[0], said, sizeof said), 1);
    assert_false(possible);
    close(before);
    close(ends[0]);
    close(ends[1]);
}

static void it_is_due_five_times_a_second(void **state) {
    (void)state;
    int64_t drawn_ms = 0, before;
    assert_true(progress_is_due(&drawn_ms));
    before = drawn_ms;
    assert_true(before > 0);
    drawn_ms = before + 60000; // as if it had just been drawn, however slow this machine is
    assert_false(progress_is_due(&drawn_ms));
    assert_int_equal(drawn_ms, before + 60000);
}

static void what_cannot_be_written_is_noticed_once(void **state) {
    (void)state;
    Terminal t;
    open_terminal(&t);
    int full = open("/dev/full", O_WRONLY);
    assert_true(full >= 0);
    dup2(full, STDOUT_FILENO);
    print_out("lost\n");
    bool failed = print_has_failed(), first = print_finish(), second = print_finish();
    dup2(t.theirs, STDOUT_FILENO);
    const char *said = close_terminal(&t);
    clearerr(stdout);
    close(full);
    assert_false(failed); // it is buffered
    assert_false(first);
    assert_false(second);
    assert_string_equal(said, "error: cannot write the output: No space left on device\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_drawn_over_the_one_before),
        cmocka_unit_test(a_line_is_cut_off_where_the_terminal_ends),
        cmocka_unit_test(a_line_is_erased_before_anything_is_printed),
        cmocka_unit_test(nothing_is_drawn_where_no_terminal_is),
        cmocka_unit_test(it_is_due_five_times_a_second),
        cmocka_unit_test(what_cannot_be_written_is_noticed_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
