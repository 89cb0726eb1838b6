// SPDX-License-Identifier: MIT
//
// One file of a Syzygy tablebase: who wins (.rtbw), or in how many moves the next capture or pawn
// move comes on the way to it (.rtbz), each for all positions of the same pieces.
//
//     front      magic, what is in it; for each file of the leading pawn (or once) and for each
//                side to move the order of the pieces, then how their numbers are compressed
//     (distances) what their numbers mean
//     places     of all of these, then all lengths, then all blocks (syzygy_pairs.h)
//
// A distance is there for one side to move only, and only where the result hangs on it: elsewhere
// it may be any.
#ifndef SOLVE_SYZYGY_SYZYGY_TABLE_H
#define SOLVE_SYZYGY_SYZYGY_TABLE_H

#include "solve/syzygy/syzygy_layout.h"
#include "solve/syzygy/syzygy_pairs.h"

/* For the side to move; the fifty-move rule makes draws of cursed wins and of blessed losses. */
typedef enum {
    SYZYGY_LOSS = -2,
    SYZYGY_BLESSED_LOSS,
    SYZYGY_DRAW,
    SYZYGY_CURSED_WIN,
    SYZYGY_WIN,
} SyzygyWdl;

typedef enum { SYZYGY_WDL, SYZYGY_DTZ } SyzygyKind;
enum { SYZYGY_KINDS = 2 };

typedef struct SyzygyTable SyzygyTable;

/* NULL if the file is none, is damaged, cannot be read, or without memory.  `numbers` and the
 * allowance must outlive the table. */
SyzygyTable *syzygy_table_open(const char *path, SyzygyKind kind, const SyzygyMaterial *material,
                               const SyzygyIndexTables *index_tables, atomic_llong *cache_budget);
void syzygy_table_free(SyzygyTable *table);

typedef enum { SYZYGY_FOUND, SYZYGY_OTHER_SIDE, SYZYGY_UNREADABLE } SyzygyStatus;

/* The result of a position without captures that would change it. */
SyzygyStatus syzygy_table_wdl(const SyzygyTable *table, SyzygyView view, SyzygyWdl *out);

/* How many plies it takes to the next capture or pawn move, of a position with this result which no
 * draw is; SYZYGY_OTHER_SIDE: only known of the positions that follow. */
SyzygyStatus syzygy_table_dtz(const SyzygyTable *table, SyzygyView view, SyzygyWdl result,
                              int *plies);

#endif
