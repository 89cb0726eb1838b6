// SPDX-License-Identifier: MIT
//
// A chess clock: two clocks of which one runs, or none.
//
// It is a plain value and knows no time of its own: whoever holds it says what time it is (any
// milliseconds that only go forward), so that a game of hours can be tested in no time.
//
//     ChessClock c = chessclock_set(control);
//     chessclock_start(&c, WHITE, now);
//     if (chessclock_flag_fell(&c, now, 0)) …           White has lost on time
//     chessclock_press(&c, now);                    White has moved; Black's runs
#ifndef GAME_CHESSCLOCK_H
#define GAME_CHESSCLOCK_H

#include "core/types.h"
#include "game/timecontrol.h"

/* What is left, by colour.  Kept for every position, it lets a clock be turned back. */
typedef struct {
    int64_t left_ms[2];
    int moves_to_go[2]; // moves until the next control; 0: none is coming
} ClockTimes;

typedef struct {
    TimeControl control[2];
    ClockTimes times;     // when the running clock was started
    Color running;        // NO_COLOR: both stand still
    int64_t started_at;   // when the running one was started
    int64_t spent_before; // what the turn had taken before that, in spite of pauses
} ChessClock;

/* Moments that never come. */
#define CHESSCLOCK_NEVER INT64_MAX

ChessClock chessclock_set(const TimeControl control[2]);

/* Lets a clock run for the turn of `turn`, which goes on if it was halted. */
void chessclock_start(ChessClock *c, Color turn, int64_t now);

/* Both stand still; the turn is not over. */
void chessclock_pause(ChessClock *c, int64_t now);

/* The running player has moved: the time comes off, increment or the next control come on, and the
 * clock halts before the next turn. */
void chessclock_press(ChessClock *c, int64_t now);

/* Goes back or forward to other times; both stand still. */
void chessclock_restore(ChessClock *c, const ClockTimes *times);

/* What the clock of a player shows, never below 0; -1 if there is none. */
int64_t chessclock_left(const ChessClock *c, Color color, int64_t now);

/* How long the turn has taken. */
int64_t chessclock_spent(const ChessClock *c, int64_t now);

/* When the time of the player to move is over, with `margin_ms` of grace; CHESSCLOCK_NEVER if
 * nothing runs down. */
int64_t chessclock_flag_falls_at(const ChessClock *c, int64_t margin_ms);
static inline bool chessclock_flag_fell(const ChessClock *c, int64_t now, int64_t margin_ms) {
    return now > chessclock_flag_falls_at(c, margin_ms);
}

#endif
