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
#include "rules/registry.h"

// notation
#include "notation/pgn/pgn.h"
#include "notation/text/diagram.h"
#include "notation/text/epd.h"
#include "notation/text/fen.h"
#include "notation/text/illegal_move.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

// a game, and a game in progress
#include "game/game.h"
#include "play/game/game_controller.h"
#include "session/session.h"

// the engine and the solvers
#include "solve/loop/loop.h"
#include "solve/mate/mate.h"
#include "solve/mate/mate_check.h"
#include "solve/mate/mate_prober.h"
#include "solve/problem/problem.h"
#include "solve/syzygy/syzygy.h"
#include "solve/tablebases.h"

// text, JSON and time, which the others speak
#include "base/os/clock.h"
#include "base/text/json.h"

#endif
