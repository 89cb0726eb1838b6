// SPDX-License-Identifier: MIT
#include "notation/text/san.h"

#include "base/text/text.h"
#include "notation/text/fen.h"
#include "notation/text/uci_move.h"

#include <string.h>

/* Writes file, rank or both of the from-square if another piece of the same kind could move to the
 * target. */
static void write_origin(const Position *pos, Move move, Text *out) {
    Square from = move_from(move);
    bool shared = false, same_file = false, same_rank = false;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Square rival = move_from(list.items[i]);
        if (move_to(list.items[i]) != move_to(move) || rival == from ||
            pos->piece[rival] != pos->piece[from])
            continue;
        shared = true;
        same_file |= file_of(rival) == file_of(from);
        same_rank |= rank_of(rival) == rank_of(from);
    }
    if (!shared) return;
    if (!same_file || same_rank) text_char(out, (char)('a' + file_of(from)));
    if (same_file) text_char(out, (char)('1' + rank_of(from)));
}

static void write_move(const Position *pos, Move move, Text *out) {
    Square from = move_from(move), to = move_to(move);
    Role role = piece_role(pos->piece[from]);
    bool capture = position_is_capture(pos, move);
    if (move_kind(move) == MOVE_CASTLE) {
        text_string(out, to > from ? "O-O" : "O-O-O");
        return;
    }
    if (role != PAWN) {
        text_char(out, piece_to_char(piece_of(WHITE, role)));
        write_origin(pos, move, out);
    } else if (capture) {
        text_char(out, (char)('a' + file_of(from)));
    }
    if (capture) text_char(out, 'x');
    char name[3];
    square_write(to, name);
    text_string(out, name);
    if (!move_is_promotion(move)) return;
    text_char(out, '=');
    text_char(out, piece_to_char(piece_of(WHITE, move_promotion_role(move))));
}

void san_write(const Position *pos, Move move, char out[SAN_MAX]) {
    assert(move == NULL_MOVE || position_is_legal(pos, move));
    Text text = text_on(out, SAN_MAX);
    if (move == NULL_MOVE) {
        text_string(&text, "--");
        return;
    }
    write_move(pos, move, &text);
    Position next = *pos;
    position_play(&next, move);
    if (next.rules->outcome(&next.board).winner != NO_COLOR)
        text_char(&text, '#');
    else if (position_is_check(&next))
        text_char(&text, '+');
}

void san_write_line(Text *out, const Position *from, const Move *moves, int count) {
    Position pos = *from;
    for (int i = 0; i < count; i++) {
        char san[SAN_MAX];
        bool white = position_turn(&pos) == WHITE;
        if (i > 0) text_char(out, ' ');
        if (white || i == 0) text_format(out, "%u%s ", pos.fullmove, white ? "." : "...");
        san_write(&pos, moves[i], san);
        text_string(out, san);
        position_play_or_pass(&pos, moves[i]);
    }
}

/* A part of the input; reading past its end gives '\0'. */
typedef struct {
    const char *at, *end;
} SanSpan;

static char peek(const SanSpan *s, int offset) {
    return s->end - s->at > offset ? s->at[offset] : '\0';
}

static bool ends_with(const SanSpan *s, const char *suffix) {
    size_t n = strlen(suffix);
    return (size_t)(s->end - s->at) > n && memcmp(s->end - n, suffix, n) == 0;
}

/* Removes signs of check, mate, annotation and en passant, which do not identify the move. */
static void drop_decoration(SanSpan *s) {
    for (;;) {
        if (s->end > s->at && memchr("+#!?", s->end[-1], 4))
            s->end--;
        else if (ends_with(s, "e.p."))
            s->end -= 4;
        else if (ends_with(s, "ep"))
            s->end -= 2;
        else
            return;
    }
}

static bool is_null(const SanSpan *s) {
    size_t n = (size_t)(s->end - s->at);
    return span_is(s->at, n, "--") || span_is(s->at, n, "Z0") || span_is(s->at, n, "0000") ||
           span_is_nocase(s->at, n, "null");
}

/* O-O or O-O-O with O, o or 0, with or without hyphens: the number of Os; 0 if it is neither. */
static int read_castling(const SanSpan *s) {
    int count = 0;
    bool after_o = false;
    for (const char *c = s->at; c < s->end; c++) {
        bool is_o = *c == 'O' || *c == 'o' || *c == '0';
        if (!is_o && !(*c == '-' && after_o)) return 0;
        count += is_o;
        after_o = is_o;
    }
    return after_o && (count == 2 || count == 3) ? count : 0;
}

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}
static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

/* Reads a piece letter. A lower-case b is the b-file. */
static Role read_role(SanSpan *s) {
    char c = peek(s, 0);
    Role role = c == 'b' ? NO_ROLE : piece_role(piece_from_char(c));
    if (role != NO_ROLE) s->at++;
    return role;
}

