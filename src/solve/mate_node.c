// SPDX-License-Identifier: MIT
#include "roek/solve/mate_node.h"

/* An en-passant square without a pawn beside it says nothing. */
static void settle_ep(MateNode *n) {
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

MateNode node_from_position(const Position *pos) {
    MateNode n = {.board = pos->board, .clock = pos->halfmove};
    for (Square s = A1; s <= H8; s++)
        if (pos->piece[s] != NO_PIECE) n.key ^= ZOBRIST_PIECE[pos->piece[s]][s];
    if (position_turn(pos) == BLACK) n.key ^= ZOBRIST_BLACK;
    n.key ^= rights_key(pos->board.castling);
    settle_ep(&n);
    return n;
}

/* What a move changes in the key, rights and en passant aside. */
static Key move_key(const Board *b, Color us, Role role, Move move) {
    Square from = move_from(move), to = move_to(move);
    const uint64_t *own = ZOBRIST_PIECE[piece_of(us, role)];
    if (move_kind(move) == MOVE_CASTLE) {
        const uint64_t *rook = ZOBRIST_PIECE[piece_of(us, ROOK)];
        return own[from] ^ own[castle_king_target(from, to)] ^ rook[to] ^
               rook[castle_rook_target(from, to)];
    }
    Key key = own[from];
    if (move_is_promotion(move)) own = ZOBRIST_PIECE[piece_of(us, move_promoted(move))];
    key ^= own[to];
    if (b->color[other(us)] & bit(to))
        key ^= ZOBRIST_PIECE[piece_of(other(us), board_role_at(b, to))][to];
    else if (move_kind(move) == MOVE_EN_PASSANT)
        key ^= ZOBRIST_PIECE[piece_of(other(us), PAWN)][to - forward_of(us)];
    return key;
}

void node_play(MateNode *n, Move move) {
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
    settle_ep(n);
}

ROEK_INLINE void list_moves(const MateNode *n, Bitboard movers, MoveList *out) {
    const Board *b = &n->board;
    out->count = 0;
    if (b->turn == WHITE)
        generate_list(b, CHESS_TRAITS, WHITE, GENERATE_ALL, movers, out);
    else
        generate_list(b, CHESS_TRAITS, BLACK, GENERATE_ALL, movers, out);
}

void node_moves(const MateNode *node, MoveList *out) {
    list_moves(node, ~0ull, out);
}

bool node_is_legal(const MateNode *node, Move move) {
    MoveList list;
    if (!(node->board.color[node->board.turn] & bit(move_from(move)))) return false;
    list_moves(node, bit(move_from(move)), &list);
    return movelist_has(&list, move);
}

ROEK_INLINE uint64_t count_moves(const Board *b, Color us, Bitboard movers) {
    Order order = {CHESS_TRAITS, us, PURPOSE_COUNT, GENERATE_ALL, movers};
    Sink sink = {.count = 0};
    generate(b, &order, &sink);
    return sink.count;
}

int node_count_moves(const MateNode *node) {
    const Board *b = &node->board;
    return (int)(b->turn == WHITE ? count_moves(b, WHITE, ~0ull) : count_moves(b, BLACK, ~0ull));
}

ROEK_INLINE Bitboard flights(const Board *b, Color us) {
    Bitboard king = board_pieces(b, us, KING);
    Bitboard reach = KING_ATTACKS[first_square(king)] & ~b->color[us];
    if (!reach) return 0;
    return reach & ~attacked_squares(b, other(us), CHESS_TRAITS, board_occupied(b) ^ king);
}

Bitboard node_flights(const MateNode *node) {
    return flights(&node->board, (Color)node->board.turn);
}

/* Is the side to move, which is in check, mated? */
ROEK_INLINE bool check_is_mate(const Board *b, Color us, Bitboard checkers) {
    if (flights(b, us)) return false;
    if (has_many(checkers)) return true;
    return count_moves(b, us, ~board_pieces(b, us, KING)) == 0;
}

bool node_is_mated(const MateNode *node) {
    const Board *b = &node->board;
    Bitboard checkers = board_checkers(b);
    if (!checkers) return false;
    return b->turn == WHITE ? check_is_mate(b, WHITE, checkers) : check_is_mate(b, BLACK, checkers);
}

/* What checks are made of: the squares from which each role attacks the enemy king, and the own
 * pieces that uncover an attack by leaving a line. */
typedef struct {
    Square king;
    Bitboard from[6];
    Bitboard veils;
} CheckMap;

ROEK_INLINE CheckMap map_checks(const Board *b, Color us, Bitboard occupied) {
    CheckMap map = {.king = board_king(b, other(us))};
    Bitboard none = 0;
    map.from[PAWN] = PAWN_ATTACKS[other(us)][map.king];
    map.from[KNIGHT] = KNIGHT_ATTACKS[map.king];
    map.from[BISHOP] = bishop_attacks(map.king, occupied);
    map.from[ROOK] = rook_attacks(map.king, occupied);
    map.from[QUEEN] = map.from[BISHOP] | map.from[ROOK];
    find_blockers(b, map.king, us, occupied, &none, &map.veils);
    map.veils &= b->color[us];
    return map;
}

/* Moves that may check in ways the squares do not tell: promotions, castling, en passant and
 * pieces that open a line. */
ROEK_INLINE void list_odd_checks(const Board *b, Color us, const Legality *l, const CheckMap *map,
                                 MoveList *out) {
    Sink sink = {.list = out};
    Order order = {CHESS_TRAITS, us, PURPOSE_LIST, GENERATE_ALL, map->veils};
    if (map->veils) generate(b, &order, &sink);
    if (l->evasions) {
        order.movers = ~map->veils;
        Bitboard ready = board_pieces(b, us, PAWN) & rank_mask(us, 6) & ~map->veils;
        if (ready) {
            generate_pawn_captures(l, &order, ready, &sink);
            generate_pawn_steps(l, &order, ready, &sink);
        }
        generate_en_passant(b, &order, &sink);
    }
    if (b->castling & rank_mask(us, 0) && !l->checkers && !(map->veils & bit(l->king))) {
        order.movers = bit(l->king);
        Bitboard danger = attacked_squares(b, other(us), CHESS_TRAITS, l->occupied ^ bit(l->king));
        generate_castling(b, l, &order, danger, &sink);
    }
}

/* Checks by pieces that step onto a square from which they attack the king. */
ROEK_INLINE void list_plain_checks(const Board *b, Color us, const Legality *l, const CheckMap *map,
                                   MoveList *out) {
    if (!l->evasions) return;
    Sink sink = {.list = out};
    Order order = {CHESS_TRAITS, us, PURPOSE_LIST, GENERATE_ALL, ~map->veils};
    Bitboard targets = ~l->own & l->evasions;
    Bitboard pawns = board_pieces(b, us, PAWN) & ~map->veils & ~rank_mask(us, 6);
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
    Legality l = find_legality(b, us, CHESS_TRAITS);
    CheckMap map = map_checks(b, us, l.occupied);
    list_plain_checks(b, us, &l, &map, out);
    list_odd_checks(b, us, &l, &map, out);
}

void node_checks(const MateNode *node, MoveList *out) {
    out->count = 0;
    if (node->board.turn == WHITE)
        list_checks(&node->board, WHITE, out);
    else
        list_checks(&node->board, BLACK, out);
}

ROEK_INLINE bool mates(const Board *b, Color us, Move move) {
    Board next = *b;
    board_play_role(&next, us, board_role_at(b, move_from(move)), move);
    Bitboard checkers = board_checkers(&next);
    return checkers && check_is_mate(&next, other(us), checkers);
}

/* The squares own line pieces reach, and all squares nobody of ours covers around the king. */
typedef struct {
    Bitboard lines, free;
} Net;

ROEK_INLINE Net cast_net(const Board *b, Color us, Square king, Bitboard occupied) {
    Net net = {0};
    Bitboard attacked = KING_ATTACKS[board_king(b, us)];
    Bitboard knights = board_pieces(b, us, KNIGHT);
    Bitboard rooks = board_rook_like(b, us), bishops = board_bishop_like(b, us);
    Bitboard seen_through = occupied ^ bit(king);
    attacked |= pawns_attack(us, board_pieces(b, us, PAWN));
    FOR_EACH_SQUARE(s, knights) attacked |= KNIGHT_ATTACKS[s];
    FOR_EACH_SQUARE(s, rooks) net.lines |= rook_attacks(s, seen_through);
    FOR_EACH_SQUARE(s, bishops) net.lines |= bishop_attacks(s, seen_through);
    net.free = KING_ATTACKS[king] & ~b->color[other(us)] & ~(attacked | net.lines);
    return net;
}

/* Can this plain check still mate?  Not if a free square stays uncovered; a piece that stands on
 * an own line may open it by leaving, so it gets the benefit of the doubt. */
ROEK_INLINE bool may_mate(const Board *b, const Net *net, Square king, Bitboard occupied,
                          Move move) {
    Square from = move_from(move), to = move_to(move);
    if (!net->free || net->lines & bit(from)) return true;
    Role role = board_role_at(b, from);
    if (role == PAWN) return !(net->free & ~bit(to) & ~pawns_attack((Color)b->turn, bit(to)));
    Bitboard seen_through = occupied ^ bit(king) ^ bit(from);
    return !(net->free & ~bit(to) & ~role_attacks(role, to, seen_through));
}

ROEK_INLINE Move mate_in_one(const Board *b, Color us) {
    MoveList list = {.count = 0};
    Legality l = find_legality(b, us, CHESS_TRAITS);
    CheckMap map = map_checks(b, us, l.occupied);
    list_plain_checks(b, us, &l, &map, &list);
    if (list.count) {
        Net net = cast_net(b, us, map.king, l.occupied);
        for (int i = 0; i < list.count; i++)
            if (may_mate(b, &net, map.king, l.occupied, list.items[i]) &&
                mates(b, us, list.items[i]))
                return list.items[i];
        list.count = 0;
    }
    list_odd_checks(b, us, &l, &map, &list);
    for (int i = 0; i < list.count; i++)
        if (mates(b, us, list.items[i])) return list.items[i];
    return NO_MOVE;
}

Move node_mate_in_one(const MateNode *node) {
    const Board *b = &node->board;
    return b->turn == WHITE ? mate_in_one(b, WHITE) : mate_in_one(b, BLACK);
}
