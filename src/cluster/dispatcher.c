// SPDX-License-Identifier: MIT
#include "cluster/dispatcher.h"

#include "base/os/clock.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

enum { TAG_JOB = 1, TAG_ANSWER, TAG_FAILED, TAG_QUIT };

/* How long to sleep before looking again. */
enum { NAP_SHORT_MS = 1, NAP_LONG_MS = 16 };

/* --- messages ------------------------------------------------------------------------------- */

static bool has_come(MPI_Status *status) {
    int there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
    return there;
}

/* The message that has come; `out` is replaced. */
static bool receive(const MPI_Status *status, Text *out) {
    int size;
    MPI_Get_count(status, MPI_CHAR, &size);
    char *data = malloc((size_t)size + 1);
    if (!data) {
        complain_memory();
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
        complain("an answer of more than 2 GB cannot be sent");
        return false;
    }
    MPI_Send(text_get(bytes), (int)bytes->used, MPI_CHAR, rank, tag, MPI_COMM_WORLD);
    return true;
}

static int longer(int nap) {
    return 2 * nap < NAP_LONG_MS ? 2 * nap : NAP_LONG_MS;
}

/* --- other ranks ---------------------------------------------------------------------------- */

/* Waits for the answer, or for somebody to say that it is not wanted any more. */
static WorkerState await(Worker *worker) {
    WorkerState state = WORKER_BUSY;
    MPI_Status status;
    while (state == WORKER_BUSY && !has_come(&status)) state = worker_wait(worker, NAP_LONG_MS);
    return state;
}

void crew_serve(Worker *worker) {
    Text message = text_growing(), nothing = text_growing();
    for (int nap = NAP_SHORT_MS;; nap = longer(nap)) {
        MPI_Status status;
        if (!has_come(&status)) {
            clock_sleep_ms(nap);
            continue;
        }
        nap = NAP_SHORT_MS;
        bool received = receive(&status, &message);
        if (status.MPI_TAG == TAG_QUIT) break;
        if (received) worker_give(worker, message.data, message.used);
        WorkerState state = received ? await(worker) : WORKER_FAILED;
        if (state == WORKER_DONE && !send_bytes(0, TAG_ANSWER, &worker->answer))
            state = WORKER_FAILED;
        if (state == WORKER_FAILED) send_bytes(0, TAG_FAILED, &nothing);
    }
    send_bytes(0, TAG_QUIT, &nothing);
    text_free(&message);
}

/* --- rank 0 --------------------------------------------------------------------------------- */

typedef struct {
    const CrewOrder *order;
    Worker *own;
    bool *busy; // by rank
    int size, working;
    uint64_t next;
    bool failed, enough;
} Crew;

/* The next job that is to be done, as a record. */
static bool next_job(Crew *crew, Text *out) {
    const CrewOrder *o = crew->order;
    while (crew->next < o->count && o->done[crew->next]) crew->next++;
    if (crew->next == o->count || crew->failed || crew->enough) return false;
    const Text *job = &o->jobs[crew->next];
    Record record = {.kind = RECORD_JOB, .number = crew->next++};
    record.part[PART_JOB] = (RecordPart){text_get(job), job->used};
    text_clear(out);
    record_write(out, &record);
    if (out->failed) complain_memory();
    crew->failed |= out->failed;
    return !out->failed;
}

/* Something to do for everybody who has nothing to do. */
static void share_out(Crew *crew, Text *buffer) {
    for (int rank = 0; rank < crew->size; rank++) {
        if (crew->busy[rank]) continue;
        if (!next_job(crew, buffer)) return;
        if (rank == 0)
            worker_give(crew->own, buffer->data, buffer->used);
        else
            send_bytes(rank, TAG_JOB, buffer);
        crew->busy[rank] = true;
        crew->working++;
    }
}

static void take_answer(Crew *crew, int rank, const Text *bytes) {
    Record record;
    size_t used;
    crew->busy[rank] = false;
    crew->working--;
    if (record_read(bytes->data, bytes->used, &record, &used) != RECORD_OK) {
        complain("rank %d sent something that is no answer", rank);
        crew->failed = true;
    } else if (!crew->enough && !crew->failed) {
        crew->enough = !crew->order->take(crew->order->context, &record);
    }
}

/* All messages that have come; were there any? */
static bool take_messages(Crew *crew, Text *buffer) {
    MPI_Status status;
    bool any = false;
    for (; has_come(&status); any = true) {
        if (!receive(&status, buffer) || status.MPI_TAG == TAG_FAILED) {
            crew->failed = true;
            crew->busy[status.MPI_SOURCE] = false;
            crew->working--;
        } else {
            take_answer(crew, status.MPI_SOURCE, buffer);
        }
    }
    return any;
}

/* The worker of this rank; did it say anything? */
static bool look_at_own(Crew *crew, int nap) {
    WorkerState state = worker_wait(crew->own, nap);
    if (state == WORKER_BUSY) return false;
    if (state == WORKER_DONE) {
        take_answer(crew, 0, &crew->own->answer);
        return true;
    }
    crew->busy[0] = false;
    crew->working--;
    crew->failed = true;
    return true;
}

bool crew_do(Worker *own, const CrewOrder *order) {
    Crew crew = {.order = order, .own = own};
    Text buffer = text_growing();
    MPI_Comm_size(MPI_COMM_WORLD, &crew.size);
    crew.busy = calloc((size_t)crew.size, sizeof *crew.busy);
    if (!crew.busy) {
        complain_memory();
        return false;
    }
    share_out(&crew, &buffer);
    for (int nap = NAP_SHORT_MS; crew.working && !crew.failed && !crew.enough;) {
        bool any = take_messages(&crew, &buffer);
        if (crew.failed || crew.enough) break;
        share_out(&crew, &buffer);
        any |= look_at_own(&crew, any ? 0 : nap);
        share_out(&crew, &buffer);
        nap = any ? NAP_SHORT_MS : longer(nap);
        if (order->look) order->look(order->context);
    }
    free(crew.busy);
    text_free(&buffer);
    return !crew.failed;
}

/* Answers that nobody wants any more are still received, or their senders would wait for ever. */
void crew_dismiss(void) {
    int size;
    Text nothing = text_growing();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int rank = 1; rank < size; rank++) send_bytes(rank, TAG_QUIT, &nothing);
    for (int left = size - 1; left > 0;) {
        MPI_Status status;
        if (!has_come(&status))
            clock_sleep_ms(NAP_SHORT_MS);
        else if (receive(&status, &nothing) && status.MPI_TAG == TAG_QUIT)
            left--;
    }
    text_free(&nothing);
}
