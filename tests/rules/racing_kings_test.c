// SPDX-License-Identifier: MIT
#include "rules/registry.h"

#include "support/check.h"
#include "support/data.h"

#include <stdlib.h>
#include <string.h>

/* A line of the data file: name, FEN, perft counts from depth 1. */
static void check_perft(const DataLine *line, void *context) {
    uint64_t limit = *(uint64_t *)context;
    if (strcmp(line->field[0], "name") == 0) return;
    Position pos = race_of(line->field[1]);
    for (int i = 2; i < line->count && line->field[i][0]; i++) {
        uint64_t expected = strtoull(line->field[i], NULL, 10);
        if (expected > limit) break;
        uint64_t found = pos.rules->perft(&pos.board, i - 1);
        if (found != expected)
            fail_msg("%s:%d depth %d: %llu, expected %llu", line->name, line->line, i - 1,
                     (unsigned long long)found, (unsigned long long)expected);
    }
}

static void perft_agrees(void **state) {
    (void)state;
    uint64_t limit = getenv("ROEK_TEST_QUICK") ? 100000 : UINT64_MAX;
    assert_int_equal(data_each_line("racing-kings-perft.tsv", '\t', check_perft, &limit), 49);
    if (limit < UINT64_MAX) return;
    Position start = position_start(&RACING_KINGS);
    assert_int_equal(start.rules->perft(&start.board, 6), 298712641);
}

/* There is no promotion and no castling, so every move has four characters. */
static Move read_move(const char *text) {
    return move_make(square_at(text[0] - 'a', text[1] - '1'),
                     square_at(text[2] - 'a', text[3] - '1'), MOVE_PLAIN);
}

/* A line of the data file: FEN, number of moves, the moves. */
static void check_moves(const DataLine *line, void *context) {
    (void)context;
    if (strcmp(line->field[0], "fen") == 0) return;
    Position pos = race_of(line->field[0]);
    MoveList list;
    position_legal_moves(&pos, &list);
    int count = 0;
    for (char *word = strtok(line->field[2], " "); word; word = strtok(NULL, " ")) {
        if (!movelist_has(&list, read_move(word)))
            fail_msg("%s:%d: %s is missing", line->name, line->line, word);
        count++;
    }
    assert_int_equal(count, atoi(line->field[1]));
    assert_int_equal(list.count, count);
}

static void moves_agree(void **state) {
    (void)state;
    assert_int_equal(data_each_line("racing-kings-moves.tsv", '\t', check_moves, NULL), 81);
}

static Outcome outcome_named(const char *name) {
    static const struct {
        const char *name;
        Outcome outcome;
    } NAMES[] = {
        {"ongoing", {OUTCOME_ONGOING, NO_COLOR}},
        {"white_wins", {OUTCOME_RACE_WON, WHITE}},
        {"black_wins", {OUTCOME_RACE_WON, BLACK}},
        {"draw_both_on_8", {OUTCOME_RACE_DRAWN, NO_COLOR}},
        {"draw_stalemate", {OUTCOME_STALEMATE, NO_COLOR}},
        {"draw_50", {OUTCOME_FIFTY_MOVES, NO_COLOR}},
        {"draw_fivefold", {OUTCOME_ONGOING, NO_COLOR}}, // a position has no history
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(name, NAMES[i].name) == 0) return NAMES[i].outcome;
    fail_msg("unknown outcome %s", name);
    return (Outcome){OUTCOME_ONGOING, NO_COLOR};
}

/* A line of the data file: kind, FEN, moves, FEN after them, outcome, comment. */
static void check_result(const DataLine *line, void *context) {
    (void)context;
    if (strcmp(line->field[0], "kind") == 0) return;
    Position pos = race_of(line->field[1]);
    for (char *word = strtok(line->field[2], " "); word; word = strtok(NULL, " ")) {
        assert_int_equal(position_outcome(&pos).reason, OUTCOME_ONGOING);
        assert_true(position_is_legal(&pos, read_move(word)));
        position_play(&pos, read_move(word));
    }
    char fen[FEN_MAX];
    fen_write_position(&pos, fen);
    assert_string_equal(fen, line->field[3]);
    Outcome found = position_outcome(&pos), expected = outcome_named(line->field[4]);
    if (found.reason != expected.reason || found.winner != expected.winner)
        fail_msg("%s:%d: reason %d, winner %d (%s)", line->name, line->line, found.reason,
                 found.winner, line->field[5]);
    bool over_on_board = found.reason == OUTCOME_RACE_WON || found.reason == OUTCOME_RACE_DRAWN ||
                         found.reason == OUTCOME_STALEMATE;
    assert_int_equal(pos.rules->count_moves(&pos.board) == 0, over_on_board);
}

static void results_agree(void **state) {
    (void)state;
    assert_int_equal(data_each_line("racing-kings-results.tsv", '\t', check_result, NULL), 79);
}

static void sliders_stop_at_pieces(void **state) {
    (void)state;
    Position pos = position_start(&RACING_KINGS);
    assert_false(position_is_legal(&pos, read_move("g1g3")));
    assert_false(position_is_legal(&pos, read_move("h1h4")));
    assert_true(position_is_legal(&pos, read_move("h2h3")));
}

static void a_king_may_not_discover_a_check(void **state) {
    (void)state;
    Position pos = race_of("8/8/1rk4K/8/8/8/8/8 b - - 0 1");
    assert_false(position_is_legal(&pos, read_move("c6d7")));
    assert_true(position_is_legal(&pos, read_move("c6d6")));
}

static void the_end_comes_before_clock_and_stalemate(void **state) {
    (void)state;
    Position won = race_of("8/8/8/8/8/8/k6K/8 w - - 100 80");
    assert_int_equal(position_outcome(&won).reason, OUTCOME_FIFTY_MOVES);
    won = race_of("7K/8/8/8/8/8/2Q5/k7 b - - 100 80");
    assert_int_equal(position_outcome(&won).reason, OUTCOME_RACE_WON);
    Position bare = race_of("8/8/8/8/5K2/8/2k5/8 w - - 0 1");
    assert_false(position_is_dead(&bare));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_agrees),
        cmocka_unit_test(moves_agree),
        cmocka_unit_test(results_agree),
        cmocka_unit_test(sliders_stop_at_pieces),
        cmocka_unit_test(a_king_may_not_discover_a_check),
        cmocka_unit_test(the_end_comes_before_clock_and_stalemate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
