// SPDX-License-Identifier: MIT
//
// Basic types of the board: squares, colours, roles, pieces, bitboards.
//
// Squares count along the ranks from a1 = 0 to h8 = 63. A Bitboard is a set of squares; bit s is
// square s. A Piece is a role with a colour.
#ifndef CORE_TYPES_H
#define CORE_TYPES_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* The generator's templates rely on inlining. Instrumented builds do without it, because compiling
 * would take minutes. */
#ifdef ROEK_INSTRUMENTED
#define ROEK_INLINE static inline
#else
#define ROEK_INLINE static inline __attribute__((always_inline))
#endif
#define ROEK_NOINLINE static __attribute__((noinline))

typedef int Square;

// clang-format off
enum {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    NO_SQUARE
};
// clang-format on

static inline int file_of(Square s) {
    return s & 7;
}
static inline int rank_of(Square s) {
    return s >> 3;
}
static inline Square square_at(int file, int rank) {
    return rank * 8 + file;
}

typedef enum { WHITE, BLACK, NO_COLOR } Color;

static inline Color other(Color c) {
    return (Color)(c ^ 1);
}

typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_ROLE } Role;

/* role + 8 * colour; NO_PIECE has role NO_ROLE. */
typedef uint8_t Piece;
enum { NO_PIECE = NO_ROLE };

static inline Piece piece_of(Color c, Role r) {
    return (Piece)((int)r | (int)c << 3);
}
static inline Role piece_role(Piece p) {
    return (Role)(p & 7);
}
static inline Color piece_color(Piece p) {
    return (Color)(p >> 3);
}

typedef uint64_t Bitboard;

#define FILE_A 0x0101010101010101ull
#define FILE_H (FILE_A << 7)
#define RANK_1 0xffull
#define RANK_2 (RANK_1 << 8)
#define RANK_3 (RANK_1 << 16)
#define RANK_4 (RANK_1 << 24)
#define RANK_5 (RANK_1 << 32)
#define RANK_6 (RANK_1 << 40)
#define RANK_7 (RANK_1 << 48)
#define RANK_8 (RANK_1 << 56)
#define DARK_SQUARES 0xaa55aa55aa55aa55ull

ROEK_INLINE Bitboard bit(Square s) {
    assert(s >= A1 && s <= H8);
    return 1ull << s;
}
ROEK_INLINE int popcount(Bitboard b) {
    return __builtin_popcountll(b);
}

/* The squares of the set and all squares next to them. */
ROEK_INLINE Bitboard king_step(Bitboard b) {
    b |= (b & ~FILE_A) >> 1 | (b & ~FILE_H) << 1;
    return b | b << 8 | b >> 8;
}

/* The number of king moves between two squares of an empty board (Chebyshev distance). */
ROEK_INLINE int king_distance(Square a, Square b) {
    int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}
ROEK_INLINE bool more_than_one(Bitboard b) {
    return (b & (b - 1)) != 0;
}

/* The lowest square of a non-empty set. */
ROEK_INLINE Square first_square(Bitboard b) {
    assert(b);
    return __builtin_ctzll(b);
}

ROEK_INLINE Square pop_square(Bitboard *b) {
    Square s = first_square(*b);
    *b &= *b - 1;
    return s;
}

/* Iterates over the squares of a set. `set` must be a variable, which is empty afterwards. */
#define FOR_EACH_SQUARE(square, set) \
    for (Square square; (set) && (square = pop_square(&(set)), true);)

/* Directions and ranks as the given colour sees them. */
ROEK_INLINE int forward_of(Color c) {
    return c == WHITE ? 8 : -8;
}
ROEK_INLINE Bitboard shift_forward(Color c, Bitboard b) {
    return c == WHITE ? b << 8 : b >> 8;
}
ROEK_INLINE Bitboard rank_mask(Color c, int rank) {
    return RANK_1 << 8 * (c == WHITE ? rank : 7 - rank);
}
ROEK_INLINE Square relative_square(Color c, Square s) {
    return c == WHITE ? s : s ^ 56;
}
ROEK_INLINE int relative_rank(Color c, Square s) {
    return rank_of(relative_square(c, s));
}

#endif
