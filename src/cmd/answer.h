// SPDX-License-Identifier: MIT
//
// The JSON object with which commands answer for one position: it opens with what the answer is
// about and is printed as one line.
#ifndef CMD_ANSWER_H
#define CMD_ANSWER_H

#include "roek/base/json.h"
#include "roek/core/position.h"
#include "roek/search/score.h"

/* Opens the object with the members "fen" and "variant". */
void answer_open(Text *out, const Position *pos);

/* The score of the side to move: the member "cp" or "mate"; "+0.35" or "#3" as text. */
void answer_put_score(Text *out, Score score);
void answer_write_score(Text *out, Score score);

/* Closes and prints it, and frees the text. */
void answer_close(Text *out);

#endif
