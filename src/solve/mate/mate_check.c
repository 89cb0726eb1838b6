// SPDX-License-Identifier: MIT
#include "solve/mate/mate_check.h"

#include <stdlib.h>
#include <string.h>

/* Half-moves without progress after which the defender claims a draw. */
enum { CLAIMED = 100 };

/* What a back reference is compared with: a position with the attacker to move. */
typedef struct {
    Position pos;
    int n;
    bool seen;
} Landmark;

typedef struct {
    const MateTree *tree;
    size_t at;
    MateGoal goal;
    bool refuting;
    uint32_t *index;     // per step: 1 + its landmark, 0: nobody refers to it
    Landmark *landmarks; // where references lead
    MateFault fault;
} Judge;

const char *mate_fault_text(MateFault fault) {
    switch (fault) {
    case CHECK_OK: return "correct";
    case CHECK_ENDS_EARLY: return "moves are missing";
    case CHECK_TRAILING: return "a move too many";
    case CHECK_ILLEGAL: return "an illegal move";
    case CHECK_MISSING: return "a legal move has no answer";
    case CHECK_TOO_LATE: return "the goal is not reached in time";
    case CHECK_DRAWN: return "the game is drawn on the way";
    case CHECK_BAD_REFERENCE: return "a reference to another position";
    case CHECK_REACHED: return "the goal is reached after all";
    case CHECK_NO_MEMORY: return "out of memory";
    }
    return "unknown";
}

bool mate_is_reached(const Position *pos, MateGoal goal, bool attacker_to_move) {
    Color turn = position_turn(pos);
    if (rules_want_mate(pos->rules) && goal != GOAL_STALEMATE && !position_is_check(pos))
        return false;
    Outcome outcome = pos->rules->outcome(&pos->board);
    Color attacker = attacker_to_move ? turn : other(turn);
    switch (goal) {
    case GOAL_MATE: return outcome.winner == attacker;
    case GOAL_SELFMATE:
    case GOAL_HELPMATE: return outcome.winner == other(attacker) && attacker_to_move;
    case GOAL_STALEMATE: return outcome.reason == STALEMATE && !attacker_to_move;
    }
    return false;
}

/* The defender may claim a draw, or the game has ended. */
static bool is_drawn(const Position *pos) {
    return pos->halfmove >= CLAIMED;
}

Position mate_question(const Position *pos, bool mated) {
    Position asked = *pos;
    if (!mated && is_drawn(pos) && pos->halfmove < pos->rules->fifty_limit)
        asked.halfmove = CLAIMED - 1;
    return asked;
}

static bool fail(Judge *j, MateFault fault) {
    j->fault = fault;
    return false;
}

/* The next step if it stands at this ply, else NULL. */
static const MateStep *step_at(const Judge *j, int ply) {
    if (j->at >= j->tree->count || j->tree->items[j->at].ply != ply) return NULL;
    return &j->tree->items[j->at];
}

/* Everything a move or a claim can depend on but the clock. */
static bool boards_agree(const Position *a, const Position *b) {
    return memcmp(a->piece, b->piece, sizeof a->piece) == 0 && a->board.turn == b->board.turn &&
           a->board.castling == b->board.castling && a->ep_key == b->ep_key;
}

/* May the finding at the landmark be used here?  Fewer moves left, or a later clock, make it only
 * harder to mate and easier to refute. */
static bool reference_holds(const Judge *j, const Landmark *mark, const Position *pos, int n) {
    if (!mark->seen || !boards_agree(&mark->pos, pos)) return false;
    if (j->refuting) return n <= mark->n && pos->halfmove >= mark->pos.halfmove;
    return n >= mark->n && pos->halfmove <= mark->pos.halfmove;
}

/* Deals with references from and to the step that led to `pos`.  True if the subtree is settled
 * by one; with j->fault set if that is wrong. */
static bool settled_by_reference(Judge *j, size_t step, const Position *pos, int n) {
    uint32_t same = j->tree->items[step].same;
    if (same) {
        bool valid = same <= step && j->index[same - 1] &&
                     reference_holds(j, &j->landmarks[j->index[same - 1] - 1], pos, n);
        if (!valid) j->fault = CHECK_BAD_REFERENCE;
        return true;
    }
    if (j->index[step]) j->landmarks[j->index[step] - 1] = (Landmark){*pos, n, false};
    return false;
}

static void mark_seen(Judge *j, size_t step) {
    if (j->index[step]) j->landmarks[j->index[step] - 1].seen = true;
}

static bool judge_defences(Judge *j, const Position *pos, int n, int ply);

static bool judge_attack(Judge *j, const Position *pos, int n, int ply) {
    if (mate_is_reached(pos, j->goal, true)) return true;
    if (is_drawn(pos)) return fail(j, CHECK_DRAWN);
    if (n < 1) return fail(j, CHECK_TOO_LATE);
    const MateStep *step = step_at(j, ply);
    if (!step) return fail(j, CHECK_ENDS_EARLY);
    if (!position_is_legal(pos, step->move)) return fail(j, CHECK_ILLEGAL);
    if (step->same) return fail(j, CHECK_BAD_REFERENCE);
    j->at++;
    Position next = position_after(pos, step->move);
    return judge_defences(j, &next, n - 1, ply + 1);
}

static bool judge_defences(Judge *j, const Position *pos, int n, int ply) {
    if (mate_is_reached(pos, j->goal, false)) return true;
    if (is_drawn(pos)) return fail(j, CHECK_DRAWN);
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (moves.count == 0) return fail(j, CHECK_DRAWN);
    int left = moves.count;
    for (const MateStep *step; left > 0 && (step = step_at(j, ply)); left--) {
        int i = 0;
        while (i < moves.count && moves.items[i] != step->move) i++;
        if (i == moves.count) return fail(j, CHECK_ILLEGAL);
        moves.items[i] = NO_MOVE; // each once
        size_t here = j->at++;
        Position next = position_after(pos, step->move);
        if (settled_by_reference(j, here, &next, n)) {
            if (j->fault) return false;
            continue;
        }
        if (!judge_attack(j, &next, n, ply + 1)) return false;
        mark_seen(j, here);
    }
    return left == 0 || fail(j, CHECK_MISSING);
}

