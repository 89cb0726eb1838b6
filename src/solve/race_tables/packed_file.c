// SPDX-License-Identifier: MIT
#include "solve/race_tables/packed_file.h"

#include "base/codec/checksum.h"
#include "base/codec/endian.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 2,
    BLOCK_LENGTH_BYTES = 2,    // length of a block
    DIRECTORY_ENTRY_BYTES = 8, // offset and checksum
    CHECKSUM_START = 16,       // the header's checksum covers the bytes from here on
    HEADER_MAX = 512,          // upper bound of the header, without coders
    FRONT_MAX = 16 << 20,      // larger fronts are rejected as damaged
};
static const char MAGIC[8] = "ROEKRKT\n";

const char *table_fault_text(TableFault fault) {
    switch (fault) {
    case TABLE_OK: return "good";
    case TABLE_MISSING: return "not there";
    case TABLE_UNREADABLE: return "cannot be read";
    case TABLE_BAD_FORMAT: return "not a table of this version";
    case TABLE_TRUNCATED: return "truncated";
    case TABLE_DAMAGED: return "damaged";
    case TABLE_MISNAMED: return "the table of another ending";
    case TABLE_NO_MEMORY: return "out of memory";
    }
    return "?";
}

static uint32_t block_count(const Material *material) {
    return (uint32_t)((material->positions + BLOCK_NUMBERS - 1) / BLOCK_NUMBERS);
}

uint32_t packed_chunk_count(const Material *material) {
    return (block_count(material) + PACKED_CHUNK_BLOCKS - 1) / PACKED_CHUNK_BLOCKS;
}

// --- header ---

// One function for both directions: a HeaderStream either writes or reads each field in turn.

typedef struct {
    uint8_t *write;      // or NULL
    const uint8_t *read; // or NULL
    size_t at, size;
    bool failed;
} HeaderStream;

static void stream_number(HeaderStream *w, int width, uint64_t *value) {
    if (w->failed || (size_t)width > w->size - w->at) {
        w->failed = true;
        return;
    }
    if (w->write)
        store_le(w->write + w->at, width, *value);
    else
        *value = load_le(w->read + w->at, width);
    w->at += (size_t)width;
}

static void stream_text(HeaderStream *w, char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        uint64_t c = (uint8_t)text[i];
        stream_number(w, 1, &c);
        text[i] = (char)c;
    }
}

static void stream_result_statistics(HeaderStream *w, ResultStatistics *s) {
    uint64_t plies = (uint64_t)s->plies;
    stream_number(w, 8, &s->count);
    stream_number(w, 8, &s->longest_at);
    stream_number(w, 4, &plies);
    s->plies = (int)plies;
}

static void stream_statistics(HeaderStream *w, TableStatistics *s) {
    for (int turn = 0; turn < 2; turn++) {
        for (int r = 0; r < 3; r++) stream_result_statistics(w, &s->of[turn][r]);
        stream_result_statistics(w, &s->only_moves[turn]);
    }
    for (int kind = 0; kind < ZUGZWANG_KINDS; kind++)
        stream_result_statistics(w, &s->zugzwang[kind]);
}

typedef struct {
    char magic[8];
    uint64_t version, checksum, front_size, file_size;
    char name[MATERIAL_NAME_MAX];
    uint64_t content, positions;
    TableStatistics statistics;
} PackedHeader;

static void stream_header(HeaderStream *w, PackedHeader *h) {
    stream_text(w, h->magic, sizeof h->magic);
    stream_number(w, 4, &h->version);
    stream_number(w, 4, &h->checksum);
    stream_number(w, 4, &h->front_size);
    stream_number(w, 8, &h->file_size);
    stream_text(w, h->name, sizeof h->name);
    stream_number(w, 1, &h->content);
    stream_number(w, 8, &h->positions);
    stream_statistics(w, &h->statistics);
}

// --- reading ---

/* Reads the header and checks what does not depend on the rest of the front. */
static TableFault read_header(const PackedFile *f, PackedHeader *h, size_t *size) {
    uint8_t bytes[HEADER_MAX] = {0};
    HeaderStream w = {.read = bytes, .size = sizeof bytes};
    size_t there = f->file.size < sizeof bytes ? (size_t)f->file.size : sizeof bytes;
    if (!file_read_at(&f->file, 0, bytes, there)) return TABLE_TRUNCATED;
    stream_header(&w, h);
    *size = w.at;
    if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0 || h->version != VERSION)
        return TABLE_BAD_FORMAT;
    if (h->file_size != f->file.size) return TABLE_TRUNCATED;
    bool sound = h->front_size >= w.at && h->front_size <= FRONT_MAX &&
                 h->front_size <= h->file_size && h->content <= PACKED_BOTH;
    return sound ? TABLE_OK : TABLE_DAMAGED;
}

