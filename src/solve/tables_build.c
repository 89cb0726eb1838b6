// SPDX-License-Identifier: MIT
#include "roek/solve/sweep.h"
#include "roek/solve/tables.h"

#include <errno.h>
#include <limits.h>

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

static bool path_of(const TablesBuild *build, int id, char path[PATH_MAX]) {
    if (table_path(build->folder, id, path, PATH_MAX)) return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool is_there(const TablesBuild *build, int id) {
    char path[PATH_MAX];
    Table table;
    if (!path_of(build, id, path) || table_open(path, id, &table) != TABLE_OK) return false;
    bool sound = table_verify(&table) == TABLE_OK;
    table_close(&table);
    return sound;
}

static BuildResult load(const TablesBuild *build, int id, Solution *out) {
    char path[PATH_MAX];
    Table table;
    if (!path_of(build, id, path)) return BUILD_CANNOT_WRITE;
    if (table_open(path, id, &table) != TABLE_OK) return BUILD_CANNOT_WRITE;
    TableFault fault = table_unpack(&table, out);
    table_close(&table);
    if (fault == TABLE_OK) return BUILD_OK;
    errno = EIO;
    return fault == TABLE_NO_MEMORY ? BUILD_NO_MEMORY : BUILD_CANNOT_WRITE;
}

static BuildResult load_smaller(Building *building) {
    int ids[ENDING_GROUPS_MAX];
    int count = ending_captures(building->progress.id, ids);
    for (int i = 0; i < count; i++) {
        BuildResult result =
            load(building->build, ids[i], &building->smaller[building->smaller_count]);
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
    char path[PATH_MAX];
    switch (sweep_solve(building->progress.id, &options, &solution)) {
    case SWEEP_OK: break;
    case SWEEP_STOPPED: return BUILD_STOPPED;
    case SWEEP_NO_MEMORY: return BUILD_NO_MEMORY;
    case SWEEP_TOO_DEEP: return BUILD_TOO_DEEP;
    }
    bool ok = path_of(building->build, building->progress.id, path) && table_write(path, &solution);
    solution_free(&solution);
    if (!ok) return errno == ENOMEM ? BUILD_NO_MEMORY : BUILD_CANNOT_WRITE;
    report(building, BUILD_DONE, building->progress.plies);
    return BUILD_OK;
}

static BuildResult build_one(Building *building) {
    if (is_there(building->build, building->progress.id)) {
        report(building, BUILD_KEPT, 0);
        return BUILD_OK;
    }
    char path[PATH_MAX];
    if (!path_of(building->build, building->progress.id, path) || !file_is_writable(path))
        return BUILD_CANNOT_WRITE; // before the work, not after it
    BuildResult result = load_smaller(building);
    if (result == BUILD_OK) result = solve_and_write(building);
    for (int i = 0; i < building->smaller_count; i++) solution_free(&building->smaller[i]);
    return result;
}

BuildResult tables_build(const TablesBuild *build) {
    if (!file_make_folder(build->folder)) return BUILD_CANNOT_WRITE;
    for (int i = 0; i < build->ending_count; i++) {
        Building building = {.build = build};
        building.progress =
            (BuildProgress){.id = build->endings[i], .number = i + 1, .total = build->ending_count};
        BuildResult result = build_one(&building);
        if (result != BUILD_OK) return result;
    }
    return BUILD_OK;
}
