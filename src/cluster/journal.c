// SPDX-License-Identifier: MIT
#include "cluster/journal.h"

#include "cmd/common/shard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Is this the answer to a job of the list? */
static bool is_ours(const JournalList *list, const Record *record) {
    if (record->kind != RECORD_JOB || record->number >= list->count) return false;
    const Text *job = &list->jobs[record->number];
    const RecordPart *part = &record->part[JOB_INPUT];
    return part->size == job->used && memcmp(part->data, text_get(job), part->size) == 0;
}

/* Finds the first complete record at `*at` or at the start of a later line, and moves `*at`
 * there. */
static bool find_record(const FileContents *contents, size_t *at, Record *out, size_t *used) {
    const char *data = (const char *)contents->data;
    while (record_read(data + *at, contents->size - *at, out, used) != RECORD_OK) {
        const char *end = memchr(data + *at, '\n', contents->size - *at);
        if (!end) return false;
        *at = (size_t)(end - data) + 1;
    }
    return true;
}

/* Finds all complete records behind the head and sets `*valid_end` to the end of the last one.
 * Damaged parts between records are skipped; their jobs are done again. */
static int find_all(const JournalList *list, const char *path, const FileContents *contents,
                    const Text *head, size_t *valid_end) {
    size_t used, at = head->used;
    Record record;
    if (contents->size < head->used || memcmp(contents->data, head->data, head->used) != 0) {
        print_error("'%s' is of another command or version; remove it to begin anew", path);
        return EXIT_MISUSE;
    }
    for (*valid_end = at; find_record(contents, &at, &record, &used); *valid_end = at) {
        if (at > *valid_end)
            print_warning("'%s', byte %zu: what is damaged here is done again", path, *valid_end);
        if (!is_ours(list, &record)) {
            print_error("'%s' has answers to other jobs; remove it to begin anew", path);
            return EXIT_MISUSE;
        }
        list->offsets[record.number] = at;
        at += used;
    }
    return EXIT_DONE;
}

static bool take_at(const JournalList *list, const FileContents *contents, size_t offset) {
    Record record;
    size_t used;
    Job job;
    record_read((const char *)contents->data + offset, contents->size - offset, &record, &used);
    if (job_from_record(&job, &record)) return list->take(list->context, &job);
    print_memory_error();
    return false;
}

static int take_all(const JournalList *list, const FileContents *contents) {
    bool good = true;
    for (uint64_t i = 0; good && i < list->count; i++)
        if (list->offsets[i]) good = take_at(list, contents, list->offsets[i]);
    return good ? EXIT_DONE : EXIT_MACHINE;
}

/* Reads the journal of an earlier run and truncates it after its last complete record. */
static int resume(const JournalList *list, const char *path, const Text *head, bool *is_new) {
    FileContents contents;
    size_t valid_end = 0;
    if (!file_load(path, &contents)) {
        *is_new = errno == 0 || errno == ENOENT;
        if (!*is_new) print_read_error(path);
        return *is_new ? EXIT_DONE : EXIT_MACHINE;
    }
    int status = find_all(list, path, &contents, head, &valid_end);
    if (status == EXIT_DONE) status = take_all(list, &contents);
    bool cut = valid_end < contents.size;
    file_contents_free(&contents);
    if (status != EXIT_DONE || !cut || file_truncate(path, valid_end)) return status;
    print_write_error(path);
    return EXIT_MACHINE;
}

static int open_log(Journal *journal, const Text *head, bool is_new) {
    journal->log = file_log_open(journal->path, FILE_LOG_APPEND);
    bool good = journal->log && (!is_new || file_log_add(journal->log, head->data, head->used));
    if (good) return EXIT_DONE;
    print_write_error(journal->path);
    return EXIT_MACHINE;
}

int journal_open(Journal *journal, const char *output, const Command *command,
                 const JournalList *list) {
    Text head = text_growing(), path = text_growing();
    bool is_new = false;
    *journal = (Journal){0};
    if (!output) return EXIT_DONE;
    text_format(&path, "%s.journal", output);
    shard_write_head(&head, command, 1, 1);
    journal->path = path.data;
    int status = EXIT_MACHINE;
    if (head.failed || path.failed)
        print_memory_error();
    else
        status = resume(list, journal->path, &head, &is_new);
    if (status == EXIT_DONE) status = open_log(journal, &head, is_new);
    text_free(&head);
    return status;
}

bool journal_add(Journal *journal, const Record *answer) {
    if (!journal->log) return true;
    Text bytes = text_growing();
    record_write(&bytes, answer);
    errno = ENOMEM;
    bool added = !bytes.failed && file_log_add(journal->log, bytes.data, bytes.used);
    text_free(&bytes);
    if (!added) print_write_error(journal->path);
    return added;
}

void journal_close(Journal *journal, bool done) {
    file_log_close(journal->log);
    if (journal->path && done) unlink(journal->path);
    free(journal->path);
}
