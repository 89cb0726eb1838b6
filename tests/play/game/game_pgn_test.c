// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "notation/text/uci_move.h"
#include "play/game/game_pgn.h"

#include <stdlib.h>
#include <string.h>

static bool read(const char *text, int number, MainLine *line, char *error) {
    return game_pgn_read(text, strlen(text), number, &STANDARD_CHESS, line, error);
}

static void writing_and_reading(void **state) {
    (void)state;
    char error[GAME_PGN_ERROR_MAX];
    Position pos = position_start(&RACING_KINGS);
    Game game;
    MainLine line;
    assert_true(game_init(&game, &pos));
    static const char *const MOVES[] = {"h2h3", "a2a3", "h3h4"};
    MoveInfo infos[3] = {
        {.clock_ms = 61000, .has_score = true, .score = 35}, {.clock_ms = -1}, {.clock_ms = 59000}};
    for (int i = 0; i < 3; i++) game_play(&game, uci_move_read(game_current(&game), MOVES[i], 4));
    Text out = text_growing();
    GameRecord record = {.game = &game,
                         .names = {"Anna", "Bert"},
                         .time = {{.base_ms = 60000, .increment_ms = 1000}},
                         .infos = infos};
    game_pgn_write(&out, &record);
    assert_non_null(strstr(text_get(&out), "[White \"Anna\"]"));
    assert_non_null(strstr(text_get(&out), "[TimeControl \"60+1\"]"));
    assert_non_null(strstr(text_get(&out), "{[%eval 0.35] [%clk 0:01:01]}"));
    assert_true(read(text_get(&out), 0, &line, error));
    assert_int_equal(line.count, 3);
    assert_memory_equal(line.moves, game.moves, 3 * sizeof(Move));
    assert_ptr_equal(line.start.rules, &RACING_KINGS);
    free(line.moves);
    text_free(&out);
    game_free(&game);
}

static void what_can_be_read(void **state) {
    (void)state;
    char error[GAME_PGN_ERROR_MAX];
    MainLine line;
    assert_true(read(" 7k/8/6K1/8/8/8/8/R7 w - - 0 1\n", 0, &line, error));
    assert_int_equal(line.count, 0);
    assert_true(line.moves == NULL);
    static const char TWO[] = "1. e4 e5 *\n\n1. d4 d5 2. c4 *\n";
    assert_true(read(TWO, 1, &line, error));
    assert_int_equal(line.count, 3);
    free(line.moves);
    assert_false(read(TWO, 2, &line, error));
    assert_string_equal(error, "there is no game number 3");
    static const char BROKEN[] = "1. e4 Ke7 *\n\n1. d4 d5 2. c4 *\n";
    assert_false(read(BROKEN, 0, &line, error));
    assert_true(read(BROKEN, 1, &line, error)); // a malformed game before it is skipped
    assert_int_equal(line.count, 3);
    free(line.moves);
    assert_false(read(BROKEN, 2, &line, error));
    assert_string_equal(error, "there is no game number 3");
    assert_false(read("", 0, &line, error));
    assert_string_equal(error, "there is no game");
    assert_false(read("1. e4 e5 2. Ke3 *\n", 0, &line, error));
    assert_non_null(strstr(error, "line 1, column 13"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_and_reading),
        cmocka_unit_test(what_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
