// SPDX-License-Identifier: MIT
//
// Feasibility test: can the king still be mated when both sides have only a few moves left?
//
// In a mate the king stands on a square K, an enemy piece attacks K, and every square beside K is
// either covered by the enemy or occupied by a piece of the king's own side. The two sides
// contribute independently:
//
//     the mating side   for each K, the maximal sets of squares around K (and K itself, for the
//                       check) that its pieces can cover with w moves in all, with all lines
//                       open; this depends on its own pieces alone, and is cached
//     the king's side   the moves to K, and the squares beside K that its other pieces can reach
//
// The test ignores all pieces that could be in the way. So if it says that a mate is impossible,
// that is true; if it says possible, there need not be one. The searches test every position and
// prune those without a possible mate.
#ifndef SOLVE_PROBLEM_FEASIBILITY_H
#define SOLVE_PROBLEM_FEASIBILITY_H

#include "core/position.h"

#include <stddef.h>

typedef struct Feasibility Feasibility;

/* Creates a feasibility test with a cache of about `entries` placements of one side (a power of
 * two, from 64 on), kept from problem to problem. NULL when memory is short. */
Feasibility *feasibility_new(size_t entries);
void feasibility_free(Feasibility *feasibility);

/* Selects the goal: mate (the default), or stalemate, where the king must not be attacked. */
void feasibility_set_check_needed(Feasibility *feasibility, bool check);

/* Could the victim's king be mated within `own` moves of its own side and `attacks` moves of the
 * mating side? Never returns false for a mate that exists. */
bool feasibility_is_possible(Feasibility *feasibility, const Board *b, Color victim, int own,
                             int attacks);

/* Tests the position after each move of one side. This shares most of the work: a move changes one
 * side only, and most moves need not be played. */
typedef struct FeasibilityEntry FeasibilityEntry;

/* The victim's pieces, which may block squares beside their king. */
typedef struct {
    Square king;
    Bitboard squares; // its pieces except the king
    int count;        // of them
    struct {
        uint8_t kind, at;
    } pieces[64];
} SelfBlocks;

typedef struct {
    Feasibility *feasibility;
    const Board *b;
    Color victim, mover;
    int own, attacks;        // moves left after the move
    SelfBlocks blocks;       // before the move
    FeasibilityEntry *entry; // of the mating side; used when the victim moves
    Key side_key;            // of the mating side; used when it moves
    Bitboard useful_targets; // target squares of useful moves of the victim's other pieces
} MoveFeasibility;

void move_feasibility_init(MoveFeasibility *out, Feasibility *feasibility, const Board *b,
                           Color victim, Color mover, int own, int attacks);

/* Is a mate still possible after this legal move of the mover? */
bool move_feasibility_allows(MoveFeasibility *move_feasibility, Move move);

#endif
