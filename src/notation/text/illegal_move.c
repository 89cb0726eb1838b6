// SPDX-License-Identifier: MIT
#include "notation/text/illegal_move.h"

#include "base/text/text.h"
#include "core/outcome.h"
#include "core/piece_names.h"
#include "notation/text/fen.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <ctype.h>
#include <string.h>

// --- texts ---

/* The name for programs, and the sentence for users, with placeholders in braces. */
static const struct {
    const char *name, *sentence;
} MESSAGES[ILLEGAL_CODE_COUNT] = {
    [ILLEGAL_NONE] = {"none", ""},
    [ILLEGAL_GAME_OVER] = {"over", "the game is over: {outcome}"},
    [ILLEGAL_EMPTY_SQUARE] = {"empty", "there is no piece on {square}"},
    [ILLEGAL_OPPONENTS_PIECE] = {"theirs", "{piece} belongs to {other}, and {color} is to move"},
    [ILLEGAL_SAME_SQUARE] = {"stays", "the piece stays where it is"},
    [ILLEGAL_OWN_PIECE] = {"own", "{color}'s own {role} stands on {square}"},
    [ILLEGAL_MOVES_OTHERWISE] = {"moves-otherwise", "a {role} does not move like that"},
    [ILLEGAL_BLOCKED] = {"blocked", "{by} stands between"},
    [ILLEGAL_CASTLING_UNKNOWN] = {"castling-unknown", "{game} has no castling"},
    [ILLEGAL_CASTLING_KING_MOVED] = {"castling-king-moved", "castling: the king has moved"},
    [ILLEGAL_CASTLING_ROOK_MOVED] = {"castling-rook-moved", "castling: the rook has moved"},
    [ILLEGAL_CASTLING_EITHER_MOVED] = {"castling-moved",
                                       "castling: the king or the rook has moved"},
    [ILLEGAL_CASTLING_NO_ROOK] = {"castling-no-rook", "castling: there is no rook on {square}"},
    [ILLEGAL_CASTLING_IN_CHECK] = {"castling-check", "castling: {by} gives check"},
    [ILLEGAL_CASTLING_BLOCKED] = {"castling-blocked", "castling: {by} is in the way"},
    [ILLEGAL_CASTLING_ATTACKED] = {"castling-attacked", "castling: {square} is attacked by {by}"},
    [ILLEGAL_CASTLING_SHIELDED] = {"castling-shielded",
                                   "castling: the rook shields the king on its rank"},
    [ILLEGAL_PAWN_TAKES_NOTHING] = {"pawn-takes-nothing",
                                    "a pawn moves sideways only to capture, and nothing stands on "
                                    "{square}"},
    [ILLEGAL_EN_PASSANT_LATE] = {"en-passant-late",
                                 "en passant is possible only right after the double step"},
    [ILLEGAL_DOUBLE_STEP] = {"double-step",
                             "a pawn makes a double step only from where it started"},
    [ILLEGAL_PAWN_BLOCKED] = {"pawn-blocked", "{by} blocks the pawn"},
    [ILLEGAL_MUST_PROMOTE] = {"must-promote",
                              "a pawn that reaches the last rank must promote: say to what"},
    [ILLEGAL_CANNOT_PROMOTE] = {"cannot-promote",
                                "only a pawn that reaches the last rank promotes"},
    [ILLEGAL_PROMOTION_ROLE] = {"promotes-otherwise",
                                "a pawn promotes to a queen, rook, bishop or knight"},
    [ILLEGAL_KING_INTO_CHECK] = {"into-check", "the king would be in check from {by}"},
    [ILLEGAL_KING_IN_CHECK] = {"in-check", "the king is in check from {by}"},
    [ILLEGAL_KING_IN_DOUBLE_CHECK] = {"double-check", "in double check only the king can move"},
    [ILLEGAL_EN_PASSANT_OPENS_LINE] = {"opened",
                                       "taking the pawn would open the line of {by} to the king"},
    [ILLEGAL_PINNED] = {"pinned", "{piece} is pinned by {by}"},
    [ILLEGAL_GIVES_CHECK] = {"gives-check", "the move gives check, which {game} forbids"},
    [ILLEGAL_DISCOVERS_CHECK] =
        {"opens-check", "the move opens the line of {by} for a check, which {game} forbids"},
    [ILLEGAL_NO_SUCH_PIECE] = {"no-such-piece", "{color} has no {role}"},
    [ILLEGAL_NO_PIECE_ON_SQUARE] = {"no-such-piece-on-square", "{color} has no {role} on {square}"},
    [ILLEGAL_NO_PIECE_ON_FILE] = {"no-such-piece-on-file",
                                  "{color} has no {role} on the {file}-file"},
    [ILLEGAL_NO_PIECE_ON_RANK] = {"no-such-piece-on-rank", "{color} has no {role} on rank {rank}"},
    [ILLEGAL_NO_PIECE_REACHES] = {"none-can-go", "no {role} can go to {square}"},
    [ILLEGAL_AMBIGUOUS] = {"ambiguous", "ambiguous: {moves}"},
    [ILLEGAL_SYNTAX] = {"no-move", "this is not a move; write it like Nf3, e8=Q, O-O or e2e4"},
    [ILLEGAL_PASS] = {"passes", "nobody may pass while in check"},
    [ILLEGAL_OTHER] = {"illegal", "it is not legal"},
};

