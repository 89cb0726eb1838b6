// SPDX-License-Identifier: MIT
#include "solve/mate/mate_prober.h"

#include "solve/mate/mate.h"

#include <stdlib.h>

enum {
    SCOUT_MEGABYTES = 8,
    SEARCH_NODES_PER_MS = 2000, // what a limit in nodes is in time, about
    LONG_MS = 1000000,
    SLOW_SHARE = 8, // of the time for each look, where the machine is slower than that
};

/* A look far ahead finds most mates, and soon or not at all.  A closer one, with fewer moves to
 * mate, is worth more effort; but not at bullet speeds, where the search needs every moment. */
typedef struct {
    int moves;        // to mate within
    int64_t spare_ms; // so much belongs to the search
    int64_t rate;     // nodes for each millisecond beyond, in percent of nodes_per_ms
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
static uint64_t node_budget(const Look *look, const ScoutOrder *order) {
    const Limits *limits = order->limits;
    int64_t ms = limits->nodes ? (int64_t)(limits->nodes / SEARCH_NODES_PER_MS) : order->soft_ms;
    if (limits->depth) return 0;
    if (ms < 0 || ms > LONG_MS) ms = LONG_MS; // none, or as good as none
    if (ms <= look->spare_ms) return 0;
    int64_t nodes = (ms - look->spare_ms) * order->nodes_per_ms * look->rate / 100;
    return (uint64_t)(nodes < look->most ? nodes : look->most);
}

/* A mate that leads back to a position of the game is none: it might go round in circles. */
static bool leads_back(const ScoutOrder *order, Move move) {
    Position next = *order->pos;
    position_play(&next, move);
    for (int i = 0; i < order->key_count; i++)
        if (order->keys[i] == next.key) return true;
    return false;
}

static bool look_once(MateSolver *solver, const ScoutOrder *order, const Look *look, Line *out) {
    MateResult result;
    MateOptions options = {.moves = look->moves,
                           .quick = true,
                           .nodes = node_budget(look, order),
                           .stop = order->stop};
    if (!options.nodes) return false;
    if (order->soft_ms >= 0) options.seconds = (double)order->soft_ms / 1000 / SLOW_SHARE;
    mate_solve(solver, order->pos, &options, &result);
    *order->no_memory |= result.no_memory;
    if (result.verdict != MATE_FOUND || !result.checked || leads_back(order, result.line[0]))
        return false;
    out->count = result.length;
    for (int i = 0; i < result.length; i++) out->moves[i] = result.line[i];
    return true;
}

/* Most engines in most games never need the solver's memory. */
typedef struct {
    MateSolver *solver; // NULL before it is needed
} MateScout;

static bool look(void *context, const ScoutOrder *order, Line *out) {
    MateScout *scout = context;
    if (!rules_want_mate(order->pos->rules) || !is_attack(&order->pos->board)) return false;
    if (!scout->solver) scout->solver = mate_solver_new(1, SCOUT_MEGABYTES);
    *order->no_memory |= !scout->solver;
    for (size_t i = 0; scout->solver && i < sizeof LOOKS / sizeof *LOOKS; i++)
        if (look_once(scout->solver, order, &LOOKS[i], out)) return true;
    return false;
}

static void scout_free(void *context) {
    MateScout *scout = context;
    mate_solver_free(scout->solver);
    free(scout);
}

Engine *engine_with_scout(void) {
    Engine *engine = engine_new();
    MateScout *scout = calloc(1, sizeof *scout);
    if (engine && scout) {
        engine_set_scout(engine, (Scout){scout, look, scout_free});
        return engine;
    }
    engine_free(engine);
    free(scout);
    return NULL;
}
