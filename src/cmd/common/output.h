// SPDX-License-Identifier: MIT
//
// Output of commands about one position: scores, lines of analysis, and the JSON object, which
// begins with the position and is printed as one line.
#ifndef CMD_COMMON_OUTPUT_H
#define CMD_COMMON_OUTPUT_H

#include "base/text/json.h"
#include "core/position.h"
#include "play/players/pv_line.h"

/* Opens the object with the members "fen" and "variant". */
void output_json_open(Text *out, const Position *pos);

/* The score for the side to move: "+0.35" or "#3". */
void output_score(Text *out, Score score);

/* The best line so far, as the progress line (console/progress.h). */
void output_live_line(const Position *pos, const PvLine *best);

/* Closes the object, prints it and frees the text. */
void output_json_print(Text *out);

#endif
