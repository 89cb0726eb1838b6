// SPDX-License-Identifier: MIT
//
// Compares the loop solver with known counts, with a plain enumerator that shares no code with it,
// and with an independent check of solutions.
#include "base/codec/checksum.h"
#include "base/os/clock.h"
#include "base/rng.h"
#include "solve/loop/loop.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// --- an independent check: attacks by distance, not by rays ---

static int sign(int x) {
    return (x > 0) - (x < 0);
}

static bool sees(LoopType type, int dr, int dc) {
    int r = abs(dr), c = abs(dc);
    if (r == 0 && c == 0) return false;
    switch (type) {
    case LOOP_KING: return r <= 1 && c <= 1;
    case LOOP_KNIGHT: return r * c == 2;
    case LOOP_ROOK: return r == 0 || c == 0;
    case LOOP_BISHOP: return r == c;
    default: return r == 0 || c == 0 || r == c;
    }
}

static bool attacks(const LoopPuzzle *p, const uint8_t *board, int from, int to) {
    LoopType type = p->type[board[from] - 1];
    int r = from / p->cols, c = from % p->cols;
    int dr = to / p->cols - r, dc = to % p->cols - c;
    if (!sees(type, dr, dc)) return false;
    if (type == LOOP_KNIGHT) return true;
    int steps = abs(dr) > abs(dc) ? abs(dr) : abs(dc);
    for (int i = 1; i < steps; i++)
        if (board[(r + i * sign(dr)) * p->cols + c + i * sign(dc)]) return false;
    return true;
}

static bool is_loop(const LoopPuzzle *p, const uint8_t *board) {
    int squares = p->rows * p->cols, target[LOOP_MAX_SQUARES], start = -1, length = 0;
    for (int s = 0; s < squares; s++) {
        if (!board[s]) continue;
        int count = 0;
        for (int t = 0; t < squares; t++) {
            if (!board[t] || !attacks(p, board, s, t)) continue;
            target[s] = t;
            count++;
        }
        if (count != 1 || board[target[s]] == board[s]) return false;
        start = s;
    }
    int s = start;
    do {
        s = target[s];
        length++;
    } while (s != start && length <= 2 * p->n);
    return length == 2 * p->n;
}

// --- a plain enumerator ---

typedef struct {
    const LoopPuzzle *puzzle;
    uint8_t board[LOOP_MAX_SQUARES];
    char (*found)[20]; // boards as text, to compare solutions
    int count;
} Brute;

static void brute(Brute *b, int square, int first, int second) {
    const LoopPuzzle *p = b->puzzle;
    int squares = p->rows * p->cols;
    if (first + second > squares - square) return;
    if (square == squares) {
        if (!is_loop(p, b->board)) return;
        for (int i = 0; i < squares; i++) b->found[b->count][i] = (char)('0' + b->board[i]);
        b->found[b->count++][squares] = '\0';
        return;
    }
    int mark = p->mark[square];
    for (int piece = 0; piece <= 2; piece++) {
        int *left = piece == 1 ? &first : &second;
        if (mark == LOOP_EMPTY && piece) continue;
        if ((mark == LOOP_FIRST || mark == LOOP_SECOND) && piece != mark) continue;
        if (piece && *left == 0) continue;
        b->board[square] = (uint8_t)piece;
        if (piece) --*left;
        brute(b, square + 1, first, second);
        if (piece) ++*left;
    }
    b->board[square] = 0;
}

/* Counts orbits by marking images under the 4 or 8 symmetries; only for puzzles without marks. */
static int brute_orbits(const Brute *b) {
    const LoopPuzzle *p = b->puzzle;
    int orbits = 0;
    for (int i = 0; i < b->count; i++) {
        bool least = true;
        for (int g = 1; g < (p->rows == p->cols ? 8 : 4); g++) {
            char image[20] = "";
            for (int s = 0; s < p->rows * p->cols; s++) {
                int r = s / p->cols, c = s % p->cols;
                if (g & 1) r = p->rows - 1 - r;
                if (g & 2) c = p->cols - 1 - c;
                image[g & 4 ? c * p->cols + r : r * p->cols + c] = b->found[i][s];
            }
            least &= strcmp(image, b->found[i]) >= 0;
        }
        orbits += least;
    }
    return orbits;
}

