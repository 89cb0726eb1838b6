// SPDX-License-Identifier: MIT
//
// Mate and stalemate, on the board and one move ahead.
#include "roek/solve/mate_net.h"
#include "roek/solve/problem_search.h"

bool aim_is_reached(ProblemAim aim, const MateNode *node) {
    if (aim == AIM_MATE) return node_is_mated(node);
    return !node_is_check(node) && node_count_moves(node) == 0;
}

void aim_moves(ProblemAim aim, const MateNode *node, MoveList *out) {
    MoveList moves;
    if (aim == AIM_MATE)
        node_checks(node, &moves);
    else
        node_moves(node, &moves);
    out->count = 0;
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (aim_is_reached(aim, &next)) out->items[out->count++] = moves.items[i];
    }
}

bool aim_in_one(ProblemAim aim, const MateNode *node) {
    if (aim == AIM_MATE) return node_mate_in_one(node) != NO_MOVE;
    MoveList moves;
    node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (aim_is_reached(aim, &next)) return true;
    }
    return false;
}

/* Some move surely gives no check, and so no mate. */
static bool has_quiet_move(const MateNode *node, const MoveList *moves) {
    const Board *b = &node->board;
    CheckMap map = map_checks(b, (Color)b->turn, board_occupied(b));
    for (int i = 0; i < moves->count; i++) {
        Move move = moves->items[i];
        Bitboard checking = map.from[board_role_at(b, move_from(move))];
        if (!map_is_silent(&map, move) && !(checking & bit(move_to(move)))) return true;
    }
    return false;
}

bool aim_is_forced(ProblemAim aim, const MateNode *node) {
    MoveList moves;
    node_moves(node, &moves);
    if (aim == AIM_MATE && has_quiet_move(node, &moves)) return false;
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (!aim_is_reached(aim, &next)) return false;
    }
    return moves.count > 0;
}
