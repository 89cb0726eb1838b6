// SPDX-License-Identifier: MIT
#include "roek/solve/table_file.h"

#include "roek/base/bytes.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    CHUNK_BLOCKS = 64,
    CHUNK = CHUNK_BLOCKS * RUNCODE_BLOCK,
    PLACE = 2, // bytes that say where a block begins in its chunk
    ENTRY = 8, // bytes of a directory entry: begin, checksum
};
static const char MAGIC[8] = "ROEKRKT\n";

const char *table_fault_text(TableFault fault) {
    switch (fault) {
    case TABLE_OK: return "good";
    case TABLE_MISSING: return "not there";
    case TABLE_NOT_ONE: return "not a table of this version";
    case TABLE_TRUNCATED: return "truncated";
    case TABLE_DAMAGED: return "damaged";
    case TABLE_MISNAMED: return "the table of another ending";
    case TABLE_NO_MEMORY: return "out of memory";
    }
    return "?";
}

bool table_path(const char *folder, int id, char *out, size_t size) {
    char name[ENDING_NAME_MAX];
    ending_write(id, name);
    int n = snprintf(out, size, "%s/%s" TABLE_SUFFIX, folder, name);
    return n > 0 && (size_t)n < size;
}

static uint32_t chunk_count(uint64_t positions) {
    return (uint32_t)((positions + CHUNK - 1) / CHUNK);
}

/* How many of `unit` values there are from `at` on. */
static int values_at(uint64_t positions, uint64_t at, int unit) {
    uint64_t left = positions - at;
    return left < (uint64_t)unit ? (int)left : unit;
}

// The header, one layout for both directions: a Wire either writes or reads each field in turn.

typedef struct {
    uint8_t *write;      // or NULL
    const uint8_t *read; // or NULL
    size_t at, size;
    bool failed;
} Wire;

static void wire_number(Wire *w, int width, uint64_t *value) {
    if (w->failed || (size_t)width > w->size - w->at) {
        w->failed = true;
        return;
    }
    if (w->write)
        bytes_store(w->write + w->at, width, *value);
    else
        *value = bytes_load(w->read + w->at, width);
    w->at += (size_t)width;
}

static void wire_u16(Wire *w, uint16_t *value) {
    uint64_t wide = *value;
    wire_number(w, 2, &wide);
    *value = (uint16_t)wide;
}

static void wire_text(Wire *w, char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        uint64_t c = (uint8_t)text[i];
        wire_number(w, 1, &c);
        text[i] = (char)c;
    }
}

static void wire_statistics(Wire *w, TableStatistics *statistics) {
    for (int turn = 0; turn < 2; turn++)
        for (int r = 0; r < 3; r++) {
            ResultStatistics *s = &statistics->of[turn][r];
            uint64_t plies = (uint64_t)s->plies;
            wire_number(w, 8, &s->count);
            wire_number(w, 8, &s->longest_at);
            wire_number(w, 4, &plies);
            s->plies = (int)plies;
        }
}

static void wire_code(Wire *w, RunCode *code) {
    for (int i = 1; i <= RUNCODE_LONGEST; i++) wire_u16(w, &code->count[i]);
    wire_u16(w, &code->symbol_count);
    if (code->symbol_count > RUNCODE_SYMBOLS) w->failed = true;
    for (int i = 0; i < code->symbol_count && !w->failed; i++) wire_u16(w, &code->symbol[i]);
}

typedef struct {
    char magic[8];
    uint64_t version, checksum, file_size;
    char name[ENDING_NAME_MAX];
    uint64_t positions;
    TableStatistics statistics;
    RunCode code[2];
} Header;

enum { CHECKED_FROM = 16 }; // the checksum covers what comes after it

static void wire_header(Wire *w, Header *h) {
    wire_text(w, h->magic, sizeof h->magic);
    wire_number(w, 4, &h->version);
    wire_number(w, 4, &h->checksum);
    wire_number(w, 8, &h->file_size);
    wire_text(w, h->name, sizeof h->name);
    wire_number(w, 8, &h->positions);
    wire_statistics(w, &h->statistics);
    wire_code(w, &h->code[WHITE]);
    wire_code(w, &h->code[BLACK]);
}

enum { HEADER_MAX = 512 + 4 * RUNCODE_SYMBOLS };

// Reading.

