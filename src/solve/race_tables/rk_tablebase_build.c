// SPDX-License-Identifier: MIT
#include "base/os/clock.h"
#include "solve/race_tables/retrograde.h"
#include "solve/race_tables/rk_tablebase.h"

#include <errno.h>
#include <limits.h>

/* Suffix of the lock file that exists while a table is built. */
static const char LOCK_SUFFIX[] = ".claim";
enum { RETRY_MAX_MS = 128 };

int rk_tablebase_build_order(const int *wanted, int count, int out[MATERIAL_COUNT]) {
    bool needed[MATERIAL_COUNT] = {false};
    int all[MATERIAL_COUNT];
    int most = 0, n = 0;
    for (int i = 0; i < count; i++) {
        int men = material_of(wanted[i]).men;
        needed[wanted[i]] = true;
        if (men > most) most = men;
    }
    int total = material_up_to(most, all);
    for (int i = total - 1; i >= 0; i--) { // from most men to fewest
        int smaller[MATERIAL_GROUPS_MAX];
        int captures = needed[all[i]] ? material_captures(all[i], smaller) : 0;
        for (int k = 0; k < captures; k++) needed[smaller[k]] = true;
    }
    for (int i = 0; i < total; i++)
        if (needed[all[i]]) out[n++] = all[i];
    return n;
}

/* The state of one table's build. */
typedef struct {
    const TableBuildOptions *options;
    TableBuildProgress progress;
    RaceSolution smaller[MATERIAL_GROUPS_MAX];
    int smaller_count;
} TableBuild;

static void report(TableBuild *build, TableBuildStep step, int plies) {
    build->progress.step = step;
    build->progress.plies = plies;
    if (build->options->progress)
        build->options->progress(build->options->context, &build->progress);
}

static void report_ply(void *context, int plies) {
    report(context, BUILD_SOLVING, plies);
}

static bool is_built(const TableBuildOptions *options, int id) {
    RaceTable table;
    if (table_open(options->folder, id, &table) != TABLE_OK) return false;
    bool sound = table_verify(&table) == TABLE_OK;
    table_close(&table);
    return sound;
}

/* Are the paths of both files writable? */
static bool can_write(const TableBuildOptions *options, int id) {
    char path[PATH_MAX];
    const char *const suffix[2] = {TABLE_SUFFIX, DISTANCES_SUFFIX};
    for (int i = 0; i < 2; i++) {
        errno = ENAMETOOLONG;
        if (!table_path(options->folder, id, suffix[i], path, sizeof path)) return false;
        if (!file_is_writable(path)) return false;
    }
    return true;
}

static TableBuildStatus load(const TableBuildOptions *options, int id, RaceSolution *out) {
    RaceTable table;
    errno = EIO;
    if (table_open(options->folder, id, &table) != TABLE_OK) return BUILD_CANNOT_WRITE;
    TableFault fault = table_unpack(&table, out);
    table_close(&table);
    if (fault == TABLE_OK) return BUILD_OK;
    errno = EIO;
    return fault == TABLE_NO_MEMORY ? BUILD_NO_MEMORY : BUILD_CANNOT_WRITE;
}

static TableBuildStatus build_if_missing(const TableBuildOptions *options,
                                         TableBuildProgress progress, bool *built);

/* Loads the solutions after captures; builds the missing ones first. */
static TableBuildStatus load_smaller(TableBuild *build) {
    int ids[MATERIAL_GROUPS_MAX];
    int count = material_captures(build->progress.id, ids);
    for (int i = 0; i < count; i++) {
        TableBuildProgress progress = build->progress;
        bool built;
        progress.id = ids[i];
        TableBuildStatus result = build_if_missing(build->options, progress, &built);
        if (result == BUILD_OK)
            result = load(build->options, ids[i], &build->smaller[build->smaller_count]);
        if (result != BUILD_OK) return result;
        build->smaller_count++;
    }
    return BUILD_OK;
}

