// SPDX-License-Identifier: MIT
#include "base/os/clock.h"
#include "solve/race_tables/retrograde.h"
#include "solve/race_tables/rk_tablebase.h"

#include <errno.h>
#include <limits.h>

/* While a table is built its claim lies beside it. */
static const char CLAIM_SUFFIX[] = ".claim";
enum { NAP_MAX_MS = 128 };

int tables_plan(const int *wanted, int count, int out[ENDING_COUNT]) {
    bool needed[ENDING_COUNT] = {false};
    int all[ENDING_COUNT];
    int most = 0, n = 0;
    for (int i = 0; i < count; i++) {
        int men = ending_of(wanted[i]).men;
        needed[wanted[i]] = true;
        if (men > most) most = men;
    }
    int total = endings_up_to(most, all);
    for (int i = total - 1; i >= 0; i--) { // from the most men down to KvK
        int smaller[ENDING_GROUPS_MAX];
        int captures = needed[all[i]] ? ending_captures(all[i], smaller) : 0;
        for (int k = 0; k < captures; k++) needed[smaller[k]] = true;
    }
    for (int i = 0; i < total; i++)
        if (needed[all[i]]) out[n++] = all[i];
    return n;
}

/* Where the building of one table stands. */
typedef struct {
    const TablesBuild *build;
    BuildProgress progress;
    Solution smaller[ENDING_GROUPS_MAX];
    int smaller_count;
} Building;

static void report(Building *building, BuildStep step, int plies) {
    building->progress.step = step;
    building->progress.plies = plies;
    if (building->build->progress)
        building->build->progress(building->build->context, &building->progress);
}

static void report_ply(void *context, int plies) {
    report(context, BUILD_SOLVING, plies);
}

static bool is_there(const TablesBuild *build, int id) {
    Table table;
    if (table_open(build->folder, id, &table) != TABLE_OK) return false;
    bool sound = table_verify(&table) == TABLE_OK;
    table_close(&table);
    return sound;
}

/* Could both files be written? */
static bool can_write(const TablesBuild *build, int id) {
    char path[PATH_MAX];
    const char *const suffix[2] = {TABLE_SUFFIX, DISTANCES_SUFFIX};
    for (int i = 0; i < 2; i++) {
        errno = ENAMETOOLONG;
        if (!table_path(build->folder, id, suffix[i], path, sizeof path)) return false;
        if (!file_is_writable(path)) return false;
    }
    return true;
}

static BuildResult load(const TablesBuild *build, int id, Solution *out) {
    Table table;
    errno = EIO;
    if (table_open(build->folder, id, &table) != TABLE_OK) return BUILD_CANNOT_WRITE;
    TableFault fault = table_unpack(&table, out);
    table_close(&table);
    if (fault == TABLE_OK) return BUILD_OK;
    errno = EIO;
    return fault == TABLE_NO_MEMORY ? BUILD_NO_MEMORY : BUILD_CANNOT_WRITE;
}

static BuildResult provide(const TablesBuild *build, BuildProgress progress, bool *built);

/* What captures lead to, built first where it is not there. */
static BuildResult load_smaller(Building *building) {
    int ids[ENDING_GROUPS_MAX];
    int count = ending_captures(building->progress.id, ids);
    for (int i = 0; i < count; i++) {
        BuildProgress progress = building->progress;
        bool built;
        progress.id = ids[i];
        BuildResult result = provide(building->build, progress, &built);
        if (result == BUILD_OK)
            result = load(building->build, ids[i], &building->smaller[building->smaller_count]);
        if (result != BUILD_OK) return result;
        building->smaller_count++;
    }
    return BUILD_OK;
}

static BuildResult solve_and_write(Building *building) {
    SweepOptions options = {
        .threads = building->build->threads > 1 ? building->build->threads : 1,
        .smaller = building->smaller,
        .smaller_count = building->smaller_count,
        .stop = building->build->stop,
        .progress = report_ply,
        .context = building,
    };
    Solution solution;
    switch (sweep_solve(building->progress.id, &options, &solution)) {
    case SWEEP_OK: break;
    case SWEEP_STOPPED: return BUILD_STOPPED;
    case SWEEP_NO_MEMORY: return BUILD_NO_MEMORY;
    case SWEEP_TOO_DEEP: return BUILD_TOO_DEEP;
    }
    TableStatistics statistics = solution_statistics(&solution);
    bool ok = table_write(building->build->folder, &solution, &statistics, options.threads);
    solution_free(&solution);
    if (!ok) return errno == ENOMEM ? BUILD_NO_MEMORY : BUILD_CANNOT_WRITE;
    report(building, BUILD_DONE, building->progress.plies);
    return BUILD_OK;
}

static BuildResult build_one(Building *building) {
    BuildResult result = load_smaller(building);
    if (result == BUILD_OK) result = solve_and_write(building);
    for (int i = 0; i < building->smaller_count; i++) solution_free(&building->smaller[i]);
    return result;
}

/* Waits until nobody else, of this process or another, builds this table. */
static BuildResult claim(const TablesBuild *build, const char *path, FileClaim *out) {
    for (int nap = 1;; nap = nap < NAP_MAX_MS ? 2 * nap : nap) {
        if (build->stop && atomic_load(build->stop)) return BUILD_STOPPED;
        switch (file_claim(path, out)) {
        case CLAIM_OURS: return BUILD_OK;
        case CLAIM_FAILED: return BUILD_CANNOT_WRITE;
        case CLAIM_THEIRS: clock_sleep_ms(nap);
        }
    }
}

/* Builds a table unless it is there.  Whoever waits for another waits for one with fewer men, so
 * all of them come to an end. */
static BuildResult provide(const TablesBuild *build, BuildProgress progress, bool *built) {
    char path[PATH_MAX];
    FileClaim claimed;
    *built = false;
    if (is_there(build, progress.id)) return BUILD_OK;
    if (!can_write(build, progress.id)) return BUILD_CANNOT_WRITE; // before the work, not after it
    errno = ENAMETOOLONG;
    if (!table_path(build->folder, progress.id, CLAIM_SUFFIX, path, sizeof path))
        return BUILD_CANNOT_WRITE;
    BuildResult result = claim(build, path, &claimed);
    if (result != BUILD_OK) return result;
    if (!is_there(build, progress.id)) { // nor was it built while we waited
        Building building = {.build = build, .progress = progress};
        result = build_one(&building);
        *built = result == BUILD_OK;
    }
    int reason = errno;
    file_unclaim(path, &claimed);
    errno = reason;
    return result;
}

BuildResult tables_build(const TablesBuild *build) {
    if (!file_make_folder(build->folder)) return BUILD_CANNOT_WRITE;
    for (int i = 0; i < build->ending_count; i++) {
        bool built;
        BuildProgress progress = {
            .id = build->endings[i], .number = i + 1, .total = build->ending_count};
        BuildResult result = provide(build, progress, &built);
        if (result != BUILD_OK) return result;
        progress.step = BUILD_KEPT;
        if (!built && build->progress) build->progress(build->context, &progress);
    }
    return BUILD_OK;
}
