// SPDX-License-Identifier: MIT
//
// Examples for each kind of move, then properties that hold in every position. The rules of whole
// variants (perft, outcomes, set-ups) are tested in tests/rules.
#include "core/generate.h"

#include "base/text/text.h"
#include "support/check.h"
#include "support/data.h"
#include "support/naive.h"

#include <string.h>

/* Writes a move as the tests do: the target, with q r b n for promotions, O-O and O-O-O. */
static void write_target(Text *out, Move move) {
    Square from = move_from(move), to = move_to(move);
    if (out->used) text_char(out, ' ');
    if (move_kind(move) == MOVE_CASTLE) {
        text_string(out, to > from ? "O-O" : "O-O-O");
        return;
    }
    text_format(out, "%c%c", 'a' + file_of(to), '1' + rank_of(to));
    if (move_is_promotion(move)) text_char(out, "nbrq"[move_promotion_role(move) - KNIGHT]);
    if (move_kind(move) == MOVE_EN_PASSANT) text_string(out, "ep");
}

/* The moves of the piece on `square` are exactly `expected`, by target from a1 to h8. */
static void expect_moves(const Rules *rules, const char *fen, const char *square,
                         const char *expected) {
    Position pos = position_of(fen, rules);
    Square from = square_at(square[0] - 'a', square[1] - '1');
    MoveList list;
    char found[512];
    Text text = text_on(found, sizeof found);
    position_legal_moves(&pos, &list);
    for (Square to = A1; to <= H8; to++)
        for (int kind = 15; kind >= 0; kind--)
            if (movelist_has(&list, move_make(from, to, (MoveKind)kind)))
                write_target(&text, move_make(from, to, (MoveKind)kind));
    if (strcmp(found, expected) != 0)
        fail_msg("%s, %s: expected \"%s\", found \"%s\"", fen, square, expected, found);
}

static void expect(const char *fen, const char *square, const char *expected) {
    expect_moves(&STANDARD_CHESS, fen, square, expected);
}

