// SPDX-License-Identifier: MIT
#include "solve/problem/problem_proof.h"

enum { LEAF_MOVES = 1 };

// --- the stipulation, by the rules ---

bool problem_is_reached(const Stipulation *s, const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    return moves.count == 0 && position_is_check(pos) == (s->goal == PROBLEM_GOAL_MATE);
}

static bool is_reached_in_one(const Stipulation *s, const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (problem_is_reached(s, &next)) return true;
    }
    return false;
}

bool problem_is_obliged(const Stipulation *s, const Position *pos) {
    return s->play == PROBLEM_PLAY_REFLEX && is_reached_in_one(s, pos);
}

/* Has the attacker reached the goal, with the defender to move? */
static bool is_won(const Stipulation *s, const Position *pos) {
    if (s->play == PROBLEM_PLAY_DIRECT) return problem_is_reached(s, pos);
    return s->play != PROBLEM_PLAY_SELF && is_reached_in_one(s, pos);
}

/* In a selfmate, has this defence reached the goal for the attacker? */
static bool is_self_solved(const Stipulation *s, const Position *next) {
    return s->play == PROBLEM_PLAY_SELF && problem_is_reached(s, next);
}

static bool can_attack(const Stipulation *s, const Position *pos, int n);

/* Brute force: does the attacker, with n moves left, reach the goal against any defence? */
static bool cannot_defend(const Stipulation *s, const Position *pos, int n) {
    MoveList moves;
    if (is_won(s, pos)) return true;
    if (n < 1 && s->play != PROBLEM_PLAY_SELF) return false;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!is_self_solved(s, &next) && !can_attack(s, &next, n)) return false;
    }
    return moves.count > 0;
}

static bool can_attack(const Stipulation *s, const Position *pos, int n) {
    MoveList moves;
    if (n < 1 || problem_is_obliged(s, pos)) return false;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (cannot_defend(s, &next, n - 1)) return true;
    }
    return false;
}

// --- writing proofs ---

typedef struct {
    ProblemSolver *solver;
    const Stipulation *s;
    ProofTree *tree;
} ProblemProofWriter;

static bool prove(ProblemProofWriter *w, const Position *pos, int n, int ply) {
    MoveList moves, answers;
    if (is_won(w->s, pos)) return true;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!proof_tree_add(w->tree, moves.items[i], ply, 0)) return false;
        if (is_self_solved(w->s, &next)) continue;
        if (!problem_continuations(w->solver, &next, n, &answers)) return false;
        if (!proof_tree_add(w->tree, answers.items[0], ply + 1, 0)) return false;
        Position then = position_after(&next, answers.items[0]);
        if (!prove(w, &then, n - 1, ply + 2)) return false;
    }
    return moves.count > 0;
}

/* A defence after which the attacker does not reach the goal in time; NO_MOVE if time ran out. */
static Move find_defence(ProblemProofWriter *w, const Position *pos, int n) {
    MoveList moves, answers;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (is_self_solved(w->s, &next)) continue;
        if (!problem_continuations(w->solver, &next, n, &answers))
            return problem_is_interrupted(w->solver) ? NO_MOVE : moves.items[i];
    }
    return NO_MOVE;
}

static bool refute(ProblemProofWriter *w, const Position *pos, int n, int ply);

static bool refute_attacks(ProblemProofWriter *w, const Position *pos, int n, int ply) {
    MoveList moves;
    if (n <= LEAF_MOVES || problem_is_obliged(w->s, pos)) return true;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!proof_tree_add(w->tree, moves.items[i], ply, 0)) return false;
        if (!refute(w, &next, n - 1, ply + 1)) return false;
    }
    return true;
}

static bool refute(ProblemProofWriter *w, const Position *pos, int n, int ply) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (n < LEAF_MOVES || moves.count == 0) return true;
    Move defence = find_defence(w, pos, n);
    if (!defence || !proof_tree_add(w->tree, defence, ply, 0)) return false;
    Position next = position_after(pos, defence);
    return refute_attacks(w, &next, n, ply + 1);
}

static bool finish(ProblemProofWriter *w, bool done) {
    if (!done) proof_tree_free(w->tree);
    return done;
}

bool problem_prove(ProblemSolver *solver, const Stipulation *s, const Position *pos, int n,
                   ProofTree *tree) {
    ProblemProofWriter w = {solver, s, tree};
    return finish(&w, prove(&w, pos, n, 0));
}

bool problem_refute(ProblemSolver *solver, const Stipulation *s, const Position *pos, int n,
                    ProofTree *tree) {
    ProblemProofWriter w = {solver, s, tree};
    return finish(&w, refute(&w, pos, n, 0));
}

// --- checking ---

typedef struct {
    const Stipulation *s;
    const ProofTree *tree;
    size_t at;
    ProofFault fault;
} ProblemProofChecker;

static bool fail(ProblemProofChecker *c, ProofFault fault) {
    c->fault = fault;
    return false;
}

/* Consumes the next step if it is at this ply; NO_MOVE otherwise. */
static Move take_step(ProblemProofChecker *c, int ply) {
    if (c->at >= c->tree->count || c->tree->items[c->at].ply != ply) return NO_MOVE;
    return c->tree->items[c->at++].move;
}