static TableFault check_header(const Table *t, const Wire *w, const Header *h) {
    char name[ENDING_NAME_MAX] = {0};
    ending_write(t->ending.id, name);
    if (w->size < CHECKED_FROM || memcmp(h->magic, MAGIC, sizeof MAGIC) != 0 ||
        h->version != VERSION)
        return TABLE_NOT_ONE;
    if (h->file_size != t->file.size) return TABLE_TRUNCATED;
    size_t directory = 2 * (size_t)ENTRY * t->chunks;
    if (w->failed || directory > w->size - w->at) return TABLE_DAMAGED;
    size_t checked = w->at + directory - CHECKED_FROM;
    if (bytes_checksum(t->front + CHECKED_FROM, checked) != h->checksum) return TABLE_DAMAGED;
    if (memcmp(name, h->name, sizeof name) != 0 || h->positions != t->ending.positions)
        return TABLE_MISNAMED;
    return TABLE_OK;
}

/* What stands before the chunks, or as much of it as there is. */
static TableFault load_front(Table *t, size_t *size) {
    size_t most = HEADER_MAX + 2 * (size_t)ENTRY * t->chunks;
    *size = t->file.size < most ? (size_t)t->file.size : most;
    t->front = malloc(*size ? *size : 1);
    if (!t->front) return TABLE_NO_MEMORY;
    return file_read_at(&t->file, 0, t->front, *size) ? TABLE_OK : TABLE_TRUNCATED;
}

static TableFault read_header(Table *t) {
    Header *h = calloc(1, sizeof *h);
    if (!h) return TABLE_NO_MEMORY;
    Wire w = {0};
    TableFault fault = load_front(t, &w.size);
    w.read = t->front;
    if (fault == TABLE_OK) {
        wire_header(&w, h);
        fault = check_header(t, &w, h);
    }
    if (fault == TABLE_OK) {
        t->statistics = h->statistics;
        for (Color c = WHITE; c <= BLACK; c++) {
            t->code[c] = h->code[c];
            t->directory[c] = t->front + w.at + (size_t)c * ENTRY * t->chunks;
            if (!runcode_complete(&t->code[c])) fault = TABLE_DAMAGED;
        }
    }
    free(h);
    return fault;
}

TableFault table_open(const char *path, int id, Table *out) {
    Table t = {.ending = ending_of(id)};
    t.chunks = chunk_count(t.ending.positions);
    if (!file_open(path, &t.file)) return TABLE_MISSING;
    TableFault fault = read_header(&t);
    for (Color c = WHITE; c <= BLACK; c++) t.loaded[c] = calloc(t.chunks, sizeof *t.loaded[c]);
    if (!t.loaded[WHITE] || !t.loaded[BLACK]) fault = TABLE_NO_MEMORY;
    if (fault == TABLE_OK)
        *out = t;
    else
        table_close(&t);
    return fault;
}

/* What is kept of a chunk that is not what its checksum says, and of one there was no memory for:
 * that is tried again. */
static uint8_t *const BAD = (uint8_t *)1;
static uint8_t *const LOST = (uint8_t *)2;

static bool is_held(const uint8_t *chunk) {
    return chunk && chunk != BAD && chunk != LOST;
}

static uint8_t *held_chunk(const Table *t, Color turn, uint32_t chunk) {
    return atomic_load_explicit(&t->loaded[turn][chunk], memory_order_acquire);
}

bool table_lacks_memory(const Table *table) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (uint32_t i = 0; i < table->chunks; i++)
            if (held_chunk(table, c, i) == LOST) return true;
    return false;
}

void table_close(Table *table) {
    for (Color c = WHITE; c <= BLACK; c++) {
        for (uint32_t i = 0; table->loaded[c] && i < table->chunks; i++) {
            uint8_t *chunk = held_chunk(table, c, i);
            if (is_held(chunk)) free(chunk);
        }
        free(table->loaded[c]);
        table->loaded[c] = NULL;
    }
    free(table->front);
    table->front = NULL;
    file_shut(&table->file);
}

typedef struct {
    const uint8_t *begin, *end;
} Span;