// --- helpers ---

static bool quick(void) {
    return getenv("ROEK_TEST_QUICK") != NULL;
}

static LoopPuzzle puzzle_of(int rows, int cols, int n, LoopType a, LoopType b) {
    return (LoopPuzzle){.rows = rows, .cols = cols, .n = n, .type = {a, b}};
}

typedef struct {
    const LoopPuzzle *puzzle;
    uint64_t count;
    uint64_t hash; // of the solutions in order
} Listing;

static void verify(void *context, const LoopSolution *solution) {
    Listing *listing = context;
    const LoopPuzzle *p = listing->puzzle;
    uint8_t board[LOOP_MAX_SQUARES] = {0};
    assert_int_equal(solution->length, 2 * p->n);
    for (int i = 0; i < solution->length; i++) {
        assert_int_equal(board[solution->square[i]], 0);
        board[solution->square[i]] = i & 1 ? LOOP_SECOND : LOOP_FIRST;
        listing->hash = (listing->hash ^ solution->square[i]) * FNV1A_PRIME;
    }
    assert_true(is_loop(p, board));
    LoopCheck check = loop_check(p, board);
    assert_int_equal(check.verdict, LOOP_SOLVED);
    assert_memory_equal(check.solution.square, solution->square,
                        (size_t)solution->length * sizeof solution->square[0]);
    listing->count++;
}

static Listing list(const LoopPuzzle *p, int threads, bool all) {
    Listing listing = {.puzzle = p};
    LoopOptions options = {
        .threads = threads, .all = all, .on_solution = verify, .context = &listing};
    LoopResult r = loop_enumerate(p, &options);
    assert_int_equal(r.end, LOOP_COMPLETE);
    assert_int_equal(all ? r.solutions : r.orbits, listing.count);
    return listing;
}

// --- tests ---

/* Checks a known row: number of solutions and orbits, a verified listing, a first solution. */
static void check_row(const LoopPuzzle *p, uint64_t solutions, uint64_t orbits) {
    LoopOptions options = {.threads = 1};
    LoopResult r = loop_enumerate(p, &options);
    assert_int_equal(r.end, LOOP_COMPLETE);
    assert_int_equal(r.solutions, solutions);
    assert_int_equal(r.orbits, orbits);
    LoopPartCount sum = {0};
    for (int i = 0; i < 7; i++) {
        LoopPartCount part = loop_count_part(p, &options, i, 7);
        loop_part_count_add(&sum, &part);
    }
    LoopResult total = loop_part_count_total(&sum);
    assert_int_equal(total.end, LOOP_COMPLETE);
    assert_int_equal(total.solutions, r.solutions);
    assert_int_equal(total.orbits, r.orbits);
    assert_int_equal(total.nodes, r.nodes);
    assert_int_equal(total.symmetries, r.symmetries);
    Listing one = list(p, 1, false);
    assert_int_equal(one.count, orbits);
    for (int threads = 2; threads <= 4 && !quick(); threads *= 2) {
        Listing many = list(p, threads, false);
        assert_int_equal(many.hash, one.hash);
    }
    assert_int_equal(list(p, 2, true).count, solutions);
    LoopSolution first;
    r = loop_solve(p, &options, &first);
    assert_int_equal(r.solutions, solutions > 0);
    if (r.solutions) verify(&one, &first);
}

static void test_truth(void **state) {
    (void)state;
    FILE *file = fopen("tests/data/chess-loop.tsv", "r");
    assert_non_null(file);
    char line[256], type[2][32];
    int rows = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        LoopPuzzle p = {0};
        unsigned long solutions, orbits;
        assert_int_equal(sscanf(line, "%d %d %d %31s %31s %lu %lu", &p.rows, &p.cols, &p.n, type[0],
                                type[1], &solutions, &orbits),
                         7);
        assert_true(loop_type_read(type[0], &p.type[0]));
        assert_true(loop_type_read(type[1], &p.type[1]));
        rows++;
        if (p.type[0] == p.type[1]) {
            assert_int_equal(loop_fault(&p), LOOP_SAME_TYPES);
            assert_int_equal(solutions, 0);
        } else {
            check_row(&p, solutions, orbits);
        }
    }
    fclose(file);
    assert_int_equal(rows, 190);
}

