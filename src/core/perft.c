// SPDX-License-Identifier: MIT
#include "core/perft.h"

#include "base/array.h"
#include "base/hash.h"
#include "base/os/host_yield.h"
#include "base/thread/thread.h"

#include <stdlib.h>

/* check = key ^ data; data = count << 8 | depth (lockless hashing, Hyatt and Mann). */
typedef struct {
    _Atomic uint64_t check, data;
} PerftEntry;

/* Two entries per bucket: the deepest, and the most recent. */
typedef struct {
    PerftEntry entry[2];
} PerftBucket;

/* A subtree to count, below the root move `root`. */
typedef struct {
    Position pos;
    int depth, root;
} PerftBranch;

typedef struct {
    PerftBranch *branches;
    int count;
    size_t capacity;
    PerftBucket *table;
    uint64_t mask; // number of buckets - 1
    PerftOptions options;
    _Atomic int next, done;
    _Atomic uint64_t move_nodes[MOVES_MAX];
    _Atomic int left[MOVES_MAX]; // tasks below each root move that are not counted
    PerftResult *out;
    int reported; // so many root moves were passed to options.counted
} PerftCounter;

/* Below HASH_DEPTH a table lookup costs more than counting. Below STOP_DEPTH the stop flag is not
 * checked: the rules count such a tree in less than 0.1 seconds. */
enum { HASH_DEPTH = 3, STOP_DEPTH = 5 };

static bool is_stopped(const PerftCounter *counter) {
    const atomic_bool *stop = counter->options.stop;
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

static PerftBucket *bucket_of(const PerftCounter *counter, Key key, int depth) {
    return &counter->table[hash_salt(key, (uint64_t)depth, HASH_GOLDEN) & counter->mask];
}

static bool probe(const PerftCounter *counter, Key key, int depth, uint64_t *nodes) {
    PerftBucket *bucket = bucket_of(counter, key, depth);
    for (int i = 0; i < 2; i++) {
        uint64_t data = atomic_load_explicit(&bucket->entry[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket->entry[i].check, memory_order_relaxed);
        if ((check ^ data) != key || (int)(data & 0xff) != depth) continue;
        *nodes = data >> 8;
        return true;
    }
    return false;
}

static void store(const PerftCounter *counter, Key key, int depth, uint64_t nodes) {
    if (nodes >> 56) return;
    PerftBucket *bucket = bucket_of(counter, key, depth);
    uint64_t deepest = atomic_load_explicit(&bucket->entry[0].data, memory_order_relaxed) & 0xff;
    PerftEntry *entry = &bucket->entry[(uint64_t)depth >= deepest ? 0 : 1];
    uint64_t data = nodes << 8 | (uint64_t)depth;
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, key ^ data, memory_order_relaxed);
}

static uint64_t count(const PerftCounter *counter, const Position *pos, int depth);

static uint64_t count_below(const PerftCounter *counter, const Position *pos, int depth) {
    uint64_t nodes = 0;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count && !is_stopped(counter); i++) {
        Position next = *pos;
        host_yield();
        position_play(&next, list.items[i]);
        nodes += count(counter, &next, depth - 1);
    }
    return nodes;
}

static uint64_t count_hashed(const PerftCounter *counter, const Position *pos, int depth) {
    uint64_t nodes = 0;
    if (probe(counter, pos->key, depth, &nodes)) return nodes;
    nodes = count_below(counter, pos, depth);
    if (!is_stopped(counter)) store(counter, pos->key, depth, nodes);
    return nodes;
}

static uint64_t count(const PerftCounter *counter, const Position *pos, int depth) {
    if (depth == 0) return 1;
    if (counter->table && depth >= HASH_DEPTH) return count_hashed(counter, pos, depth);
    if (counter->options.stop && depth >= STOP_DEPTH) return count_below(counter, pos, depth);
    return pos->rules->perft(&pos->board, depth);
}

