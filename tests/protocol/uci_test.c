// SPDX-License-Identifier: MIT
//
// UCI without pipes: lines are passed to uci_execute and its output is collected.
#include "protocol/uci.h"

#include "base/os/clock.h"

#include "support/capture.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

/* Carries out the lines (a NULL-terminated list) to the end, and returns the whole output. */
static char *dialogue(const char *const *lines) {
    Capture capture = capture_new();
    Uci *uci = uci_new((LineSink){&capture, capture_lines});
    assert_non_null(uci);
    bool going = uci_execute(uci, "setoption name Hash value 1");
    for (; going && *lines; lines++) going = uci_execute(uci, *lines);
    uci_finish(uci);
    uci_free(uci);
    char *said = strdup(text_get(&capture.text));
    capture_free(&capture);
    return said;
}
#define DIALOGUE(...) dialogue((const char *const[]){__VA_ARGS__, NULL})

static int count(const char *text, const char *what) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++) n++;
    return n;
}

/* The number behind the last `name` in the text. */
static long long last_number(const char *text, const char *name) {
    const char *last = NULL;
    for (const char *at = text; (at = strstr(at, name)); at++) last = at;
    assert_non_null(last);
    return strtoll(last + strlen(name), NULL, 10);
}

static void expect_all(char *said, const char *what, int times) {
    if (count(said, what) != times) fail_msg("not %d times \"%s\" in:\n%s", times, what, said);
}

/* A search to depth 60 does not end by itself: each case would hang if `stop` were ignored. */
static void stop_is_heard_behind_anything(void **state) {
    (void)state;
    static const char *const BEHIND[] = {
        "position startpos moves e2e4",
        "setoption name MultiPV value 2",
        "ucinewgame",
        "d",
        "go depth 60",
        "go infinite",
        "eval",
        "flip",
        "go perft 9",
        "bench 60",
    };
    for (size_t i = 0; i < sizeof BEHIND / sizeof *BEHIND; i++) {
        char *said = DIALOGUE("go depth 60", BEHIND[i], "stop");
        expect_all(said, "bestmove",
                   strncmp(BEHIND[i], "go", 2) == 0 && !strstr(BEHIND[i], "perft") ? 2 : 1);
        free(said);
        said = DIALOGUE("go depth 60", BEHIND[i], "quit", "never read");
        assert_true(count(said, "bestmove") >= 1);
        free(said);
    }
}

static void counting_obeys(void **state) {
    (void)state;
    char *said = DIALOGUE("go perft 9", "stop", "bench 60", "stop", "d");
    expect_all(said, "perft stopped", 1);
    expect_all(said, " nps", 0);
    expect_all(said, "Fen: ", 1);
    free(said);
    said = DIALOGUE("go perft 3");
    expect_all(said, "Nodes searched: 8902\n", 1);
    free(said);
    said = DIALOGUE("go perft 9", "quit");
    free(said);
}

/* Any further line ends an infinite search, and so does the end of input. */
static void endless_searches_end(void **state) {
    (void)state;
    char *said = DIALOGUE("go infinite", "position startpos moves e2e4", "go ponder", "d",
                          "go infinite searchmoves g7g5");
    expect_all(said, "bestmove", 3);
    expect_all(said, "bestmove g7g5", 1);
    free(said);
    said = DIALOGUE("go ponder depth 3", "ponderhit", "isready", "d");
    expect_all(said, "bestmove", 1);
    expect_all(said, "info depth 3 ", 1); // `ponderhit` was applied, the search was not stopped
    expect_all(said, "readyok", 1);
    free(said);
}

/* Each line works on the state that the lines before it left. */
static void lines_keep_their_order(void **state) {
    (void)state;
    char *said = DIALOGUE("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "go depth 4",
                          "position startpos moves f2f3 e7e5 g2g4", "go depth 4", "d");
    const char *first = strstr(said, "bestmove d1d8"), *second = strstr(said, "bestmove d8h4");
    const char *fen = strstr(said, "Fen: rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2");
    assert_true(first && second && fen && first < second && second < fen);
    free(said);
}

static void isready_is_answered_while_thinking(void **state) {
    (void)state;
    char *said = DIALOGUE("uci", "isready", "go infinite", "isready", "stop", "isready");
    expect_all(said, "readyok", 3);
    const char *ready = strstr(said, "readyok"), *best = strstr(said, "bestmove");
    assert_true(strstr(said, "uciok") < ready);
    ready = strstr(ready + 1, "readyok"); // the second comes before the answer
    assert_true(ready < best);
    free(said);
}

/* A GUI that sends the next line as soon as it reads the answer. */
typedef struct {
    Capture capture;
    Uci *uci;
} Gui;

static void go_on(void *context, const char *lines) {
    Gui *gui = context;
    capture_lines(&gui->capture, lines);
    if (strncmp(lines, "bestmove", strlen("bestmove")) != 0) return;
    uci_execute(gui->uci, "setoption name Threads value 0");
    uci_execute(gui->uci, "isready");
}

