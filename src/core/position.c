// SPDX-License-Identifier: MIT
#include "core/position.h"

#include "core/zobrist.h"

#include <assert.h>
#include <string.h>

/* The en-passant square is part of the key only if a capture there is legal: FIDE calls positions
 * equal if the same moves are possible. */
static Square ep_for_key(const Position *pos) {
    const Board *b = &pos->board;
    if (b->ep == NO_SQUARE) return NO_SQUARE;
    Color us = position_turn(pos);
    Bitboard takers = PAWN_ATTACKS[other(us)][b->ep] & board_pieces(b, us, PAWN);
    FOR_EACH_SQUARE(from, takers) {
        if (position_is_legal(pos, move_make(from, b->ep, MOVE_EN_PASSANT))) return b->ep;
    }
    return NO_SQUARE;
}

static Key ep_key(Square ep) {
    return ep == NO_SQUARE ? 0 : ZOBRIST_EP[file_of(ep)];
}

static Key castling_key(Bitboard rooks) {
    Key key = 0;
    FOR_EACH_SQUARE(rook, rooks) key ^= ZOBRIST_CASTLING[rook];
    return key;
}

Key position_compute_key(const Position *pos) {
    Key key = position_turn(pos) == BLACK ? ZOBRIST_BLACK : 0;
    for (Square s = A1; s <= H8; s++)
        if (pos->piece[s] != NO_PIECE) key ^= ZOBRIST_PIECE[pos->piece[s]][s];
    return key ^ castling_key(pos->board.castling) ^ ep_key(ep_for_key(pos));
}

/* Updates the keys for a piece that appears on a square or leaves it. */
static void toggle_keys(Position *pos, Piece piece, Square s) {
    Key key = ZOBRIST_PIECE[piece][s];
    pos->key ^= key;
    if (piece_role(piece) == PAWN)
        pos->pawn_key ^= key;
    else
        pos->piece_key[piece_color(piece)] ^= key;
}

/* The castling rights for which king and rook are in place, each checked separately. */
static Bitboard valid_castling_rights(const Setup *setup, const Rules *rules) {
    Bitboard valid = 0, claimed = setup->castling;
    FOR_EACH_SQUARE(rook, claimed) {
        Setup one = *setup;
        one.castling = bit(rook);
        if (!(rules->faults(&one) & SETUP_BAD_CASTLING)) valid |= bit(rook);
    }
    return valid;
}

SetupFaults setup_repair(Setup *setup, const Rules *rules) {
    SetupFaults repaired = rules->faults(setup) & (SETUP_BAD_CASTLING | SETUP_BAD_EN_PASSANT);
    if (repaired & SETUP_BAD_EN_PASSANT) setup->ep = NO_SQUARE;
    if (repaired & SETUP_BAD_CASTLING) setup->castling = valid_castling_rights(setup, rules);
    return repaired;
}

SetupFaults position_from_setup(const Setup *setup, const Rules *rules, Position *out) {
    SetupFaults faults = rules->faults(setup);
    if (faults) return faults;
    Position pos = {
        .board = board_from_setup(setup),
        .rules = rules,
        .halfmove = (uint16_t)setup->halfmove,
        .fullmove = (uint32_t)setup->fullmove,
    };
    memcpy(pos.piece, setup->piece, sizeof pos.piece);
    for (Square s = A1; s <= H8; s++)
        if (setup->piece[s] != NO_PIECE) toggle_keys(&pos, setup->piece[s], s);
    // all variants must reject a set-up without exactly two kings
    assert(popcount(board_pieces(&pos.board, WHITE, KING)) == 1);
    assert(popcount(board_pieces(&pos.board, BLACK, KING)) == 1);
    pos.ep_key = (uint8_t)ep_for_key(&pos);
    pos.key = position_compute_key(&pos);
    *out = pos;
    return 0;
}

Setup position_to_setup(const Position *pos) {
    Setup setup = {
        .turn = position_turn(pos),
        .castling = pos->board.castling,
        .ep = pos->board.ep,
        .halfmove = pos->halfmove,
        .fullmove = (int)pos->fullmove,
    };
    memcpy(setup.piece, pos->piece, sizeof setup.piece);
    return setup;
}

