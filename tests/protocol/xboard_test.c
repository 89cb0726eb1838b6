// SPDX-License-Identifier: MIT
//
// The xboard protocol without pipes: lines are passed to xboard_execute and its output is
// collected.
#include "protocol/xboard.h"

#include "support/capture.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

/* Carries out the lines (a NULL-terminated list), waits for the engine's move after each, and
 * expects the `wanted` lines in the output, in this order. */
static void expect(const char *const *lines, const char *const *wanted) {
    Capture capture = capture_new();
    XBoard *x = xboard_new((LineSink){&capture, capture_lines});
    assert_non_null(x);
    bool going = xboard_execute(x, "memory 1");
    for (; going && *lines; lines++) {
        going = xboard_execute(x, *lines);
        xboard_finish(x);
    }
    xboard_free(x);
    const char *at = text_get(&capture.text);
    for (; *wanted; wanted++) {
        const char *found = strstr(at, *wanted);
        if (!found) fail_msg("no '%s' in:\n%s", *wanted, at);
        at = found + strlen(*wanted);
    }
    capture_free(&capture);
}
#define LINES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void it_greets(void **state) {
    (void)state;
    expect(LINES("xboard", "protover 2"),
           LINES("feature ping=1", "option=\"Skill Level -spin", "feature done=1\n"));
    expect(LINES("ping 7"), LINES("pong 7\n"));
}

static void it_plays(void **state) {
    (void)state;
    expect(LINES("new", "setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "sd 4", "go"),
           LINES("move a1a8\n", "1-0 {White wins: checkmate}\n"));
    expect(LINES("new", "sd 1", "e2e4", "force", "d2d4", "e2e4", "undo", "undo", "undo", "undo"),
           LINES("move ", "Illegal move", "Error (nothing to take back): undo"));
    expect(LINES("new", "variant racingkings", "sd 2", "go"), LINES("setup (", "move "));
}

/* `time` sets the engine's clock, also if its colour changes afterwards.  `level` without any time
 * is refused. */
static void it_keeps_its_clock(void **state) {
    (void)state;
    expect(LINES("new", "force", "level 0 0:10 0", "time 1", "otim 1000", "e2e4", "go"),
           LINES("move "));
    expect(LINES("level 40 0 0"), LINES("Error (bad arguments): level"));
}

/* A new position discards the expected move. */
static void it_forgets_what_it_expected(void **state) {
    (void)state;
    expect(LINES("new", "setboard 6k1/p4ppp/8/8/8/8/1R4PP/r6K w - - 0 1", "sd 6", "go", "hint",
                 "force", "a7a6", "b1c1", "hint"),
           LINES("move b2b1\n", "Hint: a1b1\n", "Hint: a1c1\n"));
}

static void it_answers_nonsense(void **state) {
    (void)state;
    expect(LINES("dance", "setboard 8/8 w", "variant crazyhouse", "usermove e9e5", "ping 1"),
           LINES("Error (unknown command): dance", "tellusererror Illegal position",
                 "Error (unsupported variant): crazyhouse", "Illegal move", "pong 1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_greets),           cmocka_unit_test(it_plays),
        cmocka_unit_test(it_keeps_its_clock),  cmocka_unit_test(it_forgets_what_it_expected),
        cmocka_unit_test(it_answers_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
