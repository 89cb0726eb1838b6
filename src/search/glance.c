// SPDX-License-Identifier: MIT
#include "roek/search/glance.h"

enum {
    LONGEST_MATE = 12,
    MOST_NODES = 100000, // what was not seen by then is found sooner by searching
    SLOW_SHARE = 10,     // of the time, where the machine is slower than expected
};

/* Two pieces that bear on the king's neighbourhood make an attack, and so does a queen alone. */
static bool is_attack(const Board *b) {
    Color us = (Color)b->turn;
    Square king = board_king(b, other(us));
    Bitboard ring = KING_ATTACKS[king] | bit(king), attackers = 0;
    FOR_EACH_SQUARE(s, ring)
    attackers |= board_attackers(b, s, us, board_occupied(b));
    attackers &= ~b->role[KING];
    return popcount(attackers) + popcount(attackers & b->role[QUEEN]) >= 2;
}

/* In nodes and not in time where possible, so that a search can be repeated.  A search to a fixed
 * depth stays what it says. */
static uint64_t node_budget(const Shared *shared) {
    const Limits *limits = shared->limits;
    uint64_t per_ms = (uint64_t)shared->params.glance_nodes_per_ms;
    if (limits->depth || !per_ms) return 0;
    uint64_t budget = MOST_NODES;
    if (limits->nodes)
        budget = limits->nodes / 16;
    else if (shared->plan.soft >= 0)
        budget = (uint64_t)shared->plan.soft * per_ms;
    return budget < MOST_NODES ? budget : MOST_NODES;
}

bool glance_at_mates(MateSolver *solver, const Position *pos, const Shared *shared, Line *out) {
    MateResult result;
    MateOptions options = {
        .moves = LONGEST_MATE, .quick = true, .nodes = node_budget(shared), .stop = &shared->stop};
    if (!options.nodes || !pos->rules->has_check || !is_attack(&pos->board)) return false;
    if (shared->plan.soft >= 0) options.seconds = (double)shared->plan.soft / 1000 / SLOW_SHARE;
    mate_solve(solver, pos, &options, &result);
    if (result.verdict != MATE_FOUND || !result.checked) return false;
    out->count = result.length;
    for (int i = 0; i < result.length; i++) out->moves[i] = result.line[i];
    return true;
}
