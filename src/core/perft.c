// SPDX-License-Identifier: MIT
#include "core/perft.h"

#include "base/os/host_yield.h"
#include "base/thread/thread.h"

#include <stdlib.h>

/* check = key ^ data; data = count << 8 | depth. */
typedef struct {
    _Atomic uint64_t check, data;
} PerftSlot;

/* Two entries per bucket: the deepest, and the latest. */
typedef struct {
    PerftSlot entry[2];
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
    PerftOptions options;
    _Atomic int next, done;
    _Atomic uint64_t below[MOVES_MAX];
} Counting;

/* Below this depth looking up costs more than counting, and below that one asking whether to stop:
 * the rules count such a tree in less than a tenth of a second. */
enum { HASH_DEPTH = 3, STOP_DEPTH = 5 };

static bool is_stopped(const Counting *counting) {
    const atomic_bool *stop = counting->options.stop;
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

static Bucket *bucket_of(const Counting *counting, Key key, int depth) {
    return &counting->table[(key ^ (uint64_t)depth * 0x9e3779b97f4a7c15u) & counting->mask];
}

static bool probe(const Counting *counting, Key key, int depth, uint64_t *nodes) {
    Bucket *bucket = bucket_of(counting, key, depth);
    for (int i = 0; i < 2; i++) {
        uint64_t data = atomic_load_explicit(&bucket->entry[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->entry[i].check, memory_order_relaxed);
        if ((check ^ data) != key || (int)(data & 0xff) != depth) continue;
        *nodes = data >> 8;
        return true;
    }
    return false;
}

static void store(const Counting *counting, Key key, int depth, uint64_t nodes) {
    if (nodes >> 56) return;
    Bucket *bucket = bucket_of(counting, key, depth);
    uint64_t deepest = atomic_load_explicit(&bucket->entry[0].data, memory_order_relaxed) & 0xff;
    PerftSlot *entry = &bucket->entry[(uint64_t)depth >= deepest ? 0 : 1];
    uint64_t data = nodes << 8 | (uint64_t)depth;
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, key ^ data, memory_order_relaxed);
}

static uint64_t count(const Counting *counting, const Position *pos, int depth);

static uint64_t count_below(const Counting *counting, const Position *pos, int depth) {
    uint64_t nodes = 0;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count && !is_stopped(counting); i++) {
        Position next = *pos;
        breathe();
        position_play(&next, list.items[i]);
        nodes += count(counting, &next, depth - 1);
    }
    return nodes;
}

static uint64_t count_hashed(const Counting *counting, const Position *pos, int depth) {
    uint64_t nodes = 0;
    if (probe(counting, pos->key, depth, &nodes)) return nodes;
    nodes = count_below(counting, pos, depth);
    if (!is_stopped(counting)) store(counting, pos->key, depth, nodes);
    return nodes;
}

static uint64_t count(const Counting *counting, const Position *pos, int depth) {
    if (depth == 0) return 1;
    if (counting->table && depth >= HASH_DEPTH) return count_hashed(counting, pos, depth);
    if (counting->options.stop && depth >= STOP_DEPTH) return count_below(counting, pos, depth);
    return pos->rules->perft(&pos->board, depth);
}

static void work(void *context, int index) {
    Counting *counting = context;
    const PerftOptions *o = &counting->options;
    for (;;) {
        int i = atomic_fetch_add(&counting->next, 1);
        if (i >= counting->count) return;
        const Task *task = &counting->tasks[i];
        atomic_fetch_add(&counting->below[task->root], count(counting, &task->pos, task->depth));
        int done = atomic_fetch_add(&counting->done, 1) + 1;
        if (o->progress && index == 0) o->progress(o->context, done, counting->count);
    }
}

static bool add_task(Counting *counting, const Position *pos, Move move, int depth, int root) {
    if (counting->count == counting->capacity) {
        int capacity = counting->capacity ? 2 * counting->capacity : 256;
        Task *tasks = realloc(counting->tasks, (size_t)capacity * sizeof *tasks);
        if (!tasks) return false;
        counting->tasks = tasks;
        counting->capacity = capacity;
    }
    Task *task = &counting->tasks[counting->count++];
    *task = (Task){.pos = *pos, .depth = depth, .root = root};
    position_play(&task->pos, move);
    return true;
}

/* One task per root move; for several threads one per reply, so that all are busy to the end, as
 * for who wants to know how far it is. */
static bool split(Counting *counting, const Position *pos, const MoveList *moves, int depth,
                  bool fine) {
    for (int root = 0; root < moves->count; root++) {
        if (!fine) {
            if (!add_task(counting, pos, moves->items[root], depth - 1, root)) return false;
            continue;
        }
        Position next = *pos;
        MoveList replies;
        position_play(&next, moves->items[root]);
        position_legal_moves(&next, &replies);
        for (int i = 0; i < replies.count; i++)
            if (!add_task(counting, &next, replies.items[i], depth - 2, root)) return false;
    }
    return true;
}

/* The largest power of two of buckets that fits. */
static bool make_table(Counting *counting, size_t mb) {
    if (mb == 0) return true;
    if (mb > SIZE_MAX >> 21) return false;
    size_t buckets = 1;
    while (2 * buckets <= (mb << 20) / sizeof(Bucket)) buckets *= 2;
    counting->table = calloc(buckets, sizeof *counting->table);
    counting->mask = buckets - 1;
    return counting->table != NULL;
}

bool perft_count(const Position *pos, int depth, PerftOptions options, PerftResult *out) {
    assert(depth >= 0 && options.threads >= 1);
    *out = (PerftResult){.nodes = depth == 0};
    if (depth == 0) return true;
    position_legal_moves(pos, &out->moves);
    Counting *counting = calloc(1, sizeof *counting);
    bool fine = (options.threads > 1 || options.progress) && depth >= 3;
    bool done = counting && make_table(counting, options.hash_mb) &&
                split(counting, pos, &out->moves, depth, fine);
    if (done) {
        counting->options = options;
        threads_run(options.threads, work, counting);
        done = !is_stopped(counting);
    }
    for (int i = 0; done && i < out->moves.count; i++) {
        out->below[i] = counting->below[i];
        out->nodes += out->below[i];
    }
    if (counting) {
        free(counting->tasks);
        free(counting->table);
    }
    free(counting);
    return done;
}
