// SPDX-License-Identifier: MIT
//
// Makes Polyglot opening books from games; moves are weighted by their results.
#ifndef MATCH_POLYGLOT_WRITE_H
#define MATCH_POLYGLOT_WRITE_H

#include "notation/pgn/pgn.h"

typedef struct PolyglotWriter PolyglotWriter;

PolyglotWriter *polyglot_writer_new(void); // NULL: no memory
void polyglot_writer_free(PolyglotWriter *writer);

/* Adds the first `plies` moves of the main line, if the game has a result.  False if memory ran
 * out. */
bool polyglot_writer_add(PolyglotWriter *writer, const PgnGame *game, int plies);

/* The book (play/players/book.h).  It has each move that was played in at least `games` games, one
 * of which its side won or drew; its weight is two for each win and one for each draw.  The bytes
 * belong to the writer; their number is a multiple of 16.  No games may be added afterwards. */
const uint8_t *polyglot_writer_finish(PolyglotWriter *writer, uint32_t games, size_t *size);

#endif
