// SPDX-License-Identifier: MIT
#include "play/game/move_input.h"

#include "base/text/text.h"
#include "core/piece_names.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <string.h>

enum { MOVE_INPUT_TEXT_MAX = 32 };

/* Removes blanks; false if the rest is empty or too long. */
static bool strip_spaces(const char *text, char out[MOVE_INPUT_TEXT_MAX]) {
    size_t n = 0;
    for (; *text; text++) {
        if (char_is_space(*text)) continue;
        if (n + 1 >= MOVE_INPUT_TEXT_MAX) return false;
        out[n++] = *text;
    }
    out[n] = '\0';
    return n > 0;
}

static SanResult read_move(const Position *pos, const char *text, Move *out) {
    SanResult result = san_read(pos, text, strlen(text), out);
    return result == SAN_OK && *out == NULL_MOVE ? SAN_SYNTAX : result;
}

/* Does a legal move match the parts that were given? */
static bool matches_parts(const Position *pos, const SanParts *p, Move move) {
    Square from = move_from(move);
    if (p->role != NO_ROLE && piece_role(pos->piece[from]) != p->role) return false;
    if (p->from_file >= 0 && file_of(from) != p->from_file) return false;
    if (p->from_rank >= 0 && rank_of(from) != p->from_rank) return false;
    if (p->promotion != NO_ROLE &&
        (!move_is_promotion(move) || move_promotion_role(move) != p->promotion))
        return false;
    return move_kind(move) != MOVE_CASTLE && move_to(move) == p->to;
}

static void find_choices(const Position *pos, const char *text, MoveList *out) {
    SanParts parts;
    MoveList all;
    out->count = 0;
    if (!san_parse(text, strlen(text), &parts)) return;
    position_legal_moves(pos, &all);
    for (int i = 0; i < all.count; i++)
        if (matches_parts(pos, &parts, all.items[i])) out->items[out->count++] = all.items[i];
}

void move_input_moves_from(const Position *pos, Square from, MoveList *out) {
    MoveList all;
    out->count = 0;
    position_legal_moves(pos, &all);
    for (int i = 0; i < all.count; i++)
        if (move_from(all.items[i]) == from) out->items[out->count++] = all.items[i];
}

/* Reads a single square with a piece of the side to move. */
static bool read_piece(const Position *pos, const char *text, MoveInput *out) {
    if (strlen(text) != 2) return false;
    Square s = square_read(text);
    if (s == NO_SQUARE || pos->piece[s] == NO_PIECE) return false;
    if (piece_color(pos->piece[s]) != position_turn(pos)) return false;
    move_input_moves_from(pos, s, &out->choices);
    out->from = s;
    out->kind = MOVE_INPUT_PIECE;
    if (out->choices.count == 0) {
        Text why = text_on(out->why, sizeof out->why);
        text_format(&why, "the %s on %s has no legal move", role_name(piece_role(pos->piece[s])),
                    text);
        out->kind = MOVE_INPUT_ILLEGAL;
    }
    return true;
}

/* Reads the text as it is, then with other case: "nf3" means a knight, "b4" a pawn, "E2E4" is all
 * capitals.  `text` keeps the case that was successful. */
static SanResult read_any_case(const Position *pos, char text[MOVE_INPUT_TEXT_MAX], Move *out) {
    SanResult result = read_move(pos, text, out);
    if (result == SAN_OK || result == SAN_AMBIGUOUS) return result;
    char folded[MOVE_INPUT_TEXT_MAX];
    for (size_t i = 0; i <= strlen(text); i++) folded[i] = char_lower(text[i]);
    if (strcmp(text, folded) == 0) folded[0] = char_upper(text[0]);
    SanResult folded_result = read_move(pos, folded, out);
    if (folded_result == SAN_OK || folded_result == SAN_AMBIGUOUS || result == SAN_SYNTAX) {
        strcpy(text, folded);
        return folded_result;
    }
    return result;
}

MoveInput move_input_read(const Position *pos, const char *text) {
    MoveInput input = {.kind = MOVE_INPUT_UNREADABLE, .from = NO_SQUARE};
    char word[MOVE_INPUT_TEXT_MAX];
    if (!strip_spaces(text, word)) {
        strcpy(input.why, "that is not a move");
        return input;
    }
    SanResult result = read_any_case(pos, word, &input.move);
    if (result == SAN_OK) {
        input.kind = MOVE_INPUT_MOVE;
        return input;
    }
    find_choices(pos, word, &input.choices); // includes promotions without a piece
    if (input.choices.count > 1) {
        input.kind = MOVE_INPUT_AMBIGUOUS;
        return input;
    }
    if (read_piece(pos, word, &input)) return input;
    if (result != SAN_SYNTAX) input.kind = MOVE_INPUT_ILLEGAL;
    if (!illegal_move_explain_text(pos, word, strlen(word), input.why))
        strcpy(input.why, "one may not pass");
    return input;
}

MoveInput move_input_from_squares(const Position *pos, Square from, Square to) {
    MoveInput input = {.kind = MOVE_INPUT_ILLEGAL, .from = from};
    input.move = uci_move_find(pos, from, to, NO_ROLE);
    if (input.move != NO_MOVE) {
        input.kind = MOVE_INPUT_MOVE;
        return input;
    }
    MoveList all;
    move_input_moves_from(pos, from, &all);
    for (int i = 0; i < all.count; i++)
        if (move_to(all.items[i]) == to) input.choices.items[input.choices.count++] = all.items[i];
    if (input.choices.count) {
        input.kind = MOVE_INPUT_AMBIGUOUS;
        return input;
    }
    if (!illegal_move_explain_squares(pos, from, to, NO_ROLE, input.why))
        strcpy(input.why, "not a legal move");
    return input;
}

/* Does this short name fit a choice: a square of origin or target, the letter of the promotion, or
 * the file of origin? */
static bool matches_short_name(Move move, const char *name) {
    static const char PROMOTIONS[] = "pnbrqk";
    if (name[1] != '\0') {
        Square s = square_read(name);
        return s != NO_SQUARE && (move_from(move) == s || move_to(move) == s);
    }
    if (move_is_promotion(move))
        return PROMOTIONS[move_promotion_role(move)] == char_lower(name[0]);
    return 'a' + file_of(move_from(move)) == name[0];
}

static Move pick_by_short_name(const MoveList *choices, const char *name) {
    Move found = NO_MOVE;
    for (int i = 0; i < choices->count; i++) {
        if (!matches_short_name(choices->items[i], name)) continue;
        if (found != NO_MOVE) return NO_MOVE;
        found = choices->items[i];
    }
    return found;
}

Move move_input_pick(const Position *pos, const MoveList *choices, const char *text) {
    char word[MOVE_INPUT_TEXT_MAX];
    int64_t number;
    Move move;
    if (!strip_spaces(text, word)) return NO_MOVE;
    if (text_to_int(word, 1, choices->count, &number)) return choices->items[number - 1];
    if (strlen(word) <= 2) return pick_by_short_name(choices, word);
    if (read_any_case(pos, word, &move) != SAN_OK) return NO_MOVE;
    return movelist_has(choices, move) ? move : NO_MOVE;
}
