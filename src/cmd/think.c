// SPDX-License-Identifier: MIT
#include "roek/cmd/think.h"

#include "roek/base/rng.h"

Engine *think_engine(const Think *think, bool shuffle) {
    EngineOptions options = ENGINE_DEFAULTS;
    options.threads = (int)think->threads;
    options.hash_mb = (size_t)think->hash;
    options.shuffle = shuffle;
    options.seed = think->seed >= 0 ? (uint64_t)think->seed : rng_fresh_seed();
    Engine *engine = engine_new();
    if (engine && engine_configure(engine, &options)) return engine;
    engine_free(engine);
    complain("not enough memory for --hash %lld and --threads %lld", (long long)think->hash,
             (long long)think->threads);
    return NULL;
}

Limits think_limits(const Think *think, int64_t otherwise_ms) {
    Limits limits = {.movetime_ms = think->movetime,
                     .depth = (int)think->depth,
                     .nodes = (uint64_t)think->nodes};
    if (!limits.movetime_ms && !limits.depth && !limits.nodes) limits.movetime_ms = otherwise_ms;
    return limits;
}
