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

enum {
    WORKSPACE_NAME_MAX = 32,
    WORKSPACE_BOARDS_MAX = 64,
    WORKSPACE_UNDO_MAX = 256,
    WORKSPACE_TUNED_MAX = 128
};

/* What was on a board before it was changed. */
typedef struct {
    const Rules *rules;
    Setup start;
    Move *moves;
    int count;
} WorkspaceSnapshot;

typedef struct {
    char name[WORKSPACE_NAME_MAX];
    const Rules *rules;
    Setup setup; // what stands there; only used if it cannot be played
    Game *game;  // NULL: it cannot be played
    WorkspaceSnapshot undo_stack[WORKSPACE_UNDO_MAX];
    int undo_count;
} WorkspaceBoard;

/* Parameters are numbers with names and bounds. */
typedef enum {
    WORKSPACE_DEPTH,
    WORKSPACE_NODES,
    WORKSPACE_TIME,
    WORKSPACE_THREADS,
    WORKSPACE_HASH,
    WORKSPACE_CLASSICAL,
    WORKSPACE_FLIP,
    WORKSPACE_FRAME,
    WORKSPACE_PARAMS
} WorkspaceParam;

typedef struct {
    const char *name;
    int64_t value, min, max; // `value` is the default
    const char *help;
} WorkspaceParamInfo;

extern const WorkspaceParamInfo WORKSPACE_PARAM_INFO[WORKSPACE_PARAMS];

typedef struct {
    WorkspaceBoard *boards[WORKSPACE_BOARDS_MAX];
    int board_count, current;
    int64_t params[WORKSPACE_PARAMS];
    DiagramStyle style;
    bool tuned[WORKSPACE_TUNED_MAX]; // numbers of the search that differ, by their place in its
                                     // table
    int tuning[WORKSPACE_TUNED_MAX];
} Workspace;

/* One board, "main", with the start position.  False (and nothing to free) without memory. */
bool workspace_init(Workspace *workspace, const Rules *rules);
void workspace_free(Workspace *workspace);

static inline WorkspaceBoard *workspace_current_board(const Workspace *workspace) {
    return workspace->boards[workspace->current];
}

/* The board of this name, made with the start position if it is new.  NULL without memory, without
 * room, or if the name is not letters, digits, '-' and '_'. */
WorkspaceBoard *workspace_open_board(Workspace *workspace, const char *name, const Rules *rules);
int workspace_find_board(const Workspace *workspace, const char *name); // -1: none
bool workspace_is_name(const char *name);
void workspace_remove_board(Workspace *workspace, int index); // never the last one

/* What stands on a board now. */
Setup workspace_board_setup(const WorkspaceBoard *board);

/* Puts something else on it; false, with nothing changed, without memory. */
bool workspace_board_change(WorkspaceBoard *board, const Rules *rules, const Setup *setup);

/* The same, with a game played from there and moves that were taken back; nothing to undo. */
bool workspace_board_load(WorkspaceBoard *board, const Rules *rules, const Setup *start,
                          const Move *moves, int played, int count);

/* Takes back a move or a change; false if there is nothing to take back or no memory. */
bool workspace_board_undo(WorkspaceBoard *board);

/* Forgets castling rights that the pieces do not bear out; what a set-up needs after changes. */
void setup_prune_castling(Setup *setup);

#endif
