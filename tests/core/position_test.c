// SPDX-License-Identifier: MIT
#include "core/position.h"

#include "core/zobrist.h"
#include "support/check.h"
#include "support/data.h"
#include "support/naive.h"

#include <string.h>

static void a_position_is_a_small_value(void **state) {
    (void)state;
    assert_in_range(sizeof(Position), 0, 200);
}

static void check_caches(const Position *pos) {
    Key pawns = 0, pieces[2] = {0, 0};
    for (Square s = A1; s <= H8; s++) {
        Piece piece = pos->piece[s];
        assert_int_equal(board_piece_at(&pos->board, s), piece);
        if (piece == NO_PIECE) continue;
        Key key = ZOBRIST_PIECE[piece][s];
        if (piece_role(piece) == PAWN)
            pawns ^= key;
        else
            pieces[piece_color(piece)] ^= key;
    }
    assert_int_equal(pos->pawn_key, pawns);
    assert_int_equal(pos->piece_key[WHITE], pieces[WHITE]);
    assert_int_equal(pos->piece_key[BLACK], pieces[BLACK]);
    assert_int_equal(pos->key, position_compute_key(pos));
}

/* A position after a move, one set up from its FEN, and the naive implementation agree in every
 * field. */
static void check_next(const Position *pos, void *context) {
    (void)context;
    Setup setup = position_to_setup(pos);
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position next = *pos, fresh;
        position_play(&next, list.items[i]);
        check_caches(&next);
        Setup expected = naive_after(&setup, list.items[i]), found = position_to_setup(&next);
        assert_memory_equal(found.piece, expected.piece, sizeof found.piece);
        assert_int_equal(found.halfmove, expected.halfmove);
        assert_int_equal(found.fullmove, expected.fullmove);
        assert_int_equal(found.castling, expected.castling);
        assert_int_equal(found.ep, expected.ep);
        if (next.rules->traits.finish && next.rules->outcome(&next.board).reason != OUTCOME_ONGOING)
            continue;
        assert_int_equal(position_from_setup(&expected, next.rules, &fresh), 0);
        assert_int_equal(fresh.key, next.key);
        assert_int_equal(fresh.pawn_key, next.pawn_key);
        assert_memory_equal(fresh.piece_key, next.piece_key, sizeof fresh.piece_key);
        assert_int_equal(fresh.ep_key, next.ep_key);
    }
}

static void playing_keeps_every_field_true(void **state) {
    (void)state;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 31, random_effort(5000), check_next, NULL);
    data_each_random(&RACING_KINGS, RACE_STARTS, 32, random_effort(3000), check_next, NULL);
}

