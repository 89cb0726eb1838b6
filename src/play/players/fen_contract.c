// SPDX-License-Identifier: MIT
#include "play/players/fen_contract.h"

#include "base/text/text.h"
#include "notation/text/fen.h"
#include "notation/text/illegal_move.h"
#include "notation/text/uci_move.h"

#include <string.h>

enum { FIELDS = 6 };

const char FEN_REPLY_OMITS_EP[] =
    "writes '-' in the en-passant field where no pawn can capture; the FEN contract asks for the "
    "square behind the pawn after every double step";

static bool same_pieces(const Piece a[64], const Piece b[64]) {
    return memcmp(a, b, 64 * sizeof *a) == 0;
}

/* Splits a FEN into its fields; returns their number. */
static int split_fields(char *fen, char *fields[FIELDS]) {
    int count = 0;
    char *rest = NULL;
    for (char *at = strtok_r(fen, " \t", &rest); at; at = strtok_r(NULL, " \t", &rest)) {
        if (count < FIELDS) fields[count] = at;
        count++;
    }
    return count;
}

/* Reports the fields that differ from the right ones. */
static void compare_fields(Text *out, const Setup *next, const char *answer) {
    static const char *const NAMES[FIELDS] = {"placement",       "side to move",
                                              "castling field",  "en-passant field",
                                              "half-move clock", "full-move number"};
    char wanted[FEN_MAX], got[FEN_MAX * 2];
    char *want[FIELDS], *have[FIELDS];
    fen_write(next, wanted);
    Text copy = text_on(got, sizeof got);
    text_string(&copy, answer);
    int fields = split_fields(got, have);
    split_fields(wanted, want);
    if (fields != FIELDS) {
        text_format(out, "%d fields instead of six", fields);
        return;
    }
    for (int i = 1; i < FIELDS; i++) {
        if (strcmp(want[i], have[i]) == 0) continue;
        if (out->used) text_string(out, "; ");
        text_format(out, "%s %s instead of %s", NAMES[i], have[i], want[i]);
    }
}

/* Compares setups.  In Chess960 the castling field may use any notation that fen_read accepts. */
static bool is_same_setup(const Setup *next, bool classical, const char *answer, const Setup *got) {
    char castling[FEN_MAX * 2];
    char *fields[FIELDS];
    Text copy = text_on(castling, sizeof castling);
    text_string(&copy, answer);
    if (split_fields(castling, fields) != FIELDS) return false;
    return !classical && got->turn == next->turn && got->ep == next->ep &&
           got->castling == next->castling && got->halfmove == next->halfmove &&
           got->fullmove == next->fullmove;
}

/* Is the en-passant field '-' where no capture is possible?  `ep_key` is set only where an
 * en-passant capture is legal. */
static bool omits_ep(const Position *next, const Setup *got) {
    return got->ep == NO_SQUARE && next->board.ep != NO_SQUARE && next->ep_key == NO_SQUARE;
}

/* Compares the fields after the placement with those of the position after the move. */
static void check_fields(const Position *next, const char *answer, const Setup *got, bool strict,
                         FenReply *out) {
    Text fault = text_on(out->fault, sizeof out->fault);
    Setup wanted = position_to_setup(next);
    out->omits_ep = !strict && omits_ep(next, got);
    if (out->omits_ep) wanted.ep = NO_SQUARE;
    if (is_same_setup(&wanted, castling_is_classical(next), answer, got)) return;
    compare_fields(&fault, &wanted, answer);
    if (fault.used) out->move = NO_MOVE;
}

/* Differences between two boards. */
typedef struct {
    Bitboard left, entered; // squares that own pieces left, and entered
    Bitboard theirs;        // squares where an enemy piece appeared, or vanished without a capture
} SquareChanges;

static SquareChanges find_changes(const Position *pos, const Setup *got) {
    SquareChanges c = {0};
    Color us = position_turn(pos);
    for (Square s = A1; s <= H8; s++) {
        Piece was = pos->piece[s], is = got->piece[s];
        if (was == is) continue;
        bool was_ours = was != NO_PIECE && piece_color(was) == us;
        bool is_ours = is != NO_PIECE && piece_color(is) == us;
        if (was_ours) c.left |= bit(s);
        if (is_ours) c.entered |= bit(s);
        if (!is_ours && (is != NO_PIECE || !was_ours)) c.theirs |= bit(s);
    }
    return c;
}

