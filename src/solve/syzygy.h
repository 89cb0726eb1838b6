// SPDX-License-Identifier: MIT
//
// Syzygy tablebases for chess, read by the Fathom library where it was there at build time.
//
// The library keeps one set of files for the whole program, so these functions do too: open and
// close only while nothing searches.  Without the library, or without files, everything works and
// nothing is known.
#ifndef SOLVE_SYZYGY_H
#define SOLVE_SYZYGY_H

#include "roek/base/text.h"
#include "roek/search/prober.h"

/* Was Roek built with the library? */
bool syzygy_is_built_in(void);

/* Looks for files in the folders of `path` (separated by ':'; "" or NULL closes what is open) and
 * says how many men the largest tables have; 0: none were found.  They stay open to the end of the
 * program unless another path is given: closing makes some versions of the library complain on
 * standard error about memory it has given back already. */
int syzygy_open(const char *path);

/* Names a table in these folders that is but half there, as when copying was broken off.  Over one
 * the library would end the program, so that such a path is not opened.  False: there is none. */
bool syzygy_half(const char *path, Text *out);

/* Why syzygy_open found none, for people. */
void syzygy_why_none(const char *path, Text *out);

/* Did a file become shorter, or its disk unreadable, while it was in use?  Then nothing is known
 * any more until a path is opened again.  The library maps its files, so SIGBUS tells; once there
 * are files that signal is answered here.  It believes what is in them, so files that are whole
 * but damaged can still end the program, and so can one that is cut before it is first used. */
bool syzygy_is_lost(void);

/* Win, draw or loss for the side to move, under the fifty-move rule; false if no table tells.
 * May be called by any number of threads. */
bool syzygy_probe(const Position *pos, ProbeResult *out);

/* The moves that keep the best result, and that result; false if the tables do not tell.
 * `repeated`: a position of the game has occurred before.  One caller at a time. */
bool syzygy_root(const Position *pos, bool repeated, RootVerdict *out);

#endif
