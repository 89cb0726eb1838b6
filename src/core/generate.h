// SPDX-License-Identifier: MIT
//
// The move generator: the only one, for every variant and every purpose.
//
// It is a template as far as C allows: force-inlined functions whose parameters are constants in
// each instance (core/movegen_instances.h, used by src/rules). The compiler removes what a variant
// does not have.
//
//     Traits            what the variant has: pawns, castling, checks, a finish
//     Color             who moves
//     GeneratePurpose   what happens to the moves: listed, counted, or played and counted deeper
//
// The generator makes legal moves only. It first computes a Legality: checkers, pinned pieces and
// the squares that block a check. Then the targets of each piece are one bitboard, so counting
// needs no loop over moves.
#ifndef CORE_GENERATE_H
#define CORE_GENERATE_H

#include "core/en_passant.h"
#include "core/rules.h"

/* What may not be moved, and where to. */
typedef struct {
    Bitboard own, enemy, occupied;
    Square king, enemy_king;
    Bitboard checkers;
    Bitboard evasions; // allowed targets of all pieces but the king: in check, squares that capture
                       // or block
    Bitboard pinned;   // own pieces that may only move along their line to the own king
    Bitboard discoverers; // own pieces that may only move along their line to the enemy king (games
                          // without check)
} Legality;

/* Looks from `king` towards each slider of `by`. If nothing stands between, the slider is added to
 * `checkers`. If a single piece stands between, that piece is added to `blockers`. */
ROEK_INLINE void find_blockers(const Board *b, Square king, Color by, Bitboard occupied,
                               Bitboard *checkers, Bitboard *blockers) {
    Bitboard snipers =
        (ROOK_RAYS[king] & board_rook_like(b, by)) | (BISHOP_RAYS[king] & board_bishop_like(b, by));
    FOR_EACH_SQUARE(sniper, snipers) {
        Bitboard between = BETWEEN[king][sniper] & occupied;
        if (!between)
            *checkers |= bit(sniper);
        else if (!more_than_one(between))
            *blockers |= between;
    }
}

/* Fills in the pieces; no restrictions yet. */
ROEK_INLINE Legality legality_init(const Board *b, Color us) {
    return (Legality){.own = b->color[us],
                      .enemy = b->color[other(us)],
                      .occupied = board_occupied(b),
                      .king = board_king(b, us),
                      .evasions = ~0ull};
}

ROEK_INLINE Legality legality_find(const Board *b, Color us, Traits t) {
    Color them = other(us);
    Legality l = legality_init(b, us);
    find_blockers(b, l.king, them, l.occupied, &l.checkers, &l.pinned);
    l.pinned &= l.own;
    if (t.checks) {
        l.checkers |= KNIGHT_ATTACKS[l.king] & board_pieces(b, them, KNIGHT);
        if (t.pawns) l.checkers |= PAWN_ATTACKS[us][l.king] & board_pieces(b, them, PAWN);
        if (l.checkers)
            l.evasions = more_than_one(l.checkers)
                             ? 0
                             : l.checkers | BETWEEN[l.king][first_square(l.checkers)];
    } else {
        Bitboard none = 0;
        l.enemy_king = board_king(b, them);
        find_blockers(b, l.enemy_king, us, l.occupied, &none, &l.discoverers);
        l.discoverers &= l.own;
    }
    return l;
}

/* What the generator does with the moves. */
typedef enum { PURPOSE_LIST, PURPOSE_COUNT, PURPOSE_PERFT } GeneratePurpose;

/* The functions of the other side with which PURPOSE_PERFT continues: count the moves, or count
 * deeper. */
typedef struct {
    uint64_t (*moves)(const Board *b);
    uint64_t (*perft)(const Board *b, int depth);
} PerftCounters;

typedef struct {
    MoveList *list;
    uint64_t count;
    const Board *board; // for PURPOSE_PERFT: the board on which moves are played
    int depth;          // depth to count, at least 2
    PerftCounters next; // functions of the other side
} MoveSink;

