// SPDX-License-Identifier: MIT
//
// An ending of Racing Kings: which pieces are left, and a number for each way they can stand.
//
// The name lists White's pieces, a v, Black's: "KQvKR".  Colours cannot be swapped, as only Black
// may answer an arrival, so KQvKR and KRvKQ are different endings.  Up to four men there are 43.
//
// A position is numbered by the squares of its men.  Only live positions count, those with both
// kings below the eighth rank; the rules themselves decide the others.  The one symmetry of the
// game, left and right, brings White's king to the files a to d:
//
//     white king 0..27 | black king 0..55 | queens | rooks | bishops | knights
//
// Each piece has 64 numbers, its squares; so the numbers of one pair of kings' squares are the bits
// of a plane (placement_set.h).  Of two equal pieces the first stands on the lower square, of two
// bishops the first on a dark one.  Knights come last, and so change fastest: they matter least to
// a race, and equal values side by side pack well.  Some numbers stand for no position (men on one
// square, a king attacked, equal pieces in the other order); material_board says so.  Every live
// position has exactly one number.
#ifndef SOLVE_RACE_TABLES_MATERIAL_INDEX_H
#define SOLVE_RACE_TABLES_MATERIAL_INDEX_H

#include "core/board.h"

enum {
    MATERIAL_SIDES = 54,                              // Q 0-1, R 0-2, B 0-2, N 0-2
    MATERIAL_COUNT = MATERIAL_SIDES * MATERIAL_SIDES, // ids are below this
    MATERIAL_NAME_MAX = 20,                           // "KQRRBBNNvKQRRBBNN"
    MATERIAL_GROUPS_MAX = 8,
    MATERIAL_MEN_MAX = 5, // as many as tables are built for
};

typedef struct {
    Color color;
    Role role;
    int count;     // 1 or 2
    uint32_t size; // its numbers
} MaterialGroup;

typedef struct {
    int id;
    int men;
    int group_count;
    MaterialGroup group[MATERIAL_GROUPS_MAX];
    uint64_t positions; // numbers are below this
} Material;

/* By its id, which must be in 0 .. MATERIAL_COUNT - 1. */
Material material_of(int id);

/* The id of the pieces on a board, or -1 if a side has more than the start army. */
int material_id(const Board *b);

/* Reads "KQvKR" in either case; pieces in any order after the K.  -1 if it is no ending. */
int material_read(const char *name);
void material_write(int id, char out[MATERIAL_NAME_MAX]);

/* Is it the id of an ending that tables are built for: of up to MATERIAL_MEN_MAX men? */
bool ending_has_table(int id);

/* All endings of up to `men` men, those with fewer men first, into `out`; returns their number. */
int material_up_to(int men, int out[MATERIAL_COUNT]);

/* The endings that captures lead to, into `out`; returns their number (none for KvK). */
int material_captures(int id, int out[MATERIAL_GROUPS_MAX]);

/* The ending left when this piece, which it has, is captured. */
int material_without(int id, Color color, Role role);

/* The squares of the second of two equal pieces that are counted with the first on this one. */
Bitboard material_partners(Role role, Square first);

/* The number of a live position of this ending; two bishops of a side stand on both colours. */
uint64_t material_index(const Material *material, const Board *b);

/* The position of a number; false if it stands for none. */
bool material_board(const Material *material, uint64_t index, Color turn, Board *out);

/* Could this board be in a table: both kings below the eighth rank, bishops on both colours? */
bool material_is_indexed(const Board *b);

#endif