static void isready_waits_for_what_came_behind_the_answer(void **state) {
    (void)state;
    Gui gui = {.capture = capture_new()};
    gui.uci = uci_new((LineSink){&gui, go_on});
    assert_non_null(gui.uci);
    uci_execute(gui.uci, "go depth 1");
    uci_finish(gui.uci);
    uci_free(gui.uci);
    const char *said = text_get(&gui.capture.text), *ready = strstr(said, "readyok");
    const char *set = strstr(said, "option Threads set to 1");
    assert_true(set && ready && set < ready);
    capture_free(&gui.capture);
}

/* A search of one millisecond stays far below this node count on any machine; if a zero time were
 * ignored the search would take seconds. */
static void a_clock_at_zero_is_a_clock(void **state) {
    (void)state;
    char *said = DIALOGUE("go wtime 0 btime 600000");
    expect_all(said, "bestmove", 1);
    assert_true(last_number(said, " nodes ") < 1000000);
    free(said);
    // without a time of its own, the engine uses that of the other side
    said = DIALOGUE("go btime 10");
    expect_all(said, "bestmove", 1);
    assert_true(last_number(said, " nodes ") < 1000000);
    free(said);
}

/* Does the engine answer within ten seconds, without a further line? */
static bool answers_alone(const char *line) {
    Capture capture = capture_new();
    Uci *uci = uci_new((LineSink){&capture, capture_lines});
    assert_non_null(uci);
    uci_execute(uci, line);
    bool answered = false;
    for (int ms = 0; ms < 10000 && !answered; ms++) {
        clock_sleep_ms(1);
        pthread_mutex_lock(&capture.lock);
        answered = strstr(text_get(&capture.text), "bestmove") != NULL;
        pthread_mutex_unlock(&capture.lock);
    }
    uci_free(uci);
    capture_free(&capture);
    return answered;
}

/* An increment or a number of moves implies a clock, even if no time is given; but they do not
 * shorten a search that has another limit. */
static void half_a_clock_is_one(void **state) {
    (void)state;
    static const char *const CLOCKS[] = {"go winc 1000 binc 1000", "go winc 1000", "go binc 1000",
                                         "go movestogo 40", "go movestogo 1 winc 0"};
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++)
        if (!answers_alone(CLOCKS[i])) fail_msg("no answer to '%s'", CLOCKS[i]);
    char *said = DIALOGUE("go depth 5 movestogo 40 winc 5");
    expect_all(said, "info depth 5 ", 1);
    free(said);
}

static void names_of_options_are_words(void **state) {
    (void)state;
    char *said = DIALOGUE("setoption name Move   Overhead value -1",
                          "setoption name  move\toverhead   value  99999",
                          "setoption name MoveOverhead value 1", "setoption name Move value 1",
                          "setoption name Move Overhead more value 1");
    expect_all(said, "option Move Overhead set to 0\n", 1);
    expect_all(said, "option Move Overhead set to 5000\n", 1);
    expect_all(said, "error: no such option: ", 3);
    free(said);
}

static void refused_positions_are_not_played_on(void **state) {
    (void)state;
    static const char *const BAD[] = {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen",
                                      "position startpos moves e2e5", "position"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char *said = DIALOGUE("position startpos moves e2e4", BAD[i], "go depth 3", "d", "eval",
                              "flip", "go perft 2", "position startpos moves e2e4", "go depth 3");
        expect_all(said, "info string error: there is no position", 5);
        expect_all(said, "bestmove (none)\n", 2);
        expect_all(said, "bestmove", 3);
        free(said);
    }
    char *said = DIALOGUE("position fen bad", "ucinewgame", "go depth 1");
    expect_all(said, "no position", 0);
    free(said);
    said = DIALOGUE("position fen bad", "setoption name UCI_Variant value racingkings", "d");
    expect_all(said, "krbnNBRK",
               2); // in the remark about the variant, and as the engine's position
    free(said);
}

static void crowds_are_played(void **state) {
    (void)state;
    char *said = DIALOGUE("position fen nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w FBfb - 0 1",
                          "go depth 2", "position fen 4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1",
                          "go depth 2");
    expect_all(said, "error", 0);
    expect_all(said, "bestmove", 2);
    free(said);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_is_heard_behind_anything),
        cmocka_unit_test(counting_obeys),
        cmocka_unit_test(endless_searches_end),
        cmocka_unit_test(lines_keep_their_order),
        cmocka_unit_test(isready_is_answered_while_thinking),
        cmocka_unit_test(isready_waits_for_what_came_behind_the_answer),
        cmocka_unit_test(a_clock_at_zero_is_a_clock),
        cmocka_unit_test(half_a_clock_is_one),
        cmocka_unit_test(names_of_options_are_words),
        cmocka_unit_test(refused_positions_are_not_played_on),
        cmocka_unit_test(crowds_are_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