static void put(Position *pos, Square s, Piece piece) {
    toggle_keys(pos, piece, s);
    pos->piece[s] = piece;
}

static void take(Position *pos, Square s) {
    toggle_keys(pos, pos->piece[s], s);
    pos->piece[s] = NO_PIECE;
}

/* Updates `piece` and the keys. board_play_role updates the bitboards. */
static void move_pieces(Position *pos, Move move) {
    Square from = move_from(move), to = move_to(move);
    Piece piece = pos->piece[from];
    Color us = piece_color(piece);
    take(pos, from);
    switch (move_kind(move)) {
    case MOVE_CASTLE:
        take(pos, to);
        put(pos, castle_king_target(from, to), piece);
        put(pos, castle_rook_target(from, to), piece_of(us, ROOK));
        return;
    case MOVE_EN_PASSANT: take(pos, to - forward_of(us)); break;
    default:
        if (pos->piece[to] != NO_PIECE) take(pos, to);
        if (move_is_promotion(move)) piece = piece_of(us, move_promotion_role(move));
    }
    put(pos, to, piece);
}

/* For an assertion: the mover is a piece of the side to move, the target is not an own piece
 * (except in castling) and no king. Catches most moves of other positions, NO_MOVE and
 * NULL_MOVE. */
static __attribute__((unused)) bool is_plausible(const Position *pos, Move move) {
    Piece mover = pos->piece[move_from(move)], target = pos->piece[move_to(move)];
    Color us = position_turn(pos);
    if (move == NO_MOVE || move == NULL_MOVE || mover == NO_PIECE || piece_color(mover) != us)
        return false;
    if (move_kind(move) == MOVE_CASTLE) return target == piece_of(us, ROOK);
    return target == NO_PIECE || (piece_color(target) != us && piece_role(target) != KING);
}

void position_play(Position *pos, Move move) {
    assert(is_plausible(pos, move));
    Color us = position_turn(pos);
    Role role = piece_role(pos->piece[move_from(move)]);
    bool progress = role == PAWN || position_is_capture(pos, move);
    Bitboard rights = pos->board.castling;
    pos->key ^= ep_key(pos->ep_key) ^ ZOBRIST_BLACK;
    move_pieces(pos, move);
    board_play_role(&pos->board, us, role, move);
    if (rights != pos->board.castling) pos->key ^= castling_key(rights ^ pos->board.castling);
    pos->halfmove = progress ? 0 : (uint16_t)(pos->halfmove + 1);
    pos->fullmove += us == BLACK;
    pos->ep_key = (uint8_t)ep_for_key(pos);
    pos->key ^= ep_key(pos->ep_key);
    assert(pos->key == position_compute_key(pos));
}

void position_play_null(Position *pos) {
    pos->key ^= ep_key(pos->ep_key) ^ ZOBRIST_BLACK;
    pos->board.ep = pos->ep_key = NO_SQUARE;
    pos->fullmove += position_turn(pos) == BLACK;
    pos->halfmove++;
    pos->board.turn ^= 1;
}

bool position_is_dead(const Position *pos) {
    const Board *b = &pos->board;
    return !pos->rules->can_win(b, WHITE) && !pos->rules->can_win(b, BLACK);
}

Outcome position_outcome(const Position *pos) {
    Outcome outcome = pos->rules->outcome(&pos->board);
    if (outcome.reason != OUTCOME_ONGOING) return outcome;
    if (position_is_dead(pos)) return (Outcome){OUTCOME_DEAD_POSITION, NO_COLOR};
    if (pos->halfmove >= pos->rules->halfmove_limit)
        return (Outcome){pos->rules->halfmove_limit > 100 ? OUTCOME_SEVENTY_FIVE_MOVES
                                                          : OUTCOME_FIFTY_MOVES,
                         NO_COLOR};
    return outcome;
}

bool position_gives_check(const Position *pos, Move move) {
    Board next = pos->board;
    board_play_role(&next, position_turn(pos), piece_role(pos->piece[move_from(move)]), move);
    return board_checkers(&next) != 0;
}
