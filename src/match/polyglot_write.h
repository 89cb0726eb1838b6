// SPDX-License-Identifier: MIT
//
// Opening books from games: what was played, weighted by how it went.
#ifndef MATCH_POLYGLOT_WRITE_H
#define MATCH_POLYGLOT_WRITE_H

#include "notation/pgn/pgn.h"

typedef struct BookMaker BookMaker;

BookMaker *bookmaker_new(void); // NULL: no memory
void bookmaker_free(BookMaker *maker);

/* Takes in the first `plies` moves of the main line of a game with a result; others are let pass.
 * False when memory ran out. */
bool bookmaker_add(BookMaker *maker, const PgnGame *game, int plies);

/* The book (play/players/book.h): every move played in at least `games` games that won or drew
 * something, weighing two for a win and one for a draw of the side that played it.  The bytes
 * belong to the maker; their number is a multiple of 16.  Nothing may be added afterwards. */
const uint8_t *bookmaker_finish(BookMaker *maker, uint32_t games, size_t *size);

#endif