const char *illegal_move_name(IllegalMoveCode code) {
    return MESSAGES[code].name;
}

/* The values of placeholders: for programs ("Re8", "white") or, with `words`, for users ("the rook
 * on e8"). */

static void put_square(Text *out, Square s) {
    char name[3];
    square_write(s, name);
    text_string(out, name);
}

static char role_letter(Role role) {
    return piece_to_char(piece_of(WHITE, role));
}

static void put_piece(Text *out, PieceOn piece, bool words) {
    if (words)
        text_format(out, "the %s on ", role_name(piece.role));
    else
        text_char(out, role_letter(piece.role));
    put_square(out, piece.square);
}

static void put_color(Text *out, Color color, bool words) {
    const char *name = color_name(color);
    text_char(out, words ? name[0] : (char)tolower(name[0]));
    text_string(out, name + 1);
}

static void put_role(Text *out, Role role, bool words) {
    if (words)
        text_string(out, role_name(role));
    else
        text_char(out, role_letter(role));
}

static void put_outcome(Text *out, Outcome outcome, bool words) {
    char text[OUTCOME_TEXT_MAX];
    outcome_text(outcome, text);
    text_string(out, words ? text : outcome_reason_name(outcome.reason));
}

static void put_value(Text *out, const IllegalMove *o, const char *name, bool words) {
    if (strcmp(name, "piece") == 0) put_piece(out, o->piece, words);
    if (strcmp(name, "by") == 0) put_piece(out, o->by, words);
    if (strcmp(name, "square") == 0) put_square(out, o->square);
    if (strcmp(name, "color") == 0) put_color(out, o->color, words);
    if (strcmp(name, "other") == 0) put_color(out, other(o->color), words);
    if (strcmp(name, "role") == 0) put_role(out, o->role, words);
    if (strcmp(name, "file") == 0) text_char(out, (char)('a' + o->file));
    if (strcmp(name, "rank") == 0) text_char(out, (char)('1' + o->rank));
    if (strcmp(name, "game") == 0) text_string(out, words ? o->game->title : o->game->name);
    if (strcmp(name, "outcome") == 0) put_outcome(out, o->outcome, words);
    if (strcmp(name, "moves") == 0) text_string(out, o->moves);
}

/* All placeholders. */
static const char *const PLACEHOLDERS[] = {"piece", "by",   "square", "color",   "other", "role",
                                           "file",  "rank", "game",   "outcome", "moves"};

/* The placeholder whose name begins at `at`, behind the brace; NULL if there is none. */
static const char *placeholder_at(const char *at) {
    for (size_t i = 0; i < sizeof PLACEHOLDERS / sizeof *PLACEHOLDERS; i++) {
        size_t length = strlen(PLACEHOLDERS[i]);
        if (strncmp(at, PLACEHOLDERS[i], length) == 0 && at[length] == '}') return PLACEHOLDERS[i];
    }
    return NULL;
}

