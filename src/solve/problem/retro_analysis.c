// SPDX-License-Identifier: MIT
#include "solve/problem/retro_analysis.h"

#include "core/attacks.h"

#include <string.h>

/* A board without side to move and rights. */
typedef struct {
    Piece piece[64];
} Diagram;

/* A retraction: a move to be taken back. */
typedef struct {
    Square from, to;
    Role role;              // of the piece before the move
    Piece taken;            // the captured piece; NO_PIECE: none
    Square taken_on;        // its square, usually `to`
    Square rook, rook_home; // castling: the rook's square after and before; NO_SQUARE otherwise
} Unmove;

static Bitboard occupied(const Diagram *d) {
    Bitboard squares = 0;
    for (Square s = A1; s <= H8; s++)
        if (d->piece[s] != NO_PIECE) squares |= bit(s);
    return squares;
}

static bool is_empty(const Diagram *d, Square s) {
    return d->piece[s] == NO_PIECE;
}

static Bitboard attacks_of(const Diagram *d, Square s, Bitboard all) {
    Piece piece = d->piece[s];
    if (piece_role(piece) == PAWN) return PAWN_ATTACKS[piece_color(piece)][s];
    return role_attacks(piece_role(piece), s, all);
}

/* Could this side capture the other's king? */
static bool can_take_king(const Diagram *d, Color by) {
    Bitboard all = occupied(d), attacked = 0, king = 0;
    for (Square s = A1; s <= H8; s++) {
        if (is_empty(d, s)) continue;
        if (d->piece[s] == piece_of(other(by), KING)) king = bit(s);
        if (piece_color(d->piece[s]) == by) attacked |= attacks_of(d, s, all);
    }
    return attacked & king;
}

static Diagram take_back(const Diagram *d, Color mover, const Unmove *u) {
    Diagram before = *d;
    before.piece[u->to] = NO_PIECE;
    before.piece[u->from] = piece_of(mover, u->role);
    if (u->taken != NO_PIECE) before.piece[u->taken_on] = u->taken;
    if (u->rook != NO_SQUARE) {
        before.piece[u->rook] = NO_PIECE;
        before.piece[u->rook_home] = piece_of(mover, ROOK);
    }
    return before;
}

// --- moves taken back ---

/* Called for each retraction; returning true ends the search. */
typedef bool UnmoveVisitor(const Diagram *d, Color mover, const Unmove *u, void *context);

typedef struct {
    const Diagram *d;
    Color mover;
    bool can_untake[6]; // by role: could the other side have had one more such piece?
    UnmoveVisitor *visit;
    void *context;
} UnmoveGenerator;

static bool unmove(const UnmoveGenerator *m, Square from, Square to, Role role, bool takes) {
    Unmove u = {from, to, role, NO_PIECE, to, NO_SQUARE, NO_SQUARE};
    if (!takes) return m->visit(m->d, m->mover, &u, m->context);
    for (Role taken = PAWN; taken <= QUEEN; taken++) {
        bool edge = bit(to) & (rank_mask(WHITE, 0) | rank_mask(WHITE, 7));
        if (!m->can_untake[taken] || (taken == PAWN && edge)) continue;
        u.taken = piece_of(other(m->mover), taken);
        if (m->visit(m->d, m->mover, &u, m->context)) return true;
    }
    return false;
}

static bool unmove_en_passant(const UnmoveGenerator *m, Square from, Square to) {
    int forward = forward_of(m->mover);
    Unmove u = {from,         to,        PAWN,     piece_of(other(m->mover), PAWN),
                to - forward, NO_SQUARE, NO_SQUARE};
    if (relative_rank(m->mover, to) != 5 || !m->can_untake[PAWN]) return false;
    if (!is_empty(m->d, to - forward) || !is_empty(m->d, to + forward)) return false;
    return m->visit(m->d, m->mover, &u, m->context);
}

/* Retracts pawn moves to this square, promotions included. */
static bool unmove_pawn(const UnmoveGenerator *m, Square to) {
    int forward = forward_of(m->mover), rank = relative_rank(m->mover, to);
    Square step = to - forward;
    if (rank < 2) return false;
    if (is_empty(m->d, step) && unmove(m, step, to, PAWN, false)) return true;
    if (rank == 3 && is_empty(m->d, step) && is_empty(m->d, step - forward) &&
        unmove(m, step - forward, to, PAWN, false))
        return true;
    Bitboard from = PAWN_ATTACKS[other(m->mover)][to] & ~occupied(m->d);
    FOR_EACH_SQUARE(s, from)
    if (unmove(m, s, to, PAWN, true) || unmove_en_passant(m, s, to)) return true;
    return false;
}

