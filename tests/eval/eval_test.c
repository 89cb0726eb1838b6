// SPDX-License-Identifier: MIT
#include "eval/eval.h"

#include "support/check.h"
#include "support/mirror.h"
#include "support/random_game.h"

#include <stdlib.h>

static Score evaluate(const Position *pos) {
    return evaluate_once(handcrafted_evaluator(pos->rules), pos);
}

static void check_mirror(const Position *pos, void *context) {
    (void)context;
    if (pos->rules->is_symmetric) {
        Position mirrored = mirror_colors(pos);
        assert_int_equal(evaluate(pos), evaluate(&mirrored));
    } else {
        Position mirrored = mirror_files(pos);
        assert_int_equal(evaluate(pos), evaluate(&mirrored));
    }
}
static void mirrored_positions_are_worth_the_same(void **state) {
    (void)state;
    random_games(11, random_effort(120), 120, check_mirror, NULL);
}

/* One state per kind of random game, as its evaluator keeps it. */
typedef struct {
    const Evaluator *evaluator[2];
    EvalState *state[2];
    int ply;
} StateTest;

static void check_state(const Position *pos, void *context) {
    StateTest *memory = context;
    const Evaluator *evaluator = handcrafted_evaluator(pos->rules);
    int race = evaluation_kind(pos->rules) == EVALUATION_RACING_KINGS;
    if (!memory->evaluator[race]) {
        memory->evaluator[race] = evaluator;
        memory->state[race] = evaluator->state_new(evaluator);
    }
    EvalState *state = memory->state[race];
    Score plain = evaluate(pos);
    int ply = memory->ply = (memory->ply + 1) % EVAL_PLY_MAX;
    assert_int_equal(evaluator->evaluate(evaluator, state, pos, ply), plain);
    // now it may be cached
    assert_int_equal(evaluator->evaluate(evaluator, state, pos, ply), plain);
    assert_int_equal(evaluator->evaluate(evaluator, state, pos, 0), plain);
    assert_true(abs(plain) < EVAL_LIMIT);
}
static void forget(StateTest *memory) {
    for (int i = 0; i < 2; i++) {
        if (!memory->evaluator[i]) continue;
        memory->evaluator[i]->state_free(memory->state[i]);
        memory->evaluator[i]->state_free(NULL);
    }
}
static void the_state_changes_nothing(void **state) {
    (void)state;
    StateTest memory = {0};
    random_games(12, random_effort(120), 120, check_state, &memory);
    forget(&memory);
}

static void check_explanation(const Position *pos, void *context) {
    (void)context;
    EvalTerm terms[EVAL_TERMS_MAX];
    Score scaled;
    const Evaluator *evaluator = handcrafted_evaluator(pos->rules);
    int count = evaluator->explain(evaluator, pos, terms, &scaled);
    assert_in_range(count, 1, EVAL_TERMS_MAX);
    Score white = position_turn(pos) == WHITE ? evaluate(pos) : -evaluate(pos);
    assert_int_equal(scaled, white);
    for (int i = 0; i < count; i++) {
        assert_non_null(terms[i].name);
        assert_true(abs(terms[i].white - terms[i].black - terms[i].total) <= 1);
    }
}
static void explanations_add_up(void **state) {
    (void)state;
    random_games(13, random_effort(120), 120, check_explanation, NULL);
}

/* With the weights of the start position's two halves equal, all terms but the tempo cancel. */
static void the_start_is_balanced(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    EvalTerm terms[EVAL_TERMS_MAX];
    Score scaled;
    const Evaluator *evaluator = handcrafted_evaluator(pos.rules);
    int count = evaluator->explain(evaluator, &pos, terms, &scaled);
    for (int i = 0; i < count; i++)
        if (abs(terms[i].total) > 1) assert_string_equal(terms[i].name, "tempo");
}

static void more_is_better(void **state) {
    (void)state;
    static const char *const ORDER[] = {
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "4k3/1ppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "4k3/1ppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1",
        "4k3/1ppppppp/8/8/8/8/PPPPPPPP/R3K1N1 w - - 0 1",
        "4k3/1ppppppp/8/8/8/8/PPPPPPPP/R2QK1N1 w - - 0 1",
    };
    for (size_t i = 1; i < sizeof ORDER / sizeof *ORDER; i++) {
        Position less = chess_of(ORDER[i - 1]), more = chess_of(ORDER[i]);
        assert_true(evaluate(&more) > evaluate(&less));
    }
}

/* The pawn key of a board without pawns is 0, like an empty slot of the pawn hash table. */
static void a_fresh_cache_knows_nothing_of_pawnless_boards(void **state) {
    (void)state;
    Position pos = chess_of("3qk3/8/8/8/8/8/8/R2QK2R w KQ - 0 1");
    StateTest memory = {0};
    check_state(&pos, &memory);
    forget(&memory);
}

static void oversized_armies_are_worth_no_mate(void **state) {
    (void)state;
    static const char *const OVERSIZED_FENS[] = {
        "7k/8/8/8/8/8/8/K5R1 w - - 0 1", // at most 16 pieces, to compare with
        "k7/8/8/8/8/1QQQQQQQ/1QQQQQQQ/KQQQQQQQ b - - 0 1",
        "QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "k6r/1PPPPPP1/1PPPPPP1/1PPPPPP1/1PPPPPP1/1PPPPPP1/1PPPPPP1/K7 b - - 0 1",
    };
    StateTest memory = {0};
    for (size_t i = 0; i < sizeof OVERSIZED_FENS / sizeof *OVERSIZED_FENS; i++) {
        Position pos = chess_of(OVERSIZED_FENS[i]);
        check_state(&pos, &memory);
        check_mirror(&pos, NULL);
        check_explanation(&pos, NULL);
        assert_true(position_turn(&pos) == WHITE ? evaluate(&pos) > 400 : evaluate(&pos) < -400);
    }
    forget(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirrored_positions_are_worth_the_same),
        cmocka_unit_test(the_state_changes_nothing),
        cmocka_unit_test(explanations_add_up),
        cmocka_unit_test(the_start_is_balanced),
        cmocka_unit_test(more_is_better),
        cmocka_unit_test(a_fresh_cache_knows_nothing_of_pawnless_boards),
        cmocka_unit_test(oversized_armies_are_worth_no_mate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