/* Parameters of one call of the generator. All but `movers` are constants in each instance. */
typedef struct {
    Traits traits;
    Color us;
    GeneratePurpose purpose;
    GenerateKind kind;
    Bitboard movers; // generate moves of these pieces only
} GenerateOptions;

/* Copied word by word: after a wider copy the processor could not forward single words from its
 * store buffer. */
ROEK_INLINE Board board_copy(const Board *b) {
    Board copy;
    for (int i = 0; i < 6; i++) copy.role[i] = b->role[i];
    copy.color[WHITE] = b->color[WHITE];
    copy.color[BLACK] = b->color[BLACK];
    copy.castling = b->castling;
    copy.turn = b->turn;
    copy.ep = b->ep;
    return copy;
}

/* Handles one move. `takes` is false if `to` is known to be empty. */
ROEK_INLINE void emit(MoveSink *sink, const GenerateOptions *o, Role role, Square from, Square to,
                      MoveKind kind, bool takes) {
    switch (o->purpose) {
    case PURPOSE_LIST:
        assert(sink->list->count < MOVES_MAX);
        sink->list->items[sink->list->count++] = move_make(from, to, kind);
        break;
    case PURPOSE_COUNT: sink->count++; break;
    case PURPOSE_PERFT: {
        Board child = board_copy(sink->board);
        board_play(&child, o->us, role, from, to, kind, takes);
        sink->count +=
            sink->depth == 2 ? sink->next.moves(&child) : sink->next.perft(&child, sink->depth - 1);
    } break;
    }
}

ROEK_INLINE void emit_targets(MoveSink *sink, const GenerateOptions *o, Role role, Square from,
                              Bitboard targets) {
    if (o->purpose == PURPOSE_COUNT) {
        sink->count += (uint64_t)popcount(targets);
        return;
    }
    if (o->purpose == PURPOSE_PERFT) {
        Bitboard captures = targets & sink->board->color[other(o->us)];
        targets ^= captures;
        FOR_EACH_SQUARE(to, captures) emit(sink, o, role, from, to, MOVE_PLAIN, true);
    }
    FOR_EACH_SQUARE(to, targets) emit(sink, o, role, from, to, MOVE_PLAIN, false);
}

/* Pawn moves in one direction: each comes from the square `to - delta`. */
ROEK_INLINE void emit_pawns(MoveSink *sink, const GenerateOptions *o, Bitboard targets, int delta,
                            MoveKind kind, bool takes) {
    if (o->purpose == PURPOSE_COUNT) {
        sink->count += (uint64_t)popcount(targets);
        return;
    }
    FOR_EACH_SQUARE(to, targets) emit(sink, o, PAWN, to - delta, to, kind, takes);
}

ROEK_INLINE void emit_promotions(MoveSink *sink, const GenerateOptions *o, Bitboard targets,
                                 int delta) {
    if (o->purpose == PURPOSE_COUNT) {
        sink->count += 4 * (uint64_t)popcount(targets);
        return;
    }
    FOR_EACH_SQUARE(to, targets) {
        for (MoveKind kind = MOVE_PROMOTE + 3; kind >= MOVE_PROMOTE; kind--) {
            bool to_queen = promotion_role(kind) == QUEEN;
            if (to_queen ? o->kind != GENERATE_QUIET : o->kind != GENERATE_NOISY)
                emit(sink, o, PAWN, to - delta, to, kind, true);
        }
    }
}

/* Restricts a piece's targets to its lines of pin and of discovered check. */
ROEK_INLINE Bitboard along_pins(const Legality *l, Traits t, Square from, Bitboard targets) {
    if (l->pinned & bit(from)) targets &= LINE[l->king][from];
    if (!t.checks && l->discoverers & bit(from)) targets &= LINE[l->enemy_king][from];
    return targets;
}

