// SPDX-License-Identifier: MIT
#include "cluster/worker.h"

#include "base/os/clock.h"

#include <errno.h>
#include <unistd.h>

/* How many lost children a job may cost. */
enum { LOST_MAX = 3 };

/* How long a child that has closed its output may take to exit, with much memory to give back. */
enum { EXIT_GRACE_MS = 60000 };

static bool write_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

/* Appends the available bytes. Returns 0 at the end of the input, a negative value after an
 * error. */
static ssize_t read_some(int fd, Text *in) {
    char buffer[1 << 16];
    ssize_t n;
    do n = read(fd, buffer, sizeof buffer);
    while (n < 0 && errno == EINTR);
    if (n > 0) text_bytes(in, buffer, (size_t)n);
    return in->failed ? -1 : n;
}

// --- the child ---

typedef struct {
    BatchRunner runner; // must be the first member
    int answers;        // a file descriptor
} ChildHost;

static bool answer(const ChildHost *child, const Batch *batch, void *state, const Record *record) {
    Job job;
    Text bytes = text_growing();
    if (!job_from_record(&job, record)) return false;
    bool done = batch->work(batch->context, state, &job) && !job_failed(&job);
    // a job that was interrupted gives no complete answer
    if (batch->stop && atomic_load(batch->stop)) done = false;
    if (done) {
        Record answered = job_record(&job);
        record_write(&bytes, &answered);
        done = !bytes.failed && write_all(child->answers, bytes.data, bytes.used);
    }
    text_free(&bytes);
    job_free(&job);
    return done;
}

static int do_jobs(const BatchRunner *runner, const Command *command, const Batch *batch) {
    (void)command;
    const ChildHost *child = (const ChildHost *)runner;
    Text in = text_growing();
    void *state = batch_state_new(batch);
    bool good = state != NULL;
    while (good && read_some(STDIN_FILENO, &in) > 0) {
        Record record;
        size_t used;
        RecordResult result = record_read(in.data, in.used, &record, &used);
        if (result == RECORD_SHORT) continue;
        if (result == RECORD_BAD) print_error("this is no job");
        good = result == RECORD_OK && answer(child, batch, state, &record);
        text_clear(&in); // the parent sends one job at a time, so nothing follows it
    }
    batch_state_free(batch, state);
    text_free(&in);
    return good ? EXIT_DONE : EXIT_MACHINE;
}

int worker_main(int argc, char **argv) {
    const Command *command = argc > 0 ? command_find(argv[0]) : NULL;
    ChildHost child = {.runner = {.run = do_jobs}, .answers = dup(STDOUT_FILENO)};
    if (!command || child.answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return EXIT_MACHINE;
    return command_call(command, &child.runner, argc, argv);
}

// --- the parent ---

void worker_init(ClusterWorker *w, char **argv) {
    *w = (ClusterWorker){.argv = argv, .job = text_growing(), .answer = text_growing()};
}

static void start(ClusterWorker *w) {
    const ProcessOptions options = {.program = "/proc/self/exe", .attached = true};
    int error;
    w->process = process_start(w->argv, &options, &error);
}

/* The child's exit status; -1: it was killed or crashed. */
static int end(ClusterWorker *w, int64_t grace_ms) {
    int status = process_end(w->process, grace_ms, NULL);
    w->process = NULL;
    return status;
}

void worker_free(ClusterWorker *w) {
    end(w, 0);
    text_free(&w->job);
    text_free(&w->answer);
}

/* Sends the current job. Write errors are ignored: worker_wait notices a dead child. */
static void send_job(ClusterWorker *w) {
    text_clear(&w->answer);
    if (!w->process) start(w);
    if (w->process) (void)process_write_bytes(w->process, w->job.data, w->job.used, INT64_MAX);
}

void worker_send(ClusterWorker *w, const char *job, size_t size) {
    text_clear(&w->job);
    text_bytes(&w->job, job, size);
    w->lost_count = 0;
    send_job(w);
}

/* The child has ended. Starts another one for the job, unless the child exited with an error
 * status, which it has explained itself. */
static ClusterWorkerState replace(ClusterWorker *w) {
    if (end(w, EXIT_GRACE_MS) >= EXIT_MISUSE) return WORKER_FAILED;
    if (++w->lost_count == LOST_MAX) {
        print_error("a job was given up, as %d processes were lost over it", LOST_MAX);
        return WORKER_FAILED;
    }
    send_job(w);
    return WORKER_BUSY;
}

ClusterWorkerState worker_wait(ClusterWorker *w, int ms) {
    Record record;
    size_t used;
    const char *data;
    size_t size;
    if (!w->job.used) {
        clock_sleep_ms(ms);
        return WORKER_BUSY;
    }
    if (w->job.failed || w->answer.failed) {
        print_memory_error();
        return WORKER_FAILED;
    }
    if (!w->process) return replace(w);
    ProcessRead got = process_read_bytes(w->process, clock_ms() + ms, &data, &size);
    if (got == PROCESS_TIMEOUT) return WORKER_BUSY;
    if (got != PROCESS_BYTES) return replace(w);
    text_bytes(&w->answer, data, size);
    if (w->answer.failed) return WORKER_BUSY; // the next call complains
    RecordResult result = record_read(w->answer.data, w->answer.used, &record, &used);
    if (result == RECORD_SHORT) return WORKER_BUSY;
    text_clear(&w->job);
    return WORKER_DONE; // rank 0 checks the record and names the rank in its error message
}
