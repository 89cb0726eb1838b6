// SPDX-License-Identifier: MIT
#include "match/polyglot_write.h"

#include "notation/text/uci_move.h"
#include "play/players/book.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Makes a book of these games and reads it back from a file. */
static Book *book_of(const char *pgn, uint32_t least) {
    PolyglotWriter *writer = polyglot_writer_new();
    PgnReader *reader = pgn_reader_on(pgn, strlen(pgn));
    PgnGame game;
    PgnError error;
    while (pgn_read(reader, &game, &error) != PGN_END) {
        assert_true(polyglot_writer_add(writer, &game, 20));
        pgn_game_free(&game);
    }
    pgn_game_free(&game);
    pgn_reader_free(reader);
    size_t size;
    const uint8_t *bytes = polyglot_writer_finish(writer, least, &size);
    char path[] = "/tmp/roek-book-XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, bytes, size), (ssize_t)size);
    close(fd);
    Book *book = book_open(path);
    unlink(path);
    polyglot_writer_free(writer);
    return book;
}

static const char GAMES[] = "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 0-1\n\n"
                            "1. e4 e5 2. Nc3 0-1\n\n1. c4 *\n\n"
                            "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n"
                            "1. O-O Kd7 2. a8=N 1-0\n\n";

static void weights_are_points(void **state) {
    (void)state;
    Book *book = book_of(GAMES, 1);
    Position pos = position_start(&STANDARD_CHESS);
    BookMove moves[MOVES_MAX];
    assert_int_equal(book_moves(book, &pos, moves), 1); // d4 only lost, c4: no result
    assert_int_equal(moves[0].move, uci_move_read(&pos, "e2e4", 4));
    assert_int_equal(moves[0].weight, 3);
    position_play(&pos, moves[0].move);
    assert_int_equal(book_moves(book, &pos, moves), 2);
    assert_int_equal(moves[0].move, uci_move_read(&pos, "e7e5", 4)); // higher weight first
    assert_int_equal(moves[0].weight, 2);
    assert_int_equal(moves[1].weight, 1);
    book_free(book);
}

static void special_moves_are_kept(void **state) {
    (void)state;
    Book *book = book_of(GAMES, 1);
    Position pos = chess_of("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    BookMove moves[MOVES_MAX];
    assert_int_equal(book_moves(book, &pos, moves), 1);
    assert_int_equal(move_kind(moves[0].move), MOVE_CASTLE);
    position_play(&pos, moves[0].move);
    position_play(&pos, uci_move_read(&pos, "e8d7", 4));
    assert_int_equal(book_moves(book, &pos, moves), 1);
    assert_int_equal(move_promotion_role(moves[0].move), KNIGHT);
    book_free(book);
}

static void rare_moves_are_left_out(void **state) {
    (void)state;
    Book *book = book_of(GAMES, 2);
    assert_int_equal(book_size(book), 2); // e4 and e5
    book_free(book);
    assert_null(book_of(GAMES, 9)); // an empty file is not a book
    assert_null(book_of("", 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_points),
        cmocka_unit_test(special_moves_are_kept),
        cmocka_unit_test(rare_moves_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
