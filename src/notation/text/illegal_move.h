// SPDX-License-Identifier: MIT
//
// Why a move is illegal: "the bishop on e3 is pinned by the rook on e8".
//
// The move generator only ever makes legal moves, so it cannot say what is wrong with another one.
// Here the rules are asked one after the other, the most telling first, until one objects.  An
// objection is a code and what it is about, so that others can put it into their own words; ours
// are English.
#ifndef NOTATION_TEXT_ILLEGAL_MOVE_H
#define NOTATION_TEXT_ILLEGAL_MOVE_H

#include "core/position.h"

#include <stddef.h>

enum { EXPLAIN_MAX = 256, OBJECTION_VALUE_MAX = 160 };

typedef enum {
    NO_OBJECTION,
    IT_IS_OVER,
    IT_IS_EMPTY,
    IT_IS_THEIRS,
    IT_STAYS,
    IT_IS_OWN,
    IT_MOVES_OTHERWISE,
    IT_IS_BLOCKED,
    CASTLING_UNKNOWN,
    CASTLING_KING_MOVED,
    CASTLING_ROOK_MOVED,
    CASTLING_EITHER_MOVED,
    CASTLING_NO_ROOK,
    CASTLING_IN_CHECK,
    CASTLING_BLOCKED,
    CASTLING_ATTACKED,
    CASTLING_SHIELDED,
    PAWN_TAKES_NOTHING,
    PAWN_TOO_LATE,
    PAWN_DOUBLE_STEP,
    PAWN_IS_BLOCKED,
    PAWN_MUST_PROMOTE,
    PAWN_CANNOT_PROMOTE,
    PAWN_PROMOTES_OTHERWISE,
    KING_WALKS_INTO_CHECK,
    KING_IN_CHECK,
    KING_IN_DOUBLE_CHECK,
    KING_OPENED,
    IT_IS_PINNED,
    CHECK_GIVEN,
    CHECK_OPENED,
    NONE_THERE,
    NONE_ON_SQUARE,
    NONE_ON_FILE,
    NONE_ON_RANK,
    NONE_CAN_GO,
    IT_IS_AMBIGUOUS,
    IT_IS_NO_MOVE,
    NOBODY_PASSES,
    IT_IS_ILLEGAL,
    OBJECTION_CODES
} ObjectionCode;

/* A piece somewhere. */
typedef struct {
    Role role;
    Square square;
} PieceOn;

/* What is against a move.  Of the rest that counts which the sentence of the code names. */
typedef struct {
    ObjectionCode code;
    PieceOn piece, by;
    Square square;
    Color color; // the side to move
    Role role;
    int file, rank;
    const Rules *game;
    Outcome outcome;
    char moves[OBJECTION_VALUE_MAX]; // in SAN, with blanks between
} Objection;

/* Against the move from one square to another, with this promotion or NO_ROLE; NO_OBJECTION if it
 * is legal.  King takes own rook and the king's two steps mean castling. */
Objection object_to_squares(const Position *pos, Square from, Square to, Role promotion);

/* The same for a move as somebody typed it, in any form that san_read takes; also when it is no
 * move at all or fits several. */
Objection object_to_text(const Position *pos, const char *text, size_t length);

/* For programs: "pinned". */
const char *objection_name(ObjectionCode code);

/* What is named in its sentence, one after the other from 0: "piece" and "Be3", "by" and "Re8";
 * false past the last. */
bool objection_value(const Objection *o, int index, const char **name,
                     char value[OBJECTION_VALUE_MAX]);

/* In words; false, and an empty text, without an objection. */
bool objection_write(const Objection *o, char out[EXPLAIN_MAX]);

/* Both at once. */
bool explain_squares(const Position *pos, Square from, Square to, Role promotion,
                     char out[EXPLAIN_MAX]);
bool explain_text(const Position *pos, const char *text, size_t length, char out[EXPLAIN_MAX]);

#endif
