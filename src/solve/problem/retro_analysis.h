// SPDX-License-Identifier: MIT
//
// What a diagram says about its past: was the last move a pawn's double step?
//
// By the problemists' convention a pawn may be taken en passant only if that is proved.  Here it is
// when every other last move is impossible: a king could have been taken before it, or there is no
// move the side that plays in the diagram could have made before that.  What takes a longer look
// back remains unproved.
#ifndef SOLVE_PROBLEM_RETRO_ANALYSIS_H
#define SOLVE_PROBLEM_RETRO_ANALYSIS_H

#include "core/position.h"

/* The square on which the side to move may take en passant, whatever pos says; NO_SQUARE if that is
 * not proved, or if no pawn could take there. */
Square retro_proven_ep(const Position *pos);

#endif
