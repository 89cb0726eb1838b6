// SPDX-License-Identifier: MIT
//
// The table of all commands, in the order in which help shows them.
#include "cmd/common/command.h"

#include <stddef.h>

extern const Command command_analyse;
extern const Command command_bench;
extern const Command command_board;
extern const Command command_fen;
extern const Command command_loop;
extern const Command command_match;
extern const Command command_mate;
extern const Command command_merge;
extern const Command command_moves;
extern const Command command_perft;
extern const Command command_play;
extern const Command command_problem;
extern const Command command_tables;
extern const Command command_selfplay;
extern const Command command_book;
extern const Command command_session;
extern const Command command_shell;
extern const Command command_uci;
extern const Command command_web;
extern const Command command_xboard;

// clang-format off
const Command *const commands[] = {
    &command_play,
    &command_web,
    &command_fen,
    &command_analyse,
    &command_uci,
    &command_xboard,
    &command_session,
    &command_moves,
    &command_board,
    &command_mate,
    &command_problem,
    &command_loop,
    &command_shell,
    &command_match,
    &command_tables,
    &command_bench,
    &command_perft,
    &command_selfplay,
    &command_book,
    &command_merge,
    NULL,
};
// clang-format on