static bool unmove_officer(const UnmoveGenerator *m, Square to, Role role) {
    Bitboard all = occupied(m->d), from = role_attacks(role, to, all) & ~all;
    FOR_EACH_SQUARE(s, from)
    if (unmove(m, s, to, role, false) || unmove(m, s, to, role, true)) return true;
    return false;
}

static bool unmove_castling(const UnmoveGenerator *m, Square king, Square rook, Square rook_home) {
    Color c = m->mover;
    Square home = relative_square(c, E1);
    Unmove u = {home,
                relative_square(c, king),
                KING,
                NO_PIECE,
                A1,
                relative_square(c, rook),
                relative_square(c, rook_home)};
    if (m->d->piece[u.to] != piece_of(c, KING) || m->d->piece[u.rook] != piece_of(c, ROOK))
        return false;
    if (!is_empty(m->d, home) || !is_empty(m->d, u.rook_home)) return false;
    return m->visit(m->d, c, &u, m->context);
}

static bool unmove_piece(const UnmoveGenerator *m, Square s) {
    Role role = piece_role(m->d->piece[s]);
    if (role == PAWN) return unmove_pawn(m, s);
    if (unmove_officer(m, s, role)) return true;
    if (role == KING) return unmove_castling(m, G1, F1, H1) || unmove_castling(m, C1, D1, A1);
    return relative_rank(m->mover, s) == 7 && unmove_pawn(m, s);
}

/* Visits every possible last move of this side; true if the visitor ended the search. */
static bool each_unmove(const Diagram *d, Color mover, UnmoveVisitor *visit, void *context) {
    UnmoveGenerator m = {.d = d, .mover = mover, .visit = visit, .context = context};
    int units = 0, pawns = 0;
    for (Square s = A1; s <= H8; s++) {
        if (is_empty(d, s) || piece_color(d->piece[s]) == mover) continue;
        units++;
        pawns += piece_role(d->piece[s]) == PAWN;
    }
    for (Role role = PAWN; role <= QUEEN; role++)
        m.can_untake[role] = units < 16 && (role != PAWN || pawns < 8);
    for (Square s = A1; s <= H8; s++)
        if (!is_empty(d, s) && piece_color(d->piece[s]) == mover && unmove_piece(&m, s))
            return true;
    return false;
}

// --- what is possible ---

static bool leaves_kings(const Diagram *d, Color mover, const Unmove *u, void *context) {
    (void)context;
    Diagram before = take_back(d, mover, u);
    return !can_take_king(&before, mover);
}

static bool is_possible(const Diagram *d, Color mover, const Unmove *u) {
    Diagram before = take_back(d, mover, u);
    return !can_take_king(&before, mover) && each_unmove(&before, other(mover), leaves_kings, NULL);
}

static bool is_double_step(const Unmove *u) {
    return u->role == PAWN && u->taken == NO_PIECE &&
           (u->from - u->to == 16 || u->to - u->from == 16);
}

/* Stores the pawn's square if the last move was a double step; ends the search if another last move
 * is possible. */
static bool note_last_move(const Diagram *d, Color mover, const Unmove *u, void *context) {
    Square *pawn = context;
    if (!is_possible(d, mover, u)) return false;
    if (!is_double_step(u) || *pawn != NO_SQUARE) return true;
    *pawn = u->to;
    return false;
}

Square retro_proven_ep(const Position *pos) {
    Diagram d;
    Color us = position_turn(pos);
    Square pawn = NO_SQUARE;
    for (Square s = A1; s <= H8; s++) d.piece[s] = (Piece)pos->piece[s];
    if (each_unmove(&d, other(us), note_last_move, &pawn) || pawn == NO_SQUARE) return NO_SQUARE;
    Square behind = pawn - forward_of(other(us));
    bool can_take = PAWN_ATTACKS[other(us)][behind] & board_pieces(&pos->board, us, PAWN);
    return can_take ? behind : NO_SQUARE;
}
