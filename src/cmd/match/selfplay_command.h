// SPDX-License-Identifier: MIT
//
// What the files of `roek selfplay` share.
#ifndef CMD_MATCH_SELFPLAY_COMMAND_H
#define CMD_MATCH_SELFPLAY_COMMAND_H

#include "cmd/common/run_jobs.h"
#include "match/selfplay.h"

/* Games that are played by several hands, some to a job, and written in the order of their numbers:
 * the same file as one hand makes. */
typedef struct SelfplayBatch SelfplayBatch;
struct SelfplayBatch {
    const SelfplayOptions *options;
    const PlayedGames *log; // what is played already
    const char *path;
    FileLog *out; // NULL where the answers are not taken
    uint32_t listed, played;
    TrainingBlock *block; // of the file
    bool failed;
    SelfplayListener listener;                // hears of each, and ends nothing
    void (*print)(const SelfplayBatch *self); // when all is written
    const void *context;
};
int selfplay_batch_run(const Command *self, const BatchOptions *batch_options,
                       SelfplayBatch *shared);

#endif
