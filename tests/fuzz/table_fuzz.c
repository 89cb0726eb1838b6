// SPDX-License-Identifier: MIT
//
// Any bytes as a file of a solved ending: refused with a reason, or answering with what its
// checksums cover.
#include "fuzz/fuzz_file.h"

#include "roek/solve/packed_file.h"

static void read_blocks(const PackedFile *file, const Ending *ending) {
    PlaneShape shape = plane_shape(ending);
    BlockShape block = block_shape(ending, &shape, 0, (int)ending->positions);
    static BlockResults results;
    uint8_t values[BLOCK_NUMBERS];
    RangePiece piece;
    for (int part = 0; part < packed_parts(file->content); part++) {
        if (!packed_block(file, part, 0, &piece)) continue;
        RangeReader r = rangereader_of_piece(piece);
        if (file->content == PACKED_RESULTS)
            (void)results_read(&block, &file->code[part], &r, &results);
        else
            (void)distances_read(&block, &results, WHITE, &file->code[part], &r, values);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = fuzz_file(data, size);
    Ending ending = ending_of(ending_read("KvK"));
    for (int distances = 0; distances < 2; distances++) {
        PackedFile file;
        TableFault fault = packed_open(path, &ending, distances, &file);
        fuzz_assert(table_fault_text(fault)[0] != '?');
        if (fault != TABLE_OK) continue;
        read_blocks(&file, &ending);
        (void)packed_verify(&file);
        packed_close(&file);
    }
    return 0;
}
