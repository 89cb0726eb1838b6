// SPDX-License-Identifier: MIT
#include "roek/notation/explain.h"

#include "roek/base/text.h"
#include "roek/core/names.h"
#include "roek/core/outcome.h"
#include "roek/notation/coord.h"
#include "roek/notation/san.h"

/* A move under suspicion. */
typedef struct {
    const Position *pos;
    const Board *board;
    Color us;
    Square from, to;
    Role role, promotion;
    Text *out;
} Case;

/* "the rook on e8" */
static void put_piece(Text *out, const Position *pos, Square s) {
    char name[3];
    square_write(s, name);
    text_format(out, "the %s on %s", role_name(piece_role(pos->piece[s])), name);
}

static void put_square(Text *out, Square s) {
    char name[3];
    square_write(s, name);
    text_string(out, name);
}

/* Ends an explanation; for `return because(...)`. */
static bool because(Case *c, const char *words) {
    text_string(c->out, words);
    return true;
}

/* "<before> the rook on e8 <after>" */
static bool because_of(Case *c, const char *before, Square s, const char *after) {
    text_string(c->out, before);
    put_piece(c->out, c->pos, s);
    text_string(c->out, after);
    return true;
}

static bool game_is_over(Case *c) {
    Outcome outcome = c->pos->rules->outcome(c->board);
    if (!outcome_is_over(outcome)) return false;
    char words[OUTCOME_MAX];
    outcome_text(outcome, words);
    text_format(c->out, "the game is over: %s", words);
    return true;
}

static bool wrong_piece(Case *c) {
    Piece piece = c->pos->piece[c->from];
    if (piece == NO_PIECE) {
        text_string(c->out, "there is no piece on ");
        put_square(c->out, c->from);
        return true;
    }
    if (piece_color(piece) != c->us) {
        put_piece(c->out, c->pos, c->from);
        text_format(c->out, " belongs to %s, and %s is to move", color_name(other(c->us)),
                    color_name(c->us));
        return true;
    }
    return c->from == c->to && because(c, "the piece stays where it is");
}

/* The rook a king's move castles with: the own rook taken, or that of the right on the side of
 * the king's two steps; NO_SQUARE if the move is no try to castle. */
static Square castling_rook(const Case *c) {
    if (c->role != KING || !c->pos->rules->has_pawns) return NO_SQUARE;
    if (relative_rank(c->us, c->from) != 0 || rank_of(c->to) != rank_of(c->from)) return NO_SQUARE;
    bool step = KING_ATTACKS[c->from] & bit(c->to);
    if (c->pos->piece[c->to] == piece_of(c->us, ROOK))
        return step && !(c->board->castling & bit(c->to)) ? NO_SQUARE : c->to;
    bool king_side = c->to > c->from;
    if (step || file_of(c->to) != (king_side ? 6 : 2)) return NO_SQUARE;
    Bitboard side = king_side ? ~(bit(c->from) - 1) : bit(c->from) - 1;
    Bitboard right = c->board->castling & rank_mask(c->us, 0) & side;
    return right ? first_square(right) : relative_square(c->us, king_side ? H1 : A1);
}

static bool no_right_to_castle(Case *c, Square rook) {
    Bitboard rights = c->board->castling & rank_mask(c->us, 0);
    if (rights & bit(rook)) return false;
    if (c->pos->piece[rook] != piece_of(c->us, ROOK)) {
        text_string(c->out, "castling: there is no rook on ");
        put_square(c->out, rook);
        return true;
    }
    return because(c, rights ? "castling: the rook has moved"
                             : "castling: the king or the rook has moved");
}

