// SPDX-License-Identifier: MIT
#include "roek/solve/mate_table.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
    _Atomic uint64_t check; // key xor word
    _Atomic uint64_t word;  // note << 16 | age << 8 | work
} Slot;

enum { BUCKET = 4 };

struct MateTable {
    Slot *slots;
    uint64_t mask; // of bucket numbers
    uint8_t age;
};

MateTable *mate_table_new(size_t megabytes) {
    MateTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    size_t buckets = (megabytes ? megabytes : 1) * ((size_t)1 << 20) / (BUCKET * sizeof(Slot));
    while (buckets & (buckets - 1)) buckets &= buckets - 1;
    table->slots = calloc(buckets * BUCKET, sizeof(Slot));
    table->mask = buckets - 1;
    if (table->slots) return table;
    free(table);
    return NULL;
}

void mate_table_free(MateTable *table) {
    if (!table) return;
    free(table->slots);
    free(table);
}

void mate_table_next_age(MateTable *table) {
    table->age++;
}

static Slot *bucket_of(const MateTable *table, Key key) {
    return table->slots + (key & table->mask) * BUCKET;
}

void mate_table_prefetch(const MateTable *table, Key key) {
    __builtin_prefetch(bucket_of(table, key));
}

bool mate_table_get(const MateTable *table, Key key, uint64_t *note) {
    Slot *slot = bucket_of(table, key);
    for (int i = 0; i < BUCKET; i++, slot++) {
        uint64_t word = atomic_load_explicit(&slot->word, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if ((check ^ word) != key || !word) continue;
        *note = word >> 16;
        return true;
    }
    return false;
}

/* The slot of this key, or else the one whose loss hurts least. */
static Slot *slot_for(MateTable *table, Key key) {
    Slot *slot = bucket_of(table, key), *victim = slot;
    int least = 1 << 16;
    for (int i = 0; i < BUCKET; i++, slot++) {
        uint64_t word = atomic_load_explicit(&slot->word, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if (!word || (check ^ word) == key) return slot;
        int value = (int)(word & 0xff) + ((word >> 8 & 0xff) == table->age ? 256 : 0);
        if (value < least) {
            least = value;
            victim = slot;
        }
    }
    return victim;
}

void mate_table_put(MateTable *table, Key key, uint64_t note, int work) {
    Slot *slot = slot_for(table, key);
    uint64_t word = note << 16 | (uint64_t)table->age << 8 | (uint64_t)(work < 1 ? 1 : work);
    atomic_store_explicit(&slot->word, word, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ word, memory_order_relaxed);
}

MateBounds mate_table_bounds(const MateTable *table, Key key) {
    uint64_t note;
    if (!mate_table_get(table, key, &note)) return (MateBounds){0, MATE_HI_NONE, NO_MOVE};
    return (MateBounds){(int)(note & 0xff), (int)(note >> 8 & 0xff), (Move)(note >> 16)};
}

void mate_table_learn(MateTable *table, Key key, MateBounds bounds, int work) {
    MateBounds old = mate_table_bounds(table, key);
    if (old.lo > bounds.lo) bounds.lo = old.lo;
    if (old.hi <= bounds.hi) {
        bounds.hi = old.hi;
        if (old.move) bounds.move = old.move;
    }
    mate_table_put(table, key,
                   (uint64_t)bounds.lo | (uint64_t)bounds.hi << 8 | (uint64_t)bounds.move << 16,
                   work);
}
