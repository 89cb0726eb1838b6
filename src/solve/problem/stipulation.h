// SPDX-License-Identifier: MIT
//
// What a chess problem asks for, as problemists write it: #3, s#4, r#2, h#2.5, hs#3, ser-h=5.
//
//     [ser-] [h | s | r | semi-r | hs] (# | =) N [.5]
//
// The side to move begins.  In help play without a half move it is the one that is mated; with one
// the other side is.  Everybody else's colours follow from who is to move, so a problem can be
// asked for either side.
#ifndef SOLVE_PROBLEM_STIPULATION_H
#define SOLVE_PROBLEM_STIPULATION_H

#include "base/text/text.h"
#include "core/types.h"

enum { STIPULATION_MOVES_MAX = 99, STIPULATION_MAX = 24 };

typedef enum {
    PROBLEM_PLAY_DIRECT,      // the side to move reaches the aim against any defence
    PROBLEM_PLAY_SELF,        // it forces the other side to reach it
    PROBLEM_PLAY_REFLEX,      // the same, and whoever can reach it at once has to
    PROBLEM_PLAY_SEMIREFLEX,  // the same, but only the other side has to
    PROBLEM_PLAY_HELP,        // both sides work together; the last move reaches the aim
    PROBLEM_PLAY_HELPSELF,    // both work together until the last move, which is forced
    PROBLEM_PLAY_SERIES,      // one side makes all the moves
    PROBLEM_PLAY_SERIES_HELP, // one side makes all the moves, then the other reaches the aim
    PROBLEM_PLAY_SERIES_SELF, // one side makes all the moves, then the other is forced to reach it
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
    STIPULATION_BAD_PLAY,   // neither an aim nor a known kind of play
    STIPULATION_NO_GOAL,    // '#' or '=' is missing
    STIPULATION_BAD_LENGTH, // no number of moves from 1 (or 0.5) to STIPULATION_MOVES_MAX
    STIPULATION_BAD_HALF,   // half a move where there are none
    STIPULATION_TRAILING,   // something behind the number
} StipulationFault;

typedef struct {
    StipulationFault fault;
    int column;
} StipulationResult;

/* Reads the first `length` characters of the text; `out` is untouched on failure. */
StipulationResult stipulation_read(const char *text, size_t length, Stipulation *out);
const char *stipulation_fault_text(StipulationFault fault);

void stipulation_write(const Stipulation *stipulation, char out[STIPULATION_MAX]);

/* Are the solutions single lines that both sides (or one) play together? */
static inline bool stipulation_has_lines(const Stipulation *s) {
    return s->play >= PROBLEM_PLAY_HELP;
}
static inline bool stipulation_is_series(const Stipulation *s) {
    return s->play >= PROBLEM_PLAY_SERIES;
}

/* Is the last move not chosen but forced? */
static inline bool stipulation_ends_forced(const Stipulation *s) {
    return s->play == PROBLEM_PLAY_HELPSELF || s->play == PROBLEM_PLAY_SERIES_SELF;
}

/* The moves of a full line, those of both sides counted; a forced last one included. */
int stipulation_plies(const Stipulation *s);

/* Who is to be mated, or left without a move, when `turn` begins. */
Color stipulation_victim(const Stipulation *s, Color turn);

/* Who begins where nobody says it: White, but for helpmates with whole moves. */
Color stipulation_default_turn(const Stipulation *s);

#endif
