// SPDX-License-Identifier: MIT
#include "solve/mate/mate_check.h"

#include <stdlib.h>
#include <string.h>

/* Half-moves without progress after which the defender claims a draw. */
enum { DRAW_CLAIMED = 100 };

/* The target of back references: a position with the attacker to move. */
typedef struct {
    Position pos;
    int n;
    bool verified;
} ReferenceTarget;

typedef struct {
    const ProofTree *tree;
    size_t at;
    MateGoal goal;
    bool is_refutation;
    uint32_t *index;          // per step: 1 + its index in `targets`; 0: no step refers to it
    ReferenceTarget *targets; // the positions that references lead to
    ProofFault fault;
} MateProofChecker;

const char *proof_fault_text(ProofFault fault) {
    switch (fault) {
    case PROOF_FAULT_NONE: return "correct";
    case PROOF_FAULT_ENDS_EARLY: return "moves are missing";
    case PROOF_FAULT_TRAILING: return "a move too many";
    case PROOF_FAULT_ILLEGAL: return "an illegal move";
    case PROOF_FAULT_MISSING: return "a legal move has no answer";
    case PROOF_FAULT_TOO_LATE: return "the goal is not reached in time";
    case PROOF_FAULT_DRAWN: return "the game is drawn on the way";
    case PROOF_FAULT_BAD_REFERENCE: return "a reference to another position";
    case PROOF_FAULT_REACHED: return "the goal is reached after all";
    case PROOF_FAULT_NO_MEMORY: return "out of memory";
    }
    return "unknown";
}

bool mate_is_reached(const Position *pos, MateGoal goal, bool attacker_to_move) {
    Color turn = position_turn(pos);
    if (rules_need_mate(pos->rules) && goal != MATE_GOAL_STALEMATE && !position_is_check(pos))
        return false;
    Outcome outcome = pos->rules->outcome(&pos->board);
    Color attacker = attacker_to_move ? turn : other(turn);
    switch (goal) {
    case MATE_GOAL_MATE: return outcome.winner == attacker;
    case MATE_GOAL_SELFMATE:
    case MATE_GOAL_HELPMATE: return outcome.winner == other(attacker) && attacker_to_move;
    case MATE_GOAL_STALEMATE: return outcome.reason == OUTCOME_STALEMATE && !attacker_to_move;
    }
    return false;
}

/* The defender may claim a draw by the fifty-move rule. */
static bool is_drawn(const Position *pos) {
    return pos->halfmove >= DRAW_CLAIMED;
}

Position mate_root_position(const Position *pos, bool mated) {
    Position root = *pos;
    if (!mated && is_drawn(pos) && pos->halfmove < pos->rules->halfmove_limit)
        root.halfmove = DRAW_CLAIMED - 1;
    return root;
}

static bool fail(MateProofChecker *c, ProofFault fault) {
    c->fault = fault;
    return false;
}

/* The next step if it is at this ply, else NULL. */
static const ProofStep *step_at(const MateProofChecker *c, int ply) {
    if (c->at >= c->tree->count || c->tree->items[c->at].ply != ply) return NULL;
    return &c->tree->items[c->at];
}

/* Are the positions equal in all that legal moves depend on? The clock is compared separately. */
static bool boards_agree(const Position *a, const Position *b) {
    return memcmp(a->piece, b->piece, sizeof a->piece) == 0 && a->board.turn == b->board.turn &&
           a->board.castling == b->board.castling && a->ep_key == b->ep_key;
}

/* Does the result of the target hold here too? Fewer moves left, or a later clock, can only make a
 * mate harder and a refutation easier. */
static bool reference_holds(const MateProofChecker *c, const ReferenceTarget *target,
                            const Position *pos, int n) {
    if (!target->verified || !boards_agree(&target->pos, pos)) return false;
    if (c->is_refutation) return n <= target->n && pos->halfmove >= target->pos.halfmove;
    return n >= target->n && pos->halfmove <= target->pos.halfmove;
}

/* Handles references from and to the step that led to `pos`. True if the step is a reference, so
 * that it has no subtree; c->fault is set if the reference is invalid. */
