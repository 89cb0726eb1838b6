// SPDX-License-Identifier: MIT
//
// Context modelling: how the values of a solution are coded by means of their neighbours.
//
// A block is a run of 2048 indices of a material.  Indices that stand for no position are known
// from the rules and are not coded.  The context of an index consists of three earlier ones: the
// last man one square back (distance 1) and eight squares back (8), and the man before it one
// square back (64).
//
//     results     of both sides to move, as one of nine symbols; the context is the results of the
//                 three neighbours
//     distances   for one side to move, if it wins or loses: the difference to the distance of
//                 the first neighbour; the context is that distance and its difference to the
//                 other two
//
// Wins are coded from wins and losses from losses.  A neighbour of another kind is replaced by the
// last value of the right kind before it.
#ifndef SOLVE_RACE_TABLES_TABLE_CODE_H
#define SOLVE_RACE_TABLES_TABLE_CODE_H

#include "solve/race_tables/placement_set.h"
#include "solve/race_tables/race_solution.h"
#include "solve/race_tables/symbol_coder.h"

enum {
    BLOCK_NUMBERS = 2048,
    BLOCK_WORDS = BLOCK_NUMBERS / 64,
    BLOCK_CONTEXT = 64, // how far back a context reaches
    RESULT_CONTEXTS = 9 * 9 * 9,
    RESULT_SYMBOLS = 9,
    DISTANCE_CONTEXTS = 2 * 32 * 5 * 5,
    DISTANCE_SYMBOLS = 34,
};

/* The indices of a block that are positions; known without reading the file. */
typedef struct {
    uint64_t positions[BLOCK_WORDS]; // which numbers are positions
    int count;                       // of indices
} BlockShape;

/* The shape of the block that begins at index `first`, a multiple of BLOCK_NUMBERS.  Only the first
 * `count` indices are used. */
BlockShape block_shape(const Material *material, const PlacementShape *shape, uint64_t first,
                       int count);

/* Results of a block: at[BLOCK_CONTEXT + i] is (White's + 1) * 3 + Black's + 1 for its index i. */
typedef struct {
    uint8_t at[BLOCK_CONTEXT + BLOCK_NUMBERS];
} BlockResults;

static inline TableResult block_result(const BlockResults *results, Color turn, int i) {
    int both = results->at[BLOCK_CONTEXT + i];
    return (TableResult)((turn == WHITE ? both / 3 : both % 3) - 1);
}

/* Sets the results from the values of both sides; value[c][0] is that of the first index. */
void block_set_results(const BlockShape *shape, const uint8_t *const value[2], BlockResults *out);

/* These count the symbols of a block, encode them, or decode them (false if the data is invalid).
 * Distances are values as in race_solution.h; only wins and losses are coded. */
void block_results_count(const BlockShape *shape, BlockResults *results, uint32_t *count);
void block_results_write(const BlockShape *shape, BlockResults *results, const SymbolCoder *code,
                         RangeEncoder *w);
bool block_results_read(const BlockShape *shape, const SymbolCoder *code, RangeDecoder *r,
                        BlockResults *out);

void block_distances_count(const BlockShape *shape, const BlockResults *results, Color turn,
                           const uint8_t *value, uint32_t *count);
void block_distances_write(const BlockShape *shape, const BlockResults *results, Color turn,
                           const uint8_t *value, const SymbolCoder *code, RangeEncoder *w);
bool block_distances_read(const BlockShape *shape, const BlockResults *results, Color turn,
                          const SymbolCoder *code, RangeDecoder *r, uint8_t *value);

#endif