/* A chunk ends where the next begins, White's last where Black's first does; 0: it cannot be. */
static size_t chunk_size(const Table *t, Color turn, uint32_t chunk, uint64_t *begin) {
    const uint8_t *entry = t->directory[turn] + (size_t)chunk * ENTRY;
    bool last = turn == BLACK && chunk + 1 == t->chunks;
    *begin = bytes_load(entry, 4);
    uint64_t end = last ? t->file.size : bytes_load(entry + ENTRY, 4);
    bool sound = end <= t->file.size && *begin + CHUNK_BLOCKS * PLACE <= end;
    return sound ? (size_t)(end - *begin) : 0;
}

/* Reads a chunk into memory of its own; BAD, or LOST without memory. */
static uint8_t *load_chunk(const Table *t, Color turn, uint32_t chunk) {
    uint64_t begin;
    size_t size = chunk_size(t, turn, chunk, &begin);
    if (!size) return BAD;
    uint8_t *data = malloc(size);
    if (!data) return LOST;
    const uint8_t *entry = t->directory[turn] + (size_t)chunk * ENTRY;
    if (file_read_at(&t->file, begin, data, size) &&
        bytes_checksum(data, size) == bytes_load(entry + 4, 4))
        return data;
    free(data);
    return BAD;
}

/* Two threads may load the same chunk at once; the second one's is thrown away. */
static const uint8_t *chunk_data(const Table *t, Color turn, uint32_t chunk) {
    uint8_t *held = held_chunk(t, turn, chunk);
    if (!held || held == LOST) {
        uint8_t *fresh = load_chunk(t, turn, chunk);
        if (atomic_compare_exchange_strong(&t->loaded[turn][chunk], &held, fresh))
            held = fresh;
        else if (is_held(fresh))
            free(fresh);
    }
    return is_held(held) ? held : NULL;
}

/* The bytes of a block, and what follows it in its chunk. */
static bool find_block(const Table *t, Color turn, uint64_t index, Span *out) {
    uint32_t chunk = (uint32_t)(index / CHUNK), block = (uint32_t)(index % CHUNK) / RUNCODE_BLOCK;
    uint64_t begin;
    size_t size = chunk_size(t, turn, chunk, &begin);
    const uint8_t *data = chunk_data(t, turn, chunk);
    uint64_t place = data ? bytes_load(data + block * PLACE, PLACE) : 0;
    if (!data || place > size) return false;
    *out = (Span){data + place, data + size};
    return true;
}

bool table_read(const Table *table, Color turn, uint64_t index, uint8_t *value) {
    Span s;
    return index < table->ending.positions && find_block(table, turn, index, &s) &&
           runcode_read_one(&table->code[turn], s.begin, s.end, (int)(index % RUNCODE_BLOCK),
                            value);
}

static bool unpack_side(const Table *t, Color turn, uint8_t *values) {
    for (uint64_t i = 0; i < t->ending.positions; i += RUNCODE_BLOCK) {
        Span s;
        int n = values_at(t->ending.positions, i, RUNCODE_BLOCK);
        if (!find_block(t, turn, i, &s) ||
            !runcode_read(&t->code[turn], s.begin, s.end, n, values + i))
            return false;
    }
    return true;
}

TableFault table_unpack(const Table *table, Solution *out) {
    Solution s;
    if (!solution_init(&s, table->ending.id)) return TABLE_NO_MEMORY;
    if (unpack_side(table, WHITE, s.value[WHITE]) && unpack_side(table, BLACK, s.value[BLACK])) {
        *out = s;
        return TABLE_OK;
    }
    solution_free(&s);
    return table_lacks_memory(table) ? TABLE_NO_MEMORY : TABLE_DAMAGED;
}

TableFault table_verify(const Table *table) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (uint32_t i = 0; i < table->chunks; i++) {
            uint8_t *chunk = load_chunk(table, c, i);
            if (chunk == LOST) return TABLE_NO_MEMORY;
            if (chunk == BAD) return TABLE_DAMAGED;
            free(chunk);
        }
    return TABLE_OK;
}

// Writing.

/* Numbers that stand for no position continue the run before them, or begin the one after. */
static void fill_gaps(uint8_t *block, int count) {
    uint8_t last = SOLUTION_DRAW;
    for (int i = count - 1; i >= 0; i--)
        if (block[i] != SOLUTION_NONE) last = block[i];
    for (int i = 0; i < count; i++) {
        if (block[i] == SOLUTION_NONE) block[i] = last;
        last = block[i];
    }
}

