// SPDX-License-Identifier: MIT
//
// Which mates are still within reach when both sides have only so many moves left.
//
// In the picture of a mate the king stands on a square K, one of its enemies attacks K, and every
// square beside K is either covered by an enemy or taken by a piece of the king's own side.  The
// two sides contribute independently:
//
//     the mating side   for each K the largest sets of squares (K's surroundings, K itself for the
//                       check) its pieces can cover with w moves in all, lines being open and
//                       nothing in the way; it depends on its own pieces alone, and is remembered
//     the king's side   the steps to K, and the squares beside K that pieces of its own can reach
//
// Everything that could be in the way is left out, so a picture called impossible is impossible,
// while one called possible may turn out not to be.  A search asks at every position and turns
// back where no picture is left.
#ifndef SOLVE_PROBLEM_FEASIBILITY_H
#define SOLVE_PROBLEM_FEASIBILITY_H

#include "core/position.h"

#include <stddef.h>

typedef struct Pictures Pictures;

/* Keeps what it learns from one problem to the next, about so many placements of one side (a power
 * of two, from 64 on).  NULL without memory. */
Pictures *pictures_new(size_t armies);
void pictures_free(Pictures *pictures);

/* From now on pictures of mates (as at first), or of stalemates, in which the king is not attacked.
 */
void pictures_want(Pictures *pictures, bool check);

/* Could the victim's king be mated within so many moves of its own side and of the mating side?
 * Never a wrong no. */
bool pictures_possible(Pictures *pictures, const Board *b, Color victim, int own, int attacks);

/* The same question about the position after each move of one side, which shares most of the work:
 * a move changes one side only, and most moves need not even be played. */
typedef struct Army Army;

/* The victim's means. */
typedef struct {
    Square king;
    Bitboard stand; // own pieces, the king aside
    int count;      // of them
    struct {
        uint8_t kind, at;
    } pieces[64];
} Blocks;

typedef struct {
    Pictures *pictures;
    const Board *b;
    Color victim, mover;
    int own, attacks; // left after the move
    Blocks blocks;    // before the move
    Army *army;       // of the mating side, when the victim moves
    Key army_key;     // when the mating side does
    Bitboard uses;    // squares where a move of the victim's other than the king's may help
} Outlook;

void outlook_open(Outlook *out, Pictures *pictures, const Board *b, Color victim, Color mover,
                  int own, int attacks);

/* Could there be a mate after this legal move of the mover's? */
bool outlook_allows(Outlook *outlook, Move move);

#endif
