// SPDX-License-Identifier: MIT
#include "solve/mate/mate_tt.h"

#include "base/hash.h"
#include "base/os/platform.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    _Atomic uint64_t check; // key xor word xor the problem's salt
    _Atomic uint64_t word;  // data << 16 | age << 8 | work
} MateTTSlot;

enum { BUCKET_SLOTS = 4, GROWTH = 2 };

/* Small problems use a small part of the table. It stays in the cache, and the rest need not be
 * cleared. */
static const size_t FIRST_BUCKETS = 1 << 12;

struct MateTT {
    MateTTSlot *slots;
    size_t bytes;
    size_t buckets;           // in use
    size_t buckets_max;       // a power of two, as `buckets`
    size_t buckets_ever_used; // the largest `buckets` so far; only these need clearing
    uint64_t free_slots;      // new entries until the table grows; 0: it does not grow
    uint64_t generation;      // the current problem …
    uint64_t last_generation; // … and the last one begun; they differ after mate_tt_restore()
};

MateTT *mate_tt_new(size_t megabytes) {
    if (megabytes > SIZE_MAX >> 20) return NULL; // exceeds the address space of 32-bit systems
    MateTT *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    size_t buckets =
        (megabytes ? megabytes : 1) * ((size_t)1 << 20) / (BUCKET_SLOTS * sizeof(MateTTSlot));
    while (buckets & (buckets - 1)) buckets &= buckets - 1;
    table->buckets_max = buckets;
    table->bytes = buckets * BUCKET_SLOTS * sizeof(MateTTSlot);
    table->slots = platform_alloc_large(table->bytes);
    mate_tt_new_problem(table);
    if (table->slots) return table;
    free(table);
    return NULL;
}

void mate_tt_free(MateTT *table) {
    if (!table) return;
    platform_free_large(table->slots, table->bytes);
    free(table);
}

static void set_size(MateTT *table, size_t buckets) {
    table->buckets = buckets;
    table->free_slots = buckets * BUCKET_SLOTS / 2;
    if (buckets > table->buckets_ever_used) table->buckets_ever_used = buckets;
}

/* The age in a slot is that of the problem, modulo 256. */
static uint64_t age_of(const MateTT *table) {
    return table->generation & 0xff;
}

/* The key in a slot is salted with the problem, so that entries of other problems do not match. */
static uint64_t salted(const MateTT *table, uint64_t key) {
    return hash_salt(key, table->generation, HASH_GOLDEN);
}

void mate_tt_new_problem(MateTT *table) {
    table->generation = ++table->last_generation;
    if (age_of(table) == 0)
        memset(table->slots, 0, table->buckets_ever_used * BUCKET_SLOTS * sizeof(MateTTSlot));
    set_size(table, FIRST_BUCKETS);
}

MateTTMark mate_tt_mark(const MateTT *table) {
    return (MateTTMark){table->generation, table->buckets, table->free_slots};
}

void mate_tt_restore(MateTT *table, MateTTMark mark) {
    table->generation = mark.generation;
    table->buckets = mark.buckets;
    table->free_slots = mark.free_slots;
}

static MateTTSlot *bucket_of(const MateTT *table, Key key) {
    return table->slots + (key & (table->buckets - 1)) * BUCKET_SLOTS;
}

void mate_tt_prefetch(const MateTT *table, Key key) {
    __builtin_prefetch(bucket_of(table, key));
}

/* Returns the word of a slot and its key; 0 for an empty slot, which matches no key. */
static uint64_t read_slot(const MateTT *table, const MateTTSlot *slot, Key *key) {
    uint64_t word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    *key = salted(table, atomic_load_explicit(&slot->check, memory_order_relaxed) ^ word);
    return word;
}

/* Entries of earlier problems count as free, so that every problem starts with an empty table. */
static bool is_current(const MateTT *table, uint64_t word) {
    return word && (word >> 8 & 0xff) == age_of(table);
}

static void write_slot(const MateTT *table, MateTTSlot *slot, Key key, uint64_t word) {
    atomic_store_explicit(&slot->word, word, memory_order_relaxed);
    atomic_store_explicit(&slot->check, salted(table, key ^ word), memory_order_relaxed);
}

bool mate_tt_probe(const MateTT *table, Key key, uint64_t *data) {
    MateTTSlot *slot = bucket_of(table, key);
    for (int i = 0; i < BUCKET_SLOTS; i++, slot++) {
        Key held;
        uint64_t word = read_slot(table, slot, &held);
        if (held != key || !word) continue;
        *data = word >> 16;
        return true;
    }
    return false;
}

/* The slot of this key, or else a free one, or else the one with the least work. */
static MateTTSlot *slot_for(MateTT *table, Key key) {
    MateTTSlot *slot = bucket_of(table, key), *victim = slot;
    unsigned least = 256;
    for (int i = 0; i < BUCKET_SLOTS; i++, slot++) {
        Key held;
        uint64_t word = read_slot(table, slot, &held);
        if (word && held == key) return slot;
        unsigned value = is_current(table, word) ? word & 0xff : 0;
        if (value < least) {
            least = value;
            victim = slot;
        }
    }
    return victim;
}

/* Enlarges the table and moves each entry to the bucket that its key has in the larger table. */
static void grow(MateTT *table) {
    size_t old = table->buckets;
    if (old == table->buckets_max) {
        table->free_slots = 0;
        return;
    }
    set_size(table, old * GROWTH < table->buckets_max ? old * GROWTH : table->buckets_max);
    for (size_t i = 0; i < old * BUCKET_SLOTS; i++) {
        MateTTSlot *slot = &table->slots[i];
        Key key;
        uint64_t word = read_slot(table, slot, &key);
        if (!is_current(table, word) || bucket_of(table, key) == slot - i % BUCKET_SLOTS) continue;
        write_slot(table, slot, 0, 0);
        write_slot(table, slot_for(table, key), key, word);
    }
}

void mate_tt_grow_fully(MateTT *table) {
    while (table->free_slots) grow(table);
}

void mate_tt_store(MateTT *table, Key key, uint64_t data, int work) {
    MateTTSlot *slot = slot_for(table, key);
    bool is_new = !is_current(table, atomic_load_explicit(&slot->word, memory_order_relaxed));
    uint64_t word = data << 16 | age_of(table) << 8 | (uint64_t)(work < 1 ? 1 : work);
    write_slot(table, slot, key, word);
    if (is_new && table->free_slots && --table->free_slots == 0) grow(table);
}

MateBounds mate_tt_bounds(const MateTT *table, Key key) {
    uint64_t data;
    if (!mate_tt_probe(table, key, &data)) return MATE_BOUNDS_NONE;
    return (MateBounds){.lo = (int)(data & 0xff),
                        .hi = (int)(data >> 8 & 0xff),
                        .move = (Move)(data >> 16),
                        .restricted_lo = {(int)(data >> 32 & 0xff), (int)(data >> 40 & 0xff)}};
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

void mate_tt_merge_bounds(MateTT *table, Key key, MateBounds bounds, int work) {
    MateBounds old = mate_tt_bounds(table, key);
    if (old.hi <= bounds.hi) {
        bounds.hi = old.hi;
        if (old.move) bounds.move = old.move;
    }
    uint64_t data = (uint64_t)larger(bounds.lo, old.lo) | (uint64_t)bounds.hi << 8 |
                    (uint64_t)bounds.move << 16 |
                    (uint64_t)larger(bounds.restricted_lo[0], old.restricted_lo[0]) << 32 |
                    (uint64_t)larger(bounds.restricted_lo[1], old.restricted_lo[1]) << 40;
    mate_tt_store(table, key, data, work);
}
