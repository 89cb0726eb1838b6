// SPDX-License-Identifier: MIT
//
// Compares the problem solver, for every kind of play, with a brute-force search and with published
// solutions.
#include "support/check.h"
#include "support/data.h"
#include "support/mirror.h"
#include "support/problem_solver.h"
#include "support/random_game.h"
#include "support/random_problem.h"

#include "notation/text/uci_move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- brute-force reference ---

static int count_moves(const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    return moves.count;
}

static bool judge_reached(ProblemGoal goal, const Position *pos) {
    return count_moves(pos) == 0 && position_is_check(pos) == (goal == PROBLEM_GOAL_MATE);
}

/* The number of moves that reach the goal at once. */
static int judge_in_one(ProblemGoal goal, const Position *pos) {
    MoveList moves;
    int count = 0;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        count += judge_reached(goal, &next);
    }
    return count;
}

static bool judge_attack(const Stipulation *s, const Position *pos, int n);

/* The attacker has n moves left; the defender is to move. */
static bool judge_defence(const Stipulation *s, const Position *pos, int n) {
    MoveList moves;
    bool obliged = s->play == PROBLEM_PLAY_REFLEX || s->play == PROBLEM_PLAY_SEMIREFLEX;
    if (s->play == PROBLEM_PLAY_DIRECT && judge_reached(s->goal, pos)) return true;
    if (obliged && judge_in_one(s->goal, pos)) return true;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (s->play == PROBLEM_PLAY_SELF && judge_reached(s->goal, &next)) continue;
        if (n == 0 || !judge_attack(s, &next, n)) return false;
    }
    return moves.count > 0;
}

static bool judge_is_key(const Stipulation *s, const Position *pos, Move move, int n) {
    Position next = position_after(pos, move);
    if (s->play == PROBLEM_PLAY_REFLEX && judge_in_one(s->goal, pos)) return false;
    return judge_defence(s, &next, n - 1);
}

static bool judge_attack(const Stipulation *s, const Position *pos, int n) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++)
        if (judge_is_key(s, pos, moves.items[i], n)) return true;
    return false;
}

/* The number of lines with exactly `left` half-moves from here. */
static uint64_t judge_lines(const Stipulation *s, const Position *pos, int left) {
    MoveList moves;
    uint64_t count = 0;
    bool forced = s->play == PROBLEM_PLAY_HELPSELF || s->play == PROBLEM_PLAY_SERIES_SELF;
    if (left == 1 && forced && judge_in_one(s->goal, pos) < count_moves(pos)) return 0;
    if (left == 0) return judge_reached(s->goal, pos);
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        bool passes = (s->play == PROBLEM_PLAY_SERIES && left > 1) ||
                      (s->play > PROBLEM_PLAY_SERIES && left > 2);
        if (passes && position_is_check(&next)) continue;
        if (passes) position_play_null(&next);
        count += judge_lines(s, &next, left - 1);
    }
    return count;
}

static uint64_t judge_all_lines(const Stipulation *s, const Position *pos) {
    int plies = stipulation_plies(s), step = s->play >= PROBLEM_PLAY_SERIES ? 1 : 2;
    bool two = s->play == PROBLEM_PLAY_HELPSELF || s->play > PROBLEM_PLAY_SERIES;
    uint64_t count = 0;
    for (; plies >= (two ? 2 : 1); plies -= step) count += judge_lines(s, pos, plies);
    return count;
}

// --- positions to compare ---

static void complain_about(const Position *pos, const char *word, const char *what) {
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    fail_msg("%s %s: %s", word, fen, what);
}

static void compare_keys(const Position *pos, const char *word, const ProblemResult *r) {
    Stipulation s = stipulation_of(word);
    MoveList moves;
    int keys = 0;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        bool key = judge_is_key(&s, pos, moves.items[i], s.moves);
        if (key != movelist_has(&r->keys, moves.items[i])) complain_about(pos, word, "keys");
        keys += key;
    }
    if (keys != r->keys.count) complain_about(pos, word, "number of keys");
}

/* True if the position has a solution. */
static bool compare_with_judge(const Position *pos, const char *word) {
    ProblemResult r;
    ProblemOptions options = {.stipulation = stipulation_of(word)};
    problem_solve(solver, pos, &options, &r);
    assert_true(r.complete);
    if (stipulation_has_lines(&options.stipulation)) {
        uint64_t lines = judge_all_lines(&options.stipulation, pos);
        if (lines != r.lines + r.short_lines) complain_about(pos, word, "number of lines");
    } else {
        compare_keys(pos, word, &r);
    }
    assert_int_equal(r.answer, r.keys.count ? PROBLEM_SOLVED : PROBLEM_NONE);
    return r.answer == PROBLEM_SOLVED;
}

