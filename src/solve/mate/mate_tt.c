// SPDX-License-Identifier: MIT
#include "solve/mate/mate_tt.h"

#include "base/os/platform.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    _Atomic uint64_t check; // key xor word xor the problem's salt
    _Atomic uint64_t word;  // note << 16 | age << 8 | work
} Slot;

enum { BUCKET = 4, GROWTH = 2 };

/* Small problems use a small part of the table: it stays in the cache, and nobody has to clear
 * the rest. */
static const size_t FIRST_BUCKETS = 1 << 12;

struct MateTable {
    Slot *slots;
    size_t bytes;
    size_t buckets;      // in use
    size_t most_buckets; // a power of two, as `buckets`
    size_t dirty;        // buckets ever used
    uint64_t room;       // new notes until the table grows; 0: it does not
    uint64_t era;        // the problem the notes are about …
    uint64_t last_era;   // … and the last one begun
};

MateTable *mate_table_new(size_t megabytes) {
    if (megabytes > SIZE_MAX >> 20) return NULL; // more than 32 bits can address
    MateTable *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    size_t buckets = (megabytes ? megabytes : 1) * ((size_t)1 << 20) / (BUCKET * sizeof(Slot));
    while (buckets & (buckets - 1)) buckets &= buckets - 1;
    table->most_buckets = buckets;
    table->bytes = buckets * BUCKET * sizeof(Slot);
    table->slots = system_memory(table->bytes);
    mate_table_begin(table);
    if (table->slots) return table;
    free(table);
    return NULL;
}

void mate_table_free(MateTable *table) {
    if (!table) return;
    system_memory_free(table->slots, table->bytes);
    free(table);
}

static void set_size(MateTable *table, size_t buckets) {
    table->buckets = buckets;
    table->room = buckets * BUCKET / 2;
    if (buckets > table->dirty) table->dirty = buckets;
}

/* The age in a slot is that of the problem, modulo 256. */
static uint64_t age_of(const MateTable *table) {
    return table->era & 0xff;
}

/* No note of another problem answers to a key of this one. */
static uint64_t salt_of(const MateTable *table) {
    return table->era * 0x9e3779b97f4a7c15u;
}

void mate_table_begin(MateTable *table) {
    table->era = ++table->last_era;
    if (age_of(table) == 0) memset(table->slots, 0, table->dirty * BUCKET * sizeof(Slot));
    set_size(table, FIRST_BUCKETS);
}

MateTableMark mate_table_mark(const MateTable *table) {
    return (MateTableMark){table->era, table->buckets, table->room};
}

void mate_table_return(MateTable *table, MateTableMark mark) {
    table->era = mark.era;
    table->buckets = mark.buckets;
    table->room = mark.room;
}

static Slot *bucket_of(const MateTable *table, Key key) {
    return table->slots + (key & (table->buckets - 1)) * BUCKET;
}

void mate_table_prefetch(const MateTable *table, Key key) {
    __builtin_prefetch(bucket_of(table, key));
}

/* Zero for an empty slot, which is therefore no answer to a key. */
static uint64_t read_slot(const MateTable *table, const Slot *slot, Key *key) {
    uint64_t word = atomic_load_explicit(&slot->word, memory_order_relaxed);
    *key = atomic_load_explicit(&slot->check, memory_order_relaxed) ^ word ^ salt_of(table);
    return word;
}

/* What earlier problems have left counts as free, so that every problem finds an empty table. */
static bool is_current(const MateTable *table, uint64_t word) {
    return word && (word >> 8 & 0xff) == age_of(table);
}

static void write_slot(const MateTable *table, Slot *slot, Key key, uint64_t word) {
    atomic_store_explicit(&slot->word, word, memory_order_relaxed);
    atomic_store_explicit(&slot->check, key ^ word ^ salt_of(table), memory_order_relaxed);
}

bool mate_table_get(const MateTable *table, Key key, uint64_t *note) {
    Slot *slot = bucket_of(table, key);
    for (int i = 0; i < BUCKET; i++, slot++) {
        Key held;
        uint64_t word = read_slot(table, slot, &held);
        if (held != key || !word) continue;
        *note = word >> 16;
        return true;
    }
    return false;
}

/* The slot of this key, or else a free one, or else the one whose loss hurts least. */
static Slot *slot_for(MateTable *table, Key key) {
    Slot *slot = bucket_of(table, key), *victim = slot;
    unsigned least = 256;
    for (int i = 0; i < BUCKET; i++, slot++) {
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

/* Each bucket is dealt out to the buckets its keys belong to in the larger table. */
static void grow(MateTable *table) {
    size_t old = table->buckets;
    if (old == table->most_buckets) {
        table->room = 0;
        return;
    }
    set_size(table, old * GROWTH < table->most_buckets ? old * GROWTH : table->most_buckets);
    for (size_t i = 0; i < old * BUCKET; i++) {
        Slot *slot = &table->slots[i];
        Key key;
        uint64_t word = read_slot(table, slot, &key);
        if (!is_current(table, word) || bucket_of(table, key) == slot - i % BUCKET) continue;
        write_slot(table, slot, 0, 0);
        write_slot(table, slot_for(table, key), key, word);
    }
}

void mate_table_share(MateTable *table) {
    while (table->room) grow(table);
}

void mate_table_put(MateTable *table, Key key, uint64_t note, int work) {
    Slot *slot = slot_for(table, key);
    bool is_new = !is_current(table, atomic_load_explicit(&slot->word, memory_order_relaxed));
    uint64_t word = note << 16 | age_of(table) << 8 | (uint64_t)(work < 1 ? 1 : work);
    write_slot(table, slot, key, word);
    if (is_new && table->room && --table->room == 0) grow(table);
}

MateBounds mate_table_bounds(const MateTable *table, Key key) {
    uint64_t note;
    if (!mate_table_get(table, key, &note)) return MATE_BOUNDS_NONE;
    return (MateBounds){.lo = (int)(note & 0xff),
                        .hi = (int)(note >> 8 & 0xff),
                        .move = (Move)(note >> 16),
                        .way_lo = {(int)(note >> 32 & 0xff), (int)(note >> 40 & 0xff)}};
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

void mate_table_learn(MateTable *table, Key key, MateBounds bounds, int work) {
    MateBounds old = mate_table_bounds(table, key);
    if (old.hi <= bounds.hi) {
        bounds.hi = old.hi;
        if (old.move) bounds.move = old.move;
    }
    uint64_t note = (uint64_t)larger(bounds.lo, old.lo) | (uint64_t)bounds.hi << 8 |
                    (uint64_t)bounds.move << 16 |
                    (uint64_t)larger(bounds.way_lo[0], old.way_lo[0]) << 32 |
                    (uint64_t)larger(bounds.way_lo[1], old.way_lo[1]) << 40;
    mate_table_put(table, key, note, work);
}
