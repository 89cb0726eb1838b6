// SPDX-License-Identifier: MIT
#include "base/text/text.h"

#include "support/check.h"

#include <string.h>

static void buffers_are_never_overrun(void **state) {
    (void)state;
    char buffer[8];
    Text text = text_on(buffer, sizeof buffer);
    text_string(&text, "1234567");
    assert_false(text.failed);
    assert_string_equal(buffer, "1234567");
    text_char(&text, '8');
    assert_true(text.failed);
    assert_string_equal(buffer, "1234567");
    text_clear(&text);
    text_format(&text, "%s-%d", "abc", 123456);
    assert_true(text.failed);
    assert_string_equal(buffer, "abc-123"); // the part that fits is stored
    Text none = text_on(NULL, 0);
    text_string(&none, "x");
    assert_true(none.failed);
    assert_string_equal(text_get(&none), "");
}

static void growing_texts_hold_everything(void **state) {
    (void)state;
    Text text = text_growing();
    assert_string_equal(text_get(&text), "");
    for (int i = 0; i < 1000; i++) text_format(&text, "%300d", i); // longer than one buffer
    assert_int_equal(text.used, 300000);
    assert_false(text.failed);
    assert_int_equal(strlen(text_get(&text)), 300000);
    text_clear(&text);
    text_int(&text, INT64_MIN);
    assert_string_equal(text_get(&text), "-9223372036854775808");
    text_free(&text);
}

static void cursors_know_words_and_numbers(void **state) {
    (void)state;
    Cursor c = cursor_on("  go depth 12x 34 -5\t");
    const char *word;
    size_t length;
    int64_t n = 7;
    assert_true(cursor_word(&c, &word, &length) && span_is(word, length, "go"));
    assert_int_equal(cursor_column(&c), 4);
    assert_false(cursor_int(&c, 0, 100, &n));
    assert_int_equal(n, 7);
    assert_true(cursor_word(&c, &word, &length) && span_is_nocase(word, length, "DEPTH"));
    assert_false(cursor_int(&c, 0, 100, &n)); // 12x is not a number
    assert_true(cursor_word(&c, &word, &length) && span_is(word, length, "12x"));
    assert_true(cursor_int(&c, 0, 100, &n) && n == 34);
    assert_false(cursor_int(&c, 0, 100, &n)); // too small
    assert_true(cursor_int(&c, -5, 100, &n) && n == -5);
    uint64_t u = 1;
    Cursor d = cursor_on(" 18446744073709551615 0 18446744073709551616 -1");
    assert_true(cursor_uint(&d, &u) && u == UINT64_MAX);
    assert_true(cursor_uint(&d, &u) && u == 0);
    assert_false(cursor_uint(&d, &u)); // one too many
    d = cursor_on("-1");
    assert_false(cursor_uint(&d, &u));
    d = cursor_on("12x");
    assert_false(cursor_uint(&d, &u) || cursor_column(&d));
    assert_false(cursor_word(&c, &word, &length));
    assert_true(cursor_done(&c));
}

static void numbers_too_large_become_the_bound(void **state) {
    (void)state;
    Cursor c = cursor_on("99 -99999999999999999999 5 99999999999999999999 7x");
    int64_t n;
    assert_true(cursor_int_near(&c, 0, 10, &n) && n == 10);
    assert_true(cursor_int_near(&c, INT64_MIN, 10, &n) && n == INT64_MIN);
    assert_true(cursor_int_near(&c, 0, 10, &n) && n == 5);
    assert_true(cursor_int_near(&c, 0, INT64_MAX, &n) && n == INT64_MAX);
    assert_false(cursor_int_near(&c, 0, 10, &n));
    assert_int_equal(*c.at, '7');
}

