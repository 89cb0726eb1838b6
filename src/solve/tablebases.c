// SPDX-License-Identifier: MIT
#include "solve/tablebases.h"

/* The tables do not know the fifty-move rule: only a win that surely comes before it is one. */
bool endings_race(const Tables *tables, const Position *pos, TableValue *out) {
    if (!tables || pos->rules->endings != RACE_ENDINGS || !tables_probe(tables, &pos->board, out))
        return false;
    return out->plies + pos->halfmove <= pos->rules->fifty_limit;
}

static bool measure_race(const Tables *tables, const Position *pos, ProbeResult *out) {
    TableValue value;
    if (!endings_race(tables, pos, &value)) return false;
    *out = (ProbeResult){.result = (int)value.result, .plies = value.plies};
    return true;
}

/* Who wins is known at once; in which time only where that may be too long. */
static bool probe_race(const Tables *tables, const Position *pos, ProbeResult *out) {
    TableResult result;
    if (!tables_result(tables, &pos->board, &result)) return false;
    bool in_time = tables_longest(tables, &pos->board) + pos->halfmove <= pos->rules->fifty_limit;
    if (result != TABLE_DRAW && !in_time) return measure_race(tables, pos, out);
    *out = (ProbeResult){.result = (int)result};
    return true;
}

static bool probe(const void *context, const Position *pos, ProbeResult *out) {
    const Endings *endings = context;
    switch (pos->rules->endings) {
    case SYZYGY_ENDINGS: return endings->syzygy && syzygy_probe(endings->syzygy, pos, out);
    case RACE_ENDINGS: return endings->race && probe_race(endings->race, pos, out);
    case NO_ENDINGS: break;
    }
    return false;
}

static bool measure(const void *context, const Position *pos, ProbeResult *out) {
    const Endings *endings = context;
    return measure_race(endings->race, pos, out);
}

static bool root(const void *context, const Position *pos, bool repeated, RootVerdict *out) {
    const Endings *endings = context;
    return endings->syzygy && syzygy_root(endings->syzygy, pos, repeated, out);
}

Prober endings_prober(const Endings *endings) {
    int race_men = tables_men(endings->race), chess_men = syzygy_men_max(endings->syzygy);
    int men = race_men > chess_men ? race_men : chess_men;
    return (Prober){.probe = men ? probe : NULL,
                    .measure = race_men ? measure : NULL,
                    .context = endings,
                    .max_men = men,
                    .root = root};
}