static bool resolve_reference(MateProofChecker *c, size_t step, const Position *pos, int n) {
    uint32_t back_reference = c->tree->items[step].back_reference;
    if (back_reference) {
        bool valid = back_reference <= step && c->index[back_reference - 1] &&
                     reference_holds(c, &c->targets[c->index[back_reference - 1] - 1], pos, n);
        if (!valid) c->fault = PROOF_FAULT_BAD_REFERENCE;
        return true;
    }
    if (c->index[step]) c->targets[c->index[step] - 1] = (ReferenceTarget){*pos, n, false};
    return false;
}

static void mark_verified(MateProofChecker *c, size_t step) {
    if (c->index[step]) c->targets[c->index[step] - 1].verified = true;
}

static bool check_defences(MateProofChecker *c, const Position *pos, int n, int ply);

static bool check_attack(MateProofChecker *c, const Position *pos, int n, int ply) {
    if (mate_is_reached(pos, c->goal, true)) return true;
    if (is_drawn(pos)) return fail(c, PROOF_FAULT_DRAWN);
    if (n < 1) return fail(c, PROOF_FAULT_TOO_LATE);
    const ProofStep *step = step_at(c, ply);
    if (!step) return fail(c, PROOF_FAULT_ENDS_EARLY);
    if (!position_is_legal(pos, step->move)) return fail(c, PROOF_FAULT_ILLEGAL);
    if (step->back_reference) return fail(c, PROOF_FAULT_BAD_REFERENCE);
    c->at++;
    Position next = position_after(pos, step->move);
    return check_defences(c, &next, n - 1, ply + 1);
}

static bool check_defences(MateProofChecker *c, const Position *pos, int n, int ply) {
    if (mate_is_reached(pos, c->goal, false)) return true;
    if (is_drawn(pos)) return fail(c, PROOF_FAULT_DRAWN);
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (moves.count == 0) return fail(c, PROOF_FAULT_DRAWN);
    int left = moves.count;
    for (const ProofStep *step; left > 0 && (step = step_at(c, ply)); left--) {
        int i = 0;
        while (i < moves.count && moves.items[i] != step->move) i++;
        if (i == moves.count) return fail(c, PROOF_FAULT_ILLEGAL);
        moves.items[i] = NO_MOVE; // a defence may appear only once
        size_t here = c->at++;
        Position next = position_after(pos, step->move);
        if (resolve_reference(c, here, &next, n)) {
            if (c->fault) return false;
            continue;
        }
        if (!check_attack(c, &next, n, ply + 1)) return false;
        mark_verified(c, here);
    }
    return left == 0 || fail(c, PROOF_FAULT_MISSING);
}

/* Brute force: can the goal be reached within n moves? */
static bool can_reach(const Position *pos, MateGoal goal, int n);

static bool cannot_prevent(const Position *pos, MateGoal goal, int n) {
    if (mate_is_reached(pos, goal, false)) return true;
    if (is_drawn(pos)) return false;
    if (n < 1 && goal == MATE_GOAL_MATE && rules_need_mate(pos->rules)) return false;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!can_reach(&next, goal, n)) return false;
    }
    return moves.count > 0;
}

static bool can_reach(const Position *pos, MateGoal goal, int n) {
    if (mate_is_reached(pos, goal, true)) return true;
    if (n < 1 || is_drawn(pos)) return false;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (cannot_prevent(&next, goal, n - 1)) return true;
    }
    return false;
}

static bool check_refutation(MateProofChecker *c, const Position *pos, int n, int ply);

/* Every attack must be present, followed by a defence. */
static bool check_attacks(MateProofChecker *c, const Position *pos, int n, int ply) {
    if (n <= REFUTATION_LEAF)
        return can_reach(pos, c->goal, n) ? fail(c, PROOF_FAULT_REACHED) : true;
    if (mate_is_reached(pos, c->goal, true)) return fail(c, PROOF_FAULT_REACHED);
    if (is_drawn(pos)) return true;
    MoveList moves;
    position_legal_moves(pos, &moves);
    int left = moves.count;
    for (const ProofStep *step; left > 0 && (step = step_at(c, ply)); left--) {
        int i = 0;
        while (i < moves.count && moves.items[i] != step->move) i++;
        if (i == moves.count) return fail(c, PROOF_FAULT_ILLEGAL);
        if (step->back_reference) return fail(c, PROOF_FAULT_BAD_REFERENCE);
        moves.items[i] = NO_MOVE;
        c->at++;
        Position next = position_after(pos, step->move);
        if (!check_refutation(c, &next, n - 1, ply + 1)) return false;
    }
    return left == 0 || fail(c, PROOF_FAULT_MISSING);
}

