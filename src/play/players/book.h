// SPDX-License-Identifier: MIT
//
// Opening books in the Polyglot format.
//
//     +-----------------+--------+--------+---------+
//     |   key, 8 bytes  | move 2 | weight 2 | learn 4 |   big-endian, in the order of the keys
//     +-----------------+--------+--------+---------+
//
// A book is somebody else's file: whatever it holds, only legal moves come out.
#ifndef PLAY_PLAYERS_BOOK_H
#define PLAY_PLAYERS_BOOK_H

#include "base/rng.h"
#include "core/position.h"

#include <stddef.h>

typedef struct Book Book;

/* NULL if the file cannot be read or is no book (its size is not a multiple of 16 bytes). */
Book *book_open(const char *path);
void book_free(Book *book);

/* How many records there are. */
size_t book_size(const Book *book);

typedef struct {
    Move move;
    int weight;
} BookMove;

/* The legal moves the book knows in a position, in the order of the file; the number of them. */
int book_moves(const Book *book, const Position *pos, BookMove out[MOVES_MAX]);

/* One of them, each as likely as its weight says; NO_MOVE if there is none (or no book). */
Move book_choose(const Book *book, const Position *pos, Rng *rng);

/* The name of a position in such books. */
uint64_t polyglot_key(const Position *pos);

extern const uint64_t POLYGLOT_RANDOM[781];

#endif