static void knights_jump(void **state) {
    (void)state;
    expect("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "d4", "c2 e2 b3 f3 b5 f5 c6 e6");
    expect("4k3/8/8/2ppp3/2pNp3/2ppp3/8/4K3 w - - 0 1", "d4", "c2 e2 b3 f3 b5 f5 c6 e6");
    expect("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1", "c2 b3");
    expect("4k3/8/8/8/8/1p6/2P5/N3K3 w - - 0 1", "a1", "b3"); // takes b3, not its own c2
}

static void bishops_rooks_and_queens_stop_at_pieces(void **state) {
    (void)state;
    expect("4k3/8/1p6/8/3B4/2P5/8/4K3 w - - 0 1", "d4", "g1 f2 e3 c5 e5 b6 f6 g7 h8");
    expect("4k3/8/3p4/8/1P1R4/8/8/4K3 w - - 0 1", "d4", "d1 d2 d3 c4 e4 f4 g4 h4 d5 d6");
    expect("4k3/8/8/2p5/2PQP3/2PPP3/8/4K3 w - - 0 1", "d4", "c5 d5 e5 d6 f6 d7 g7 d8 h8");
}

static void kings_step_beside_danger(void **state) {
    (void)state;
    expect("4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4", "c3 d3 e3 c4 e4 c5 d5 e5");
    expect("8/8/3k4/8/3K4/8/8/8 w - - 0 1", "d4", "c3 d3 e3 c4 e4");     // kings keep apart
    expect("3rk3/8/8/8/3K4/8/8/8 w - - 0 1", "d4", "c3 e3 c4 e4 c5 e5"); // not along the ray
    expect("4k3/8/8/2p5/3p4/3K4/8/8 w - - 0 1", "d3", "c2 d2 e2 c4 e4"); // pawns guard forward
    expect("4k3/8/8/8/8/8/3r4/3K4 w - - 0 1", "d1", "c1 e1 d2"); // takes the unguarded checker
    expect("4k3/8/8/8/8/4b3/3r4/3K4 w - - 0 1", "d1", "c1 e1");  // not the guarded one
}

static void pinned_pieces_stay_on_the_line(void **state) {
    (void)state;
    expect("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1", "e2", "e3 e4");
    expect("4k3/8/8/8/7b/6B1/8/4K3 w - - 0 1", "g3", "f2 h4");
    expect("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2", "");
    expect("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2", "");
    expect("4k3/8/8/8/4r3/8/4Q3/4K3 w - - 0 1", "e2", "e3 e4");
    expect("4k3/8/8/8/4r3/4p3/4Q3/4K3 w - - 0 1", "e2",
           "d1 f1 a2 b2 c2 d2 f2 g2 h2 d3 e3 f3 c4 g4 b5 h5 a6"); // two between: no pin
}

static void checks_are_answered(void **state) {
    (void)state;
    const char *fen = "4k3/8/8/8/4r3/8/3N1P2/R3K3 w - - 0 1";
    expect(fen, "d2", "e4");                                // captures the checker
    expect(fen, "f2", "");                                  // cannot help
    expect(fen, "a1", "");                                  // cannot reach the line
    expect(fen, "e1", "d1 f1");                             // steps aside
    expect("4k3/8/8/8/4r3/8/8/3BK3 w - - 0 1", "d1", "e2"); // between
    // double check: only the king moves
    const char *both = "4k3/8/8/8/4r3/3n4/8/R2BK3 w - - 0 1";
    expect(both, "d1", "");
    expect(both, "e1", "f1 d2");
}

static void pawns_step_and_capture(void **state) {
    (void)state;
    expect("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", "e3 e4");
    expect("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3", "e4");
    expect("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2", "e3"); // the double step is blocked
    expect("4k3/8/8/8/8/4p3/4P3/3K4 w - - 0 1", "e2", "");   // it does not jump
    expect("4k3/8/8/8/8/3p1p2/4P3/4K3 w - - 0 1", "e2", "d3 e3 f3 e4");
    expect("4k3/8/8/8/8/3P1P2/4P3/4K3 w - - 0 1", "e2", "e3 e4"); // not its own
    expect("4k3/4p3/3P1P2/8/8/8/8/4K3 b - - 0 1", "e7", "e5 d6 e6 f6");
    // never around the edge of the board
    expect("4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4", "a5");
    expect("4k3/8/p7/7P/8/8/8/4K3 w - - 0 1", "h5", "h6");
    expect("4k3/8/7p/P7/8/8/8/4K3 b - - 0 1", "h6", "h5");
}

static void pinned_pawns_stay_on_the_line(void **state) {
    (void)state;
    expect("4k3/8/8/8/4r3/3p4/4P3/4K3 w - - 0 1", "e2", "e3");  // along the file
    expect("4k3/8/8/8/8/2b5/3P4/4K3 w - - 0 1", "d2", "c3");    // takes the pinner
    expect("4k3/8/8/8/1b6/4p3/3P4/4K3 w - - 0 1", "d2", "");    // neither step nor other capture
    expect("4k3/8/8/8/8/8/3P4/r2NK3 w - - 0 1", "d2", "d3 d4"); // not pinned at all
    expect("8/8/8/8/r2P2K1/4p3/8/4k3 w - - 0 1", "d4", "");     // pinned along the rank
    expect("4k3/8/8/8/4r3/8/4P3/3K4 w - - 0 1", "e2", "e3");    // blocked, not pinned
    expect("4k3/3p4/2B1P3/8/8/8/8/4K3 b - - 0 1", "d7", "c6");  // Black, towards the pinner
    expect("4k3/5p2/4P1B1/8/8/8/8/4K3 b - - 0 1", "f7", "g6");
}

static void pawns_promote_to_four_pieces(void **state) {
    (void)state;
    expect("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7", "e8q e8r e8b e8n");
    expect("3rrn2/4P2k/8/8/8/8/8/6K1 w - - 0 1", "e7", "d8q d8r d8b d8n f8q f8r f8b f8n");
    expect("8/7k/8/8/8/8/4p3/3N3K b - - 0 1", "e2", "d1q d1r d1b d1n e1q e1r e1b e1n");
    expect("4r3/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7", ""); // blocked
    expect("5r2/4P3/3K3k/8/8/8/8/8 w - - 0 1", "e7", "e8q e8r e8b e8n f8q f8r f8b f8n");
    expect("3b4/4P3/5K1k/8/8/8/8/8 w - - 0 1", "e7", "d8q d8r d8b d8n"); // pinned: captures
    expect("5r2/4P3/8/5K1k/8/8/8/8 w - - 0 1", "e7", "f8q f8r f8b f8n"); // out of check
    expect("3r4/4P3/3K3k/8/8/8/8/8 w - - 0 1", "e7", "d8q d8r d8b d8n");
}

static void en_passant_is_for_pawns_at_once(void **state) {
    (void)state;
    expect("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5", "d6ep e6");
    expect("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5", "e6"); // too late
    expect("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2", "e4", "d3ep e3");
    expect("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "c5", "c6 d6ep"); // from both sides
    expect("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "e5", "d6ep e6");
    // other pieces do not capture en passant: the pawn stays when a knight moves to d6
    Position pos = chess_of("4k3/8/8/1N1p4/8/8/8/4K3 w - d6 0 2");
    position_play(&pos, move_make(B5, D6, MOVE_PLAIN));
    assert_int_equal(pos.piece[D5], piece_of(BLACK, PAWN));
    // a capturing pawn must stand beside the other, also at the edge of the board
    expect("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5", "a6");
    expect("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 2", "h5", "h6");
}

static void en_passant_may_not_open_a_line_to_the_king(void **state) {
    (void)state;
    // both pawns leave the rank at once
    expect("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "e5", "e6");
    expect("8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1", "e4", "e3");
    // a third piece on the rank still shields
    expect("8/8/8/K2pP1Nr/8/8/8/4k3 w - d6 0 2", "e5", "d6ep e6");
    // the capturing pawn is pinned: only the diagonal of the capture is allowed
    expect("4k3/2b5/8/3pP3/8/6K1/8/8 w - d6 0 2", "e5", "d6ep");
    expect("4k3/6b1/8/3pP3/8/2K5/8/8 w - d6 0 2", "e5", "");
    expect("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5", "e6");
}

static void en_passant_answers_only_its_own_check(void **state) {
    (void)state;
    // the pawn that made the double step gives check: en passant is an answer
    expect("4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 2", "e5", "d6ep");
    expect("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4", "d3ep");
    // the step discovered a check: taking the pawn does not help, stepping between does
    expect("8/8/7k/8/3Pp3/8/8/2B1K3 b - d3 0 1", "e4", "e3");
}

static void castling_moves_king_and_rook(void **state) {
    (void)state;
    const char *black = "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1";
    expect("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1", "e1", "O-O-O d1 f1 O-O d2 e2 f2");
    expect(black, "e8", "d7 e7 f7 O-O-O d8 f8 O-O");
    char fen[FEN_MAX];
    Position pos = chess_of(black), queenside = pos;
    position_play(&queenside, move_make(E8, A8, MOVE_CASTLE));
    fen_write_position(&queenside, fen);
    assert_string_equal(fen, "2kr3r/p6p/8/8/8/8/P6P/R3K2R w KQ - 1 2");
    position_play(&pos, move_make(E8, H8, MOVE_CASTLE));
    fen_write_position(&pos, fen);
    assert_string_equal(fen, "r4rk1/p6p/8/8/8/8/P6P/R3K2R w KQ - 1 2");
}

/* Plays plain moves, given as squares: from, to, from, to, … up to NO_SQUARE. */
static Position after(const char *fen, const Square *squares) {
    Position pos = chess_of(fen);
    for (; *squares != NO_SQUARE; squares += 2) {
        Move move = move_make(squares[0], squares[1], MOVE_PLAIN);
        assert_true(position_is_legal(&pos, move));
        position_play(&pos, move);
    }
    return pos;
}

static void castling_is_lost_with_the_first_move(void **state) {
    (void)state;
    const char *open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const Square king[] = {E1, E2, E8, E7, E2, E1, E7, E8, NO_SQUARE};
    const Square rook[] = {A1, B1, H8, H7, B1, A1, H7, H8, NO_SQUARE};
    const Square captured[] = {H1, H8, NO_SQUARE}; // both rooks of the king's side are gone
    assert_int_equal(after(open, king).board.castling, 0);
    assert_int_equal(after(open, rook).board.castling, bit(H1) | bit(A8));
    assert_int_equal(after(open, captured).board.castling, bit(A1) | bit(A8));
    expect("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1", "O-O-O d1 f1 d2 e2 f2");
    expect("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1", "d1 f1 d2 e2 f2");
    const Square taken[] = {G2, H1, NO_SQUARE};
    assert_int_equal(after("4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1", taken).board.castling, bit(A1));
}

static void castling_needs_an_empty_way(void **state) {
    (void)state;
    expect("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1", "d1 f1 O-O d2 e2 f2");
    expect("4k3/8/8/8/8/8/8/R1B1K1NR w KQ - 0 1", "e1", "d1 f1 d2 e2 f2");
    expect("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", "e1", "d1 f1 O-O e2 f2"); // an enemy in the way
    expect("4k3/8/8/8/8/8/8/R2QKB1R w KQ - 0 1", "e1", "d2 e2 f2");
}

static void castling_needs_a_safe_way(void **state) {
    (void)state;
    expect("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1", "d1 f1 d2 f2");          // out of check
    expect("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "O-O-O d1 d2 e2");        // through f1
    expect("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "f1 O-O e2 f2");          // through d1
    expect("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "O-O-O d1 f1 d2 e2 f2"); // into check
    expect("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "d1 f1 O-O d2 e2 f2");
    expect("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "e1", "O-O-O d1 d2 e2 f2"); // a pawn guards f1
    expect("4k3/8/8/8/8/7n/8/R3K2R w KQ - 0 1", "e1", "O-O-O d1 f1 d2 e2");  // a knight g1
    expect("8/8/8/8/8/8/6k1/R3K2R w KQ - 0 1", "e1", "O-O-O d1 d2 e2");      // the king f1
}

static void castling_cares_only_for_the_king(void **state) {
    (void)state;
    expect("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "O-O-O d1 f1 O-O d2 e2 f2"); // rooks
    expect("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", "O-O-O d1 f1 d2 e2 f2");       // b1
}

static void castling_in_chess960(void **state) {
    (void)state;
    expect("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1", "e1 O-O e2 f2 g2");   // they swap
    expect("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1", "O-O-O d1 b2 c2 d2"); // only the rook moves
    expect("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1", "f1 O-O f2 g2 h2");
    expect("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1", "d1 b2 c2 d2");        // the rook shields
    expect("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1", "a1 c1 O-O a2 b2 c2"); // a long way
    expect("3rk3/8/8/8/8/8/8/1K5R w H - 0 1", "b1", "a1 c1 a2 b2 c2"); // not past the rook's file
    expect("4k3/8/8/8/8/8/8/1K1N3R w H - 0 1", "b1", "a1 c1 a2 b2 c2");
    expect("4k3/8/8/8/8/8/8/R1B2K2 w A - 0 1", "f1", "e1 g1 e2 f2 g2"); // a piece on the target
}

static void racing_kings_give_no_check(void **state) {
    (void)state;
    const Rules *race = &RACING_KINGS;
    expect_moves(race, "8/8/1rk4K/8/8/8/8/8 b - - 0 1", "c6", "d6");
    // no direct check: the rook keeps off the rank and file of the enemy king
    expect_moves(race, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "a1", "b1 c1 a2 a3 a4 a6 a7 a8");
    expect_moves(race, "8/8/8/3k4/8/8/8/1N2K3 w - - 0 1", "b1", "d2 a3");
}

/* Properties of any position, compared with the naive generator. */
static void check_position(const Position *pos, NaiveGame game) {
    Setup setup = position_to_setup(pos);
    MoveList found, expected, noisy, quiet;
    char fen[FEN_MAX];
    fen_write(&setup, fen);
    position_legal_moves(pos, &found);
    naive_legal_moves(&setup, game, &expected);
    if (found.count != expected.count)
        fail_msg("%s: %d moves, the judge finds %d", fen, found.count, expected.count);
    for (int i = 0; i < found.count; i++)
        if (!movelist_has(&expected, found.items[i])) fail_msg("%s: move %d", fen, found.items[i]);
    assert_int_equal(pos->rules->count_moves(&pos->board), found.count);
    pos->rules->legal_moves(&pos->board, GENERATE_NOISY, &noisy);
    pos->rules->legal_moves(&pos->board, GENERATE_QUIET, &quiet);
    assert_int_equal(noisy.count + quiet.count, found.count);
    for (int i = 0; i < found.count; i++) {
        Move move = found.items[i];
        bool loud = position_is_capture(pos, move) ? !move_is_promotion(move) : false;
        if (move_is_promotion(move)) loud = move_promotion_role(move) == QUEEN;
        assert_true(movelist_has(loud ? &noisy : &quiet, move));
    }
}

static void check_chess(const Position *pos, void *context) {
    (void)context;
    check_position(pos, NAIVE_CHESS);
}
static void check_race(const Position *pos, void *context) {
    (void)context;
    check_position(pos, NAIVE_RACE);
}

static void the_judge_finds_the_same_moves(void **state) {
    (void)state;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 11, random_effort(60000), check_chess, NULL);
    data_each_random(&RACING_KINGS, RACE_STARTS, 12, random_effort(60000), check_race, NULL);
}

/* is_legal accepts any 16 bits: a move of another position, or garbage. */
static void check_all_codes(const Position *pos, void *context) {
    int *countdown = context;
    if (--*countdown > 0) return;
    *countdown = 97;
    MoveList list;
    bool legal[1 << 16] = {false};
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        assert_false(legal[list.items[i]]); // listed once
        legal[list.items[i]] = true;
    }
    for (int code = 0; code < 1 << 16; code++)
        if (position_is_legal(pos, (Move)code) != legal[code]) {
            char fen[FEN_MAX];
            fen_write_position(pos, fen);
            fail_msg("%s: move code %d", fen, code);
        }
}

static void legality_of_any_code_agrees_with_the_list(void **state) {
    (void)state;
    int countdown = 1;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 13, random_effort(10000), check_all_codes,
                     &countdown);
    data_each_random(&RACING_KINGS, RACE_STARTS, 14, random_effort(10000), check_all_codes,
                     &countdown);
}

static void check_kings_after(const Position *pos, void *context) {
    (void)context;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position next = *pos;
        position_play(&next, list.items[i]);
        const Board *b = &next.board;
        Color us = position_turn(pos), them = other(us);
        Bitboard occupied = board_occupied(b);
        assert_int_equal(board_attackers(b, board_king(b, us), them, occupied), 0);
        bool check = board_attackers(b, board_king(b, them), us, occupied) != 0;
        assert_int_equal(position_is_check(&next), check);
        assert_int_equal(position_gives_check(pos, list.items[i]), check);
        if (!pos->rules->traits.checks) assert_false(check);
    }
}

static void no_move_leaves_the_king_in_check(void **state) {
    (void)state;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 15, random_effort(10000), check_kings_after,
                     NULL);
    data_each_random(&RACING_KINGS, RACE_STARTS, 16, random_effort(10000), check_kings_after, NULL);
}

/* Colours swapped and the board flipped. */
static Setup mirrored(const Setup *setup) {
    Setup mirror = *setup;
    for (Square s = A1; s <= H8; s++) {
        Piece piece = setup->piece[s];
        mirror.piece[s ^ 56] = piece == NO_PIECE ? piece : piece ^ 8;
    }
    mirror.turn = other(setup->turn);
    mirror.castling = __builtin_bswap64(setup->castling);
    if (setup->ep != NO_SQUARE) mirror.ep = setup->ep ^ 56;
    return mirror;
}

static void check_mirror(const Position *pos, void *context) {
    (void)context;
    Setup setup = position_to_setup(pos), mirror = mirrored(&setup);
    Position turned;
    MoveList here, there;
    assert_int_equal(position_from_setup(&mirror, pos->rules, &turned), 0);
    position_legal_moves(pos, &here);
    position_legal_moves(&turned, &there);
    assert_int_equal(here.count, there.count);
    for (int i = 0; i < here.count; i++)
        assert_true(movelist_has(&there, here.items[i] ^ (56 | 56 << 6)));
}

static void colours_are_treated_alike(void **state) {
    (void)state;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 17, random_effort(60000), check_mirror, NULL);
}

/* A frame of queens: almost the maximum number of moves of any set-up. */
static void crowds_fit_into_a_list(void **state) {
    (void)state;
    Position pos = chess_of("QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    Setup setup = position_to_setup(&pos);
    MoveList fast, slow;
    position_legal_moves(&pos, &fast);
    naive_legal_moves(&setup, NAIVE_CHESS, &slow);
    assert_int_equal(fast.count, slow.count);
    assert_int_equal(fast.count, pos.rules->count_moves(&pos.board));
    assert_in_range(fast.count, 257, MOVES_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knights_jump),
        cmocka_unit_test(bishops_rooks_and_queens_stop_at_pieces),
        cmocka_unit_test(kings_step_beside_danger),
        cmocka_unit_test(pinned_pieces_stay_on_the_line),
        cmocka_unit_test(checks_are_answered),
        cmocka_unit_test(pawns_step_and_capture),
        cmocka_unit_test(pinned_pawns_stay_on_the_line),
        cmocka_unit_test(pawns_promote_to_four_pieces),
        cmocka_unit_test(en_passant_is_for_pawns_at_once),
        cmocka_unit_test(en_passant_may_not_open_a_line_to_the_king),
        cmocka_unit_test(en_passant_answers_only_its_own_check),
        cmocka_unit_test(castling_moves_king_and_rook),
        cmocka_unit_test(castling_is_lost_with_the_first_move),
        cmocka_unit_test(castling_needs_an_empty_way),
        cmocka_unit_test(castling_needs_a_safe_way),
        cmocka_unit_test(castling_cares_only_for_the_king),
        cmocka_unit_test(castling_in_chess960),
        cmocka_unit_test(racing_kings_give_no_check),
        cmocka_unit_test(the_judge_finds_the_same_moves),
        cmocka_unit_test(legality_of_any_code_agrees_with_the_list),
        cmocka_unit_test(no_move_leaves_the_king_in_check),
        cmocka_unit_test(colours_are_treated_alike),
        cmocka_unit_test(crowds_fit_into_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