/* Reads "=Q", "(Q)", "/Q" or "Q". True, and no promotion, if nothing follows. */
static bool read_promotion(SanSpan *s, Role *out) {
    if (s->at == s->end) return true;
    bool bracket = peek(s, 0) == '(';
    if (bracket || peek(s, 0) == '=' || peek(s, 0) == '/') s->at++;
    *out = piece_role(piece_from_char(peek(s, 0)));
    if (*out < KNIGHT || *out > QUEEN) return false;
    s->at++;
    if (bracket && peek(s, 0) == ')') s->at++;
    return s->at == s->end;
}

/* Reads the squares: [file][rank][x:-]file rank. */
static bool read_squares(SanSpan *s, SanParts *p) {
    int file = -1, rank = -1;
    if (is_file(peek(s, 0))) file = *s->at++ - 'a';
    if (is_rank(peek(s, 0))) rank = *s->at++ - '1';
    bool separated = peek(s, 0) && strchr("xX:-*", peek(s, 0));
    if (separated) s->at++;
    if (is_file(peek(s, 0)) && is_rank(peek(s, 1))) {
        p->from_file = file;
        p->from_rank = rank;
        file = *s->at++ - 'a';
        rank = *s->at++ - '1';
    } else if (separated) {
        return false;
    }
    if (file < 0 || rank < 0) return false;
    p->to = square_at(file, rank);
    return true;
}

bool san_parse(const char *text, size_t length, SanParts *out) {
    SanSpan s = {text, text + length};
    SanParts p = {NO_ROLE, -1, -1, NO_SQUARE, NO_ROLE, 0, false};
    drop_decoration(&s);
    p.null = is_null(&s);
    p.castle = read_castling(&s);
    if (!p.null && !p.castle) {
        p.role = read_role(&s);
        if (!read_squares(&s, &p) || !read_promotion(&s, &p.promotion)) return false;
        bool from_given = p.from_file >= 0 && p.from_rank >= 0;
        if (p.role == NO_ROLE && !from_given) p.role = PAWN;
    }
    *out = p;
    return true;
}

static bool fits(const Position *pos, const SanParts *p, Move move) {
    Square from = move_from(move);
    if (p->castle)
        return move_kind(move) == MOVE_CASTLE && (move_to(move) > from) == (p->castle == 2);
    Role promoted = move_is_promotion(move) ? move_promotion_role(move) : NO_ROLE;
    return move_kind(move) != MOVE_CASTLE && move_to(move) == p->to &&
           piece_role(pos->piece[from]) == p->role &&
           (p->from_file < 0 || p->from_file == file_of(from)) &&
           (p->from_rank < 0 || p->from_rank == rank_of(from)) &&
           (promoted == p->promotion || (promoted != NO_ROLE && p->promotion == NO_ROLE));
}

/* The from-square if the text gives it, or if it names the king; else NO_SQUARE. Such a text may
 * mean castling. */
static Square known_origin(const Position *pos, const SanParts *p) {
    if (p->castle) return NO_SQUARE;
    if (p->role == NO_ROLE) return square_at(p->from_file, p->from_rank);
    Square king = board_king(&pos->board, position_turn(pos));
    bool is_king = p->role == KING && (p->from_file < 0 || p->from_file == file_of(king)) &&
                   (p->from_rank < 0 || p->from_rank == rank_of(king));
    return is_king ? king : NO_SQUARE;
}

SanResult san_read(const Position *pos, const char *text, size_t length, Move *out) {
    SanParts p;
    if (!san_parse(text, length, &p)) return SAN_SYNTAX;
    Move found = NO_MOVE;
    int count = 0;
    if (p.null) {
        found = position_is_check(pos) ? NO_MOVE : NULL_MOVE;
        count = found != NO_MOVE;
    } else if (known_origin(pos, &p) != NO_SQUARE) {
        found = uci_move_find(pos, known_origin(pos, &p), p.to, p.promotion);
        count = found != NO_MOVE;
    } else {
        MoveList list;
        position_legal_moves(pos, &list);
        for (int i = 0; i < list.count; i++) {
            if (!fits(pos, &p, list.items[i])) continue;
            found = list.items[i];
            count++;
        }
    }
    if (count != 1) return count ? SAN_AMBIGUOUS : SAN_ILLEGAL;
    *out = found;
    return SAN_OK;
}

const char *san_result_text(SanResult result) {
    switch (result) {
    case SAN_OK: return "is legal";
    case SAN_SYNTAX: return "is not a move";
    case SAN_ILLEGAL: return "is not legal";
    case SAN_AMBIGUOUS: return "is ambiguous";
    }
    return "is unknown";
}
