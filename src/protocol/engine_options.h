// SPDX-License-Identifier: MIT
//
// The engine of a protocol session and the options that a GUI can set.
//
// Both protocols offer the same options from one table: UCI as `option name … type …`, xboard as
// `feature option="…"`.  Names are compared without regard to case and to the number of blanks
// between words.  Numbers out of bounds are clamped, with a remark.
#ifndef PROTOCOL_ENGINE_OPTIONS_H
#define PROTOCOL_ENGINE_OPTIONS_H

#include "play/players/book.h"
#include "protocol/protocol.h"
#include "search/engine.h"
#include "solve/tablebases.h"

typedef struct {
    Engine *engine;
    EngineOptions options;
    const Rules *rules;  // of the next game
    Book *book;          // NULL: none
    Rng rng;             // chooses among book moves
    RkTablebase *tables; // solved races; NULL: none
    TablebaseSet endings;
    bool chess960, show_wdl, limit_strength, own_book;
    int skill, elo;
    int64_t overhead_ms;
    LineSink out;
    const char *remark; // prefix of a line that is shown to the user ("info string ", "# ")
    bool has_position;  // false: the last `position` was refused; the engine still has the old one
} EngineSettings;

/* Returns false when memory is short. */
bool settings_open(EngineSettings *s, LineSink out, const char *remark);
void settings_close(EngineSettings *s);

/* Sends a remark to the user. */
void settings_remark(const EngineSettings *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sends the list of options in the form of one protocol. */
void settings_list_uci(const EngineSettings *s);
void settings_list_xboard(const EngineSettings *s);

/* Sets an option, after a running search has ended.  Sends a remark if it cannot be set. */
void settings_set(EngineSettings *s, const char *name, const char *value);

/* Does the option of this name change the rules of the game? */
bool settings_selects_variant(const char *name);

/* The book move to play in the engine's position; NO_MOVE if the book has none or OwnBook
 * is off. */
Move settings_book_move(EngineSettings *s);

/* Gives the engine the start position of the rules. */
void settings_start_position(EngineSettings *s);

#endif
