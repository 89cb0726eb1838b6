// SPDX-License-Identifier: MIT
//
// Explains why a move is illegal: "the bishop on e3 is pinned by the rook on e8".
//
// The move generator makes legal moves only, so it cannot explain why another move is wrong. The
// functions here check the rules one after the other, the most instructive first, and report the
// first that the move breaks. The result is a code with its parameters, so that callers can use
// their own texts. The texts here are English.
#ifndef NOTATION_TEXT_ILLEGAL_MOVE_H
#define NOTATION_TEXT_ILLEGAL_MOVE_H

#include "core/position.h"

#include <stddef.h>

enum { ILLEGAL_MOVE_TEXT_MAX = 256, ILLEGAL_MOVE_VALUE_MAX = 160 };

typedef enum {
    ILLEGAL_NONE,
    ILLEGAL_GAME_OVER,
    ILLEGAL_EMPTY_SQUARE,
    ILLEGAL_OPPONENTS_PIECE,
    ILLEGAL_SAME_SQUARE,
    ILLEGAL_OWN_PIECE,
    ILLEGAL_MOVES_OTHERWISE,
    ILLEGAL_BLOCKED,
    ILLEGAL_CASTLING_UNKNOWN,
    ILLEGAL_CASTLING_KING_MOVED,
    ILLEGAL_CASTLING_ROOK_MOVED,
    ILLEGAL_CASTLING_EITHER_MOVED,
    ILLEGAL_CASTLING_NO_ROOK,
    ILLEGAL_CASTLING_IN_CHECK,
    ILLEGAL_CASTLING_BLOCKED,
    ILLEGAL_CASTLING_ATTACKED,
    ILLEGAL_CASTLING_SHIELDED,
    ILLEGAL_PAWN_TAKES_NOTHING,
    ILLEGAL_EN_PASSANT_LATE,
    ILLEGAL_DOUBLE_STEP,
    ILLEGAL_PAWN_BLOCKED,
    ILLEGAL_MUST_PROMOTE,
    ILLEGAL_CANNOT_PROMOTE,
    ILLEGAL_PROMOTION_ROLE,
    ILLEGAL_KING_INTO_CHECK,
    ILLEGAL_KING_IN_CHECK,
    ILLEGAL_KING_IN_DOUBLE_CHECK,
    ILLEGAL_EN_PASSANT_OPENS_LINE,
    ILLEGAL_PINNED,
    ILLEGAL_GIVES_CHECK,
    ILLEGAL_DISCOVERS_CHECK,
    ILLEGAL_NO_SUCH_PIECE,
    ILLEGAL_NO_PIECE_ON_SQUARE,
    ILLEGAL_NO_PIECE_ON_FILE,
    ILLEGAL_NO_PIECE_ON_RANK,
    ILLEGAL_NO_PIECE_REACHES,
    ILLEGAL_AMBIGUOUS,
    ILLEGAL_SYNTAX,
    ILLEGAL_PASS,
    ILLEGAL_OTHER,
    ILLEGAL_CODE_COUNT
} IllegalMoveCode;

/* A piece on a square. */
typedef struct {
    Role role;
    Square square;
} PieceOn;

/* Why a move is illegal. Only the members that the sentence of the code names are set. */
typedef struct {
    IllegalMoveCode code;
    PieceOn piece, by;
    Square square;
    Color color; // the side to move
    Role role;
    int file, rank;
    const Rules *game;
    Outcome outcome;
    char moves[ILLEGAL_MOVE_VALUE_MAX]; // in SAN, separated by blanks
} IllegalMove;

/* Explains the move between two squares, with this promotion or NO_ROLE. ILLEGAL_NONE if it is
 * legal. Castling may be given as king takes own rook or as the king's two steps. */
IllegalMove illegal_move_by_squares(const Position *pos, Square from, Square to, Role promotion);

/* The same for a move that a user typed, in any form that san_read accepts. Also explains text that
 * is no move, or that fits several moves. */
IllegalMove illegal_move_by_text(const Position *pos, const char *text, size_t length);

/* The name of a code for programs: "pinned". */
const char *illegal_move_name(IllegalMoveCode code);

/* The parameters of the sentence, by index from 0: "piece" and "Be3", "by" and "Re8". False past
 * the last one. */
bool illegal_move_value(const IllegalMove *o, int index, const char **name,
                        char value[ILLEGAL_MOVE_VALUE_MAX]);

/* Writes the sentence. False, and an empty text, for ILLEGAL_NONE. */
bool illegal_move_write(const IllegalMove *o, char out[ILLEGAL_MOVE_TEXT_MAX]);

/* Explains and writes the sentence in one call. */
bool illegal_move_explain_squares(const Position *pos, Square from, Square to, Role promotion,
                                  char out[ILLEGAL_MOVE_TEXT_MAX]);
bool illegal_move_explain_text(const Position *pos, const char *text, size_t length,
                               char out[ILLEGAL_MOVE_TEXT_MAX]);

#endif
