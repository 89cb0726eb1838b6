// SPDX-License-Identifier: MIT
//
// Race tables with some bytes changed and all checksums corrected: rejected with a reason, or read
// to the end without harm.  The tables are built at the start, because stored ones might be of an
// older format.
#include "fuzz/fuzz_file.h"

#include "base/codec/checksum.h"
#include "base/codec/endian.h"
#include "base/file/file.h"
#include "solve/race_tables/rk_tablebase.h"
#include "support/folder.h"

enum { ENDINGS = 2, FILES = 2, FILE_MAX = 4096 };
static const char *const NAME[ENDINGS] = {"KvK", "KvKN"};
static const char *const SUFFIX[FILES] = {TABLE_SUFFIX, DISTANCES_SUFFIX};

typedef struct {
    uint8_t bytes[FILE_MAX];
    size_t size;
} Image;

/* Reads a file and removes it. */
static void take_file(const char *folder, int id, const char *suffix, Image *out) {
    char path[256];
    FileContents view;
    fuzz_assert(table_path(folder, id, suffix, path, sizeof path) && file_load(path, &view));
    fuzz_assert(view.size <= FILE_MAX);
    memcpy(out->bytes, view.data, view.size);
    out->size = view.size;
    file_contents_free(&view);
    fuzz_assert(unlink(path) == 0);
}

static void build(Image images[ENDINGS][FILES]) {
    char folder[] = "/tmp/roek_fuzz_XXXXXX";
    int wanted[ENDINGS], plan[MATERIAL_COUNT];
    for (int i = 0; i < ENDINGS; i++) wanted[i] = material_read(NAME[i]);
    fuzz_assert(make_folder(folder));
    TableBuildOptions build = {.folder = folder,
                               .endings = plan,
                               .ending_count = rk_tablebase_build_order(wanted, ENDINGS, plan),
                               .threads = 1};
    fuzz_assert(rk_tablebase_build(&build) == BUILD_OK);
    for (int i = 0; i < ENDINGS; i++)
        for (int k = 0; k < FILES; k++) take_file(folder, wanted[i], SUFFIX[k], &images[i][k]);
    fuzz_assert(remove_folder(folder));
}

/* Offsets in a file (packed_file.h). */
enum { CHECK = 12, FRONT = 16, SIZE = 20, CONTENT = 28 + MATERIAL_NAME_MAX, ENTRY = 8 };

/* Corrects the checksums in a directory, for the chunks that exist. */
static void sign_chunks(Image *image, size_t directory, size_t entries) {
    for (size_t i = 0; i < entries; i++) {
        uint8_t *entry = image->bytes + directory + i * ENTRY;
        uint64_t begin = load_le(entry, 4);
        uint64_t end = i + 1 < entries ? load_le(entry + ENTRY, 4) : image->size;
        if (begin <= end && end <= image->size)
            store_le(entry + 4, 4, checksum32(image->bytes + begin, end - begin));
    }
}

static void sign(Image *image, const Material *material) {
    if (image->size <= CONTENT) return;
    size_t front = load_le(image->bytes + FRONT, 4);
    size_t entries =
        (image->bytes[CONTENT] == PACKED_BOTH ? 2u : 1u) * packed_chunk_count(material);
    store_le(image->bytes + SIZE, 8, image->size);
    if (front > image->size || front < CONTENT + entries * ENTRY) return;
    sign_chunks(image, front - entries * ENTRY, entries);
    store_le(image->bytes + CHECK, 4, checksum32(image->bytes + FRONT, front - FRONT));
}

/* Changes bytes: three bytes of `data` give a position and a value. */
static void change(Image images[FILES], const uint8_t *data, size_t size) {
    for (; size >= 3; data += 3, size -= 3) {
        uint64_t place = load_le(data, 2);
        Image *image = &images[place & 1];
        if (image->size) image->bytes[place / 2 % image->size] = data[2];
    }
}

/* Reads some positions, or all of them if they are few. */
static void read_table(const RaceTable *table) {
    TableBlock block = {.table = NULL};
    RaceSolution solution;
    uint64_t step = table->material.positions / 24 + 1;
    for (uint64_t index = 0; index < table->material.positions + step; index += step) {
        TableResult result = TABLE_DRAW;
        uint8_t value;
        Color turn = (Color)(index & 1);
        if (table_read_result(&block, table, turn, index, &result))
            fuzz_assert(result >= TABLE_LOSS && result <= TABLE_WIN);
        (void)table_read_value(&block, table, turn, index, &value);
    }
    (void)table_verify(table);
    bool small = table->material.positions <= BLOCK_NUMBERS;
    if (small && table_unpack(table, &solution) == TABLE_OK) race_solution_free(&solution);
}

/* Makes the boards of the examples in the statistics, as `roek tables` does. */
static void look_at_examples(const RaceTable *table) {
    const TableStatistics *s = table_statistics(table);
    Board b;
    for (Color c = WHITE; c <= BLACK; c++)
        for (int r = 0; r < 3; r++)
            (void)material_board(&table->material, s->of[c][r].longest_at, c, &b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Image built[ENDINGS][FILES];
    Image images[FILES];
    if (!built[0][0].size) build(built);
    if (size < 3) return 0;
    memcpy(images, built[data[0] % ENDINGS], sizeof images);
    RaceTable table = {.material = material_of(material_read(NAME[data[0] % ENDINGS]))};
    change(images, data + 3, size - 3);
    for (int k = 0; k < FILES; k++) { // and truncated
        images[k].size -= images[k].size < data[1 + k] ? images[k].size : data[1 + k];
        sign(&images[k], &table.material);
    }
    table.shape = placement_shape(&table.material);
    const char *results = fuzz_file_in(0, images[0].bytes, images[0].size);
    const char *distances = fuzz_file_in(1, images[1].bytes, images[1].size);
    TableFault fault = packed_open(results, &table.material, false, &table.results);
    fuzz_assert(table_fault_text(fault)[0] != '?');
    if (fault != TABLE_OK) return 0;
    table.distances_fault = packed_open(distances, &table.material, true, &table.distances);
    read_table(&table);
    look_at_examples(&table);
    table_close(&table);
    return 0;
}