static bool cannot_castle(Case *c) {
    Square rook = castling_rook(c);
    if (rook == NO_SQUARE) return false;
    if (no_right_to_castle(c, rook)) return true;
    Bitboard checkers = board_checkers(c->board);
    if (checkers) return because_of(c, "castling: ", first_square(checkers), " gives check");
    Square king_to = castle_king_target(c->from, rook), rook_to = castle_rook_target(c->from, rook);
    Bitboard king_path = BETWEEN[c->from][king_to] | bit(king_to);
    Bitboard rook_path = BETWEEN[rook][rook_to] | bit(rook_to);
    Bitboard others = board_occupied(c->board) ^ bit(c->from) ^ bit(rook);
    Bitboard blockers = (king_path | rook_path) & others;
    if (blockers) return because_of(c, "castling: ", first_square(blockers), " is in the way");
    FOR_EACH_SQUARE(s, king_path) {
        Bitboard attackers = board_attackers(c->board, s, other(c->us), others | bit(rook));
        if (!attackers) continue;
        text_string(c->out, "castling: ");
        put_square(c->out, s);
        return because_of(c, " is attacked by ", first_square(attackers), "");
    }
    return because(c, "castling: the rook shields the king on its rank");
}

static bool takes_own_piece(Case *c) {
    Piece piece = c->pos->piece[c->to];
    if (piece == NO_PIECE || piece_color(piece) != c->us) return false;
    text_format(c->out, "%s's own %s stands on ", color_name(c->us), role_name(piece_role(piece)));
    put_square(c->out, c->to);
    return true;
}

static bool bad_pawn_capture(Case *c) {
    if (c->pos->piece[c->to] != NO_PIECE || c->to == c->board->ep) return false;
    Square beside = c->to - forward_of(c->us);
    if (relative_rank(c->us, c->to) == 5 && c->pos->piece[beside] == piece_of(other(c->us), PAWN))
        return because(c, "en passant is possible only right after the double step");
    text_string(c->out, "a pawn moves sideways only to capture, and nothing stands on ");
    put_square(c->out, c->to);
    return true;
}

static bool bad_pawn_step(Case *c) {
    int steps = (c->to - c->from) / forward_of(c->us);
    bool straight = file_of(c->from) == file_of(c->to);
    if (!straight || steps < 1 || steps > 2) return because(c, "a pawn does not move like that");
    if (steps == 2 && relative_rank(c->us, c->from) != 1)
        return because(c, "a pawn makes a double step only from where it started");
    Bitboard path = (BETWEEN[c->from][c->to] | bit(c->to)) & board_occupied(c->board);
    return path && because_of(c, "", first_square(path), " blocks the pawn");
}

static bool bad_promotion(Case *c) {
    bool arrives = c->role == PAWN && relative_rank(c->us, c->to) == 7;
    if (arrives && c->promotion == NO_ROLE)
        return because(c, "a pawn that reaches the last rank must promote: say to what");
    if (!arrives && c->promotion != NO_ROLE)
        return because(c, "only a pawn that reaches the last rank promotes");
    return c->promotion != NO_ROLE && (c->promotion < KNIGHT || c->promotion > QUEEN) &&
           because(c, "a pawn promotes to a queen, rook, bishop or knight");
}

/* Could the piece go there if nothing but its own way of moving mattered? */
static bool cannot_reach(Case *c) {
    if (c->role == PAWN) {
        bool sideways = PAWN_ATTACKS[c->us][c->from] & bit(c->to);
        return sideways ? bad_pawn_capture(c) : bad_pawn_step(c);
    }
    if (!(role_attacks(c->role, c->from, 0) & bit(c->to))) {
        text_format(c->out, "a %s does not move like that", role_name(c->role));
        return true;
    }
    Bitboard between = BETWEEN[c->from][c->to] & board_occupied(c->board);
    bool slides = c->role == BISHOP || c->role == ROOK || c->role == QUEEN;
    return slides && between && because_of(c, "", first_square(between), " stands between");
}

/* The board after a move that is right but for checks. */
static Board board_after(const Case *c) {
    Board next = *c->board;
    MoveKind kind = MOVE_PLAIN;
    if (c->promotion != NO_ROLE)
        kind = (MoveKind)(MOVE_PROMOTE + (c->promotion - KNIGHT));
    else if (c->role == PAWN && c->to == c->board->ep && file_of(c->from) != file_of(c->to))
        kind = MOVE_EN_PASSANT;
    board_play_role(&next, c->us, c->role, move_make(c->from, c->to, kind));
    return next;
}

