// SPDX-License-Identifier: MIT
#include "notation/text/epd.h"

#include "support/check.h"
#include "support/random_game.h"

#include <string.h>

#define KINGS "8/8/8/8/8/8/8/K1k4R w - -"

static Epd read_ok(const char *line) {
    Epd epd = {0};
    EpdResult r = epd_read(line, &epd);
    char why[FEN_FAULT_MAX];
    epd_fault_text(r, why);
    if (r.fault != EPD_OK) fail_msg("%s: %s at %d", line, why, r.column);
    return epd;
}

static void assert_text(const Epd *epd, const char *name, const char *expected) {
    char text[64];
    assert_true(epd_text(epd, name, text, sizeof text));
    assert_string_equal(text, expected);
}

static void test_operations(void **state) {
    (void)state;
    Epd epd = read_ok(KINGS " bm Rh2 Rh3;  id \"a; \\ b\"; dm 3; noop; c0 bare words ;");
    assert_int_equal(epd.count, 5);
    assert_text(&epd, "id", "a; \\ b");
    assert_text(&epd, "c0", "bare words");
    assert_text(&epd, "noop", "");
    assert_text(&epd, "missing", "");
    int64_t n = 0;
    assert_true(epd_int(&epd, "dm", &n));
    assert_int_equal(n, 3);
    assert_false(epd_int(&epd, "id", &n));
    assert_false(epd_int(&epd, "missing", &n));
    char tiny[4], id[EPD_ID_MAX];
    assert_false(epd_text(&epd, "c0", tiny, sizeof tiny));
    assert_true(epd_id(&epd, id));
    assert_string_equal(id, "a; \\ b");
    epd = read_ok(KINGS);
    assert_false(epd_id(&epd, id));
}

static void test_perft_form(void **state) {
    (void)state;
    Epd epd = read_ok(KINGS " 7 9 ;D1 20 ;D2 400");
    int64_t n = 0;
    assert_true(epd_int(&epd, "D2", &n));
    assert_int_equal(n, 400);
    assert_int_equal(epd.setup.halfmove, 7);
    assert_int_equal(epd.setup.fullmove, 9);
    epd = read_ok(KINGS " 7 9; D1 20; D2 401");
    assert_true(epd_int(&epd, "D2", &n));
    assert_int_equal(n, 401);
    assert_int_equal(epd.setup.fullmove, 9);
    epd = read_ok(KINGS " ; bm Rh2; id  sbd.001 ");
    assert_text(&epd, "id", "sbd.001");
}

static void test_clocks(void **state) {
    (void)state;
    Epd epd = read_ok(KINGS " hmvc 12; fmvn 34;");
    assert_int_equal(epd.setup.halfmove, 12);
    assert_int_equal(epd.setup.fullmove, 34);
    epd = read_ok(KINGS);
    assert_int_equal(epd.setup.fullmove, 1);
}

static void test_mate(void **state) {
    (void)state;
    int64_t n = 0;
    Epd epd = read_ok(KINGS " bm #5;");
    assert_true(epd_mate(&epd, &n));
    assert_int_equal(n, 5);
    epd = read_ok(KINGS " bm #-2; dm 4;");
    assert_true(epd_mate(&epd, &n));
    assert_int_equal(n, 4);
    epd = read_ok(KINGS " bm Rh2;");
    assert_false(epd_mate(&epd, &n));
    epd = read_ok(KINGS " dm 4294967299;"); // 2^32 + 3: would be 3 if only 32 bits were read
    assert_false(epd_mate(&epd, &n));
    epd = read_ok(KINGS " dm -9223372036854775808;");
    assert_false(epd_mate(&epd, &n));
    assert_int_equal(n, 4);
}

