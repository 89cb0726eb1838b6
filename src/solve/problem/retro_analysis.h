// SPDX-License-Identifier: MIT
//
// Retroanalysis: was the last move a pawn's double step?
//
// By the convention of chess problems a pawn may be captured en passant only if this is proved. It
// is proved here if every other last move is impossible: either a king could have been captured
// before it, or the side to move had no possible move before that. Deeper retroanalysis is not
// attempted.
#ifndef SOLVE_PROBLEM_RETRO_ANALYSIS_H
#define SOLVE_PROBLEM_RETRO_ANALYSIS_H

#include "core/position.h"

/* The square on which the side to move may provably capture en passant, independent of
 * pos->board.ep. NO_SQUARE if the double step is not proved, or no pawn could capture there. */
Square retro_proven_ep(const Position *pos);

#endif
