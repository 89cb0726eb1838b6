// SPDX-License-Identifier: MIT
//
// A playable position of some game: the board, the piece on each square, the move counters of the
// FEN, and Zobrist keys that are updated incrementally.
//
// A position is a plain value of under 200 bytes. Playing a move on a copy keeps the old position:
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
    Key key;          // all that counts for repetition
    Key pawn_key;     // pawns only
    Key piece_key[2]; // pieces other than pawns, by colour
    Piece piece[64];
    uint32_t fullmove;
    uint16_t halfmove;
    uint8_t ep_key; // the ep square if a capture there is legal, as only then it is part of the
                    // key; else NO_SQUARE
} Position;

ROEK_INLINE Color position_turn(const Position *pos) {
    return (Color)pos->board.turn;
}
ROEK_INLINE bool position_is_check(const Position *pos) {
    return board_checkers(&pos->board) != 0;
}

/* On success returns 0 and fills `out`. Otherwise returns all faults and leaves `out` unchanged. */
SetupFaults position_from_setup(const Setup *setup, const Rules *rules, Position *out);

/* Repairs a set-up, because many programs write sloppy FENs: removes castling rights without king
 * and rook in place, and an en-passant square without a double step before it. Returns which of the
 * two it removed, as faults. */
SetupFaults setup_repair(Setup *setup, const Rules *rules);
Setup position_to_setup(const Position *pos);

/* Plays a legal move. */
void position_play(Position *pos, Move move);

static inline Position position_after(const Position *pos, Move move) {
    Position next = *pos;
    position_play(&next, move);
    return next;
}

/* Passes the move to the other side; not allowed in check. */
void position_play_null(Position *pos);

/* Plays a move or a null move: games in PGN may contain passes. */
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

/* Is the move a capture? (Castling is not.) */
ROEK_INLINE bool position_is_capture(const Position *pos, Move move) {
    return move_kind(move) == MOVE_EN_PASSANT ||
           (move_kind(move) != MOVE_CASTLE && pos->piece[move_to(move)] != NO_PIECE);
}

/* Computes the key from scratch. position_play keeps pos->key equal to it. */
Key position_compute_key(const Position *pos);

/* The outcome by checkmate, stalemate, race, 75-move rule (or the variant's limit) or dead
 * position. Repetition is not considered: see game/game.h. */
Outcome position_outcome(const Position *pos);

/* Can neither side win by any sequence of legal moves? Judged by material only. */
bool position_is_dead(const Position *pos);

/* Does `move` give check? Exact: plays the move on a copy of the board. */
bool position_gives_check(const Position *pos, Move move);

#endif
