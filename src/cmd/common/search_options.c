// SPDX-License-Identifier: MIT
#include "cmd/common/search_options.h"

#include "base/rng.h"
#include "cmd/common/tablebase_folder.h"
#include "solve/mate/mate_prober.h"

bool think_open_endings(Think *think) {
    think->endings.race = think->tables = tables_enter(NULL);
    if (!think->syzygy) return true;
    Text why = text_growing();
    think->endings.syzygy = syzygy_open(think->syzygy, &why);
    if (!think->endings.syzygy) complain("--syzygy: %s", text_get(&why));
    text_free(&why);
    return think->endings.syzygy != NULL;
}

Engine *think_engine(Think *think, bool shuffle) {
    return think_open_endings(think) ? think_another(think, shuffle) : NULL;
}

Engine *think_another(const Think *think, bool shuffle) {
    EngineOptions options = ENGINE_DEFAULTS;
    options.threads = (int)think->threads;
    options.hash_mb = (size_t)think->hash;
    options.shuffle = shuffle;
    options.seed = think->seed >= 0 ? (uint64_t)think->seed : rng_fresh_seed();
    Engine *engine = engine_with_scout();
    if (engine && engine_configure(engine, &options)) {
        engine_set_prober(engine, endings_prober(&think->endings));
        return engine;
    }
    engine_free(engine);
    complain("not enough memory for --hash %lld and --threads %lld", (long long)think->hash,
             (long long)think->threads);
    return NULL;
}

int think_fault(const Think *think) {
    return think->syzygy && !think->endings.syzygy ? EXIT_MISUSE : EXIT_MACHINE;
}

void think_free(Think *think, Engine *engine) {
    engine_free(engine);
    syzygy_leave(think->endings.syzygy);
    tables_leave(think->tables);
}

Limits think_limits(const Think *think, int64_t otherwise_ms) {
    Limits limits = {.movetime_ms = think->movetime,
                     .depth = (int)think->depth,
                     .nodes = (uint64_t)think->nodes};
    if (!limits.movetime_ms && !limits.depth && !limits.nodes) limits.movetime_ms = otherwise_ms;
    return limits;
}
