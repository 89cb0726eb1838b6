// SPDX-License-Identifier: MIT
//
// A playable position of some game: the board, what stands on each square, the clocks of the FEN,
// and Zobrist keys kept up to date.
//
// A position is a plain value of under 200 bytes.  Playing is copying:
//
//     Position next = *pos;
//     position_play(&next, move);
#ifndef CORE_POSITION_H
#define CORE_POSITION_H

#include "core/rules.h"

typedef uint64_t Key;

typedef struct {
    Board board;
    const Rules *rules;
    Key key;          // everything that makes positions equal for repetition
    Key pawn_key;     // pawns alone
    Key piece_key[2]; // all pieces but pawns of a colour
    Piece piece[64];
    uint32_t fullmove;
    uint16_t halfmove;
    uint8_t ep_key; // the ep square if it is part of the key: only when a capture there is legal
} Position;

ROEK_INLINE Color position_turn(const Position *pos) {
    return (Color)pos->board.turn;
}
ROEK_INLINE bool position_is_check(const Position *pos) {
    return board_checkers(&pos->board) != 0;
}

/* On success returns 0 and fills `out`; otherwise returns all faults and leaves it alone. */
SetupFaults position_from_setup(const Setup *setup, const Rules *rules, Position *out);

/* Drops castling rights that no king and rook bear out and an en-passant square that no double step
 * left behind, as many programs write them; says which of the two it dropped, as faults. */
SetupFaults setup_repair(Setup *setup, const Rules *rules);
Setup position_to_setup(const Position *pos);

/* Plays a legal move. */
void position_play(Position *pos, Move move);

static inline Position position_after(const Position *pos, Move move) {
    Position next = *pos;
    position_play(&next, move);
    return next;
}

/* Passes the turn; not when in check. */
void position_play_null(Position *pos);

/* Either of the two: games in PGN may hold passes. */
static inline void position_play_or_pass(Position *pos, Move move) {
    if (move == NULL_MOVE)
        position_play_null(pos);
    else
        position_play(pos, move);
}

static inline void position_legal_moves(const Position *pos, MoveList *out) {
    pos->rules->legal_moves(&pos->board, GENERATE_ALL, out);
}
static inline bool position_is_legal(const Position *pos, Move move) {
    return pos->rules->is_legal(&pos->board, move);
}

/* Captures something (castling does not). */
ROEK_INLINE bool position_is_capture(const Position *pos, Move move) {
    return move_kind(move) == MOVE_EN_PASSANT ||
           (move_kind(move) != MOVE_CASTLE && pos->piece[move_to(move)] != NO_PIECE);
}

/* What the key would be if computed from scratch; position_play keeps pos->key equal to it. */
Key position_compute_key(const Position *pos);

/* Over by the board, by 75 moves (or the variant's limit) or by dead position; not by the past. */
Outcome position_outcome(const Position *pos);

/* Neither side can ever win by any legal moves, as far as material tells. */
bool position_is_dead(const Position *pos);

/* Does `move` give check?  Exact, by playing it. */
bool position_gives_check(const Position *pos, Move move);

#endif
