// SPDX-License-Identifier: MIT
//
// How much a player of a match may think, in the notation of engine testers.
#ifndef PLAY_PACE_H
#define PLAY_PACE_H

#include <stdbool.h>
#include <stdint.h>

/* How much a player may think; all zero: the player's own habit. */
typedef struct {
    int64_t base_ms, increment_ms; // the clock; none if both are 0
    int moves;                     // base_ms is for so many moves, then again; 0: for the game
    int64_t movetime_ms;
    int depth;
    uint64_t nodes;
} Pace;

/* Reads "60", "1+0.01", "40/120+1": seconds, with an increment, for a number of moves.  False if it
 * is something else; `out` keeps its other limits. */
bool pace_read(const char *text, Pace *out);

/* The same way round, as in the PGN tag TimeControl; "-" without a clock. */
enum { PACE_MAX = 48 };
void pace_write(const Pace *pace, char out[PACE_MAX]);

static inline bool pace_has_clock(const Pace *pace) {
    return pace->base_ms + pace->increment_ms > 0;
}

#endif