/* Of the root moves in order, as far as they are counted. */
static void report_counted(PerftCounter *counter) {
    const PerftOptions *o = &counter->options;
    const MoveList *moves = &counter->out->moves;
    for (; o->counted && counter->reported < moves->count; counter->reported++) {
        int root = counter->reported;
        if (atomic_load(&counter->left[root])) break;
        o->counted(o->context, moves->items[root], atomic_load(&counter->move_nodes[root]));
    }
}

static void work(void *context, int index) {
    PerftCounter *counter = context;
    const PerftOptions *o = &counter->options;
    for (;;) {
        int i = atomic_fetch_add(&counter->next, 1);
        if (i >= counter->count || is_stopped(counter)) return;
        const PerftBranch *branch = &counter->branches[i];
        atomic_fetch_add(&counter->move_nodes[branch->root],
                         count(counter, &branch->pos, branch->depth));
        if (is_stopped(counter)) return;
        atomic_fetch_sub(&counter->left[branch->root], 1);
        int done = atomic_fetch_add(&counter->done, 1) + 1;
        if (index == 0) report_counted(counter);
        if (o->progress && index == 0) o->progress(o->context, done, counter->count);
    }
}

static bool add_branch(PerftCounter *counter, const Position *pos, Move move, int depth, int root) {
    if (!array_reserve(&counter->branches, &counter->capacity, (size_t)counter->count + 1,
                       sizeof *counter->branches))
        return false;
    PerftBranch *branch = &counter->branches[counter->count++];
    counter->left[root]++;
    *branch = (PerftBranch){.pos = *pos, .depth = depth, .root = root};
    position_play(&branch->pos, move);
    return true;
}

/* Makes the tasks: one per root move or, if `fine`, one per reply. The latter keeps several threads
 * busy to the end and gives finer progress reports. */
static bool split(PerftCounter *counter, const Position *pos, const MoveList *moves, int depth,
                  bool fine) {
    for (int root = 0; root < moves->count; root++) {
        if (!fine) {
            if (!add_branch(counter, pos, moves->items[root], depth - 1, root)) return false;
            continue;
        }
        Position next = *pos;
        MoveList replies;
        position_play(&next, moves->items[root]);
        position_legal_moves(&next, &replies);
        for (int i = 0; i < replies.count; i++)
            if (!add_branch(counter, &next, replies.items[i], depth - 2, root)) return false;
    }
    return true;
}

/* Allocates the largest power of two of buckets that fits into `mb`. */
static bool make_table(PerftCounter *counter, size_t mb) {
    if (mb == 0) return true;
    if (mb > SIZE_MAX >> 21) return false;
    size_t buckets = 1;
    while (2 * buckets <= (mb << 20) / sizeof(PerftBucket)) buckets *= 2;
    counter->table = calloc(buckets, sizeof *counter->table);
    counter->mask = buckets - 1;
    return counter->table != NULL;
}

/* What was counted, all of it or until it was stopped. */
static void take_result(PerftCounter *counter) {
    PerftResult *out = counter->out;
    report_counted(counter);
    for (int i = 0; i < out->moves.count; i++) {
        out->move_nodes[i] = counter->move_nodes[i];
        out->whole[i] = counter->left[i] == 0;
        out->nodes += out->move_nodes[i];
    }
}

bool perft_count(const Position *pos, int depth, PerftOptions options, PerftResult *out) {
    assert(depth >= 0 && options.threads >= 1);
    *out = (PerftResult){.nodes = depth == 0};
    if (depth == 0) return true;
    position_legal_moves(pos, &out->moves);
    PerftCounter *counter = calloc(1, sizeof *counter);
    if (!counter) return false;
    counter->options = options;
    counter->out = out;
    bool fine = (options.threads > 1 || options.progress) && depth >= 3;
    bool done =
        make_table(counter, options.hash_mb) && split(counter, pos, &out->moves, depth, fine);
    if (done) {
        threads_run(options.threads, work, counter);
        take_result(counter);
        done = counter->done == counter->count;
    }
    free(counter->branches);
    free(counter->table);
    free(counter);
    return done;
}
