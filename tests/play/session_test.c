// SPDX-License-Identifier: MIT
#include "support/check.h"
#include "support/data.h"

#include "roek/base/clock.h"
#include "roek/core/outcome.h"
#include "roek/notation/coord.h"
#include "roek/play/session.h"
#include "roek/play/session_pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Player *player_of(const char *text) {
    char error[PLAYER_ERROR_MAX];
    PlayerOptions options = PLAYER_DEFAULTS;
    options.seed = 1;
    Player *player = player_new(text, &options, error);
    assert_non_null(player);
    return player;
}

static Session *session_of(Position start, const char *white, const char *black, TimeControl time) {
    SessionOptions options = {.start = start, .time = time, .movetime_ms = 10};
    Session *s = session_new(&options, player_of(white), player_of(black));
    assert_non_null(s);
    return s;
}

static void play(Session *s, const char *moves) {
    Cursor c = cursor_on(moves);
    const char *word;
    size_t length;
    while (cursor_word(&c, &word, &length)) {
        Move move = coord_read(session_now(s), word, length);
        assert_int_not_equal(move, NO_MOVE);
        assert_true(session_play(s, move));
    }
}

static SessionThought wait_for_computer(Session *s) {
    assert_true(session_think(s));
    SessionThought thought;
    while ((thought = session_poll(s)) == SESSION_THINKING) clock_sleep_ms(1);
    return thought;
}

static void taking_back(void **state) {
    (void)state;
    Session *s = session_of(position_start(&STANDARD_CHESS), "human", "bimbi", (TimeControl){0});
    assert_false(session_undo(s));
    assert_true(session_awaits_human(s));
    play(s, "e2e4");
    assert_false(session_awaits_human(s));
    assert_int_equal(wait_for_computer(s), SESSION_PLAYED);
    assert_int_equal(session_game(s)->count, 2);
    assert_true(session_undo(s)); // both moves: it is the person's turn again
    assert_int_equal(session_game(s)->count, 0);
    assert_true(session_redo(s));
    assert_int_equal(session_game(s)->count, 2);
    assert_false(session_redo(s));
    session_resign(s, WHITE);
    assert_int_equal(session_outcome(s).winner, BLACK);
    assert_true(session_undo(s)); // also after the end
    assert_false(session_is_over(s));
    session_free(s);
    // a person with Black: the computer's first move stays
    s = session_of(position_start(&STANDARD_CHESS), "bimbi", "human", (TimeControl){0});
    assert_int_equal(wait_for_computer(s), SESSION_PLAYED);
    assert_false(session_undo(s));
    session_free(s);
}

static void thinking_can_be_broken_off(void **state) {
    (void)state;
    SessionOptions options = {.start = position_start(&STANDARD_CHESS), .movetime_ms = 3600000};
    Session *s = session_new(&options, player_of("human"), player_of("roek"));
    play(s, "e2e4");
    assert_true(session_think(s));
    assert_int_equal(session_poll(s), SESSION_THINKING);
    assert_true(session_undo(s));
    assert_int_equal(session_poll(s), SESSION_IDLE);
    assert_int_equal(session_game(s)->count, 0);
    play(s, "d2d4");
    assert_true(session_think(s)); // and a session may end while its player thinks
    session_free(s);
}

static void hints_come_in_steps(void **state) {
    (void)state;
    Session *s =
        session_of(chess_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), "human", "human", (TimeControl){0});
    char hint[HINT_MAX];
    assert_true(session_hint(s, hint));
    assert_string_equal(hint, "Look at the rook on a1.");
    assert_true(session_hint(s, hint));
    assert_string_equal(hint, "The rook wants to go to a8.");
    assert_true(session_hint(s, hint));
    assert_true(session_hint(s, hint));
    assert_string_equal(hint, "The move is Ra8#.");
    Score score;
    assert_true(session_evaluate(s, &score));
    assert_true(score > 1000);
    play(s, "a1a8");
    assert_true(session_is_over(s));
    assert_false(session_hint(s, hint));
    assert_false(session_evaluate(s, &score));
    session_free(s);
}