/* Tries everything out: can the goal be reached within n moves? */
static bool can_reach(const Position *pos, MateGoal goal, int n);

static bool cannot_prevent(const Position *pos, MateGoal goal, int n) {
    if (mate_is_reached(pos, goal, false)) return true;
    if (is_drawn(pos)) return false;
    if (n < 1 && goal == GOAL_MATE && rules_want_mate(pos->rules)) return false;
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

static bool judge_refutation(Judge *j, const Position *pos, int n, int ply);

/* Every attack is there, with a defence behind it. */
static bool judge_attacks(Judge *j, const Position *pos, int n, int ply) {
    if (n <= REFUTATION_LEAF) return can_reach(pos, j->goal, n) ? fail(j, CHECK_REACHED) : true;
    if (mate_is_reached(pos, j->goal, true)) return fail(j, CHECK_REACHED);
    if (is_drawn(pos)) return true;
    MoveList moves;
    position_legal_moves(pos, &moves);
    int left = moves.count;
    for (const MateStep *step; left > 0 && (step = step_at(j, ply)); left--) {
        int i = 0;
        while (i < moves.count && moves.items[i] != step->move) i++;
        if (i == moves.count) return fail(j, CHECK_ILLEGAL);
        if (step->same) return fail(j, CHECK_BAD_REFERENCE);
        moves.items[i] = NO_MOVE;
        j->at++;
        Position next = position_after(pos, step->move);
        if (!judge_refutation(j, &next, n - 1, ply + 1)) return false;
    }
    return left == 0 || fail(j, CHECK_MISSING);
}

static bool judge_refutation(Judge *j, const Position *pos, int n, int ply) {
    if (mate_is_reached(pos, j->goal, false)) return fail(j, CHECK_REACHED);
    if (is_drawn(pos) || pos->rules->count_moves(&pos->board) == 0) return true;
    const MateStep *step = step_at(j, ply);
    if (!step)
        return n <= REFUTATION_LEAF && !cannot_prevent(pos, j->goal, n) ? true
                                                                        : fail(j, CHECK_ENDS_EARLY);
    if (!position_is_legal(pos, step->move)) return fail(j, CHECK_ILLEGAL);
    size_t here = j->at++;
    Position next = position_after(pos, step->move);
    if (settled_by_reference(j, here, &next, n)) return !j->fault;
    if (!judge_attacks(j, &next, n, ply + 1)) return false;
    mark_seen(j, here);
    return true;
}

/* Both sides play together: the tree is one line. */
static bool judge_help(Judge *j, const Position *pos, int n) {
    Position at = *pos;
    for (int ply = 0; ply < 2 * n; ply++) {
        const MateStep *step = step_at(j, ply);
        if (!step) break;
        if (!position_is_legal(&at, step->move)) return fail(j, CHECK_ILLEGAL);
        position_play(&at, step->move);
        j->at++;
        if (ply % 2 && mate_is_reached(&at, GOAL_HELPMATE, true)) return true;
    }
    return fail(j, CHECK_TOO_LATE);
}

/* Numbers the steps that references lead to. */
static bool prepare(Judge *j) {
    uint32_t count = 0;
    const MateTree *tree = j->tree;
    j->index = calloc(tree->count + 1, sizeof *j->index);
    if (!j->index) return false;
    for (size_t i = 0; i < tree->count; i++) {
        uint32_t same = tree->items[i].same;
        if (same && same <= tree->count && !j->index[same - 1]) j->index[same - 1] = ++count;
    }
    j->landmarks = calloc((size_t)count + 1, sizeof *j->landmarks);
    return j->landmarks != NULL;
}

static MateCheck conclude(Judge *j, bool sound) {
    if (sound && j->at != j->tree->count) j->fault = CHECK_TRAILING;
    free(j->index);
    free(j->landmarks);
    return (MateCheck){j->fault, j->at};
}

/* Whoever is to attack has no move any more, not even if the game ended as he would have it. */
static bool ended(const Position *pos, bool mated) {
    return !mated && pos->rules->count_moves(&pos->board) == 0;
}

MateCheck mate_check_proof(const Position *pos, int n, MateGoal goal, bool mated,
                           const MateTree *tree) {
    Judge j = {.tree = tree, .goal = goal};
    Position asked = mate_question(pos, mated);
    if (!prepare(&j)) return conclude(&j, fail(&j, CHECK_NO_MEMORY));
    if (ended(pos, mated)) return conclude(&j, fail(&j, CHECK_ENDS_EARLY));
    if (goal == GOAL_HELPMATE) return conclude(&j, judge_help(&j, &asked, n));
    return conclude(&j, mated ? judge_defences(&j, &asked, n, 0) : judge_attack(&j, &asked, n, 0));
}

MateCheck mate_check_refutation(const Position *pos, int n, MateGoal goal, bool mated,
                                const MateTree *tree) {
    Judge j = {.tree = tree, .goal = goal, .refuting = true};
    Position asked = mate_question(pos, mated);
    if (!prepare(&j)) return conclude(&j, fail(&j, CHECK_NO_MEMORY));
    if (ended(pos, mated)) return conclude(&j, true);
    return conclude(&j,
                    mated ? judge_refutation(&j, &asked, n, 0) : judge_attacks(&j, &asked, n, 0));
}