static void test_moves(void **state) {
    (void)state;
    MoveList moves;
    Position pos = chess_of("8/8/8/8/8/8/7R/K2k4 w - -");
    Epd epd = read_ok("8/8/8/8/8/8/7R/K2k4 w - - bm Rh3 Rg2; am Rh9; pv Ka2 Ke1 Rh1+;");
    assert_int_equal(epd_moves(&epd, "bm", &pos, &moves).fault, EPD_OK);
    assert_int_equal(moves.count, 2);
    EpdResult r = epd_moves(&epd, "am", &pos, &moves);
    assert_int_equal(r.fault, EPD_BAD_MOVE);
    assert_int_equal(r.column, strstr(epd.line, "Rh9") - epd.line);
    assert_int_equal(epd_line(&epd, "pv", &pos, &moves).fault, EPD_OK);
    assert_int_equal(moves.count, 3);
    assert_int_equal(epd_moves(&epd, "none", &pos, &moves).fault, EPD_OK);
    assert_int_equal(moves.count, 0);
}

static void assert_fault(const char *line, EpdFault fault, int column) {
    Epd epd = {.count = -1};
    EpdResult r = epd_read(line, &epd);
    if (r.fault != fault || r.column != column)
        fail_msg("%s: fault %d at %d", line, r.fault, r.column);
    assert_int_equal(epd.count, -1);
}

static void test_faults(void **state) {
    (void)state;
    int end = (int)strlen(KINGS " ");
    assert_fault("", EPD_BAD_FEN, 0);
    assert_fault("8/8/9/8 w", EPD_BAD_FEN, 4);
    assert_fault(KINGS " -1 1", EPD_BAD_FEN, end);
    assert_fault(KINGS " 0 1 2", EPD_BAD_FEN, end + 4);
    assert_fault(KINGS " x 1", EPD_UNFINISHED, end);
    assert_fault(KINGS " id \"open;", EPD_OPEN_QUOTE, end + 3);
    assert_fault(KINGS " !m 3;", EPD_BAD_OPCODE, end);
    assert_fault(KINGS " abcdefghijklmnop 3;", EPD_BAD_OPCODE, end);
    assert_fault(KINGS " hmvc many;", EPD_BAD_NUMBER, end + 5);
    assert_fault(KINGS " fmvn -1;", EPD_BAD_NUMBER, end + 5);
    char line[2048];
    Text text = text_on(line, sizeof line);
    text_string(&text, KINGS);
    for (int i = 0; i <= EPD_OPERATIONS_MAX; i++) text_format(&text, " c%d 1;", i % 10);
    Epd epd;
    assert_int_equal(epd_read(line, &epd).fault, EPD_MANY_OPERATIONS);
}

static void writes_and_reads(const Position *pos, void *context) {
    (void)context;
    Text text = text_growing();
    MoveList moves, back;
    position_legal_moves(pos, &moves);
    epd_put_position(&text, pos);
    epd_put_moves(&text, "bm", pos, &moves);
    epd_put_int(&text, "hmvc", pos->halfmove);
    epd_put_int(&text, "fmvn", pos->fullmove);
    epd_put_text(&text, "id", "say \"hi\"; then go");
    Epd epd;
    Position again;
    EpdResult r = epd_read_position(text_get(&text), pos->rules, &epd, &again);
    assert_int_equal(r.fault, EPD_OK);
    assert_int_equal(again.key, pos->key);
    assert_int_equal(again.halfmove, pos->halfmove);
    assert_int_equal(again.fullmove, pos->fullmove);
    assert_int_equal(epd_moves(&epd, "bm", &again, &back).fault, EPD_OK);
    assert_int_equal(back.count, moves.count);
    for (int i = 0; i < moves.count; i++) assert_int_equal(back.items[i], moves.items[i]);
    assert_text(&epd, "id", "say 'hi'; then go");
    text_free(&text);
}

static void test_write_then_read(void **state) {
    (void)state;
    random_games(14, random_effort(30), 100, writes_and_reads, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),      cmocka_unit_test(test_perft_form),
        cmocka_unit_test(test_clocks),          cmocka_unit_test(test_mate),
        cmocka_unit_test(test_moves),           cmocka_unit_test(test_faults),
        cmocka_unit_test(test_write_then_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
