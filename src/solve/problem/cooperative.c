// SPDX-License-Identifier: MIT
//
// Cooperative play: all lines in which both sides together, or one side alone, reach the goal.
//
// A depth-first search through all moves. It prunes positions that are known to have no solution
// with the moves left (hash table), and positions from which no goal can be reached: by the list of
// target positions (target_positions.h) or, if that is too long or the goal is stalemate, by the
// feasibility test (feasibility.h).
#include "base/hash.h"
#include "solve/problem/problem_search.h"
#include "solve/problem/stalemate.h"

#include <string.h>

/* Shorter lines are found faster than the list, or the feasibility cache, can be computed. */
enum { TARGET_PLIES = 4, FEASIBILITY_PLIES = 7 };

typedef struct {
    ProblemSearch *p;
    LineVisitor *visit;
    void *context;
    bool ended;
    int length;
    Move line[2 * STIPULATION_MOVES_MAX];
} CooperativeSearch;

/* The moves left to each side. */
static TargetMovesLeft moves_left(const CooperativeSearch *s, int left) {
    Color victim = s->p->victim;
    TargetMovesLeft moves;
    switch (s->p->stipulation.play) {
    case PROBLEM_PLAY_SERIES: moves.of[victim] = 0, moves.of[other(victim)] = left; break;
    case PROBLEM_PLAY_SERIES_HELP:
    case PROBLEM_PLAY_SERIES_SELF: moves.of[victim] = left - 1, moves.of[other(victim)] = 1; break;
    default: moves.of[victim] = left / 2, moves.of[other(victim)] = (left + 1) / 2;
    }
    return moves;
}

/* Filters the moves of a position: by the list of target positions; without a list by the
 * feasibility test; before a stalemate by the free units. */
typedef struct {
    enum { FILTER_NONE, FILTER_TARGETS, FILTER_FEASIBILITY, FILTER_FREE_UNITS } kind;
    const TargetNode *targets_left;
    Bitboard destinations[TARGET_PIECES];
    MoveFeasibility move_feasibility;
    StalemateHelp help;
} MoveFilter;

/* Is this the victim's last move, without a forced move after it? */
static bool is_last_help(const CooperativeSearch *s, const MateNode *node, int left) {
    return left == 2 && (Color)node->board.turn == s->p->victim &&
           !stipulation_ends_forced(&s->p->stipulation);
}

static void filter_init(CooperativeSearch *s, const MateNode *node, int left,
                        const TargetNode *targets_left, MoveFilter *out) {
    Color mover = (Color)node->board.turn, victim = s->p->victim;
    TargetMovesLeft after = moves_left(s, left - 1);
    out->targets_left = targets_left;
    bool is_stalemate = s->p->stipulation.goal == PROBLEM_GOAL_STALEMATE;
    if (is_stalemate && is_last_help(s, node, left)) {
        out->kind = FILTER_FREE_UNITS;
        stalemate_help_init(&out->help, &node->board);
    } else if (is_stalemate && s->length < FEASIBILITY_PLIES) {
        out->kind = FILTER_NONE;
    } else if (targets_left) {
        out->kind = FILTER_TARGETS;
        target_positions_destinations(s->p->targets, targets_left, mover, moves_left(s, left),
                                      out->destinations);
    } else {
        out->kind = FILTER_FEASIBILITY;
        move_feasibility_init(&out->move_feasibility, s->p->feasibility, &node->board, victim,
                              mover, after.of[victim], after.of[other(victim)]);
    }
}

static bool filter_allows(MoveFilter *p, Move move) {
    switch (p->kind) {
    case FILTER_NONE: return true;
    case FILTER_TARGETS:
        return p->destinations[p->targets_left->number[move_from(move)]] & bit(move_to(move));
    case FILTER_FEASIBILITY: return move_feasibility_allows(&p->move_feasibility, move);
    case FILTER_FREE_UNITS: return stalemate_help_allows(&p->help, move);
    }
    return true;
}

static Key key_of(const MateNode *node, int left) {
    return hash_salt(node->key, (uint64_t)left, HASH_MURMUR_2);
}

static void report(CooperativeSearch *s, int ply, Move last) {
    s->line[ply] = last;
    if (!s->visit(s->line, s->length, s->context)) s->ended = true;
}

