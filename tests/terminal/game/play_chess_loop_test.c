// SPDX-License-Identifier: MIT
#include "terminal/game/play_chess_loop.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static LoopPlay *start(int level, int seed) {
    LoopPlay *play = malloc(sizeof *play);
    assert_non_null(play);
    assert_true(loop_play_start(play, level, seed, 1000));
    return play;
}

static void end(LoopPlay *play) {
    loop_play_end(play);
    free(play);
}

static void fill_in(LoopPlay *play, int count, int64_t now) {
    const LoopSolution *s = &play->task.solution;
    for (int i = 0; i < count; i++)
        if (!loop_play_is_given(play, s->square[i]))
            loop_play_put(play, s->square[i], i & 1 ? LOOP_SECOND : LOOP_FIRST, now);
}

static void a_code_is_a_puzzle(void **state) {
    (void)state;
    for (int level = 1; level <= LOOP_LEVELS; level++) {
        LoopPlay *a = start(level, 77), *b = start(level, 77), *c = start(level, 78);
        assert_memory_equal(&a->task.puzzle, &b->task.puzzle, sizeof a->task.puzzle);
        assert_memory_not_equal(&a->task.puzzle, &c->task.puzzle, sizeof a->task.puzzle);
        char code[LOOP_CODE_MAX];
        int read_level, seed;
        loop_code_write(a, code);
        assert_true(loop_code_read(code, &read_level, &seed));
        assert_int_equal(read_level, level);
        assert_int_equal(seed, 77);
        end(a), end(b), end(c);
    }
    int level, seed;
    assert_true(loop_code_read("3", &level, &seed) && seed == -1);
    static const char *const BAD[] = {"", "0", "6", "3-", "3-x", "3-1000000", "33", "3 1", "-1"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(loop_code_read(BAD[i], &level, &seed));
}

static void the_solution_solves_it(void **state) {
    (void)state;
    for (int level = 1; level <= LOOP_LEVELS; level++)
        for (int seed = 0; seed < 5; seed++) {
            LoopPlay *play = start(level, seed);
            fill_in(play, play->task.solution.length, 62000);
            assert_true(loop_play_is_solved(play));
            assert_int_equal(loop_play_ms(play, 99999), 61000);
            assert_non_null(strstr(text_get(&play->message), "Solved in 1:01 with 0 hints"));
            for (int s = 0; s < play->task.puzzle.rows * play->task.puzzle.cols; s++)
                assert_false(loop_play_is_wrong(play, s));
            end(play);
        }
}

/* Following the hints solves the puzzle; each hint names a square and a reason. */
static void hints_lead_to_the_end(void **state) {
    (void)state;
    LoopPlay *play = start(3, 9);
    for (int i = 0; i < 40 && !loop_play_is_solved(play); i++) {
        text_clear(&play->message);
        loop_play_hint(play);
        const char *on = strrchr(text_get(&play->message), ':');
        const char *words = text_get(&play->message), *last = NULL;
        for (const char *at = words; (at = strstr(at, " on ")); at++)
            if (!on || at < on) last = at;
        assert_non_null(last);
        int col = last[4] - 'a', row = last[5] - '1';
        char type[8] = "";
        for (const char *at = last; at > words && at[-1] != ' '; at--)
            memmove(type + 1, type, 6), type[0] = at[-1];
        bool first = strcmp(type, loop_type_name(play->task.puzzle.type[0])) == 0;
        int square = (play->task.puzzle.rows - 1 - row) * play->task.puzzle.cols + col;
        loop_play_put(play, square, first ? LOOP_FIRST : LOOP_SECOND, 2000);
    }
    assert_true(loop_play_is_solved(play));
    end(play);
}

static void wrong_pieces_are_told(void **state) {
    (void)state;
    LoopPlay *play = start(2, 5);
    int given = 0;
    while (play->task.puzzle.mark[given] == LOOP_UNKNOWN) given++;
    uint8_t before = play->board[given];
    loop_play_put(play, given, LOOP_FIRST, 0);
    assert_int_equal(play->board[given], before);
    assert_non_null(strstr(text_get(&play->message), "is given"));
    // fill everything that is free with one type: something must be wrong, and a hint says so
    for (int s = 0; s < 16; s++) loop_play_put(play, s, LOOP_FIRST, 0);
    int wrong = 0;
    for (int s = 0; s < 16; s++) wrong += loop_play_is_wrong(play, s);
    assert_true(wrong > 0);
    text_clear(&play->message);
    loop_play_hint(play);
    assert_non_null(strstr(text_get(&play->message), "cannot be finished"));
    end(play);
}

static void words_are_read(void **state) {
    (void)state;
    LoopPlay *play = start(1, 7); // knights and queens, 4 x 4
    static const char *const LINES[] = {
        "Na1",  " na1 ", "xa1",  "-a1",
        "hint", "check", "task", "seed",
        "help", "?",     "",     "Na9",
        "zz",   "clear", "N",    "Naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) loop_play_line(play, LINES[i], 2000);
    assert_int_equal(memcmp(play->board, play->task.puzzle.mark, sizeof play->board), 0);
    loop_play_line(play, "Na1", 2000);
    assert_int_equal(play->board[12], LOOP_FIRST);
    loop_play_cycle(play, 12, 2000);
    assert_int_equal(play->board[12], LOOP_SECOND);
    loop_play_line(play, "new", 3000);
    assert_int_equal(play->seed, 8);
    loop_play_line(play, "quit", 3000);
    assert_true(play->left);
    end(play);
}

int main(void) {
    static char home[] = "HOME=", state[] = "XDG_STATE_HOME=";
    putenv(home); // no state folder, so no records
    putenv(state);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_code_is_a_puzzle),    cmocka_unit_test(the_solution_solves_it),
        cmocka_unit_test(hints_lead_to_the_end), cmocka_unit_test(wrong_pieces_are_told),
        cmocka_unit_test(words_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
