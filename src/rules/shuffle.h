// SPDX-License-Identifier: MIT
//
// Shuffled start positions by number.
//
// Chess960 uses the standard numbers (518 is the normal start). RK1440 shuffles Racing Kings:
// White's eight pieces stand on e1-h2, with the king on the two outer files and the bishops on
// squares of different colours. Black's pieces mirror them on a1-d2. The squares count e1 f1 g1 h1
// e2 f2 g2 h2. A number in [0, 1440) is composed as
//
//     number = ((king * 12 + bishops) * 5 + queen) * 6 + rooks
//
//     king      0 … 3    g1 h1 g2 h2
//     bishops   0 … 11   dark * (free light squares) + light: which of the free dark and of the
//                        free light squares
//     queen     0 … 4    which of the five squares left
//     rooks     0 … 5    which two of the four squares left: 01 02 03 12 13 23; knights the others
//
// The normal start has the number RACING1440_NORMAL.
#ifndef RULES_SHUFFLE_H
#define RULES_SHUFFLE_H

#include "core/setup.h"

enum {
    CHESS960_COUNT = 960,
    CHESS960_NORMAL = 518,
    RACING1440_COUNT = 1440,
    RACING1440_NORMAL = 1336,
};

/* The number must be in range. */
void shuffle_chess960(int number, Setup *out);
void shuffle_racing1440(int number, Setup *out);

#endif