bool illegal_move_value(const IllegalMove *o, int index, const char **name,
                        char value[ILLEGAL_MOVE_VALUE_MAX]) {
    const char *at = MESSAGES[o->code].sentence;
    while ((at = strchr(at, '{')) && index-- > 0) at++;
    if (!at) return false;
    Text out = text_on(value, ILLEGAL_MOVE_VALUE_MAX);
    *name = placeholder_at(at + 1);
    put_value(&out, o, *name, false);
    return true;
}

bool illegal_move_write(const IllegalMove *o, char out[ILLEGAL_MOVE_TEXT_MAX]) {
    Text text = text_on(out, ILLEGAL_MOVE_TEXT_MAX);
    for (const char *at = MESSAGES[o->code].sentence; *at; at++) {
        const char *placeholder = *at == '{' ? placeholder_at(at + 1) : NULL;
        if (!placeholder) {
            text_char(&text, *at);
            continue;
        }
        put_value(&text, o, placeholder, true);
        at += strlen(placeholder) + 1;
    }
    return o->code != ILLEGAL_NONE;
}

bool illegal_move_explain_squares(const Position *pos, Square from, Square to, Role promotion,
                                  char out[ILLEGAL_MOVE_TEXT_MAX]) {
    IllegalMove o = illegal_move_by_squares(pos, from, to, promotion);
    return illegal_move_write(&o, out);
}

bool illegal_move_explain_text(const Position *pos, const char *text, size_t length,
                               char out[ILLEGAL_MOVE_TEXT_MAX]) {
    IllegalMove o = illegal_move_by_text(pos, text, length);
    return illegal_move_write(&o, out);
}

// --- rules ---

/* The move that is checked. */
typedef struct {
    const Position *pos;
    const Board *board;
    Color us;
    Square from, to;
    Role role, promotion;
    IllegalMove *why;
} TriedMove;

/* Sets the code and returns true, for `return reject(...)`. All checks below return true if the
 * move breaks their rule. */
static bool reject(TriedMove *c, IllegalMoveCode code) {
    c->why->code = code;
    return true;
}

static PieceOn piece_on(const Position *pos, Square s) {
    return (PieceOn){piece_role(pos->piece[s]), s};
}

static bool reject_by(TriedMove *c, IllegalMoveCode code, Square by) {
    c->why->by = piece_on(c->pos, by);
    return reject(c, code);
}

static bool reject_at(TriedMove *c, IllegalMoveCode code, Square square) {
    c->why->square = square;
    return reject(c, code);
}

static bool game_is_over(TriedMove *c) {
    Outcome outcome = c->pos->rules->outcome(c->board);
    c->why->outcome = outcome;
    return outcome_is_over(outcome) && reject(c, ILLEGAL_GAME_OVER);
}

static bool wrong_piece(TriedMove *c) {
    Piece piece = c->pos->piece[c->from];
    if (piece == NO_PIECE) return reject_at(c, ILLEGAL_EMPTY_SQUARE, c->from);
    if (piece_color(piece) != c->us) return reject(c, ILLEGAL_OPPONENTS_PIECE);
    return c->from == c->to && reject(c, ILLEGAL_SAME_SQUARE);
}

/* The rook with which this king move would castle: the own rook that it takes or, for the king's
 * two steps, the rook with the castling right on that side. NO_SQUARE if the move is not meant as
 * castling. */
