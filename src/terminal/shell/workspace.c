// SPDX-License-Identifier: MIT
#include "terminal/shell/workspace.h"

#include "base/text/text.h"
#include "notation/text/fen.h"

#include <stdlib.h>
#include <string.h>

const WorkspaceParamInfo WORKSPACE_PARAM_INFO[WORKSPACE_PARAMS] = {
    [WORKSPACE_DEPTH] = {"depth", 10, 1, MAX_PLY - 2, "how deep bwm and bbm look when not told"},
    [WORKSPACE_NODES] = {"nodes", 0, 0, INT64_MAX / 2,
                         "positions to look at, at most; 0: any number"},
    [WORKSPACE_TIME] = {"time", 0, 0, 86400000, "milliseconds to think, at most; 0: any time"},
    [WORKSPACE_THREADS] = {"threads", 1, 1, 64, "threads to think with"},
    [WORKSPACE_HASH] = {"hash", 16, 1, 1 << 20, "megabytes for positions seen"},
    [WORKSPACE_CLASSICAL] = {"classical", 0, 0, 1,
                             "1: evaluate by hand-written terms, not the network"},
    [WORKSPACE_FLIP] = {"flip", 0, 0, 1, "1: boards with Black at the bottom"},
    [WORKSPACE_FRAME] = {"frame", 0, 0, 1, "1: boards with lines between the squares"},
};

static void drop_game(Game *game) {
    if (game) game_free(game);
    free(game);
}

/* A game with `count` moves, of which the first `played` are played and the others taken back; NULL
 * when memory is short. */
static Game *game_at(const Position *start, const Move *moves, int played, int count) {
    Game *game = calloc(1, sizeof *game);
    bool good = game && game_init(game, start);
    for (int i = 0; good && i < count; i++) good = game_play(game, moves[i]);
    for (int i = played; good && i < count; i++) game_undo(game);
    if (good) return game;
    drop_game(game);
    return NULL;
}

void setup_prune_castling(Setup *setup) {
    for (Color c = WHITE; c <= BLACK; c++) {
        Bitboard home = rank_mask(c, 0), king = setup_pieces(setup, c, KING) & home;
        Bitboard rooks = setup->castling & home & setup_pieces(setup, c, ROOK);
        if (!king || more_than_one(king)) rooks = 0;
        setup->castling = (setup->castling & ~home) | rooks;
    }
    setup->castling &= RANK_1 | RANK_8;
}

Setup workspace_board_setup(const WorkspaceBoard *board) {
    return board->game ? position_to_setup(game_current(board->game)) : board->setup;
}

/* Replaces the content of the board by a set-up and moves, of which `played` are played. */
static bool put_on(WorkspaceBoard *board, const Rules *rules, const Setup *start, const Move *moves,
                   int played, int count) {
    Position pos;
    bool playable = position_from_setup(start, rules, &pos) == 0;
    Game *game = playable ? game_at(&pos, moves, played, count) : NULL;
    if (playable && !game) return false;
    drop_game(board->game);
    board->game = game;
    board->rules = rules;
    board->setup = *start;
    return true;
}

static void snapshot_free(WorkspaceSnapshot *undo_stack) {
    free(undo_stack->moves);
    undo_stack->moves = NULL;
}

/* Pushes a snapshot of the board; drops the oldest one if the stack is full. */
static bool push_snapshot(WorkspaceBoard *board) {
    WorkspaceSnapshot undo_stack = {.rules = board->rules, .start = board->setup};
    if (board->game) {
        const Game *game = board->game;
        undo_stack.start = position_to_setup(game_start(game));
        undo_stack.count = game->count;
        undo_stack.moves = malloc((size_t)game->count * sizeof *undo_stack.moves + 1);
        if (!undo_stack.moves) return false;
        memcpy(undo_stack.moves, game->moves, (size_t)game->count * sizeof *undo_stack.moves);
    }
    if (board->undo_count == WORKSPACE_UNDO_MAX) {
        snapshot_free(&board->undo_stack[0]);
        memmove(board->undo_stack, board->undo_stack + 1,
                sizeof board->undo_stack - sizeof *board->undo_stack);
        board->undo_count--;
    }
    board->undo_stack[board->undo_count++] = undo_stack;
    return true;
}