static TableFault check_name(const PackedHeader *h, const Material *material, bool distances) {
    char name[MATERIAL_NAME_MAX] = {0};
    material_write(material->id, name);
    bool same = memcmp(name, h->name, sizeof name) == 0 && h->positions == material->positions &&
                distances == (h->content != PACKED_RESULTS);
    return same ? TABLE_OK : TABLE_MISNAMED;
}

static TableFault load_front(PackedFile *f, const PackedHeader *h) {
    f->front = malloc((size_t)h->front_size);
    if (!f->front) return TABLE_NO_MEMORY;
    if (!file_read_at(&f->file, 0, f->front, (size_t)h->front_size)) return TABLE_TRUNCATED;
    size_t checked = (size_t)h->front_size - CHECKSUM_START;
    return checksum32(f->front + CHECKSUM_START, checked) == h->checksum ? TABLE_OK : TABLE_DAMAGED;
}

/* Reads the coders and the directory, which ends the front. */
static TableFault read_codes(PackedFile *f, const uint8_t *at, const uint8_t *end) {
    bool results = f->content == PACKED_RESULTS;
    int contexts = results ? (int)RESULT_CONTEXTS : (int)DISTANCE_CONTEXTS;
    int symbols = results ? (int)RESULT_SYMBOLS : (int)DISTANCE_SYMBOLS;
    for (int part = 0; part < packed_part_count(f->content); part++)
        if (!symbol_coder_load(&at, end, contexts, symbols, &f->code[part]))
            return errno == ENOMEM ? TABLE_NO_MEMORY : TABLE_DAMAGED;
    size_t entries = (size_t)DIRECTORY_ENTRY_BYTES * f->chunks;
    if ((size_t)(end - at) != (size_t)packed_part_count(f->content) * entries) return TABLE_DAMAGED;
    for (int part = 0; part < packed_part_count(f->content); part++, at += entries) {
        f->directory[part] = at;
        f->loaded[part] = calloc(f->chunks, sizeof *f->loaded[part]);
        if (!f->loaded[part]) return TABLE_NO_MEMORY;
    }
    return TABLE_OK;
}

static TableFault read_front(PackedFile *f, const Material *material, bool distances) {
    PackedHeader h;
    size_t size;
    TableFault fault = read_header(f, &h, &size);
    if (fault == TABLE_OK) fault = load_front(f, &h);
    if (fault == TABLE_OK) fault = check_name(&h, material, distances);
    if (fault != TABLE_OK) return fault;
    f->content = (PackedContent)h.content;
    f->statistics = h.statistics;
    return read_codes(f, f->front + size, f->front + h.front_size);
}

TableFault packed_open(const char *path, const Material *material, bool distances,
                       PackedFile *out) {
    PackedFile f = {.blocks = block_count(material), .chunks = packed_chunk_count(material)};
    if (!file_open(path, &f.file))
        return errno == ENOENT || errno == ENOTDIR ? TABLE_MISSING : TABLE_UNREADABLE;
    TableFault fault = read_front(&f, material, distances);
    if (fault == TABLE_OK)
        *out = f;
    else
        packed_close(&f);
    return fault;
}

/* Stored instead of a chunk that could not be loaded, because it is damaged or memory ran out. */
static uint8_t *const CHUNK_DAMAGED = (uint8_t *)1;
static uint8_t *const CHUNK_NO_MEMORY = (uint8_t *)2;

static bool is_loaded(const uint8_t *chunk) {
    return chunk && chunk != CHUNK_DAMAGED && chunk != CHUNK_NO_MEMORY;
}

static uint8_t *loaded_chunk(const PackedFile *f, int part, uint32_t chunk) {
    return atomic_load_explicit(&f->loaded[part][chunk], memory_order_acquire);
}

bool packed_ran_out_of_memory(const PackedFile *file) {
    for (int part = 0; part < PACKED_PARTS; part++)
        for (uint32_t i = 0; file->loaded[part] && i < file->chunks; i++)
            if (loaded_chunk(file, part, i) == CHUNK_NO_MEMORY) return true;
    return false;
}

