// SPDX-License-Identifier: MIT
//
// roek merge: prints what a single run would have printed, from the outputs of its shards.
//
// The original command runs again with its own arguments, but takes the answers from the files.
#include "base/file/file.h"
#include "cmd/common/input.h"
#include "cmd/common/shard.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    BatchRunner runner; // must be first: run() gets a pointer to it
    Shard *shards;      // by index
    FileContents *files;
    int count;
} Merge;

static bool same_part(RecordPart a, RecordPart b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* NULL if the shard belongs to the same run as the first one, else the reason why not. */
static const char *mismatch(const Shard *a, const Shard *b) {
    if (!same_part(a->words, b->words)) return "answers another command";
    if (a->count != b->count) return "is a part of another number of shards";
    if (a->jobs != b->jobs || !same_part(a->digest, b->digest))
        return "had other input than the first";
    return NULL;
}

/* Reads the files and stores each shard by its index; returns false after it printed an error. */
static bool read_file(Merge *m, const char *name, int number, Shard *out) {
    size_t at;
    if (!input_view(name, &m->files[number])) return false;
    const FileContents *file = &m->files[number];
    const char *wrong = shard_read((const char *)file->data, file->size, out, &at);
    if (wrong) print_error("'%s', byte %zu: %s", name, at, wrong);
    return !wrong;
}

static bool place(Merge *m, const Operands *names, int number, const Shard *first,
                  const Shard *shard) {
    const char *name = names->items[number], *wrong = mismatch(first, shard);
    if (wrong) {
        print_error("'%s' %s", name, wrong);
        return false;
    }
    Shard *home = &m->shards[shard->index - 1];
    if (home->count) {
        print_error("'%s': shard %llu is here twice", name, (unsigned long long)shard->index);
        return false;
    }
    *home = *shard;
    return true;
}

static bool none_is_missing(const Merge *m) {
    for (int i = 0; i < m->count; i++) {
        if (m->shards[i].count) continue;
        print_error("shard %d of %d is missing", i + 1, m->count);
        return false;
    }
    return true;
}

static bool read_all(Merge *m, const Operands *names) {
    Shard first;
    if (!read_file(m, names->items[0], 0, &first)) return false;
    m->count = (int)first.count;
    m->shards = calloc(first.count, sizeof *m->shards);
    if (!m->shards) {
        print_memory_error();
        return false;
    }
    bool good = place(m, names, 0, &first, &first);
    for (int i = 1; good && i < names->count; i++) {
        Shard shard;
        good = read_file(m, names->items[i], i, &shard) && place(m, names, i, &first, &shard);
    }
    return good && none_is_missing(m);
}

/* Takes the answer of job k, which is the next one of shard k mod N.  Returns an exit status, after
 * an error message if it failed. */
static int show_answer(const Merge *m, const Batch *batch, uint64_t k, bool *enough) {
    Record record;
    Job job;
    if (!shard_next(&m->shards[k % (uint64_t)m->count], &record)) {
        print_error("the answer to job %llu is gone", (unsigned long long)k);
        return EXIT_MISUSE;
    }
    if (!job_from_record(&job, &record)) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    TakeResult taken = batch_take_or_print_error(batch, &job);
    job_free(&job);
    *enough = taken == TAKE_ENOUGH;
    return taken == TAKE_BAD ? EXIT_MISUSE : EXIT_DONE;
}

/* The `run` of our BatchRunner. */
static int run_again(const BatchRunner *runner, const Command *command, const Batch *batch) {
    (void)command;
    const Merge *m = (const Merge *)runner;
    bool enough = false;
    int status = EXIT_DONE;
    for (uint64_t k = 0; status == EXIT_DONE && !enough && k < m->shards[0].jobs; k++)
        status = show_answer(m, batch, k, &enough);
    return status == EXIT_DONE ? batch_finish(batch, m->shards[0].reading) : status;
}

/* Calls the command with the arguments stored in the head of the first shard. */
static int call_again(const Merge *m) {
    const RecordPart *words = &m->shards[0].words;
    size_t count = 0;
    for (size_t i = 0; i < words->size; i++) count += words->data[i] == '\0';
    char **argv = calloc(count + 1, sizeof *argv), *copy = malloc(words->size);
    int status = EXIT_MISUSE, argc = 0;
    if (argv && copy) {
        memcpy(copy, words->data, words->size);
        for (char *at = copy; at < copy + words->size; at += strlen(at) + 1) argv[argc++] = at;
        const Command *command = command_find(argv[0]);
        if (command && command->is_batch)
            status = command_call(command, &m->runner, argc, argv);
        else
            print_error("'%s' is no command with shards", argv[0]);
    } else {
        print_memory_error();
    }
    free(copy);
    free(argv);
    return status;
}

static int run(const Command *self, int argc, char **argv) {
    const Option options[] = {{0}};
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count == 0) {
        print_error("merge wants the outputs of all shards");
        return EXIT_MISUSE;
    }
    Merge m = {.runner = {.takes_answers = true, .run = run_again}};
    m.files = calloc((size_t)rest.count, sizeof *m.files);
    if (!m.files) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    int status = read_all(&m, &rest) ? call_again(&m) : EXIT_MISUSE;
    for (int i = 0; i < rest.count; i++) file_contents_free(&m.files[i]);
    free(m.files);
    free(m.shards);
    return status;
}

const Command command_merge = {
    .name = "merge",
    .synopsis = "merge FILE...",
    .summary = "Put the outputs of shards together, as one run would have printed them",
    .details =
        "Commands with many jobs take --shard I/N: the process does every Nth job, beginning with\n"
        "the Ith, and prints its answers for merge to read.  Whatever starts processes can start\n"
        "the shards: a job array, make, GNU parallel.  With all N outputs, in any order, merge\n"
        "prints what one process would have printed, writes the files it would have written, and\n"
        "ends with the same status.  Files that are damaged, cut short, missing, given twice, or\n"
        "are of another command, version or input are refused.\n"
        "\n"
        "Examples:\n"
        "  $ for i in 1 2 3; do roek mate dm mates.epd --shard $i/3 > part$i; done; roek merge "
        "part?\n",
    .run = run,
};
