// SPDX-License-Identifier: MIT
#include "solve/mate/mate_other_goals.h"

#include "base/hash.h"
#include "solve/mate/mate_check.h"

static Key mate_goal_key(const Position *pos, MateGoal goal, int n) {
    bool late = pos->halfmove + 2 * n >= DRAW_CLAIM_CLOCK;
    uint64_t salt = (uint64_t)goal + 1 + (late ? (uint64_t)pos->halfmove << 8 : 0);
    return hash_salt(pos->key, salt, HASH_MURMUR_1);
}

bool mate_goal_attack(MateWorker *w, const Position *pos, MateGoal goal, int n) {
    if (mate_worker_should_stop(w)) return false;
    if (mate_is_reached(pos, goal, true)) return true;
    if (n < 1 || pos->halfmove >= DRAW_CLAIM_CLOCK) return false;
    Key key = mate_goal_key(pos, goal, n);
    MateBounds known = mate_tt_bounds(w->table, key);
    if (known.hi <= n) return true;
    if (known.lo >= n) return false;
    uint64_t before = w->nodes;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        bool forced = mate_goal_defence(w, &next, goal, n - 1);
        if (w->paused) return false;
        if (!forced) continue;
        mate_worker_store_bound(w, key, n, moves.items[i], before);
        return true;
    }
    mate_worker_store_bound(w, key, n, NO_MOVE, before);
    return false;
}

bool mate_goal_defence(MateWorker *w, const Position *pos, MateGoal goal, int n) {
    if (mate_is_reached(pos, goal, false)) return true;
    bool ends_with_attack =
        goal == MATE_GOAL_STALEMATE || (goal == MATE_GOAL_MATE && rules_need_mate(pos->rules));
    if (pos->halfmove >= DRAW_CLAIM_CLOCK || (n < 1 && ends_with_attack)) return false;
    MoveList moves;
    position_legal_moves(pos, &moves);
    // the killer: the defence that refuted the last attack
    movelist_put_first(&moves, w->killers[n][0]);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (mate_goal_attack(w, &next, goal, n)) continue;
        w->killers[n][0] = moves.items[i];
        return false;
    }
    return moves.count > 0;
}

/* The side to be mated moves when `plies` is even. */
bool mate_goal_help(MateWorker *w, const Position *pos, int plies, Move *line) {
    if (mate_worker_should_stop(w)) return false;
    if (plies == 0) return mate_is_reached(pos, MATE_GOAL_HELPMATE, true);
    Key key = hash_salt(mate_goal_key(pos, MATE_GOAL_HELPMATE, 0), (uint64_t)plies, HASH_MURMUR_2);
    uint64_t before = w->nodes, data;
    if (mate_tt_probe(w->table, key, &data)) return false; // only failures are stored
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (plies == 1 && !position_is_check(&next)) continue;
        line[0] = moves.items[i];
        if (mate_goal_help(w, &next, plies - 1, line + 1)) return true;
        if (w->paused) return false;
    }
    mate_tt_store(w->table, key, 1, mate_tt_work(w->nodes - before));
    return false;
}