/* The own king stands in check after the move. */
static bool leaves_check(Case *c, const Board *next) {
    Bitboard attackers =
        board_attackers(next, board_king(next, c->us), other(c->us), board_occupied(next));
    if (!attackers) return false;
    Square attacker = first_square(attackers);
    if (c->role == KING) return because_of(c, "the king would be in check from ", attacker, "");
    Bitboard checkers = board_checkers(c->board);
    if (has_many(checkers)) return because(c, "in double check only the king can move");
    if (checkers & attackers)
        return because_of(c, "the king is in check from ", first_square(checkers), "");
    Bitboard without = board_occupied(c->board) ^ bit(c->from);
    Square king = board_king(c->board, c->us);
    if (!(board_attackers(c->board, king, other(c->us), without) & attackers)) // en passant
        return because_of(c, "taking the pawn would open the line of ", attacker, " to the king");
    put_piece(c->out, c->pos, c->from);
    return because_of(c, " is pinned by ", attacker, "");
}

/* The enemy's king stands in check after the move, where the rules forbid that. */
static bool gives_check(Case *c, const Board *next) {
    if (c->pos->rules->has_check) return false;
    Bitboard attackers =
        board_attackers(next, board_king(next, other(c->us)), c->us, board_occupied(next));
    if (!attackers) return false;
    Bitboard discovered = attackers & ~bit(c->to);
    if (attackers & bit(c->to))
        text_string(c->out, "the move gives check");
    else
        because_of(c, "the move opens the line of ", first_square(discovered), " for a check");
    text_format(c->out, ", which %s forbids", c->pos->rules->title);
    return true;
}

bool explain_squares(const Position *pos, Square from, Square to, Role promotion,
                     char out[EXPLAIN_MAX]) {
    Text text = text_on(out, EXPLAIN_MAX);
    if (coord_find(pos, from, to, promotion) != NO_MOVE) return false;
    Case c = {.pos = pos,
              .board = &pos->board,
              .us = position_turn(pos),
              .from = from,
              .to = to,
              .role = piece_role(pos->piece[from]),
              .promotion = promotion,
              .out = &text};
    if (game_is_over(&c) || wrong_piece(&c) || cannot_castle(&c) || takes_own_piece(&c) ||
        cannot_reach(&c) || bad_promotion(&c))
        return true;
    Board next = board_after(&c);
    return leaves_check(&c, &next) || gives_check(&c, &next) || because(&c, "it is not legal");
}

/* Where a piece that the text may mean stands: all of the side's pieces of that role, on that
 * file, on that rank. */
static Bitboard meant_pieces(const Position *pos, const SanParts *p) {
    Bitboard pieces = board_pieces(&pos->board, position_turn(pos), p->role);
    if (p->from_file >= 0) pieces &= FILE_A << p->from_file;
    if (p->from_rank >= 0) pieces &= RANK_1 << 8 * p->from_rank;
    return pieces;
}

/* The pieces among them that move that way, whatever else stands against it. */
static Bitboard near_pieces(const Position *pos, const SanParts *p, Bitboard pieces) {
    Color us = position_turn(pos);
    if (p->role != PAWN) return pieces & role_attacks(p->role, p->to, board_occupied(&pos->board));
    Bitboard takers = PAWN_ATTACKS[other(us)][p->to] & pieces;
    if (p->from_file >= 0 && p->from_file != file_of(p->to)) return takers;
    Bitboard file = pieces & FILE_A << file_of(p->to);
    Bitboard behind = us == WHITE ? bit(p->to) - 1 : ~(bit(p->to) | (bit(p->to) - 1));
    file &= behind;
    if (!file) return takers;
    return bit(us == WHITE ? 63 - __builtin_clzll(file) : first_square(file));
}