ROEK_INLINE void generate_pieces(const Board *b, const Legality *l, const GenerateOptions *o,
                                 Role role, Bitboard targets, MoveSink *sink) {
    Bitboard movers = board_pieces(b, o->us, role) & o->movers;
    if (role == KNIGHT) movers &= ~(l->pinned | l->discoverers); // a knight always leaves its line
    if (!o->traits.checks) targets &= ~role_attacks(role, l->enemy_king, l->occupied);
    FOR_EACH_SQUARE(from, movers) {
        Bitboard reach = role_attacks(role, from, l->occupied) & targets;
        if (role != KNIGHT) reach = along_pins(l, o->traits, from, reach);
        emit_targets(sink, o, role, from, reach);
    }
}

ROEK_INLINE void generate_en_passant(const Board *b, const GenerateOptions *o, MoveSink *sink) {
    if (o->kind == GENERATE_QUIET) return;
    Bitboard pawns = board_pieces(b, o->us, PAWN) & o->movers;
    Bitboard takers = pawns_attack(other(o->us), board_ep_set(b)) & pawns;
    FOR_EACH_SQUARE(from, takers) {
        if (en_passant_is_safe(b, o->us, from, b->ep))
            emit(sink, o, PAWN, from, b->ep, MOVE_EN_PASSANT, false);
    }
}

ROEK_INLINE void generate_pawn_captures(const Legality *l, const GenerateOptions *o, Bitboard pawns,
                                        MoveSink *sink) {
    Color us = o->us;
    Bitboard targets = l->enemy & l->evasions, last = rank_mask(us, 7);
    // a pinned pawn may only capture along its diagonal
    Bitboard free = pawns & ~l->pinned, tied = pawns & l->pinned & BISHOP_RAYS[l->king];
    Bitboard rising = DIAGONAL_MASK[l->king], falling = ANTIDIAGONAL_MASK[l->king];
    Bitboard west = pawns_attack_west(us, free | (tied & (us == WHITE ? falling : rising)));
    Bitboard east = pawns_attack_east(us, free | (tied & (us == WHITE ? rising : falling)));
    int to_west = forward_of(us) - 1, to_east = forward_of(us) + 1;
    west &= targets;
    east &= targets;
    if (o->kind != GENERATE_QUIET) {
        emit_pawns(sink, o, west & ~last, to_west, MOVE_PLAIN, true);
        emit_pawns(sink, o, east & ~last, to_east, MOVE_PLAIN, true);
    }
    if ((west | east) & last) {
        emit_promotions(sink, o, west & last, to_west);
        emit_promotions(sink, o, east & last, to_east);
    }
}

ROEK_INLINE void generate_pawn_steps(const Legality *l, const GenerateOptions *o, Bitboard pawns,
                                     MoveSink *sink) {
    Color us = o->us;
    Bitboard empty = ~l->occupied, last = rank_mask(us, 7);
    // a pinned pawn may only advance on its file
    pawns &= ~l->pinned | FILE_MASK[l->king];
    Bitboard single = shift_forward(us, pawns) & empty;
    Bitboard twice = shift_forward(us, single & rank_mask(us, 2)) & empty & l->evasions;
    single &= l->evasions;
    if (o->kind != GENERATE_NOISY) {
        emit_pawns(sink, o, single & ~last, forward_of(us), MOVE_PLAIN, false);
        emit_pawns(sink, o, twice, 2 * forward_of(us), MOVE_DOUBLE_STEP, false);
    }
    if (single & last) emit_promotions(sink, o, single & last, forward_of(us));
}

ROEK_INLINE void generate_pawns(const Board *b, const Legality *l, const GenerateOptions *o,
                                MoveSink *sink) {
    Bitboard pawns = board_pieces(b, o->us, PAWN) & o->movers;
    generate_pawn_captures(l, o, pawns, sink);
    generate_pawn_steps(l, o, pawns, sink);
    generate_en_passant(b, o, sink);
}

/* The rooks that may castle, apart from attacked squares. The king must see the rook, because all
 * squares between them must be empty. */
