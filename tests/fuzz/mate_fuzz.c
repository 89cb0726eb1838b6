// SPDX-License-Identifier: MIT
//
// The checker of mate proofs, with any steps: it may refuse, but it ends; and it never accepts both
// a mate and its absence.
#include "notation/text/fen.h"
#include "rules/registry.h"
#include "solve/mate/mate_check.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const FENS[] = {
    "3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1",
    "7k/8/8/5K2/8/8/8/6Q1 w - - 97 90",
    "8/8/8/8/8/8/7R/1k2K2R w K - 0 1",
    "3k4/1Q6/8/4Pp2/6K1/5R2/8/8 w - f6 0 1",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    Position pos;
    fen_read_position(FENS[data[0] & 3], &STANDARD_CHESS, &pos);
    int n = 1 + (data[0] >> 2 & 1);
    MateGoal goal = (MateGoal)(data[0] >> 3 & 3);
    bool mated = data[0] >> 5 & 1;
    ProofTree tree = {0};
    for (size_t i = 1; i + 4 <= size; i += 4)
        proof_tree_add(&tree, (Move)(data[i] | data[i + 1] << 8), data[i + 2], data[i + 3]);
    ProofFault proof = mate_check_proof(&pos, n, goal, mated, &tree).fault;
    Move line[8];
    if (proof == PROOF_FAULT_NONE && proof_tree_main_line(&tree, line, 8) > 2 * n) abort();
    ProofTree none = {0};
    bool refuted = goal != MATE_GOAL_HELPMATE &&
                   mate_check_refutation(&pos, n, goal, mated, &none).fault == PROOF_FAULT_NONE;
    if (proof == PROOF_FAULT_NONE && refuted) abort();
    mate_check_refutation(&pos, n, goal, mated, &tree);
    proof_tree_free(&tree);
    return 0;
}