static void explain_missing(const Position *pos, const SanParts *p, Text *out) {
    text_format(out, "%s has no %s", color_name(position_turn(pos)), role_name(p->role));
    if (p->from_file >= 0 && p->from_rank >= 0) {
        text_string(out, " on ");
        put_square(out, square_at(p->from_file, p->from_rank));
    } else if (p->from_file >= 0) {
        text_format(out, " on the %c-file", 'a' + p->from_file);
    } else if (p->from_rank >= 0) {
        text_format(out, " on rank %d", p->from_rank + 1);
    }
}

static void explain_ambiguous(const Position *pos, const SanParts *p, Text *out) {
    MoveList list;
    text_string(out, "ambiguous:");
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Move move = list.items[i];
        if (move_to(move) != p->to || move_kind(move) == MOVE_CASTLE ||
            !(meant_pieces(pos, p) & bit(move_from(move))))
            continue;
        char san[SAN_MAX];
        san_write(pos, move, san);
        text_format(out, " %s", san);
    }
}

/* A king's castling move written O-O: towards the rook of the right, else towards the corner. */
static bool explain_castling(const Position *pos, int kind, char out[EXPLAIN_MAX]) {
    Text text = text_on(out, EXPLAIN_MAX);
    Color us = position_turn(pos);
    Square king = board_king(&pos->board, us);
    if (!pos->rules->has_pawns) {
        text_format(&text, "%s has no castling", pos->rules->title);
        return true;
    }
    Square corner = relative_square(us, kind == 2 ? H1 : A1);
    if (relative_rank(us, king) != 0 || king == corner) {
        text_string(&text, "castling: the king has moved");
        return true;
    }
    Bitboard side = kind == 2 ? ~(bit(king) - 1) : bit(king) - 1;
    Bitboard right = pos->board.castling & rank_mask(us, 0) & side;
    Square rook = right ? first_square(right) : corner;
    if (!right && pos->piece[rook] != piece_of(us, ROOK)) {
        text_string(&text, "castling: there is no rook on ");
        put_square(&text, rook);
        return true;
    }
    return explain_squares(pos, king, rook, NO_ROLE, out);
}

static bool explain_parts(const Position *pos, const SanParts *p, char out[EXPLAIN_MAX]) {
    Text text = text_on(out, EXPLAIN_MAX);
    Case c = {.pos = pos, .board = &pos->board, .us = position_turn(pos), .out = &text};
    if (game_is_over(&c)) return true;
    Bitboard pieces = meant_pieces(pos, p), near = near_pieces(pos, p, pieces);
    if (!pieces) {
        explain_missing(pos, p, &text);
        return true;
    }
    if (!near && has_many(pieces)) {
        text_format(&text, "no %s can go to ", role_name(p->role));
        put_square(&text, p->to);
        return true;
    }
    Bitboard suspect = near ? near : pieces;
    return explain_squares(pos, first_square(suspect), p->to, p->promotion, out);
}

bool explain_text(const Position *pos, const char *text, size_t length, char out[EXPLAIN_MAX]) {
    Text words = text_on(out, EXPLAIN_MAX);
    Move move;
    SanParts p;
    SanResult result = san_read(pos, text, length, &move);
    if (result == SAN_OK) return false;
    if (result == SAN_SYNTAX) {
        text_string(&words, "this is not a move; write it like Nf3, e8=Q, O-O or e2e4");
        return true;
    }
    if (!san_parse(text, length, &p)) return true;
    if (p.null) {
        text_string(&words, "nobody may pass while in check");
        return true;
    }
    if (p.castle) return explain_castling(pos, p.castle, out);
    if (result == SAN_AMBIGUOUS) {
        if (p.role == PAWN && p.promotion == NO_ROLE &&
            relative_rank(position_turn(pos), p.to) == 7)
            text_string(&words, "a pawn that reaches the last rank must promote: say to what");
        else
            explain_ambiguous(pos, &p, &words);
        return true;
    }
    if (p.role == NO_ROLE)
        return explain_squares(pos, square_at(p.from_file, p.from_rank), p.to, p.promotion, out);
    return explain_parts(pos, &p, out);
}
