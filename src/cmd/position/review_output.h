// SPDX-License-Identifier: MIT
//
// Output of the review of a game: text with a graph, JSON, comments in the PGN, SVG.
#ifndef CMD_POSITION_REVIEW_OUTPUT_H
#define CMD_POSITION_REVIEW_OUTPUT_H

#include "base/text/text.h"
#include "notation/pgn/pgn.h"
#include "review/review.h"

/* "Anderssen - Kieseritzky, 1-0" */
void review_put_title(Text *out, const PgnGame *game);

/* The move played in `pos` as a line: its score as White sees it, and behind a mistake what was
 * better. */
void review_put_move(Text *out, const Position *pos, const ReviewedMove *m);

/* What follows the moves: a graph, and the accuracy of both sides.  `fine`: with characters beyond
 * ASCII. */
void review_put_summary(Text *out, const Review *review, bool fine);

/* All of it as one JSON object, with its line end; `complete`: every move of the game is judged. */
void review_put_json(Text *out, const PgnGame *game, const Review *review, int number,
                     bool complete);

/* Adds scores, NAGs and better lines to the game. */
void review_annotate(PgnGame *game, const Review *review);

/* Write one graph of an SVG file, with `above` graphs above it; and the whole file. */
void review_put_graph(Text *out, const PgnGame *game, const Review *review, int above);
void review_put_svg(Text *out, const char *graphs, int count);

#endif
