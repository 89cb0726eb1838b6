// SPDX-License-Identifier: MIT
//
// The proof checker: replays a proof tree by the rules of the game.
//
// It shares the rules and mate_is_reached() with the searches, and nothing else. For a mate it
// verifies that every defence is answered and that every line reaches the goal in time. For "no
// mate in n" it verifies that every attack has a refutation; the last REFUTATION_LEAF moves it
// searches itself. A back reference is accepted only if both positions are equal in everything that
// matters.
#ifndef SOLVE_MATE_MATE_CHECK_H
#define SOLVE_MATE_MATE_CHECK_H

#include "solve/mate/mate.h"
#include "solve/mate/mate_proof_tree.h"

typedef enum {
    PROOF_FAULT_NONE,
    PROOF_FAULT_ENDS_EARLY,    // moves are missing
    PROOF_FAULT_TRAILING,      // steps after the end of the tree
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
    size_t step; // index of the faulty step
} ProofCheck;

const char *proof_fault_text(ProofFault fault);

/* The position that is searched for `pos`. If the clock is beyond fifty moves but the rules have
 * not ended the game, the defender has not claimed a draw; the clock is then set so that the
 * attacker has one move, to mate or to reset the clock. */
Position mate_root_position(const Position *pos, bool mated);

/* Checks a proof that the goal is reached within n moves (with `mated`: against any play of the
 * side to move). */
ProofCheck mate_check_proof(const Position *pos, int n, MateGoal goal, bool mated,
                            const ProofTree *tree);

/* Checks a refutation: the goal is not reached within n moves. Not for helpmates. */
ProofCheck mate_check_refutation(const Position *pos, int n, MateGoal goal, bool mated,
                                 const ProofTree *tree);

/* Is the goal reached in this position by the rules, with the attacker or the defender to move? */
bool mate_is_reached(const Position *pos, MateGoal goal, bool attacker_to_move);

#endif
