// SPDX-License-Identifier: MIT
#include "console/wrap.h"

#include "support/check.h"

#include <string.h>

static void expect(const char *text, int width, const char *wanted) {
    Text out = text_growing();
    wrap_text(&out, text, width);
    assert_string_equal(text_get(&out), wanted);
    text_free(&out);
}

static void lines_break_at_blanks(void **state) {
    (void)state;
    expect("one two three", 7, "one two\nthree\n");
    expect("one two three", 8, "one two\nthree\n");
    expect("one two\nthree\n", 40, "one two\nthree\n");
    expect("one  two", 40, "one  two\n"); // blanks inside a line stay
    expect("a\n\nb", 5, "a\n\nb\n");
    expect("", 5, "");
}

static void what_follows_a_break_is_moved_in(void **state) {
    (void)state;
    expect("- one two three", 9, "- one two\n  three\n");
    expect("  one two three", 9, "  one two\n  three\n");
}

/* The explanation of a list entry stays in its column, if there is room for one. */
static void entries_of_lists_are_explained_in_a_column(void **state) {
    (void)state;
    expect("  quit  leave the game", 16, "  quit  leave\n        the game\n");
    expect("  quit  leave the game", 15, "  quit  leave\n  the game\n");
    expect("Over.  White has won", 15, "Over.  White\nhas won\n"); // not a list entry
}

static void long_words_are_cut_and_letters_are_not(void **state) {
    (void)state;
    expect("abcdefgh", 3, "abc\ndef\ngh\n");
    expect("\xe2\x99\x94\xe2\x99\x95\xe2\x99\x96", 2, "\xe2\x99\x94\xe2\x99\x95\n\xe2\x99\x96\n");
    expect("        x y", 4, "    \n  x\n  y\n");
}

static void nothing_is_lost_and_everything_fits(void **state) {
    (void)state;
    static const char TEXT[] = "- Pieces move, and capture, as in chess.\n  no-one-may-be-in-check";
    for (int width = 2; width < 50; width++) {
        Text out = text_growing();
        int widest, letters = 0, kept = 0;
        wrap_text(&out, TEXT, width);
        wrap_count(text_get(&out), &widest);
        assert_true(widest <= width);
        for (const char *c = TEXT; *c; c++) letters += *c > ' ';
        for (const char *c = text_get(&out); *c; c++) kept += *c > ' ';
        assert_int_equal(letters, kept);
        text_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_break_at_blanks),
        cmocka_unit_test(what_follows_a_break_is_moved_in),
        cmocka_unit_test(entries_of_lists_are_explained_in_a_column),
        cmocka_unit_test(long_words_are_cut_and_letters_are_not),
        cmocka_unit_test(nothing_is_lost_and_everything_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
