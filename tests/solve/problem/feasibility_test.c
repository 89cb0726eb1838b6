// SPDX-License-Identifier: MIT
//
// The feasibility test of mates and stalemates: it never excludes a possible one, gives the same
// result with and without playing the move, and does not depend on the size of the cache.
#include "support/check.h"
#include "support/random_game.h"

#include "solve/problem/feasibility.h"

static bool random_sparse(Rng *rng, Position *out) {
    static const char PIECES[] = "QRBNPPqrbnpp";
    Setup setup = setup_empty();
    int count = 1 + (int)rng_below(rng, 9);
    setup.piece[rng_below(rng, 64)] = piece_of(WHITE, KING);
    setup.piece[rng_below(rng, 64)] = piece_of(BLACK, KING);
    for (int i = 0; i < count; i++) {
        Square s = (Square)rng_below(rng, 64);
        if (setup.piece[s] == NO_PIECE)
            setup.piece[s] = piece_from_char(PIECES[rng_below(rng, sizeof PIECES - 1)]);
    }
    setup.turn = (Color)rng_below(rng, 2);
    return position_from_setup(&setup, &STANDARD_CHESS, out) == 0;
}

/* The result with an empty cache. */
static bool is_possible(const Board *b, bool check, Color victim, int own, int attacks) {
    Feasibility *fresh = feasibility_new(64);
    assert_non_null(fresh);
    feasibility_set_check_needed(fresh, check);
    bool possible = feasibility_is_possible(fresh, b, victim, own, attacks);
    feasibility_free(fresh);
    return possible;
}

/* With a tiny cache, which is cleared again and again, also during a MoveFeasibility. */
static void compare_move_feasibility(Feasibility *small, Feasibility *large, const Position *pos,
                                     Color victim, int own, int attacks, bool check, bool fresh) {
    MoveFeasibility few, many;
    MoveList moves;
    Color mover = position_turn(pos);
    position_legal_moves(pos, &moves);
    move_feasibility_init(&few, small, &pos->board, victim, mover, own, attacks);
    move_feasibility_init(&many, large, &pos->board, victim, mover, own, attacks);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        bool possible = feasibility_is_possible(large, &next.board, victim, own, attacks);
        assert_int_equal(move_feasibility_allows(&many, moves.items[i]), possible);
        for (int k = 0; k < 3; k++)
            feasibility_is_possible(small, &next.board, victim, k, 1 + k % 2);
        assert_int_equal(move_feasibility_allows(&few, moves.items[i]), possible);
        if (fresh && i % 8 == 0)
            assert_int_equal(is_possible(&next.board, check, victim, own, attacks), possible);
    }
}

static void test_move_feasibility_agrees(void **state) {
    (void)state;
    Rng rng = rng_seeded(3);
    Feasibility *small = feasibility_new(64), *large = feasibility_new(1 << 12);
    assert_non_null(small);
    assert_non_null(large);
    for (int done = 0, wanted = random_effort(1500); done < wanted;) {
        Position pos;
        bool check = done / 50 % 2;
        if (!random_sparse(&rng, &pos)) continue;
        feasibility_set_check_needed(small, check);
        feasibility_set_check_needed(large, check);
        compare_move_feasibility(small, large, &pos, (Color)rng_below(&rng, 2),
                                 (int)rng_below(&rng, 4), 1 + (int)rng_below(&rng, 3), check,
                                 done % 100 == 0);
        done++;
    }
    feasibility_free(small);
    feasibility_free(large);
}

static bool is_ended(const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    return moves.count == 0;
}

/* Plays random games; if one ends in mate or stalemate, it must have been feasible at every ply. */
static void test_never_a_wrong_no(void **state) {
    (void)state;
    enum { PLIES = 6 };
    Rng rng = rng_seeded(4);
    Feasibility *of[2] = {feasibility_new(1 << 12), feasibility_new(1 << 12)};
    int ends[2] = {0}; // stalemates, mates
    assert_true(of[0] && of[1]);
    feasibility_set_check_needed(of[0], false);
    for (int games = random_effort(60000); games > 0; games--) {
        Position line[PLIES + 1];
        int last = 0;
        while (!random_sparse(&rng, &line[0])) continue;
        while (last < PLIES && !is_ended(&line[last])) {
            line[last + 1] = line[last];
            if (!random_step(&line[last + 1], &rng)) break;
            last++;
        }
        if (last == 0 || !is_ended(&line[last])) continue;
        Color victim = position_turn(&line[last]);
        bool check = position_is_check(&line[last]);
        for (int i = last; i >= 0; i--) {
            int left = last - i;
            assert_true(feasibility_is_possible(of[check], &line[i].board, victim, left / 2,
                                                (left + 1) / 2));
        }
        ends[check]++;
    }
    assert_true(ends[0] > 20 && ends[1] > 20);
    feasibility_free(of[0]);
    feasibility_free(of[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_move_feasibility_agrees),
        cmocka_unit_test(test_never_a_wrong_no),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
