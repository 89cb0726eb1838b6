// SPDX-License-Identifier: MIT
//
// The index of a position in a Syzygy table.
//
// White is the side with the more valuable pieces, which may be Black on the board.  Mirror images
// share an index.  Without pawns the first piece is moved to the triangle a1 d1 d4, and the first
// piece off the diagonal below it.  With pawns the foremost of the leading pawns (nearest to the
// edge, then least advanced) is moved to the files a to d, and each of these files has a subtable.
//
// Pieces are indexed in groups of equal ones; the index of a group is the combination of its
// squares among the squares that are left.  The first group is special: the leading pawns, or three
// different pieces, or, if no piece but the kings is the only one of its kind, the two kings.
#ifndef SOLVE_SYZYGY_SYZYGY_LAYOUT_H
#define SOLVE_SYZYGY_SYZYGY_LAYOUT_H

#include "core/board.h"

#include <stddef.h>

enum { SYZYGY_MEN_MAX = 7, SYZYGY_NAME_MAX = SYZYGY_MEN_MAX + 2, SYZYGY_FILES = 4 };

/* How many pieces there are of each colour and role. */
typedef struct {
    uint8_t count[2][6];
} SyzygyMaterial;

/* Reads "KQvKR"; false if this is not the name of a table. */
bool syzygy_read_material(const char *name, size_t length, SyzygyMaterial *out);
SyzygyMaterial syzygy_material_of(const Board *board);
SyzygyMaterial syzygy_exchanged(const SyzygyMaterial *m);

/* A number that is unique for the material, colours included. */
uint64_t syzygy_material_code(const SyzygyMaterial *m);
int syzygy_men(const SyzygyMaterial *m);

static inline bool syzygy_has_pawns(const SyzygyMaterial *m) {
    return m->count[WHITE][PAWN] || m->count[BLACK][PAWN];
}
static inline bool syzygy_both_have_pawns(const SyzygyMaterial *m) {
    return m->count[WHITE][PAWN] && m->count[BLACK][PAWN];
}
static inline bool syzygy_is_symmetric(const SyzygyMaterial *m) {
    SyzygyMaterial exchanged = syzygy_exchanged(m);
    return syzygy_material_code(m) == syzygy_material_code(&exchanged);
}

/* Precomputed numbers for all layouts. */
typedef struct {
    uint32_t choose[SYZYGY_MEN_MAX][64]; // [k][n]: ways to choose k of n squares
    uint16_t kings[10][64]; // index of two kings, by the first one's place in the triangle
    uint32_t lead[SYZYGY_MEN_MAX][64];            // [leading pawns][foremost]: offset of the index
    uint32_t leads[SYZYGY_MEN_MAX][SYZYGY_FILES]; // number of placements per file
} SyzygyIndexTables;

void syzygy_index_tables_init(SyzygyIndexTables *out);

/* The order of pieces and groups in a subtable. */
typedef struct {
    Piece piece[SYZYGY_MEN_MAX];
    int men, groups;
    int length[SYZYGY_MEN_MAX];      // pieces of each group
    uint64_t weight[SYZYGY_MEN_MAX]; // weight of a group's index in the sum
    uint64_t size;                   // number of positions
    bool pawns, both;                // is there any pawn, has each side one
} SyzygyLayout;

/* Makes the layout from the data of a table: its pieces, and the ranks of the first group and, if
 * both sides have pawns, of the second in the order of weights.  False if the data is invalid. */
bool syzygy_layout(const SyzygyIndexTables *index_tables, const SyzygyMaterial *m, int file,
                   const Piece *piece, const int order[2], SyzygyLayout *out);

/* The board as a table sees it; `exchanged`: the table's White is Black on the board. */
typedef struct {
    const Board *board;
    bool exchanged;
} SyzygyView;

/* The file of the foremost pawn of `lead`, counted from the nearer edge. */
int syzygy_lead_file(SyzygyView view, Color lead);

uint64_t syzygy_index(const SyzygyIndexTables *index_tables, const SyzygyLayout *layout,
                      SyzygyView view);

#endif
