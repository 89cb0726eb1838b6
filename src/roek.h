// SPDX-License-Identifier: MIT
//
// The library's face: everything a program outside may rely on, in one include.
//
//     #include <roek/roek.h>            cc game.c $(pkg-config --cflags --libs roek)
//
// These headers, and those they need, are what `make install` copies; the rest of the source is
// nobody else's business.  They can be included one by one, in any order, from C and from C++.
// Installed, every symbol of the library begins with roek_ (see tools/install_headers.sh), so that
// names like `game_play` stay free for other files of the program.
#ifndef ROEK_ROEK_H
#define ROEK_ROEK_H

// positions and moves
#include "roek/core/outcome.h"
#include "roek/core/perft.h"
#include "roek/core/position.h"
#include "roek/rules/rules.h"

// notation
#include "roek/notation/coord.h"
#include "roek/notation/diagram.h"
#include "roek/notation/epd.h"
#include "roek/notation/explain.h"
#include "roek/notation/fen.h"
#include "roek/notation/pgn.h"
#include "roek/notation/san.h"

// a game, and a game in progress
#include "roek/game/game.h"
#include "roek/play/arena.h"
#include "roek/session/session.h"

// the engine and the solvers
#include "roek/solve/endings.h"
#include "roek/solve/loop.h"
#include "roek/solve/mate.h"
#include "roek/solve/mate_check.h"
#include "roek/solve/mate_scout.h"
#include "roek/solve/problem.h"
#include "roek/solve/syzygy.h"

// text, JSON and time, which the others speak
#include "roek/base/clock.h"
#include "roek/base/json.h"

#endif
