// SPDX-License-Identifier: MIT
//
// The goals mate and stalemate: reached on the board, in one move, or by every move.
#include "solve/mate/mate_helpers.h"
#include "solve/problem/problem_search.h"
#include "solve/problem/stalemate.h"

static bool is_still_legal(const Board *b, Move move, Board *next) {
    return b->turn == WHITE ? play_if_legal(b, WHITE, move, next)
                            : play_if_legal(b, BLACK, move, next);
}

bool problem_goal_is_reached(ProblemGoal goal, const MateNode *node) {
    Move hint = NO_MOVE;
    return goal == PROBLEM_GOAL_MATE ? mate_node_is_mated(node)
                                     : stalemate_is_reached(&node->board, &hint);
}

static void mating_moves(const MateNode *node, MoveList *out) {
    MoveList moves;
    mate_node_checks(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = mate_node_after(node, moves.items[i]);
        if (mate_node_is_mated(&next)) out->items[out->count++] = moves.items[i];
    }
}

void problem_goal_moves(ProblemGoal goal, const MateNode *node, MoveList *out) {
    out->count = 0;
    if (goal == PROBLEM_GOAL_MATE)
        mating_moves(node, out);
    else
        stalemate_list_in_one(&node->board, MOVES_MAX, out);
}

bool problem_goal_in_one(ProblemGoal goal, const MateNode *node) {
    if (goal == PROBLEM_GOAL_MATE) return mate_node_mate_in_one(node) != NO_MOVE;
    MoveList moves;
    stalemate_list_in_one(&node->board, 1, &moves);
    return moves.count > 0;
}

/* A move that certainly gives no check, and so no mate; NO_MOVE if there is none. */
static Move quiet_move(const MateNode *node, const MoveList *moves) {
    const Board *b = &node->board;
    CheckInfo map = check_info_make(b, (Color)b->turn, board_occupied(b));
    for (int i = 0; i < moves->count; i++) {
        Move move = moves->items[i];
        Bitboard checking = map.from[board_role_at(b, move_from(move))];
        if (!check_info_is_special(&map, move) && !(checking & bit(move_to(move)))) return move;
    }
    return NO_MOVE;
}

/* Is the quiet move of the last call legal and quiet here too? Usually it is. */
static bool is_quiet_again(const Board *b, Move hint) {
    Board next;
    return is_still_legal(b, hint, &next) && !board_checkers(&next);
}

bool problem_goal_is_forced(ProblemGoal goal, const MateNode *node, Move *hint) {
    MoveList moves;
    if (goal == PROBLEM_GOAL_MATE && *hint && is_quiet_again(&node->board, *hint)) return false;
    mate_node_moves(node, &moves);
    Move quiet = goal == PROBLEM_GOAL_MATE ? quiet_move(node, &moves) : NO_MOVE;
    if (quiet) {
        *hint = quiet;
        return false;
    }
    for (int i = 0; i < moves.count; i++) {
        MateNode next = mate_node_after(node, moves.items[i]);
        if (!problem_goal_is_reached(goal, &next)) return false;
    }
    return moves.count > 0;
}
