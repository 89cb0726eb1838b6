// SPDX-License-Identifier: MIT
//
// Syzygy tablebases for chess.
//
// Tables are opened when they are first asked and read piece by piece; what was read often enough
// to be worth it stays in memory.  Everything in a file is checked before it is believed: a table
// that is damaged, or cut short under way, answers nothing.
#ifndef SOLVE_SYZYGY_SYZYGY_H
#define SOLVE_SYZYGY_SYZYGY_H

#include "base/text/text.h"
#include "search/tablebase_probe.h"

typedef struct Syzygy Syzygy;

/* The tables in the folders of `path`, separated as the system separates folders (':', on Windows
 * ';').  NULL if there are none, one is but half there, as when copying was broken off, or without
 * memory; then `why`, which may be NULL, tells for people. */
Syzygy *syzygy_open(const char *path, Text *why);
void syzygy_close(Syzygy *s);

/* How many men the largest tables of results have; 0 for NULL. */
int syzygy_men_max(const Syzygy *s);

/* Could a table that is there not be read?  For NULL it could. */
bool syzygy_has_read_error(const Syzygy *s);

/* Win, draw or loss for the side to move, under the fifty-move rule; false if no table tells.  Any
 * number of threads may ask. */
bool syzygy_probe_wdl(Syzygy *s, const Position *pos, TablebaseProbeResult *out);

/* The moves that keep the best result, and that result; false if the tables do not tell.
 * `repeated`: a position of the game has occurred before, so that progress is urgent. */
bool syzygy_probe_root(Syzygy *s, const Position *pos, bool repeated, TablebaseRootResult *out);

/* In how many plies the next capture or pawn move comes on the best way, negative for the side that
 * loses; more than 100 where the fifty-move rule makes a draw of it, 0: a draw.  False if the
 * tables do not tell. */
bool syzygy_probe_dtz(Syzygy *s, const Position *pos, int *plies);

#endif
