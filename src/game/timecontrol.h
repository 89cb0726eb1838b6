// SPDX-License-Identifier: MIT
//
// Time controls, in the notations of players and of engine testers.
//
//     "5+3"        five minutes, three seconds more after every move        (players)
//     "60+0.6"     sixty seconds, 0.6 more after every move                 (testers)
//     "40/120+1"   two minutes for forty moves, and again for the next forty
#ifndef GAME_TIMECONTROL_H
#define GAME_TIMECONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* All zero: no clock. */
typedef struct {
    int64_t base_ms, increment_ms;
    int moves;       // base_ms is for so many moves, then added again; 0: for the whole game
    int64_t move_ms; // limit for each single move; 0: none
} TimeControl;

/* Is there a clock that keeps its time from move to move? */
static inline bool timecontrol_has_clock(const TimeControl *time) {
    return time->base_ms + time->increment_ms > 0;
}

/* Read MINUTES[+SECONDS] or "none", and [MOVES/]SECONDS[+SECONDS]; decimals are allowed. False,
 * with nothing changed, if the text is neither or the clock would start at zero. */
bool timecontrol_read_minutes(const char *text, TimeControl *out);
bool timecontrol_read_seconds(const char *text, TimeControl *out);

enum { TIMECONTROL_TEXT_MAX = 64 };

/* Writes for users: "no clocks", "5 minutes + 3 seconds a move". */
void timecontrol_write_words(const TimeControl *time, char out[TIMECONTROL_TEXT_MAX]);

/* Writes the value of the PGN tag TimeControl: "40/120+1"; "-" without a clock. */
void timecontrol_write_tag(const TimeControl *time, char out[TIMECONTROL_TEXT_MAX]);

/* Writes the display of a clock: "4:59", "1:00:00", "0:09.3" in the last twenty seconds. */
enum { TIMECONTROL_CLOCK_MAX = 16 };
void timecontrol_write_clock(int64_t left_ms, char out[TIMECONTROL_CLOCK_MAX]);

#endif