typedef struct {
    const char *word;
    int effort; // positions
    int pieces; // about this many besides the kings
} RandomTrial;

static bool random_problem(Rng *rng, const RandomTrial *t, Position *out) {
    bool self = strchr(t->word, 's') != NULL && strncmp(t->word, "semi", 4) != 0;
    if (strncmp(t->word, "ser-", 4) == 0) self = t->word[4] == 's';
    return self ? random_tight_problem(rng, t->pieces, out)
                : random_open_problem(rng, t->pieces, out);
}

static const RandomTrial TRIALS[] = {
    {"#2", 600, 8},       {"=2", 600, 5},       {"s#1", 3000, 10},   {"s#2", 300, 6},
    {"s=2", 200, 5},      {"r#1", 1600, 10},    {"r#2", 240, 6},     {"r=2", 240, 5},
    {"semi-r#2", 240, 6}, {"semi-r=1", 600, 6}, {"h#0.5", 1200, 10}, {"h#1", 1200, 10},
    {"h#1.5", 200, 8},    {"h#2", 100, 5},      {"h#2.5", 20, 3},    {"h=1.5", 240, 6},
    {"h=2", 48, 4},       {"hs#1", 2000, 8},    {"hs#1.5", 400, 7},  {"hs#2", 100, 4},
    {"hs=1.5", 300, 5},   {"ser-#2", 600, 8},   {"ser-#3", 120, 6},  {"ser-=3", 120, 5},
    {"ser-h#2", 360, 8},  {"ser-h#3", 60, 5},   {"ser-h=2", 240, 6}, {"ser-s#2", 600, 8},
    {"ser-s=2", 300, 6},
};

static ProblemAnswer ask(const Position *pos, const char *word) {
    ProblemResult r;
    ProblemOptions options = {.stipulation = stipulation_of(word)};
    problem_solve(solver, pos, &options, &r);
    return r.answer;
}

/* Compares some random positions, and all those with a solution among twenty times as many. */
static void try_out(Rng *rng, const RandomTrial *t) {
    int solved = 0, wanted = random_effort(t->effort);
    for (int done = 0; done < 20 * wanted;) {
        Position pos;
        if (!random_problem(rng, t, &pos)) continue;
        bool judge =
            done < wanted || (solved < wanted / 10 && ask(&pos, t->word) == PROBLEM_SOLVED);
        if (judge) solved += compare_with_judge(&pos, t->word);
        done++;
    }
    bool rare = strstr(t->word, "s=") != NULL;
    if (random_effort(10) == 10 && !solved && !rare) fail_msg("%s: nothing to solve", t->word);
}

static void test_judge_on_random_positions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof TRIALS / sizeof TRIALS[0]; i++) {
        Rng rng = rng_seeded(19 + i);
        try_out(&rng, &TRIALS[i]);
    }
}

/* Positions with forced stalemates, which hardly occur at random. */
static void test_judge_on_forced_stalemates(void **state) {
    (void)state;
    Position pos = chess_of("8/4p3/8/8/8/p6Q/P7/K1k5 w - - 0 1");
    assert_true(compare_with_judge(&pos, "s=2"));
    assert_true(compare_with_judge(&pos, "ser-s=2"));
}

// --- solutions of another program ---

static void compare_with_fact(const DataLine *line, void *context) {
    (void)context;
    assert_int_equal(line->count, 5);
    ProblemResult r;
    ProblemOptions options = {.stipulation = stipulation_of(line->field[0])};
    Position pos = chess_of(line->field[1]);
    problem_solve(solver, &pos, &options, &r);
    bool lines = stipulation_has_lines(&options.stipulation);
    long count = lines ? (long)(r.lines + r.short_lines) : r.keys.count;
    if (count != strtol(line->field[2], NULL, 10))
        fail_msg("%s:%d: %ld solutions", line->name, line->line, count);
    int keys = 0;
    for (char *word = strtok(line->field[3], " -"); word; word = strtok(NULL, " -"), keys++)
        if (!movelist_has(&r.keys, uci_move_read(&pos, word, strlen(word))))
            fail_msg("%s:%d: %s is no key", line->name, line->line, word);
    assert_int_equal(keys, r.keys.count);
}

