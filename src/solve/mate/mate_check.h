// SPDX-License-Identifier: MIT
//
// The judge: replays a solution tree by the rules of the game and believes nothing else.
//
// With the searches it shares the rules and mate_is_reached, and nothing that looks ahead.  For a
// mate it sees that every defence is answered and that every line ends in the goal in time; for "no
// mate in n" that every attack has its refutation, trying the last REFUTATION_LEAF moves out
// itself.  Back references are followed only to a position that is the same in all that matters.
#ifndef SOLVE_MATE_MATE_CHECK_H
#define SOLVE_MATE_MATE_CHECK_H

#include "solve/mate/mate.h"
#include "solve/mate/mate_proof_tree.h"

typedef enum {
    PROOF_FAULT_NONE,
    PROOF_FAULT_ENDS_EARLY,    // steps are missing
    PROOF_FAULT_TRAILING,      // steps that belong to nothing
    PROOF_FAULT_ILLEGAL,       // a move that is not legal
    PROOF_FAULT_MISSING,       // a legal move without an answer
    PROOF_FAULT_TOO_LATE,      // the goal is not reached within the moves
    PROOF_FAULT_DRAWN,         // the game ends, or can be claimed, as a draw on the way
    PROOF_FAULT_BAD_REFERENCE, // a back reference to another position
    PROOF_FAULT_REACHED,       // "no mate", but there is one
    PROOF_FAULT_NO_MEMORY,
} ProofFault;

typedef struct {
    ProofFault fault;
    size_t step; // where
} ProofCheck;

const char *proof_fault_text(ProofFault fault);

/* The position a question is about.  Where the clock is beyond fifty moves, and the game not over
 * by it, the defender has not claimed, and the attacker has one move to mate or to set it back. */
Position mate_root_position(const Position *pos, bool mated);

/* Is the goal reached within n moves (with `mated`: whatever the side to move plays)? */
ProofCheck mate_check_proof(const Position *pos, int n, MateGoal goal, bool mated,
                            const ProofTree *tree);

/* Is it not?  Not for helpmates. */
ProofCheck mate_check_refutation(const Position *pos, int n, MateGoal goal, bool mated,
                                 const ProofTree *tree);

/* The goal as the rules see it: reached in this position, with the attacker or the defender to
 * move. */
bool mate_is_reached(const Position *pos, MateGoal goal, bool attacker_to_move);

#endif
