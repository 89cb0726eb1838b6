// SPDX-License-Identifier: MIT
//
// The options that all searching commands share: limits, threads, hash, tablebases.
//
//     SearchOptions search = SEARCH_DEFAULTS;
//     const Option options[] = {SEARCH_OPTIONS(search), {0}};
//     …
//     Engine *engine = search_options_engine(&search, false);
//     …
//     search_options_free(&search, engine);
#ifndef CMD_COMMON_SEARCH_OPTIONS_H
#define CMD_COMMON_SEARCH_OPTIONS_H

#include "cmd/common/command.h"
#include "search/engine.h"
#include "solve/tablebases.h"

/* The values of the options; 0 if an option is not given, -1 for the seed. */
typedef struct {
    int64_t movetime, depth, nodes;
    int64_t threads, hash, seed;
    const char *syzygy;  // folders of tablebases
    RkTablebase *tables; // opened by search_options_engine, closed by search_options_free
    TablebaseSet endings;
} SearchOptions;

#define SEARCH_DEFAULTS \
    { .threads = 1, .hash = 16, .seed = -1 }

/* clang-format off */
#define SEARCH_OPTIONS(t) \
    {"movetime", 0, OPTION_INT, &(t).movetime, "MS", "think so long, in milliseconds", 1, 86400000}, \
    {"depth", 0, OPTION_INT, &(t).depth, "N", "think so many half-moves deep", 1, MAX_PLY - 2}, \
    {"nodes", 0, OPTION_INT, &(t).nodes, "N", "look at so many positions", 1, INT64_MAX / 2}, \
    {"threads", 0, OPTION_INT, &(t).threads, "N", "threads to think with (default 1)", 1, ENGINE_THREADS_MAX}, \
    {"hash", 0, OPTION_INT, &(t).hash, "MB", "memory for positions seen (default 16)", 1, 1 << 20}, \
    {"syzygy", 0, OPTION_TEXT, &(t).syzygy, "DIR", "use the Syzygy tablebases there", 0, 0}
#define SEED_OPTION(t) \
    {"seed", 0, OPTION_INT, &(t).seed, "N", "make what is random repeatable", 0, INT64_MAX}
/* clang-format on */

/* Creates an engine with these options; returns NULL after it printed an error.  Free it with
 * search_options_free; `search` must not move before that.  With `shuffle` the engine chooses at
 * random among equally good moves. */
Engine *search_options_engine(SearchOptions *search, bool shuffle);
/* Creates another such engine, for another thread; free it with engine_free. */
Engine *search_options_another_engine(const SearchOptions *search, bool shuffle);
/* Opens the tablebases only; returns false after it printed an error. */
bool search_options_open_tablebases(SearchOptions *search);
/* The exit status after one of these failed: a wrong option, or the machine. */
int search_options_exit_status(const SearchOptions *search);
void search_options_free(SearchOptions *search, Engine *engine);

/* The limits the options name, or `otherwise_ms` when they name none.  An interrupt, where they are
 * watched, ends the search. */
SearchLimits search_options_limits(const SearchOptions *search, int64_t otherwise_ms);

#endif
