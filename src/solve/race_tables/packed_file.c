// SPDX-License-Identifier: MIT
#include "solve/race_tables/packed_file.h"

#include "base/codec/endian.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 2,
    LENGTH = 2,           // bytes that say how long a block is
    ENTRY = 8,            // bytes of a directory entry: begin, checksum
    CHECKED_FROM = 16,    // the header's checksum covers what comes after it
    HEADER_MAX = 512,     // what stands before the codes
    FRONT_MAX = 16 << 20, // no file has so much before its chunks
};
static const char MAGIC[8] = "ROEKRKT\n";

const char *table_fault_text(TableFault fault) {
    switch (fault) {
    case TABLE_OK: return "good";
    case TABLE_MISSING: return "not there";
    case TABLE_UNREADABLE: return "cannot be read";
    case TABLE_NOT_ONE: return "not a table of this version";
    case TABLE_TRUNCATED: return "truncated";
    case TABLE_DAMAGED: return "damaged";
    case TABLE_MISNAMED: return "the table of another ending";
    case TABLE_NO_MEMORY: return "out of memory";
    }
    return "?";
}

static uint32_t block_count(const Ending *ending) {
    return (uint32_t)((ending->positions + BLOCK_NUMBERS - 1) / BLOCK_NUMBERS);
}

uint32_t packed_chunks(const Ending *ending) {
    return (block_count(ending) + PACKED_CHUNK_BLOCKS - 1) / PACKED_CHUNK_BLOCKS;
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

static void wire_text(Wire *w, char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        uint64_t c = (uint8_t)text[i];
        wire_number(w, 1, &c);
        text[i] = (char)c;
    }
}

static void wire_longest(Wire *w, ResultStatistics *s) {
    uint64_t plies = (uint64_t)s->plies;
    wire_number(w, 8, &s->count);
    wire_number(w, 8, &s->longest_at);
    wire_number(w, 4, &plies);
    s->plies = (int)plies;
}

static void wire_statistics(Wire *w, TableStatistics *s) {
    for (int turn = 0; turn < 2; turn++) {
        for (int r = 0; r < 3; r++) wire_longest(w, &s->of[turn][r]);
        wire_longest(w, &s->only[turn]);
    }
    for (int kind = 0; kind < ZUGZWANG_KINDS; kind++) wire_longest(w, &s->zugzwang[kind]);
}

typedef struct {
    char magic[8];
    uint64_t version, checksum, front_size, file_size;
    char name[ENDING_NAME_MAX];
    uint64_t content, positions;
    TableStatistics statistics;
} Header;

static void wire_header(Wire *w, Header *h) {
    wire_text(w, h->magic, sizeof h->magic);
    wire_number(w, 4, &h->version);
    wire_number(w, 4, &h->checksum);
    wire_number(w, 4, &h->front_size);
    wire_number(w, 8, &h->file_size);
    wire_text(w, h->name, sizeof h->name);
    wire_number(w, 1, &h->content);
    wire_number(w, 8, &h->positions);
    wire_statistics(w, &h->statistics);
}

// Reading.

/* As much as can be told before the whole front is read. */
static TableFault read_header(const PackedFile *f, Header *h, size_t *size) {
    uint8_t bytes[HEADER_MAX] = {0};
    Wire w = {.read = bytes, .size = sizeof bytes};
    size_t there = f->file.size < sizeof bytes ? (size_t)f->file.size : sizeof bytes;
    if (!file_read_at(&f->file, 0, bytes, there)) return TABLE_TRUNCATED;
    wire_header(&w, h);
    *size = w.at;
    if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0 || h->version != VERSION) return TABLE_NOT_ONE;
    if (h->file_size != f->file.size) return TABLE_TRUNCATED;
    bool sound = h->front_size >= w.at && h->front_size <= FRONT_MAX &&
                 h->front_size <= h->file_size && h->content <= PACKED_BOTH;
    return sound ? TABLE_OK : TABLE_DAMAGED;
}

