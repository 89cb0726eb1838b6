// SPDX-License-Identifier: MIT
//
// A job and its answer, and the bytes they travel as: into shards, journals and other processes.
//
//     J NUMBER STATUS SIZE SIZE SIZE SIZE SIZE CHECK   a line, then the five parts, then a line end
//     H SHARD SHARDS …                                 how a file of them opens
//     E JOBS STATUS …                                  how it ends: nothing is missing
//
// The check is a sum over all the rest, so that nothing is believed which disks, wires or people
// have changed.
//
// A job is text, and so is its answer.  Whoever does it needs nothing but the options of the
// command; whoever takes the answer needs nothing but the job.
#ifndef JOBS_JOB_H
#define JOBS_JOB_H

#include "base/text/text.h"

typedef enum {
    JOB_INPUT,  // what is to be done
    JOB_STDOUT, // to be printed when its turn has come
    JOB_DATA,   // for the command's own reckoning: sums, scores
    JOB_FILE,   // to be added to the file that the command writes
    JOB_STDERR, // for stderr
    JOB_PARTS,
} JobPart;

typedef struct {
    uint64_t number; // from 0, in the order of the list
    Text part[JOB_PARTS];
} Job;

void job_init(Job *job, uint64_t number);
void job_free(Job *job);
/* Did memory run out while it was written? */
bool job_failed(const Job *job);

typedef enum { RECORD_HEAD = 'H', RECORD_JOB = 'J', RECORD_END = 'E' } RecordKind;

typedef struct {
    const char *data; // not terminated
    size_t size;
} RecordPart;

/* One record, pointing into the bytes it was read from. */
typedef struct {
    RecordKind kind;
    uint64_t number, second;
    RecordPart part[JOB_PARTS];
} Record;

typedef enum {
    RECORD_OK,
    RECORD_SHORT, // it goes on behind the last byte
    RECORD_BAD,   // it never was one, or is not any more what was written
} RecordResult;

/* Reads the record at the start of the bytes, `*used` of them; otherwise nothing is changed. */
RecordResult record_read(const char *data, size_t size, Record *out, size_t *used);
void record_write(Text *out, const Record *record);

/* The record of a job; and a job of a record's parts, false when memory is short. */
Record job_record(const Job *job);
bool job_from_record(Job *out, const Record *record);

/* A number that tells lists of jobs from each other: to be carried from job to job. */
enum { DIGEST_START = 0, DIGEST_MAX = 17 };
uint64_t digest_add(uint64_t digest, const Text *job);
void digest_write(uint64_t digest, char out[DIGEST_MAX]);

#endif
