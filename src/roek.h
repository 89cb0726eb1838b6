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
#include "core/outcome.h"
#include "core/perft.h"
#include "core/position.h"
#include "rules/rules.h"

// notation
#include "notation/coord.h"
#include "notation/diagram.h"
#include "notation/epd.h"
#include "notation/explain.h"
#include "notation/fen.h"
#include "notation/pgn.h"
#include "notation/san.h"

// a game, and a game in progress
#include "game/game.h"
#include "play/arena.h"
#include "session/session.h"

// the engine and the solvers
#include "solve/endings.h"
#include "solve/loop.h"
#include "solve/mate.h"
#include "solve/mate_check.h"
#include "solve/mate_scout.h"
#include "solve/problem.h"
#include "solve/syzygy.h"

// text, JSON and time, which the others speak
#include "base/clock.h"
#include "base/json.h"

#endif
