// SPDX-License-Identifier: MIT
//
// A part of a command's jobs as a file: written by --shard I/N, put together by `roek merge`.
//
//     head     which shard of how many, the version, the words of the command
//     job …    answers I-1, I-1+N, … of the list
//     end      how many jobs the whole list has, its digest, and how reading it went
//
// A file without its end is not complete.  Every record is as it was written, by this version, as
// others may answer otherwise.  Files whose words, digests or numbers of jobs differ do not belong
// together.
#ifndef CMD_COMMON_SHARD_H
#define CMD_COMMON_SHARD_H

#include "cmd/common/run_jobs.h"

/* Reads "I/N"; false if it is nothing of the kind. */
bool shard_read_name(const char *text, uint64_t *index, uint64_t *count);

/* Does a shard and writes it to stdout; an exit status. */
int shard_run(const Command *self, const BatchOptions *opts, const Batch *batch);

/* How a file of answers opens: the words without --jobs and --shard by whatever name, each ended by
 * a zero byte. */
void shard_write_head(Text *out, const Command *self, uint64_t index, uint64_t count);
void shard_write_end(Text *out, uint64_t jobs, uint64_t digest, int reading);

/* A whole shard, pointing into its bytes. */
typedef struct {
    uint64_t index, count; // from 1
    RecordPart words, digest;
    uint64_t jobs; // of the whole list
    int reading;
    const char *data; // the records of the jobs
    size_t size;
} Shard;

/* NULL, or what is wrong, and at which byte. */
const char *shard_read(const char *data, size_t size, Shard *out, size_t *at);

/* The next answer; false at the end.  The shard's data moves on. */
bool shard_next(Shard *shard, Record *out);

#endif
