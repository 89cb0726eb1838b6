// SPDX-License-Identifier: MIT
//
// Compression of a solution.  Threads process all chunks twice, first to count the symbols and then
// to encode them.  The bytes do not depend on the number of threads.
#include "solve/race_tables/table_file.h"

#include "base/codec/endian.h"
#include "base/thread/thread.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULT_COUNTS = RESULT_CONTEXTS * RESULT_SYMBOLS,
    DISTANCE_COUNTS = DISTANCE_CONTEXTS * DISTANCE_SYMBOLS,
    STREAMS = 3,          // results, White's distances, Black's
    BOTH_SIDES_UP_TO = 4, // men: larger materials keep the distances of one side
    SAMPLE = 16,          // one of so many chunks is counted to choose that side
};

/* How often each symbol occurs. */
typedef struct {
    uint32_t results[RESULT_COUNTS];
    uint32_t distances[2][DISTANCE_COUNTS];
} SymbolCounts;

typedef struct TablePacker {
    const RaceSolution *solution;
    PlacementShape shape;
    PackedContent sides;  // sides to move whose distances are stored
    SymbolCounts *counts; // one for each worker
    SymbolCoder code[STREAMS];
    PackedChunk *chunk[STREAMS]; // NULL: not stored
    void (*work)(struct TablePacker *p, int worker, uint32_t chunk);
    atomic_uint next_chunk;
    atomic_bool failed;
} TablePacker;

// --- work on chunks ---

static void chunk_worker(void *context, int worker) {
    TablePacker *p = context;
    uint32_t chunks = packed_chunk_count(&p->solution->material);
    for (;;) {
        uint32_t chunk = atomic_fetch_add(&p->next_chunk, 1);
        if (chunk >= chunks || atomic_load(&p->failed)) return;
        p->work(p, worker, chunk);
    }
}

static void run_on_chunks(TablePacker *p, int threads,
                          void (*work)(TablePacker *p, int worker, uint32_t chunk)) {
    p->work = work;
    atomic_store(&p->next_chunk, 0);
    threads_run(threads, chunk_worker, p);
}

/* The first index of a chunk, and the end of its indices. */
static uint64_t chunk_begin(uint32_t chunk) {
    return (uint64_t)chunk * PACKED_CHUNK_BLOCKS * BLOCK_NUMBERS;
}
static uint64_t chunk_end(const TablePacker *p, uint32_t chunk) {
    uint64_t end = chunk_begin(chunk + 1), positions = p->solution->material.positions;
    return end < positions ? end : positions;
}

/* A block with its values. */
typedef struct {
    BlockShape shape;
    BlockResults results;
    const uint8_t *value[2];
} PackBlock;

static void take_block(const TablePacker *p, uint64_t first, uint64_t end, PackBlock *out) {
    int count = end - first < BLOCK_NUMBERS ? (int)(end - first) : BLOCK_NUMBERS;
    out->shape = block_shape(&p->solution->material, &p->shape, first, count);
    for (Color c = WHITE; c <= BLACK; c++) out->value[c] = p->solution->value[c] + first;
    block_set_results(&out->shape, out->value, &out->results);
}

// --- counting ---

static bool has_side(PackedContent sides, Color turn) {
    return (sides & (turn == WHITE ? PACKED_WHITE : PACKED_BLACK)) != 0;
}

static void count_chunk(TablePacker *p, int worker, uint32_t chunk) {
    SymbolCounts *counts = &p->counts[worker];
    uint64_t end = chunk_end(p, chunk);
    for (uint64_t first = chunk_begin(chunk); first < end; first += BLOCK_NUMBERS) {
        PackBlock b;
        take_block(p, first, end, &b);
        block_results_count(&b.shape, &b.results, counts->results);
        for (Color c = WHITE; c <= BLACK; c++)
            if (has_side(p->sides, c))
                block_distances_count(&b.shape, &b.results, c, b.value[c], counts->distances[c]);
    }
}

static void count_sample(TablePacker *p, int worker, uint32_t chunk) {
    if (chunk % SAMPLE == 0) count_chunk(p, worker, chunk);
}

static void add_counts(SymbolCounts *to, const SymbolCounts *from) {
    for (int i = 0; i < RESULT_COUNTS; i++) to->results[i] += from->results[i];
    for (int c = WHITE; c <= BLACK; c++)
        for (int i = 0; i < DISTANCE_COUNTS; i++) to->distances[c][i] += from->distances[c][i];
}

/* Counts with all workers and adds the counts up in the first one. */
static const SymbolCounts *count_all(TablePacker *p, int threads,
                                     void (*work)(TablePacker *p, int worker, uint32_t chunk)) {
    memset(p->counts, 0, (size_t)threads * sizeof *p->counts);
    run_on_chunks(p, threads, work);
    for (int i = 1; i < threads; i++) add_counts(&p->counts[0], &p->counts[i]);
    return &p->counts[0];
}

/* The entropy of these counts, in bits. */
static double bits_of(const uint32_t *count, int contexts, int symbols) {
    double bits = 0;
    for (int c = 0; c < contexts; c++, count += symbols) {
        double all = 0;
        for (int s = 0; s < symbols; s++) all += count[s];
        for (int s = 0; s < symbols; s++)
            if (count[s]) bits += count[s] * log2(all / count[s]);
    }
    return bits;
}

/* Chooses whose distances to store: both, or of large materials the side that needs fewer bits. */
static void choose_sides(TablePacker *p, int threads) {
    p->sides = PACKED_BOTH;
    if (p->solution->material.men <= BOTH_SIDES_UP_TO) return;
    const SymbolCounts *counts = count_all(p, threads, count_sample);
    double bits[2];
    for (Color c = WHITE; c <= BLACK; c++)
        bits[c] = bits_of(counts->distances[c], DISTANCE_CONTEXTS, DISTANCE_SYMBOLS);
    p->sides = bits[WHITE] < bits[BLACK] ? PACKED_WHITE : PACKED_BLACK;
}