static void whole_texts_are_numbers_or_not(void **state) {
    (void)state;
    int64_t n = 1;
    double x = 1;
    assert_true(text_to_int("9223372036854775807", 0, INT64_MAX, &n) && n == INT64_MAX);
    assert_true(text_to_int("-9223372036854775808", INT64_MIN, 0, &n) && n == INT64_MIN);
    static const char *const NONE[] = {"",   "-",   "+1",  " 1",
                                       "1 ", "0x1", "1.0", "9223372036854775808"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_false(text_to_int(NONE[i], INT64_MIN, INT64_MAX, &n));
    assert_true(text_to_real("-1.5e3", &x) && x == -1500);
    assert_false(text_to_real("nan", &x) || text_to_real("1e999", &x) || text_to_real("1,5", &x));
    assert_false(text_to_real("0x10", &x) || text_to_real("-0X1p3", &x));
    assert_true(x == -1500);
}

/* Every Unicode character is accepted, and every invalid sequence rejected. */
static void utf8_is_told_from_other_bytes(void **state) {
    (void)state;
    char bytes[UTF8_MAX];
    for (uint32_t c = 0; c < 0x110000; c++) {
        int n = utf8_encode(c, bytes);
        bool surrogate = c >= 0xd800 && c < 0xe000;
        if (utf8_length(bytes, (size_t)n) != (surrogate ? 0 : n)) fail_msg("U+%04X", (unsigned)c);
        if (n > 1) assert_int_equal(utf8_length(bytes, (size_t)n - 1), 0);
    }
    static const char *const BAD[] = {"\x80",
                                      "\xc0\xaf",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xc3("};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(utf8_length(BAD[i], strlen(BAD[i])), 0);
}

/* All characters that control a terminal are replaced, and no others. */
static void strangers_are_tamed(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"Ga\xc3\xaft\xc3\xa9\t\xe2\x99\x94", "Ga\xc3\xaft\xc3\xa9\t\xe2\x99\x94"},
        {"\033[31mred", "?[31mred"},
        {"\xc2\x9b"
         "2J\x9b"
         "2J\xc2\xa0",
         "??2J?2J\xc2\xa0"},
        {"a\nb\rc\bd\x7f\a", "a?b?c?d??"},
        {"cut \xe2\x99", "cut ??"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[64];
        strcpy(text, CASES[i][0]);
        text_sanitize(text, strlen(text));
        assert_string_equal(text, CASES[i][1]);
    }
}

/* Text is cut between characters, and later text does not fill the remaining bytes. */
static void characters_are_not_cut(void **state) {
    (void)state;
    static const char KNIGHTS[] = "\xe2\x99\x9e\xe2\x99\x9e\xe2\x99\x9e"; // nine bytes
    for (size_t size = 1; size <= 10; size++) {
        char buffer[10];
        Text text = text_on(buffer, size);
        text_string(&text, KNIGHTS);
        text_string(&text, "!");
        assert_int_equal(text.used, (size - 1) / 3 * 3);
        assert_int_equal(strlen(buffer), text.used);
        assert_true(text.failed);
    }
    assert_int_equal(utf8_fitting("abc", 3, 2), 2);
    assert_int_equal(utf8_fitting("abc", 3, 5), 3);
    assert_int_equal(utf8_fitting("\xc3\xa4\xc3\xa4", 4, 3), 2);
    assert_int_equal(utf8_fitting("\xa4\xa4\xa4\xa4", 4, 3), 3); // not UTF-8 at all
    assert_int_equal(utf8_fitting("\xf0\x9f\x99\x82", 4, 3), 0);
}

static void xml_stays_xml(void **state) {
    (void)state;
    static const char TEXT[] =
        "A <&> \xc3\xa9\033\xff \xef\xbf\xbe\xef\xbf\xbf\xef\xbf\xbd \xe2\x99";
    Text out = text_growing();
    text_escape_xml(&out, TEXT, strlen(TEXT));
    assert_string_equal(text_get(&out), "A &lt;&amp;&gt; \xc3\xa9?? ??\xef\xbf\xbd ??");
    text_free(&out);
}

static const char *meant_by(const char *typed) {
    static const char *const WORDS[] = {"analyse", "mate", "fen", "uci", "b", NULL};
    NearWord near = near_word_to(typed, strlen(typed));
    for (int i = 0; WORDS[i]; i++) near_word_try(&near, WORDS[i]);
    return near.found ? near.found : "";
}

static void mistyped_words_are_recognised(void **state) {
    (void)state;
    assert_string_equal(meant_by("analze"), "analyse"); // one letter missing, one wrong
    assert_string_equal(meant_by("mtae"), "mate");      // letters swapped
    assert_string_equal(meant_by("fne"), "fen");
    assert_string_equal(meant_by("ANA"), "analyse"); // a prefix
    assert_string_equal(meant_by("an"), "");
    assert_string_equal(meant_by("x"), ""); // too short to guess
    assert_string_equal(meant_by("foo"), "");
    assert_string_equal(meant_by(""), "");
    assert_string_equal(meant_by("a word that is longer than any"), "");
    assert_int_equal(edit_distance("ab", 2, "ba"), 1);
    assert_int_equal(edit_distance("", 0, "abc"), 3);
    assert_int_equal(edit_distance("kitten", 6, "sitting"), 3);
}

/* Widths as text_sanitize leaves the text: each invalid byte becomes a '?'. */
static void columns_are_those_that_are_seen(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int width;
    } TEXTS[] = {{"", 0},         {"abc", 3},  {"M\u00fcller", 6}, {"\u2654\u00bd", 2},
                 {"\xff\xfe", 2}, {"a\tb", 3}, {"\xc2\x85", 2},    {"\xe2\x99", 2}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        assert_int_equal(text_width(TEXTS[i].text, strlen(TEXTS[i].text)), TEXTS[i].width);
}

static void what_was_typed_is_quoted_tame(void **state) {
    (void)state;
    static const struct {
        const char *typed, *quoted;
    } CASES[] = {
        {"", "''"},
        {"Nf9", "'Nf9'"},
        {"\x1b[31m\xff", "'?[31m?'"},
        {"12345678901234567890", "'12345678901234567890'"},
        {"123456789012345678901", "'12345678901234567890...'"},
        {"\xe2\x99\x94", "'\xe2\x99\x94'"},
        {"1234567890123456789\xe2\x99\x94x", "'1234567890123456789\xe2\x99\x94...'"},
        {"1234567890123456789\xe2\x99", "'1234567890123456789?...'"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Text text = text_growing();
        text_quote(&text, CASES[i].typed);
        assert_string_equal(text_get(&text), CASES[i].quoted);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_are_never_overrun),
        cmocka_unit_test(growing_texts_hold_everything),
        cmocka_unit_test(cursors_know_words_and_numbers),
        cmocka_unit_test(numbers_too_large_become_the_bound),
        cmocka_unit_test(whole_texts_are_numbers_or_not),
        cmocka_unit_test(utf8_is_told_from_other_bytes),
        cmocka_unit_test(strangers_are_tamed),
        cmocka_unit_test(characters_are_not_cut),
        cmocka_unit_test(columns_are_those_that_are_seen),
        cmocka_unit_test(xml_stays_xml),
        cmocka_unit_test(mistyped_words_are_recognised),
        cmocka_unit_test(what_was_typed_is_quoted_tame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
