// SPDX-License-Identifier: MIT
#include "solve/mate/mate_node.h"

#include "solve/mate/mate_helpers.h"

/* Drops an en-passant square if no pawn can capture there: the positions are then equal. */
static void drop_useless_ep(MateNode *n) {
    Board *b = &n->board;
    if (b->ep == NO_SQUARE) return;
    Color us = (Color)b->turn;
    if (PAWN_ATTACKS[other(us)][b->ep] & board_pieces(b, us, PAWN))
        n->key ^= ZOBRIST_EP[file_of(b->ep)];
    else
        b->ep = NO_SQUARE;
}

static Key rights_key(Bitboard rooks) {
    Key key = 0;
    FOR_EACH_SQUARE(rook, rooks) key ^= ZOBRIST_CASTLING[rook];
    return key;
}

MateNode mate_node_from_position(const Position *pos) {
    MateNode n = {.board = pos->board, .clock = pos->halfmove};
    for (Square s = A1; s <= H8; s++)
        if (pos->piece[s] != NO_PIECE) n.key ^= ZOBRIST_PIECE[pos->piece[s]][s];
    if (position_turn(pos) == BLACK) n.key ^= ZOBRIST_BLACK;
    n.key ^= rights_key(pos->board.castling);
    drop_useless_ep(&n);
    return n;
}

/* The change of the key by a move, without castling rights and en passant. */
static Key move_key(const Board *b, Color us, Role role, Move move) {
    Square from = move_from(move), to = move_to(move);
    const uint64_t *own = ZOBRIST_PIECE[piece_of(us, role)];
    if (move_kind(move) == MOVE_CASTLE) {
        const uint64_t *rook = ZOBRIST_PIECE[piece_of(us, ROOK)];
        return own[from] ^ own[castle_king_target(from, to)] ^ rook[to] ^
               rook[castle_rook_target(from, to)];
    }
    Key key = own[from];
    if (move_is_promotion(move)) own = ZOBRIST_PIECE[piece_of(us, move_promotion_role(move))];
    key ^= own[to];
    if (b->color[other(us)] & bit(to))
        key ^= ZOBRIST_PIECE[piece_of(other(us), board_role_at(b, to))][to];
    else if (move_kind(move) == MOVE_EN_PASSANT)
        key ^= ZOBRIST_PIECE[piece_of(other(us), PAWN)][to - forward_of(us)];
    return key;
}

void mate_node_play(MateNode *n, Move move) {
    assert(move != NO_MOVE && move != NULL_MOVE);
    Board *b = &n->board;
    Color us = (Color)b->turn;
    Role role = board_role_at(b, move_from(move));
    Bitboard rights = b->castling;
    bool progress = role == PAWN || b->color[other(us)] & bit(move_to(move));
    n->key ^= move_key(b, us, role, move) ^ ZOBRIST_BLACK;
    if (b->ep != NO_SQUARE) n->key ^= ZOBRIST_EP[file_of(b->ep)];
    board_play_role(b, us, role, move);
    if (rights != b->castling) n->key ^= rights_key(rights ^ b->castling);
    n->clock = progress ? 0 : (uint16_t)(n->clock + 1);
    drop_useless_ep(n);
}

ROEK_INLINE void list_moves(const MateNode *n, Bitboard movers, MoveList *out) {
    const Board *b = &n->board;
    out->count = 0;
    if (b->turn == WHITE)
        generate_list(b, CHESS_TRAITS, WHITE, GENERATE_ALL, movers, out);
    else
        generate_list(b, CHESS_TRAITS, BLACK, GENERATE_ALL, movers, out);
}

void mate_node_moves(const MateNode *node, MoveList *out) {
    list_moves(node, ~0ull, out);
}

bool mate_node_is_legal(const MateNode *node, Move move) {
    MoveList list;
    if (!(node->board.color[node->board.turn] & bit(move_from(move)))) return false;
    list_moves(node, bit(move_from(move)), &list);
    return movelist_has(&list, move);
}

int mate_node_count_moves(const MateNode *node) {
    const Board *b = &node->board;
    return (int)(b->turn == WHITE ? count_moves_of(b, WHITE, ~0ull)
                                  : count_moves_of(b, BLACK, ~0ull));
}

ROEK_INLINE DefenderMobility mobility_of(const Board *b, Color us) {
    Legality l = legality_find(b, us, CHESS_TRAITS);
    return mobility_in(b, us, &l, board_attacked(b, other(us), l.occupied ^ bit(l.king)));
}

DefenderMobility mate_node_mobility(const MateNode *node) {
    const Board *b = &node->board;
    return b->turn == WHITE ? mobility_of(b, WHITE) : mobility_of(b, BLACK);
}

Bitboard mate_node_flights(const MateNode *node) {
    return flights_of(&node->board, (Color)node->board.turn);
}

bool mate_node_is_mated(const MateNode *node) {
    const Board *b = &node->board;
    Bitboard checkers = board_checkers(b);
    if (!checkers) return false;
    return b->turn == WHITE ? check_is_mate(b, WHITE, checkers) : check_is_mate(b, BLACK, checkers);
}

/* Lists checks by pieces that move to a square from which they attack the king. */
ROEK_INLINE void list_plain_checks(const Board *b, Color us, const Legality *l,
                                   const CheckInfo *map, MoveList *out) {
    if (!l->evasions) return;
    MoveSink sink = {.list = out};
    GenerateOptions order = {CHESS_TRAITS, us, PURPOSE_LIST, GENERATE_ALL, ~map->discoverers};
    Bitboard targets = ~l->own & l->evasions;
    Bitboard pawns = board_pieces(b, us, PAWN) & ~map->discoverers & ~rank_mask(us, 6);
    if (pawns && map->from[PAWN] & l->evasions) {
        Legality narrow = *l;
        narrow.evasions &= map->from[PAWN];
        generate_pawn_captures(&narrow, &order, pawns, &sink);
        generate_pawn_steps(&narrow, &order, pawns, &sink);
    }
    generate_pieces(b, l, &order, KNIGHT, targets & map->from[KNIGHT], &sink);
    generate_pieces(b, l, &order, BISHOP, targets & map->from[BISHOP], &sink);
    generate_pieces(b, l, &order, ROOK, targets & map->from[ROOK], &sink);
    generate_pieces(b, l, &order, QUEEN, targets & map->from[QUEEN], &sink);
}

ROEK_INLINE void list_checks(const Board *b, Color us, MoveList *out) {
    Legality l = legality_find(b, us, CHESS_TRAITS);
    CheckInfo map = check_info_make(b, us, l.occupied);
    list_plain_checks(b, us, &l, &map, out);
    list_promotions(b, us, &l, &map, out);
    list_special_checks(b, us, &l, &map, out);
}

void mate_node_checks(const MateNode *node, MoveList *out) {
    out->count = 0;
    if (node->board.turn == WHITE)
        list_checks(&node->board, WHITE, out);
    else
        list_checks(&node->board, BLACK, out);
}
