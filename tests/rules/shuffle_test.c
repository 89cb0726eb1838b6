// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "core/outcome.h"
#include "rules/shuffle.h"

#include <stdlib.h>
#include <string.h>

typedef char Fen[FEN_MAX];

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Writes the FENs of all start positions, which must be playable. Returns how many differ. */
static int distinct_starts(const Rules *rules, Fen *fens) {
    for (int n = 0; n < rules->shuffle_count; n++) {
        Setup setup;
        Position pos;
        rules->shuffle(n, &setup);
        assert_int_equal(position_from_setup(&setup, rules, &pos), 0);
        assert_false(outcome_is_over(position_outcome(&pos)));
        fen_write(&setup, fens[n]);
    }
    Fen *sorted = malloc((size_t)rules->shuffle_count * sizeof *sorted);
    assert_non_null(sorted);
    memcpy(sorted, fens, (size_t)rules->shuffle_count * sizeof *sorted);
    qsort(sorted, (size_t)rules->shuffle_count, sizeof *sorted, by_text);
    int distinct = 0;
    for (int n = 0; n < rules->shuffle_count; n++)
        distinct += n == 0 || strcmp(sorted[n], sorted[n - 1]) != 0;
    free(sorted);
    return distinct;
}

static void racing_starts(void **state) {
    (void)state;
    static Fen fens[RACING1440_COUNT];
    assert_int_equal(distinct_starts(&RACING_KINGS, fens), 1440);
    assert_string_equal(fens[RACING1440_NORMAL], RACING_KINGS.start_fen);
    for (int n = 0; n < RACING1440_COUNT; n++) {
        Setup setup;
        shuffle_racing1440(n, &setup);
        for (Square s = A1; s <= H2; s++) {
            Piece here = setup.piece[s], there = setup.piece[s ^ 7];
            assert_int_equal(piece_role(here), piece_role(there));
            assert_int_equal(piece_color(here), file_of(s) >= 4 ? WHITE : BLACK);
        }
        assert_true(file_of(first_square(setup_pieces(&setup, WHITE, KING))) >= 6);
    }
}

static void chess_starts(void **state) {
    (void)state;
    static Fen fens[CHESS960_COUNT];
    assert_int_equal(distinct_starts(&STANDARD_CHESS, fens), 960);
    assert_string_equal(fens[CHESS960_NORMAL], STANDARD_CHESS.start_fen);
    // from the published table
    assert_int_equal(strncmp(fens[0], "bbqnnrkr/", 9), 0);
    assert_int_equal(strncmp(fens[1], "bqnbnrkr/", 9), 0);
    assert_int_equal(strncmp(fens[959], "rkrnnqbb/", 9), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(racing_starts),
        cmocka_unit_test(chess_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
