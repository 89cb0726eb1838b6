// SPDX-License-Identifier: MIT
//
// The answers of a run as they come, in a file of the form of a shard (cmd/common/shard.h): a run
// that was killed reads them back and does only what is missing.
#ifndef CLUSTER_JOURNAL_H
#define CLUSTER_JOURNAL_H

#include "base/file/file.h"
#include "cmd/common/run_jobs.h"

typedef struct {
    char *path; // NULL: nothing is kept
    FileLog *log;
} Journal;

/* The list that it is about. */
typedef struct {
    const Text *jobs;
    uint64_t count;
    uint64_t *offsets; // the byte at which each answer stands; 0: it is not there
    void *context;
    /* Owns the job; false after complaining. */
    bool (*take)(void *context, Job *job);
} JournalList;

/* Opens OUTPUT.journal, or nothing for NULL.  What is in it, of the same command and the same jobs,
 * is handed to `take` in the order of the list; of several answers to one job the last, as it was
 * done again for a reason.  An exit status after complaining. */
int journal_open(Journal *journal, const char *output, const Command *command,
                 const JournalList *list);

/* Adds an answer; false after complaining. */
bool journal_add(Journal *journal, const Record *answer);

/* Closes it, and removes the file if everything is `done`. */
void journal_close(Journal *journal, bool done);

#endif
