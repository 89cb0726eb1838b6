// SPDX-License-Identifier: MIT
//
// Popeye's input: the meaning of each keyword, and which are rejected and where. The meaning of
// rotations, mirrors and abbreviations was compared with Popeye 4.104.
#include "support/check.h"

#include "notation/problem/popeye.h"

#include <stdio.h>
#include <string.h>

static PopeyeProblem read_good(const char *text) {
    PopeyeProblem problem;
    PopeyeResult r = popeye_read(text, &problem);
    if (r.fault != POPEYE_OK) fail_msg("%s: %s, %d", text, popeye_fault_text(r), r.column);
    return problem;
}

static void assert_span(PopeyeSpan span, const char *text) {
    assert_non_null(span.at);
    assert_int_equal(span.length, strlen(text));
    assert_memory_equal(span.at, text, span.length);
}

static void assert_board(const PopeyeProblem *problem, const char *placement) {
    char fen[FEN_MAX];
    fen_write(&problem->setup, fen);
    fen[strcspn(fen, " ")] = '\0';
    assert_string_equal(fen, placement);
}

static void test_reads_a_problem(void **state) {
    (void)state;
    PopeyeProblem p = read_good("Remark end of nothing\nAUTHOR  Sam Loyd; \nOrigin Here, 1880\r\n"
                                "title\nStipulation exact-h#3 Option SetPlay duplex MaxSol 5\n"
                                "Pieces White Kc1 Qa5h3 b e4, BLACK kc6 p a7b7");
    assert_span(p.author, "Sam Loyd");
    assert_span(p.origin, "Here, 1880");
    assert_int_equal(p.title.length, 0);
    assert_span(p.stipulation, "h#3");
    assert_true(p.exact && p.set_play && p.duplex);
    assert_false(p.after_key || p.half_duplex || p.white_begins);
    assert_int_equal(p.most, 5);
    assert_board(&p, "8/pp6/2k5/Q7/4B3/7Q/8/2K5");
    assert_string_equal(p.twins, "");
}

static void test_options(void **state) {
    (void)state;
    PopeyeProblem p =
        read_good("stip #2 fors k6K opti try vari movenum intell 2 inte nontr 1 2 beep "
                  "nocast a1e8 enpas e2e3e4 maxtime 7 postkey noshort noth white");
    assert_int_equal(p.refutations, 1);
    assert_int_equal(p.seconds, 7);
    assert_true(p.moved == (bit(A1) | bit(E8)));
    assert_int_equal(p.setup.ep, E3);
    assert_true(p.after_key && p.no_short && p.every_defence && p.white_begins);
    assert_int_equal(read_good("fors kK stip #1 opt defence 3 try").refutations, 3);
}

static void test_twins(void **state) {
    (void)state;
    static const char *const TWINS[][2] = {
        {"twin move a3 b4", "b) a3-b4"},
        {"twin ex a3 B4 rem c1d1", "b) a3<>b4 -c1 -d1"},
        {"twin shift a1 a2 twin polish", "b) shift a1-a2 c) colours"},
        {"twin rotate 90 twin rot 180", "b) rotate270 c) rotate180"},
        {"twin mirror a1<-->h1 mirror a8<-->h1", "b) mirror rotate90 flip"},
        {"twin add white Qa1 Sb2b3 black pa7", "b) wQa1 wSb2 wSb3 bPa7"},
        {"twin sub r B\ntwin cont stip h#2.5", "b) r>B +c) h#2.5"},
        {"zero move a1 a2 twin cont rem e5", "a) a1-a2 +b) -e5"},
    };
    for (size_t i = 0; i < sizeof TWINS / sizeof TWINS[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "stip h#2 forsyth kK %s remark x", TWINS[i][0]);
        assert_string_equal(read_good(text).twins, TWINS[i][1]);
    }
}

