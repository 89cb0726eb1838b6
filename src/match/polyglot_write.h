// SPDX-License-Identifier: MIT
//
// Opening books from games: what was played, weighted by how it went.
#ifndef MATCH_POLYGLOT_WRITE_H
#define MATCH_POLYGLOT_WRITE_H

#include "notation/pgn/pgn.h"

typedef struct PolyglotWriter PolyglotWriter;

PolyglotWriter *polyglot_writer_new(void); // NULL: no memory
void polyglot_writer_free(PolyglotWriter *writer);

/* Takes in the first `plies` moves of the main line of a game with a result; others are let pass.
 * False when memory ran out. */
bool polyglot_writer_add(PolyglotWriter *writer, const PgnGame *game, int plies);

/* The book (play/players/book.h): every move played in at least `games` games that won or drew
 * something, weighing two for a win and one for a draw of the side that played it.  The bytes
 * belong to the maker; their number is a multiple of 16.  Nothing may be added afterwards. */
const uint8_t *polyglot_writer_finish(PolyglotWriter *writer, uint32_t games, size_t *size);

#endif