static void test_brute(void **state) {
    (void)state;
    static const int boards[][3] = {{1, 8, 3}, {2, 5, 4}, {3, 3, 4}, {3, 4, 3}, {4, 3, 3},
                                    {2, 2, 2}, {1, 3, 1}, {2, 7, 2}, {3, 5, 2}, {4, 4, 2}};
    char(*found)[20] = malloc(100000 * sizeof *found);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        for (int n = 1; n <= boards[i][2]; n++)
            for (int pair = 0; pair < 25; pair++) {
                if (pair / 5 == pair % 5 || (quick() && pair / 5 > pair % 5)) continue;
                LoopPuzzle p = puzzle_of(boards[i][0], boards[i][1], n, (LoopType)(pair / 5),
                                         (LoopType)(pair % 5));
                Brute b = {.puzzle = &p, .found = found};
                brute(&b, 0, n, n);
                check_row(&p, (uint64_t)b.count, (uint64_t)brute_orbits(&b));
            }
    free(found);
}

/* Compares puzzles with marks with the plain enumerator under the same marks. */
static void test_marks(void **state) {
    (void)state;
    char(*found)[20] = malloc(100000 * sizeof *found);
    Rng rng = rng_seeded(7);
    for (int round = 0; round < (quick() ? 60 : 600); round++) {
        LoopPuzzle p = puzzle_of(3 + (int)rng_below(&rng, 2), 4, 2 + (int)rng_below(&rng, 2),
                                 (LoopType)rng_below(&rng, 5), (LoopType)rng_below(&rng, 5));
        if (p.type[0] == p.type[1]) continue;
        if (p.rows * p.cols > 12) p.n = 2;
        for (int i = 0, marks = (int)rng_below(&rng, 5); i < marks; i++)
            p.mark[rng_below(&rng, (uint32_t)(p.rows * p.cols))] = (uint8_t)rng_below(&rng, 4);
        if (loop_fault(&p) != LOOP_OK) continue;
        Brute b = {.puzzle = &p, .found = found};
        brute(&b, 0, p.n, p.n);
        assert_int_equal(list(&p, 2, true).count, b.count);
        LoopOptions options = {.threads = 2};
        LoopResult r = loop_enumerate(&p, &options);
        assert_int_equal(r.solutions, b.count);
        assert_int_equal(r.orbits, list(&p, 1, false).count);
        LoopSolution first;
        assert_int_equal(loop_solve(&p, &options, &first).solutions, b.count > 0);
    }
    free(found);
}

/* The first solution does not depend on the number of threads. */
static void test_first_is_stable(void **state) {
    (void)state;
    LoopPuzzle p = puzzle_of(8, 8, 8, LOOP_KNIGHT, LOOP_ROOK);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        LoopSolution one, many;
        LoopOptions options = {.threads = 1, .seed = seed};
        assert_int_equal(loop_solve(&p, &options, &one).solutions, 1);
        Listing listing = {.puzzle = &p};
        verify(&listing, &one);
        options.threads = 4;
        assert_int_equal(loop_solve(&p, &options, &many).solutions, 1);
        assert_memory_equal(one.square, many.square, 16 * sizeof one.square[0]);
    }
}

/* A solution stays valid when empty rows and columns are added: large and thin boards. */
static void test_large_boards(void **state) {
    (void)state;
    static const int boards[][2] = {{16, 16}, {2, 512}, {512, 2}, {32, 32}, {5, 51}, {3, 43}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        LoopPuzzle p = puzzle_of(boards[i][0], boards[i][1], 2, LOOP_KING, LOOP_KNIGHT);
        LoopSolution s;
        LoopOptions options = {.threads = 1};
        assert_int_equal(loop_solve(&p, &options, &s).solutions, 1);
        Listing listing = {.puzzle = &p};
        verify(&listing, &s);
    }
    LoopPuzzle line = puzzle_of(1, 1024, 512, LOOP_ROOK, LOOP_KNIGHT);
    LoopOptions options = {.threads = 2};
    LoopResult r = loop_enumerate(&line, &options);
    assert_int_equal(r.end, LOOP_COMPLETE);
    assert_int_equal(r.solutions, 0);
}

