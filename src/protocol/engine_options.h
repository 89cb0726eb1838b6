// SPDX-License-Identifier: MIT
//
// The engine as a GUI holds it, and everything a GUI can set about it.
//
// Both protocols offer the same settings from one table: UCI as `option name … type …`, xboard as
// `feature option="…"`.  Names are compared without regard to case and to how many blanks are
// between their words; numbers out of bounds are clamped, with a remark.
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
    Rng rng;             // for the choice among book moves
    RkTablebase *tables; // solved races; NULL: none
    TablebaseSet endings;
    bool chess960, show_wdl, limit_strength, own_book;
    int skill, elo;
    int64_t overhead_ms;
    LineSink out;
    const char *remark; // how the protocol begins a line that tells the user something
    bool has_position;  // false: the last one was refused, and the engine's is out of date
} EngineSettings;

/* False when memory is short. */
bool settings_open(EngineSettings *s, LineSink out, const char *remark);
void settings_close(EngineSettings *s);

/* Formats and passes a remark on. */
void settings_remark(const EngineSettings *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says the list, in the words of a protocol. */
void settings_list_uci(const EngineSettings *s);
void settings_list_xboard(const EngineSettings *s);

/* Waits for a running search.  What cannot be set is remarked upon. */
void settings_set(EngineSettings *s, const char *name, const char *value);

/* Does the setting of this name choose what is played? */
bool settings_selects_variant(const char *name);

/* The move to play from the book in the engine's position; NO_MOVE when there is none, or when
 * books are not wanted. */
Move settings_book_move(EngineSettings *s);

/* Puts the start position of the rules before the engine. */
void settings_start_position(EngineSettings *s);

#endif
