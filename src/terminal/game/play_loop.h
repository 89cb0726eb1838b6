// SPDX-License-Identifier: MIT
//
// Chess Loop as a game: a puzzle with one solution, pieces placed and taken away, conflicts, hints
// that teach one step.
//
// A puzzle is named by its level and a seed, "3-1234", so that it can be shared.
#ifndef TERMINAL_GAME_PLAY_LOOP_H
#define TERMINAL_GAME_PLAY_LOOP_H

#include "base/text/text.h"
#include "solve/loop/loop.h"

#include <stdint.h>

enum { LOOP_CODE_MAX = 16 };

typedef struct {
    int level, seed;
    LoopGradedPuzzle task;
    uint8_t board[LOOP_MAX_SQUARES]; // marks: what is given, and what was placed
    int64_t began_ms, took_ms;       // took: -1 while it is not solved
    int hints;
    bool changed; // the board should be shown again
    bool left;    // somebody wants out
    Text message;
} LoopPlay;

/* Makes the puzzle of a level (1 to LOOP_LEVELS) and a seed; false without memory. */
bool loop_play_start(LoopPlay *play, int level, int seed, int64_t now);
void loop_play_end(LoopPlay *play);

/* "3-1234", or just "3": then the seed is -1. */
bool loop_code_read(const char *text, int *level, int *seed);
void loop_code_write(const LoopPlay *play, char out[LOOP_CODE_MAX]);

/* Puts a piece of either type on a square, marks it as empty, or clears it (LOOP_UNKNOWN).  What is
 * given stays.  The message tells when that solves it. */
void loop_play_put(LoopPlay *play, int square, LoopMark mark, int64_t now);

/* The next thing to stand there: nothing, one type, the other, an empty mark. */
void loop_play_cycle(LoopPlay *play, int square, int64_t now);

bool loop_play_is_given(const LoopPlay *play, int square);
bool loop_play_is_wrong(const LoopPlay *play, int square); // breaks a rule already
bool loop_play_is_solved(const LoopPlay *play);
int loop_play_count(const LoopPlay *play, LoopMark mark);

/* One step that can be seen, in words. */
void loop_play_hint(LoopPlay *play);

/* What somebody typed: "Ka1", "-a1", hint, check, … */
void loop_play_line(LoopPlay *play, const char *line, int64_t now);

/* What can be typed, in few words where there is little room. */
void loop_play_prompt(const LoopPlay *play, bool few, Text *out);

/* "Place 4 kings and 4 knights …" */
void loop_play_task(const LoopPlay *play, Text *out);

int64_t loop_play_ms(const LoopPlay *play, int64_t now); // so far, or in all
void loop_time_write(Text *out, int64_t ms);             // "1:05"

/* The shortest time of a level without hints, in seconds; -1: none. */
int loop_record(int level);

#endif
