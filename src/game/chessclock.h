// SPDX-License-Identifier: MIT
//
// A chess clock: one clock per player, of which at most one runs.
//
// It is a plain value and does not read the system's time. The caller passes the current time
// (milliseconds of any monotonic clock), so tests need not wait.
//
//     ChessClock c = chessclock_set(control);
//     chessclock_start(&c, WHITE, now);
//     if (chessclock_flag_fell(&c, now, 0)) …       White has lost on time
//     chessclock_press(&c, now);                    White has moved
//     chessclock_start(&c, BLACK, now);             Black's clock runs
#ifndef GAME_CHESSCLOCK_H
#define GAME_CHESSCLOCK_H

#include "core/types.h"
#include "game/timecontrol.h"

/* The remaining time, by colour. A caller that stores it for each position can restore it on
 * take-back (chessclock_restore). */
typedef struct {
    int64_t left_ms[2];
    int moves_to_go[2]; // moves until the next time control; 0: there is none
} ClockTimes;

typedef struct {
    TimeControl control[2];
    ClockTimes times;     // as of `started_at`
    Color running;        // NO_COLOR: both clocks are stopped
    int64_t started_at;   // when the running clock was started
    int64_t spent_before; // time spent on this move before the last pause
} ChessClock;

/* A time that is never reached. */
#define CHESSCLOCK_NEVER INT64_MAX

ChessClock chessclock_set(const TimeControl control[2]);

/* Starts the clock of the side to move, or resumes it after a pause. */
void chessclock_start(ChessClock *c, Color turn, int64_t now);

/* Stops both clocks; the player's thinking time for this move continues after chessclock_start. */
void chessclock_pause(ChessClock *c, int64_t now);

/* The running player has moved: subtracts the time spent, adds the increment or the time of the
 * next control, and stops the clock. chessclock_start starts that of the opponent. */
void chessclock_press(ChessClock *c, int64_t now);

/* Sets the times, for take-back and redo. Both clocks are stopped. */
void chessclock_restore(ChessClock *c, const ClockTimes *times);

/* The time that a player's clock shows, at least 0; -1 if there is no clock. */
int64_t chessclock_left(const ChessClock *c, Color color, int64_t now);

/* The time spent on the current move. */
int64_t chessclock_spent(const ChessClock *c, int64_t now);

/* When the player to move loses on time, with `margin_ms` of tolerance. CHESSCLOCK_NEVER if no
 * clock runs. */
int64_t chessclock_flag_falls_at(const ChessClock *c, int64_t margin_ms);
static inline bool chessclock_flag_fell(const ChessClock *c, int64_t now, int64_t margin_ms) {
    return now > chessclock_flag_falls_at(c, margin_ms);
}

#endif
