// SPDX-License-Identifier: MIT
#include "notation/problem/twin.h"

#include "notation/text/fen.h"
#include "notation/text/uci_move.h"

#include <string.h>

typedef struct {
    const char *at;
    size_t length;
} TwinWord;

static bool is_gap(char c) {
    return char_is_space(c) || c == ',';
}

static void skip_gaps(Cursor *c) {
    while (is_gap(*c->at)) c->at++;
}

static bool next_word(Cursor *c, TwinWord *out) {
    skip_gaps(c);
    out->at = c->at;
    while (*c->at && !is_gap(*c->at)) c->at++;
    out->length = (size_t)(c->at - out->at);
    return out->length > 0;
}

/* "b)" or "+b)" at the cursor. */
static bool is_label(const char *at) {
    const char *letter = *at == '+' ? at + 1 : at;
    char c = char_lower(*letter);
    return c >= 'a' && c <= 'z' && letter[1] == ')';
}

static TwinResult fault_at(const Cursor *c, const char *at, TwinFault fault) {
    return (TwinResult){fault, (int)(at - c->start)};
}

// --- the whole board ---

typedef Square SquareMap(Square s);

static Square map_mirror(Square s) {
    return s ^ 7;
}
static Square map_flip(Square s) {
    return s ^ 56;
}
static Square map_turn90(Square s) { // clockwise: a1 goes to a8
    return square_at(rank_of(s), 7 - file_of(s));
}
static Square map_turn180(Square s) {
    return s ^ 63;
}
static Square map_turn270(Square s) {
    return square_at(7 - rank_of(s), file_of(s));
}

static const struct {
    const char *name;
    SquareMap *map;
} MAPPINGS[] = {
    {"mirror", map_mirror},     {"flip", map_flip},         {"rotate90", map_turn90},
    {"rotate180", map_turn180}, {"rotate270", map_turn270},
};

static void apply_mapping(Setup *setup, SquareMap *map) {
    Setup old = *setup;
    for (Square s = A1; s <= H8; s++) setup->piece[map(s)] = old.piece[s];
}

static void swap_colours(Setup *setup) {
    for (Square s = A1; s <= H8; s++)
        if (setup->piece[s] != NO_PIECE) setup->piece[s] ^= 8;
}

static bool shift(Setup *setup, int files, int ranks) {
    Setup old = *setup;
    for (Square s = A1; s <= H8; s++) setup->piece[s] = NO_PIECE;
    for (Square s = A1; s <= H8; s++) {
        if (old.piece[s] == NO_PIECE) continue;
        int file = file_of(s) + files, rank = rank_of(s) + ranks;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return false;
        setup->piece[square_at(file, rank)] = old.piece[s];
    }
    return true;
}

// --- single squares ---

/* Reads two squares with a sign between: "a1-b2", "a1>b2", "a1<>b2". */
static bool read_pair(TwinWord w, Square *from, Square *to, bool *exchange) {
    if (w.length < 5 || w.length > 7) return false;
    const char *sign = w.at + 2, *last = w.at + w.length - 2;
    size_t length = (size_t)(last - sign);
    *from = square_read(w.at);
    *to = square_read(last);
    *exchange = span_is(sign, length, "<>") || span_is(sign, length, "<->");
    bool move =
        span_is(sign, length, "-") || span_is(sign, length, ">") || span_is(sign, length, "->");
    return *from != NO_SQUARE && *to != NO_SQUARE && (move || *exchange);
}

/* The white piece of this letter; S is a knight too. */
static Piece read_role(char letter) {
    char upper = char_upper(letter);
    return piece_from_char(upper == 'S' ? 'N' : upper);
}

/* "bRa6", "+bRa6" */
static bool read_piece(TwinWord w, Piece *piece, Square *square) {
    if (w.length > 0 && *w.at == '+') w = (TwinWord){w.at + 1, w.length - 1};
    if (w.length != 4 || (char_lower(w.at[0]) != 'w' && char_lower(w.at[0]) != 'b')) return false;
    *piece = read_role(w.at[1]);
    *square = square_read(w.at + 2);
    if (*piece == NO_PIECE || *square == NO_SQUARE) return false;
    *piece = piece_of(char_lower(w.at[0]) == 'w' ? WHITE : BLACK, piece_role(*piece));
    return true;
}

/* "R>B" */
static bool read_roles(TwinWord w, Piece *old, Piece *new) {
    if (w.length != 3 || w.at[1] != '>') return false;
    *old = read_role(w.at[0]);
    *new = read_role(w.at[2]);
    return *old != NO_PIECE && *new != NO_PIECE;
}

static bool read_square(TwinWord w, Square *square) {
    if (w.length != 3 || *w.at != '-') return false;
    *square = square_read(w.at + 1);
    return *square != NO_SQUARE;
}

static TwinFault apply_pair(Setup *setup, Square from, Square to, bool exchange) {
    Piece moved = setup->piece[from], other = setup->piece[to];
    if (moved == NO_PIECE || (exchange && other == NO_PIECE)) return TWIN_NO_PIECE;
    setup->piece[from] = exchange ? other : NO_PIECE;
    setup->piece[to] = moved;
    return TWIN_OK;
}

