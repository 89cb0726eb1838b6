// SPDX-License-Identifier: MIT
//
// Any bytes as a set-up: in an accepted position, moves can be listed, counted and played.
#include "core/position.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *at, *end;
} FuzzBytes;

static uint8_t next_byte(FuzzBytes *bytes) {
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

/* Mostly empty squares, so that armies stay small enough to be accepted; kings come last. */
static Setup read_setup(FuzzBytes *bytes) {
    Setup setup = setup_empty();
    uint8_t flags = next_byte(bytes);
    setup.turn = flags & 1 ? BLACK : WHITE;
    int pieces = next_byte(bytes) % 32;
    for (int i = 0; i < pieces; i++) {
        uint8_t piece = next_byte(bytes);
        setup.piece[next_byte(bytes) % 64] = piece_of(piece & 1, (Role)(piece / 2 % 6));
    }
    setup.piece[next_byte(bytes) % 64] = piece_of(WHITE, KING);
    setup.piece[next_byte(bytes) % 64] = piece_of(BLACK, KING);
    if (flags & 2) setup.ep = next_byte(bytes) % 64;
    if (flags & 4) setup.castling = (Bitboard)next_byte(bytes) | (Bitboard)next_byte(bytes) << 56;
    setup.halfmove = next_byte(bytes);
    return setup;
}

static void play_on(Position *pos, FuzzBytes *bytes) {
    for (int ply = 0; ply < 64; ply++) {
        MoveList list;
        position_legal_moves(pos, &list);
        if (list.count != pos->rules->count_moves(&pos->board)) abort();
        position_outcome(pos);
        if (list.count == 0) return;
        position_play(pos, list.items[next_byte(bytes) % list.count]);
        if (pos->key != position_compute_key(pos)) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzBytes bytes = {data, data + size};
    Setup setup = read_setup(&bytes);
    for (int game = 0; rules_at(game); game++) {
        Position pos;
        if (position_from_setup(&setup, rules_at(game), &pos) == 0) play_on(&pos, &bytes);
    }
    return 0;
}
