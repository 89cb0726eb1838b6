// SPDX-License-Identifier: MIT
#include "support/check.h"
#include "support/mirror.h"
#include "support/random_game.h"

#include "solve/mate/pn_heuristic.h"

enum { MOVES = 6 };

static void check_estimate(const Position *pos, void *context) {
    (void)context;
    if (!pos->rules->traits.checks) return;
    MateNode node = mate_node_from_position(pos);
    DefenderMobility plain = mate_node_mobility(&node);
    PnEstimate estimate = pn_estimate_defence(&node, MOVES);
    assert_int_equal(estimate.mobility.check, plain.check);
    assert_int_equal(estimate.mobility.replies, plain.replies);
    assert_int_equal(estimate.mobility.flights, plain.flights);
    assert_true(estimate.pn >= 1);
    assert_true(pn_estimate_attack(&node, MOVES) >= 1);
}

static void check_mirrored(const Position *pos, void *context) {
    (void)context;
    if (!pos->rules->traits.checks) return;
    Position other_side = mirror_colors(pos);
    MateNode node = mate_node_from_position(pos), mirrored = mate_node_from_position(&other_side);
    assert_int_equal(pn_estimate_defence(&node, MOVES).pn,
                     pn_estimate_defence(&mirrored, MOVES).pn);
    assert_int_equal(pn_estimate_attack(&node, MOVES), pn_estimate_attack(&mirrored, MOVES));
}

static void check_passed(const Position *pos, void *context) {
    (void)context;
    if (!pos->rules->traits.checks) return;
    Position turned = *pos;
    turned.board.turn ^= 1;
    turned.board.ep = NO_SQUARE;
    MateNode node = mate_node_from_position(pos), expected = mate_node_from_position(&turned);
    MateNode passed = mate_node_after_pass(&node);
    assert_int_equal(passed.key, expected.key);
    assert_int_equal(passed.board.turn, expected.board.turn);
    assert_int_equal(passed.board.ep, NO_SQUARE);
    assert_memory_equal(passed.board.role, node.board.role, sizeof node.board.role);
    assert_memory_equal(passed.board.color, node.board.color, sizeof node.board.color);
}

static void test_a_pass_changes_the_turn_alone(void **state) {
    (void)state;
    random_games(43, random_effort(100), 120, check_passed, NULL);
}

static void test_estimate_counts_as_the_generator(void **state) {
    (void)state;
    random_games(41, random_effort(200), 120, check_estimate, NULL);
}

static void test_estimate_is_symmetric(void **state) {
    (void)state;
    random_games(42, random_effort(100), 120, check_mirrored, NULL);
}

static uint32_t defence(const char *fen) {
    Position pos = chess_of(fen);
    MateNode node = mate_node_from_position(&pos);
    return pn_estimate_defence(&node, MOVES).pn;
}

static void test_estimate_knows_a_good_check(void **state) {
    (void)state;
    // A bishop that can only interpose, and one that can capture the checking rook.
    assert_true(defence("R5k1/5ppp/3b4/8/8/8/8/K7 b - - 0 1") <
                defence("R5k1/5ppp/8/8/8/5b2/8/K7 b - - 0 1"));
    // A king on a bare board is further from mate than one at its corner.
    assert_true(defence("7k/8/8/8/8/6Q1/8/K7 b - - 0 1") <
                defence("8/8/8/3k4/8/6Q1/8/K7 b - - 0 1"));
}

static void test_estimate_knows_a_threat(void **state) {
    (void)state;
    // On an open file the rook is about to mate, behind its own pawn it is not.
    assert_true(defence("6k1/5ppp/8/8/8/8/3P4/K3R3 b - - 0 1") * 2 <
                defence("6k1/5ppp/8/8/8/8/4P3/K3R3 b - - 0 1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pass_changes_the_turn_alone),
        cmocka_unit_test(test_estimate_counts_as_the_generator),
        cmocka_unit_test(test_estimate_is_symmetric),
        cmocka_unit_test(test_estimate_knows_a_good_check),
        cmocka_unit_test(test_estimate_knows_a_threat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
