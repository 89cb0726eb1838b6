// SPDX-License-Identifier: MIT
//
// Positions of the same pieces as numbers, the way Syzygy tablebases count them.
//
// White is the side with the more valuable pieces, whatever the colours on the board.  Boards that
// are mirror images share a number: without pawns the first piece stands in the triangle a1 d1 d4
// and the first one off the diagonal below it; with pawns the foremost of the leading pawns (next
// to the edge first, there the least advanced) stands on files a to d, and each of these files has
// a table of its own.  Pieces are counted in groups of like ones, of which a group's number tells
// the squares among those that are left.  The first group is different: three different pieces,
// or, where no piece but the kings is alone, the two kings, or the leading pawns.
#ifndef SOLVE_SYZYGY_SYZYGY_LAYOUT_H
#define SOLVE_SYZYGY_SYZYGY_LAYOUT_H

#include "core/board.h"

#include <stddef.h>

enum { SYZYGY_MEN_MAX = 7, SYZYGY_NAME_MAX = SYZYGY_MEN_MAX + 2, SYZYGY_FILES = 4 };

/* How many pieces there are of each colour and role. */
typedef struct {
    uint8_t count[2][6];
} SyzygyMaterial;

/* Reads "KQvKR"; false if it is no name of a table. */
bool syzygy_read_material(const char *name, size_t length, SyzygyMaterial *out);
SyzygyMaterial syzygy_material_of(const Board *board);
SyzygyMaterial syzygy_exchanged(const SyzygyMaterial *m);

/* The whole of it in a number; colours count. */
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

/* What all layouts count with. */
typedef struct {
    uint32_t choose[SYZYGY_MEN_MAX][64]; // [k][n]: ways to choose k of n squares
    uint16_t kings[10][64];              // two kings, the first one's place in the triangle
    uint32_t lead[SYZYGY_MEN_MAX][64];   // so many leading pawns, the foremost there
    uint32_t leads[SYZYGY_MEN_MAX][SYZYGY_FILES]; // how many ways on a file
} SyzygyIndexTables;

void syzygy_index_tables_init(SyzygyIndexTables *out);

/* A table's order of pieces and groups. */
typedef struct {
    Piece piece[SYZYGY_MEN_MAX];
    int men, groups;
    int length[SYZYGY_MEN_MAX];      // pieces of each group
    uint64_t weight[SYZYGY_MEN_MAX]; // what a group's number counts
    uint64_t size;                   // positions
    bool pawns, both;                // are there any, has each side some
} SyzygyLayout;

/* What a table says: its pieces, and as how many-th the first group and, if both sides have pawns,
 * the second one count.  False if that is no order of these pieces. */
bool syzygy_layout(const SyzygyIndexTables *index_tables, const SyzygyMaterial *m, int file,
                   const Piece *piece, const int order[2], SyzygyLayout *out);

/* The board as a table sees it: where its White is Black, from the other side. */
typedef struct {
    const Board *board;
    bool exchanged;
} SyzygyView;

/* The file of the foremost pawn of a colour in the table, counted from the nearer edge. */
int syzygy_lead_file(SyzygyView view, Color lead);

uint64_t syzygy_index(const SyzygyIndexTables *index_tables, const SyzygyLayout *layout,
                      SyzygyView view);

#endif
