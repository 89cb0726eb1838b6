// SPDX-License-Identifier: MIT
#include "roek/core/perft.h"

#include "roek/base/breathe.h"
#include "roek/base/thread.h"

#include <stdlib.h>

/* check = key ^ data; data = count << 8 | depth. */
typedef struct {
    _Atomic uint64_t check, data;
} Entry;

/* Two entries per bucket: the deepest, and the latest. */
typedef struct {
    Entry entry[2];
} Bucket;

/* A subtree to count, below the root move `root`. */
typedef struct {
    Position pos;
    int depth, root;
} Task;

typedef struct {
    Task *tasks;
    int count, capacity;
    Bucket *table;
    uint64_t mask; // number of buckets - 1
    const atomic_bool *stop;
    _Atomic int next;
    _Atomic uint64_t below[MOVES_MAX];
} Job;

/* Below this depth looking up costs more than counting, and below that one asking whether to stop:
 * the rules count such a tree in less than a tenth of a second. */
enum { HASH_DEPTH = 3, STOP_DEPTH = 5 };

static bool is_stopped(const Job *job) {
    return job->stop && atomic_load_explicit(job->stop, memory_order_relaxed);
}

static Bucket *bucket_of(const Job *job, Key key, int depth) {
    return &job->table[(key ^ (uint64_t)depth * 0x9e3779b97f4a7c15u) & job->mask];
}

static bool probe(const Job *job, Key key, int depth, uint64_t *nodes) {
    Bucket *bucket = bucket_of(job, key, depth);
    for (int i = 0; i < 2; i++) {
        uint64_t data = atomic_load_explicit(&bucket->entry[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->entry[i].check, memory_order_relaxed);
        if ((check ^ data) != key || (int)(data & 0xff) != depth) continue;
        *nodes = data >> 8;
        return true;
    }
    return false;
}

static void store(const Job *job, Key key, int depth, uint64_t nodes) {
    if (nodes >> 56) return;
    Bucket *bucket = bucket_of(job, key, depth);
    uint64_t deepest = atomic_load_explicit(&bucket->entry[0].data, memory_order_relaxed) & 0xff;
    Entry *entry = &bucket->entry[(uint64_t)depth >= deepest ? 0 : 1];
    uint64_t data = nodes << 8 | (uint64_t)depth;
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, key ^ data, memory_order_relaxed);
}

static uint64_t count(const Job *job, const Position *pos, int depth);

static uint64_t count_below(const Job *job, const Position *pos, int depth) {
    uint64_t nodes = 0;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count && !is_stopped(job); i++) {
        Position next = *pos;
        breathe();
        position_play(&next, list.items[i]);
        nodes += count(job, &next, depth - 1);
    }
    return nodes;
}

static uint64_t count_hashed(const Job *job, const Position *pos, int depth) {
    uint64_t nodes = 0;
    if (probe(job, pos->key, depth, &nodes)) return nodes;
    nodes = count_below(job, pos, depth);
    if (!is_stopped(job)) store(job, pos->key, depth, nodes);
    return nodes;
}

static uint64_t count(const Job *job, const Position *pos, int depth) {
    if (depth == 0) return 1;
    if (job->table && depth >= HASH_DEPTH) return count_hashed(job, pos, depth);
    if (job->stop && depth >= STOP_DEPTH) return count_below(job, pos, depth);
    return pos->rules->perft(&pos->board, depth);
}

static void work(void *context, int index) {
    Job *job = context;
    (void)index;
    for (;;) {
        int i = atomic_fetch_add(&job->next, 1);
        if (i >= job->count) return;
        const Task *task = &job->tasks[i];
        atomic_fetch_add(&job->below[task->root], count(job, &task->pos, task->depth));
    }
}

static bool add_task(Job *job, const Position *pos, Move move, int depth, int root) {
    if (job->count == job->capacity) {
        int capacity = job->capacity ? 2 * job->capacity : 256;
        Task *tasks = realloc(job->tasks, (size_t)capacity * sizeof *tasks);
        if (!tasks) return false;
        job->tasks = tasks;
        job->capacity = capacity;
    }
    Task *task = &job->tasks[job->count++];
    *task = (Task){.pos = *pos, .depth = depth, .root = root};
    position_play(&task->pos, move);
    return true;
}

/* One task per root move; for several threads one per reply, so that all are busy to the end. */
static bool split(Job *job, const Position *pos, const MoveList *moves, int depth, bool fine) {
    for (int root = 0; root < moves->count; root++) {
        if (!fine) {
            if (!add_task(job, pos, moves->items[root], depth - 1, root)) return false;
            continue;
        }
        Position next = *pos;
        MoveList replies;
        position_play(&next, moves->items[root]);
        position_legal_moves(&next, &replies);
        for (int i = 0; i < replies.count; i++)
            if (!add_task(job, &next, replies.items[i], depth - 2, root)) return false;
    }
    return true;
}

/* The largest power of two of buckets that fits. */
static bool make_table(Job *job, size_t mb) {
    if (mb == 0) return true;
    if (mb > SIZE_MAX >> 21) return false;
    size_t buckets = 1;
    while (2 * buckets <= (mb << 20) / sizeof(Bucket)) buckets *= 2;
    job->table = calloc(buckets, sizeof *job->table);
    job->mask = buckets - 1;
    return job->table != NULL;
}

bool perft_count(const Position *pos, int depth, PerftOptions options, PerftResult *out) {
    assert(depth >= 0 && options.threads >= 1);
    *out = (PerftResult){.nodes = depth == 0};
    if (depth == 0) return true;
    position_legal_moves(pos, &out->moves);
    Job *job = calloc(1, sizeof *job);
    bool fine = options.threads > 1 && depth >= 3;
    bool done =
        job && make_table(job, options.hash_mb) && split(job, pos, &out->moves, depth, fine);
    if (done) {
        job->stop = options.stop;
        threads_run(options.threads, work, job);
        done = !is_stopped(job);
    }
    for (int i = 0; done && i < out->moves.count; i++) {
        out->below[i] = job->below[i];
        out->nodes += out->below[i];
    }
    if (job) {
        free(job->tasks);
        free(job->table);
    }
    free(job);
    return done;
}
