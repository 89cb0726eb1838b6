// SPDX-License-Identifier: MIT
//
// How the values of a solved ending are told from those beside them.
//
// A block is 2048 numbers of an ending; those that stand for no position are known to both sides
// and cost nothing.  In each direction the last man's neighbours (one square, eight squares back)
// and the neighbour with the man before it one square back (64 numbers) are the context.
//
//     results      who wins with White and with Black to move, both as one symbol of nine; the
//                  context is the same of the three neighbours
//     distances    of one side to move, where it wins or loses: how much longer than at the
//                  neighbour; the context is the neighbour's distance, and how much longer the
//                  others' are
//
// Distances are told by those of the same kind, wins or losses; a neighbour that is of another kind
// stands for what came before it.
#ifndef SOLVE_RACE_TABLES_TABLE_CODE_H
#define SOLVE_RACE_TABLES_TABLE_CODE_H

#include "solve/race_tables/placement_set.h"
#include "solve/race_tables/race_solution.h"
#include "solve/race_tables/symbol_coder.h"

enum {
    BLOCK_NUMBERS = 2048,
    BLOCK_WORDS = BLOCK_NUMBERS / 64,
    BLOCK_CONTEXT = 64, // how far back a context looks
    RESULT_CONTEXTS = 9 * 9 * 9,
    RESULT_SYMBOLS = 9,
    DISTANCE_CONTEXTS = 2 * 32 * 5 * 5,
    DISTANCE_SYMBOLS = 34,
};

/* What is known of a block before anything is read. */
typedef struct {
    uint64_t positions[BLOCK_WORDS]; // which numbers are positions
    int count;                       // of numbers
} BlockShape;

/* The block that begins at this number, a multiple of BLOCK_NUMBERS; only the first `count` numbers
 * are of interest. */
BlockShape block_shape(const Material *material, const PlacementShape *shape, uint64_t first,
                       int count);

/* Results of a block: at[BLOCK_CONTEXT + i] is (White's + 1) * 3 + Black's + 1 for its number i. */
typedef struct {
    uint8_t at[BLOCK_CONTEXT + BLOCK_NUMBERS];
} BlockResults;

static inline TableResult block_result(const BlockResults *results, Color turn, int i) {
    int both = results->at[BLOCK_CONTEXT + i];
    return (TableResult)((turn == WHITE ? both / 3 : both % 3) - 1);
}

/* From the values of both sides, those of the block's first number first. */
void block_set_results(const BlockShape *shape, const uint8_t *const value[2], BlockResults *out);

/* Counts the symbols of a block, writes them, or reads them back; false if there is no such block.
 * Distances are values as in race_solution.h; of those that are no wins or losses nothing is said.
 */
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
