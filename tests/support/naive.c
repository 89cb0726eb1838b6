// SPDX-License-Identifier: MIT
#include "support/naive.h"

#include <stdlib.h>

typedef struct {
    int file, rank;
} NaiveStep;

static const NaiveStep STEPS[] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0},
                                  {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const NaiveStep JUMPS[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                  {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* The square one step away, or NO_SQUARE off the board. */
static Square step_from(Square s, NaiveStep step) {
    if (s == NO_SQUARE) return NO_SQUARE;
    int file = s % 8 + step.file, rank = s / 8 + step.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NO_SQUARE : rank * 8 + file;
}

static int up_for(Color c) {
    return c == WHITE ? 1 : -1;
}

static Bitboard pawn_attacks(Color c, Square s) {
    Bitboard seen = 0;
    for (int file = -1; file <= 1; file += 2) {
        Square to = step_from(s, (NaiveStep){file, up_for(c)});
        if (to != NO_SQUARE) seen |= 1ull << to;
    }
    return seen;
}

Bitboard naive_attacks(Piece piece, Square s, Bitboard occupied) {
    Role role = piece_role(piece);
    if (role == PAWN) return pawn_attacks(piece_color(piece), s);
    const NaiveStep *steps = role == KNIGHT ? JUMPS : STEPS;
    int first = role == BISHOP ? 4 : 0, last = role == ROOK ? 4 : 8;
    bool slides = role == BISHOP || role == ROOK || role == QUEEN;
    Bitboard seen = 0;
    for (int i = first; i < last; i++) {
        for (Square to = step_from(s, steps[i]); to != NO_SQUARE; to = step_from(to, steps[i])) {
            seen |= 1ull << to;
            if (!slides || occupied >> to & 1) break;
        }
    }
    return seen;
}

static Bitboard occupied_squares(const Setup *setup) {
    Bitboard occupied = 0;
    for (Square s = 0; s < 64; s++)
        if (setup->piece[s] != NO_PIECE) occupied |= 1ull << s;
    return occupied;
}

static bool belongs_to(const Setup *setup, Square s, Color c) {
    return setup->piece[s] != NO_PIECE && piece_color(setup->piece[s]) == c;
}

bool naive_is_attacked(const Setup *setup, Square target, Color by) {
    Bitboard occupied = occupied_squares(setup);
    for (Square s = 0; s < 64; s++)
        if (belongs_to(setup, s, by) && naive_attacks(setup->piece[s], s, occupied) >> target & 1)
            return true;
    return false;
}

static Square king_square(const Setup *setup, Color c) {
    for (Square s = 0; s < 64; s++)
        if (setup->piece[s] == piece_of(c, KING)) return s;
    abort();
}

static bool king_is_attacked(const Setup *setup, Color c) {
    return naive_is_attacked(setup, king_square(setup, c), other(c));
}

static void castle(Setup *setup, Square king, Square rook) {
    bool to_the_h_side = rook % 8 > king % 8;
    Square base = king / 8 * 8;
    Piece king_piece = setup->piece[king], rook_piece = setup->piece[rook];
    setup->piece[king] = setup->piece[rook] = NO_PIECE;
    setup->piece[base + (to_the_h_side ? 6 : 2)] = king_piece;
    setup->piece[base + (to_the_h_side ? 5 : 3)] = rook_piece;
}

Setup naive_after(const Setup *setup, Move move) {
    Setup next = *setup;
    Square from = move_from(move), to = move_to(move);
    Piece piece = setup->piece[from];
    Color us = setup->turn;
    bool castles = move_kind(move) == MOVE_CASTLE;
    bool captures = !castles && setup->piece[to] != NO_PIECE;
    next.turn = other(us);
    next.ep = NO_SQUARE;
    next.fullmove += us == BLACK;
    next.halfmove = captures || piece_role(piece) == PAWN ? 0 : setup->halfmove + 1;
    next.castling &= ~(1ull << from | 1ull << to);
    if (piece_role(piece) == KING) next.castling &= us == WHITE ? ~0xffull : ~(0xffull << 56);
    if (castles) {
        castle(&next, from, to);
        return next;
    }
    next.piece[from] = NO_PIECE;
    next.piece[to] = move_is_promotion(move) ? piece_of(us, move_promotion_role(move)) : piece;
    if (move_kind(move) == MOVE_DOUBLE_STEP) next.ep = (from + to) / 2;
    if (move_kind(move) == MOVE_EN_PASSANT) next.piece[to - 8 * up_for(us)] = NO_PIECE;
    return next;
}

/* Adds the move unless it leaves a king capturable: the own king or, in a race, either. */
static void add_if_legal(const Setup *setup, NaiveGame game, Move move, MoveList *out) {
    Setup next = naive_after(setup, move);
    if (king_is_attacked(&next, setup->turn)) return;
    if (game == NAIVE_RACE && king_is_attacked(&next, next.turn)) return;
    out->items[out->count++] = move;
}

static void add_pawn_move(const Setup *setup, Square from, Square to, MoveList *out) {
    if (to / 8 != 0 && to / 8 != 7) {
        add_if_legal(setup, NAIVE_CHESS, move_make(from, to, MOVE_PLAIN), out);
        return;
    }
    for (Role role = KNIGHT; role <= QUEEN; role++)
        add_if_legal(setup, NAIVE_CHESS, move_make_promotion(from, to, role), out);
}

static void pawn_moves(const Setup *setup, Square from, MoveList *out) {
    Color us = setup->turn;
    NaiveStep ahead = {0, up_for(us)};
    Square one = step_from(from, ahead), two = step_from(one, ahead);
    bool at_home = from / 8 == (us == WHITE ? 1 : 6);
    if (setup->piece[one] == NO_PIECE) {
        add_pawn_move(setup, from, one, out);
        if (at_home && setup->piece[two] == NO_PIECE)
            add_if_legal(setup, NAIVE_CHESS, move_make(from, two, MOVE_DOUBLE_STEP), out);
    }
    for (Square to = 0; to < 64; to++) {
        if (!(pawn_attacks(us, from) >> to & 1)) continue;
        if (belongs_to(setup, to, other(us))) add_pawn_move(setup, from, to, out);
        if (to == setup->ep)
            add_if_legal(setup, NAIVE_CHESS, move_make(from, to, MOVE_EN_PASSANT), out);
    }
}

/* The king's path must not be attacked, and both paths must be empty. */
static bool may_castle(const Setup *setup, Square king, Square rook) {
    Color them = other(setup->turn);
    Square base = king / 8 * 8;
    Square king_to = base + (rook > king ? 6 : 2), rook_to = base + (rook > king ? 5 : 3);
    Setup without = *setup;
    without.piece[king] = without.piece[rook] = NO_PIECE;
    int king_step = king_to > king ? 1 : -1, rook_step = rook_to > rook ? 1 : -1;
    for (Square s = rook; s != rook_to + rook_step; s += rook_step)
        if (without.piece[s] != NO_PIECE) return false;
    for (Square s = king; s != king_to + king_step; s += king_step)
        if (without.piece[s] != NO_PIECE || naive_is_attacked(setup, s, them)) return false;
    return true;
}

static void castling_moves(const Setup *setup, Square king, MoveList *out) {
    for (Square rook = 0; rook < 64; rook++) {
        bool ours = setup->castling >> rook & 1 && belongs_to(setup, rook, setup->turn);
        if (ours && may_castle(setup, king, rook))
            add_if_legal(setup, NAIVE_CHESS, move_make(king, rook, MOVE_CASTLE), out);
    }
}

static void list_moves(const Setup *setup, NaiveGame game, MoveList *out) {
    Bitboard occupied = occupied_squares(setup);
    out->count = 0;
    for (Square from = 0; from < 64; from++) {
        if (!belongs_to(setup, from, setup->turn)) continue;
        Piece piece = setup->piece[from];
        if (piece_role(piece) == PAWN) {
            pawn_moves(setup, from, out);
            continue;
        }
        for (Square to = 0; to < 64; to++)
            if (naive_attacks(piece, from, occupied) >> to & 1 &&
                !belongs_to(setup, to, setup->turn))
                add_if_legal(setup, game, move_make(from, to, MOVE_PLAIN), out);
        if (piece_role(piece) == KING && setup->castling) castling_moves(setup, from, out);
    }
}

static bool race_is_over(const Setup *setup) {
    bool white = king_square(setup, WHITE) >= A8, black = king_square(setup, BLACK) >= A8;
    if (black) return true;
    if (!white) return false;
    if (setup->turn == WHITE) return true;
    MoveList list;
    list_moves(setup, NAIVE_RACE, &list);
    for (int i = 0; i < list.count; i++)
        if (setup->piece[move_from(list.items[i])] == piece_of(BLACK, KING) &&
            move_to(list.items[i]) >= A8)
            return false;
    return true;
}

void naive_legal_moves(const Setup *setup, NaiveGame game, MoveList *out) {
    out->count = 0;
    if (game == NAIVE_RACE && race_is_over(setup)) return;
    list_moves(setup, game, out);
}