static void fill_all_gaps(Solution *s) {
    uint64_t positions = s->ending.positions;
    for (Color c = WHITE; c <= BLACK; c++)
        for (uint64_t i = 0; i < positions; i += RUNCODE_BLOCK)
            fill_gaps(s->value[c] + i, values_at(positions, i, RUNCODE_BLOCK));
}

static void pack_chunk(const RunWriter *writer, const uint8_t *values, int count, Text *out) {
    size_t begin = out->used;
    uint8_t places[CHUNK_BLOCKS * PLACE] = {0};
    text_bytes(out, (const char *)places, sizeof places);
    for (int i = 0, block = 0; i < count; i += RUNCODE_BLOCK, block++) {
        int left = count - i < RUNCODE_BLOCK ? count - i : RUNCODE_BLOCK;
        bytes_store(places + block * PLACE, PLACE, out->used - begin);
        runcode_write(writer, values + i, left, out);
    }
    if (!out->failed) memcpy(out->data + begin, places, sizeof places);
}

/* Appends the chunks of one side; directory entries count from the first side's first chunk. */
static bool pack_side(const Solution *s, Color turn, const RunCode *code, uint8_t *directory,
                      Text *out) {
    RunWriter *writer = malloc(sizeof *writer);
    if (!writer) return false;
    runcode_writer(code, writer);
    for (uint64_t i = 0; i < s->ending.positions && !out->failed; i += CHUNK, directory += ENTRY) {
        size_t begin = out->used;
        pack_chunk(writer, s->value[turn] + i, values_at(s->ending.positions, i, CHUNK), out);
        if (out->failed) break;
        const uint8_t *packed = (const uint8_t *)out->data + begin;
        bytes_store(directory, 4, begin);
        bytes_store(directory + 4, 4, bytes_checksum(packed, out->used - begin));
    }
    free(writer);
    return !out->failed && out->used < UINT32_MAX - HEADER_MAX;
}

/* Now that the size of what stands before the chunks is known: begins count from the file's. */
static void shift_directory(uint8_t *directory, uint32_t entries, size_t by) {
    for (uint32_t i = 0; i < entries; i++, directory += ENTRY)
        bytes_store(directory, 4, bytes_load(directory, 4) + by);
}

static bool write_packed(const char *path, Header *h, uint8_t *directory, uint32_t chunks,
                         const Text *packed) {
    size_t entries = 2 * (size_t)chunks;
    uint8_t *front = calloc(HEADER_MAX + entries * ENTRY, 1);
    if (!front) return false;
    Wire measure = {.write = front, .size = HEADER_MAX};
    wire_header(&measure, h);
    size_t size = measure.at + entries * ENTRY;
    shift_directory(directory, 2 * chunks, size);
    memcpy(front + measure.at, directory, entries * ENTRY);
    h->file_size = size + packed->used;
    for (int pass = 0; pass < 2; pass++) { // the checksum covers the size, and neither itself
        Wire w = {.write = front, .size = HEADER_MAX};
        wire_header(&w, h);
        h->checksum = bytes_checksum(front + CHECKED_FROM, size - CHECKED_FROM);
    }
    FilePart parts[] = {{front, size}, {packed->data, packed->used}};
    bool ok = file_replace(path, parts, 2);
    free(front);
    return ok;
}

static bool pack_and_write(const char *path, const Solution *s, Header *h) {
    uint32_t chunks = chunk_count(s->ending.positions);
    uint8_t *directory = calloc(2 * (size_t)chunks, ENTRY);
    Text packed = text_growing();
    bool ok = directory != NULL;
    for (Color c = WHITE; c <= BLACK && ok; c++)
        ok = runcode_make(s->value[c], s->ending.positions, &h->code[c]) &&
             pack_side(s, c, &h->code[c], directory + (size_t)c * chunks * ENTRY, &packed);
    if (ok)
        ok = write_packed(path, h, directory, chunks, &packed);
    else
        errno = ENOMEM;
    text_free(&packed);
    free(directory);
    return ok;
}

bool table_write(const char *path, Solution *solution) {
    Header *h = calloc(1, sizeof *h);
    errno = ENOMEM;
    if (!h) return false;
    memcpy(h->magic, MAGIC, sizeof MAGIC);
    h->version = VERSION;
    ending_write(solution->ending.id, h->name);
    h->positions = solution->ending.positions;
    h->statistics = solution_statistics(solution);
    fill_all_gaps(solution);
    bool ok = pack_and_write(path, solution, h);
    free(h);
    return ok;
}
