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

typedef struct Feasibility Feasibility;

/* Keeps what it learns from one problem to the next, about so many placements of one side (a power
 * of two, from 64 on).  NULL without memory. */
Feasibility *feasibility_new(size_t entries);
void feasibility_free(Feasibility *feasibility);

/* From now on pictures of mates (as at first), or of stalemates, in which the king is not attacked.
 */
void feasibility_set_check_needed(Feasibility *feasibility, bool check);

/* Could the victim's king be mated within so many moves of its own side and of the mating side?
 * Never a wrong no. */
bool feasibility_is_possible(Feasibility *feasibility, const Board *b, Color victim, int own,
                             int attacks);

/* The same question about the position after each move of one side, which shares most of the work:
 * a move changes one side only, and most moves need not even be played. */
typedef struct FeasibilityEntry FeasibilityEntry;

/* The victim's means. */
typedef struct {
    Square king;
    Bitboard squares; // own pieces, the king aside
    int count;        // of them
    struct {
        uint8_t kind, at;
    } pieces[64];
} SelfBlocks;

typedef struct {
    Feasibility *feasibility;
    const Board *b;
    Color victim, mover;
    int own, attacks;        // left after the move
    SelfBlocks blocks;       // before the move
    FeasibilityEntry *entry; // of the mating side, when the victim moves
    Key side_key;            // when the mating side does
    Bitboard useful_targets; // squares where a move of the victim's other than the king's may help
} MoveFeasibility;

void move_feasibility_init(MoveFeasibility *out, Feasibility *feasibility, const Board *b,
                           Color victim, Color mover, int own, int attacks);

/* Could there be a mate after this legal move of the mover's? */
bool move_feasibility_allows(MoveFeasibility *move_feasibility, Move move);

#endif