static void test_popeye_agrees(void **state) {
    (void)state;
    assert_true(data_each_line("problems.tsv", '\t', compare_with_fact, NULL) > 100);
}

// --- threads ---

static void keep_line(const Move *moves, int count, void *context) {
    problem_lines_add(moves, count, context);
}

static void assert_same_answer(const Position *pos, const char *word, ProblemSolver *many) {
    ProblemLines lines[2] = {0};
    ProblemResult r[2];
    for (int i = 0; i < 2; i++) {
        ProblemOptions options = {
            .stipulation = stipulation_of(word), .line = keep_line, .context = &lines[i]};
        problem_solve(i ? many : solver, pos, &options, &r[i]);
    }
    assert_int_equal(r[0].answer, r[1].answer);
    assert_int_equal(r[0].keys.count, r[1].keys.count);
    assert_memory_equal(r[0].keys.items, r[1].keys.items, (size_t)r[0].keys.count * sizeof(Move));
    assert_int_equal(lines[0].used, lines[1].used);
    if (lines[0].used)
        assert_memory_equal(lines[0].moves, lines[1].moves, lines[0].used * sizeof(Move));
    problem_lines_free(&lines[0]);
    problem_lines_free(&lines[1]);
}

static void test_threads_change_nothing(void **state) {
    (void)state;
    static const char *const WORDS[] = {"h#2", "#2", "ser-h#3", "h=1.5", "r#2", "h#0.5"};
    Rng rng = rng_seeded(7);
    ProblemSolver *many = problem_solver_new(3, 16);
    assert_non_null(many);
    for (int done = 0; done < 60;) {
        Position pos;
        if (!random_open_problem(&rng, 6, &pos)) continue;
        assert_same_answer(&pos, WORDS[done % 6], many);
        done++;
    }
    problem_solver_free(many);
}

// --- invariance ---

static void assert_no_line_twice(const ProblemLines *lines) {
    const Move *a = lines->moves;
    for (size_t i = 0; i < lines->count; a += lines->lengths[i++]) {
        const Move *b = a + lines->lengths[i];
        for (size_t k = i + 1; k < lines->count; b += lines->lengths[k++]) {
            size_t bytes = (size_t)lines->lengths[i] * sizeof *a;
            bool same = lines->lengths[i] == lines->lengths[k] && memcmp(a, b, bytes) == 0;
            assert_false(same);
        }
    }
}

static ProblemResult solve_with(ProblemSolver *by, const Position *pos, const char *word) {
    ProblemLines lines = {0};
    ProblemResult r;
    ProblemOptions options = {
        .stipulation = stipulation_of(word), .line = keep_line, .context = &lines};
    problem_solve(by, pos, &options, &r);
    assert_no_line_twice(&lines);
    problem_lines_free(&lines);
    return r;
}

/* The results do not depend on the colours (which change the order of moves), on the size of the
 * table, or on problems solved before. */
static void test_colours_and_memory_change_nothing(void **state) {
    (void)state;
    static const char *const WORDS[] = {"h#2", "=2",    "ser-h#3", "s#2",   "h=1.5",
                                        "r#2", "h#1.5", "hs#1.5",  "ser-=3"};
    Rng rng = rng_seeded(8);
    ProblemSolver *small = problem_solver_new(1, 1);
    assert_non_null(small);
    for (int done = 0; done < random_effort(180);) {
        Position pos;
        if (!random_open_problem(&rng, 6, &pos)) continue;
        const char *word = WORDS[done++ % 9];
        Position turned = mirror_colors(&pos);
        ProblemResult first = solve_with(solver, &pos, word);
        ProblemResult others[] = {solve_with(solver, &turned, word), solve_with(small, &pos, word)};
        for (int i = 0; i < 2; i++)
            if (first.answer != others[i].answer || first.lines != others[i].lines ||
                first.short_lines != others[i].short_lines ||
                first.keys.count != others[i].keys.count)
                complain_about(&pos, word, i ? "memory" : "colours");
    }
    problem_solver_free(small);
}

// --- giving up ---

static void test_gives_up_when_stopped(void **state) {
    (void)state;
    Position pos = chess_of("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1");
    static const char *const WORDS[] = {"h#3", "ser-#6", "=4"};
    for (int i = 0; i < 3; i++) {
        ProblemResult r;
        ProblemOptions options = {.stipulation = stipulation_of(WORDS[i]), .nodes = 3000};
        problem_solve(solver, &pos, &options, &r);
        assert_false(r.complete);
        assert_true(r.answer == PROBLEM_UNKNOWN || r.keys.count > 0);
    }
}

