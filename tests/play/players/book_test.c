// SPDX-License-Identifier: MIT
#include "play/players/book.h"

#include "support/check.h"

#include "notation/text/uci_move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Keys published with the description of the format. */
static void keys_are_those_of_the_format(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        uint64_t key;
    } CASES[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
        {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
        {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
        {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Position pos = chess_of(CASES[i].fen);
        assert_int_equal(polyglot_key(&pos), CASES[i].key);
    }
}

typedef struct {
    uint64_t key;
    unsigned move, weight;
} Record;

static unsigned encode(const char *coord, unsigned promotion) {
    return (unsigned)square_read(coord + 2) | (unsigned)square_read(coord) << 6 | promotion << 12;
}

static void put(FILE *f, uint64_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; i--) fputc((int)(value >> 8 * i & 255), f);
}

/* Writes records to a fresh file; the caller removes it. */
static void write_book(char path[], const Record *records, int count, const char *tail) {
    strcpy(path, "/tmp/roek_book_XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "wb");
    assert_non_null(f);
    for (int i = 0; i < count; i++) {
        put(f, records[i].key, 8);
        put(f, records[i].move, 2);
        put(f, records[i].weight, 2);
        put(f, 0, 4);
    }
    fputs(tail, f);
    fclose(f);
}

static void moves_are_chosen_by_weight(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    uint64_t key = polyglot_key(&pos);
    const Record records[] = {
        {key - 1, encode("a2a3", 0), 9}, {key, encode("e2e4", 0), 3},
        {key, encode("d2d4", 0), 1},     {key, encode("c2c4", 0), 0},
        {key, encode("e2e5", 0), 1000},  {key + 1, encode("a2a3", 0), 9},
    };
    char path[32];
    write_book(path, records, 6, "");
    Book *book = book_open(path);
    assert_non_null(book);
    assert_int_equal(book_size(book), 6);
    BookMove moves[MOVES_MAX];
    assert_int_equal(book_moves(book, &pos, moves), 3); // the illegal move is skipped
    Rng rng = rng_seeded(1);
    int e4 = 0, d4 = 0;
    for (int i = 0; i < 4000; i++) {
        Move move = book_choose(book, &pos, &rng);
        e4 += move == uci_move_find(&pos, E2, E4, NO_ROLE);
        d4 += move == uci_move_find(&pos, D2, D4, NO_ROLE);
    }
    assert_int_equal(e4 + d4, 4000); // never a move of weight 0
    assert_in_range(e4, 2850, 3150);
    Position other_pos = chess_of("7k/8/8/8/8/8/8/KR6 w - - 0 1");
    assert_int_equal(book_choose(book, &other_pos, &rng), NO_MOVE);
    assert_int_equal(book_choose(NULL, &pos, &rng), NO_MOVE);
    book_free(book);
    unlink(path);
}

static void castling_and_promotion_are_read(void **state) {
    (void)state;
    Position castle = chess_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    Position promote = chess_of("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    Position rook = chess_of("3k4/8/8/8/8/8/8/K3R3 w - - 0 1"); // e1h1 is a rook move here
    const struct {
        const Position *pos;
        unsigned move;
        Move expected;
    } CASES[] = {
        {&castle, encode("e1h1", 0), move_make(E1, H1, MOVE_CASTLE)},
        {&castle, encode("e1g1", 0), move_make(E1, H1, MOVE_CASTLE)},
        {&castle, encode("e1a1", 0), move_make(E1, A1, MOVE_CASTLE)},
        {&castle, encode("e1c1", 0), move_make(E1, A1, MOVE_CASTLE)},
        {&rook, encode("e1h1", 0), move_make(E1, H1, MOVE_PLAIN)},
        {&promote, encode("a7a8", 4), move_make_promotion(A7, A8, QUEEN)},
        {&promote, encode("a7a8", 1), move_make_promotion(A7, A8, KNIGHT)},
        {&promote, encode("a7a8", 0), NO_MOVE},
        {&promote, encode("a7a8", 7), NO_MOVE},
        {&promote, 0xffff, NO_MOVE},
        {&promote, 0, NO_MOVE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char path[32];
        Record record = {polyglot_key(CASES[i].pos), CASES[i].move, 1};
        write_book(path, &record, 1, "");
        Book *book = book_open(path);
        assert_non_null(book);
        Rng rng = rng_seeded(i);
        assert_int_equal(book_choose(book, CASES[i].pos, &rng), CASES[i].expected);
        book_free(book);
        unlink(path);
    }
}

static void what_is_no_book_is_refused(void **state) {
    (void)state;
    char path[32];
    assert_null(book_open("/nowhere/at/all.bin"));
    write_book(path, NULL, 0, "");
    assert_null(book_open(path));
    unlink(path);
    write_book(path, NULL, 0, "fifteen bytes..");
    assert_null(book_open(path));
    unlink(path);
    book_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_the_format),
        cmocka_unit_test(moves_are_chosen_by_weight),
        cmocka_unit_test(castling_and_promotion_are_read),
        cmocka_unit_test(what_is_no_book_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
