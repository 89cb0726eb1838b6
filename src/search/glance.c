// SPDX-License-Identifier: MIT
#include "roek/search/glance.h"

enum {
    SEARCH_NODES_PER_MS = 2000, // what a limit in nodes is in time, about
    LONG_MS = 1000000,
    SLOW_SHARE = 8, // of the time for each look, where the machine is slower than that
};

/* A look far ahead finds most mates, and soon or not at all.  A closer one, with fewer moves to
 * mate, is worth more effort; but not at bullet speeds, where the search needs every moment. */
typedef struct {
    int moves;        // to mate within
    int64_t spare_ms; // so much belongs to the search
    int64_t rate;     // nodes for each millisecond beyond, in percent of glance_nodes_per_ms
    int64_t most;     // nodes; what was not seen by then is found sooner by searching
} Look;

static const Look LOOKS[] = {{12, 0, 100, 100000}, {6, 100, 500, 80000}};

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
static uint64_t node_budget(const Look *look, const Shared *shared) {
    const Limits *limits = shared->limits;
    int64_t ms = limits->nodes ? (int64_t)(limits->nodes / SEARCH_NODES_PER_MS) : shared->plan.soft;
    if (limits->depth) return 0;
    if (ms < 0 || ms > LONG_MS) ms = LONG_MS; // none, or as good as none
    if (ms <= look->spare_ms) return 0;
    int64_t nodes = (ms - look->spare_ms) * shared->params.glance_nodes_per_ms * look->rate / 100;
    return (uint64_t)(nodes < look->most ? nodes : look->most);
}

/* A mate that leads back to a position of the game is none: it might go round in circles. */
static bool leads_back(const Glance *g, Move move) {
    Position next = *g->pos;
    position_play(&next, move);
    for (int i = 0; i < g->key_count; i++)
        if (g->keys[i] == next.key) return true;
    return false;
}

static bool look_for_mate(MateSolver *solver, const Glance *g, const Look *look, Line *out) {
    MateResult result;
    MateOptions options = {.moves = look->moves,
                           .quick = true,
                           .nodes = node_budget(look, g->shared),
                           .stop = &g->shared->told};
    if (!options.nodes) return false;
    int64_t soft = g->shared->plan.soft;
    if (soft >= 0) options.seconds = (double)soft / 1000 / SLOW_SHARE;
    mate_solve(solver, g->pos, &options, &result);
    if (result.verdict != MATE_FOUND || !result.checked || leads_back(g, result.line[0]))
        return false;
    out->count = result.length;
    for (int i = 0; i < result.length; i++) out->moves[i] = result.line[i];
    return true;
}

bool glance_at_mates(MateSolver *solver, const Glance *glance, Line *out) {
    if (!rules_want_mate(glance->pos->rules) || !is_attack(&glance->pos->board)) return false;
    for (size_t i = 0; i < sizeof LOOKS / sizeof *LOOKS; i++)
        if (look_for_mate(solver, glance, &LOOKS[i], out)) return true;
    return false;
}

Score glance_floor(const Line *mate, Move move) {
    return mate->count && mate->moves[0] == move ? SCORE_MATE - mate->count : -SCORE_INFINITE;
}
