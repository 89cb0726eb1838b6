// SPDX-License-Identifier: MIT
//
// Chess Loop as a game: the player places and removes the pieces of a puzzle with one solution,
// sees conflicts, and can ask for hints, each of which explains one step.
//
// A puzzle is named by its level and a seed, "3-1234", so that it can be shared.
#ifndef TERMINAL_GAME_PLAY_CHESS_LOOP_H
#define TERMINAL_GAME_PLAY_CHESS_LOOP_H

#include "base/text/text.h"
#include "solve/loop/loop.h"

#include <stdint.h>

enum { LOOP_CODE_MAX = 16 };

typedef struct {
    int level, seed;
    LoopGradedPuzzle task;
    uint8_t board[LOOP_MAX_SQUARES]; // marks: the given ones and those placed by the player
    int64_t began_ms, took_ms;       // took_ms is -1 until the puzzle is solved
    int hints;
    bool changed; // show the board again
    bool left;    // the player leaves the game
    Text message;
} LoopPlay;

/* Generates the puzzle of a level (1 to LOOP_LEVELS) and a seed; returns false when memory is
 * short. */
bool loop_play_start(LoopPlay *play, int level, int seed, int64_t now);
void loop_play_end(LoopPlay *play);

/* The code "3-1234"; "3" alone gives a seed of -1. */
bool loop_code_read(const char *text, int *level, int *seed);
void loop_code_write(const LoopPlay *play, char out[LOOP_CODE_MAX]);

/* Puts a piece of either type on a square, marks it as empty, or clears it (LOOP_UNKNOWN).  Given
 * marks cannot be changed.  A message is added if this solves the puzzle. */
void loop_play_put(LoopPlay *play, int square, LoopMark mark, int64_t now);

/* Changes a square to the next mark: none, first type, second type, empty. */
void loop_play_cycle(LoopPlay *play, int square, int64_t now);

bool loop_play_is_given(const LoopPlay *play, int square);
bool loop_play_is_wrong(const LoopPlay *play, int square); // breaks a rule
bool loop_play_is_solved(const LoopPlay *play);
int loop_play_count(const LoopPlay *play, LoopMark mark);

/* Adds a message that explains the easiest next step. */
void loop_play_hint(LoopPlay *play);

/* Handles a typed line: "Ka1", "-a1", hint, check, … */
void loop_play_line(LoopPlay *play, const char *line, int64_t now);

/* The prompt; short if `few`. */
void loop_play_prompt(const LoopPlay *play, bool few, Text *out);

/* "Place 4 kings and 4 knights …" */
void loop_play_task(const LoopPlay *play, Text *out);

int64_t loop_play_ms(const LoopPlay *play, int64_t now); // so far, or until the solution
void loop_time_write(Text *out, int64_t ms);             // "1:05"

/* The shortest time in seconds for a level without hints; -1: none yet. */
int loop_record(int level);

#endif