static void test_says_what_is_wrong_and_where(void **state) {
    (void)state;
    static const struct {
        const char *text;
        PopeyeFault fault;
        int column;
    } BAD[] = {
        {"", POPEYE_NO_STIPULATION, 0},
        {"stip", POPEYE_NO_STIPULATION, 4},
        {"stip #2", POPEYE_EMPTY_BOARD, 7},
        {"stip #2 fors kK8x", POPEYE_BAD_FEN, 16},
        {"stip #2 fors kKn", POPEYE_FAIRY_PIECE, 15},
        {"stip #2 nonsense", POPEYE_BAD_COMMAND, 8},
        {"p", POPEYE_AMBIGUOUS, 0},
        {"sstip white 3a[#]d", POPEYE_STRUCTURED, 0},
        {"condition Circe", POPEYE_CONDITION, 10},
        {"pieces white na1", POPEYE_FAIRY_PIECE, 13},
        {"pieces white gra1", POPEYE_FAIRY_PIECE, 13},
        {"pieces white g a1", POPEYE_FAIRY_PIECE, 13},
        {"pieces neutral qa1", POPEYE_FAIRY_KIND, 7},
        {"pieces white royal qa1", POPEYE_FAIRY_KIND, 13},
        {"pieces qa1", POPEYE_NO_COLOUR, 7},
        {"pieces white q i9", POPEYE_NO_SQUARES, 15},
        {"pieces white q", POPEYE_NO_SQUARES, 14},
        {"option nowk", POPEYE_FAIRY_OPTION, 7},
        {"option quod", POPEYE_FAIRY_OPTION, 7},
        {"option start 3", POPEYE_MOVE_NUMBER, 7},
        {"option maxsol x", POPEYE_NO_NUMBER, 14},
        {"option maxsol 1234567", POPEYE_NO_NUMBER, 14},
        {"option no", POPEYE_AMBIGUOUS, 7},
        {"option enp e4", POPEYE_NO_EP, 11},
        {"twin", POPEYE_BAD_TWIN, 4},
        {"twin cont", POPEYE_BAD_TWIN, 9},
        {"twin jump a1", POPEYE_BAD_TWIN, 5},
        {"twin move a1 b", POPEYE_NO_SQUARES, 13},
        {"twin move a1b2 c3", POPEYE_NO_SQUARES, 12},
        {"twin rotate 91", POPEYE_BAD_ROTATION, 12},
        {"twin mirror a1<>h1", POPEYE_BAD_MIRROR, 12},
        {"twin sub r g", POPEYE_FAIRY_PIECE, 11},
        {"twin cond circe", POPEYE_CONDITION, 5},
        {"twin move a1 a2 zero move a1 a2", POPEYE_LATE_ZERO, 16},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        PopeyeProblem problem = {.most = 77};
        PopeyeResult r = popeye_read(BAD[i].text, &problem);
        if (r.fault != BAD[i].fault || r.column != BAD[i].column)
            fail_msg("%s: %s at %d", BAD[i].text, popeye_fault_text(r), r.column);
        assert_int_equal(problem.most, 77);
        assert_true(strlen(popeye_fault_text(r)) > 4);
    }
}

static void test_too_many_twins(void **state) {
    (void)state;
    char text[1024] = "stip #2 fors kK";
    PopeyeProblem problem;
    for (int i = 0; i < 25; i++) strcat(text, " twin rem a1");
    read_good(text);
    strcat(text, " twin rem a1");
    assert_int_equal(popeye_read(text, &problem).fault, POPEYE_MANY_TWINS);
    strcpy(text, "stip #2 fors kK twin");
    for (int i = 0; i < 90; i++) strcat(text, " move a1 b1");
    assert_int_equal(popeye_read(text, &problem).fault, POPEYE_MANY_TWINS);
}

static void test_where_problems_begin_and_end(void **state) {
    (void)state;
    bool another;
    size_t length;
    static const char TWO[] = "stip #2 Next stip #3";
    assert_non_null(popeye_begin("beg"));
    assert_string_equal(popeye_begin(" BeginProblem stip #2"), " stip #2");
    assert_null(popeye_begin("be"));
    assert_null(popeye_begin("beginning"));
    assert_null(popeye_begin("h#2 8/8/8"));
    assert_ptr_equal(popeye_end(TWO, &another, &length), TWO + 8);
    assert_true(another);
    assert_int_equal(length, 4);
    assert_non_null(popeye_end("EndProblem", &another, &length));
    assert_false(another);
    assert_null(popeye_end("author the next end", &another, &length));
    assert_null(popeye_end("rem that is the end", &another, &length));
    assert_non_null(popeye_end("twin rem a1 end", &another, &length));
    assert_null(popeye_end("option e n", &another, &length));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_a_problem), cmocka_unit_test(test_options),
        cmocka_unit_test(test_twins),           cmocka_unit_test(test_says_what_is_wrong_and_where),
        cmocka_unit_test(test_too_many_twins),  cmocka_unit_test(test_where_problems_begin_and_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
