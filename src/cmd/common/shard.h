// SPDX-License-Identifier: MIT
//
// Shard files: the answers to a part of a command's jobs.  --shard I/N writes one, `roek merge`
// combines them.
//
//     head     index and number of shards, the version, the arguments of the command
//     job …    the answers to the jobs I-1, I-1+N, … of the list
//     end      the number of jobs in the list, its digest, and the status of reading it
//
// A file without its end is incomplete.  Each record has a checksum.  Files of another version are
// refused, as its answers may differ.  Files with different arguments, digests or numbers of jobs
// do not belong together.
#ifndef CMD_COMMON_SHARD_H
#define CMD_COMMON_SHARD_H

#include "cmd/common/job_options.h"

/* Reads "I/N"; returns false if the text is none. */
bool shard_read_name(const char *text, uint64_t *index, uint64_t *count);

/* Runs the jobs of a shard and writes the file to stdout; returns an exit status. */
int shard_run(const Command *self, const BatchOptions *opts, const Batch *batch);

/* Write the head and the end of a file.  The head has the command's arguments without --jobs and
 * --shard (and their short forms), each ended by a zero byte. */
void shard_write_head(Text *out, const Command *self, uint64_t index, uint64_t count);
void shard_write_end(Text *out, uint64_t jobs, uint64_t digest, int reading);

/* A shard file; the members point into its bytes. */
typedef struct {
    uint64_t index, count; // from 1
    RecordPart words, digest;
    uint64_t jobs; // of the whole list
    int reading;
    const char *data; // the records of the jobs
    size_t size;
} Shard;

/* Reads a shard file.  Returns NULL, or an error text; `at` then gets the byte that is wrong. */
const char *shard_read(const char *data, size_t size, Shard *out, size_t *at);

/* Reads the next answer and advances `data`; returns false at the end. */
bool shard_next(Shard *shard, Record *out);

#endif
