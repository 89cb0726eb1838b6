// SPDX-License-Identifier: MIT
#include "cmd/common/search_options.h"

#include "base/os/interrupt.h"
#include "base/os/random_seed.h"
#include "cmd/common/tablebase_folder.h"
#include "solve/mate/mate_prober.h"

bool search_options_open_tablebases(SearchOptions *search) {
    search->endings.race = search->tables = tablebase_folder_open(NULL);
    if (!search->syzygy) return true;
    Text why = text_growing();
    search->endings.syzygy = syzygy_open(search->syzygy, &why);
    if (!search->endings.syzygy) print_error("--syzygy: %s", text_get(&why));
    text_free(&why);
    return search->endings.syzygy != NULL;
}

Engine *search_options_engine(SearchOptions *search, bool shuffle) {
    return search_options_open_tablebases(search) ? search_options_another_engine(search, shuffle)
                                                  : NULL;
}

Engine *search_options_another_engine(const SearchOptions *search, bool shuffle) {
    EngineOptions options = ENGINE_DEFAULTS;
    options.threads = (int)search->threads;
    options.hash_mb = (size_t)search->hash;
    options.shuffle = shuffle;
    options.seed = search->seed >= 0 ? (uint64_t)search->seed : random_seed();
    Engine *engine = engine_new_with_mate_prober();
    if (engine && engine_configure(engine, &options)) {
        engine_set_tablebase_prober(engine, tablebases_prober(&search->endings));
        return engine;
    }
    engine_free(engine);
    print_error("not enough memory for --hash %lld and --threads %lld", (long long)search->hash,
                (long long)search->threads);
    return NULL;
}

int search_options_exit_status(const SearchOptions *search) {
    return search->syzygy && !search->endings.syzygy ? EXIT_MISUSE : EXIT_MACHINE;
}

void search_options_free(SearchOptions *search, Engine *engine) {
    engine_free(engine);
    syzygy_close_with_errors(search->endings.syzygy);
    tablebase_folder_close(search->tables);
}

SearchLimits search_options_limits(const SearchOptions *search, int64_t otherwise_ms) {
    SearchLimits limits = {.movetime_ms = search->movetime,
                           .depth = (int)search->depth,
                           .nodes = (uint64_t)search->nodes,
                           .stop = interrupt_flag()};
    if (!limits.movetime_ms && !limits.depth && !limits.nodes) limits.movetime_ms = otherwise_ms;
    return limits;
}
