// SPDX-License-Identifier: MIT
//
// Exhaustive search: every attack and every defence, to a fixed number of moves.
//
// To refute "mate within n" one good defence against each attack is enough, so the order of
// defences matters most. The one that refuted a similar attack is tried first (killers and
// history). Playing the same defences again also makes different orders of attacks transpose into
// the same table entries.
#include "solve/mate/mate_search.h"

static uint32_t *history_of(MateWorker *w, Move move) {
    return &w->history[move & 0xfff];
}

static void record_refutation(MateWorker *w, int n, Move move) {
    *history_of(w, move) += (uint32_t)(n * n);
    if (w->killers[n][0] == move) return;
    w->killers[n][1] = w->killers[n][0];
    w->killers[n][0] = move;
}

typedef struct {
    int score;
    Move move;
} ScoredMove;

/* Moves the best of items[from..] to items[from]. */
static Move pick_best(ScoredMove *items, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (items[i].score > items[best].score) best = i;
    ScoredMove r = items[best];
    items[best] = items[from];
    items[from] = r;
    return r.move;
}

/* Scores the attacker's moves: `first`, then checks by the number of replies, then the rest. */
static int order_attacks(const MateWorker *w, const MateNode *node, const MoveList *moves,
                         Move first, ScoredMove *out) {
    for (int i = 0; i < moves->count; i++) {
        Move move = moves->items[i];
        MateNode next = mate_node_after(node, move);
        int score = w->index ? (int)((move * 2654435761u * (unsigned)w->index) >> 26) : 0;
        if (move == first)
            score = 1000;
        else if (mate_node_is_check(&next))
            score = 500 - mate_node_count_moves(&next);
        out[i] = (ScoredMove){score, move};
    }
    return moves->count;
}

static bool attack(MateWorker *w, const MateNode *node, int n, Move first, Move *mating) {
    MoveList moves;
    ScoredMove scored[MOVES_MAX];
    mate_node_moves(node, &moves);
    int count = order_attacks(w, node, &moves, first, scored);
    for (int i = 0; i < count; i++) {
        Move move = pick_best(scored, i, count);
        MateNode next = mate_node_after(node, move);
        if (exhaustive_defence(w, &next, n - 1)) {
            *mating = move;
            return true;
        }
        if (w->paused) return false;
    }
    return false;
}

static bool attack_or_mate_in_two(MateWorker *w, const MateNode *node, int n, Move first,
                                  Move *mating) {
    bool in_time = node->clock + 3 < DRAW_CLAIM_CLOCK;
    if (n > 2 || !in_time) return attack(w, node, n, first, mating);
    *mating = mate_in_two(w, &node->board);
    return *mating != NO_MOVE;
}

bool exhaustive_attack(MateWorker *w, const MateNode *node, int n) {
    if (mate_worker_should_stop(w) || n < 1 || node->clock >= DRAW_CLAIM_CLOCK) return false;
    if (n == 1) return mate_node_mate_in_one(node) != NO_MOVE;
    Key key = mate_node_key(node, n);
    MateBounds known = mate_tt_bounds(w->table, key);
    if (known.hi <= n) return true;
    if (known.lo >= n) return false;
    uint64_t before = w->nodes;
    Move mating = mate_node_mate_in_one(node);
    if (mating) n = 1;
    bool found = mating || attack_or_mate_in_two(w, node, n, known.move, &mating);
    if (w->paused && !found) return false;
    mate_worker_store_bound(w, key, n, mating, before);
    return found;
}

/* Scores the defences: those that refuted other attacks first, then captures and king moves.
 * Returns true if the table has a defence that holds. */
static bool order_defences(MateWorker *w, const MateNode *node, int n, const MoveList *moves,
                           ScoredMove *out) {
    Color them = other((Color)node->board.turn);
    for (int i = 0; i < moves->count; i++) {
        Move move = moves->items[i];
        uint32_t past = *history_of(w, move);
        int score = past > 1 << 20 ? 1 << 20 : (int)past;
        if (node->board.color[them] & bit(move_to(move))) score += 1 << 18;
        if (node->board.role[KING] & bit(move_from(move))) score += 1 << 17;
        if (n >= 2) {
            MateNode next = mate_node_after(node, move);
            if (mate_tt_bounds(w->table, mate_node_key(&next, n)).lo >= n) return true;
        }
        out[i] = (ScoredMove){score, move};
    }
    return false;
}

/* Is this defence legal here, and does it avert the mate? */
static bool defence_holds(MateWorker *w, const MateNode *node, int n, Move move) {
    if (move == NO_MOVE || !mate_node_is_legal(node, move)) return false;
    MateNode next = mate_node_after(node, move);
    return !exhaustive_attack(w, &next, n);
}

/* Tries the killers before any move is generated. */
static bool killer_holds(MateWorker *w, const MateNode *node, int n) {
    if (defence_holds(w, node, n, w->killers[n][0])) return true;
    if (w->paused || !defence_holds(w, node, n, w->killers[n][1])) return false;
    Move move = w->killers[n][1];
    w->killers[n][1] = w->killers[n][0];
    w->killers[n][0] = move;
    return true;
}

bool exhaustive_defence(MateWorker *w, const MateNode *node, int n) {
    MoveList moves;
    ScoredMove scored[MOVES_MAX];
    if (n < 1 || node->clock >= DRAW_CLAIM_CLOCK) return mate_node_is_mated(node);
    Move killer[2] = {w->killers[n][0], w->killers[n][1]};
    if (killer_holds(w, node, n) || w->paused) return false;
    mate_node_moves(node, &moves);
    if (moves.count == 0) return mate_node_is_check(node);
    if (order_defences(w, node, n, &moves, scored)) return false;
    for (int i = 0; i < moves.count; i++) {
        Move move = pick_best(scored, i, moves.count);
        if (move == killer[0] || move == killer[1]) continue;
        MateNode next = mate_node_after(node, move);
        if (exhaustive_attack(w, &next, n)) continue;
        if (!w->paused) record_refutation(w, n, move);
        return false;
    }
    return true;
}
