// SPDX-License-Identifier: MIT
//
// Files of scored games.
//
//     "RoekGames" and 1, u8 length and name of the variant
//     blocks: u32 size of the data, u32 number of the first game, u32 games, u32 scored plies,
//             u32 checksum of these sixteen bytes and the data, then the data
//             (match/training_codec.h)
//
// Numbers are little-endian.  Blocks are independent: a truncated file loses only its last block,
// and files of the same variant can be concatenated if the second header is removed.
#ifndef MATCH_TRAINING_FILE_H
#define MATCH_TRAINING_FILE_H

#include "base/file/file.h"
#include "base/text/text.h"
#include "match/training_codec.h"

enum { TRAINING_BLOCK_GAMES = 256 }; // games at most

/* A block that is being filled. */
typedef struct {
    const Rules *rules;
    RangeEncoder writer;
    TrainingCodec codec;
    uint32_t first, games, plies;
} TrainingBlock;

void training_block_init(TrainingBlock *block, const Rules *rules, uint32_t first);
void training_block_free(TrainingBlock *block);
/* Adds a game; numbers must rise, from `first` on.  False if the block is full or the number is too
 * far from the last one: then the game was not added. */
bool training_block_add(TrainingBlock *block, const ScoredGame *game);

/* Append the header of a file, and a block; a block without games has no bytes.  False if memory is
 * short. */
bool training_file_header(Text *out, const Rules *rules);
bool training_block_finish(Text *out, TrainingBlock *block);

/* The same to a file, as one record; false with errno if writing failed. */
bool training_file_begin(FileLog *out, const Rules *rules);
bool training_file_write(FileLog *out, TrainingBlock *block);

/* Adds a game to the block.  If the block is full, writes it and starts a new one. */
bool training_file_add(FileLog *out, TrainingBlock *block, const ScoredGame *game);

/* The contents of a file, and its first fault. */
typedef struct {
    const Rules *rules;
    uint32_t games;
    uint64_t plies;
    size_t valid_bytes; // length of the valid beginning
    const char *fault;  // NULL: none
    bool no_memory;     // the fault is lack of memory, not the file
} TrainingFileReport;

/* Reads all games and checks them: all moves must be legal, and the game must not be over before
 * the last one.  `visit` may be NULL; it stops the reading by returning false. */
typedef bool ScoredGameVisitor(const Rules *rules, const ScoredGame *game, void *context);
TrainingFileReport training_file_read(const uint8_t *data, size_t size, ScoredGameVisitor *visit,
                                      void *context);

#endif
