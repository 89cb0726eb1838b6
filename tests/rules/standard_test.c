// SPDX-License-Identifier: MIT
//
// The rules of chess as a whole: perft against published counts, all successor positions, and how a
// game ends.
#include "rules/registry.h"

#include "base/text/text.h"
#include "support/check.h"
#include "support/data.h"

#include <stdlib.h>
#include <string.h>

/* Counts above this limit are skipped; the rest of a suite takes some seconds. */
typedef struct {
    uint64_t limit, nodes;
} Budget;

/* A line of the data file: FEN ;D1 count ;D2 count … */
static void check_perft(const DataLine *line, void *context) {
    Budget *budget = context;
    Position pos = chess_of(line->field[0]);
    for (int i = 1; i < line->count; i++) {
        Cursor c = cursor_on(line->field[i] + 1);
        int64_t depth, expected;
        assert_true(cursor_int(&c, 1, 20, &depth));
        cursor_skip_spaces(&c);
        assert_true(cursor_int(&c, 0, INT64_MAX, &expected));
        if ((uint64_t)expected > budget->limit) break;
        uint64_t found = pos.rules->perft(&pos.board, (int)depth);
        if (found != (uint64_t)expected)
            fail_msg("%s:%d depth %d: %llu, expected %llu", line->name, line->line, (int)depth,
                     (unsigned long long)found, (unsigned long long)expected);
        budget->nodes += found;
    }
}

static void perft_of_the_suite(void **state) {
    (void)state;
    Budget budget = {getenv("ROEK_TEST_QUICK") ? 200000 : 200000000, 0};
    assert_int_equal(data_each_line("perft.epd", ';', check_perft, &budget), 128);
    assert_true(budget.nodes > 1000000);
}

static void perft_of_chess960(void **state) {
    (void)state;
    Budget budget = {getenv("ROEK_TEST_QUICK") ? 15000 : 1000000, 0};
    assert_int_equal(data_each_line("perft-chess960.epd", ';', check_perft, &budget), 960);
    assert_true(budget.nodes > 1000000);
}

/* Removes `fen` from a list of FENs separated by '|'. False if it is not in the list. */
static bool strike_out(char *list, const char *fen) {
    char *found = strstr(list, fen);
    size_t length = strlen(fen);
    if (!found || (found[length] != '|' && found[length] != '\0')) return false;
    memset(found, '#', length);
    return true;
}

/* A line of the data file: FEN, tab, the FENs after all moves, separated by '|'. */
static void check_next(const DataLine *line, void *context) {
    (void)context;
    Position pos = chess_of(line->field[0]);
    MoveList list;
    int expected = 1;
    for (const char *c = line->field[1]; *c; c++) expected += *c == '|';
    position_legal_moves(&pos, &list);
    assert_int_equal(list.count, expected);
    for (int i = 0; i < list.count; i++) {
        char fen[FEN_MAX];
        Position next = pos;
        position_play(&next, list.items[i]);
        fen_write_position(&next, fen);
        if (!strike_out(line->field[1], fen))
            fail_msg("%s:%d: %s is not expected", line->name, line->line, fen);
    }
}

static void next_positions_are_those_of_others(void **state) {
    (void)state;
    assert_int_equal(data_each_line("next.tsv", '\t', check_next, NULL), 60);
}

static void expect_outcome(const char *fen, OutcomeReason reason, Color winner) {
    Position pos = chess_of(fen);
    Outcome outcome = position_outcome(&pos);
    if (outcome.reason != reason || outcome.winner != winner)
        fail_msg("%s: reason %d, winner %d", fen, outcome.reason, outcome.winner);
    MoveList list;
    position_legal_moves(&pos, &list);
    if (reason == OUTCOME_CHECKMATE || reason == OUTCOME_STALEMATE) assert_int_equal(list.count, 0);
}

static void mate_and_stalemate_differ(void **state) {
    (void)state;
    expect_outcome("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", OUTCOME_CHECKMATE, WHITE);
    expect_outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
                   OUTCOME_CHECKMATE, BLACK);
    expect_outcome("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", OUTCOME_ONGOING, NO_COLOR);
    expect_outcome("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1", OUTCOME_CHECKMATE, WHITE);
    expect_outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", OUTCOME_STALEMATE, NO_COLOR);
    expect_outcome("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1", OUTCOME_STALEMATE, NO_COLOR);
    // en passant is the only move
    expect_outcome("8/8/8/4B3/3Pp3/4N3/5K2/7k b - d3 0 1", OUTCOME_ONGOING, NO_COLOR);
    expect_outcome("8/8/8/4B3/3Pp3/4N3/5K2/7k b - - 0 1", OUTCOME_STALEMATE, NO_COLOR);
    expect_outcome("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", OUTCOME_ONGOING,
                   NO_COLOR);
}

static void a_clock_of_74_changes_nothing(void **state) {
    (void)state;
    Position fresh =
        chess_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    Position worn =
        chess_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 74 80");
    assert_int_equal(fresh.rules->perft(&fresh.board, 2), 2039);
    assert_int_equal(worn.rules->perft(&worn.board, 2), 2039);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_of_the_suite),
        cmocka_unit_test(perft_of_chess960),
        cmocka_unit_test(next_positions_are_those_of_others),
        cmocka_unit_test(mate_and_stalemate_differ),
        cmocka_unit_test(a_clock_of_74_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
