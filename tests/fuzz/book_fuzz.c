// SPDX-License-Identifier: MIT
//
// Any bytes as an opening book; some records get the key of a position.  Only legal moves may be
// returned.
#include "fuzz/fuzz_file.h"

#include "base/codec/endian.h"
#include "play/players/book.h"

enum { RECORD = 16, BOOK_MAX = 4096 };

static void set_key(uint8_t *record, uint64_t key) {
    for (int i = 0; i < 8; i++) record[i] = (uint8_t)(key >> (56 - 8 * i));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[BOOK_MAX];
    Position pos = fuzz_position(&data, &size);
    if (size > BOOK_MAX) size = BOOK_MAX;
    memcpy(bytes, data, size);
    for (size_t at = 0; at + RECORD <= size; at += RECORD)
        if (bytes[at] & 1) set_key(bytes + at, polyglot_key(&pos));
    Book *book = book_open(fuzz_file(bytes, size));
    fuzz_assert(!book || book_size(book) * RECORD == size);
    if (!book) return 0;
    BookMove moves[MOVES_MAX];
    int count = book_moves(book, &pos, moves);
    for (int i = 0; i < count; i++)
        fuzz_assert(position_is_legal(&pos, moves[i].move) && moves[i].weight >= 0);
    Rng rng = rng_seeded(size);
    Move move = book_choose(book, &pos, &rng);
    fuzz_assert(move == NO_MOVE || position_is_legal(&pos, move));
    book_free(book);
    return 0;
}