void packed_close(PackedFile *file) {
    for (int part = 0; part < PACKED_PARTS; part++) {
        for (uint32_t i = 0; file->loaded[part] && i < file->chunks; i++) {
            uint8_t *chunk = loaded_chunk(file, part, i);
            if (is_loaded(chunk)) free(chunk);
        }
        free(file->loaded[part]);
        file->loaded[part] = NULL;
        symbol_coder_free(&file->code[part]);
    }
    free(file->front);
    file->front = NULL;
    file_close(&file->file);
}

static uint32_t blocks_in(uint32_t blocks, uint32_t chunk) {
    uint32_t left = blocks - chunk * PACKED_CHUNK_BLOCKS;
    return left < PACKED_CHUNK_BLOCKS ? left : PACKED_CHUNK_BLOCKS;
}

/* A chunk ends where the next one begins, the last one of a part where the next part begins.
 * Returns 0 if the directory is invalid. */
static size_t chunk_size(const PackedFile *f, int part, uint32_t chunk, uint64_t *begin) {
    const uint8_t *entry = f->directory[part] + (size_t)chunk * DIRECTORY_ENTRY_BYTES;
    bool last = part + 1 == packed_part_count(f->content) && chunk + 1 == f->chunks;
    *begin = load_le(entry, 4);
    uint64_t end = last ? f->file.size : load_le(entry + DIRECTORY_ENTRY_BYTES, 4);
    bool sound = end <= f->file.size &&
                 *begin + (uint64_t)blocks_in(f->blocks, chunk) * BLOCK_LENGTH_BYTES <= end;
    return sound ? (size_t)(end - *begin) : 0;
}

/* Turns the lengths of the blocks into end offsets; false if they do not add up. */
static bool sum_lengths(const PackedFile *f, uint32_t chunk, const uint8_t *data, size_t size,
                        uint32_t *ends) {
    uint32_t blocks = blocks_in(f->blocks, chunk), end = blocks * BLOCK_LENGTH_BYTES;
    for (uint32_t i = 0; i < blocks; i++) {
        end += (uint32_t)load_le(data + i * BLOCK_LENGTH_BYTES, BLOCK_LENGTH_BYTES);
        ends[i] = end;
    }
    return end == size;
}

/* A loaded chunk: the end offsets of its blocks, then its bytes. */
enum { BLOCK_ENDS_BYTES = PACKED_CHUNK_BLOCKS * sizeof(uint32_t) };

/* Allocates and reads a chunk.  Returns CHUNK_DAMAGED or CHUNK_NO_MEMORY on failure. */
static uint8_t *load_chunk(const PackedFile *f, int part, uint32_t chunk) {
    uint64_t begin;
    size_t size = chunk_size(f, part, chunk, &begin);
    if (!size) return CHUNK_DAMAGED;
    uint8_t *chunk_bytes = malloc(BLOCK_ENDS_BYTES + size);
    if (!chunk_bytes) return CHUNK_NO_MEMORY;
    uint32_t sum =
        (uint32_t)load_le(f->directory[part] + (size_t)chunk * DIRECTORY_ENTRY_BYTES + 4, 4);
    if (file_read_at(&f->file, begin, chunk_bytes + BLOCK_ENDS_BYTES, size) &&
        checksum32(chunk_bytes + BLOCK_ENDS_BYTES, size) == sum &&
        sum_lengths(f, chunk, chunk_bytes + BLOCK_ENDS_BYTES, size,
                    (uint32_t *)(void *)chunk_bytes))
        return chunk_bytes;
    free(chunk_bytes);
    return CHUNK_DAMAGED;
}

/* The loaded chunk, or NULL.  If two threads load a chunk at once, the second copy is freed.
 * CHUNK_NO_MEMORY stays and is not retried, so that packed_ran_out_of_memory can report it. */
static const uint8_t *chunk_data(const PackedFile *f, int part, uint32_t chunk) {
    uint8_t *chunk_bytes = loaded_chunk(f, part, chunk);
    if (!chunk_bytes) {
        uint8_t *fresh = load_chunk(f, part, chunk);
        if (atomic_compare_exchange_strong(&f->loaded[part][chunk], &chunk_bytes, fresh))
            chunk_bytes = fresh;
        else if (is_loaded(fresh))
            free(fresh);
    }
    return is_loaded(chunk_bytes) ? chunk_bytes : NULL;
}

