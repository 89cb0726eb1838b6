// SPDX-License-Identifier: MIT
//
// Instantiates the generator for one variant (used in src/rules): functions with the signatures of
// Rules, each with an instance per colour that is chosen by the side to move.
#ifndef CORE_MOVEGEN_INSTANCES_H
#define CORE_MOVEGEN_INSTANCES_H

#include "core/count_moves.h"

ROEK_INLINE uint64_t perft_below(const Board *b, Traits t, Color us, int depth,
                                 PerftCounters next) {
    GenerateOptions options = {t, us, PURPOSE_PERFT, GENERATE_ALL, ~0ull};
    MoveSink sink = {.board = b, .depth = depth, .next = next};
    generate_moves(b, &options, &sink);
    return sink.count;
}

// clang-format off
#define ROEK_INSTANTIATE_RULES(TRAITS)                                                          \
    static uint64_t count_white(const Board *b);                                                \
    static uint64_t count_black(const Board *b);                                                \
    static uint64_t perft_white(const Board *b, int depth);                                     \
    static uint64_t perft_black(const Board *b, int depth);                                     \
    ROEK_NOINLINE uint64_t count_white(const Board *b) {                                        \
        return count_legal_moves(b, TRAITS, WHITE);                                             \
    }                                                                                           \
    ROEK_NOINLINE uint64_t count_black(const Board *b) {                                        \
        return count_legal_moves(b, TRAITS, BLACK);                                             \
    }                                                                                           \
    ROEK_NOINLINE uint64_t perft_white(const Board *b, int depth) {                             \
        return perft_below(b, TRAITS, WHITE, depth, (PerftCounters){count_black, perft_black});      \
    }                                                                                           \
    ROEK_NOINLINE uint64_t perft_black(const Board *b, int depth) {                             \
        return perft_below(b, TRAITS, BLACK, depth, (PerftCounters){count_white, perft_white});      \
    }                                                                                           \
    static int rules_count_moves(const Board *b) {                                              \
        return (int)(b->turn == WHITE ? count_white(b) : count_black(b));                       \
    }                                                                                           \
    static uint64_t rules_perft(const Board *b, int depth) {                                    \
        if (depth == 1) return (uint64_t)rules_count_moves(b);                                  \
        return b->turn == WHITE ? perft_white(b, depth) : perft_black(b, depth);                \
    }                                                                                           \
    ROEK_NOINLINE void rules_list(const Board *b, GenerateKind kind, Bitboard movers,           \
                                  MoveList *out) {                                              \
        out->count = 0;                                                                         \
        if (b->turn == WHITE)                                                                   \
            generate_list(b, TRAITS, WHITE, kind, movers, out);                                 \
        else                                                                                    \
            generate_list(b, TRAITS, BLACK, kind, movers, out);                                 \
    }                                                                                           \
    static void rules_legal_moves(const Board *b, GenerateKind kind, MoveList *out) {           \
        rules_list(b, kind, ~0ull, out);                                                        \
    }                                                                                           \
    static bool rules_is_legal(const Board *b, Move move) {                                     \
        MoveList list;                                                                          \
        rules_list(b, GENERATE_ALL, bit(move_from(move)), &list);                               \
        return movelist_has(&list, move);                                                       \
    }
/* The rows of a Rules object that follow from the traits, written {.pawns = true, …}. */
#define ROEK_GENERATED_RULES(...)                                                               \
    .traits = __VA_ARGS__, .legal_moves = rules_legal_moves, .count_moves = rules_count_moves,  \
    .perft = rules_perft, .is_legal = rules_is_legal
// clang-format on

#endif
