// SPDX-License-Identifier: MIT
//
// Any bytes as a solved ending: refused with a reason, or answering with what its checksums cover.
#include "fuzz/fuzz_file.h"

#include "roek/solve/ending.h"
#include "roek/solve/table_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = fuzz_file(data, size);
    int id = ending_read("KvK");
    Table table;
    uint8_t value;
    TableFault fault = table_open(path, id, &table);
    fuzz_assert(table_fault_text(fault)[0] != '?');
    if (fault != TABLE_OK) return 0;
    for (uint64_t i = 0; i < table.ending.positions; i += 7)
        for (Color c = WHITE; c <= BLACK; c++) (void)table_read(&table, c, i, &value);
    (void)table_verify(&table);
    table_close(&table);
    return 0;
}