bool packed_block(const PackedFile *file, int part, uint64_t block, RangeBlock *out) {
    uint32_t chunk = (uint32_t)(block / PACKED_CHUNK_BLOCKS), i = block % PACKED_CHUNK_BLOCKS;
    const uint8_t *chunk_bytes = chunk_data(file, part, chunk);
    if (!chunk_bytes) return false;
    const uint32_t *ends = (const uint32_t *)(const void *)chunk_bytes;
    uint32_t begin = i ? ends[i - 1] : blocks_in(file->blocks, chunk) * BLOCK_LENGTH_BYTES;
    *out = (RangeBlock){chunk_bytes + BLOCK_ENDS_BYTES + begin, ends[i] - begin};
    return true;
}

TableFault packed_verify(const PackedFile *file) {
    for (int part = 0; part < packed_part_count(file->content); part++)
        for (uint32_t i = 0; i < file->chunks; i++) {
            uint8_t *chunk = load_chunk(file, part, i);
            if (chunk == CHUNK_NO_MEMORY) return TABLE_NO_MEMORY;
            if (chunk == CHUNK_DAMAGED) return TABLE_DAMAGED;
            free(chunk);
        }
    return TABLE_OK;
}

// --- writing ---

/* Appends the directory; `at` is the offset of the first chunk. */
static bool put_directory(const PackedOutput *output, uint64_t at, Text *front) {
    for (int part = 0; part < packed_part_count(output->content); part++)
        for (uint32_t i = 0; i < packed_chunk_count(output->material); i++) {
            const PackedChunk *chunk = &output->chunk[part][i];
            uint8_t entry[DIRECTORY_ENTRY_BYTES];
            store_le(entry, 4, at);
            store_le(entry + 4, 4, checksum32(chunk->data, chunk->size));
            text_bytes(front, (const char *)entry, sizeof entry);
            at += chunk->size;
        }
    return at <= UINT32_MAX;
}

static uint64_t chunks_size(const PackedOutput *output) {
    uint64_t size = 0;
    for (int part = 0; part < packed_part_count(output->content); part++)
        for (uint32_t i = 0; i < packed_chunk_count(output->material); i++)
            size += output->chunk[part][i].size;
    return size;
}

/* Makes header, coders and directory. */
static bool make_front(const PackedOutput *output, PackedHeader *h, Text *front) {
    uint8_t bytes[HEADER_MAX];
    HeaderStream measure = {.write = bytes, .size = sizeof bytes};
    stream_header(&measure, h);
    text_bytes(front, (const char *)bytes, measure.at);
    for (int part = 0; part < packed_part_count(output->content); part++)
        symbol_coder_store(output->code[part], front);
    size_t entries =
        (size_t)packed_part_count(output->content) * packed_chunk_count(output->material);
    h->front_size = front->used + entries * DIRECTORY_ENTRY_BYTES;
    h->file_size = h->front_size + chunks_size(output);
    if (!put_directory(output, h->front_size, front) || front->failed) return false;
    for (int pass = 0; pass < 2; pass++) { // the second one writes the checksum
        HeaderStream w = {.write = (uint8_t *)front->data, .size = measure.at};
        stream_header(&w, h);
        h->checksum =
            checksum32((const uint8_t *)front->data + CHECKSUM_START, front->used - CHECKSUM_START);
    }
    return true;
}

static bool write_parts(const char *path, const PackedOutput *output, const Text *front) {
    AtomicFile *file = atomic_file_new(path);
    if (!file) return false;
    atomic_file_write(file, front->data, front->used);
    for (int part = 0; part < packed_part_count(output->content); part++)
        for (uint32_t i = 0; i < packed_chunk_count(output->material); i++)
            atomic_file_write(file, output->chunk[part][i].data, output->chunk[part][i].size);
    return atomic_file_commit(file);
}

bool packed_write(const char *path, const PackedOutput *output) {
    PackedHeader h = {.version = VERSION,
                      .content = output->content,
                      .positions = output->material->positions,
                      .statistics = *output->statistics};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    material_write(output->material->id, h.name);
    Text front = text_growing();
    bool ok = make_front(output, &h, &front);
    if (ok)
        ok = write_parts(path, output, &front);
    else
        errno = ENOMEM;
    text_free(&front);
    return ok;
}
