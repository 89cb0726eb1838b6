// SPDX-License-Identifier: MIT
//
// Syzygy tablebases for chess (Ronald de Man).
//
// A table is opened at its first probe and read in pages; frequently used pages stay in memory.
// Files are untrusted input, so all offsets are checked.  Probes of a table that is damaged, or
// that is truncated while it is open, fail.
#ifndef SOLVE_SYZYGY_SYZYGY_H
#define SOLVE_SYZYGY_SYZYGY_H

#include "base/text/text.h"
#include "search/tablebase_probe.h"

typedef struct Syzygy Syzygy;

/* Opens the tables in the folders of `path`, separated as the system separates folders (':', on
 * Windows ';').  NULL if there are none, if one is truncated, for example by an interrupted copy,
 * or if memory is short.  Then `why`, which may be NULL, gets a message for the user. */
Syzygy *syzygy_open(const char *path, Text *why);
void syzygy_close(Syzygy *s);

/* The number of men in the largest WDL table; 0 for NULL. */
int syzygy_men_max(const Syzygy *s);

/* Could an existing table not be read?  False for NULL. */
bool syzygy_has_read_error(const Syzygy *s);

/* Win, draw or loss for the side to move, under the fifty-move rule.  False if no table has the
 * position.  May be called by any number of threads. */
bool syzygy_probe_wdl(Syzygy *s, const Position *pos, TablebaseProbeResult *out);

/* The moves that keep the best result, and that result; false if a table is missing.  `repeated`: a
 * position of the game has occurred before, so a winning side must make progress. */
bool syzygy_probe_root(Syzygy *s, const Position *pos, bool repeated, TablebaseRootResult *out);

/* DTZ: plies to the next capture or pawn move under best play, negative for the losing side.  More
 * than 100 if the fifty-move rule makes it a draw; 0: a draw.  False if a table is missing. */
bool syzygy_probe_dtz(Syzygy *s, const Position *pos, int *plies);

#endif