static bool check_proof(ProblemProofChecker *c, const Position *pos, int n, int ply);

/* Checks the answer to a defence. */
static bool check_answer(ProblemProofChecker *c, const Position *pos, int n, int ply) {
    if (n < 1 || problem_is_obliged(c->s, pos)) return fail(c, PROOF_FAULT_TOO_LATE);
    Move answer = take_step(c, ply);
    if (!answer) return fail(c, PROOF_FAULT_ENDS_EARLY);
    if (!position_is_legal(pos, answer)) return fail(c, PROOF_FAULT_ILLEGAL);
    Position next = position_after(pos, answer);
    return check_proof(c, &next, n - 1, ply + 1);
}

static bool check_proof(ProblemProofChecker *c, const Position *pos, int n, int ply) {
    MoveList moves;
    if (is_won(c->s, pos)) return true;
    position_legal_moves(pos, &moves);
    if (moves.count == 0) return fail(c, PROOF_FAULT_DRAWN);
    while (moves.count > 0) {
        Move defence = take_step(c, ply);
        if (!defence) return fail(c, PROOF_FAULT_MISSING);
        if (!movelist_remove(&moves, defence)) return fail(c, PROOF_FAULT_ILLEGAL);
        Position next = position_after(pos, defence);
        if (!is_self_solved(c->s, &next) && !check_answer(c, &next, n, ply + 1)) return false;
    }
    return true;
}

static bool check_refutation(ProblemProofChecker *c, const Position *pos, int n, int ply);

static bool check_attacks(ProblemProofChecker *c, const Position *pos, int n, int ply) {
    MoveList moves;
    if (n <= LEAF_MOVES) return can_attack(c->s, pos, n) ? fail(c, PROOF_FAULT_REACHED) : true;
    if (problem_is_obliged(c->s, pos)) return true;
    position_legal_moves(pos, &moves);
    while (moves.count > 0) {
        Move attack = take_step(c, ply);
        if (!attack) return fail(c, PROOF_FAULT_MISSING);
        if (!movelist_remove(&moves, attack)) return fail(c, PROOF_FAULT_ILLEGAL);
        Position next = position_after(pos, attack);
        if (!check_refutation(c, &next, n - 1, ply + 1)) return false;
    }
    return true;
}

static bool check_refutation(ProblemProofChecker *c, const Position *pos, int n, int ply) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (n < LEAF_MOVES || moves.count == 0)
        return cannot_defend(c->s, pos, n) ? fail(c, PROOF_FAULT_REACHED) : true;
    if (is_won(c->s, pos)) return fail(c, PROOF_FAULT_REACHED);
    Move defence = take_step(c, ply);
    if (!defence) return fail(c, PROOF_FAULT_ENDS_EARLY);
    if (!movelist_remove(&moves, defence)) return fail(c, PROOF_FAULT_ILLEGAL);
    Position next = position_after(pos, defence);
    if (is_self_solved(c->s, &next)) return fail(c, PROOF_FAULT_REACHED);
    return check_attacks(c, &next, n, ply + 1);
}

static ProofCheck verdict(ProblemProofChecker *c, bool sound) {
    if (sound && c->at < c->tree->count) c->fault = PROOF_FAULT_TRAILING;
    return (ProofCheck){.fault = c->fault, .step = c->at};
}

ProofCheck problem_check_proof(const Stipulation *s, const Position *pos, int n,
                               const ProofTree *tree) {
    ProblemProofChecker c = {.s = s, .tree = tree};
    return verdict(&c, check_proof(&c, pos, n, 0));
}

ProofCheck problem_check_refutation(const Stipulation *s, const Position *pos, int n,
                                    const ProofTree *tree) {
    ProblemProofChecker c = {.s = s, .tree = tree};
    return verdict(&c, check_refutation(&c, pos, n, 0));
}

// --- lines ---

bool problem_play_line_move(const Stipulation *s, Position *pos, Move move, int left) {
    bool passes = stipulation_is_series(s) && left > (s->play == PROBLEM_PLAY_SERIES ? 0 : 1);
    position_play(pos, move);
    if (!passes) return true;
    if (position_is_check(pos)) return false;
    position_play_null(pos);
    return true;
}

/* Does every move reach the goal? */
static bool is_forced(const Stipulation *s, const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!problem_is_reached(s, &next)) return false;
    }
    return moves.count > 0;
}

bool problem_check_line(const Stipulation *s, const Position *pos, const Move *line, int count) {
    int plies = stipulation_plies(s), step = stipulation_is_series(s) ? 1 : 2;
    Position at = *pos;
    if (count < 1 || count > plies || (plies - count) % step) return false;
    for (int i = 0; i < count; i++) {
        int left = count - 1 - i;
        if (!position_is_legal(&at, line[i])) return false;
        if (left == 0 && stipulation_ends_forced(s) && !is_forced(s, &at)) return false;
        if (!problem_play_line_move(s, &at, line[i], left)) return false;
    }
    return problem_is_reached(s, &at);
}
