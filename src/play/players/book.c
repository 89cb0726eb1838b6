// SPDX-License-Identifier: MIT
#include "play/players/book.h"

#include "base/file/file.h"
#include "notation/text/uci_move.h"

#include <stdlib.h>

enum { RECORD_BYTES = 16, KEY_BYTES = 8 };

/* Offsets of the random numbers that do not belong to pieces. */
enum { RANDOM_CASTLE = 768, RANDOM_EP = 772, RANDOM_TURN = 780 };

struct Book {
    FileContents file;
    size_t count;
};

/* Order of the format: black pawn, white pawn, black knight, … */
static int polyglot_piece(Piece piece) {
    return 2 * (int)piece_role(piece) + (piece_color(piece) == WHITE);
}

static uint64_t castling_key(const Board *b) {
    uint64_t key = 0;
    Bitboard rooks = b->castling;
    FOR_EACH_SQUARE(rook, rooks) {
        Color c = rank_of(rook) == 0 ? WHITE : BLACK;
        bool queenside = rook < board_king(b, c);
        key ^= POLYGLOT_RANDOM[RANDOM_CASTLE + 2 * (int)c + queenside];
    }
    return key;
}

/* The en-passant file is included if an enemy pawn is next to the pawn that made the double step,
 * even if the capture would be illegal. */
static uint64_t ep_key(const Board *b) {
    if (b->ep == NO_SQUARE) return 0;
    Color us = (Color)b->turn;
    Bitboard capturers = PAWN_ATTACKS[other(us)][b->ep] & board_pieces(b, us, PAWN);
    return capturers ? POLYGLOT_RANDOM[RANDOM_EP + file_of(b->ep)] : 0;
}

uint64_t polyglot_key(const Position *pos) {
    uint64_t key = position_turn(pos) == WHITE ? POLYGLOT_RANDOM[RANDOM_TURN] : 0;
    for (Square s = A1; s <= H8; s++)
        if (pos->piece[s] != NO_PIECE)
            key ^= POLYGLOT_RANDOM[64 * polyglot_piece(pos->piece[s]) + s];
    return key ^ castling_key(&pos->board) ^ ep_key(&pos->board);
}

Book *book_open(const char *path) {
    Book *book = calloc(1, sizeof *book);
    if (!book) return NULL;
    if (file_load(path, &book->file)) {
        book->count = book->file.size / RECORD_BYTES;
        if (book->file.size % RECORD_BYTES == 0) return book;
        file_contents_free(&book->file);
    }
    free(book);
    return NULL;
}

void book_free(Book *book) {
    if (!book) return;
    file_contents_free(&book->file);
    free(book);
}

size_t book_size(const Book *book) {
    return book->count;
}

static uint64_t read_big_endian(const uint8_t *at, int bytes) {
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value = value << 8 | at[i];
    return value;
}

static const uint8_t *record_at(const Book *book, size_t index) {
    return book->file.data + index * RECORD_BYTES;
}

/* The first record whose key is not smaller (binary search). */
static size_t find_first(const Book *book, uint64_t key) {
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (read_big_endian(record_at(book, middle), KEY_BYTES) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Bits from the lowest, three each: to file, to rank, from file, from rank, promotion.  Castling is
 * written as king takes rook; some books write the king's two steps, which is accepted too. */
static Move decode(const Position *pos, unsigned move) {
    static const Role PROMOTION[8] = {NO_ROLE, KNIGHT,  BISHOP,  ROOK,
                                      QUEEN,   NO_ROLE, NO_ROLE, NO_ROLE};
    return uci_move_find(pos, move >> 6 & 63, move & 63, PROMOTION[move >> 12 & 7]);
}

int book_moves(const Book *book, const Position *pos, BookMove out[MOVES_MAX]) {
    uint64_t key = polyglot_key(pos);
    int count = 0;
    for (size_t i = find_first(book, key); i < book->count && count < MOVES_MAX; i++) {
        const uint8_t *record = record_at(book, i);
        if (read_big_endian(record, KEY_BYTES) != key) break;
        Move move = decode(pos, (unsigned)read_big_endian(record + 8, 2));
        if (move == NO_MOVE) continue;
        out[count++] = (BookMove){move, (int)read_big_endian(record + 10, 2)};
    }
    return count;
}

Move book_choose(const Book *book, const Position *pos, Rng *rng) {
    BookMove moves[MOVES_MAX];
    int count = book ? book_moves(book, pos, moves) : 0, total = 0;
    for (int i = 0; i < count; i++) total += moves[i].weight;
    if (total == 0) return NO_MOVE;
    int remaining = (int)rng_below(rng, (uint32_t)total);
    int i = 0;
    while (remaining >= moves[i].weight) remaining -= moves[i++].weight;
    return moves[i].move;
}
