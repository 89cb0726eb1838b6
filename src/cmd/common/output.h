// SPDX-License-Identifier: MIT
//
// How commands answer for one position: scores and lines of thought, and the JSON object that opens
// with what the answer is about and is printed as one line.
#ifndef CMD_COMMON_OUTPUT_H
#define CMD_COMMON_OUTPUT_H

#include "base/text/json.h"
#include "core/position.h"
#include "play/players/pv_line.h"

/* Opens the object with the members "fen" and "variant". */
void output_json_open(Text *out, const Position *pos);

/* The score of the side to move: the member "cp" or "mate"; "+0.35" or "#3" as text. */
void output_json_score(Text *out, Score score);
void output_score(Text *out, Score score);

/* The best line so far, on one line of a terminal, over the one before; and away with it. */
void output_live_line(const Position *pos, const PvLine *best);
void output_clear_live_line(void);

/* Closes and prints it, and frees the text. */
void output_json_print(Text *out);

#endif