/* If one piece moved, perhaps with a change of role, explains why the move is illegal.  False if
 * something else happened, or if the move is legal. */
static bool explain_step(Text *out, const Position *pos, const Setup *got, Square from, Square to) {
    char why[ILLEGAL_MOVE_TEXT_MAX], names[2][3];
    Role was = piece_role(pos->piece[from]), is = piece_role(got->piece[to]);
    square_write(from, names[0]);
    square_write(to, names[1]);
    if (was != is && was != PAWN) {
        text_format(out, "%s%s: only a pawn can become another piece", names[0], names[1]);
        return true;
    }
    if (!illegal_move_explain_squares(pos, from, to, was == is ? NO_ROLE : is, why)) return false;
    text_format(out, "%s%s: %s", names[0], names[1], why);
    return true;
}

static bool explain_changes(Text *out, const Position *pos, const Setup *got) {
    SquareChanges c = find_changes(pos, got);
    Color us = position_turn(pos);
    Bitboard kings = board_pieces(&pos->board, us, KING);
    if (!(c.left | c.entered | c.theirs)) {
        text_string(out, "no move was made");
        return true;
    }
    if (!(c.left | c.entered)) {
        text_format(out, "a move of %s, but %s is to move", us == WHITE ? "Black" : "White",
                    us == WHITE ? "White" : "Black");
        return true;
    }
    if (!c.left || !c.entered || c.left == c.entered) return false;
    if (!more_than_one(c.left) && !more_than_one(c.entered))
        return explain_step(out, pos, got, first_square(c.left), first_square(c.entered));
    Bitboard king_now = setup_pieces(got, us, KING) & c.entered;
    bool castled = (c.left & kings) && king_now && popcount(c.left) == 2 && !c.theirs;
    return castled && explain_step(out, pos, got, first_square(kings), first_square(king_now));
}

/* Is this the position after two moves, of both sides or twice of the same side? */
static bool is_two_moves(const Position *pos, const Setup *got) {
    MoveList first;
    position_legal_moves(pos, &first);
    for (int i = 0; i < first.count; i++) {
        Position next = position_after(pos, first.items[i]);
        for (int pass = 0; pass < 2; pass++) {
            if (pass && position_is_check(&next)) break;
            if (pass) position_play_null(&next);
            MoveList second;
            position_legal_moves(&next, &second);
            for (int j = 0; j < second.count; j++) {
                Position last = position_after(&next, second.items[j]);
                if (same_pieces(last.piece, got->piece)) return true;
            }
        }
    }
    return false;
}

/* Explains a placement that no legal move leads to. */
static void explain_placement(Text *out, const Position *pos, const Setup *got) {
    if (explain_changes(out, pos, got)) return;
    if (is_two_moves(pos, got)) {
        text_string(out, "two moves were made");
        return;
    }
    SquareChanges c = find_changes(pos, got);
    Bitboard changed = c.left | c.entered | c.theirs;
    text_string(out, "no single move changes these squares:");
    FOR_EACH_SQUARE(s, changed) {
        char name[3];
        square_write(s, name);
        text_format(out, " %s", name);
    }
}

static bool claims_game_over(const char *answer) {
    static const char *const WORDS[] = {"CHECKMATE", "DRAW", "WHITE WINS", "BLACK WINS"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(answer, WORDS[i]) == 0) return true;
    return false;
}

/* Reads the setup in the answer; false with a fault if there is none. */
static bool read_setup(const char *answer, Setup *got, Text *fault) {
    if (claims_game_over(answer)) {
        text_format(fault, "says %s, but the game goes on", answer);
        return false;
    }
    FenResult r = fen_read(answer, got);
    if (r.fault == FEN_OK) return true;
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    text_format(fault, "not a FEN: %.200s (column %d of '%.*s')", why, r.column + 1,
                (int)utf8_fitting(answer, strlen(answer), 120), answer);
    return false;
}

FenReply fen_reply_read(const Position *pos, const char *answer, bool strict) {
    FenReply out = {.move = NO_MOVE};
    Text fault = text_on(out.fault, sizeof out.fault);
    Setup got;
    if (!read_setup(answer, &got, &fault)) return out;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position next = position_after(pos, list.items[i]);
        if (!same_pieces(next.piece, got.piece)) continue;
        out.move = list.items[i];
        check_fields(&next, answer, &got, strict, &out);
        return out;
    }
    explain_placement(&fault, pos, &got);
    return out;
}
