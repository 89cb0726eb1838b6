// SPDX-License-Identifier: MIT
//
// Material of Racing Kings endings, and an index for each placement of the pieces.
//
// The name of a material lists White's pieces, a v, and Black's: "KQvKR".  Colours cannot be
// swapped, because only Black may reply when the opponent's king reaches the eighth rank.  So KQvKR
// and KRvKQ are different.  Up to four men there are 43 materials.
//
// The index of a position is a mixed-radix number of the squares of its men.  Only positions with
// both kings below the eighth rank have one; the rules decide the others (race_solution.h).  The
// only symmetry of the game mirrors the files; it moves White's king to the files a to d:
//
//     white king 0..27 | black king 0..55 | queens | rooks | bishops | knights
//
// Each piece has 64 values, its squares.  So the indices of one pair of king squares are the bits
// of a placement set (placement_set.h).  Of two equal pieces the first stands on the lower square,
// of two bishops the first on a dark one.  Knights come last, so their squares change fastest: they
// matter least in a race, and runs of equal values compress well.  Some indices stand for no
// position (two men on a square, a king attacked, equal pieces in the wrong order); material_board
// returns false for these.  Every position with both kings below the eighth rank has exactly one
// index.
#ifndef SOLVE_RACE_TABLES_MATERIAL_INDEX_H
#define SOLVE_RACE_TABLES_MATERIAL_INDEX_H

#include "core/board.h"

enum {
    MATERIAL_SIDES = 54,                              // Q 0-1, R 0-2, B 0-2, N 0-2
    MATERIAL_COUNT = MATERIAL_SIDES * MATERIAL_SIDES, // ids are below this
    MATERIAL_NAME_MAX = 20,                           // "KQRRBBNNvKQRRBBNN"
    MATERIAL_GROUPS_MAX = 8,
    MATERIAL_MEN_MAX = 5, // most men for which tables are built
};

typedef struct {
    Color color;
    Role role;
    int count;     // 1 or 2
    uint32_t size; // number of values in the index
} MaterialGroup;

typedef struct {
    int id;
    int men;
    int group_count;
    MaterialGroup group[MATERIAL_GROUPS_MAX];
    uint64_t positions; // indices are below this
} Material;

/* The material with this id, from 0 to MATERIAL_COUNT - 1. */
Material material_of(int id);

/* The id of the pieces on a board, or -1 if a side has more than in the start position. */
int material_id(const Board *b);

/* Reads "KQvKR" in either case, with pieces in any order after K.  Returns -1 for other text. */
int material_read(const char *name);
void material_write(int id, char out[MATERIAL_NAME_MAX]);

/* Is it the id of an ending that tables are built for: of up to MATERIAL_MEN_MAX men? */
bool ending_has_table(int id);

/* All endings of up to `men` men, those with fewer men first, into `out`; returns their number. */
int material_up_to(int men, int out[MATERIAL_COUNT]);

/* Stores the materials after one capture in `out`; returns their number (none for KvK). */
int material_captures(int id, int out[MATERIAL_GROUPS_MAX]);

/* The material after the capture of this piece, which must be present. */
int material_without(int id, Color color, Role role);

/* The squares of the second of two equal pieces that have an index when the first is on `first`. */
Bitboard material_partners(Role role, Square first);

/* The index of a position of this material.  Both kings must be below the eighth rank, and two
 * bishops of a side on different colours. */
uint64_t material_index(const Material *material, const Board *b);

/* The position of an index; false if the index stands for no position. */
bool material_board(const Material *material, uint64_t index, Color turn, Board *out);

/* Has this board an index: kings below the eighth rank, two bishops of a side on both colours? */
bool material_is_indexed(const Board *b);

#endif
