// SPDX-License-Identifier: MIT
#include "solve/problem/problem_proof.h"

#include "support/check.h"
#include "support/problem_solver.h"
#include "support/random_game.h"
#include "support/random_problem.h"

#include <string.h>

static ProblemOptions asking(const char *word) {
    return (ProblemOptions){.stipulation = stipulation_of(word)};
}

typedef ProofCheck ProofChecker(const Stipulation *, const Position *, int, const ProofTree *);

/* The checker rejects a tree that lacks its last step, or has an additional one. */
static void expect_no_less(const Stipulation *s, const Position *pos, int n, ProofTree *tree,
                           ProofChecker *check) {
    if (tree->count) {
        tree->count--;
        assert_int_not_equal(check(s, pos, n, tree).fault, PROOF_FAULT_NONE);
        tree->count++;
    }
    assert_true(proof_tree_add(tree, NO_MOVE, 0, 0));
    assert_int_not_equal(check(s, pos, n, tree).fault, PROOF_FAULT_NONE);
    tree->count--;
}

/* The tree convinces the judge who is asked for it, and not the one of the opposite. */
static void expect_convincing(const Stipulation *s, const Position *pos, int n, ProofTree *tree,
                              ProofChecker *check, ProofChecker *check_opposite) {
    assert_int_equal(check(s, pos, n, tree).fault, PROOF_FAULT_NONE);
    assert_int_not_equal(check_opposite(s, pos, n, tree).fault, PROOF_FAULT_NONE);
    expect_no_less(s, pos, n, tree, check);
    proof_tree_free(tree);
}

static void expect_proof(const Stipulation *s, const Position *pos, int n) {
    ProofTree tree = {0};
    assert_true(problem_prove(solver, s, pos, n, &tree));
    expect_convincing(s, pos, n, &tree, problem_check_proof, problem_check_refutation);
}

static void expect_refutation(const Stipulation *s, const Position *pos, int n) {
    ProofTree tree = {0};
    assert_true(problem_refute(solver, s, pos, n, &tree));
    expect_convincing(s, pos, n, &tree, problem_check_refutation, problem_check_proof);
}

/* Proves every key and refutes every other move; the checker accepts all of it. */
static int certify(const Position *pos, const char *word) {
    ProblemOptions options = asking(word);
    const Stipulation *s = &options.stipulation;
    ProblemResult r;
    MoveList moves;
    problem_solve(solver, pos, &options, &r);
    position_legal_moves(pos, &moves);
    if (problem_is_obliged(s, pos)) return 0;
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!movelist_has(&r.keys, moves.items[i])) expect_refutation(s, &next, s->moves - 1);
    }
    for (int i = 0; i < r.keys.count; i++) {
        Position next = position_after(pos, r.keys.items[i]);
        expect_proof(s, &next, r.key_moves[i] - 1);
    }
    return r.keys.count;
}

static void battles_are_certified(void **state) {
    (void)state;
    static const char *const OPEN[] = {"#2", "=2", "r#2", "semi-r#2", "#3", "r=2"};
    static const char *const TIGHT[] = {"s#2", "s=2", "r#2", "semi-r#2"};
    Rng rng = rng_seeded(3);
    int keys = 0;
    for (int i = 0; i < random_effort(240); i++) {
        Position pos;
        while (!random_open_problem(&rng, 6, &pos)) {
        }
        keys += certify(&pos, OPEN[i % 6]);
        while (!random_tight_problem(&rng, 4, &pos)) {
        }
        keys += certify(&pos, TIGHT[i % 4]);
    }
    assert_true(keys > random_effort(20));
}

static void keep(const Move *line, int count, void *context) {
    problem_lines_add(line, count, context);
}

/* The checker accepts each line, and rejects it without its last move or with another move before
 * it. */
static size_t check_lines(const Position *pos, const char *word) {
    ProblemOptions options = asking(word);
    ProblemLines lines = {0};
    ProblemResult r;
    options.line = keep;
    options.context = &lines;
    options.max_lines = 100;
    problem_solve(solver, pos, &options, &r);
    const Move *at = lines.moves;
    size_t count = lines.count;
    for (size_t i = 0; i < count; at += lines.lengths[i++]) {
        Move longer[64] = {0};
        memcpy(longer + 1, at, (size_t)lines.lengths[i] * sizeof *at);
        assert_true(problem_check_line(&options.stipulation, pos, at, lines.lengths[i]));
        // a series may continue after a stalemate, which is then a shorter solution
        if (options.stipulation.goal == PROBLEM_GOAL_MATE)
            assert_false(problem_check_line(&options.stipulation, pos, at, lines.lengths[i] - 1));
        assert_false(problem_check_line(&options.stipulation, pos, longer, lines.lengths[i] + 1));
    }
    problem_lines_free(&lines);
    return count;
}

static void lines_are_checked(void **state) {
    (void)state;
    static const char *const WORDS[] = {"h#2",    "h#1.5",   "h=2",    "hs#2",
                                        "ser-#3", "ser-h#3", "ser-=3", "ser-h=2"};
    Rng rng = rng_seeded(4);
    size_t lines = 0;
    for (int i = 0; i < random_effort(400); i++) {
        Position pos;
        while (!random_open_problem(&rng, 5, &pos)) {
        }
        lines += check_lines(&pos, WORDS[i % 8]);
    }
    assert_true(lines > (size_t)random_effort(50));
}

/* Rejected lines: too short, a check within a series, an end that is not forced. */
static void wrong_lines_are_refused(void **state) {
    (void)state;
    Position pos = chess_of("7k/5K2/8/5N2/8/8/8/6R1 b - - 0 1");
    Move right[] = {move_make(H8, H7, MOVE_PLAIN), move_make(G1, H1, MOVE_PLAIN)};
    Move wrong[] = {move_make(H8, H7, MOVE_PLAIN), move_make(G1, G7, MOVE_PLAIN)};
    ProblemOptions help = asking("h#1"), forced = asking("hs#1");
    assert_true(problem_check_line(&help.stipulation, &pos, right, 2));
    assert_false(problem_check_line(&help.stipulation, &pos, wrong, 2));
    assert_false(problem_check_line(&forced.stipulation, &pos, right, 2));
    assert_false(problem_check_line(&help.stipulation, &pos, right, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(battles_are_certified),
        cmocka_unit_test(lines_are_checked),
        cmocka_unit_test(wrong_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
