// SPDX-License-Identifier: MIT
//
// A job and its answer, and their serialized form in shards, journals and pipes to other processes.
//
//     J NUMBER 0 SIZE SIZE SIZE SIZE SIZE CHECK   a line, then the five parts, then a line end
//     H SHARD SHARDS …                            the first record of a file
//     E JOBS STATUS …                             the last record: the file is complete
//
// CHECK is a hash of the rest of the record. It detects changes by disks, networks or users.
//
// Jobs and answers are text. Doing a job requires only the options of the command; taking an answer
// requires only the job and the answer.
#ifndef JOBS_JOB_H
#define JOBS_JOB_H

#include "base/text/text.h"

typedef enum {
    JOB_INPUT,  // the job
    JOB_STDOUT, // for standard output, printed in the order of the list
    JOB_DATA,   // for the command itself: sums, scores
    JOB_FILE,   // appended to the file that the command writes
    JOB_STDERR, // for standard error
    JOB_PARTS,
} JobPart;

typedef struct {
    uint64_t number; // from 0, in the order of the list
    Text part[JOB_PARTS];
} Job;

void job_init(Job *job, uint64_t number);
void job_free(Job *job);
/* Did memory run out while a part was written? */
bool job_failed(const Job *job);

typedef enum { RECORD_HEAD = 'H', RECORD_JOB = 'J', RECORD_END = 'E' } RecordKind;

typedef struct {
    const char *data; // not terminated
    size_t size;
} RecordPart;

/* One record; points into the bytes from which it was read. */
typedef struct {
    RecordKind kind;
    uint64_t number, second;
    RecordPart part[JOB_PARTS];
} Record;

typedef enum {
    RECORD_OK,
    RECORD_SHORT, // incomplete: more bytes are needed
    RECORD_BAD,   // not a record, or damaged
} RecordResult;

/* Reads the record at the start of the bytes and sets `*used` to its length. Changes nothing unless
 * the result is RECORD_OK. */
RecordResult record_read(const char *data, size_t size, Record *out, size_t *used);
void record_write(Text *out, const Record *record);

/* job_record makes the record of a job. job_from_record copies a record's parts into a new job;
 * false if memory ran out. */
Record job_record(const Job *job);
bool job_from_record(Job *out, const Record *record);

/* A hash over a list of jobs, to detect shards of different lists. Updated job by job. */
enum { DIGEST_START = 0, DIGEST_MAX = 17 };
uint64_t digest_add(uint64_t digest, const Text *job);
void digest_write(uint64_t digest, char out[DIGEST_MAX]);

#endif