ROEK_INLINE Bitboard castling_rooks(const Board *b, const Legality *l, const GenerateOptions *o) {
    Bitboard rooks = b->castling & rank_mask(o->us, 0);
    if (!o->traits.castling || !rooks || l->checkers || o->kind == GENERATE_NOISY) return 0;
    return rooks & rook_attacks(l->king, l->occupied);
}

/* Castling: the squares that king and rook cross must be empty, and those of the king not attacked.
 * A rook that is pinned on the first rank cannot castle (possible in Chess960 only). */
ROEK_INLINE void generate_castling(const Board *b, const Legality *l, const GenerateOptions *o,
                                   Bitboard danger, MoveSink *sink) {
    Bitboard rooks = castling_rooks(b, l, o) & ~l->pinned;
    FOR_EACH_SQUARE(rook, rooks) {
        Square king_to = castle_king_target(l->king, rook);
        Square rook_to = castle_rook_target(l->king, rook);
        Bitboard king_path = BETWEEN[l->king][king_to] | bit(king_to);
        Bitboard rook_path = BETWEEN[rook][rook_to] | bit(rook_to);
        Bitboard others = l->occupied ^ bit(l->king) ^ bit(rook);
        if (!((king_path | rook_path) & others) && !(king_path & danger))
            emit(sink, o, KING, l->king, rook, MOVE_CASTLE, false);
    }
}

ROEK_INLINE void generate_king(const Board *b, const Legality *l, const GenerateOptions *o,
                               Bitboard targets, MoveSink *sink) {
    if (!(o->movers & bit(l->king))) return;
    Bitboard reach = KING_ATTACKS[l->king] & targets;
    if (!o->traits.checks && l->discoverers & bit(l->king)) reach &= LINE[l->enemy_king][l->king];
    if (!reach && !castling_rooks(b, l, o)) return;
    Bitboard through_king = l->occupied ^ bit(l->king);
    Bitboard danger = board_attacked(b, other(o->us), through_king);
    emit_targets(sink, o, KING, l->king, reach & ~danger);
    generate_castling(b, l, o, danger, sink);
}

/* In a race: is the game over before this side moves? If Black has a last move, it may answer
 * White's arrival when its king can reach the finish at once. */
ROEK_INLINE bool race_is_over(const Board *b, Color us, Traits t) {
    Bitboard arrived = b->role[KING] & t.finish;
    if (!arrived) return false;
    if (!t.black_may_answer || us == WHITE || arrived & b->color[BLACK]) return true;
    Legality l = legality_find(b, us, t);
    Bitboard reach = KING_ATTACKS[l.king] & t.finish & ~l.own;
    if (l.discoverers & bit(l.king)) reach &= LINE[l.enemy_king][l.king];
    if (!reach) return true;
    return !(reach & ~board_attacked(b, other(us), l.occupied ^ bit(l.king)));
}

/* Generates all legal moves that the options ask for into the sink. */
ROEK_INLINE void generate_moves(const Board *b, const GenerateOptions *o, MoveSink *sink) {
    Traits t = o->traits;
    if (t.finish && race_is_over(b, o->us, t)) return;
    Legality l = legality_find(b, o->us, t);
    Bitboard targets = o->kind == GENERATE_ALL     ? ~l.own
                       : o->kind == GENERATE_NOISY ? l.enemy
                                                   : ~l.occupied;
    generate_king(b, &l, o, targets, sink);
    if (t.checks && !l.evasions) return; // in double check only the king may move
    targets &= l.evasions;
    if (t.pawns) generate_pawns(b, &l, o, sink);
    generate_pieces(b, &l, o, KNIGHT, targets, sink);
    generate_pieces(b, &l, o, BISHOP, targets, sink);
    generate_pieces(b, &l, o, ROOK, targets, sink);
    generate_pieces(b, &l, o, QUEEN, targets, sink);
}

ROEK_INLINE void generate_list(const Board *b, Traits t, Color us, GenerateKind kind,
                               Bitboard movers, MoveList *out) {
    GenerateOptions options = {t, us, PURPOSE_LIST, kind, movers};
    MoveSink sink = {.list = out};
    generate_moves(b, &options, &sink);
}

#endif