static Square castling_rook(const TriedMove *c) {
    if (c->role != KING || !c->pos->rules->traits.pawns) return NO_SQUARE;
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

static bool no_right_to_castle(TriedMove *c, Square rook) {
    Bitboard rights = c->board->castling & rank_mask(c->us, 0);
    if (rights & bit(rook)) return false;
    if (c->pos->piece[rook] != piece_of(c->us, ROOK))
        return reject_at(c, ILLEGAL_CASTLING_NO_ROOK, rook);
    return reject(c, rights ? ILLEGAL_CASTLING_ROOK_MOVED : ILLEGAL_CASTLING_EITHER_MOVED);
}

static bool cannot_castle(TriedMove *c) {
    Square rook = castling_rook(c);
    if (rook == NO_SQUARE) return false;
    if (no_right_to_castle(c, rook)) return true;
    Bitboard checkers = board_checkers(c->board);
    if (checkers) return reject_by(c, ILLEGAL_CASTLING_IN_CHECK, first_square(checkers));
    Square king_to = castle_king_target(c->from, rook), rook_to = castle_rook_target(c->from, rook);
    Bitboard king_path = BETWEEN[c->from][king_to] | bit(king_to);
    Bitboard rook_path = BETWEEN[rook][rook_to] | bit(rook_to);
    Bitboard others = board_occupied(c->board) ^ bit(c->from) ^ bit(rook);
    Bitboard blockers = (king_path | rook_path) & others;
    if (blockers) return reject_by(c, ILLEGAL_CASTLING_BLOCKED, first_square(blockers));
    FOR_EACH_SQUARE(s, king_path) {
        Bitboard attackers = board_attackers(c->board, s, other(c->us), others | bit(rook));
        if (!attackers) continue;
        c->why->square = s;
        return reject_by(c, ILLEGAL_CASTLING_ATTACKED, first_square(attackers));
    }
    return reject(c, ILLEGAL_CASTLING_SHIELDED);
}

static bool takes_own_piece(TriedMove *c) {
    Piece piece = c->pos->piece[c->to];
    if (piece == NO_PIECE || piece_color(piece) != c->us) return false;
    c->why->role = piece_role(piece);
    return reject_at(c, ILLEGAL_OWN_PIECE, c->to);
}

static bool bad_pawn_capture(TriedMove *c) {
    if (c->pos->piece[c->to] != NO_PIECE || c->to == c->board->ep) return false;
    Square beside = c->to - forward_of(c->us);
    if (relative_rank(c->us, c->to) == 5 && c->pos->piece[beside] == piece_of(other(c->us), PAWN))
        return reject(c, ILLEGAL_EN_PASSANT_LATE);
    return reject_at(c, ILLEGAL_PAWN_TAKES_NOTHING, c->to);
}

static bool bad_pawn_step(TriedMove *c) {
    int steps = (c->to - c->from) / forward_of(c->us);
    bool straight = file_of(c->from) == file_of(c->to);
    if (!straight || steps < 1 || steps > 2) return reject(c, ILLEGAL_MOVES_OTHERWISE);
    if (steps == 2 && relative_rank(c->us, c->from) != 1) return reject(c, ILLEGAL_DOUBLE_STEP);
    Bitboard path = (BETWEEN[c->from][c->to] | bit(c->to)) & board_occupied(c->board);
    return path && reject_by(c, ILLEGAL_PAWN_BLOCKED, first_square(path));
}

static bool bad_promotion(TriedMove *c) {
    bool arrives = c->role == PAWN && relative_rank(c->us, c->to) == 7;
    if (arrives && c->promotion == NO_ROLE) return reject(c, ILLEGAL_MUST_PROMOTE);
    if (!arrives && c->promotion != NO_ROLE) return reject(c, ILLEGAL_CANNOT_PROMOTE);
    return c->promotion != NO_ROLE && (c->promotion < KNIGHT || c->promotion > QUEEN) &&
           reject(c, ILLEGAL_PROMOTION_ROLE);
}

/* Can this kind of piece not move like that, or is its way blocked? */
static bool cannot_reach(TriedMove *c) {
    if (c->role == PAWN) {
        bool sideways = PAWN_ATTACKS[c->us][c->from] & bit(c->to);
        return sideways ? bad_pawn_capture(c) : bad_pawn_step(c);
    }
    if (!(role_attacks(c->role, c->from, 0) & bit(c->to)))
        return reject(c, ILLEGAL_MOVES_OTHERWISE);
    Bitboard between = BETWEEN[c->from][c->to] & board_occupied(c->board);
    bool slides = c->role == BISHOP || c->role == ROOK || c->role == QUEEN;
    return slides && between && reject_by(c, ILLEGAL_BLOCKED, first_square(between));
}

/* The board after a move that is legal except for checks. */
static Board board_after(const TriedMove *c) {
    Board next = *c->board;
    MoveKind kind = MOVE_PLAIN;
    if (c->promotion != NO_ROLE)
        kind = (MoveKind)(MOVE_PROMOTE + (c->promotion - KNIGHT));
    else if (c->role == PAWN && c->to == c->board->ep && file_of(c->from) != file_of(c->to))
        kind = MOVE_EN_PASSANT;
    board_play_role(&next, c->us, c->role, move_make(c->from, c->to, kind));
    return next;
}

/* Is the own king in check after the move? */
static bool leaves_check(TriedMove *c, const Board *next) {
    Bitboard attackers =
        board_attackers(next, board_king(next, c->us), other(c->us), board_occupied(next));
    if (!attackers) return false;
    Square attacker = first_square(attackers);
    if (c->role == KING) return reject_by(c, ILLEGAL_KING_INTO_CHECK, attacker);
    Bitboard checkers = board_checkers(c->board);
    if (more_than_one(checkers)) return reject(c, ILLEGAL_KING_IN_DOUBLE_CHECK);
    if (checkers & attackers) return reject_by(c, ILLEGAL_KING_IN_CHECK, first_square(checkers));
    Bitboard without = board_occupied(c->board) ^ bit(c->from);
    Square king = board_king(c->board, c->us);
    if (!(board_attackers(c->board, king, other(c->us), without) & attackers)) // en passant
        return reject_by(c, ILLEGAL_EN_PASSANT_OPENS_LINE, attacker);
    return reject_by(c, ILLEGAL_PINNED, attacker);
}

/* Is the enemy king in check after the move, in a game that forbids check? */
static bool gives_check(TriedMove *c, const Board *next) {
    if (c->pos->rules->traits.checks) return false;
    Bitboard attackers =
        board_attackers(next, board_king(next, other(c->us)), c->us, board_occupied(next));
    if (!attackers) return false;
    if (attackers & bit(c->to)) return reject(c, ILLEGAL_GIVES_CHECK);
    return reject_by(c, ILLEGAL_DISCOVERS_CHECK, first_square(attackers));
}

static TriedMove tried_move(const Position *pos, IllegalMove *why) {
    *why = (IllegalMove){.color = position_turn(pos), .game = pos->rules};
    return (TriedMove){.pos = pos, .board = &pos->board, .us = position_turn(pos), .why = why};
}

IllegalMove illegal_move_by_squares(const Position *pos, Square from, Square to, Role promotion) {
    IllegalMove why;
    TriedMove c = tried_move(pos, &why);
    if (uci_move_find(pos, from, to, promotion) != NO_MOVE) return why;
    c.from = from;
    c.to = to;
    c.role = why.role = piece_role(pos->piece[from]);
    c.promotion = promotion;
    why.piece = piece_on(pos, from);
    if (game_is_over(&c) || wrong_piece(&c) || cannot_castle(&c) || takes_own_piece(&c) ||
        cannot_reach(&c) || bad_promotion(&c))
        return why;
    Board next = board_after(&c);
    if (!leaves_check(&c, &next) && !gives_check(&c, &next)) reject(&c, ILLEGAL_OTHER);
    return why;
}

/* The pieces that the text may mean: those of the side to move with the given role, file and
 * rank. */
static Bitboard meant_pieces(const Position *pos, const SanParts *p) {
    Bitboard pieces = board_pieces(&pos->board, position_turn(pos), p->role);
    if (p->from_file >= 0) pieces &= FILE_A << p->from_file;
    if (p->from_rank >= 0) pieces &= RANK_1 << 8 * p->from_rank;
    return pieces;
}

/* Those of `pieces` that could make the move by their way of moving alone. */
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

static IllegalMove no_such_piece(TriedMove *c, const SanParts *p) {
    bool file = p->from_file >= 0, rank = p->from_rank >= 0;
    c->why->role = p->role;
    c->why->file = p->from_file;
    c->why->rank = p->from_rank;
    if (file && rank) c->why->square = square_at(p->from_file, p->from_rank);
    reject(c, file && rank ? ILLEGAL_NO_PIECE_ON_SQUARE
              : file       ? ILLEGAL_NO_PIECE_ON_FILE
              : rank       ? ILLEGAL_NO_PIECE_ON_RANK
                           : ILLEGAL_NO_SUCH_PIECE);
    return *c->why;
}

static IllegalMove list_ambiguous(TriedMove *c, const SanParts *p) {
    MoveList list;
    Text moves = text_on(c->why->moves, sizeof c->why->moves);
    position_legal_moves(c->pos, &list);
    for (int i = 0; i < list.count; i++) {
        Move move = list.items[i];
        if (move_to(move) != p->to || move_kind(move) == MOVE_CASTLE ||
            !(meant_pieces(c->pos, p) & bit(move_from(move))))
            continue;
        char san[SAN_MAX];
        san_write(c->pos, move, san);
        text_format(&moves, "%s%s", moves.used ? " " : "", san);
    }
    reject(c, ILLEGAL_AMBIGUOUS);
    return *c->why;
}

/* Explains O-O or O-O-O: castling with the rook that has the right, else with the rook in the
 * corner. */
static IllegalMove illegal_castling(TriedMove *c, int kind) {
    const Position *pos = c->pos;
    Square king = board_king(&pos->board, c->us),
           corner = relative_square(c->us, kind == 2 ? H1 : A1);
    if (!pos->rules->traits.pawns) {
        reject(c, ILLEGAL_CASTLING_UNKNOWN);
        return *c->why;
    }
    if (relative_rank(c->us, king) != 0 || king == corner) {
        reject(c, ILLEGAL_CASTLING_KING_MOVED);
        return *c->why;
    }
    Bitboard side = kind == 2 ? ~(bit(king) - 1) : bit(king) - 1;
    Bitboard right = pos->board.castling & rank_mask(c->us, 0) & side;
    Square rook = right ? first_square(right) : corner;
    if (!right && pos->piece[rook] != piece_of(c->us, ROOK)) {
        reject_at(c, ILLEGAL_CASTLING_NO_ROOK, rook);
        return *c->why;
    }
    return illegal_move_by_squares(pos, king, rook, NO_ROLE);
}

static IllegalMove illegal_parts(TriedMove *c, const SanParts *p) {
    if (game_is_over(c)) return *c->why;
    Bitboard pieces = meant_pieces(c->pos, p), near = near_pieces(c->pos, p, pieces);
    if (!pieces) return no_such_piece(c, p);
    if (!near && more_than_one(pieces)) {
        c->why->role = p->role;
        reject_at(c, ILLEGAL_NO_PIECE_REACHES, p->to);
        return *c->why;
    }
    return illegal_move_by_squares(c->pos, first_square(near ? near : pieces), p->to, p->promotion);
}

/* Several moves fit: a promotion without its piece, or several pieces. */
static IllegalMove illegal_ambiguous(TriedMove *c, const SanParts *p) {
    bool arrives = p->role == PAWN && relative_rank(c->us, p->to) == 7;
    if (!arrives || p->promotion != NO_ROLE) return list_ambiguous(c, p);
    reject(c, ILLEGAL_MUST_PROMOTE);
    return *c->why;
}

IllegalMove illegal_move_by_text(const Position *pos, const char *text, size_t length) {
    IllegalMove why;
    TriedMove c = tried_move(pos, &why);
    Move move;
    SanParts p;
    SanResult result = san_read(pos, text, length, &move);
    if (result == SAN_OK) return why;
    if (result == SAN_SYNTAX || !san_parse(text, length, &p)) {
        reject(&c, ILLEGAL_SYNTAX);
        return why;
    }
    if (p.null) {
        reject(&c, ILLEGAL_PASS);
        return why;
    }
    if (p.castle) return illegal_castling(&c, p.castle);
    if (result == SAN_AMBIGUOUS) return illegal_ambiguous(&c, &p);
    if (p.role == NO_ROLE)
        return illegal_move_by_squares(pos, square_at(p.from_file, p.from_rank), p.to, p.promotion);
    return illegal_parts(&c, &p);
}
