// SPDX-License-Identifier: MIT
#include "play/game/move_input.h"

#include "base/text/text.h"
#include "core/piece_names.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <string.h>

enum { ENTRY_TEXT_MAX = 32 };

/* Leaves out the blanks; false if nothing or too much remains. */
static bool squeeze(const char *text, char out[ENTRY_TEXT_MAX]) {
    size_t n = 0;
    for (; *text; text++) {
        if (char_is_space(*text)) continue;
        if (n + 1 >= ENTRY_TEXT_MAX) return false;
        out[n++] = *text;
    }
    out[n] = '\0';
    return n > 0;
}

static SanResult read_move(const Position *pos, const char *text, Move *out) {
    SanResult result = san_read(pos, text, strlen(text), out);
    return result == SAN_OK && *out == NULL_MOVE ? SAN_SYNTAX : result;
}

/* Does a legal move fit what was said of it? */
static bool fits(const Position *pos, const SanParts *p, Move move) {
    Square from = move_from(move);
    if (p->role != NO_ROLE && piece_role(pos->piece[from]) != p->role) return false;
    if (p->from_file >= 0 && file_of(from) != p->from_file) return false;
    if (p->from_rank >= 0 && rank_of(from) != p->from_rank) return false;
    if (p->promotion != NO_ROLE &&
        (!move_is_promotion(move) || move_promoted(move) != p->promotion))
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
        if (fits(pos, &parts, all.items[i])) out->items[out->count++] = all.items[i];
}

void entry_moves_from(const Position *pos, Square from, MoveList *out) {
    MoveList all;
    out->count = 0;
    position_legal_moves(pos, &all);
    for (int i = 0; i < all.count; i++)
        if (move_from(all.items[i]) == from) out->items[out->count++] = all.items[i];
}

/* A lone square with a piece of ours on it. */
static bool read_piece(const Position *pos, const char *text, Entry *out) {
    if (strlen(text) != 2) return false;
    Square s = square_read(text);
    if (s == NO_SQUARE || pos->piece[s] == NO_PIECE) return false;
    if (piece_color(pos->piece[s]) != position_turn(pos)) return false;
    entry_moves_from(pos, s, &out->choices);
    out->from = s;
    out->kind = ENTRY_PIECE;
    if (out->choices.count == 0) {
        Text why = text_on(out->why, sizeof out->why);
        text_format(&why, "the %s on %s has no legal move", role_name(piece_role(pos->piece[s])),
                    text);
        out->kind = ENTRY_WRONG;
    }
    return true;
}

/* "nf3" is a knight's move, but "b4" a pawn's, and "E2E4" is shouted: other cases come second.  The
 * text keeps the case in which it made sense. */
static SanResult read_generously(const Position *pos, char text[ENTRY_TEXT_MAX], Move *out) {
    SanResult result = read_move(pos, text, out);
    if (result == SAN_OK || result == SAN_AMBIGUOUS) return result;
    char other_case[ENTRY_TEXT_MAX];
    for (size_t i = 0; i <= strlen(text); i++) other_case[i] = char_lower(text[i]);
    if (strcmp(text, other_case) == 0) other_case[0] = char_upper(text[0]);
    SanResult again = read_move(pos, other_case, out);
    if (again == SAN_OK || again == SAN_AMBIGUOUS || result == SAN_SYNTAX) {
        strcpy(text, other_case);
        return again;
    }
    return result;
}

Entry entry_read(const Position *pos, const char *text) {
    Entry entry = {.kind = ENTRY_NONE, .from = NO_SQUARE};
    char word[ENTRY_TEXT_MAX];
    if (!squeeze(text, word)) {
        strcpy(entry.why, "that is not a move");
        return entry;
    }
    SanResult result = read_generously(pos, word, &entry.move);
    if (result == SAN_OK) {
        entry.kind = ENTRY_MOVE;
        return entry;
    }
    find_choices(pos, word, &entry.choices); // also a promotion that does not say to what
    if (entry.choices.count > 1) {
        entry.kind = ENTRY_CHOICE;
        return entry;
    }
    if (read_piece(pos, word, &entry)) return entry;
    if (result != SAN_SYNTAX) entry.kind = ENTRY_WRONG;
    if (!explain_text(pos, word, strlen(word), entry.why)) strcpy(entry.why, "one may not pass");
    return entry;
}

Entry entry_squares(const Position *pos, Square from, Square to) {
    Entry entry = {.kind = ENTRY_WRONG, .from = from};
    entry.move = coord_find(pos, from, to, NO_ROLE);
    if (entry.move != NO_MOVE) {
        entry.kind = ENTRY_MOVE;
        return entry;
    }
    MoveList all;
    entry_moves_from(pos, from, &all);
    for (int i = 0; i < all.count; i++)
        if (move_to(all.items[i]) == to) entry.choices.items[entry.choices.count++] = all.items[i];
    if (entry.choices.count) {
        entry.kind = ENTRY_CHOICE;
        return entry;
    }
    if (!explain_squares(pos, from, to, NO_ROLE, entry.why)) strcpy(entry.why, "not a legal move");
    return entry;
}

/* Does a choice answer to this short name: a square it comes from or goes to, the letter of what a
 * pawn becomes, or else the file it comes from? */
static bool answers_to(Move move, const char *name) {
    static const char PROMOTIONS[] = "pnbrqk";
    if (name[1] != '\0') {
        Square s = square_read(name);
        return s != NO_SQUARE && (move_from(move) == s || move_to(move) == s);
    }
    if (move_is_promotion(move)) return PROMOTIONS[move_promoted(move)] == char_lower(name[0]);
    return 'a' + file_of(move_from(move)) == name[0];
}

static Move pick_by_short_name(const MoveList *choices, const char *name) {
    Move found = NO_MOVE;
    for (int i = 0; i < choices->count; i++) {
        if (!answers_to(choices->items[i], name)) continue;
        if (found != NO_MOVE) return NO_MOVE;
        found = choices->items[i];
    }
    return found;
}

Move entry_pick(const Position *pos, const MoveList *choices, const char *text) {
    char word[ENTRY_TEXT_MAX];
    int64_t number;
    Move move;
    if (!squeeze(text, word)) return NO_MOVE;
    if (text_to_int(word, 1, choices->count, &number)) return choices->items[number - 1];
    if (strlen(word) <= 2) return pick_by_short_name(choices, word);
    if (read_generously(pos, word, &move) != SAN_OK) return NO_MOVE;
    return movelist_has(choices, move) ? move : NO_MOVE;
}