static TableBuildStatus solve_and_write(TableBuild *build) {
    RetrogradeOptions options = {
        .threads = build->options->threads > 1 ? build->options->threads : 1,
        .smaller = build->smaller,
        .smaller_count = build->smaller_count,
        .stop = build->options->stop,
        .progress = report_ply,
        .context = build,
    };
    RaceSolution solution;
    switch (retrograde_solve(build->progress.id, &options, &solution)) {
    case RETROGRADE_OK: break;
    case RETROGRADE_STOPPED: return BUILD_STOPPED;
    case RETROGRADE_NO_MEMORY: return BUILD_NO_MEMORY;
    case RETROGRADE_TOO_DEEP: return BUILD_TOO_DEEP;
    }
    TableStatistics statistics = race_solution_statistics(&solution);
    bool ok = table_write(build->options->folder, &solution, &statistics, options.threads);
    race_solution_free(&solution);
    if (!ok) return errno == ENOMEM ? BUILD_NO_MEMORY : BUILD_CANNOT_WRITE;
    report(build, BUILD_DONE, build->progress.plies);
    return BUILD_OK;
}

static TableBuildStatus build_one(TableBuild *build) {
    TableBuildStatus result = load_smaller(build);
    if (result == BUILD_OK) result = solve_and_write(build);
    for (int i = 0; i < build->smaller_count; i++) race_solution_free(&build->smaller[i]);
    return result;
}

/* Waits until no other thread or process builds this table, then takes its lock. */
static TableBuildStatus lock_table(const TableBuildOptions *options, const char *path,
                                   FileLock *out) {
    for (int delay = 1;; delay = delay < RETRY_MAX_MS ? 2 * delay : delay) {
        if (options->stop && atomic_load(options->stop)) return BUILD_STOPPED;
        switch (file_lock(path, out)) {
        case FILE_LOCK_HELD: return BUILD_OK;
        case FILE_LOCK_FAILED: return BUILD_CANNOT_WRITE;
        case FILE_LOCK_BUSY: clock_sleep_ms(delay);
        }
    }
}

/* Builds a table if it is missing.  A builder waits only for tables with fewer men, so there is no
 * deadlock. */
static TableBuildStatus build_if_missing(const TableBuildOptions *options,
                                         TableBuildProgress progress, bool *built) {
    char path[PATH_MAX];
    FileLock lock;
    *built = false;
    if (is_built(options, progress.id)) return BUILD_OK;
    if (!can_write(options, progress.id)) return BUILD_CANNOT_WRITE; // checked before the work
    errno = ENAMETOOLONG;
    if (!table_path(options->folder, progress.id, LOCK_SUFFIX, path, sizeof path))
        return BUILD_CANNOT_WRITE;
    TableBuildStatus result = lock_table(options, path, &lock);
    if (result != BUILD_OK) return result;
    if (!is_built(options, progress.id)) { // another builder may have finished it meanwhile
        TableBuild build = {.options = options, .progress = progress};
        result = build_one(&build);
        *built = result == BUILD_OK;
    }
    int reason = errno;
    file_unlock(path, &lock);
    errno = reason;
    return result;
}

TableBuildStatus rk_tablebase_build(const TableBuildOptions *options) {
    if (!file_make_folders(options->folder)) return BUILD_CANNOT_WRITE;
    for (int i = 0; i < options->ending_count; i++) {
        if (!ending_has_table(options->endings[i])) return BUILD_TOO_MANY_MEN;
        bool built;
        TableBuildProgress progress = {
            .id = options->endings[i], .number = i + 1, .total = options->ending_count};
        TableBuildStatus result = build_if_missing(options, progress, &built);
        if (result != BUILD_OK) return result;
        progress.step = BUILD_KEPT;
        if (!built && options->progress) options->progress(options->context, &progress);
    }
    return BUILD_OK;
}
