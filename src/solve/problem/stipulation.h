// SPDX-License-Identifier: MIT
//
// The stipulation of a chess problem in the usual notation: #3, s#4, r#2, h#2.5, hs#3, ser-h=5.
//
//     [ser-] [h | s | r | semi-r | hs] (# | =) N [.5]
//
// The side to move begins. In help play with whole moves this side is mated; with a half move the
// other side is. All other colours follow from the side to move, so a problem can be set for either
// side.
#ifndef SOLVE_PROBLEM_STIPULATION_H
#define SOLVE_PROBLEM_STIPULATION_H

#include "base/text/text.h"
#include "core/types.h"

enum { STIPULATION_MOVES_MAX = 99, STIPULATION_MAX = 24 };

typedef enum {
    PROBLEM_PLAY_DIRECT, // the side to move reaches the goal against any defence
    PROBLEM_PLAY_SELF,   // it forces the other side to reach the goal
    PROBLEM_PLAY_REFLEX, // the same, and either side must reach the goal when it can do so at once
    PROBLEM_PLAY_SEMIREFLEX,  // the same, but only the other side must
    PROBLEM_PLAY_HELP,        // both sides cooperate; the last move reaches the goal
    PROBLEM_PLAY_HELPSELF,    // both cooperate until the last move, which is forced
    PROBLEM_PLAY_SERIES,      // one side makes all the moves
    PROBLEM_PLAY_SERIES_HELP, // one side makes all the moves, then the other reaches the goal
    PROBLEM_PLAY_SERIES_SELF, // one side makes all the moves, then the other is forced to reach the
                              // goal
} ProblemPlay;

typedef enum { PROBLEM_GOAL_MATE, PROBLEM_GOAL_STALEMATE } ProblemGoal;

typedef struct {
    ProblemPlay play;
    ProblemGoal goal;
    int moves; // h#2.5 has three, the first of them only half
    bool half;
} Stipulation;

typedef enum {
    STIPULATION_OK,
    STIPULATION_BAD_PLAY,   // neither a goal nor a known kind of play
    STIPULATION_NO_GOAL,    // '#' or '=' is missing
    STIPULATION_BAD_LENGTH, // no number of moves from 1 (or 0.5) to STIPULATION_MOVES_MAX
    STIPULATION_BAD_HALF,   // a half move in a play that has none
    STIPULATION_TRAILING,   // text after the number
} StipulationFault;

typedef struct {
    StipulationFault fault;
    int column;
} StipulationResult;

/* Reads the first `length` characters of the text; `out` is untouched on failure. */
StipulationResult stipulation_read(const char *text, size_t length, Stipulation *out);
const char *stipulation_fault_text(StipulationFault fault);

void stipulation_write(const Stipulation *stipulation, char out[STIPULATION_MAX]);

/* Are the solutions single lines, played by both sides together or by one alone? */
static inline bool stipulation_has_lines(const Stipulation *s) {
    return s->play >= PROBLEM_PLAY_HELP;
}
static inline bool stipulation_is_series(const Stipulation *s) {
    return s->play >= PROBLEM_PLAY_SERIES;
}

/* Is the last move forced? */
static inline bool stipulation_ends_forced(const Stipulation *s) {
    return s->play == PROBLEM_PLAY_HELPSELF || s->play == PROBLEM_PLAY_SERIES_SELF;
}

/* The half-moves of a line of full length, including a forced last one. */
int stipulation_plies(const Stipulation *s);

/* The side that is mated or stalemated when `turn` begins. */
Color stipulation_victim(const Stipulation *s, Color turn);

/* The side that begins by default: White, except in helpmates with whole moves. */
Color stipulation_default_turn(const Stipulation *s);

#endif
