// SPDX-License-Identifier: MIT
//
// A node of the mate search of chess: a board, its key and the fifty-move clock.
//
// Half of the time of a mate search goes into "is there a mate in one?", so this has code of its
// own for bare boards (mate_in_one.c). All functions here are exact.
#ifndef SOLVE_MATE_MATE_NODE_H
#define SOLVE_MATE_MATE_NODE_H

#include "core/generate.h"
#include "core/position.h"
#include "core/zobrist.h"

typedef struct {
    Board board; // ep is set only if a pawn stands ready to capture
    Key key;
    uint16_t clock; // half-moves since the last capture or pawn move
} MateNode;

/* From this clock on the defender claims a draw; a mate on the board takes precedence. */
enum { DRAW_CLAIM_CLOCK = 100 };

#define CHESS_TRAITS ((Traits){.pawns = true, .castling = true, .checks = true})

/* The role of the piece on an occupied square. */
ROEK_INLINE Role board_role_at(const Board *b, Square s) {
    return (Role)((b->role[KNIGHT] >> s & 1) + (b->role[BISHOP] >> s & 1) * 2 +
                  (b->role[ROOK] >> s & 1) * 3 + (b->role[QUEEN] >> s & 1) * 4 +
                  (b->role[KING] >> s & 1) * 5);
}

MateNode mate_node_from_position(const Position *pos);

/* Plays a legal move. */
void mate_node_play(MateNode *node, Move move);

static inline MateNode mate_node_after(const MateNode *node, Move move) {
    MateNode next = *node;
    mate_node_play(&next, move);
    return next;
}

/* The node after a null move. */
static inline MateNode mate_node_after_pass(const MateNode *node) {
    MateNode passed = *node;
    if (passed.board.ep != NO_SQUARE) passed.key ^= ZOBRIST_EP[file_of(passed.board.ep)];
    passed.board.ep = NO_SQUARE;
    passed.board.turn ^= 1;
    passed.key ^= ZOBRIST_BLACK;
    return passed;
}

void mate_node_moves(const MateNode *node, MoveList *out);

/* Lists every move that gives check, and possibly some that do not. */
void mate_node_checks(const MateNode *node, MoveList *out);

static inline bool mate_node_is_check(const MateNode *node) {
    return board_checkers(&node->board) != 0;
}
bool mate_node_is_mated(const MateNode *node);
bool mate_node_is_legal(const MateNode *node, Move move);
int mate_node_count_moves(const MateNode *node);

/* The mobility of the side to move. */
typedef struct {
    bool check;
    int replies;
    int flights; // squares the king can step to
} DefenderMobility;

DefenderMobility mate_node_mobility(const MateNode *node);

/* A move that mates at once, or NO_MOVE. */
Move mate_in_one(const Board *b);

static inline Move mate_node_mate_in_one(const MateNode *node) {
    return mate_in_one(&node->board);
}

/* Would the other side mate in one if the side to move, which is not in check, passed? */
static inline bool mate_node_has_mate_threat(const MateNode *node) {
    MateNode passed = mate_node_after_pass(node);
    return mate_node_mate_in_one(&passed) != NO_MOVE;
}

/* The squares that the king of the side to move can step to, captures included. */
Bitboard mate_node_flights(const MateNode *node);

#endif
