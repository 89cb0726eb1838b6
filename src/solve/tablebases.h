// SPDX-License-Identifier: MIT
//
// All solved endings behind one Prober: Syzygy tablebases for chess, our own tables for races.
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

/* What a table says of a race, if the count of moves without a capture leaves time for it; false if
 * nothing is known. */
bool tablebases_probe_race(const RkTablebase *tables, const Position *pos, TableValue *out);

/* `endings` must outlive the searches that ask it; what it points to may change between them. */
TablebaseProber tablebases_prober(const TablebaseSet *tablebases);

#endif
