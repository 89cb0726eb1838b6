// SPDX-License-Identifier: MIT
#include "solve/mate/mate_prober.h"

#include "solve/mate/mate.h"

#include <stdlib.h>

enum {
    PROBER_MEGABYTES = 8,
    SEARCH_NODES_PER_MS = 2000, // converts a node limit to time, roughly
    LONG_MS = 1000000,
    TIME_SHARE = 8, // a stage takes at most 1/8 of the time, on slow machines
};

/* Two stages. The first searches for long mates: it finds most mates, and soon or not at all. The
 * second searches for short mates, which deserve more effort; but not at bullet speed, where the
 * main search needs all the time. */
typedef struct {
    int moves;             // length of the mate
    int64_t reserved_ms;   // time that is left to the main search
    int64_t nodes_percent; // nodes per millisecond above that, in percent of nodes_per_ms
    int64_t max_nodes;     // beyond this, the main search finds the mate sooner
} ProbeStage;

static const ProbeStage PROBE_STAGES[] = {{12, 0, 100, 100000}, {6, 100, 500, 80000}};

/* Is the king under attack? Two pieces that attack its neighbourhood are enough, or a queen
 * alone. */
static bool is_attack(const Board *b) {
    Color us = (Color)b->turn;
    Square king = board_king(b, other(us));
    Bitboard ring = KING_ATTACKS[king] | bit(king), attackers = 0;
    FOR_EACH_SQUARE(s, ring)
    attackers |= board_attackers(b, s, us, board_occupied(b));
    attackers &= ~b->role[KING];
    return popcount(attackers) + popcount(attackers & b->role[QUEEN]) >= 2;
}

/* The budget of a stage, in nodes instead of time, so that a search can be reproduced. A search to
 * a fixed depth gets no budget: its depth must mean the same. */
static uint64_t node_budget(const ProbeStage *probe, const MateProbeQuery *query) {
    const SearchLimits *limits = query->limits;
    int64_t ms = limits->nodes ? (int64_t)(limits->nodes / SEARCH_NODES_PER_MS) : query->soft_ms;
    if (limits->depth) return 0;
    if (ms < 0 || ms > LONG_MS) ms = LONG_MS; // no time limit, or a very long one
    if (ms <= probe->reserved_ms) return 0;
    int64_t nodes = (ms - probe->reserved_ms) * query->nodes_per_ms * probe->nodes_percent / 100;
    return (uint64_t)(nodes < probe->max_nodes ? nodes : probe->max_nodes);
}

/* Does the mate begin with a move into a position of the game? Such a move is rejected: the engine
 * might repeat it forever. */
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

/* The solver is created when first needed: most engines in most games never need its memory. */
typedef struct {
    MateSolver *solver; // NULL until it is needed
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
