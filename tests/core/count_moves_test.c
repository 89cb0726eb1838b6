// SPDX-License-Identifier: MIT
#include "core/count_moves.h"

#include "support/check.h"
#include "support/data.h"

#define CHESS ((Traits){.pawns = true, .castling = true, .checks = true})

/* Counts piece by piece, as builds without AVX2 do. */
ROEK_NOINLINE uint64_t counted_by_generator(const Board *b) {
    return b->turn == WHITE ? count_by_generator(b, CHESS, WHITE)
                            : count_by_generator(b, CHESS, BLACK);
}

static void check_counts(const Position *pos, void *context) {
    (void)context;
    MoveList list;
    position_legal_moves(pos, &list);
    assert_int_equal(counted_by_generator(&pos->board), list.count);
    assert_int_equal(pos->rules->count_moves(&pos->board), list.count);
}

static void all_ways_of_counting_agree(void **state) {
    (void)state;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 41, random_effort(200000), check_counts, NULL);
}

#ifdef ROEK_HAVE_SLIDER_SIMD

/* The attacks of sliders in one direction, found by stepping from square to square. */
static Bitboard walk(Bitboard pieces, Bitboard occupied, int file_step, int rank_step) {
    Bitboard seen = 0;
    FOR_EACH_SQUARE(s, pieces) {
        int file = file_of(s) + file_step, rank = rank_of(s) + rank_step;
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8;
             file += file_step, rank += rank_step) {
            seen |= bit(square_at(file, rank));
            if (occupied & bit(square_at(file, rank))) break;
        }
    }
    return seen;
}

static void simd_attacks_equal_a_walk(void **state) {
    (void)state;
    static const int STEP[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}}; // file, rank
    Rng rng = rng_seeded(42);
    int count = random_effort(20000);
    for (int i = 0; i < count; i++) {
        Bitboard pieces = rng_next(&rng) & rng_next(&rng) & rng_next(&rng);
        Bitboard occupied = pieces | (rng_next(&rng) & rng_next(&rng)), knights = pieces, jumps = 0;
        SliderPropagators propagators = slider_propagators(~occupied);
        BitboardX8 found = x8_slider_attacks(x4_broadcast(pieces), &propagators);
        for (int lane = 0; lane < 4; lane++) {
            int file = STEP[lane][0], rank = STEP[lane][1];
            assert_int_equal(found.up[lane], walk(pieces, occupied, file, rank));
            assert_int_equal(found.down[lane], walk(pieces, occupied, -file, -rank));
        }
        BitboardX8 leaps = x8_knight_attacks(pieces);
        FOR_EACH_SQUARE(s, knights) jumps |= KNIGHT_ATTACKS[s];
        assert_int_equal(x4_union(leaps.up | leaps.down)[3], jumps);
        assert_int_equal(x4_popcount(found.up)[2], popcount(found.up[2]));
        assert_int_equal(x4_sum(x4_popcount(x4_broadcast(pieces))), 4 * popcount(pieces));
    }
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_of_counting_agree),
#ifdef ROEK_HAVE_SLIDER_SIMD
        cmocka_unit_test(simd_attacks_equal_a_walk),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
