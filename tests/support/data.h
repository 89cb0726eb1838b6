// SPDX-License-Identifier: MIT
//
// Test data: files of tests/data line by line, and positions reached by random play.
#ifndef SUPPORT_DATA_H
#define SUPPORT_DATA_H

#include "support/random_game.h"

enum { DATA_FIELDS_MAX = 16 };

typedef struct {
    const char *name;
    int line;
    int count; // number of fields
    char *field[DATA_FIELDS_MAX];
} DataLine;

/* Splits each line of a file at `separator` and passes it to `visit`. Fields are trimmed; blank
 * lines and comments are skipped. Returns the number of lines visited. A missing file fails the
 * test. */
int data_each_line(const char *name, char separator, void (*visit)(const DataLine *, void *),
                   void *context);

/* Calls `visit` with `count` positions of random games from the starts (a NULL-terminated list of
 * FENs). When a game is over or has lasted 120 half-moves, the next start is used. */
void data_each_random(const Rules *rules, const char *const *starts, uint64_t seed, int count,
                      PositionVisitor *visit, void *context);

/* Start positions that lead to castling, promotions, pins and checks of all kinds, including
 * Chess960. */
extern const char *const CHESS_STARTS[];
extern const char *const RACE_STARTS[];

#endif
