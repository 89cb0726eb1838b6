// SPDX-License-Identifier: MIT
#include "eval/evaluators.h"

#include "nnue/embedded.h"
#include "support/check.h"
#include "support/random_game.h"

#include <stdlib.h>
#include <string.h>

static void each_game_has_a_network_and_can_do_without(void **state) {
    (void)state;
    Evaluators all;
    evaluators_init(&all);
    for (int i = 0; rules_at(i); i++) {
        const Rules *rules = rules_at(i);
        assert_string_equal(evaluators_select(&all, rules, false)->name, "net");
        assert_ptr_equal(evaluators_select(&all, rules, true), handcrafted_evaluator(rules));
    }
    assert_ptr_not_equal(evaluators_select(&all, rules_at(0), false),
                         evaluators_select(&all, rules_at(1), false));
    evaluators_free(&all);
}

static void networks_can_be_replaced(void **state) {
    (void)state;
    Evaluators all;
    evaluators_init(&all);
    size_t size;
    const uint8_t *data = embedded_network(false, &size);
    Position pos = position_start(&STANDARD_CHESS);
    Score before = evaluate_once(evaluators_select(&all, pos.rules, false), &pos);
    assert_non_null(evaluators_load(&all, data, size - 4));
    assert_non_null(evaluators_load(&all, data, 0));
    assert_null(evaluators_load(&all, data, size));
    assert_null(evaluators_load(&all, data, size));
    assert_ptr_not_equal(all.nnue[0].network.inputs, data);
    assert_int_equal(evaluate_once(evaluators_select(&all, pos.rules, false), &pos), before);
    evaluators_free(&all);
}

static void check_explanation(const Position *pos, void *context) {
    const Evaluator *nnue = evaluators_select(context, pos->rules, false);
    EvalTerm terms[EVAL_TERMS_MAX];
    Score scaled, worth[64], sum = 0;
    int count = nnue->explain(nnue, pos, terms, &scaled);
    for (int i = 0; i < count; i++) sum += terms[i].total;
    Score score = evaluate_once(nnue, pos);
    assert_int_equal(scaled, position_turn(pos) == WHITE ? score : -score);
    assert_int_equal(sum, scaled);
    assert_true(abs(score) < EVAL_LIMIT);
    nnue_piece_values(nnue, pos, worth);
    for (Square s = A1; s <= H8; s++)
        if (pos->piece[s] == NO_PIECE) assert_int_equal(worth[s], 0);
}
static void explanations_add_up(void **state) {
    (void)state;
    Evaluators all;
    evaluators_init(&all);
    random_games(14, random_effort(12), 120, check_explanation, &all);
    evaluators_free(&all);
}

/* More pieces than a game begins with: networks are not made for that. */
static void oversized_armies_are_counted(void **state) {
    (void)state;
    Evaluators all;
    evaluators_init(&all);
    Position pos = chess_of("QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    const Evaluator *nnue = evaluators_select(&all, pos.rules, false);
    EvalState *memory = nnue->state_new(nnue);
    assert_int_equal(nnue->evaluate(nnue, memory, &pos, 3), evaluate_once(nnue, &pos));
    assert_true(evaluate_once(nnue, &pos) > 1000);
    nnue->state_free(memory);
    evaluators_free(&all);
}

static void a_queen_is_worth_most(void **state) {
    (void)state;
    Evaluators all;
    evaluators_init(&all);
    for (int i = 0; rules_at(i); i++) {
        Position pos = position_start(rules_at(i));
        Score worth[64];
        nnue_piece_values(evaluators_select(&all, pos.rules, false), &pos, worth);
        Square queen = first_square(board_pieces(&pos.board, WHITE, QUEEN));
        for (Square s = A1; s <= H8; s++)
            if (piece_role(pos.piece[s]) != QUEEN) assert_true(worth[s] < worth[queen]);
    }
    evaluators_free(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_game_has_a_network_and_can_do_without),
        cmocka_unit_test(networks_can_be_replaced),
        cmocka_unit_test(explanations_add_up),
        cmocka_unit_test(oversized_armies_are_counted),
        cmocka_unit_test(a_queen_is_worth_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
