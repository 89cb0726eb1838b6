// SPDX-License-Identifier: MIT
//
// Files of scored games.
//
//     "RoekGames" and 1, u8 length and name of the game
//     blocks: u32 size of the code, u32 number of the first game, u32 games, u32 plies with scores,
//             u32 checksum of the sixteen bytes before and the code, the code
//             (match/training_codec.h)
//
// Numbers are little-endian.  Blocks do not depend on each other: a file that was cut short loses
// its last block alone, and two files of the same game can be put together but for the header.
#ifndef MATCH_TRAINING_FILE_H
#define MATCH_TRAINING_FILE_H

#include "base/file/file.h"
#include "base/text/text.h"
#include "match/training_codec.h"

enum { TRAINING_BLOCK_GAMES = 256 }; // games at most

/* Games on their way into a block. */
typedef struct {
    const Rules *rules;
    RangeEncoder writer;
    TrainingCodec codec;
    uint32_t first, games, plies;
} TrainingBlock;

void training_block_init(TrainingBlock *block, const Rules *rules, uint32_t first);
void training_block_free(TrainingBlock *block);
/* Games come in the order of their numbers, from `first` on; false: the block is full, or the
 * number too far from the last, and the game was not added. */
bool training_block_add(TrainingBlock *block, const ScoredGame *game);

/* How a file opens, and a block, as bytes; a block without games has none.  False without memory.
 */
bool training_file_header(Text *out, const Rules *rules);
bool training_block_finish(Text *out, TrainingBlock *block);

/* The same into a file, as one record; false, with errno, when it could not be written. */
bool training_file_begin(FileLog *out, const Rules *rules);
bool training_file_write(FileLog *out, TrainingBlock *block);

/* Adds a game to the block, which is written and begun anew if the game does not go into it. */
bool training_file_add(FileLog *out, TrainingBlock *block, const ScoredGame *game);

/* What a file holds, and the first thing wrong with it. */
typedef struct {
    const Rules *rules;
    uint32_t games;
    uint64_t plies;
    size_t valid_bytes; // bytes that are whole and right
    const char *fault;  // NULL: none
    bool no_memory;     // that is the fault: nothing is wrong with the file
} TrainingFileReport;

/* Hands every game over, checked by the rules: moves are legal, the game was not over before its
 * last.  `visit` may be NULL, and stops the reading by returning false. */
typedef bool ScoredGameVisitor(const Rules *rules, const ScoredGame *game, void *context);
TrainingFileReport training_file_read(const uint8_t *data, size_t size, ScoredGameVisitor *visit,
                                      void *context);

#endif
