// SPDX-License-Identifier: MIT
//
// The games of a match as PGN, with clocks and evaluations; and back: which games of a match such a
// file holds, so that one that was broken off can go on.
//
// The tag Round counts the games of the match from 1, and MatchSeed holds its seed.
#ifndef MATCH_MATCH_PGN_H
#define MATCH_MATCH_PGN_H

#include "base/text/text.h"
#include "match/match.h"

#include <stddef.h>

/* Appends the game; `date` is as PGN wants it, "2024.02.29". */
void match_pgn_write(Text *out, const Match *match, const MatchGame *game, const char *event,
                     const char *date);

enum { MATCH_PGN_ERROR_MAX = 256 };

/* The seed that the first game of a file tells; false if it tells none. */
bool match_pgn_seed(const char *text, size_t length, uint64_t *seed);

/* Records all complete games.  `*sound` is how many bytes they take up: what follows is the
 * beginning of a game that was never finished.  False, with one line of error, if a game is none of
 * this match, or if something else follows. */
bool match_pgn_resume(Match *match, const char *text, size_t length, size_t *sound,
                      char error[MATCH_PGN_ERROR_MAX]);

#endif
