// SPDX-License-Identifier: MIT
#include "solve/mate/mate_prober.h"

#include "solve/mate/mate.h"

#include <stdlib.h>

enum {
    PROBER_MEGABYTES = 8,
    SEARCH_NODES_PER_MS = 2000, // what a limit in nodes is in time, about
    LONG_MS = 1000000,
    TIME_SHARE = 8, // of the time for each look, where the machine is slower than that
};

/* A look far ahead finds most mates, and soon or not at all.  A closer one, with fewer moves to
 * mate, is worth more effort; but not at bullet speeds, where the search needs every moment. */
typedef struct {
    int moves;             // to mate within
    int64_t reserved_ms;   // so much belongs to the search
    int64_t nodes_percent; // nodes for each millisecond beyond, in percent of nodes_per_ms
    int64_t max_nodes;     // nodes; what was not seen by then is found sooner by searching
} ProbeStage;

static const ProbeStage PROBE_STAGES[] = {{12, 0, 100, 100000}, {6, 100, 500, 80000}};

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
static uint64_t node_budget(const ProbeStage *probe, const MateProbeQuery *query) {
    const SearchLimits *limits = query->limits;
    int64_t ms = limits->nodes ? (int64_t)(limits->nodes / SEARCH_NODES_PER_MS) : query->soft_ms;
    if (limits->depth) return 0;
    if (ms < 0 || ms > LONG_MS) ms = LONG_MS; // none, or as good as none
    if (ms <= probe->reserved_ms) return 0;
    int64_t nodes = (ms - probe->reserved_ms) * query->nodes_per_ms * probe->nodes_percent / 100;
    return (uint64_t)(nodes < probe->max_nodes ? nodes : probe->max_nodes);
}

/* A mate that leads back to a position of the game is none: it might go round in circles. */
static bool repeats_position(const MateProbeQuery *query, Move move) {
    Position next = *query->pos;
    position_play(&next, move);
    for (int i = 0; i < query->key_count; i++)
        if (query->keys[i] == next.key) return true;
    return false;
}

static bool probe_stage(MateSolver *solver, const MateProbeQuery *query, const ProbeStage *probe,
                        SearchLine *out) {
    MateResult result;
    MateOptions options = {.moves = probe->moves,
                           .quick = true,
                           .nodes = node_budget(probe, query),
                           .stop = query->stop};
    if (!options.nodes) return false;
    if (query->soft_ms >= 0) options.seconds = (double)query->soft_ms / 1000 / TIME_SHARE;
    mate_solve(solver, query->pos, &options, &result);
    *query->no_memory |= result.no_memory;
    if (result.verdict != MATE_FOUND || !result.checked || repeats_position(query, result.line[0]))
        return false;
    out->count = result.length;
    for (int i = 0; i < result.length; i++) out->moves[i] = result.line[i];
    return true;
}

/* Most engines in most games never need the solver's memory. */
typedef struct {
    MateSolver *solver; // NULL before it is needed
} LazyMateSolver;

static bool probe(void *context, const MateProbeQuery *query, SearchLine *out) {
    LazyMateSolver *prober = context;
    if (!rules_need_mate(query->pos->rules) || !is_attack(&query->pos->board)) return false;
    if (!prober->solver) prober->solver = mate_solver_new(1, PROBER_MEGABYTES);
    *query->no_memory |= !prober->solver;
    for (size_t i = 0; prober->solver && i < sizeof PROBE_STAGES / sizeof *PROBE_STAGES; i++)
        if (probe_stage(prober->solver, query, &PROBE_STAGES[i], out)) return true;
    return false;
}

static void prober_free(void *context) {
    LazyMateSolver *prober = context;
    mate_solver_free(prober->solver);
    free(prober);
}

Engine *engine_new_with_mate_prober(void) {
    Engine *engine = engine_new();
    LazyMateSolver *prober = calloc(1, sizeof *prober);
    if (engine && prober) {
        engine_set_mate_prober(engine, (MateProber){prober, probe, prober_free});
        return engine;
    }
    engine_free(engine);
    free(prober);
    return NULL;
}
