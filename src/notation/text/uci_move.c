// SPDX-License-Identifier: MIT
#include "notation/text/uci_move.h"

#include "base/text/text.h"
#include "notation/text/fen.h"

Square square_read(const char *text) {
    char file = char_lower(text[0]);
    if (file < 'a' || file > 'h' || text[1] < '1' || text[1] > '8') return NO_SQUARE;
    return square_at(file - 'a', text[1] - '1');
}

void square_write(Square s, char out[3]) {
    out[0] = (char)('a' + file_of(s));
    out[1] = (char)('1' + rank_of(s));
    out[2] = '\0';
}

bool castling_is_classical(const Position *pos) {
    const Board *b = &pos->board;
    Bitboard kings = 0;
    if (b->castling & RANK_1) kings |= board_pieces(b, WHITE, KING);
    if (b->castling & RANK_8) kings |= board_pieces(b, BLACK, KING);
    return !(b->castling & ~(FILE_A | FILE_H)) && !(kings & ~(FILE_A << 4));
}

void uci_move_write(const Position *pos, Move move, bool chess960, char out[UCI_MOVE_MAX]) {
    Text text = text_on(out, UCI_MOVE_MAX);
    if (move == NO_MOVE || move == NULL_MOVE) {
        text_string(&text, "0000");
        return;
    }
    Square from = move_from(move), to = move_to(move);
    if (move_kind(move) == MOVE_CASTLE && !chess960 && castling_is_classical(pos))
        to = castle_king_target(from, to);
    char name[3];
    square_write(from, name);
    text_string(&text, name);
    square_write(to, name);
    text_string(&text, name);
    if (move_is_promotion(move))
        text_char(&text, piece_to_char(piece_of(BLACK, move_promotion_role(move))));
}

Move uci_move_find(const Position *pos, Square from, Square to, Role promotion) {
    MoveList list;
    Move castling = NO_MOVE;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Move move = list.items[i];
        if (move_from(move) != from) continue;
        Role promoted = move_is_promotion(move) ? move_promotion_role(move) : NO_ROLE;
        if (move_to(move) == to && promoted == promotion) return move;
        // castling only if the king cannot go there by a normal king move
        if (move_kind(move) == MOVE_CASTLE && promotion == NO_ROLE && from != to &&
            castle_king_target(from, move_to(move)) == to && !(KING_ATTACKS[from] & bit(to)))
            castling = move;
    }
    return castling;
}

Move uci_move_read(const Position *pos, const char *text, size_t length) {
    if (length != 4 && length != 5) return NO_MOVE;
    Square from = square_read(text), to = square_read(text + 2);
    if (from == NO_SQUARE || to == NO_SQUARE) return NO_MOVE;
    Role promotion = NO_ROLE;
    if (length == 5) {
        promotion = piece_role(piece_from_char(text[4]));
        if (promotion < KNIGHT || promotion > QUEEN) return NO_MOVE;
    }
    return uci_move_find(pos, from, to, promotion);
}
