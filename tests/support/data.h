// SPDX-License-Identifier: MIT
//
// Facts for tests: files of tests/data line by line, and positions reached by random play.
#ifndef SUPPORT_DATA_H
#define SUPPORT_DATA_H

#include "support/random_game.h"

enum { DATA_FIELDS_MAX = 16 };

typedef struct {
    const char *name;
    int line;
    int count; // of fields
    char *field[DATA_FIELDS_MAX];
} DataLine;

/* Splits each line of a file at `separator` (fields are trimmed; blank lines and comments are
 * skipped) and hands it to `visit`.  Returns the number of lines visited; a missing file fails the
 * test. */
int data_each_line(const char *name, char separator, void (*visit)(const DataLine *, void *),
                   void *context);

/* Hands over `count` positions that random play reaches from the starts (a NULL-terminated list of
 * FENs), going on to the next start when a game is over or has lasted 120 half-moves. */
void data_each_random(const Rules *rules, const char *const *starts, uint64_t seed, int count,
                      PositionVisitor *visit, void *context);

/* Starts that bring about castling, promotions, pins and checks of all kinds, Chess960 included. */
extern const char *const CHESS_STARTS[];
extern const char *const RACE_STARTS[];

#endif
