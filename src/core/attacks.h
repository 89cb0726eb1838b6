// SPDX-License-Identifier: MIT
//
// Attack sets of the pieces.
//
// All tables are constants computed at build time (tools/gen_attacks.c). Sliders (bishop, rook,
// queen) look up their attacks by PEXT where the compiler may use it. Elsewhere they use hyperbola
// quintessence: o ^ (o - 2r) gives the squares up to the first blocker above r, and reversing bytes
// gives those below. WebAssembly has no fast byte reversal; there the attacks are the difference of
// the nearest blockers on both sides (obstruction difference).
#ifndef CORE_ATTACKS_H
#define CORE_ATTACKS_H

#include "core/types.h"

/* The installed header does not depend on how the library was compiled: it never uses PEXT. */
#if defined __BMI2__ && !defined ROEK_INSTALLED
#define ROEK_HAVE_PEXT
#include <immintrin.h>
#endif

extern const Bitboard KNIGHT_ATTACKS[64];
extern const Bitboard KING_ATTACKS[64];
extern const Bitboard PAWN_ATTACKS[2][64];
extern const Bitboard BETWEEN[64][64];   // squares strictly between two squares of a line; else 0
extern const Bitboard LINE[64][64];      // the whole line through two squares, else 0
extern const Bitboard ROOK_RAYS[64];     // a rook's attacks on the empty board
extern const Bitboard BISHOP_RAYS[64];   // a bishop's
extern const Bitboard FILE_MASK[64];     // the file, diagonal and antidiagonal through a square,
extern const Bitboard DIAGONAL_MASK[64]; // without the square
extern const Bitboard ANTIDIAGONAL_MASK[64];
extern const uint8_t RANK_ATTACKS[64][8]; // index: the six inner squares of the rank, the file

/* Attacks in both directions along a line that crosses each rank at most once, by hyperbola
 * quintessence. */
ROEK_INLINE Bitboard line_attacks_by_reversal(Square s, Bitboard occupied, Bitboard mask) {
    Bitboard up = occupied & mask;
    Bitboard down = __builtin_bswap64(up);
    up -= bit(s);
    down -= __builtin_bswap64(bit(s));
    return (up ^ __builtin_bswap64(down)) & mask;
}

/* The same without byte reversal, by obstruction difference: the bits from the last blocker below
 * to the first blocker above are the difference of the two. */
ROEK_INLINE Bitboard line_attacks_by_difference(Square s, Bitboard occupied, Bitboard mask) {
    Bitboard blockers = occupied & mask, lower = bit(s) - 1;
    Bitboard above = blockers & ~lower;
    Bitboard last_below = 1ull << (63 ^ __builtin_clzll((blockers & lower) | 1));
    return (2 * (above & -above) - last_below) & mask;
}

ROEK_INLINE Bitboard line_attacks(Square s, Bitboard occupied, Bitboard mask) {
#ifdef __wasm__
    return line_attacks_by_difference(s, occupied, mask);
#else
    return line_attacks_by_reversal(s, occupied, mask);
#endif
}
ROEK_INLINE Bitboard rank_attacks(Square s, Bitboard occupied) {
    int shift = s & 56;
    return (Bitboard)RANK_ATTACKS[occupied >> (shift + 1) & 63][s & 7] << shift;
}
ROEK_INLINE Bitboard rook_attacks_by_lines(Square s, Bitboard occupied) {
    return line_attacks(s, occupied, FILE_MASK[s]) | rank_attacks(s, occupied);
}
ROEK_INLINE Bitboard bishop_attacks_by_lines(Square s, Bitboard occupied) {
    return line_attacks(s, occupied, DIAGONAL_MASK[s]) |
           line_attacks(s, occupied, ANTIDIAGONAL_MASK[s]);
}

#ifdef ROEK_HAVE_PEXT
extern const Bitboard ROOK_INNER[64], BISHOP_INNER[64]; // rays without their last squares
extern const uint32_t ROOK_OFFSET[64], BISHOP_OFFSET[64];
extern const Bitboard SLIDER_ATTACKS[];

ROEK_INLINE Bitboard rook_attacks(Square s, Bitboard occupied) {
    return SLIDER_ATTACKS[ROOK_OFFSET[s] + _pext_u64(occupied, ROOK_INNER[s])];
}
ROEK_INLINE Bitboard bishop_attacks(Square s, Bitboard occupied) {
    return SLIDER_ATTACKS[BISHOP_OFFSET[s] + _pext_u64(occupied, BISHOP_INNER[s])];
}
#else
ROEK_INLINE Bitboard rook_attacks(Square s, Bitboard occupied) {
    return rook_attacks_by_lines(s, occupied);
}
ROEK_INLINE Bitboard bishop_attacks(Square s, Bitboard occupied) {
    return bishop_attacks_by_lines(s, occupied);
}
#endif

ROEK_INLINE Bitboard queen_attacks(Square s, Bitboard occupied) {
    return rook_attacks(s, occupied) | bishop_attacks(s, occupied);
}

/* Attacks of any piece but a pawn. */
ROEK_INLINE Bitboard role_attacks(Role role, Square s, Bitboard occupied) {
    switch (role) {
    case KNIGHT: return KNIGHT_ATTACKS[s];
    case BISHOP: return bishop_attacks(s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case QUEEN: return queen_attacks(s, occupied);
    case KING: return KING_ATTACKS[s];
    default: return 0;
    }
}

/* All squares that pawns of a colour attack. West is towards the a-file for both colours. */
ROEK_INLINE Bitboard pawns_attack_west(Color c, Bitboard pawns) {
    return c == WHITE ? (pawns & ~FILE_A) << 7 : (pawns & ~FILE_A) >> 9;
}
ROEK_INLINE Bitboard pawns_attack_east(Color c, Bitboard pawns) {
    return c == WHITE ? (pawns & ~FILE_H) << 9 : (pawns & ~FILE_H) >> 7;
}
ROEK_INLINE Bitboard pawns_attack(Color c, Bitboard pawns) {
    return pawns_attack_west(c, pawns) | pawns_attack_east(c, pawns);
}

#endif
