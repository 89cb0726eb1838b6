// SPDX-License-Identifier: MIT
//
// roek-mpi: runs the jobs of a command on all ranks of an MPI run.
//
//     mpirun -n 64 roek-mpi [--output FILE] [--progress] COMMAND …
//
// Rank 0 runs the command: it reads the whole list, distributes the jobs, and passes the answers to
// the command in order. With --output it also writes each answer to a journal as it arrives.
#include "base/array.h"
#include "base/os/clock.h"
#include "base/os/platform.h"
#include "cluster/dispatcher.h"
#include "cluster/journal.h"
#include "console/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How often progress is a line of its own, where there is no terminal. */
enum { PROGRESS_LINE_MS = 10000 };

typedef struct {
    BatchRunner runner; // must be the first member
    ClusterWorker *worker;
    const char *output; // output file; NULL: standard output
    bool progress;
    // the list of jobs
    Text *jobs;
    bool *done;
    uint64_t *offsets; // offset of the answer in the journal of an earlier run; 0: none
    uint64_t count;
    size_t jobs_capacity, done_capacity, offsets_capacity;
    // the answers
    const Batch *batch;
    Journal journal;
    ReorderBuffer reorder;
    uint64_t answered, before; // `before`: number answered by an earlier run
    int64_t started, progress_at;
    bool enough, again; // `again`: a journalled answer was rejected, and its job must be redone
    int status;         // exit status of the first failure
} MpiRun;

// --- the list ---

static bool make_room(MpiRun *m) {
    size_t wanted = (size_t)m->count + 1;
    return array_reserve(&m->jobs, &m->jobs_capacity, wanted, sizeof *m->jobs) &&
           array_reserve(&m->done, &m->done_capacity, wanted, sizeof *m->done) &&
           array_reserve(&m->offsets, &m->offsets_capacity, wanted, sizeof *m->offsets);
}

static int read_list(MpiRun *m) {
    const Batch *batch = m->batch;
    for (Text job = text_growing(); batch->next(batch->context, &job); job = text_growing()) {
        if (job.failed || !make_room(m)) {
            print_memory_error();
            text_free(&job);
            return EXIT_MACHINE;
        }
        m->done[m->count] = false;
        m->offsets[m->count] = 0;
        m->jobs[m->count++] = job;
    }
    return batch->list_status ? batch->list_status(batch->context) : EXIT_DONE;
}

// --- answers ---

static bool run_out_of_memory(MpiRun *m) {
    print_memory_error();
    m->status = EXIT_MACHINE;
    return false;
}

/* An answer of the journal that cannot be parsed: its job is done again. Later answers wait for
 * it. */
static void redo_answer(MpiRun *m, uint64_t number) {
    print_warning("'%s', byte %llu: the answer to job %llu cannot be read and is done again",
                  m->journal.path, (unsigned long long)m->offsets[number],
                  (unsigned long long)number);
    m->offsets[number] = 0;
    m->done[number] = false;
    m->answered--;
    m->reorder.due = number;
    m->again = true;
}

/* Passes an answer to the command. A new answer that cannot be parsed ends the run. */
static void deliver(MpiRun *m, const Job *due) {
    if (m->enough) return;
    bool old = m->offsets[due->number] != 0;
    TakeResult taken =
        old ? batch_take_answer(m->batch, due) : batch_take_or_print_error(m->batch, due);
    if (old && taken == TAKE_BAD) {
        redo_answer(m, due->number);
        return;
    }
    if (taken == TAKE_BAD) m->status = EXIT_MISUSE;
    m->enough = taken != TAKE_MORE || print_has_failed();
}

/* Takes ownership of an answer and delivers the answers that are due. */
static bool accept_answer(MpiRun *m, Job *job) {
    m->done[job->number] = true;
    m->answered++;
    if (!reorder_put(&m->reorder, job)) return run_out_of_memory(m);
    for (Job due; reorder_take(&m->reorder, &due); job_free(&due)) deliver(m, &due);
    return true;
}

/* An answer from the journal of an earlier run. */
static bool accept_journalled(void *context, Job *job) {
    return accept_answer(context, job);
}

static bool accept_fresh(void *context, const Record *answer) {
    MpiRun *m = context;
    Job job;
    if (answer->number >= m->count || m->done[answer->number]) return true;
    if (!journal_add(&m->journal, answer)) {
        m->status = EXIT_MACHINE;
        return false;
    }
    if (!job_from_record(&job, answer)) return run_out_of_memory(m);
    return accept_answer(m, &job) && !m->enough;
}

static void show_progress(void *context) {
    MpiRun *m = context;
    int64_t now = clock_ms();
    bool live = progress_is_possible();
    bool due = live ? progress_is_due(&m->progress_at) : now - m->progress_at >= PROGRESS_LINE_MS;
    if (!m->progress || !due) return;
    m->progress_at = now;
    uint64_t fresh = m->answered - m->before;
    char rest[64] = "";
    Text text = text_on(rest, sizeof rest);
    if (fresh)
        text_format(&text, ", about %.0f s left",
                    (double)(now - m->started) / 1000 / (double)fresh *
                        (double)(m->count - m->answered));
    unsigned long long answered = m->answered, count = m->count;
    if (live)
        progress_show("%llu of %llu jobs%s", answered, count, rest);
    else
        print_err("%llu of %llu jobs%s\n", answered, count, rest);
}