static TableFault check_name(const Header *h, const Ending *ending, bool distances) {
    char name[ENDING_NAME_MAX] = {0};
    ending_write(ending->id, name);
    bool same = memcmp(name, h->name, sizeof name) == 0 && h->positions == ending->positions &&
                distances == (h->content != PACKED_RESULTS);
    return same ? TABLE_OK : TABLE_MISNAMED;
}

static TableFault load_front(PackedFile *f, const Header *h) {
    f->front = malloc((size_t)h->front_size);
    if (!f->front) return TABLE_NO_MEMORY;
    if (!file_read_at(&f->file, 0, f->front, (size_t)h->front_size)) return TABLE_TRUNCATED;
    size_t checked = (size_t)h->front_size - CHECKED_FROM;
    return bytes_checksum(f->front + CHECKED_FROM, checked) == h->checksum ? TABLE_OK
                                                                           : TABLE_DAMAGED;
}

/* The codes, and behind them the directory, which ends the front. */
static TableFault read_codes(PackedFile *f, const uint8_t *at, const uint8_t *end) {
    bool results = f->content == PACKED_RESULTS;
    int contexts = results ? (int)RESULT_CONTEXTS : (int)DISTANCE_CONTEXTS;
    int symbols = results ? (int)RESULT_SYMBOLS : (int)DISTANCE_SYMBOLS;
    for (int part = 0; part < packed_parts(f->content); part++)
        if (!rankcode_read(&at, end, contexts, symbols, &f->code[part]))
            return errno == ENOMEM ? TABLE_NO_MEMORY : TABLE_DAMAGED;
    size_t entries = (size_t)ENTRY * f->chunks;
    if ((size_t)(end - at) != (size_t)packed_parts(f->content) * entries) return TABLE_DAMAGED;
    for (int part = 0; part < packed_parts(f->content); part++, at += entries) {
        f->directory[part] = at;
        f->loaded[part] = calloc(f->chunks, sizeof *f->loaded[part]);
        if (!f->loaded[part]) return TABLE_NO_MEMORY;
    }
    return TABLE_OK;
}

static TableFault read_front(PackedFile *f, const Ending *ending, bool distances) {
    Header h;
    size_t size;
    TableFault fault = read_header(f, &h, &size);
    if (fault == TABLE_OK) fault = load_front(f, &h);
    if (fault == TABLE_OK) fault = check_name(&h, ending, distances);
    if (fault != TABLE_OK) return fault;
    f->content = (PackedContent)h.content;
    f->statistics = h.statistics;
    return read_codes(f, f->front + size, f->front + h.front_size);
}

TableFault packed_open(const char *path, const Ending *ending, bool distances, PackedFile *out) {
    PackedFile f = {.blocks = block_count(ending), .chunks = packed_chunks(ending)};
    if (!file_open(path, &f.file))
        return errno == ENOENT || errno == ENOTDIR ? TABLE_MISSING : TABLE_UNREADABLE;
    TableFault fault = read_front(&f, ending, distances);
    if (fault == TABLE_OK)
        *out = f;
    else
        packed_close(&f);
    return fault;
}

/* What is kept of a chunk that is not what its checksum says, and of one there was no memory for:
 * that is tried again. */
static uint8_t *const BAD = (uint8_t *)1;
static uint8_t *const LOST = (uint8_t *)2;

static bool is_held(const uint8_t *chunk) {
    return chunk && chunk != BAD && chunk != LOST;
}

static uint8_t *held_chunk(const PackedFile *f, int part, uint32_t chunk) {
    return atomic_load_explicit(&f->loaded[part][chunk], memory_order_acquire);
}

bool packed_lacks_memory(const PackedFile *file) {
    for (int part = 0; part < PACKED_PARTS; part++)
        for (uint32_t i = 0; file->loaded[part] && i < file->chunks; i++)
            if (held_chunk(file, part, i) == LOST) return true;
    return false;
}