static TwinFault apply_roles(Setup *setup, Role old, Role new) {
    bool any = false;
    for (Square s = A1; s <= H8; s++) {
        Piece piece = setup->piece[s];
        if (piece == NO_PIECE || piece_role(piece) != old) continue;
        setup->piece[s] = piece_of(piece_color(piece), new);
        any = true;
    }
    return any ? TWIN_OK : TWIN_NO_SUCH;
}

static TwinFault apply_squares(Setup *setup, TwinWord w) {
    Square from, to;
    Piece piece, new;
    bool exchange;
    if (read_pair(w, &from, &to, &exchange)) return apply_pair(setup, from, to, exchange);
    if (read_roles(w, &piece, &new)) return apply_roles(setup, piece_role(piece), piece_role(new));
    if (read_piece(w, &piece, &to)) {
        setup->piece[to] = piece;
        return TWIN_OK;
    }
    if (!read_square(w, &to)) return TWIN_BAD_WORD;
    if (setup->piece[to] == NO_PIECE) return TWIN_NO_PIECE;
    setup->piece[to] = NO_PIECE;
    return TWIN_OK;
}

// --- words ---

static TwinFault apply_shift(Setup *setup, Cursor *c) {
    TwinWord w;
    Square from, to;
    bool exchange;
    if (!next_word(c, &w) || !read_pair(w, &from, &to, &exchange) || exchange) return TWIN_BAD_WORD;
    int files = file_of(to) - file_of(from), ranks = rank_of(to) - rank_of(from);
    return shift(setup, files, ranks) ? TWIN_OK : TWIN_OFF_BOARD;
}

static bool is_stipulation(TwinWord w) {
    return memchr(w.at, '#', w.length) || memchr(w.at, '=', w.length);
}

static TwinFault apply_word(Twin *twin, TwinWord w, Cursor *c) {
    for (size_t i = 0; i < sizeof MAPPINGS / sizeof MAPPINGS[0]; i++) {
        if (!span_is(w.at, w.length, MAPPINGS[i].name)) continue;
        apply_mapping(&twin->setup, MAPPINGS[i].map);
        return TWIN_OK;
    }
    if (span_is(w.at, w.length, "shift")) return apply_shift(&twin->setup, c);
    if (span_is(w.at, w.length, "colours") || span_is(w.at, w.length, "colors")) {
        swap_colours(&twin->setup);
        return TWIN_OK;
    }
    if (!is_stipulation(w)) return apply_squares(&twin->setup, w);
    twin->stipulation = w.at;
    twin->stipulation_length = w.length;
    return TWIN_OK;
}

/* Keeps the castling rights of kings and rooks that still stand where they stood. */
static void repair_castling(Setup *setup, const Setup *base) {
    Bitboard kept = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        if (setup_pieces(setup, c, KING) == setup_pieces(base, c, KING))
            kept |= setup_pieces(setup, c, ROOK) & rank_mask(c, 0);
    setup->castling &= kept;
}

static bool changes_anything(const Twin *twin, const Setup *base) {
    return twin->stipulation || memcmp(twin->setup.piece, base->piece, sizeof base->piece) != 0;
}

TwinResult twin_read(Cursor *c, const Setup *diagram, const Setup *before, Twin *out) {
    Cursor at = *c;
    TwinWord w;
    skip_gaps(&at);
    if (!is_label(at.at)) return fault_at(&at, at.at, TWIN_NO_LABEL);
    bool continues = *at.at == '+';
    const Setup *base = continues ? before : diagram;
    Twin twin = {.label = char_lower(at.at[continues]), .continues = continues, .setup = *base};
    const char *label = at.at;
    at.at += continues + 2;
    twin.setup.ep = NO_SQUARE;
    int words = 0;
    for (skip_gaps(&at); *at.at && !is_label(at.at); skip_gaps(&at), words++) {
        next_word(&at, &w);
        TwinFault fault = apply_word(&twin, w, &at);
        if (fault != TWIN_OK) return fault_at(&at, w.at, fault);
    }
    if (!words || !changes_anything(&twin, base)) return fault_at(&at, label, TWIN_NO_CHANGES);
    repair_castling(&twin.setup, base);
    *c = at;
    *out = twin;
    return (TwinResult){TWIN_OK, 0};
}

const char *twin_fault_text(TwinFault fault) {
    switch (fault) {
    case TWIN_OK: return "fine";
    case TWIN_NO_LABEL: return "a twin begins with its letter: b)";
    case TWIN_BAD_WORD:
        return "wanted is such as bRa6, -b7, h2-h3, a1<>h8, shift a1-b1, colours, mirror or h#3";
    case TWIN_NO_PIECE: return "nothing stands there";
    case TWIN_NO_SUCH: return "there is no such piece";
    case TWIN_OFF_BOARD: return "this shift pushes a piece off the board";
    case TWIN_NO_CHANGES: return "this twin changes nothing";
    }
    return "";
}
