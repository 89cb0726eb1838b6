// SPDX-License-Identifier: MIT
//
// Sets of positions that differ only in the squares of the men other than the kings.
//
// With fixed king squares, each of the other men of an ending (up to three) has 64 squares.  A
// placement set is a bit set of such placements: the square of the last man is the bit, the squares
// of the others select the word.
//
//     men   placements    words
//      0        1           1      only bit 0
//      1       64           1
//      2      64^2         64      word a
//      3      64^3       4096      word 64 a + b
//
// A move of one man is then computed for thousands of positions at once: on rows of words for the
// first men, by shifts within words for the last one.  Two equal men appear in both orders.
//
// A man or king on the square of an enemy man has just captured it: such a placement stands for the
// position after the capture, and taking back the move restores the captured man.
#ifndef SOLVE_RACE_TABLES_PLACEMENT_SET_H
#define SOLVE_RACE_TABLES_PLACEMENT_SET_H

#include "solve/race_tables/material_index.h"

enum { PLACEMENT_MEN_MAX = 3, PLACEMENT_WORDS_MAX = 64 * 64 };

typedef struct {
    int men;
    Role role[PLACEMENT_MEN_MAX];
    Color color[PLACEMENT_MEN_MAX];
    int words;
} PlacementShape;

/* The shape of the placement sets of a material with at most PLACEMENT_MEN_MAX men plus kings. */
PlacementShape placement_shape(const Material *material);

/* The placements in which no king is in check and all men are on different squares.  With
 * may_have_captured[c] the king of colour c may also stand on the square of an enemy man. */
void placement_set_legal(const PlacementShape *shape, const Square king[2],
                         const bool may_have_captured[2], uint64_t *out);

/* Which of the 64 indices of a material from 64 * `word` on are positions. */
uint64_t placement_set_positions(const Material *material, const PlacementShape *shape,
                                 uint64_t word);

/* The bits of a word whose placements have an index: equal men in canonical order. */
uint64_t placement_set_canonical(const PlacementShape *shape, uint32_t word);

/* Adds to `out` the placements from which a man of this colour, not the king, has a move into
 * `set`. Only the bits inside `wanted` are complete and exact; others may include placements that
 * are not positions. */
void placement_set_unmoves(const PlacementShape *shape, Color turn, const Square king[2],
                           const uint64_t *set, const uint64_t *wanted, uint64_t *out);

/* Mirrors a set: the files a to h become h to a. */
void placement_set_mirror(const PlacementShape *shape, const uint64_t *set, uint64_t *out);

bool placement_set_is_empty(const PlacementShape *shape, const uint64_t *set);

#endif
