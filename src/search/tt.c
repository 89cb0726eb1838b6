// SPDX-License-Identifier: MIT
#include "search/tt.h"

#include "base/os/platform.h"
#include "base/thread/thread.h"
#include "base/uint128.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    _Atomic uint64_t check; // key ^ data
    _Atomic uint64_t data;
} TTEntry;

enum { CLUSTER_ENTRIES = 4, AGES = 32 };

typedef struct {
    TTEntry entries[CLUSTER_ENTRIES];
} TTCluster;

struct TransTable {
    TTCluster *clusters;
    size_t count;
    unsigned age;
};

TransTable *tt_new(size_t megabytes) {
    if (megabytes > SIZE_MAX >> 20) return NULL; // exceeds the address space of 32-bit systems
    TransTable *tt = calloc(1, sizeof *tt);
    if (!tt) return NULL;
    tt->count = (megabytes ? megabytes : 1) * 1024 * 1024 / sizeof(TTCluster);
    tt->clusters = platform_alloc_large(tt->count * sizeof(TTCluster));
    if (!tt->clusters) {
        free(tt);
        return NULL;
    }
    return tt;
}

void tt_free(TransTable *tt) {
    if (!tt) return;
    platform_free_large(tt->clusters, tt->count * sizeof(TTCluster));
    free(tt);
}

typedef struct {
    TransTable *tt;
    size_t first, last;
} ClearRange;

static void *clear_range(void *argument) {
    const ClearRange *range = argument;
    for (size_t i = range->first; i < range->last; i++)
        for (int j = 0; j < CLUSTER_ENTRIES; j++) {
            atomic_store_explicit(&range->tt->clusters[i].entries[j].check, 0,
                                  memory_order_relaxed);
            atomic_store_explicit(&range->tt->clusters[i].entries[j].data, 0, memory_order_relaxed);
        }
    return NULL;
}

void tt_clear(TransTable *tt, int threads) {
    enum { THREADS_MOST = 16 };
    if (threads > THREADS_MOST) threads = THREADS_MOST;
    if (tt->count < 1 << 20) threads = 1;
    pthread_t ids[THREADS_MOST];
    ClearRange ranges[THREADS_MOST];
    int started = 0;
    for (int i = 0; i < threads; i++) {
        ranges[i] = (ClearRange){tt, tt->count * (size_t)i / (size_t)threads,
                                 tt->count * (size_t)(i + 1) / (size_t)threads};
        if (i + 1 == threads || !thread_start(&ids[started], clear_range, &ranges[i]))
            clear_range(&ranges[i]);
        else
            started++;
    }
    for (int i = 0; i < started; i++) pthread_join(ids[i], NULL);
    tt->age = 0;
}

void tt_new_search(TransTable *tt) {
    tt->age = (tt->age + 1) % AGES;
}

/* The high word of key times count (Lemire 2016): uniform over all clusters, for any count. */
static TTCluster *cluster_of(const TransTable *tt, Key key) {
    return &tt->clusters[uint128_product(key, tt->count).high];
}

void tt_prefetch(const TransTable *tt, Key key) {
    __builtin_prefetch(cluster_of(tt, key));
}

static int data_depth(uint64_t data) {
    return (int)(data >> 8 & 255) - 8;
}
static unsigned data_age(uint64_t data) {
    return (unsigned)(data >> 3 & 31);
}

/* Win scores count plies from the root in the search, and from the node in the table. */
static Score score_to_tt(Score s, int ply) {
    if (s >= SCORE_TABLE_BOUND) return s + ply;
    return s <= -SCORE_TABLE_BOUND ? s - ply : s;
}
static Score score_from_tt(Score s, int ply) {
    if (s >= SCORE_TABLE_BOUND) return s - ply;
    return s <= -SCORE_TABLE_BOUND ? s + ply : s;
}

static uint64_t pack(const TTHit *hit, int ply, unsigned age) {
    return (uint64_t)hit->move << 48 | (uint64_t)(uint16_t)score_to_tt(hit->score, ply) << 32 |
           (uint64_t)(uint16_t)hit->eval << 16 | (uint64_t)(uint8_t)(hit->depth + 8) << 8 |
           (uint64_t)age << 3 | (uint64_t)hit->pv << 2 | (uint64_t)hit->bound;
}

bool tt_probe(const TransTable *tt, Key key, int ply, TTHit *out) {
    TTCluster *cluster = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        uint64_t data = atomic_load_explicit(&cluster->entries[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&cluster->entries[i].check, memory_order_relaxed);
        if ((check ^ data) != key || data == 0) continue;
        out->move = (Move)(data >> 48);
        out->score = score_from_tt((int16_t)(uint16_t)(data >> 32), ply);
        out->eval = (int16_t)(uint16_t)(data >> 16);
        out->depth = data_depth(data);
        out->pv = data >> 2 & 1;
        out->bound = (Bound)(data & 3);
        return true;
    }
    return false;
}

void tt_store(TransTable *tt, Key key, int ply, const TTHit *hit) {
    assert(hit->depth >= -8 && hit->depth < 248 && hit->move != NULL_MOVE); // in a byte
    assert(hit->score >= -SCORE_INFINITE && hit->score <= SCORE_INFINITE);
    TTCluster *cluster = cluster_of(tt, key);
    TTEntry *victim = NULL;
    int lowest = INT32_MAX;
    TTHit fresh = *hit;
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        TTEntry *entry = &cluster->entries[i];
        uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if (data != 0 && (check ^ data) == key) {
            // a much deeper result of this search is kept, unless the new one is exact
            if (hit->bound != BOUND_EXACT && data_age(data) == tt->age &&
                hit->depth + 3 + 2 * hit->pv < data_depth(data))
                return;
            if (!fresh.move) fresh.move = (Move)(data >> 48);
            victim = entry;
            break;
        }
        int age = (int)((tt->age - data_age(data)) % AGES);
        int worth = data == 0 ? INT32_MIN : data_depth(data) - 4 * age;
        if (worth < lowest) {
            lowest = worth;
            victim = entry;
        }
    }
    uint64_t data = pack(&fresh, ply, tt->age);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}

int tt_fullness(const TransTable *tt) {
    int used = 0;
    for (int i = 0; i < 250 && (size_t)i < tt->count; i++)
        for (int j = 0; j < CLUSTER_ENTRIES; j++) {
            uint64_t data =
                atomic_load_explicit(&tt->clusters[i].entries[j].data, memory_order_relaxed);
            used += data != 0 && data_age(data) == tt->age;
        }
    return used;
}
