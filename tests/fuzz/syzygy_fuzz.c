// SPDX-License-Identifier: MIT
//
// A Syzygy table with some bytes changed: rejected, or it gives possible WDL and DTZ values.  The
// first byte selects the table, the second how much is cut off; then three bytes each give a
// position and a value.
#include "fuzz/fuzz_file.h"

#include "base/codec/endian.h"
#include "base/file/file.h"
#include "base/rng.h"
#include "solve/syzygy/syzygy_table.h"

enum { TABLES = 4, POSITIONS = 20 };
static const char *const NAME[TABLES] = {"KRvK", "KPvK", "KPvKP", "KBvK"};
static const char *const SUFFIX[SYZYGY_KINDS] = {".rtbw", ".rtbz"};

static FileContents whole(int table, SyzygyKind kind) {
    static FileContents view[TABLES][SYZYGY_KINDS];
    char path[64];
    snprintf(path, sizeof path, "tests/data/syzygy/%s%s", NAME[table], SUFFIX[kind]);
    if (!view[table][kind].data) fuzz_assert(file_load(path, &view[table][kind]));
    return view[table][kind];
}

/* Half of all changes are in the header, where most of the structure is. */
static void change(uint8_t *bytes, size_t size, const uint8_t *data, size_t left) {
    for (; left >= 3 && size > 0; data += 3, left -= 3) {
        size_t place = (size_t)load_le(data, 2), reach = place & 1 && size > 256 ? 256 : size;
        bytes[place / 2 * (reach == size ? size / 32768 + 1 : 1) % reach] = data[2];
    }
}

/* Puts the pieces of the table on random squares; the position may be illegal. */
static Board scattered(const SyzygyMaterial *m, Rng *rng) {
    Board b = {.ep = NO_SQUARE, .turn = (uint8_t)rng_below(rng, 2)};
    for (Color c = WHITE; c <= BLACK; c++)
        for (Role r = PAWN; r <= KING; r++)
            for (int i = 0; i < m->count[c][r]; i++) {
                Bitboard left = ~board_occupied(&b) & (r == PAWN ? ~(RANK_1 | RANK_8) : ~0ull);
                for (uint32_t n = rng_below(rng, (uint32_t)popcount(left)); n > 0; n--)
                    left &= left - 1;
                b.color[c] |= bit(first_square(left));
                b.role[r] |= bit(first_square(left));
            }
    return b;
}

static void ask(const SyzygyTable *table, SyzygyKind kind, const SyzygyMaterial *m) {
    Rng rng = rng_seeded(1);
    for (int i = 0; i < POSITIONS; i++) {
        Board board = scattered(m, &rng);
        SyzygyView view = {&board, false};
        SyzygyWdl result = i & 1 ? SYZYGY_WIN : SYZYGY_LOSS;
        int plies = 1;
        SyzygyStatus answer = kind == SYZYGY_WDL ? syzygy_table_wdl(table, view, &result)
                                                 : syzygy_table_dtz(table, view, result, &plies);
        if (answer != SYZYGY_FOUND) continue;
        fuzz_assert(result >= SYZYGY_LOSS && result <= SYZYGY_WIN && plies > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static SyzygyIndexTables index_tables;
    static atomic_llong cache_budget = 1 << 20;
    if (!index_tables.leads[1][0]) syzygy_index_tables_init(&index_tables);
    if (size < 2) return 0;
    int which = data[0] / 2 % TABLES;
    SyzygyKind kind = (SyzygyKind)(data[0] & 1);
    FileContents view = whole(which, kind);
    uint8_t *bytes = malloc(view.size);
    fuzz_assert(bytes != NULL);
    memcpy(bytes, view.data, view.size);
    size_t left = view.size - (view.size < data[1] ? view.size : data[1]);
    change(bytes, left, data + 2, size - 2);
    SyzygyMaterial material;
    fuzz_assert(syzygy_read_material(NAME[which], strlen(NAME[which]), &material));
    SyzygyTable *table =
        syzygy_table_open(fuzz_file(bytes, left), kind, &material, &index_tables, &cache_budget);
    if (table) ask(table, kind, &material);
    syzygy_table_free(table);
    free(bytes);
    fuzz_assert(atomic_load(&cache_budget) == 1 << 20);
    return 0;
}
