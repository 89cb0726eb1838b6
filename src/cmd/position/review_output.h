// SPDX-License-Identifier: MIT
//
// How a game looked back upon is shown: as text with a graph, as JSON, in its PGN, as a picture.
#ifndef CMD_POSITION_REVIEW_OUTPUT_H
#define CMD_POSITION_REVIEW_OUTPUT_H

#include "base/text/text.h"
#include "notation/pgn/pgn.h"
#include "review/review.h"

/* "Anderssen - Kieseritzky, 1-0" */
void review_put_title(Text *out, const PgnGame *game);

/* Every move with its score as White sees it, mistakes with what was better; a graph; both sides'
 * accuracy.  `fine`: with characters beyond ASCII. */
void review_put_text(Text *out, const PgnGame *game, const Review *review, bool fine);

/* The same as one JSON object, with its line end. */
void review_put_json(Text *out, const PgnGame *game, const Review *review, int number);

/* Writes scores, signs and better lines into the game. */
void review_annotate(PgnGame *game, const Review *review);

/* One graph of a picture, `above` graphs below its top; and the file around them. */
void review_put_graph(Text *out, const PgnGame *game, const Review *review, int above);
void review_put_svg(Text *out, const char *graphs, int count);

#endif
