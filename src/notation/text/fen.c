// SPDX-License-Identifier: MIT
#include "notation/text/fen.h"

#include <assert.h>
#include <string.h>

static const char ROLE_LETTERS[] = "pnbrqk";

char piece_to_char(Piece piece) {
    if (piece_role(piece) > KING) return '?';
    char letter = ROLE_LETTERS[piece_role(piece)];
    return piece_color(piece) == WHITE ? char_upper(letter) : letter;
}

Piece piece_from_char(char c) {
    const char *found = c ? strchr(ROLE_LETTERS, char_lower(c)) : NULL;
    if (!found) return NO_PIECE;
    return piece_of(char_lower(c) == c ? BLACK : WHITE, (Role)(found - ROLE_LETTERS));
}

static FenResult fail(const Cursor *c, FenFault fault) {
    return (FenResult){fault, cursor_column(c), 0};
}

static const FenResult OK = {FEN_OK, 0, 0};

static FenResult read_rank(Cursor *c, int rank, Setup *setup) {
    int file = 0;
    bool after_digit = false;
    for (; *c->at && *c->at != '/' && !char_is_space(*c->at); c->at++) {
        bool digit = *c->at >= '1' && *c->at <= '8';
        Piece piece = piece_from_char(*c->at);
        if (!digit && piece == NO_PIECE) return fail(c, FEN_BAD_PIECE);
        if (digit && after_digit) return fail(c, FEN_DOUBLE_DIGIT);
        if (file + (digit ? *c->at - '0' : 1) > 8) return fail(c, FEN_RANK_LONG);
        if (digit)
            file += *c->at - '0';
        else
            setup->piece[square_at(file++, rank)] = piece;
        after_digit = digit;
    }
    return file == 8 ? OK : fail(c, FEN_RANK_SHORT);
}

static FenResult read_placement(Cursor *c, Setup *setup) {
    for (int rank = 7; rank >= 0; rank--) {
        FenResult r = read_rank(c, rank, setup);
        if (r.fault != FEN_OK) return r;
        if (rank > 0 && *c->at != '/') return fail(c, FEN_FEW_RANKS);
        if (rank == 0 && *c->at == '/') return fail(c, FEN_MANY_RANKS);
        if (rank > 0) c->at++;
    }
    return OK;
}

static FenResult read_turn(Cursor *c, Setup *setup) {
    cursor_skip_spaces(c);
    if (cursor_done(c)) return fail(c, FEN_NO_TURN);
    if (*c->at != 'w' && *c->at != 'b') return fail(c, FEN_BAD_TURN);
    setup->turn = *c->at == 'w' ? WHITE : BLACK;
    c->at++;
    return *c->at && !char_is_space(*c->at) ? fail(c, FEN_BAD_TURN) : OK;
}

/* The outermost rook on one side of the king. If there is none, the corner: the right is then kept
 * and reported as invalid. */
static Square outermost_rook(const Setup *setup, Color c, bool king_side) {
    Square corner = relative_square(c, king_side ? H1 : A1);
    Bitboard king = setup_pieces(setup, c, KING) & rank_mask(c, 0);
    Bitboard rooks = setup_pieces(setup, c, ROOK) & rank_mask(c, 0);
    if (!king) return corner;
    rooks &= king_side ? ~(king - 1) : king - 1;
    if (!rooks) return corner;
    return king_side ? 63 - __builtin_clzll(rooks) : first_square(rooks);
}

static FenResult read_castling(Cursor *c, Setup *setup) {
    if (*c->at == '-') {
        c->at++;
        return *c->at && !char_is_space(*c->at) ? fail(c, FEN_BAD_CASTLING) : OK;
    }
    for (; *c->at && !char_is_space(*c->at); c->at++) {
        char letter = char_lower(*c->at);
        Color color = letter == *c->at ? BLACK : WHITE;
        Square rook;
        if (letter == 'k' || letter == 'q')
            rook = outermost_rook(setup, color, letter == 'k');
        else if (letter >= 'a' && letter <= 'h')
            rook = relative_square(color, letter - 'a');
        else
            return fail(c, FEN_BAD_CASTLING);
        if (setup->castling & bit(rook)) return fail(c, FEN_BAD_CASTLING);
        setup->castling |= bit(rook);
    }
    return OK;
}

