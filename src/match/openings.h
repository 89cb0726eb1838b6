// SPDX-License-Identifier: MIT
//
// Openings of match games: positions from a list of FEN or EPD lines, or move sequences from PGN
// games; without a list, the start position after random moves.
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include "base/rng.h"
#include "core/position.h"

#include <stddef.h>

typedef struct {
    Position start;
    Move *moves;
    int count;
} Opening;

typedef struct {
    Opening *items;
    int count;
    size_t capacity;
    int null_game, null_ply; // the first game, from 1, that a null move cuts off; 0: none
} Openings;

enum { OPENINGS_ERROR_MAX = 512 };

/* Reads a text, PGN if it looks like it, else FEN or EPD lines ('#' starts a comment).  Of a PGN
 * game the first `plies` half-moves are taken, all for 0, but none from a null move on, which no
 * player may make.  False, with the line and what is wrong
 * with it, if anything in it is not an opening of the game `rules`.  Release with openings_free in
 * any case. */
bool openings_read(Openings *out, const char *text, size_t length, const Rules *rules, int plies,
                   char error[OPENINGS_ERROR_MAX]);

/* Makes `count` openings of `plies` random moves that do not end the game.  They depend only on the
 * seed. */
bool openings_random(Openings *out, const Rules *rules, int count, int plies, uint64_t seed);

void openings_shuffle(Openings *openings, uint64_t seed);
void openings_free(Openings *openings);

#endif