bool workspace_board_change(WorkspaceBoard *board, const Rules *rules, const Setup *setup) {
    if (!push_snapshot(board)) return false;
    if (put_on(board, rules, setup, NULL, 0, 0)) return true;
    snapshot_free(&board->undo_stack[--board->undo_count]);
    return false;
}

bool workspace_board_load(WorkspaceBoard *board, const Rules *rules, const Setup *start,
                          const Move *moves, int played, int count) {
    if (!put_on(board, rules, start, moves, played, count)) return false;
    while (board->undo_count > 0) snapshot_free(&board->undo_stack[--board->undo_count]);
    return true;
}

bool workspace_board_undo(WorkspaceBoard *board) {
    if (board->game && game_undo(board->game)) return true;
    if (board->undo_count == 0) return false;
    WorkspaceSnapshot *undo_stack = &board->undo_stack[board->undo_count - 1];
    if (!put_on(board, undo_stack->rules, &undo_stack->start, undo_stack->moves, undo_stack->count,
                undo_stack->count))
        return false;
    snapshot_free(undo_stack);
    board->undo_count--;
    return true;
}

static void board_free(WorkspaceBoard *board) {
    if (!board) return;
    for (int i = 0; i < board->undo_count; i++) snapshot_free(&board->undo_stack[i]);
    drop_game(board->game);
    free(board);
}

bool workspace_is_name(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || length >= WORKSPACE_NAME_MAX) return false;
    for (; *name; name++) {
        char c = char_lower(*name);
        if (!char_is_digit(c) && (c < 'a' || c > 'z') && c != '-' && c != '_') return false;
    }
    return true;
}

int workspace_find_board(const Workspace *workspace, const char *name) {
    for (int i = 0; i < workspace->board_count; i++)
        if (strcmp(workspace->boards[i]->name, name) == 0) return i;
    return -1;
}

WorkspaceBoard *workspace_open_board(Workspace *workspace, const char *name, const Rules *rules) {
    int index = workspace_find_board(workspace, name);
    if (index < 0) {
        if (!workspace_is_name(name) || workspace->board_count == WORKSPACE_BOARDS_MAX) return NULL;
        WorkspaceBoard *board = calloc(1, sizeof *board);
        Position start = position_start(rules);
        Setup setup = position_to_setup(&start);
        if (!board || !put_on(board, rules, &setup, NULL, 0, 0)) {
            free(board);
            return NULL;
        }
        strcpy(board->name, name);
        index = workspace->board_count++;
        workspace->boards[index] = board;
    }
    workspace->current = index;
    return workspace->boards[index];
}

void workspace_remove_board(Workspace *workspace, int index) {
    if (workspace->board_count == 1) return;
    board_free(workspace->boards[index]);
    workspace->board_count--;
    memmove(workspace->boards + index, workspace->boards + index + 1,
            (size_t)(workspace->board_count - index) * sizeof *workspace->boards);
    if (workspace->current > index || workspace->current == workspace->board_count)
        workspace->current--;
}

bool workspace_init(Workspace *workspace, const Rules *rules) {
    *workspace = (Workspace){.style = DIAGRAM_ASCII};
    for (int i = 0; i < WORKSPACE_PARAMS; i++) workspace->params[i] = WORKSPACE_PARAM_INFO[i].value;
    return workspace_open_board(workspace, "main", rules) != NULL;
}

void workspace_free(Workspace *workspace) {
    for (int i = 0; i < workspace->board_count; i++) board_free(workspace->boards[i]);
    *workspace = (Workspace){0};
}