void packed_close(PackedFile *file) {
    for (int part = 0; part < PACKED_PARTS; part++) {
        for (uint32_t i = 0; file->loaded[part] && i < file->chunks; i++) {
            uint8_t *chunk = held_chunk(file, part, i);
            if (is_held(chunk)) free(chunk);
        }
        free(file->loaded[part]);
        file->loaded[part] = NULL;
        rankcode_free(&file->code[part]);
    }
    free(file->front);
    file->front = NULL;
    file_shut(&file->file);
}

static uint32_t blocks_in(uint32_t blocks, uint32_t chunk) {
    uint32_t left = blocks - chunk * PACKED_CHUNK_BLOCKS;
    return left < PACKED_CHUNK_BLOCKS ? left : PACKED_CHUNK_BLOCKS;
}

/* A chunk ends where the next begins, a part's last where the next part's first does; 0: it cannot
 * be. */
static size_t chunk_size(const PackedFile *f, int part, uint32_t chunk, uint64_t *begin) {
    const uint8_t *entry = f->directory[part] + (size_t)chunk * ENTRY;
    bool last = part + 1 == packed_parts(f->content) && chunk + 1 == f->chunks;
    *begin = bytes_load(entry, 4);
    uint64_t end = last ? f->file.size : bytes_load(entry + ENTRY, 4);
    bool sound =
        end <= f->file.size && *begin + (uint64_t)blocks_in(f->blocks, chunk) * LENGTH <= end;
    return sound ? (size_t)(end - *begin) : 0;
}

/* The lengths become the places where blocks end, so that one is found at once. */
static bool sum_lengths(const PackedFile *f, uint32_t chunk, const uint8_t *data, size_t size,
                        uint32_t *ends) {
    uint32_t blocks = blocks_in(f->blocks, chunk), end = blocks * LENGTH;
    for (uint32_t i = 0; i < blocks; i++) {
        end += (uint32_t)bytes_load(data + i * LENGTH, LENGTH);
        ends[i] = end;
    }
    return end == size;
}

/* A chunk in memory: the ends of its blocks, then its bytes. */
enum { ENDS = PACKED_CHUNK_BLOCKS * sizeof(uint32_t) };

/* Reads a chunk into memory of its own; BAD, or LOST without memory. */
static uint8_t *load_chunk(const PackedFile *f, int part, uint32_t chunk) {
    uint64_t begin;
    size_t size = chunk_size(f, part, chunk, &begin);
    if (!size) return BAD;
    uint8_t *held = malloc(ENDS + size);
    if (!held) return LOST;
    uint32_t sum = (uint32_t)bytes_load(f->directory[part] + (size_t)chunk * ENTRY + 4, 4);
    if (file_read_at(&f->file, begin, held + ENDS, size) &&
        bytes_checksum(held + ENDS, size) == sum &&
        sum_lengths(f, chunk, held + ENDS, size, (uint32_t *)(void *)held))
        return held;
    free(held);
    return BAD;
}

/* Two threads may load the same chunk at once; the second one's is thrown away.  One that there was
 * no memory for stays lost, so that what went without it can be told in the end. */
static const uint8_t *chunk_data(const PackedFile *f, int part, uint32_t chunk) {
    uint8_t *held = held_chunk(f, part, chunk);
    if (!held) {
        uint8_t *fresh = load_chunk(f, part, chunk);
        if (atomic_compare_exchange_strong(&f->loaded[part][chunk], &held, fresh))
            held = fresh;
        else if (is_held(fresh))
            free(fresh);
    }
    return is_held(held) ? held : NULL;
}

