// SPDX-License-Identifier: MIT
//
// A solution written out: all moves that matter, in the order in which a reader would try them.
//
//     ply 0   Qe7+                          the attacker's move
//     ply 1     Kg8                         every defence …
//     ply 2       Qe8+                      … and the answer to it
//
// A tree is a flat list of steps; a step's subtree is the run of deeper steps behind it.  Where a
// position was answered before, the step points back to it (`same`) instead of repeating.
//
// There are two kinds.  A proof holds one move for the attacker and all for the defender; a
// refutation ("no mate in n") all moves for the attacker and one for the defender, and stops
// where a mate in REFUTATION_LEAF would be left, which a reader can try out.
#ifndef SOLVE_MATE_MATE_PROOF_TREE_H
#define SOLVE_MATE_MATE_PROOF_TREE_H

#include "core/position.h"

#include <stddef.h>

typedef struct {
    Move move;
    uint8_t ply;
    uint32_t back_reference; // 1 + the index of the earlier step that leads to the same position;
                             // 0: none
} ProofStep;

typedef struct {
    ProofStep *items;
    size_t count, capacity;
    bool no_memory; // so it was given up
} ProofTree;

enum { REFUTATION_LEAF = 2, PROOF_TREE_MAX = 1 << 24 };

void proof_tree_free(ProofTree *tree);

/* False without memory, or when the tree is full. */
bool proof_tree_add(ProofTree *tree, Move move, int ply, uint32_t back_reference);

/* Behind the last step of the subtree of step `at`. */
size_t proof_tree_subtree_end(const ProofTree *tree, size_t at);

/* The longest way through a proof that passed the checker, into at most `max` moves; returns their
 * number. */
int proof_tree_main_line(const ProofTree *tree, Move *out, int max);

/* Who knows the answers while a tree is written.  Each returns NO_MOVE when it gives up. */
typedef struct {
    /* A move of the side to move that reaches the goal within n moves. */
    Move (*attack)(void *context, const Position *pos, int n);
    /* A move of the defender after which the goal is not reached within n moves. */
    Move (*defence)(void *context, const Position *pos, int n);
    /* Is the goal reached in this position, with this side to move? */
    bool (*is_reached)(void *context, const Position *pos, bool attacker_to_move);
    void *context;
} ProofOracle;

/* Fills `tree` (empty before); false if the oracle or the memory gave up.  With `mated` the
 * defender is to move. */
bool proof_tree_write_proof(ProofTree *tree, const Position *pos, int n, bool mated,
                            const ProofOracle *oracle);
bool proof_tree_write_refutation(ProofTree *tree, const Position *pos, int n, bool mated,
                                 const ProofOracle *oracle);

#endif