static void test_stop_after(void **state) {
    (void)state;
    LoopPuzzle p = puzzle_of(8, 8, 3, LOOP_KNIGHT, LOOP_ROOK);
    Listing listing = {.puzzle = &p};
    LoopOptions options = {
        .threads = 3, .stop_after = 10, .on_solution = verify, .context = &listing};
    LoopResult r = loop_enumerate(&p, &options);
    assert_int_equal(r.end, LOOP_INCOMPLETE);
    assert_int_equal(listing.count, 10);
    Listing again = {.puzzle = &p};
    options.threads = 1;
    options.context = &again;
    loop_enumerate(&p, &options);
    assert_int_equal(again.hash, listing.hash);
}

/* Stops the count when some loops were seen; how many is all the context. */
static void stop_when_seen(void *context, double done, uint64_t nodes, uint64_t found) {
    (void)done, (void)nodes;
    if (found > 1000) atomic_store((atomic_bool *)context, true);
}

/* A loop is seen at most eight times: so many sightings are some loops. */
static void test_a_count_that_is_stopped(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        LoopPuzzle p = puzzle_of(10, 10, 14, LOOP_KNIGHT, LOOP_KING);
        atomic_bool stop = false;
        LoopOptions options = {
            .threads = threads, .stop = &stop, .on_progress = stop_when_seen, .context = &stop};
        LoopResult r = loop_enumerate(&p, &options);
        assert_int_equal(r.end, LOOP_INCOMPLETE);
        assert_true(r.solutions > 50 && r.solutions <= 67116);
        assert_true(r.orbits > 5 && r.orbits <= 8423);
    }
}

static void test_faults(void **state) {
    (void)state;
    LoopPuzzle p = puzzle_of(0, 3, 1, LOOP_KING, LOOP_ROOK);
    assert_int_equal(loop_fault(&p), LOOP_BAD_BOARD);
    p = puzzle_of(1024, 2, 1, LOOP_KING, LOOP_ROOK);
    assert_int_equal(loop_fault(&p), LOOP_BAD_BOARD);
    p = puzzle_of(3, 3, 0, LOOP_KING, LOOP_ROOK);
    assert_int_equal(loop_fault(&p), LOOP_BAD_NUMBER);
    p = puzzle_of(3, 3, 5, LOOP_KING, LOOP_ROOK);
    assert_int_equal(loop_fault(&p), LOOP_TOO_MANY);
    p = puzzle_of(3, 3, 2, LOOP_KING, LOOP_KING);
    assert_int_equal(loop_fault(&p), LOOP_SAME_TYPES);
    p = puzzle_of(3, 3, 1, LOOP_KING, LOOP_ROOK);
    p.mark[0] = p.mark[1] = LOOP_SECOND;
    assert_int_equal(loop_fault(&p), LOOP_GIVEN_SECOND);
    for (int f = LOOP_OK; f <= LOOP_GIVEN_SECOND; f++)
        assert_true(strlen(loop_fault_text((LoopFault)f)) > 5);
}

static LoopCheck check_text(int rows, int cols, int n, LoopType a, LoopType b, const char *text) {
    LoopPuzzle p = puzzle_of(rows, cols, n, a, b);
    uint8_t board[LOOP_MAX_SQUARES] = {0};
    for (int i = 0; text[i]; i++) board[i] = (uint8_t)(text[i] == '.' ? 0 : text[i] - '0');
    return loop_check(&p, board);
}