static FenResult read_ep(Cursor *c, Setup *setup) {
    if (*c->at == '-') {
        c->at++;
    } else {
        if (c->at[0] < 'a' || c->at[0] > 'h') return fail(c, FEN_BAD_EP);
        if (c->at[1] != '3' && c->at[1] != '6') {
            c->at++;
            return fail(c, FEN_BAD_EP);
        }
        setup->ep = square_at(c->at[0] - 'a', c->at[1] - '1');
        c->at += 2;
    }
    return *c->at && !char_is_space(*c->at) ? fail(c, FEN_BAD_EP) : OK;
}

FenResult fen_read_fields(Cursor *c, Setup *out) {
    Setup setup = setup_empty();
    cursor_skip_spaces(c);
    if (cursor_done(c)) return fail(c, FEN_EMPTY);
    FenResult r = read_placement(c, &setup);
    if (r.fault == FEN_OK) r = read_turn(c, &setup);
    cursor_skip_spaces(c);
    if (r.fault == FEN_OK && !cursor_done(c)) r = read_castling(c, &setup);
    cursor_skip_spaces(c);
    if (r.fault == FEN_OK && !cursor_done(c)) r = read_ep(c, &setup);
    if (r.fault == FEN_OK) *out = setup;
    return r;
}

FenResult fen_read(const char *text, Setup *out) {
    Cursor c = cursor_on(text);
    Setup setup;
    FenResult r = fen_read_fields(&c, &setup);
    if (r.fault != FEN_OK) return r;
    int64_t n;
    cursor_skip_spaces(&c);
    if (!cursor_done(&c)) {
        if (!cursor_int(&c, 0, 9999, &n)) return fail(&c, FEN_BAD_HALFMOVE);
        setup.halfmove = (int)n;
    }
    cursor_skip_spaces(&c);
    if (!cursor_done(&c)) {
        if (!cursor_int(&c, 0, 99999, &n)) return fail(&c, FEN_BAD_FULLMOVE);
        setup.fullmove = n ? (int)n : 1; // some programs write 0
    }
    cursor_skip_spaces(&c);
    if (!cursor_done(&c)) return fail(&c, FEN_TRAILING);
    *out = setup;
    return OK;
}

/* The FEN field that the first of the faults is about, from 0. */
static int field_of(SetupFaults faults) {
    SetupFaults first = faults & (~faults + 1);
    if (first == SETUP_OPPONENT_IN_CHECK || first == SETUP_RACE_OVER) return 1;
    if (first == SETUP_BAD_CASTLING) return 2;
    return first == SETUP_BAD_EN_PASSANT ? 3 : 0;
}

FenResult fen_unplayable(const char *text, SetupFaults faults) {
    Cursor c = cursor_on(text);
    const char *word;
    size_t length;
    for (int field = field_of(faults); field > 0; field--) cursor_word(&c, &word, &length);
    cursor_skip_spaces(&c);
    return (FenResult){FEN_UNPLAYABLE, cursor_column(&c), faults};
}

FenResult fen_to_position(const char *text, Setup *setup, const Rules *rules, Position *out) {
    SetupFaults mended = setup_repair(setup, rules);
    SetupFaults faults = position_from_setup(setup, rules, out);
    if (faults) return fen_unplayable(text, faults);
    FenResult r = fen_unplayable(text, mended);
    r.fault = FEN_OK;
    return r;
}

FenResult fen_read_position(const char *text, const Rules *rules, Position *out) {
    Setup setup;
    FenResult r = fen_read(text, &setup);
    if (r.fault != FEN_OK) return r;
    return fen_to_position(text, &setup, rules, out);
}

