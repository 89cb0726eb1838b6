// SPDX-License-Identifier: MIT
//
// Opening books in the Polyglot format.
//
//     +-----------------+--------+--------+---------+
//     |   key, 8 bytes  | move 2 | weight 2 | learn 4 |   big-endian, in the order of the keys
//     +-----------------+--------+--------+---------+
//
// Books are untrusted input: moves that are illegal in the position are skipped.
#ifndef PLAY_PLAYERS_BOOK_H
#define PLAY_PLAYERS_BOOK_H

#include "base/rng.h"
#include "core/position.h"

#include <stddef.h>

typedef struct Book Book;

/* NULL if the file cannot be read or its size is not a multiple of 16 bytes. */
Book *book_open(const char *path);
void book_free(Book *book);

/* The number of records. */
size_t book_size(const Book *book);

typedef struct {
    Move move;
    int weight;
} BookMove;

/* Stores the legal book moves of a position, in the order of the file; returns their number. */
int book_moves(const Book *book, const Position *pos, BookMove out[MOVES_MAX]);

/* Chooses a book move with probability proportional to its weight; NO_MOVE if there is none or
 * `book` is NULL. */
Move book_choose(const Book *book, const Position *pos, Rng *rng);

/* The key of a position in the Polyglot format. */
uint64_t polyglot_key(const Position *pos);

extern const uint64_t POLYGLOT_RANDOM[781];

#endif