static void test_check(void **state) {
    (void)state;
    assert_int_equal(check_text(2, 3, 2, LOOP_KING, LOOP_KNIGHT, "1.12.2").verdict, LOOP_SOLVED);
    assert_int_equal(check_text(2, 3, 2, LOOP_KING, LOOP_KNIGHT, "1..2.2").verdict,
                     LOOP_WRONG_COUNT);
    LoopCheck two = check_text(2, 3, 2, LOOP_KING, LOOP_KNIGHT, "11.22.");
    assert_int_equal(two.verdict, LOOP_TWO_TARGETS);
    assert_int_equal(two.square, 0);
    LoopCheck own = check_text(1, 6, 2, LOOP_ROOK, LOOP_KNIGHT, "1.1.22");
    assert_int_equal(own.verdict, LOOP_OWN_TYPE);
    assert_int_equal(own.other, 2);
    LoopCheck idle = check_text(3, 3, 1, LOOP_KING, LOOP_KNIGHT, "1.......2");
    assert_int_equal(idle.verdict, LOOP_NO_TARGET);
    /* Two pairs of pieces that attack only each other. */
    LoopCheck split = check_text(3, 7, 2, LOOP_KING, LOOP_BISHOP, "1.......2...2.......1");
    assert_int_equal(split.verdict, LOOP_SPLIT);
    assert_int_equal(split.steps, 2);
}

static void test_random(void **state) {
    (void)state;
    int pairs[LOOP_TYPES][LOOP_TYPES] = {{0}}, different = 0;
    for (uint64_t seed = 0; seed < (quick() ? 10u : 150u); seed++) {
        LoopPuzzle p;
        LoopSolution s;
        assert_true(loop_random_puzzle(seed, 10, &p, &s));
        assert_int_equal(loop_fault(&p), LOOP_OK);
        Listing listing = {.puzzle = &p};
        verify(&listing, &s);
        bool swapped = p.type[0] > p.type[1];
        different += pairs[p.type[swapped]][p.type[!swapped]]++ == 0;
    }
    if (!quick()) assert_int_equal(different, 7);
}

/* A generated puzzle has its solution and no other, needs each of its clues, and its hints reach
 * all pieces. */
static void check_task(const LoopGradedPuzzle *task) {
    LoopPuzzle p = task->puzzle;
    Listing listing = {.puzzle = &p};
    verify(&listing, &task->solution);
    LoopOptions options = {.threads = 1};
    assert_int_equal(loop_enumerate(&p, &options).orbits, 1);
    for (int s = 0; s < p.rows * p.cols; s++) {
        if (p.mark[s] == LOOP_UNKNOWN) continue;
        LoopPuzzle weaker = p;
        weaker.mark[s] = LOOP_UNKNOWN;
        assert_true(loop_enumerate(&weaker, &options).orbits > 1);
    }
    bool placed[LOOP_MAX_SQUARES] = {false};
    for (int i = 0; i < task->solution.length; i++) {
        const LoopStep *step = &task->steps[i];
        assert_true(step->choices >= 1);
        assert_false(placed[step->place]);
        placed[step->place] = true;
        if (i > 0) assert_true(placed[step->from]);
    }
    assert_in_range(task->level, 1, 5);
}

static void test_generate(void **state) {
    (void)state;
    LoopGradedPuzzle *task = malloc(sizeof *task);
    LoopLimits no_end = {0}, soon;
    for (uint64_t seed = 0; seed < (quick() ? 4u : 40u); seed++) {
        assert_int_equal(loop_generate(NULL, true, seed, &no_end, task), LOOP_COMPLETE);
        check_task(task);
    }
    LoopPuzzle frame = puzzle_of(6, 6, 4, LOOP_KING, LOOP_KNIGHT);
    assert_int_equal(loop_generate(&frame, true, 1, &no_end, task), LOOP_COMPLETE);
    check_task(task);
    frame.mark[0] = LOOP_EMPTY;
    assert_int_equal(loop_generate(&frame, false, 1, &no_end, task), LOOP_COMPLETE);
    assert_int_equal(task->puzzle.mark[0], LOOP_EMPTY);
    frame = puzzle_of(3, 5, 3, LOOP_BISHOP, LOOP_KNIGHT);
    assert_int_equal(loop_generate(&frame, true, 1, &no_end, task), LOOP_COMPLETE);
    assert_int_equal(task->solution.length, 0);
    frame = puzzle_of(16, 16, 20, LOOP_KING, LOOP_KNIGHT); // the limit is too short for this frame
    soon = (LoopLimits){.deadline = clock_ms() + 50};
    assert_int_equal(loop_generate(&frame, true, 1, &soon, task), LOOP_INCOMPLETE);
    free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truth),
        cmocka_unit_test(test_brute),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_first_is_stable),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_stop_after),
        cmocka_unit_test(test_a_count_that_is_stopped),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_generate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
