// SPDX-License-Identifier: MIT
//
// The journal of a run: every answer is appended as it arrives, in the format of a shard
// (cmd/common/shard.h). After an interrupted run the next one reads the journal and does only the
// missing jobs.
#ifndef CLUSTER_JOURNAL_H
#define CLUSTER_JOURNAL_H

#include "base/file/file.h"
#include "cmd/common/job_options.h"

typedef struct {
    char *path; // NULL: no journal
    FileLog *log;
} Journal;

/* The list of jobs that the journal belongs to. */
typedef struct {
    const Text *jobs;
    uint64_t count;
    uint64_t *offsets; // offset of each answer in the file; 0: missing
    void *context;
    /* Takes ownership of the job. False after it has printed an error. */
    bool (*take)(void *context, Job *job);
} JournalList;

/* Opens OUTPUT.journal; does nothing if OUTPUT is NULL. Passes the answers in it, which must be of
 * the same command and jobs, to `take` in the order of the list. Of several answers to one job it
 * uses the last, because the job was redone after the others proved unreadable. Returns an exit
 * status; errors are printed. */
int journal_open(Journal *journal, const char *output, const Command *command,
                 const JournalList *list);

/* Appends an answer. False after an error was printed. */
bool journal_add(Journal *journal, const Record *answer);

/* Closes the journal; removes the file if the run is `done`. */
void journal_close(Journal *journal, bool done);

#endif
