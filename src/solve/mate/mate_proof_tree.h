// SPDX-License-Identifier: MIT
//
// A solution as a tree of moves.
//
//     ply 0   Qe7+                          the attacker's move
//     ply 1     Kg8                         every defence …
//     ply 2       Qe8+                      … and the answer to it
//
// A tree is a flat list of steps in pre-order; the subtree of a step is the run of deeper steps
// behind it. If a position was answered before, the step refers to it (`back_reference`) instead of
// repeating the subtree.
//
// There are two kinds. A proof holds one move for the attacker and all for the defender. A
// refutation ("no mate in n") holds all moves for the attacker and one for the defender. It stops
// where REFUTATION_LEAF moves are left: the checker searches these itself.
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
    bool no_memory; // memory ran out while writing the tree
} ProofTree;

enum { REFUTATION_LEAF = 2, PROOF_TREE_MAX = 1 << 24 };

void proof_tree_free(ProofTree *tree);

/* False when memory is short, or the tree is full. */
bool proof_tree_add(ProofTree *tree, Move move, int ply, uint32_t back_reference);

/* The index behind the last step of the subtree of step `at`. */
size_t proof_tree_subtree_end(const ProofTree *tree, size_t at);

/* Writes the longest line of a proof that passed the checker, at most `max` moves; returns its
 * length. */
int proof_tree_main_line(const ProofTree *tree, Move *out, int max);

/* The source of the moves while a tree is written. The first two functions return NO_MOVE when they
 * give up. */
typedef struct {
    /* A move of the side to move that reaches the goal within n moves. */
    Move (*attack)(void *context, const Position *pos, int n);
    /* A move of the defender after which the goal is not reached within n moves. */
    Move (*defence)(void *context, const Position *pos, int n);
    /* Is the goal reached in this position, with this side to move? */
    bool (*is_reached)(void *context, const Position *pos, bool attacker_to_move);
    void *context;
} ProofOracle;

/* Fill `tree`, which must be empty; false if the oracle gave up or memory ran out. With `mated` the
 * defender is to move. */
bool proof_tree_write_proof(ProofTree *tree, const Position *pos, int n, bool mated,
                            const ProofOracle *oracle);
bool proof_tree_write_refutation(ProofTree *tree, const Position *pos, int n, bool mated,
                                 const ProofOracle *oracle);

#endif