static void the_key_knows_turn_rights_and_en_passant(void **state) {
    (void)state;
    Position w = chess_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_int_not_equal(w.key, chess_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").key);
    assert_int_not_equal(w.key, chess_of("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1").key);
    assert_int_equal(w.key, chess_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 40 99").key);
    // the en-passant square counts only if a pawn can legally capture
    Key without = chess_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").key;
    assert_int_not_equal(chess_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").key, without);
    assert_int_equal(chess_of("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1").key,
                     chess_of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1").key);
    assert_int_equal(chess_of("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2").key, // opens the rank
                     chess_of("8/8/8/K2pP2r/8/8/8/4k3 w - - 0 2").key);
}

static void transpositions_share_a_key(void **state) {
    (void)state;
    static const Square ORDERS[2][8] = {{G1, F3, G8, F6, B1, C3, B8, C6},
                                        {B1, C3, B8, C6, G1, F3, G8, F6}};
    Key keys[2];
    for (int order = 0; order < 2; order++) {
        Position pos = position_start(&STANDARD_CHESS);
        for (int i = 0; i < 8; i += 2)
            position_play(&pos, move_make(ORDERS[order][i], ORDERS[order][i + 1], MOVE_PLAIN));
        keys[order] = pos.key;
    }
    assert_int_equal(keys[0], keys[1]);
}

static void the_en_passant_square_follows_every_double_step(void **state) {
    (void)state;
    char fen[FEN_MAX];
    Position pos = position_start(&STANDARD_CHESS);
    position_play(&pos, move_make(E2, E4, MOVE_DOUBLE_STEP));
    fen_write_position(&pos, fen);
    assert_string_equal(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_int_equal(pos.ep_key, NO_SQUARE); // no pawn can capture
    position_play(&pos, move_make(G8, F6, MOVE_PLAIN));
    fen_write_position(&pos, fen);
    assert_string_equal(fen, "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
}

static void passing_changes_only_the_turn(void **state) {
    (void)state;
    Position pos = chess_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 9");
    position_play_null(&pos);
    check_caches(&pos);
    assert_int_equal(pos.key, chess_of("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1").key);
    assert_int_equal(pos.board.ep, NO_SQUARE);
    assert_int_equal(pos.fullmove, 9);
    position_play_null(&pos);
    assert_int_equal(pos.key, chess_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").key);
    assert_int_equal(pos.fullmove, 10);
}

static void captures_are_known(void **state) {
    (void)state;
    Position pos = chess_of("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    assert_true(position_is_capture(&pos, move_make(E5, D6, MOVE_EN_PASSANT)));
    assert_true(position_is_capture(&pos, move_make(H1, H8, MOVE_PLAIN)));
    assert_false(position_is_capture(&pos, move_make(E1, H1, MOVE_CASTLE)));
    assert_false(position_is_capture(&pos, move_make(E5, E6, MOVE_PLAIN)));
}

static void checks_are_known_before_they_are_played(void **state) {
    (void)state;
    Position castle = chess_of("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_true(position_gives_check(&castle, move_make(E1, H1, MOVE_CASTLE)));
    Position discover = chess_of("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1");
    assert_false(position_is_check(&discover));
    Position ep = chess_of("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1");
    assert_true(position_gives_check(&ep, move_make(E5, D6, MOVE_EN_PASSANT)));
    Position promote = chess_of("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_true(position_gives_check(&promote, move_make_promotion(A7, A8, QUEEN)));
    assert_false(position_gives_check(&promote, move_make_promotion(A7, A8, KNIGHT)));
}

static OutcomeReason reason(const char *fen) {
    Position pos = chess_of(fen);
    return position_outcome(&pos).reason;
}

static void dead_positions_are_drawn(void **state) {
    (void)state;
    static const char *const DEAD[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",    // bare kings
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",   // a bishop
        "4k3/8/8/8/8/8/8/4KN2 b - - 0 1",   // a knight
        "4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", // bishops on squares of one colour
        "6b1/5b2/6k1/8/8/8/4B3/4KB2 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof DEAD / sizeof *DEAD; i++)
        assert_int_equal(reason(DEAD[i]), OUTCOME_DEAD_POSITION);
    static const char *const ALIVE[] = {
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", // bishops on squares of both colours
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", // mate is possible with the opponent's help
        "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",  "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof ALIVE / sizeof *ALIVE; i++)
        assert_int_equal(reason(ALIVE[i]), OUTCOME_ONGOING);
}

static void seventy_five_moves_end_the_game_unless_mate(void **state) {
    (void)state;
    assert_int_equal(reason("4k3/8/8/8/8/8/8/4KQ2 w - - 149 100"), OUTCOME_ONGOING);
    assert_int_equal(reason("4k3/8/8/8/8/8/8/4KQ2 w - - 150 100"), OUTCOME_SEVENTY_FIVE_MOVES);
    assert_int_equal(reason("7k/6Q1/6K1/8/8/8/8/8 b - - 150 100"), OUTCOME_CHECKMATE);
    // the 75-move rule removes no legal moves
    Position pos = chess_of("4k3/8/8/8/8/8/4P3/4KQ2 w - - 150 100");
    MoveList list;
    position_legal_moves(&pos, &list);
    assert_int_not_equal(list.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_a_small_value),
        cmocka_unit_test(playing_keeps_every_field_true),
        cmocka_unit_test(the_key_knows_turn_rights_and_en_passant),
        cmocka_unit_test(transpositions_share_a_key),
        cmocka_unit_test(the_en_passant_square_follows_every_double_step),
        cmocka_unit_test(passing_changes_only_the_turn),
        cmocka_unit_test(captures_are_known),
        cmocka_unit_test(checks_are_known_before_they_are_played),
        cmocka_unit_test(dead_positions_are_drawn),
        cmocka_unit_test(seventy_five_moves_end_the_game_unless_mate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
