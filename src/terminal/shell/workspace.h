// SPDX-License-Identifier: MIT
//
// The workspace of the shell: named boards and parameters.
//
//     Workspace ─┬─ boards by name ─┬─ a Game, if the position is legal
//                └─ parameters      └─ else a Setup, to which pieces can still be added
//
// Moves are played in the Game, so that they are checked, count for repetition and can be taken
// back.  Any other change of a board (placing a piece, a new position) first pushes a snapshot with
// the moves, so that it can be taken back as well.
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

/* The content of a board before a change. */
typedef struct {
    const Rules *rules;
    Setup start;
    Move *moves;
    int count;
} WorkspaceSnapshot;

typedef struct {
    char name[WORKSPACE_NAME_MAX];
    const Rules *rules;
    Setup setup; // the pieces; used only if `game` is NULL
    Game *game;  // NULL: the position is not legal
    WorkspaceSnapshot undo_stack[WORKSPACE_UNDO_MAX];
    int undo_count;
} WorkspaceBoard;

/* The parameters: numbers with names and bounds. */
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
    bool tuned[WORKSPACE_TUNED_MAX]; // the search parameters that differ from their defaults
    int tuning[WORKSPACE_TUNED_MAX]; // their values; both by the index of search_param_at
} Workspace;

/* Creates one board, "main", with the start position.  Returns false, with nothing to free, when
 * memory is short. */
bool workspace_init(Workspace *workspace, const Rules *rules);
void workspace_free(Workspace *workspace);

static inline WorkspaceBoard *workspace_current_board(const Workspace *workspace) {
    return workspace->boards[workspace->current];
}

/* The board of this name, created with the start position if it is new.  NULL if memory is short,
 * all boards are taken, or the name is not made of letters, digits, '-' and '_'. */
WorkspaceBoard *workspace_open_board(Workspace *workspace, const char *name, const Rules *rules);
int workspace_find_board(const Workspace *workspace, const char *name); // -1: none
bool workspace_is_name(const char *name);
void workspace_remove_board(Workspace *workspace, int index); // never the last one

/* The current set-up of a board. */
Setup workspace_board_setup(const WorkspaceBoard *board);

/* Replaces the content of a board, and keeps the old one for undo.  Returns false, with nothing
 * changed, when memory is short. */
bool workspace_board_change(WorkspaceBoard *board, const Rules *rules, const Setup *setup);

/* Replaces it by a start and `count` moves, of which the first `played` are played and the others
 * taken back; there is nothing to undo afterwards. */
bool workspace_board_load(WorkspaceBoard *board, const Rules *rules, const Setup *start,
                          const Move *moves, int played, int count);

/* Takes back a move or a change.  Returns false if there is none or memory is short. */
bool workspace_board_undo(WorkspaceBoard *board);

/* Drops castling rights without king and rook in place; call it after changing a set-up. */
void setup_prune_castling(Setup *setup);

#endif
