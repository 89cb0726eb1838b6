// SPDX-License-Identifier: MIT
//
// Mate and stalemate, on the board and one move ahead.
#include "roek/solve/mate_net.h"
#include "roek/solve/problem_search.h"

static bool is_still_legal(const Board *b, Move move, Board *next) {
    return b->turn == WHITE ? play_if_legal(b, WHITE, move, next)
                            : play_if_legal(b, BLACK, move, next);
}

/* Is the side to move stalemated?  `hint` is a move it had in a position like this one, which it
 * mostly has again. */
static bool is_stalemated(const MateNode *node, Move *hint) {
    Board next;
    MoveList moves;
    if (*hint && is_still_legal(&node->board, *hint, &next)) return false;
    node_moves(node, &moves);
    if (moves.count) *hint = moves.items[moves.count - 1];
    return moves.count == 0 && !node_is_check(node);
}

bool aim_is_reached(ProblemAim aim, const MateNode *node) {
    Move hint = NO_MOVE;
    return aim == AIM_MATE ? node_is_mated(node) : is_stalemated(node, &hint);
}

/* Units other than the king that can move and do not stand on a line with it, where they could be
 * pinned: such a one is stopped only by being taken or, if it is a pawn, by a piece before it. */
static int count_free(const MateNode *node) {
    const Board *b = &node->board;
    Square king = board_king(b, (Color)b->turn);
    Bitboard free = 0;
    MoveList moves;
    node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++)
        if (!LINE[king][move_from(moves.items[i])]) free |= bit(move_from(moves.items[i]));
    return popcount(free & ~bit(king));
}

/* One move stops one free unit; castling and en passant may do more. */
static bool may_stalemate(const MateNode *node) {
    const Board *b = &node->board;
    if (b->castling || b->ep != NO_SQUARE || node_is_check(node)) return true;
    MateNode passed = node_passed(node);
    return count_free(&passed) <= 1;
}

static void stalemating_moves(const MateNode *node, int most, MoveList *out) {
    MoveList moves;
    Move hint = NO_MOVE;
    if (!may_stalemate(node)) return;
    node_moves(node, &moves);
    for (int i = 0; i < moves.count && out->count < most; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (is_stalemated(&next, &hint)) out->items[out->count++] = moves.items[i];
    }
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
        stalemating_moves(node, MOVES_MAX, out);
}

bool aim_in_one(ProblemAim aim, const MateNode *node) {
    if (aim == AIM_MATE) return node_mate_in_one(node) != NO_MOVE;
    MoveList moves;
    moves.count = 0;
    stalemating_moves(node, 1, &moves);
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