/* Makes the coders; false if memory is short. */
static bool make_codes(TablePacker *p, int threads) {
    const SymbolCounts *all = count_all(p, threads, count_chunk);
    bool ok = symbol_coder_init(all->results, RESULT_CONTEXTS, RESULT_SYMBOLS, &p->code[0]);
    for (Color c = WHITE; c <= BLACK && ok; c++)
        if (has_side(p->sides, c))
            ok = symbol_coder_init(all->distances[c], DISTANCE_CONTEXTS, DISTANCE_SYMBOLS,
                                   &p->code[1 + c]);
    return ok;
}

// --- writing ---

/* A chunk under construction; it begins with the lengths of its blocks. */
typedef struct {
    Text bytes;
    uint32_t blocks;
} ChunkWriter;

static ChunkWriter chunk_of_blocks(uint32_t blocks) {
    ChunkWriter g = {.bytes = text_growing()};
    for (uint32_t i = 0; i < blocks; i++) text_bytes(&g.bytes, "\0\0", 2);
    return g;
}

static void add_block(ChunkWriter *g, RangeBlock piece) {
    if (piece.size > UINT16_MAX || !piece.data) g->bytes.failed = true;
    text_bytes(&g->bytes, (const char *)piece.data, piece.size);
    if (g->bytes.failed) return;
    store_le((uint8_t *)g->bytes.data + 2 * (size_t)g->blocks++, 2, piece.size);
}

static void pack_block(const TablePacker *p, PackBlock *b, int stream, RangeEncoder *w) {
    if (stream == 0)
        block_results_write(&b->shape, &b->results, &p->code[0], w);
    else
        block_distances_write(&b->shape, &b->results, (Color)(stream - 1), b->value[stream - 1],
                              &p->code[stream], w);
}

static void write_chunk(TablePacker *p, int worker, uint32_t chunk) {
    (void)worker;
    uint64_t begin = chunk_begin(chunk), end = chunk_end(p, chunk);
    RangeEncoder w = range_encoder_new();
    ChunkWriter writers[STREAMS];
    for (int s = 0; s < STREAMS; s++)
        writers[s] = chunk_of_blocks((uint32_t)((end - begin + BLOCK_NUMBERS - 1) / BLOCK_NUMBERS));
    for (uint64_t first = begin; first < end; first += BLOCK_NUMBERS) {
        PackBlock b;
        take_block(p, first, end, &b);
        for (int s = 0; s < STREAMS; s++) {
            if (!p->chunk[s]) continue;
            range_encoder_begin_block(&w);
            pack_block(p, &b, s, &w);
            add_block(&writers[s], range_encoder_end_block(&w));
        }
    }
    for (int s = 0; s < STREAMS; s++) {
        if (writers[s].bytes.failed) atomic_store(&p->failed, true);
        if (p->chunk[s] && !writers[s].bytes.failed)
            p->chunk[s][chunk] =
                (PackedChunk){(uint8_t *)writers[s].bytes.data, writers[s].bytes.used};
        else
            text_free(&writers[s].bytes);
    }
    range_encoder_free(&w);
}

static bool pack(TablePacker *p, int threads) {
    for (int s = 0; s < STREAMS; s++) {
        if (s > 0 && !has_side(p->sides, (Color)(s - 1))) continue;
        p->chunk[s] = calloc(packed_chunk_count(&p->solution->material), sizeof *p->chunk[s]);
        if (!p->chunk[s]) return false;
    }
    run_on_chunks(p, threads, write_chunk);
    return !atomic_load(&p->failed);
}

static bool write_files(const TablePacker *p, const char *folder,
                        const TableStatistics *statistics) {
    char path[PATH_MAX], distances_path[PATH_MAX];
    int id = p->solution->material.id, first = p->sides == PACKED_BLACK ? 2 : 1;
    errno = ENAMETOOLONG;
    if (!table_path(folder, id, TABLE_SUFFIX, path, sizeof path) ||
        !table_path(folder, id, DISTANCES_SUFFIX, distances_path, sizeof distances_path))
        return false;
    PackedOutput results = {.material = &p->solution->material,
                            .content = PACKED_RESULTS,
                            .statistics = statistics,
                            .code = {&p->code[0]},
                            .chunk = {p->chunk[0]}};
    PackedOutput distances = {.material = &p->solution->material,
                              .content = p->sides,
                              .statistics = statistics,
                              .code = {&p->code[first], &p->code[2]},
                              .chunk = {p->chunk[first], p->chunk[2]}};
    return packed_write(distances_path, &distances) && packed_write(path, &results);
}

static void release(TablePacker *p) {
    for (int s = 0; s < STREAMS; s++) {
        for (uint32_t i = 0; p->chunk[s] && i < packed_chunk_count(&p->solution->material); i++)
            free(p->chunk[s][i].data);
        free(p->chunk[s]);
        symbol_coder_free(&p->code[s]);
    }
    free(p->counts);
}

bool table_write(const char *folder, const RaceSolution *solution,
                 const TableStatistics *statistics, int threads) {
    TablePacker p = {.solution = solution, .shape = placement_shape(&solution->material)};
    threads = threads > 1 ? threads : 1;
    p.counts = calloc((size_t)threads, sizeof *p.counts);
    if (p.counts) choose_sides(&p, threads);
    bool packed = p.counts && make_codes(&p, threads) && pack(&p, threads);
    bool ok = packed && write_files(&p, folder, statistics);
    int reason = packed ? errno : ENOMEM;
    release(&p);
    errno = reason;
    return ok;
}
