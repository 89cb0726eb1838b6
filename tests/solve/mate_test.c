// SPDX-License-Identifier: MIT
//
// The mate solver against known answers, and against a judge that tries everything out.
#include "support/check.h"
#include "support/random_game.h"

#include "roek/notation/coord.h"
#include "roek/solve/mate.h"
#include "roek/solve/mate_check.h"
#include "roek/solve/mate_node.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MateSolver *solver;

static int make_solver(void **state) {
    (void)state;
    solver = mate_solver_new(1, 16);
    return solver ? 0 : -1;
}

static int free_solver(void **state) {
    (void)state;
    mate_solver_free(solver);
    return 0;
}

static MateResult solve(const Position *pos, MateOptions options) {
    MateResult result;
    mate_solve(solver, pos, &options, &result);
    return result;
}

/* ------------------------------------------------------------------ a judge by brute force */

static bool judge_mates(const Position *pos, int n);

static bool judge_is_lost(const Position *pos, int n) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (moves.count == 0) return position_is_check(pos);
    if (n == 0 || pos->halfmove >= 100) return false;
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        if (!judge_mates(&next, n)) return false;
    }
    return true;
}

static bool judge_mates(const Position *pos, int n) {
    MoveList moves;
    if (n == 0 || pos->halfmove >= 100) return false;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        if (judge_is_lost(&next, n - 1)) return true;
    }
    return false;
}

static void judge_keys(const Position *pos, int n, MoveList *keys) {
    MoveList moves;
    keys->count = 0;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        if (judge_is_lost(&next, n - 1)) keys->items[keys->count++] = moves.items[i];
    }
}

static void assert_same_moves(const MoveList *a, const MoveList *b) {
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) assert_true(movelist_has(b, a->items[i]));
}

/* Sparse positions around a bare-ish king, where mates are frequent. */
static bool random_sparse(Rng *rng, Position *out) {
    static const char pieces[] = "KQRRBNPPkpprnbq";
    Setup setup = setup_empty();
    int count = 3 + (int)rng_below(rng, 8);
    setup.piece[rng_below(rng, 64)] = piece_of(WHITE, KING);
    setup.piece[rng_below(rng, 64)] = piece_of(BLACK, KING);
    for (int i = 0; i < count; i++) {
        Square s = (Square)rng_below(rng, 64);
        char c = pieces[rng_below(rng, sizeof pieces - 1)];
        if (setup.piece[s] == NO_PIECE && c != 'K' && c != 'k') setup.piece[s] = piece_from_char(c);
    }
    setup.turn = (Color)rng_below(rng, 2);
    if (rng_below(rng, 4) == 0) setup.halfmove = 92 + (int)rng_below(rng, 8);
    return position_from_setup(&setup, &STANDARD_CHESS, out) == 0;
}

static void compare_with_judge(const Position *pos, int most) {
    int truth = 0;
    for (int n = 1; n <= most && !truth; n++)
        if (judge_mates(pos, n)) truth = n;
    MateResult result = solve(pos, (MateOptions){.moves = most, .all = true});
    if (truth != result.moves) {
        char fen[FEN_MAX];
        fen_write_position(pos, fen);
        fail_msg("%s: mate in %d, but the solver says %d", fen, truth, result.moves);
    }
    assert_int_equal(result.verdict, truth ? MATE_FOUND : MATE_NONE);
    if (!truth) return;
    MoveList keys;
    judge_keys(pos, truth, &keys);
    assert_same_moves(&keys, &result.keys);
    assert_true(result.proved && result.checked);
    assert_int_equal(result.length, 2 * truth - 1);
}

static void test_judge_on_random_positions(void **state) {
    (void)state;
    Rng rng = rng_seeded(5);
    int wanted = random_effort(40000);
    for (int done = 0; done < wanted;) {
        Position pos;
        if (!random_sparse(&rng, &pos)) continue;
        MoveList moves;
        position_legal_moves(&pos, &moves);
        compare_with_judge(&pos, done % 8 == 0 && moves.count < 20 ? 3 : 2);
        done++;
    }
}

static void visit_game_position(const Position *pos, void *context) {
    int *count = context;
    if (pos->rules != &STANDARD_CHESS || ++*count % 8) return;
    compare_with_judge(pos, 1 + (*count % 64 == 0));
}

static void test_judge_on_games(void **state) {
    (void)state;
    int count = 0;
    random_games(3, random_effort(120), 160, visit_game_position, &count);
    assert_true(count > 100);
}

static void check_node(const Position *pos, void *context) {
    (void)context;
    if (pos->rules != &STANDARD_CHESS) return;
    MateNode node = node_from_position(pos);
    MoveList moves, checks;
    node_moves(&node, &moves);
    node_checks(&node, &checks);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        MateNode after = node_after(&node, moves.items[i]);
        MateNode fresh = node_from_position(&next);
        assert_true(after.key == fresh.key);
        assert_memory_equal(&after.board, &fresh.board, sizeof after.board);
        assert_int_equal(after.clock, next.halfmove);
        if (position_is_check(&next)) assert_true(movelist_has(&checks, moves.items[i]));
    }
}

static void test_nodes_follow_positions(void **state) {
    (void)state;
    random_games(17, random_effort(200), 200, check_node, NULL);
}

/* ------------------------------------------------------------------ known problems */

static void check_problem(char *line) {
    char *field[8];
    int n = 0;
    for (char *at = strtok(line, "\t"); at && n < 8; at = strtok(NULL, "\t")) field[n++] = at;
    assert_true(n >= 7);
    Position pos = chess_of(field[1]);
    MoveList keys = {0};
    char *rest = NULL;
    for (char *word = strtok_r(field[5], " ,", &rest); word; word = strtok_r(NULL, " ,", &rest))
        keys.items[keys.count++] = coord_read(&pos, word, strlen(word));
    MateResult result = solve(&pos, (MateOptions){.moves = 6, .all = true});
    assert_int_equal(result.verdict, MATE_FOUND);
    assert_int_equal(result.moves, atoi(field[2]));
    assert_same_moves(&keys, &result.keys);
    assert_true(result.checked && result.proved);
    MateResult none = solve(&pos, (MateOptions){.moves = result.moves - 1});
    assert_int_equal(none.verdict, MATE_NONE);
}

static void test_known_keys(void **state) {
    (void)state;
    FILE *file = fopen("tests/data/mate/keys.tsv", "r");
    assert_non_null(file);
    char line[512];
    int count = 0, step = random_effort(10) > 1 ? 1 : 8;
    for (bool head = true; fgets(line, sizeof line, file); head = false) {
        line[strcspn(line, "\n")] = '\0';
        if (!head && ++count % step == 0) check_problem(line);
    }
    fclose(file);
    assert_int_equal(count, 160);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_follow_positions),
        cmocka_unit_test(test_judge_on_random_positions),
        cmocka_unit_test(test_judge_on_games),
        cmocka_unit_test(test_known_keys),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
