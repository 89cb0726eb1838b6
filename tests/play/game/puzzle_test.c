// SPDX-License-Identifier: MIT
#include "play/game/puzzle.h"

#include "notation/text/uci_move.h"
#include "rules/registry.h"
#include "support/check.h"

#include <string.h>

/* Every puzzle has the stated length of mate and exactly one first move. */
static void problems_are_sound(void **state) {
    MateSolver *solver = *state;
    int counts[PUZZLE_MOVES_MAX + 1] = {0};
    for (int i = 0; puzzle_at(i); i++) {
        const Puzzle *p = puzzle_at(i);
        Position pos = position_of(p->fen, &STANDARD_CHESS);
        MateOptions options = {.moves = p->moves, .all = true};
        MateResult result;
        mate_solve(solver, &pos, &options, &result);
        assert_int_equal(result.verdict, MATE_FOUND);
        assert_true(result.proved && result.checked);
        assert_int_equal(result.moves, p->moves);
        assert_int_equal(result.keys.count, 1);
        if (i > 0) assert_true(p->moves >= puzzle_at(i - 1)->moves);
        for (int j = 0; j < i; j++) assert_string_not_equal(p->fen, puzzle_at(j)->fen);
        counts[p->moves]++;
    }
    for (int n = 1; n <= PUZZLE_MOVES_MAX; n++) assert_true(counts[n] >= 5);
}

/* The moves of puzzle_key mate in exactly the stated number of moves. */
static void keys_lead_to_mate(void **state) {
    MateSolver *solver = *state;
    for (int i = 0; puzzle_at(i); i++) {
        Position pos = position_of(puzzle_at(i)->fen, &STANDARD_CHESS);
        PuzzleAnswer answer = {.verdict = PUZZLE_CONTINUES};
        int left = puzzle_at(i)->moves;
        for (; answer.verdict == PUZZLE_CONTINUES; left--) {
            Move key = puzzle_key(solver, &pos, left);
            assert_true(position_is_legal(&pos, key));
            answer = puzzle_try(solver, &pos, left, key);
            position_play(&pos, key);
            if (answer.verdict != PUZZLE_CONTINUES) continue;
            assert_int_equal(answer.left, left - 1); // the longest defence
            assert_true(position_is_legal(&pos, answer.reply));
            position_play(&pos, answer.reply);
        }
        assert_int_equal(answer.verdict, PUZZLE_SOLVED);
        assert_int_equal(left, 0);
    }
}

/* Every move but the key is refuted by a legal move, or is stalemate. */
static void other_moves_are_refuted(void **state) {
    MateSolver *solver = *state;
    for (int i = 0; puzzle_at(i) && puzzle_at(i)->moves <= 2; i++) {
        Position pos = position_of(puzzle_at(i)->fen, &STANDARD_CHESS);
        MoveList moves;
        int right = 0;
        position_legal_moves(&pos, &moves);
        for (int j = 0; j < moves.count; j++) {
            PuzzleAnswer answer = puzzle_try(solver, &pos, puzzle_at(i)->moves, moves.items[j]);
            Position after = pos;
            position_play(&after, moves.items[j]);
            right += answer.verdict != PUZZLE_REFUTED;
            if (answer.verdict == PUZZLE_REFUTED && answer.reply != NO_MOVE)
                assert_true(position_is_legal(&after, answer.reply));
        }
        assert_int_equal(right, 1);
    }
}

static void stalemate_is_no_mate(void **state) {
    MateSolver *solver = *state;
    Position pos = position_of("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", &STANDARD_CHESS);
    Move stalemate = uci_move_read(&pos, "e6f7", 4);
    PuzzleAnswer answer = puzzle_try(solver, &pos, 2, stalemate);
    assert_int_equal(answer.verdict, PUZZLE_REFUTED);
    assert_int_equal(answer.reply, NO_MOVE);
}

static int set_up(void **state) {
    *state = mate_solver_new(1, 16);
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    mate_solver_free(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_are_sound),
        cmocka_unit_test(keys_lead_to_mate),
        cmocka_unit_test(other_moves_are_refuted),
        cmocka_unit_test(stalemate_is_no_mate),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