bool packed_block(const PackedFile *file, int part, uint64_t block, RangePiece *out) {
    uint32_t chunk = (uint32_t)(block / PACKED_CHUNK_BLOCKS), i = block % PACKED_CHUNK_BLOCKS;
    const uint8_t *held = chunk_data(file, part, chunk);
    if (!held) return false;
    const uint32_t *ends = (const uint32_t *)(const void *)held;
    uint32_t begin = i ? ends[i - 1] : blocks_in(file->blocks, chunk) * LENGTH;
    *out = (RangePiece){held + ENDS + begin, ends[i] - begin};
    return true;
}

TableFault packed_verify(const PackedFile *file) {
    for (int part = 0; part < packed_parts(file->content); part++)
        for (uint32_t i = 0; i < file->chunks; i++) {
            uint8_t *chunk = load_chunk(file, part, i);
            if (chunk == LOST) return TABLE_NO_MEMORY;
            if (chunk == BAD) return TABLE_DAMAGED;
            free(chunk);
        }
    return TABLE_OK;
}

// Writing.

/* Appends the directory; `at` is where the chunks begin. */
static bool put_directory(const PackedDraft *draft, uint64_t at, Text *front) {
    for (int part = 0; part < packed_parts(draft->content); part++)
        for (uint32_t i = 0; i < packed_chunks(draft->ending); i++) {
            const PackedChunk *chunk = &draft->chunk[part][i];
            uint8_t entry[ENTRY];
            bytes_store(entry, 4, at);
            bytes_store(entry + 4, 4, bytes_checksum(chunk->data, chunk->size));
            text_bytes(front, (const char *)entry, sizeof entry);
            at += chunk->size;
        }
    return at <= UINT32_MAX;
}

static uint64_t chunks_size(const PackedDraft *draft) {
    uint64_t size = 0;
    for (int part = 0; part < packed_parts(draft->content); part++)
        for (uint32_t i = 0; i < packed_chunks(draft->ending); i++)
            size += draft->chunk[part][i].size;
    return size;
}

/* Header, codes and directory. */
static bool make_front(const PackedDraft *draft, Header *h, Text *front) {
    uint8_t bytes[HEADER_MAX];
    Wire measure = {.write = bytes, .size = sizeof bytes};
    wire_header(&measure, h);
    text_bytes(front, (const char *)bytes, measure.at);
    for (int part = 0; part < packed_parts(draft->content); part++)
        rankcode_write(draft->code[part], front);
    size_t entries = (size_t)packed_parts(draft->content) * packed_chunks(draft->ending);
    h->front_size = front->used + entries * ENTRY;
    h->file_size = h->front_size + chunks_size(draft);
    if (!put_directory(draft, h->front_size, front) || front->failed) return false;
    for (int pass = 0; pass < 2; pass++) { // the checksum covers the sizes, and not itself
        Wire w = {.write = (uint8_t *)front->data, .size = measure.at};
        wire_header(&w, h);
        h->checksum =
            bytes_checksum((const uint8_t *)front->data + CHECKED_FROM, front->used - CHECKED_FROM);
    }
    return true;
}

static bool write_parts(const char *path, const PackedDraft *draft, const Text *front) {
    FileDraft *file = file_draft(path);
    if (!file) return false;
    file_draft_add(file, front->data, front->used);
    for (int part = 0; part < packed_parts(draft->content); part++)
        for (uint32_t i = 0; i < packed_chunks(draft->ending); i++)
            file_draft_add(file, draft->chunk[part][i].data, draft->chunk[part][i].size);
    return file_keep(file);
}

bool packed_write(const char *path, const PackedDraft *draft) {
    Header h = {.version = VERSION,
                .content = draft->content,
                .positions = draft->ending->positions,
                .statistics = *draft->statistics};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    ending_write(draft->ending->id, h.name);
    Text front = text_growing();
    bool ok = make_front(draft, &h, &front);
    if (ok)
        ok = write_parts(path, draft, &front);
    else
        errno = ENOMEM;
    text_free(&front);
    return ok;
}
