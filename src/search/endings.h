// SPDX-License-Identifier: MIT
//
// All solved endings behind one Prober: Syzygy tablebases for chess, our own tables for races.
#ifndef SEARCH_ENDINGS_H
#define SEARCH_ENDINGS_H

#include "roek/search/prober.h"
#include "roek/solve/tables.h"

#include <pthread.h>

typedef struct {
    const Tables *race;    // may be NULL
    int syzygy_men;        // as syzygy_open told
    pthread_mutex_t *lock; // with syzygy_men: the library looks at one root at a time
} Endings;

/* `endings` must outlive the searches that ask it; what it points to may change between them. */
Prober endings_prober(const Endings *endings);

#endif
