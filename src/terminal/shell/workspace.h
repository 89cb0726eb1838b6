// SPDX-License-Identifier: MIT
//
// A desk with boards on it: what the shell works on.
//
//     Desk ── boards by name ──┬── a Game, while what stands there can be played
//          └─ parameters       └── else only a Setup, to which pieces can still be added
//
// Moves go through the game, so that they are checked, counted for repetition and can be taken
// back.  Everything that changes a board otherwise (placing a piece, a new position) keeps what was
// there before, moves and all, so that this can be taken back as well.
#ifndef TERMINAL_SHELL_WORKSPACE_H
#define TERMINAL_SHELL_WORKSPACE_H

#include "notation/text/diagram.h"
#include "play/players/player.h"
#include "search/params.h"

enum { DESK_NAME_MAX = 32, DESK_BOARDS_MAX = 64, DESK_UNDO_MAX = 256, DESK_TUNED_MAX = 128 };

/* What was on a board before it was changed. */
typedef struct {
    const Rules *rules;
    Setup start;
    Move *moves;
    int count;
} DeskPast;

typedef struct {
    char name[DESK_NAME_MAX];
    const Rules *rules;
    Setup setup; // what stands there; only used if it cannot be played
    Game *game;  // NULL: it cannot be played
    DeskPast past[DESK_UNDO_MAX];
    int past_count;
} DeskBoard;

/* Parameters are numbers with names and bounds. */
typedef enum {
    DESK_DEPTH,
    DESK_NODES,
    DESK_TIME,
    DESK_THREADS,
    DESK_HASH,
    DESK_CLASSICAL,
    DESK_FLIP,
    DESK_FRAME,
    DESK_PARAMS
} DeskParam;

typedef struct {
    const char *name;
    int64_t value, min, max; // `value` is the default
    const char *help;
} DeskParamInfo;

extern const DeskParamInfo DESK_PARAM_INFO[DESK_PARAMS];

typedef struct {
    DeskBoard *boards[DESK_BOARDS_MAX];
    int board_count, current;
    int64_t params[DESK_PARAMS];
    DiagramStyle style;
    bool tuned[DESK_TUNED_MAX]; // numbers of the search that differ, by their place in its table
    int tuning[DESK_TUNED_MAX];
} Desk;

/* One board, "main", with the start position.  False (and nothing to free) without memory. */
bool desk_init(Desk *desk, const Rules *rules);
void desk_free(Desk *desk);

static inline DeskBoard *desk_board(const Desk *desk) {
    return desk->boards[desk->current];
}

/* The board of this name, made with the start position if it is new.  NULL without memory, without
 * room, or if the name is not letters, digits, '-' and '_'. */
DeskBoard *desk_open(Desk *desk, const char *name, const Rules *rules);
int desk_find(const Desk *desk, const char *name); // -1: none
bool desk_name_is_good(const char *name);
void desk_drop(Desk *desk, int index); // never the last one

/* What stands on a board now. */
Setup board_setup_now(const DeskBoard *board);

/* Puts something else on it; false, with nothing changed, without memory. */
bool board_change(DeskBoard *board, const Rules *rules, const Setup *setup);

/* The same, with a game played from there and moves that were taken back; nothing to undo. */
bool board_load(DeskBoard *board, const Rules *rules, const Setup *start, const Move *moves,
                int played, int count);

/* Takes back a move or a change; false if there is nothing to take back or no memory. */
bool board_undo(DeskBoard *board);

/* Forgets castling rights that the pieces do not bear out; what a set-up needs after changes. */
void setup_prune_castling(Setup *setup);

#endif
