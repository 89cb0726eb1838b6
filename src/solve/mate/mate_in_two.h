// SPDX-License-Identifier: MIT
//
// The last two moves of a proof, where nearly all of its time is spent. They are searched on bare
// boards: this close to the end, table look-ups, keys and the clock cost more than they save.
//
// A template over the goal of the last move, force-inlined for each goal.
#ifndef SOLVE_MATE_MATE_IN_TWO_H
#define SOLVE_MATE_MATE_IN_TWO_H

#include "solve/mate/mate_helpers.h"
#include "solve/mate/mate_search.h"

/* Is there a move that reaches the goal at once? */
typedef bool GoalInOne(MateWorker *w, const Board *b);

typedef struct {
    GoalInOne *in_one;
    bool in_check; // true: the goal is mate, so a side without moves must be in check; false:
                   // stalemate
} TwoMoveGoal;

/* The order of defences: those that refuted other attacks first, then captures and king moves. */
ROEK_INLINE int score_defence(const MateWorker *w, const Board *b, Color us, Move move) {
    uint32_t past = w->history[move & 0xfff];
    int rank = past > 1 << 20 ? 1 << 20 : (int)past;
    if (b->color[other(us)] & bit(move_to(move))) rank += 1 << 18;
    if (b->role[KING] & bit(move_from(move))) rank += 1 << 17;
    return rank;
}

ROEK_INLINE void record_refutation_in_two(MateWorker *w, Move move) {
    w->history[move & 0xfff]++;
    w->killers[1][1] = w->killers[1][0];
    w->killers[1][0] = move;
}

/* Do all defences but the killers fail too? The killers have been tried by the caller. */
ROEK_INLINE bool other_defences_fail(MateWorker *w, const Board *b, Color us,
                                     const TwoMoveGoal *last, const Move killers[2]) {
    MoveList list;
    int rank[MOVES_MAX];
    list.count = 0;
    generate_list(b, CHESS_TRAITS, us, GENERATE_ALL, ~0ull, &list);
    if (list.count == 0) return king_is_safe(b, us) != last->in_check;
    for (int i = 0; i < list.count; i++) rank[i] = score_defence(w, b, us, list.items[i]);
    for (int left = list.count; left > 0; left--) {
        int best = 0;
        for (int i = 1; i < left; i++)
            if (rank[i] > rank[best]) best = i;
        Move move = list.items[best];
        list.items[best] = list.items[left - 1];
        rank[best] = rank[left - 1];
        if (move == killers[0] || move == killers[1]) continue;
        Board next = board_after(b, us, move);
        if (last->in_one(w, &next)) continue;
        record_refutation_in_two(w, move);
        return false;
    }
    return true;
}

/* The defender is to move: can the attacker reach the goal in one move after every defence? */
ROEK_INLINE bool defence_fails(MateWorker *w, const Board *b, Color us, const TwoMoveGoal *last) {
    Move killers[2] = {w->killers[1][0], w->killers[1][1]}, tried[2] = {NO_MOVE, NO_MOVE};
    for (int i = 0; i < 2; i++) {
        Board next;
        if (!killers[i] || !play_if_legal(b, us, killers[i], &next)) continue;
        tried[i] = killers[i];
        if (last->in_one(w, &next)) continue;
        w->killers[1][0] = killers[i];
        w->killers[1][1] = killers[1 - i];
        return false;
    }
    return other_defences_fail(w, b, us, last, tried);
}

/* The first move that reaches the goal within two moves, or NO_MOVE. With `only_checks` only checks
 * are tried. */
ROEK_INLINE Move reach_in_two(MateWorker *w, const Board *b, Color us, const TwoMoveGoal *last,
                              bool only_checks) {
    MoveList list;
    list.count = 0;
    generate_list(b, CHESS_TRAITS, us, GENERATE_ALL, ~0ull, &list);
    int checks = put_checks_first(b, us, &list);
    if (only_checks) list.count = checks;
    for (int i = 0; i < list.count; i++) {
        Board next = board_after(b, us, list.items[i]);
        if (defence_fails(w, &next, other(us), last)) return list.items[i];
    }
    return NO_MOVE;
}

#endif
