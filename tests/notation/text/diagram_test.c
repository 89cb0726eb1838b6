// SPDX-License-Identifier: MIT
#include "notation/text/diagram.h"

#include "support/check.h"

#include <string.h>

static void assert_drawn(const char *fen, DiagramOptions options, const char *expected) {
    Position pos = chess_of(fen);
    Text text = text_growing();
    diagram_write(&text, pos.piece, &options);
    assert_string_equal(text_get(&text), expected);
    text_free(&text);
}

#define AFTER_E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"

static void test_ascii(void **state) {
    (void)state;
    assert_drawn(AFTER_E4, (DiagramOptions){.mark = bit(E2) | bit(E4)},
                 "8  r n b q k b n r\n"
                 "7  p p p p p p p p\n"
                 "6  . . . . . . . .\n"
                 "5  . . . . . . . .\n"
                 "4  . . . .[P]. . .\n"
                 "3  . . . . . . . .\n"
                 "2  P P P P[.]P P P\n"
                 "1  R N B Q K B N R\n"
                 "   a b c d e f g h\n");
}

static void test_flipped(void **state) {
    (void)state;
    assert_drawn("7k/8/8/8/8/8/8/K6Q b - - 0 1",
                 (DiagramOptions){.flip = true, .mark = bit(A1) | bit(H8) | bit(G8)},
                 "1  Q . . . . . .[K]\n"
                 "2  . . . . . . . .\n"
                 "3  . . . . . . . .\n"
                 "4  . . . . . . . .\n"
                 "5  . . . . . . . .\n"
                 "6  . . . . . . . .\n"
                 "7  . . . . . . . .\n"
                 "8 [k[.]. . . . . .\n"
                 "   h g f e d c b a\n");
}

static void test_german(void **state) {
    (void)state;
    assert_drawn(AFTER_E4, (DiagramOptions){.style = DIAGRAM_GERMAN},
                 "    a  b  c  d  e  f  g  h\n"
                 "8  *T *S *L *D *K *L *S *T\n"
                 "7  *B *B *B *B *B *B *B *B\n"
                 "6   .  .  .  .  .  .  .  .\n"
                 "5   .  .  .  .  .  .  .  .\n"
                 "4   .  .  .  .  B  .  .  .\n"
                 "3   .  .  .  .  .  .  .  .\n"
                 "2   B  B  B  B  .  B  B  B\n"
                 "1   T  S  L  D  K  L  S  T\n");
}

static void test_unicode(void **state) {
    (void)state;
    assert_drawn("7k/8/8/8/8/8/8/KQ6 b - - 0 1", (DiagramOptions){.style = DIAGRAM_UNICODE},
                 "8  · · · · · · · ♚\n"
                 "7  · · · · · · · ·\n"
                 "6  · · · · · · · ·\n"
                 "5  · · · · · · · ·\n"
                 "4  · · · · · · · ·\n"
                 "3  · · · · · · · ·\n"
                 "2  · · · · · · · ·\n"
                 "1  ♔ ♕ · · · · · ·\n"
                 "   a b c d e f g h\n");
}

static void test_frame(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    Text text = text_growing();
    diagram_write(&text, pos.piece,
                  &(DiagramOptions){.style = DIAGRAM_UNICODE, .frame = true, .mark = bit(A8)});
    assert_non_null(strstr(text_get(&text), "  ┌───┬───┬"));
    assert_non_null(strstr(text_get(&text), "8 │[♜]│ ♞ │"));
    assert_non_null(strstr(text_get(&text), "    a   b   c "));
    text_clear(&text);
    diagram_write(&text, pos.piece, &(DiagramOptions){.frame = true});
    assert_non_null(strstr(text_get(&text), "  +---+---+"));
    assert_non_null(strstr(text_get(&text), "8 | r | n |"));
    text_free(&text);
}

static int occurrences(const char *text, const char *what) {
    int n = 0;
    for (; (text = strstr(text, what)); text++) n++;
    return n;
}

static void test_svg(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    Text text = text_growing();
    diagram_write(&text, pos.piece, &(DiagramOptions){.style = DIAGRAM_SVG, .mark = bit(E2)});
    const char *svg = text_get(&text);
    assert_int_equal(occurrences(svg, "class=\"white\""), 16);
    assert_int_equal(occurrences(svg, "class=\"black\""), 16);
    assert_int_equal(occurrences(svg, "class=\"dark\"") + occurrences(svg, "class=\"light\""), 63);
    assert_int_equal(occurrences(svg, " mark\""), 1);
    assert_int_equal(occurrences(svg, "</svg>"), 1);
    text_free(&text);
}

static void test_names(void **state) {
    (void)state;
    DiagramStyle style = DIAGRAM_ASCII;
    assert_true(diagram_style_find("German", &style));
    assert_int_equal(style, DIAGRAM_GERMAN);
    assert_true(diagram_style_find("text", &style));
    assert_int_equal(style, DIAGRAM_ASCII);
    for (DiagramStyle s = DIAGRAM_ASCII; s <= DIAGRAM_SVG; s++)
        assert_true(diagram_style_find(diagram_style_name(s), &style) && style == s);
    assert_false(diagram_style_find("oil", &style));
    assert_int_equal(style, DIAGRAM_SVG);
}

static void test_lines_are_a_frame(void **state) {
    (void)state;
    Position pos = chess_of(AFTER_E4);
    Text lines = text_growing();
    diagram_write(&lines, pos.piece, &(DiagramOptions){.style = DIAGRAM_LINES});
    assert_drawn(AFTER_E4, (DiagramOptions){.style = DIAGRAM_FIGURINE, .frame = true},
                 text_get(&lines));
    text_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ascii),  cmocka_unit_test(test_flipped),
        cmocka_unit_test(test_german), cmocka_unit_test(test_unicode),
        cmocka_unit_test(test_frame),  cmocka_unit_test(test_svg),
        cmocka_unit_test(test_names),  cmocka_unit_test(test_lines_are_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
