// SPDX-License-Identifier: MIT
//
// What the files of `roek selfplay` share.
#ifndef CMD_MATCH_SELFPLAY_COMMAND_H
#define CMD_MATCH_SELFPLAY_COMMAND_H

#include "cmd/common/job_options.h"
#include "match/selfplay.h"

/* Games that run as jobs of several games, on several threads or processes.  They are written in
 * the order of their numbers, so that the file is the same for any number of threads. */
typedef struct SelfplayBatch SelfplayBatch;
struct SelfplayBatch {
    const SelfplayOptions *options;
    const PlayedGames *log; // the games that are in the file already
    const char *path;
    FileLog *out; // NULL if this process does not take the answers
    uint32_t listed, played;
    TrainingBlock *block; // of the file
    bool failed;
    SelfplayListener listener;                // called for each game; it cannot end the run
    void (*print)(const SelfplayBatch *self); // called when all is written
    const void *context;
};
int selfplay_batch_run(const Command *self, const BatchOptions *batch_options,
                       SelfplayBatch *shared);

#endif