static void count_line(const Move *moves, int count, void *context) {
    assert_true(moves[0] != NO_MOVE && count > 0);
    ++*(int *)context;
}

static void test_stops_after_enough_lines(void **state) {
    (void)state;
    Position pos = chess_of("8/8/8/8/8/1K6/7R/k7 b - - 0 1");
    int seen = 0;
    ProblemResult r;
    ProblemOptions options = {
        .stipulation = stipulation_of("h#2"), .max_lines = 5, .line = count_line, .context = &seen};
    problem_solve(solver, &pos, &options, &r);
    assert_int_equal(seen, 5);
    assert_false(r.complete);
    assert_int_equal(r.answer, PROBLEM_SOLVED);
}

/* The results of single first moves, and of single lengths, add up to the complete result. */
static void test_parts_add_up(void **state) {
    (void)state;
    static const char *const WORDS[] = {"h#2", "#2", "ser-h#3", "s#2", "h#1.5", "h#0.5", "ser-#2"};
    Rng rng = rng_seeded(9);
    for (int done = 0; done < 70; done++) {
        Position pos;
        while (!random_open_problem(&rng, 6, &pos)) {
        }
        ProblemOptions options = {.stipulation = stipulation_of(WORDS[done % 7])};
        ProblemResult whole, part;
        problem_solve(solver, &pos, &options, &whole);
        uint64_t lines = 0, short_lines = 0;
        int keys = 0, full_keys = 0;
        int moves = count_moves(&pos);
        for (int i = 1; i <= moves; i++) {
            options.first = options.last = i;
            problem_solve(solver, &pos, &options, &part);
            lines += part.lines;
            short_lines += part.short_lines;
            keys += part.keys.count;
            assert_true(part.keys.count <= 1 && part.finished);
            assert_true(part.complete == (moves == 1));
            assert_true(part.answer != PROBLEM_NONE || part.complete);
        }
        assert_true(lines == whole.lines && short_lines == whole.short_lines);
        assert_int_equal(keys, whole.keys.count);
        options.first = options.last = 0;
        options.exact = true;
        problem_solve(solver, &pos, &options, &part);
        assert_true(part.lines == whole.lines && part.short_lines == 0);
        for (int i = 0; i < whole.keys.count; i++)
            full_keys += whole.key_moves[i] == options.stipulation.moves;
        if (!stipulation_has_lines(&options.stipulation))
            assert_int_equal(part.keys.count, full_keys);
    }
}

/* Without all first moves the result is PROBLEM_UNKNOWN if nothing is found; with all it is
 * PROBLEM_NONE. */
static void test_left_out_is_unknown(void **state) {
    (void)state;
    Position pos = chess_of("8/8/7Q/8/8/2p5/2pN1N2/2k2K2 w - - 0 1");
    int moves = count_moves(&pos);
    ProblemOptions options = {.stipulation = stipulation_of("#1"), .first = 1, .last = moves - 1};
    ProblemResult r;
    problem_solve(solver, &pos, &options, &r);
    assert_true(r.answer == PROBLEM_UNKNOWN && r.finished && !r.complete);
    options.last = MOVES_MAX;
    problem_solve(solver, &pos, &options, &r);
    assert_true(r.answer == PROBLEM_NONE && r.finished && r.complete);
}

/* A side that must mate at once has no key, whichever first moves are selected. */
static void test_obliged_is_known(void **state) {
    (void)state;
    Position pos = chess_of("7k/5K2/8/5N2/8/8/8/6R1 w - - 0 1");
    ProblemOptions options = {.stipulation = stipulation_of("r#2"), .first = 1, .last = 1};
    ProblemResult r;
    problem_solve(solver, &pos, &options, &r);
    assert_true(r.answer == PROBLEM_NONE && r.complete);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judge_on_random_positions),
        cmocka_unit_test(test_judge_on_forced_stalemates),
        cmocka_unit_test(test_popeye_agrees),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_colours_and_memory_change_nothing),
        cmocka_unit_test(test_gives_up_when_stopped),
        cmocka_unit_test(test_stops_after_enough_lines),
        cmocka_unit_test(test_parts_add_up),
        cmocka_unit_test(test_left_out_is_unknown),
        cmocka_unit_test(test_obliged_is_known),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
