// SPDX-License-Identifier: MIT
#include "game/game.h"

#include "notation/text/san.h"

#include "support/check.h"
#include "support/random_game.h"

#include <string.h>

static void play_handle_line(Game *game, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    while (cursor_word(&c, &word, &length)) {
        Move move = NO_MOVE;
        SanResult result = san_read(game_current(game), word, length, &move);
        if (result != SAN_OK) fail_msg("%.*s %s", (int)length, word, san_result_text(result));
        assert_true(game_play(game, move));
    }
}

static Game game_of(const Position *start, const char *line) {
    Game game;
    assert_true(game_init(&game, start));
    play_handle_line(&game, line);
    return game;
}

static void assert_outcome(Outcome outcome, OutcomeReason reason, const char *text) {
    assert_int_equal(outcome.reason, reason);
    char written[OUTCOME_TEXT_MAX];
    outcome_text(outcome, written);
    assert_string_equal(written, text);
}

static void test_mate_and_stalemate(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    Game game = game_of(&start, "f3 e5 g4");
    assert_outcome(game_outcome(&game), OUTCOME_ONGOING, "The game goes on");
    assert_string_equal(outcome_result(game_outcome(&game)), "*");
    play_handle_line(&game, "Qh4");
    assert_outcome(game_outcome(&game), OUTCOME_CHECKMATE, "Black wins: checkmate");
    assert_string_equal(outcome_result(game_outcome(&game)), "0-1");
    game_free(&game);
    Position stale = chess_of("7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    game = game_of(&stale, "");
    assert_outcome(game_outcome(&game), OUTCOME_STALEMATE, "Draw: stalemate");
    assert_string_equal(outcome_result(game_outcome(&game)), "1/2-1/2");
    game_free(&game);
}

static void test_dead_position(void **state) {
    (void)state;
    Position pos = chess_of("8/8/4k3/8/8/3r4/4K3/8 w - - 0 1");
    Game game = game_of(&pos, "Kxd3");
    assert_outcome(game_outcome(&game), OUTCOME_DEAD_POSITION, "Draw: nobody can win any more");
    game_free(&game);
}

static void test_repetition_in_chess(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    Game game = game_of(&start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_int_equal(game_repetitions(&game), 2);
    assert_int_equal(game_claimable_draw(&game).reason, OUTCOME_ONGOING);
    play_handle_line(&game, "Ng8");
    assert_int_equal(game_repetitions(&game), 3);
    assert_outcome(game_claimable_draw(&game), OUTCOME_THREEFOLD, "Draw: the third repetition");
    assert_int_equal(game_outcome(&game).reason, OUTCOME_ONGOING);
    play_handle_line(&game, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_outcome(game_outcome(&game), OUTCOME_FIVEFOLD, "Draw: the fifth repetition");
    assert_int_equal(game_claimable_draw(&game).reason, OUTCOME_ONGOING);
    game_free(&game);
}

/* A lost castling right or en-passant possibility makes a position different. */
static void test_rights_count_for_repetition(void **state) {
    (void)state;
    Position pos = chess_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    Game game = game_of(&pos, "Rg1 Kd8 Rh1 Ke8");
    assert_int_equal(game_repetitions(&game), 1);
    play_handle_line(&game, "Rg1 Kd8 Rh1 Ke8");
    assert_int_equal(game_repetitions(&game), 2);
    game_free(&game);
}

static void test_race_repeats_three_times(void **state) {
    (void)state;
    Position start = position_start(&RACING_KINGS);
    Game game = game_of(&start, "Kh3 Ka3 Kh2 Ka2 Kh3 Ka3 Kh2 Ka2");
    assert_outcome(game_outcome(&game), OUTCOME_THREEFOLD, "Draw: the third repetition");
    game_free(&game);
    Position pos = race_of("8/8/8/8/7K/k7/8/8 w - - 99 60");
    game = game_of(&pos, "Kg4");
    assert_outcome(game_outcome(&game), OUTCOME_FIFTY_MOVES, "Draw: fifty moves without progress");
    game_free(&game);
}

static void test_race_outcomes(void **state) {
    (void)state;
    Position pos = race_of("8/K6k/8/8/8/8/8/8 w - - 0 1");
    Game game = game_of(&pos, "Ka8 Kh8");
    assert_outcome(game_outcome(&game), OUTCOME_RACE_DRAWN, "Draw: both kings reached the goal");
    assert_true(game_undo(&game));
    assert_outcome(game_outcome(&game), OUTCOME_ONGOING, "The game goes on");
    play_handle_line(&game, "Kh6");
    assert_outcome(game_outcome(&game), OUTCOME_RACE_WON, "White wins: the king reached the goal");
    game_free(&game);
}

static void test_move_clocks(void **state) {
    (void)state;
    Position pos = chess_of("4k3/8/8/8/8/8/8/4K2R w - - 99 90");
    Game game = game_of(&pos, "");
    assert_int_equal(game_claimable_draw(&game).reason, OUTCOME_ONGOING);
    play_handle_line(&game, "Rh2");
    assert_int_equal(game_claimable_draw(&game).reason, OUTCOME_FIFTY_MOVES);
    assert_int_equal(game_outcome(&game).reason, OUTCOME_ONGOING);
    game_free(&game);
    pos = chess_of("4k3/8/8/8/8/8/8/4K2R w - - 149 90");
    game = game_of(&pos, "Rh2");
    assert_int_equal(game_outcome(&game).reason, OUTCOME_SEVENTY_FIVE_MOVES);
    game_free(&game);
    // mate takes precedence over the 75-move rule
    pos = chess_of("4k3/8/4K3/8/8/8/8/7R w - - 149 90");
    game = game_of(&pos, "Rh8");
    assert_int_equal(game_outcome(&game).reason, OUTCOME_CHECKMATE);
    game_free(&game);
}

static void test_undo_and_redo(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    Game game = game_of(&start, "e4 e5 Nf3");
    Key after = game_current(&game)->key;
    assert_false(game_redo(&game));
    assert_true(game_undo(&game) && game_undo(&game) && game_undo(&game));
    assert_false(game_undo(&game));
    assert_int_equal(game_current(&game)->key, start.key);
    assert_true(game_redo(&game) && game_redo(&game) && game_redo(&game));
    assert_int_equal(game_current(&game)->key, after);
    // the same move keeps the undone moves; a different one drops them
    game_undo(&game), game_undo(&game);
    play_handle_line(&game, "e5");
    assert_int_equal(game.length, 3);
    game_undo(&game);
    play_handle_line(&game, "c5");
    assert_int_equal(game.length, 2);
    game_free(&game);
}

static void test_declared(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    Game game = game_of(&start, "e4");
    game_declare(&game, (Outcome){OUTCOME_RESIGNATION, WHITE});
    assert_outcome(game_outcome(&game), OUTCOME_RESIGNATION, "White wins: resignation");
    game_undo(&game);
    assert_int_equal(game_outcome(&game).reason, OUTCOME_ONGOING);
    assert_outcome(game_time_outcome(&game, WHITE), OUTCOME_TIME_FORFEIT,
                   "Black wins: time ran out");
    game_free(&game);
    Position bare = chess_of("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    game = game_of(&bare, "");
    assert_outcome(game_time_outcome(&game, WHITE), OUTCOME_TIME_FORFEIT,
                   "Draw: time ran out against a bare king");
    assert_int_equal(game_time_outcome(&game, BLACK).winner, WHITE);
    game_free(&game);
}

static bool is_same(const Position *a, const Position *b) {
    return memcmp(a->piece, b->piece, sizeof a->piece) == 0 && position_turn(a) == position_turn(b);
}

/* game_repetitions agrees with comparing the FEN fields of all earlier positions. */
static void test_repetitions_in_random_games(void **state) {
    (void)state;
    Rng rng = rng_seeded(13);
    for (int round = 0; round < random_effort(100); round++) {
        Position pos = race_of("8/8/8/8/8/k7/2r5/5R1K w - - 0 1");
        Game game;
        assert_true(game_init(&game, &pos));
        for (int ply = 0; ply < 90 && game_outcome(&game).reason == OUTCOME_ONGOING; ply++) {
            int seen = 0;
            for (int i = 0; i <= game.count; i++)
                seen += is_same(game_position_at(&game, i), game_current(&game));
            assert_int_equal(seen, game_repetitions(&game));
            assert_true(game_play(&game, random_move(game_current(&game), &rng)));
        }
        game_free(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mate_and_stalemate),
        cmocka_unit_test(test_dead_position),
        cmocka_unit_test(test_repetition_in_chess),
        cmocka_unit_test(test_rights_count_for_repetition),
        cmocka_unit_test(test_race_repeats_three_times),
        cmocka_unit_test(test_race_outcomes),
        cmocka_unit_test(test_move_clocks),
        cmocka_unit_test(test_undo_and_redo),
        cmocka_unit_test(test_declared),
        cmocka_unit_test(test_repetitions_in_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