// --- the run ---

/* Redirects standard output to the file. */
static bool open_output(const char *path) {
    print_flush();
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0) {
        close(fd);
        return true;
    }
    print_write_error(path);
    return false;
}

static int do_jobs(MpiRun *m) {
    const DispatchOptions options = {.jobs = m->jobs,
                                     .count = m->count,
                                     .done = m->done,
                                     .context = m,
                                     .take = accept_fresh,
                                     .progress_callback = show_progress};
    m->before = m->answered;
    if (m->before)
        print_err("%llu of %llu jobs were done before\n", (unsigned long long)m->before,
                  (unsigned long long)m->count);
    bool good = true;
    do { // again only if a journalled answer turns out to be unreadable
        m->again = false;
        good = m->enough || dispatcher_run(m->worker, &options);
    } while (good && m->again && !m->enough);
    progress_erase();
    return good ? m->status : EXIT_MACHINE;
}

static int run_batch(const BatchRunner *runner, const Command *command, const Batch *batch) {
    MpiRun *m = (MpiRun *)(uintptr_t)runner; // `runner` is the first member of this MpiRun
    m->batch = batch;
    m->reorder = (ReorderBuffer){.step = 1};
    m->started = m->progress_at = clock_ms();
    int status = read_list(m); // the whole list: bad input is rejected before any work
    if (status == EXIT_DONE && m->output && !open_output(m->output)) status = EXIT_MACHINE;
    const JournalList list = {m->jobs, m->count, m->offsets, m, accept_journalled};
    if (status == EXIT_DONE) status = journal_open(&m->journal, m->output, command, &list);
    if (status == EXIT_DONE) status = do_jobs(m);
    bool done = status == EXIT_DONE;
    if (done) status = finish_output(batch_finish(batch, EXIT_DONE));
    journal_close(&m->journal, done && status != EXIT_MACHINE);
    reorder_free(&m->reorder);
    for (uint64_t i = 0; i < m->count; i++) text_free(&m->jobs[i]);
    free(m->jobs);
    free(m->done);
    free(m->offsets);
    return status;
}

/* Reads the options before the command's name; returns the index of the first other argument. */
static int read_options(int argc, char **argv, MpiRun *m) {
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--progress") == 0)
            m->progress = true;
        else if (strcmp(argv[i], "--output") == 0 && i + 1 < argc)
            m->output = argv[++i];
        else if (strncmp(argv[i], "--output=", 9) == 0)
            m->output = argv[i] + 9;
        else
            break;
    }
    return i;
}

static int print_help(void) {
    print_out("Usage: mpirun -n RANKS roek-mpi [--output FILE] [--progress] COMMAND [options]\n\n"
              "Does the jobs of a command on all ranks, and prints what roek COMMAND prints.\n\n"
              "  --output FILE   the answers go there, as they come; what was done when a run is\n"
              "                  killed is kept in FILE.journal, and the same words go on with it\n"
              "  --progress      tell how far it is and how long it will take, as lines too\n\n"
              "Commands:\n");
    for (const Command *const *c = commands; *c; c++)
        if ((*c)->is_batch) print_out("  %-10s %s\n", (*c)->name, (*c)->summary);
    return EXIT_DONE;
}

static int run_command(MpiRun *m, int argc, char **argv) {
    const char *word = argc > 0 ? argv[0] : "";
    const Command *command = command_find(word);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return print_help();
    if (command && command->is_batch) return command_call(command, &m->runner, argc, argv);
    if (!*word)
        print_error("roek-mpi wants the name of a command; see roek-mpi --help");
    else if (command)
        print_error("'%s' is no list of jobs; see roek-mpi --help", word);
    else
        print_unknown_command(word);
    return EXIT_MISUSE;
}

/* The arguments of a child process: this program, "--worker", and the command's arguments. */
static char **child_words(int argc, char **argv, int first) {
    static char mark[] = "--worker";
    char **words = calloc((size_t)(argc - first) + 3, sizeof *words);
    if (!words) return NULL;
    words[0] = argv[0];
    words[1] = mark;
    for (int i = first; i < argc; i++) words[2 + i - first] = argv[i];
    return words;
}

static int run_rank(int argc, char **argv) {
    MpiRun m = {.runner = {.reads_jobs = true, .takes_answers = true, .run = run_batch},
                .progress = progress_is_possible()};
    ClusterWorker worker;
    int rank, first = read_options(argc, argv, &m), status = EXIT_DONE;
    char **words = child_words(argc, argv, first);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    worker_init(&worker, words);
    m.worker = &worker;
    if (!words) print_memory_error();
    if (rank > 0) {
        dispatcher_serve(&worker);
    } else {
        status = words ? finish_output(run_command(&m, argc - first, argv + first)) : EXIT_MACHINE;
        dispatcher_quit();
    }
    worker_free(&worker);
    free(words);
    return status;
}

int main(int argc, char **argv) {
    platform_init();
    if (argc > 2 && strcmp(argv[1], "--worker") == 0)
        return command_main(worker_main, argc - 2, argv + 2);
    signal(SIGPIPE, SIG_IGN);
    setenv("OMPI_MCA_mpi_warn_on_fork", "0", 0); // child processes never call MPI
    MPI_Init(&argc, &argv);
    int status = run_rank(argc, argv);
    MPI_Finalize();
    return status;
}
