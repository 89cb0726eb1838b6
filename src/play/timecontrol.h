// SPDX-License-Identifier: MIT
//
// How much time a player has for a game: "5+3" is five minutes and three seconds more per move.
#ifndef PLAY_TIMECONTROL_H
#define PLAY_TIMECONTROL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t base_ms, increment_ms; // base 0: no clocks
} TimeControl;

/* Reads MINUTES[+SECONDS], both with decimals if wanted, or "none"; false, and nothing changed, if
 * it is neither or the clock would start at nothing. */
bool time_control_read(const char *text, TimeControl *out);

/* "no clocks", "5 minutes + 3 seconds a move". */
enum { TIME_CONTROL_MAX = 64 };
void time_control_write(TimeControl time, char out[TIME_CONTROL_MAX]);

/* What a clock shows: "4:59", "1:00:00", "0:09.3" in the last twenty seconds. */
enum { CLOCK_TEXT_MAX = 16 };
void clock_write(int64_t left_ms, char out[CLOCK_TEXT_MAX]);

#endif
