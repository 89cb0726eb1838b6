// SPDX-License-Identifier: MIT
//
// All solved endings behind one Prober: Syzygy tablebases for chess, our own tables for races.
#ifndef SEARCH_ENDINGS_H
#define SEARCH_ENDINGS_H

#include "roek/search/prober.h"
#include "roek/solve/tables.h"

typedef struct {
    const Tables *race; // may be NULL
    int syzygy_men;     // as syzygy_open told
} Endings;

/* `endings` must outlive the searches that ask it; what it points to may change between them. */
Prober endings_prober(const Endings *endings);

#endif