static void draws(void **state) {
    (void)state;
    Session *s = session_of(position_start(&STANDARD_CHESS), "human", "human", (TimeControl){0});
    assert_int_equal(session_offer_draw(s), DRAW_TO_BE_ASKED);
    assert_false(session_is_over(s));
    play(s, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_int_equal(session_offer_draw(s), DRAW_CLAIMED);
    assert_int_equal(session_outcome(s).reason, THREEFOLD_REPETITION);
    session_free(s);
    s = session_of(position_start(&STANDARD_CHESS), "human", "optimus", (TimeControl){0});
    assert_int_equal(session_offer_draw(s), DRAW_REFUSED);
    session_free(s);
    // a computer claims when it is to move
    s = session_of(chess_of("7k/8/8/8/8/8/8/R6K b - - 99 80"), "human", "bimbi", (TimeControl){0});
    assert_int_equal(wait_for_computer(s), SESSION_PLAYED);
    assert_false(session_is_over(s));
    session_free(s);
    s = session_of(chess_of("7k/8/8/8/8/8/8/R6K b - - 100 80"), "human", "bimbi", (TimeControl){0});
    assert_false(session_think(s));
    assert_int_equal(session_outcome(s).reason, FIFTY_MOVES);
    session_free(s);
}

static void clocks(void **state) {
    (void)state;
    Session *s =
        session_of(position_start(&STANDARD_CHESS), "human", "human", (TimeControl){1000000, 5000});
    assert_true(session_has_clocks(s));
    play(s, "e2e4");
    assert_true(session_time_left(s, WHITE) > 1000000); // the increment
    assert_true(session_time_left(s, BLACK) <= 1000000);
    assert_true(session_undo(s));
    assert_true(session_time_left(s, WHITE) <= 1000000);
    session_free(s);
    s = session_of(position_start(&STANDARD_CHESS), "human", "human", (TimeControl){1, 0});
    clock_sleep_ms(5);
    assert_false(session_play(s, move_make(G1, F3, MOVE_PLAIN)));
    Outcome outcome = session_outcome(s);
    assert_int_equal(outcome.reason, TIME_FORFEIT);
    assert_int_equal(outcome.winner, BLACK);
    assert_int_equal(session_time_left(s, WHITE), 0);
    session_free(s);
    char text[CLOCK_TEXT_MAX];
    clock_write(300000, text);
    assert_string_equal(text, "5:00");
    clock_write(3600000, text);
    assert_string_equal(text, "1:00:00");
    clock_write(9340, text);
    assert_string_equal(text, "0:09.3");
    clock_write(-1, text);
    assert_string_equal(text, "0:00.0");
}

static void time_controls(void **state) {
    (void)state;
    TimeControl time = {7, 7};
    static const char *const BAD[] = {"",   "+",    "5+",  "+3",  "x",  "0",
                                      "-1", "5+-1", "1e9", "5 3", "nan"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(time_control_read(BAD[i], &time));
    assert_int_equal(time.base_ms, 7);
    assert_true(time_control_read("5+3", &time));
    assert_int_equal(time.base_ms, 300000);
    assert_int_equal(time.increment_ms, 3000);
    assert_true(time_control_read("0.5", &time));
    assert_int_equal(time.base_ms, 30000);
    assert_int_equal(time.increment_ms, 0);
    assert_true(time_control_read("none", &time));
    assert_int_equal(time.base_ms, 0);
}

static void saving_and_loading(void **state) {
    (void)state;
    char path[] = "/tmp/roek-session-XXXXXX", error[PLAYER_ERROR_MAX];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    Session *s =
        session_of(position_start(&RACING_KINGS), "human", "bimbi", (TimeControl){60000, 0});
    play(s, "h2h3 a2a3 h3h4");
    Position end = *session_now(s);
    assert_true(session_save_pgn(s, path, error));
    Session *t = session_of(position_start(&STANDARD_CHESS), "human", "human", (TimeControl){0});
    assert_true(session_load_pgn(t, path, error));
    assert_int_equal(session_game(t)->count, 3);
    assert_true(session_now(t)->key == end.key);
    assert_ptr_equal(session_now(t)->rules, &RACING_KINGS);
    FILE *file = fopen(path, "w");
    fputs("1. e4 e5 2. Ke3 *\n", file);
    fclose(file);
    assert_false(session_load_pgn(t, path, error));
    assert_int_equal(session_game(t)->count, 3); // nothing changed
    unlink(path);
    assert_false(session_load_pgn(t, path, error));
    assert_false(session_save_pgn(t, "/nowhere/at/all.pgn", error));
    session_free(s);
    session_free(t);
}

static const char *status_of(Outcome outcome) {
    switch (outcome.reason) {
    case RACE_WON: return outcome.winner == WHITE ? "white_wins" : "black_wins";
    case RACE_DRAWN: return "draw_both_on_8";
    case STALEMATE: return "draw_stalemate";
    case FIFTY_MOVES: return "draw_50";
    case THREEFOLD_REPETITION: return "draw_fivefold"; // here already the third ends the game
    default: return "ongoing";
    }
}

/* kind, start, moves, final position, status, note */
static void check_outcome(const DataLine *line, void *context) {
    (void)context;
    if (strcmp(line->field[0], "kind") == 0) return;
    Session *s = session_of(race_of(line->field[1]), "human", "human", (TimeControl){0});
    Cursor c = cursor_on(line->field[2]);
    const char *word;
    size_t length;
    while (cursor_word(&c, &word, &length)) {
        if (session_outcome(s).reason == THREEFOLD_REPETITION) break;
        Move move = coord_read(session_now(s), word, length);
        assert_true(move != NO_MOVE && session_play(s, move));
    }
    assert_string_equal(status_of(session_outcome(s)), line->field[4]);
    session_free(s);
}

static void race_outcomes(void **state) {
    (void)state;
    assert_int_equal(data_each_line("racing-kings-results.tsv", '\t', check_outcome, NULL), 79);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_back),
        cmocka_unit_test(thinking_can_be_broken_off),
        cmocka_unit_test(hints_come_in_steps),
        cmocka_unit_test(draws),
        cmocka_unit_test(clocks),
        cmocka_unit_test(time_controls),
        cmocka_unit_test(saving_and_loading),
        cmocka_unit_test(race_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