static bool check_refutation(MateProofChecker *c, const Position *pos, int n, int ply) {
    if (mate_is_reached(pos, c->goal, false)) return fail(c, PROOF_FAULT_REACHED);
    if (is_drawn(pos) || pos->rules->count_moves(&pos->board) == 0) return true;
    const ProofStep *step = step_at(c, ply);
    if (!step)
        return n <= REFUTATION_LEAF && !cannot_prevent(pos, c->goal, n)
                   ? true
                   : fail(c, PROOF_FAULT_ENDS_EARLY);
    if (!position_is_legal(pos, step->move)) return fail(c, PROOF_FAULT_ILLEGAL);
    size_t here = c->at++;
    Position next = position_after(pos, step->move);
    if (resolve_reference(c, here, &next, n)) return !c->fault;
    if (!check_attacks(c, &next, n, ply + 1)) return false;
    mark_verified(c, here);
    return true;
}

/* In a helpmate both sides cooperate: the tree is one line. */
static bool check_help(MateProofChecker *c, const Position *pos, int n) {
    Position at = *pos;
    for (int ply = 0; ply < 2 * n; ply++) {
        const ProofStep *step = step_at(c, ply);
        if (!step) break;
        if (!position_is_legal(&at, step->move)) return fail(c, PROOF_FAULT_ILLEGAL);
        position_play(&at, step->move);
        c->at++;
        if (ply % 2 && mate_is_reached(&at, MATE_GOAL_HELPMATE, true)) return true;
    }
    return fail(c, PROOF_FAULT_TOO_LATE);
}

/* Numbers the steps that are targets of references. */
static bool prepare(MateProofChecker *c) {
    uint32_t count = 0;
    const ProofTree *tree = c->tree;
    c->index = calloc(tree->count + 1, sizeof *c->index);
    if (!c->index) return false;
    for (size_t i = 0; i < tree->count; i++) {
        uint32_t back_reference = tree->items[i].back_reference;
        if (back_reference && back_reference <= tree->count && !c->index[back_reference - 1])
            c->index[back_reference - 1] = ++count;
    }
    c->targets = calloc((size_t)count + 1, sizeof *c->targets);
    return c->targets != NULL;
}

static ProofCheck finish_check(MateProofChecker *c, bool sound) {
    if (sound && c->at != c->tree->count) c->fault = PROOF_FAULT_TRAILING;
    free(c->index);
    free(c->targets);
    return (ProofCheck){c->fault, c->at};
}

/* The attacker has no move, so it cannot reach the goal, even if the game ended in its favour. */
static bool is_game_over(const Position *pos, bool mated) {
    return !mated && pos->rules->count_moves(&pos->board) == 0;
}

ProofCheck mate_check_proof(const Position *pos, int n, MateGoal goal, bool mated,
                            const ProofTree *tree) {
    MateProofChecker c = {.tree = tree, .goal = goal};
    Position root = mate_root_position(pos, mated);
    if (!prepare(&c)) return finish_check(&c, fail(&c, PROOF_FAULT_NO_MEMORY));
    if (is_game_over(pos, mated)) return finish_check(&c, fail(&c, PROOF_FAULT_ENDS_EARLY));
    if (goal == MATE_GOAL_HELPMATE) return finish_check(&c, check_help(&c, &root, n));
    return finish_check(&c,
                        mated ? check_defences(&c, &root, n, 0) : check_attack(&c, &root, n, 0));
}

ProofCheck mate_check_refutation(const Position *pos, int n, MateGoal goal, bool mated,
                                 const ProofTree *tree) {
    MateProofChecker c = {.tree = tree, .goal = goal, .is_refutation = true};
    Position root = mate_root_position(pos, mated);
    if (!prepare(&c)) return finish_check(&c, fail(&c, PROOF_FAULT_NO_MEMORY));
    if (is_game_over(pos, mated)) return finish_check(&c, true);
    return finish_check(&c,
                        mated ? check_refutation(&c, &root, n, 0) : check_attacks(&c, &root, n, 0));
}
