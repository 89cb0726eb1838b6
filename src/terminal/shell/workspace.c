// SPDX-License-Identifier: MIT
#include "terminal/shell/workspace.h"

#include "base/text/text.h"
#include "notation/text/fen.h"

#include <stdlib.h>
#include <string.h>

const DeskParamInfo DESK_PARAM_INFO[DESK_PARAMS] = {
    [DESK_DEPTH] = {"depth", 10, 1, MAX_PLY - 2, "how deep bwm and bbm look when not told"},
    [DESK_NODES] = {"nodes", 0, 0, INT64_MAX / 2, "positions to look at, at most; 0: any number"},
    [DESK_TIME] = {"time", 0, 0, 86400000, "milliseconds to think, at most; 0: any time"},
    [DESK_THREADS] = {"threads", 1, 1, 64, "threads to think with"},
    [DESK_HASH] = {"hash", 16, 1, 1 << 20, "megabytes for positions seen"},
    [DESK_CLASSICAL] = {"classical", 0, 0, 1, "1: evaluate by hand-written terms, not the network"},
    [DESK_FLIP] = {"flip", 0, 0, 1, "1: boards with Black at the bottom"},
    [DESK_FRAME] = {"frame", 0, 0, 1, "1: boards with lines between the squares"},
};

static void drop_game(Game *game) {
    if (game) game_free(game);
    free(game);
}

/* A game from its start with some moves, of which `played` are not taken back; NULL without
 * memory. */
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
        if (!king || has_many(king)) rooks = 0;
        setup->castling = (setup->castling & ~home) | rooks;
    }
    setup->castling &= RANK_1 | RANK_8;
}

Setup board_setup_now(const DeskBoard *board) {
    return board->game ? position_to_setup(game_now(board->game)) : board->setup;
}

/* Replaces what is on the board by a set-up and moves, of which `played` are played. */
static bool put_on(DeskBoard *board, const Rules *rules, const Setup *start, const Move *moves,
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

static void past_free(DeskPast *past) {
    free(past->moves);
    past->moves = NULL;
}

/* Remembers what is on the board; the oldest memory makes room. */
static bool remember(DeskBoard *board) {
    DeskPast past = {.rules = board->rules, .start = board->setup};
    if (board->game) {
        const Game *game = board->game;
        past.start = position_to_setup(game_start(game));
        past.count = game->count;
        past.moves = malloc((size_t)game->count * sizeof *past.moves + 1);
        if (!past.moves) return false;
        memcpy(past.moves, game->moves, (size_t)game->count * sizeof *past.moves);
    }
    if (board->past_count == DESK_UNDO_MAX) {
        past_free(&board->past[0]);
        memmove(board->past, board->past + 1, sizeof board->past - sizeof *board->past);
        board->past_count--;
    }
    board->past[board->past_count++] = past;
    return true;
}

bool board_change(DeskBoard *board, const Rules *rules, const Setup *setup) {
    if (!remember(board)) return false;
    if (put_on(board, rules, setup, NULL, 0, 0)) return true;
    past_free(&board->past[--board->past_count]);
    return false;
}

bool board_load(DeskBoard *board, const Rules *rules, const Setup *start, const Move *moves,
                int played, int count) {
    if (!put_on(board, rules, start, moves, played, count)) return false;
    while (board->past_count > 0) past_free(&board->past[--board->past_count]);
    return true;
}

bool board_undo(DeskBoard *board) {
    if (board->game && game_undo(board->game)) return true;
    if (board->past_count == 0) return false;
    DeskPast *past = &board->past[board->past_count - 1];
    if (!put_on(board, past->rules, &past->start, past->moves, past->count, past->count))
        return false;
    past_free(past);
    board->past_count--;
    return true;
}

static void board_free(DeskBoard *board) {
    if (!board) return;
    for (int i = 0; i < board->past_count; i++) past_free(&board->past[i]);
    drop_game(board->game);
    free(board);
}

bool desk_name_is_good(const char *name) {
    size_t length = strlen(name);
    if (length == 0 || length >= DESK_NAME_MAX) return false;
    for (; *name; name++) {
        char c = char_lower(*name);
        if (!char_is_digit(c) && (c < 'a' || c > 'z') && c != '-' && c != '_') return false;
    }
    return true;
}

int desk_find(const Desk *desk, const char *name) {
    for (int i = 0; i < desk->board_count; i++)
        if (strcmp(desk->boards[i]->name, name) == 0) return i;
    return -1;
}

DeskBoard *desk_open(Desk *desk, const char *name, const Rules *rules) {
    int index = desk_find(desk, name);
    if (index < 0) {
        if (!desk_name_is_good(name) || desk->board_count == DESK_BOARDS_MAX) return NULL;
        DeskBoard *board = calloc(1, sizeof *board);
        Position start = position_start(rules);
        Setup setup = position_to_setup(&start);
        if (!board || !put_on(board, rules, &setup, NULL, 0, 0)) {
            free(board);
            return NULL;
        }
        strcpy(board->name, name);
        index = desk->board_count++;
        desk->boards[index] = board;
    }
    desk->current = index;
    return desk->boards[index];
}

void desk_drop(Desk *desk, int index) {
    if (desk->board_count == 1) return;
    board_free(desk->boards[index]);
    desk->board_count--;
    memmove(desk->boards + index, desk->boards + index + 1,
            (size_t)(desk->board_count - index) * sizeof *desk->boards);
    if (desk->current > index || desk->current == desk->board_count) desk->current--;
}

bool desk_init(Desk *desk, const Rules *rules) {
    *desk = (Desk){.style = DIAGRAM_ASCII};
    for (int i = 0; i < DESK_PARAMS; i++) desk->params[i] = DESK_PARAM_INFO[i].value;
    return desk_open(desk, "main", rules) != NULL;
}

void desk_free(Desk *desk) {
    for (int i = 0; i < desk->board_count; i++) board_free(desk->boards[i]);
    *desk = (Desk){0};
}
