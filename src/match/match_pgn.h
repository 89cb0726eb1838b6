// SPDX-License-Identifier: MIT
//
// Writes the games of a match as PGN, with clocks and evaluations, and reads such a file back, so
// that an interrupted match can be resumed.
//
// The tag Round holds the number of the game in the match, from 1; MatchSeed holds the seed.
#ifndef MATCH_MATCH_PGN_H
#define MATCH_MATCH_PGN_H

#include "base/text/text.h"
#include "match/match.h"

#include <stddef.h>

/* Appends the game; `date` has the form of PGN, "2024.02.29". */
void match_pgn_write(Text *out, const Match *match, const MatchGame *game, const char *event,
                     const char *date);

enum { MATCH_PGN_ERROR_MAX = 256 };

/* The seed in the first game of a file; false if there is none. */
bool match_pgn_seed(const char *text, size_t length, uint64_t *seed);

/* Records all complete games.  `*sound` is the number of bytes that they occupy; after that a file
 * may contain only the beginning of an unfinished game.  False, with one line of error, if a game
 * does not belong to this match or if other text follows. */
bool match_pgn_resume(Match *match, const char *text, size_t length, size_t *sound,
                      char error[MATCH_PGN_ERROR_MAX]);

#endif
