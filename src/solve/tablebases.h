// SPDX-License-Identifier: MIT
//
// All tablebases behind one TablebaseProber: Syzygy for chess, Roek's own tables for Racing Kings.
#ifndef SOLVE_TABLEBASES_H
#define SOLVE_TABLEBASES_H

#include "search/tablebase_probe.h"
#include "solve/race_tables/rk_tablebase.h"
#include "solve/syzygy/syzygy.h"

/* Each may be NULL. */
typedef struct {
    const RkTablebase *race;
    Syzygy *syzygy;
} TablebaseSet;

/* The result of a race from the tables, if the rule about moves without a capture leaves enough
 * time for it; false if nothing is known. */
bool tablebases_probe_race(const RkTablebase *tables, const Position *pos, TableValue *out);

/* `tablebases` must outlive the searches that use the prober; the tables in it may be exchanged
 * between searches. */
TablebaseProber tablebases_prober(const TablebaseSet *tablebases);

#endif