/* The name for programs, and the text for users. */
static const struct {
    const char *name, *text;
} FAULTS[] = {
    [FEN_OK] = {"fen-good", "no fault"},
    [FEN_EMPTY] = {"fen-empty", "the FEN is empty"},
    [FEN_BAD_PIECE] = {"fen-piece", "placement field: not a piece letter or a digit from 1 to 8"},
    [FEN_RANK_LONG] = {"fen-long-rank", "placement field: this rank has a ninth square"},
    [FEN_RANK_SHORT] = {"fen-short-rank",
                        "placement field: this rank has fewer than eight squares"},
    [FEN_MANY_RANKS] = {"fen-many-ranks", "placement field: a ninth rank"},
    [FEN_FEW_RANKS] = {"fen-few-ranks", "placement field: fewer than eight ranks"},
    [FEN_DOUBLE_DIGIT] = {"fen-digits", "placement field: two digits in a row"},
    [FEN_NO_TURN] = {"fen-no-turn", "side field: missing, 'w' or 'b' expected"},
    [FEN_BAD_TURN] = {"fen-turn", "side field: 'w' or 'b' expected"},
    [FEN_BAD_CASTLING] = {"fen-castling",
                          "castling field: '-' or different letters of KQkq or files expected"},
    [FEN_BAD_EP] = {"fen-en-passant",
                    "en-passant field: '-' or a square on the third or sixth rank expected"},
    [FEN_BAD_HALFMOVE] = {"fen-halfmove", "half-move clock: a number from 0 to 9999 expected"},
    [FEN_BAD_FULLMOVE] = {"fen-fullmove", "full-move number: a number from 0 to 99999 expected"},
    [FEN_TRAILING] = {"fen-trailing", "something follows the six fields"},
    [FEN_UNPLAYABLE] = {"unplayable", ""},
};

const char *fen_fault_name(FenFault fault) {
    return FAULTS[fault].name;
}

void fen_fault_text(FenResult result, char out[FEN_FAULT_MAX]) {
    static const char *const FIELD[] = {"placement", "side", "castling", "en-passant"};
    Text text = text_on(out, FEN_FAULT_MAX);
    if (result.fault == FEN_UNPLAYABLE) {
        char faults[SETUP_FAULTS_TEXT_MAX];
        setup_faults_text(result.faults, faults);
        text_format(&text, "%s field: %s", FIELD[field_of(result.faults)], faults);
    } else {
        text_string(&text, FAULTS[result.fault].text);
    }
}

static void write_placement(Text *out, const Setup *setup) {
    for (int rank = 7; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < 8; file++) {
            Piece piece = setup->piece[square_at(file, rank)];
            if (piece == NO_PIECE) {
                gap++;
                continue;
            }
            if (gap) text_int(out, gap);
            gap = 0;
            text_char(out, piece_to_char(piece));
        }
        if (gap) text_int(out, gap);
        if (rank > 0) text_char(out, '/');
    }
}

static void write_castling(Text *out, const Setup *setup) {
    if (!setup->castling) text_char(out, '-');
    for (Color c = WHITE; c <= BLACK; c++) {
        Bitboard rooks = setup->castling & rank_mask(c, 0);
        Bitboard king = setup_pieces(setup, c, KING) & rank_mask(c, 0);
        for (int side = 0; side < 2; side++) { // king's side first
            bool king_side = side == 0;
            Bitboard there = king_side ? rooks & ~(king - 1) : rooks & (king - 1);
            FOR_EACH_SQUARE(rook, there) {
                bool outermost = rook == outermost_rook(setup, c, king_side);
                char letter = !outermost ? (char)('a' + file_of(rook)) : king_side ? 'k' : 'q';
                text_char(out, c == WHITE ? char_upper(letter) : letter);
            }
        }
    }
}

static void write_fields(Text *out, const Setup *setup) {
    write_placement(out, setup);
    text_string(out, setup->turn == WHITE ? " w " : " b ");
    write_castling(out, setup);
    if (setup->ep == NO_SQUARE)
        text_string(out, " -");
    else
        text_format(out, " %c%c", 'a' + file_of(setup->ep), '1' + rank_of(setup->ep));
}

void fen_write_fields(const Setup *setup, char out[FEN_MAX]) {
    Text text = text_on(out, FEN_MAX);
    write_fields(&text, setup);
}

void fen_write(const Setup *setup, char out[FEN_MAX]) {
    Text text = text_on(out, FEN_MAX);
    write_fields(&text, setup);
    text_format(&text, " %d %d", setup->halfmove, setup->fullmove);
    assert(!text.failed);
}

void fen_write_position(const Position *pos, char out[FEN_MAX]) {
    Setup setup = position_to_setup(pos);
    fen_write(&setup, out);
}

Position position_start(const Rules *rules) {
    Position pos = {0};
    FenResult r = fen_read_position(rules->start_fen, rules, &pos);
    assert(r.fault == FEN_OK);
    (void)r;
    return pos;
}
