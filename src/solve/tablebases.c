// SPDX-License-Identifier: MIT
#include "solve/tablebases.h"

#include "rules/registry.h"

/* The tables do not know the fifty-move rule: only a win that surely comes before it is one. */
bool tablebases_probe_race(const RkTablebase *tables, const Position *pos, TableValue *out) {
    if (!tables || pos->rules != &RACING_KINGS || !rk_tablebase_probe(tables, &pos->board, out))
        return false;
    return out->plies + pos->halfmove <= pos->rules->halfmove_limit;
}

static bool probe_race_distance(const RkTablebase *tables, const Position *pos,
                                TablebaseProbeResult *out) {
    TableValue value;
    if (!tablebases_probe_race(tables, pos, &value)) return false;
    *out = (TablebaseProbeResult){.result = (int)value.result, .plies = value.plies};
    return true;
}

/* The result is read first, which is fast. The distance is read only if the longest win of the
 * table might exceed the fifty-move limit. */
static bool probe_race(const RkTablebase *tables, const Position *pos, TablebaseProbeResult *out) {
    TableResult result;
    if (!rk_tablebase_probe_result(tables, &pos->board, &result)) return false;
    bool in_time =
        rk_tablebase_longest(tables, &pos->board) + pos->halfmove <= pos->rules->halfmove_limit;
    if (result != TABLE_DRAW && !in_time) return probe_race_distance(tables, pos, out);
    *out = (TablebaseProbeResult){.result = (int)result};
    return true;
}

static bool probe(const void *context, const Position *pos, TablebaseProbeResult *out) {
    const TablebaseSet *tablebases = context;
    if (pos->rules == &RACING_KINGS)
        return tablebases->race && probe_race(tablebases->race, pos, out);
    return tablebases->syzygy && syzygy_probe_wdl(tablebases->syzygy, pos, out);
}

static bool probe_distance(const void *context, const Position *pos, TablebaseProbeResult *out) {
    const TablebaseSet *tablebases = context;
    return probe_race_distance(tablebases->race, pos, out);
}

static bool root(const void *context, const Position *pos, bool repeated,
                 TablebaseRootResult *out) {
    const TablebaseSet *tablebases = context;
    return tablebases->syzygy && syzygy_probe_root(tablebases->syzygy, pos, repeated, out);
}

TablebaseProber tablebases_prober(const TablebaseSet *tablebases) {
    int race_men = rk_tablebase_men_max(tablebases->race),
        chess_men = syzygy_men_max(tablebases->syzygy);
    int men = race_men > chess_men ? race_men : chess_men;
    return (TablebaseProber){.probe = men ? probe : NULL,
                             .probe_distance = race_men ? probe_distance : NULL,
                             .context = tablebases,
                             .max_men = men,
                             .root = root};
}
