// SPDX-License-Identifier: MIT
//
// Mate and stalemate, on the board and one move ahead.
#include "solve/mate/mate_net.h"
#include "solve/problem/problem_search.h"
#include "solve/problem/stalemate.h"

static bool is_still_legal(const Board *b, Move move, Board *next) {
    return b->turn == WHITE ? play_if_legal(b, WHITE, move, next)
                            : play_if_legal(b, BLACK, move, next);
}

bool aim_is_reached(ProblemAim aim, const MateNode *node) {
    Move hint = NO_MOVE;
    return aim == AIM_MATE ? node_is_mated(node) : board_is_stalemate(&node->board, &hint);
}

static void mating_moves(const MateNode *node, MoveList *out) {
    MoveList moves;
    node_checks(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (node_is_mated(&next)) out->items[out->count++] = moves.items[i];
    }
}

void aim_moves(ProblemAim aim, const MateNode *node, MoveList *out) {
    out->count = 0;
    if (aim == AIM_MATE)
        mating_moves(node, out);
    else
        stalemates_in_one(&node->board, MOVES_MAX, out);
}

bool aim_in_one(ProblemAim aim, const MateNode *node) {
    if (aim == AIM_MATE) return node_mate_in_one(node) != NO_MOVE;
    MoveList moves;
    stalemates_in_one(&node->board, 1, &moves);
    return moves.count > 0;
}

/* A move that surely gives no check, and so no mate; NO_MOVE if there is none. */
static Move quiet_move(const MateNode *node, const MoveList *moves) {
    const Board *b = &node->board;
    CheckMap map = map_checks(b, (Color)b->turn, board_occupied(b));
    for (int i = 0; i < moves->count; i++) {
        Move move = moves->items[i];
        Bitboard checking = map.from[board_role_at(b, move_from(move))];
        if (!map_is_silent(&map, move) && !(checking & bit(move_to(move)))) return move;
    }
    return NO_MOVE;
}

/* A quiet move of a moment ago is mostly one again. */
static bool is_quiet_again(const Board *b, Move hint) {
    Board next;
    return is_still_legal(b, hint, &next) && !board_checkers(&next);
}

bool aim_is_forced(ProblemAim aim, const MateNode *node, Move *hint) {
    MoveList moves;
    if (aim == AIM_MATE && *hint && is_quiet_again(&node->board, *hint)) return false;
    node_moves(node, &moves);
    Move quiet = aim == AIM_MATE ? quiet_move(node, &moves) : NO_MOVE;
    if (quiet) {
        *hint = quiet;
        return false;
    }
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (!aim_is_reached(aim, &next)) return false;
    }
    return moves.count > 0;
}
