// SPDX-License-Identifier: MIT
#include "rules/shuffle.h"

#include <assert.h>

/* Removes and returns the last digit of a number in this base. */
static int take_digit(int *number, int base) {
    int digit = *number % base;
    *number /= base;
    return digit;
}

/* Removes and returns the nth square (from 0) of a set. */
static Square take_square(Bitboard *set, int nth) {
    Bitboard rest = *set;
    while (nth-- > 0) rest &= rest - 1;
    Square s = first_square(rest);
    *set &= ~bit(s);
    return s;
}

/* Puts two equal pieces on the nth pair of squares of a set. The pairs are ordered 01 02 03 … 12 13
 * …. */
static void take_pair(Bitboard *set, int nth, Role role, Role by_square[64]) {
    int count = popcount(*set), first = 0;
    while (nth >= count - 1 - first) nth -= count - 1 - first++;
    by_square[take_square(set, first)] = role;
    by_square[take_square(set, first + nth)] = role; // -1, as the first square has left the set
}

void shuffle_chess960(int number, Setup *out) {
    assert(number >= 0 && number < CHESS960_COUNT);
    Role back[64] = {0};
    Bitboard free = RANK_1, light = RANK_1 & ~DARK_SQUARES, dark = RANK_1 & DARK_SQUARES;
    back[take_square(&light, take_digit(&number, 4))] = BISHOP;
    back[take_square(&dark, take_digit(&number, 4))] = BISHOP;
    free = light | dark;
    back[take_square(&free, take_digit(&number, 6))] = QUEEN;
    take_pair(&free, number, KNIGHT, back);
    back[take_square(&free, 1)] = KING; // between the rooks
    while (free) back[take_square(&free, 0)] = ROOK;
    *out = setup_empty();
    for (Square s = A1; s <= H1; s++) {
        out->piece[s] = piece_of(WHITE, back[s]);
        out->piece[s + 8] = piece_of(WHITE, PAWN);
        out->piece[s ^ 48] = piece_of(BLACK, PAWN);
        out->piece[s ^ 56] = piece_of(BLACK, back[s]);
        if (back[s] == ROOK) out->castling |= bit(s) | bit(s ^ 56);
    }
}

void shuffle_racing1440(int number, Setup *out) {
    assert(number >= 0 && number < RACING1440_COUNT);
    Role role[64] = {0};
    Bitboard free = 0xf0f0, outer = 0xc0c0;
    int rooks = take_digit(&number, 6), queen = take_digit(&number, 5);
    int bishops = take_digit(&number, 12);
    Square king = take_square(&outer, number);
    role[king] = KING;
    free &= ~bit(king);
    Bitboard dark = free & DARK_SQUARES, light = free & ~DARK_SQUARES;
    int light_bishop = take_digit(&bishops, popcount(light));
    role[take_square(&light, light_bishop)] = BISHOP;
    role[take_square(&dark, bishops)] = BISHOP;
    free = light | dark;
    role[take_square(&free, queen)] = QUEEN;
    take_pair(&free, rooks, ROOK, role);
    while (free) role[take_square(&free, 0)] = KNIGHT;
    *out = setup_empty();
    for (Bitboard all = 0xf0f0; all;) {
        Square s = take_square(&all, 0);
        out->piece[s] = piece_of(WHITE, role[s]);
        out->piece[s ^ 7] = piece_of(BLACK, role[s]);
    }
}
