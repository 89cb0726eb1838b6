// SPDX-License-Identifier: MIT
//
// One file of a Syzygy tablebase, for all positions of one material: WDL (win, draw or loss, .rtbw)
// or DTZ (distance to the next capture or pawn move, .rtbz).
//
//     header         magic, flags; for each file of the leading pawn (or once) and each side to
//                    move: the order of the pieces, then the parameters of the compression
//     DTZ maps       DTZ files only: the distances that the stored values stand for
//     sparse index   of all subtables, then all lengths, then all blocks (syzygy_pairs.h)
//
// DTZ is stored for one side to move only, and is valid only where the result depends on it.
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

/* NULL if the file is not such a table, is damaged, cannot be read, or if memory is short.
 * `index_tables` and `cache_budget` must outlive the table. */
SyzygyTable *syzygy_table_open(const char *path, SyzygyKind kind, const SyzygyMaterial *material,
                               const SyzygyIndexTables *index_tables, atomic_llong *cache_budget);
void syzygy_table_free(SyzygyTable *table);

typedef enum { SYZYGY_FOUND, SYZYGY_OTHER_SIDE, SYZYGY_UNREADABLE } SyzygyStatus;

/* The WDL value of a position, valid if no capture gives a better result. */
SyzygyStatus syzygy_table_wdl(const SyzygyTable *table, SyzygyView view, SyzygyWdl *out);

/* The plies to the next capture or pawn move in a position with this result, not a draw.
 * SYZYGY_OTHER_SIDE: the table has only positions with the other side to move. */
SyzygyStatus syzygy_table_dtz(const SyzygyTable *table, SyzygyView view, SyzygyWdl result,
                              int *plies);

#endif
