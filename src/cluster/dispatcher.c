// SPDX-License-Identifier: MIT
#include "cluster/dispatcher.h"

#include "base/os/clock.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

enum { TAG_JOB = 1, TAG_ANSWER, TAG_FAILED, TAG_QUIT };

/* Pause between two polls: the shortest and the longest. */
enum { PAUSE_SHORT_MS = 1, PAUSE_LONG_MS = 16 };

// --- messages ---

static bool is_message_waiting(MPI_Status *status) {
    int there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
    return there;
}

/* Receives the waiting message into `out`. */
static bool receive(const MPI_Status *status, Text *out) {
    int size;
    MPI_Get_count(status, MPI_CHAR, &size);
    char *data = malloc((size_t)size + 1);
    if (!data) {
        print_memory_error();
        return false;
    }
    MPI_Recv(data, size, MPI_CHAR, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    text_clear(out);
    text_bytes(out, data, (size_t)size);
    free(data);
    return !out->failed;
}

static bool send_bytes(int rank, int tag, const Text *bytes) {
    if (bytes->used > INT_MAX) {
        print_error("an answer of more than 2 GB cannot be sent");
        return false;
    }
    MPI_Send(text_get(bytes), (int)bytes->used, MPI_CHAR, rank, tag, MPI_COMM_WORLD);
    return true;
}

static int longer(int pause_ms) {
    return 2 * pause_ms < PAUSE_LONG_MS ? 2 * pause_ms : PAUSE_LONG_MS;
}

// --- other ranks ---

/* Waits for the worker's answer, or for a message from rank 0, which means that the answer is no
 * longer wanted. */
static ClusterWorkerState await_answer(ClusterWorker *worker) {
    ClusterWorkerState state = WORKER_BUSY;
    MPI_Status status;
    while (state == WORKER_BUSY && !is_message_waiting(&status))
        state = worker_wait(worker, PAUSE_LONG_MS);
    return state;
}

void dispatcher_serve(ClusterWorker *worker) {
    Text message = text_growing(), nothing = text_growing();
    for (int pause_ms = PAUSE_SHORT_MS;; pause_ms = longer(pause_ms)) {
        MPI_Status status;
        if (!is_message_waiting(&status)) {
            clock_sleep_ms(pause_ms);
            continue;
        }
        pause_ms = PAUSE_SHORT_MS;
        bool received = receive(&status, &message);
        if (status.MPI_TAG == TAG_QUIT) break;
        if (received) worker_send(worker, message.data, message.used);
        ClusterWorkerState state = received ? await_answer(worker) : WORKER_FAILED;
        if (state == WORKER_DONE && !send_bytes(0, TAG_ANSWER, &worker->answer))
            state = WORKER_FAILED;
        if (state == WORKER_FAILED) send_bytes(0, TAG_FAILED, &nothing);
    }
    send_bytes(0, TAG_QUIT, &nothing);
    text_free(&message);
}

// --- rank 0 ---

typedef struct {
    const DispatchOptions *options;
    ClusterWorker *own;
    bool *busy; // which ranks have a job
    int size, working;
    uint64_t next;
    bool failed, enough;
} Dispatcher;

/* The next job to do, as a record. False if there is none. */
static bool next_job(Dispatcher *d, Text *out) {
    const DispatchOptions *o = d->options;
    while (d->next < o->count && o->done[d->next]) d->next++;
    if (d->next == o->count || d->failed || d->enough) return false;
    const Text *job = &o->jobs[d->next];
    Record record = {.kind = RECORD_JOB, .number = d->next++};
    record.part[JOB_INPUT] = (RecordPart){text_get(job), job->used};
    text_clear(out);
    record_write(out, &record);
    if (out->failed) print_memory_error();
    d->failed |= out->failed;
    return !out->failed;
}

/* Assigns jobs to all idle ranks. */
static void assign_jobs(Dispatcher *d, Text *buffer) {
    for (int rank = 0; rank < d->size; rank++) {
        if (d->busy[rank]) continue;
        if (!next_job(d, buffer)) return;
        if (rank == 0)
            worker_send(d->own, buffer->data, buffer->used);
        else
            send_bytes(rank, TAG_JOB, buffer);
        d->busy[rank] = true;
        d->working++;
    }
}

static void take_answer(Dispatcher *d, int rank, const Text *bytes) {
    Record record;
    size_t used;
    d->busy[rank] = false;
    d->working--;
    if (record_read(bytes->data, bytes->used, &record, &used) != RECORD_OK) {
        print_error("rank %d sent something that is no answer", rank);
        d->failed = true;
    } else if (!d->enough && !d->failed) {
        d->enough = !d->options->take(d->options->context, &record);
    }
}

/* Handles all waiting messages. Returns true if there were any. */
static bool take_messages(Dispatcher *d, Text *buffer) {
    MPI_Status status;
    bool any = false;
    for (; is_message_waiting(&status); any = true) {
        if (!receive(&status, buffer) || status.MPI_TAG == TAG_FAILED) {
            d->failed = true;
            d->busy[status.MPI_SOURCE] = false;
            d->working--;
        } else {
            take_answer(d, status.MPI_SOURCE, buffer);
        }
    }
    return any;
}

/* Polls the worker process of rank 0. Returns true if it finished or failed. */
static bool poll_own_worker(Dispatcher *d, int pause_ms) {
    ClusterWorkerState state = worker_wait(d->own, pause_ms);
    if (state == WORKER_BUSY) return false;
    if (state == WORKER_DONE) {
        take_answer(d, 0, &d->own->answer);
        return true;
    }
    d->busy[0] = false;
    d->working--;
    d->failed = true;
    return true;
}

bool dispatcher_run(ClusterWorker *own, const DispatchOptions *options) {
    Dispatcher d = {.options = options, .own = own};
    Text buffer = text_growing();
    MPI_Comm_size(MPI_COMM_WORLD, &d.size);
    d.busy = calloc((size_t)d.size, sizeof *d.busy);
    if (!d.busy) {
        print_memory_error();
        return false;
    }
    assign_jobs(&d, &buffer);
    for (int pause_ms = PAUSE_SHORT_MS; d.working && !d.failed && !d.enough;) {
        bool any = take_messages(&d, &buffer);
        if (d.failed || d.enough) break;
        assign_jobs(&d, &buffer);
        any |= poll_own_worker(&d, any ? 0 : pause_ms);
        assign_jobs(&d, &buffer);
        pause_ms = any ? PAUSE_SHORT_MS : longer(pause_ms);
        if (options->progress_callback) options->progress_callback(options->context);
    }
    free(d.busy);
    text_free(&buffer);
    return !d.failed;
}

/* Receives and discards late answers, because their senders would otherwise block for ever. */
void dispatcher_quit(void) {
    int size;
    Text nothing = text_growing();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int rank = 1; rank < size; rank++) send_bytes(rank, TAG_QUIT, &nothing);
    for (int left = size - 1; left > 0;) {
        MPI_Status status;
        if (!is_message_waiting(&status))
            clock_sleep_ms(PAUSE_SHORT_MS);
        else if (receive(&status, &nothing) && status.MPI_TAG == TAG_QUIT)
            left--;
    }
    text_free(&nothing);
}