/* The last move: reports every move that reaches the goal; if it must be forced, there may be no
 * other. */
static bool finish(CooperativeSearch *s, const MateNode *node) {
    ProblemGoal goal = s->p->stipulation.goal;
    MoveList moves;
    if (stipulation_ends_forced(&s->p->stipulation)) {
        if (!problem_goal_is_forced(goal, node, &s->p->hint)) return false;
    } else if (goal == PROBLEM_GOAL_MATE && !mate_node_mate_in_one(node)) {
        return false;
    }
    problem_goal_moves(goal, node, &moves);
    for (int i = 0; i < moves.count && !s->ended; i++) report(s, s->length - 1, moves.items[i]);
    return moves.count > 0;
}

/* Does the same side move again, because the other side passes in a series? */
static bool keeps_turn(const CooperativeSearch *s, int left) {
    const Stipulation *stipulation = &s->p->stipulation;
    return stipulation_is_series(stipulation) &&
           (stipulation->play == PROBLEM_PLAY_SERIES || left > 1);
}

/* The move that leads to a node, and its parent. */
typedef struct {
    const MateNode *node;
    const TargetNode *targets_left; // NULL: not listed
    Move move;
} PathStep;

static bool search(CooperativeSearch *s, const MateNode *node, int left, const PathStep *step);

static bool search_move(CooperativeSearch *s, const PathStep *step, int left) {
    MateNode next = mate_node_after(step->node, step->move);
    if (keeps_turn(s, left - 1)) {
        if (mate_node_is_check(&next)) return false;
        next = mate_node_after_pass(&next);
    }
    s->line[s->length - left] = step->move;
    return search(s, &next, left - 1, step);
}

static bool search_moves(CooperativeSearch *s, const MateNode *node, int left,
                         const TargetNode *targets_left) {
    MoveList moves;
    MoveFilter filter;
    bool found = false;
    filter_init(s, node, left, targets_left, &filter);
    mate_node_moves(node, &moves);
    for (int i = 0; i < moves.count && !s->ended && !s->p->w->paused; i++) {
        PathStep step = {node, targets_left, moves.items[i]};
        if (filter_allows(&filter, step.move) && search_move(s, &step, left)) found = true;
    }
    return found;
}

/* Searches the moves with the target positions left after the step. */
static bool search_targets(CooperativeSearch *s, const MateNode *node, int left,
                           const PathStep *step) {
    TargetNode targets_left;
    TargetPositions *targets = s->p->targets;
    if (!step->targets_left) return search_moves(s, node, left, NULL);
    if (!target_positions_push(targets, step->targets_left, &step->node->board, step->move,
                               moves_left(s, left), &targets_left))
        return false;
    bool found = search_moves(s, node, left, &targets_left);
    target_positions_pop(targets, &targets_left);
    return found;
}

/* Finds all solutions with exactly `left` moves from here; true if there is one. */
static bool search(CooperativeSearch *s, const MateNode *node, int left, const PathStep *step) {
    MateWorker *w = s->p->w;
    if (mate_worker_should_stop(w)) return false;
    if (left == 1) return finish(s, node);
    uint64_t data, before = w->nodes;
    // only failures are stored
    if (mate_tt_probe(w->table, key_of(node, left), &data)) return false;
    bool found = search_targets(s, node, left, step);
    if (!found && !s->ended && !w->paused)
        mate_tt_store(w->table, key_of(node, left), 1, mate_tt_work(w->nodes - before));
    return found;
}

bool cooperative_find_lines(ProblemSearch *p, const MateNode *root, Move first, int plies,
                            LineVisitor *visit, void *context) {
    CooperativeSearch s = {.p = p, .visit = visit, .context = context, .length = plies};
    MoveFilter filter;
    PathStep step = {root, NULL, first};
    if (p->stipulation.goal == PROBLEM_GOAL_MATE && plies >= TARGET_PLIES)
        step.targets_left = target_positions_list(p->targets, &root->board, root->key, p->victim,
                                                  moves_left(&s, plies));
    filter_init(&s, root, plies, step.targets_left, &filter);
    if (filter_allows(&filter, first)) search_move(&s, &step, plies);
    return !s.ended && !p->w->paused;
}
