// SPDX-License-Identifier: MIT
#include "support/random_game.h"

#include "notation/text/fen.h"
#include "rules/registry.h"

#include <assert.h>
#include <stdlib.h>

/* The nth free square of a side's first rank. */
static int free_file(const Role rank[8], int n) {
    for (int file = 0; file < 8; file++)
        if (rank[file] == NO_ROLE && n-- == 0) return file;
    abort();
}

/* Bishops on squares of different colours, the king between the rooks. */
static void shuffle_rank(Rng *rng, Role rank[8]) {
    for (int file = 0; file < 8; file++) rank[file] = NO_ROLE;
    rank[2 * rng_below(rng, 4)] = BISHOP;
    rank[2 * rng_below(rng, 4) + 1] = BISHOP;
    rank[free_file(rank, (int)rng_below(rng, 6))] = QUEEN;
    rank[free_file(rank, (int)rng_below(rng, 5))] = KNIGHT;
    rank[free_file(rank, (int)rng_below(rng, 4))] = KNIGHT;
    rank[free_file(rank, 0)] = ROOK;
    rank[free_file(rank, 0)] = KING;
    rank[free_file(rank, 0)] = ROOK;
}

static Setup shuffled_setup(Rng *rng) {
    Setup setup = setup_empty();
    Role rank[8];
    shuffle_rank(rng, rank);
    bool differ = rng_below(rng, 2);
    for (Color c = WHITE; c <= BLACK; c++) {
        if (c == BLACK && differ) shuffle_rank(rng, rank);
        for (int file = 0; file < 8; file++) {
            Square s = relative_square(c, file);
            setup.piece[s] = piece_of(c, rank[file]);
            setup.piece[s + forward_of(c)] = piece_of(c, PAWN);
            if (rank[file] == ROOK) setup.castling |= bit(s);
        }
    }
    return setup;
}

Position random_start(Rng *rng, RandomKind kind) {
    if (kind == RANDOM_CHESS) return position_start(&STANDARD_CHESS);
    if (kind == RANDOM_RACING_KINGS) return position_start(&RACING_KINGS);
    Setup setup = shuffled_setup(rng);
    Position pos;
    if (position_from_setup(&setup, &STANDARD_CHESS, &pos)) abort();
    return pos;
}

Move random_move(const Position *pos, Rng *rng) {
    MoveList list;
    position_legal_moves(pos, &list);
    if (list.count == 0) return NO_MOVE;
    Move move = NO_MOVE;
    for (int tries = 0; tries < 2; tries++) {
        move = list.items[rng_below(rng, (uint32_t)list.count)];
        if (position_is_capture(pos, move) || move_kind(move) != MOVE_PLAIN) break;
    }
    return move;
}

bool random_step(Position *pos, Rng *rng) {
    if (position_outcome(pos).reason != OUTCOME_ONGOING) return false;
    position_play(pos, random_move(pos, rng));
    return true;
}

void random_games(uint64_t seed, int games, int plies, PositionVisitor *visit, void *context) {
    Rng rng = rng_seeded(seed);
    for (int game = 0; game < games; game++) {
        Position pos = random_start(&rng, (RandomKind)(game % RANDOM_KINDS));
        visit(&pos, context);
        for (int ply = 0; ply < plies && random_step(&pos, &rng); ply++) visit(&pos, context);
    }
}

int random_effort(int full) {
    return getenv("ROEK_TEST_QUICK") ? (full + 9) / 10 : full;
}
