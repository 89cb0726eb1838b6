// SPDX-License-Identifier: MIT
//
// Compares the mate solver with known solutions and with a brute-force search.
#include "support/check.h"
#include "support/random_game.h"

#include "notation/text/uci_move.h"
#include "solve/mate/mate.h"
#include "solve/mate/mate_check.h"
#include "solve/mate/mate_search.h"

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

// --- brute-force reference ---

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

/* Sparse positions with few pieces near one king, where mates are frequent. */
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

/* Compares every df-pn mode with the exhaustive search: full-width modes must agree, restricted
 * modes must not report mates that do not exist. */
static void compare_modes(MateWorker *w, const MateNode *node, int n) {
    mate_tt_new_problem(w->table);
    bool mate = exhaustive_attack(w, node, n);
    for (DfpnMode way = 0; way < DFPN_MODES; way++) {
        mate_tt_new_problem(w->table);
        w->few_replies = FEW_REPLIES_FIRST;
        DfpnResult finding = dfpn_search(w, node, n, true, way);
        assert_int_not_equal(finding, DFPN_RESULT_OPEN);
        if (dfpn_mode_is_full_width(way)) assert_int_equal(finding == DFPN_RESULT_MATE, mate);
        if (finding == DFPN_RESULT_MATE) assert_true(mate);
    }
}

static void test_modes_agree_with_the_prover(void **state) {
    (void)state;
    Rng rng = rng_seeded(6);
    MateClock clock = {0};
    MateWorker *w = calloc(1, sizeof *w);
    assert_non_null(w);
    *w = (MateWorker){.table = mate_tt_new(16), .clock = &clock, .pause_at = UINT64_MAX};
    int wanted = random_effort(6000);
    for (int done = 0; done < wanted;) {
        Position pos;
        if (!random_sparse(&rng, &pos)) continue;
        MateNode node = mate_node_from_position(&pos);
        if (mate_node_count_moves(&node) == 0) continue;
        compare_modes(w, &node, done % 4 == 0 ? 4 : 3);
        done++;
    }
    mate_tt_free(w->table);
    free(w);
}

/* Tests mate in one directly; the other tests use it only within larger searches. */
static void test_mate_in_one(void **state) {
    (void)state;
    Rng rng = rng_seeded(55);
    int mates = 0;
    for (int done = 0; done < random_effort(60000); done++) {
        Position pos;
        MoveList keys;
        while (!random_sparse(&rng, &pos)) continue;
        judge_keys(&pos, 1, &keys);
        Move move = mate_in_one(&pos.board);
        assert_int_equal(move != NO_MOVE, keys.count > 0);
        assert_true(!move || movelist_has(&keys, move));
        mates += move != NO_MOVE;
    }
    assert_true(mates > 0);
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
    MateNode node = mate_node_from_position(pos);
    MoveList moves, checks;
    mate_node_moves(&node, &moves);
    mate_node_checks(&node, &checks);
    for (int i = 0; i < checks.count; i++) { // legal moves, and none twice
        assert_true(movelist_has(&moves, checks.items[i]));
        for (int j = 0; j < i; j++) assert_int_not_equal(checks.items[i], checks.items[j]);
    }
    DefenderMobility choice = mate_node_mobility(&node);
    assert_int_equal(choice.replies, moves.count);
    assert_int_equal(choice.flights, popcount(mate_node_flights(&node)));
    assert_int_equal(choice.check, position_is_check(pos));
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        MateNode after = mate_node_after(&node, moves.items[i]);
        MateNode fresh = mate_node_from_position(&next);
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

// --- known problems ---

static void check_problem(char *line) {
    char *field[8];
    int n = 0;
    for (char *at = strtok(line, "\t"); at && n < 8; at = strtok(NULL, "\t")) field[n++] = at;
    assert_true(n >= 7);
    Position pos = chess_of(field[1]);
    MoveList keys = {0};
    char *rest = NULL;
    for (char *word = strtok_r(field[5], " ,", &rest); word; word = strtok_r(NULL, " ,", &rest))
        keys.items[keys.count++] = uci_move_read(&pos, word, strlen(word));
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

// --- other goals and queries ---

/* Brute force for any goal. */
static bool judge_goal(const Position *pos, MateGoal goal, int n, bool attacker) {
    Outcome end = pos->rules->outcome(&pos->board);
    Color turn = position_turn(pos), us = attacker ? turn : other(turn);
    bool reached = goal == MATE_GOAL_MATE        ? end.winner == us
                   : goal == MATE_GOAL_SELFMATE  ? end.winner == other(us)
                   : goal == MATE_GOAL_STALEMATE ? end.reason == OUTCOME_STALEMATE && !attacker
                                                 : false;
    if (reached) return true;
    if (end.reason != OUTCOME_ONGOING || pos->halfmove >= 100 || (attacker && n == 0)) return false;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        if (judge_goal(&next, goal, attacker ? n - 1 : n, !attacker) == attacker) return attacker;
    }
    return !attacker;
}

static void compare_goal(const Position *pos, MateGoal goal, int most) {
    int truth = 0;
    bool goes_on = pos->rules->outcome(&pos->board).reason == OUTCOME_ONGOING;
    for (int n = 1; goes_on && n <= most && !truth; n++)
        if (judge_goal(pos, goal, n, true)) truth = n;
    MateResult result = solve(pos, (MateOptions){.moves = most, .goal = goal});
    assert_int_equal(result.verdict, truth ? MATE_FOUND : MATE_NONE);
    assert_int_equal(result.moves, truth);
    assert_true(!truth || result.checked);
}

static void test_other_goals(void **state) {
    (void)state;
    Rng rng = rng_seeded(8);
    for (int done = 0; done < random_effort(1500); done++) {
        Position pos;
        while (!random_sparse(&rng, &pos)) continue;
        compare_goal(&pos, MATE_GOAL_STALEMATE, 2);
        compare_goal(&pos, MATE_GOAL_SELFMATE, 1);
    }
}

static void visit_race(const Position *pos, void *context) {
    int *count = context;
    if (pos->rules != &RACING_KINGS) return;
    bool over = pos->rules->outcome(&pos->board).reason != OUTCOME_ONGOING;
    if (over || ++*count % 10 == 0) compare_goal(pos, MATE_GOAL_MATE, 2);
}

static void test_races(void **state) {
    (void)state;
    int count = 0;
    random_games(11, random_effort(150), 120, visit_race, &count);
    assert_true(count > 50);
}

static void test_helpmate(void **state) {
    (void)state;
    // the side to move begins and is mated: 1... Kh8 2. Kf7 Kh7 3. Qg7 would do in three
    Position pos = chess_of("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1");
    MateResult result =
        solve(&pos, (MateOptions){.moves = 2, .goal = MATE_GOAL_HELPMATE, .all = true});
    assert_int_equal(result.verdict, MATE_FOUND);
    assert_int_equal(result.moves, 1);
    assert_int_equal(result.length, 2);
    assert_true(result.checked);
    pos = chess_of("7k/8/8/8/8/8/8/K7 b - - 0 1");
    assert_int_equal(solve(&pos, (MateOptions){.moves = 2, .goal = MATE_GOAL_HELPMATE}).verdict,
                     MATE_NONE);
}

static void test_being_mated(void **state) {
    (void)state;
    Rng rng = rng_seeded(21);
    for (int done = 0; done < random_effort(3000); done++) {
        Position pos;
        while (!random_sparse(&rng, &pos)) continue;
        int truth = -1;
        for (int n = 0; n <= 2 && truth < 0; n++)
            if (judge_is_lost(&pos, n)) truth = n;
        MateResult result = solve(&pos, (MateOptions){.moves = 2, .mated = true});
        assert_int_equal(result.verdict, truth >= 0 ? MATE_FOUND : MATE_NONE);
        if (truth > 0) assert_int_equal(result.length, 2 * truth);
    }
}

// --- traps ---

typedef struct {
    const char *fen;
    int moves; // 0: none within `within`
    int within;
    const char *key; // in UCI form, or NULL
} Trap;

static const Trap TRAPS[] = {
    // the ancestor's sample: mate in 3, not in 2
    {"3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1", 3, 4, "e2e7"},
    // Black mates as well as White
    {"8/8/8/8/8/k7/7r/K7 b - - 0 1", 1, 2, "h2h1"},
    // castling mates, but not without the right to castle
    {"8/8/8/8/8/8/7R/1k2K2R w K - 0 1", 1, 1, "e1h1"},
    {"8/8/8/8/8/8/7R/1k2K2R w - - 0 1", 0, 1, NULL},
    // stalemate is no mate
    {"7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", 1, 1, NULL},
    {"k7/2Q5/8/8/8/8/8/K7 b - - 0 1", 0, 2, NULL},
    // the queen would stalemate: only a rook, only a knight will do
    {"8/k1P5/8/7P/1R6/K7/8/8 w - - 0 1", 2, 2, "c7c8r"},
    {"8/5P1k/1P3K2/8/8/8/8/8 w - - 0 1", 2, 2, "f7f8r"},
    {"4k3/7P/8/5N2/3R4/8/8/7K w - - 0 1", 2, 2, "h7h8n"},
    // en passant as the key and as the mating move
    {"k7/3N4/8/2pP3Q/2K1N3/8/8/7N w - c6 0 1", 2, 2, "d5c6"},
    {"3k4/1Q6/8/4Pp2/6K1/5R2/8/8 w - f6 0 1", 2, 2, "e5f6"},
    {"8/8/6B1/4pP2/1K5P/Q7/8/1k6 w - e6 0 1", 1, 1, "f5e6"},
    {"8/8/6B1/4pP2/1K5P/Q7/8/1k6 w - - 0 1", 2, 2, NULL},
    // fifty moves: the mate on the hundredth half-move counts, one later does not
    {"7k/8/5K2/8/8/8/8/6Q1 w - - 99 90", 1, 1, NULL},
    {"7k/8/8/5K2/8/8/8/6Q1 w - - 97 90", 2, 2, "f5f6"},
    {"7k/8/8/5K2/8/8/8/6Q1 w - - 98 90", 0, 2, NULL},
    // beyond fifty moves no draw was claimed: one move is left to mate or to reset the clock
    {"7k/8/5K2/8/8/8/8/6Q1 w - - 100 90", 1, 1, NULL},
    {"7k/8/8/5K2/8/8/8/6Q1 w - - 100 90", 0, 2, NULL},
    {"7k/8/8/5K2/8/4P3/8/6Q1 w - - 120 90", 3, 3, "e3e4"},
};

static void test_traps(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof TRAPS / sizeof *TRAPS; i++) {
        const Trap *t = &TRAPS[i];
        Position pos = chess_of(t->fen);
        int truth = 0;
        for (int n = 1; n <= t->within && n <= 3 && !truth; n++) {
            MoveList keys;
            judge_keys(&pos, n, &keys);
            if (keys.count) truth = n;
        }
        if (truth != t->moves) fail_msg("%s: the judge says %d", t->fen, truth);
        MateResult result = solve(&pos, (MateOptions){.moves = t->within, .all = true});
        if (result.moves != t->moves) fail_msg("%s: mate in %d", t->fen, result.moves);
        assert_int_equal(result.verdict, t->moves ? MATE_FOUND : MATE_NONE);
        if (t->key)
            assert_true(movelist_has(&result.keys, uci_move_read(&pos, t->key, strlen(t->key))));
    }
}

// --- limits and threads ---

static const char *const HARD =
    "1b6/5p2/r2p2pr/3P1kPp/1pp1p2B/1B2RNPP/1pP1P3/N2R1K2 w - - 0 1"; // mate in 7

static void test_limits_never_lie(void **state) {
    (void)state;
    Position pos = chess_of(HARD);
    for (uint64_t nodes = 1; nodes < 300000; nodes = nodes * 3 + 1) {
        MateResult result = solve(&pos, (MateOptions){.moves = 7, .nodes = nodes});
        assert_int_equal(result.verdict, MATE_UNKNOWN);
        assert_true(result.excluded < 7 && (result.moves == 0 || result.moves == 7));
        result = solve(&pos, (MateOptions){.moves = 6, .nodes = nodes});
        assert_int_equal(result.verdict, MATE_UNKNOWN);
        assert_int_equal(result.moves, 0);
    }
    atomic_bool stop = true;
    MateResult result = solve(&pos, (MateOptions){.moves = 7, .stop = &stop});
    assert_int_equal(result.verdict, MATE_UNKNOWN);
}

static MateResult solve_with(int threads, const Position *pos, const MateOptions *options) {
    MateSolver *fresh = mate_solver_new(threads, 4);
    MateResult result;
    assert_non_null(fresh);
    mate_solve(fresh, pos, options, &result);
    mate_solver_free(fresh);
    return result;
}

static void assert_same_answer(const MateResult *a, const MateResult *b) {
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->line, b->line, (size_t)a->length * sizeof *a->line);
    assert_int_equal(a->keys.count, b->keys.count);
    assert_memory_equal(a->keys.items, b->keys.items, (size_t)a->keys.count * sizeof(Move));
}

/* The length, the keys and the line do not depend on the number of threads. */
static void test_threads_agree(void **state) {
    (void)state;
    FILE *file = fopen("tests/data/mate/public.epd", "r");
    assert_non_null(file);
    char line[512];
    for (int number = 0; fgets(line, sizeof line, file); number++) {
        char *dm = strstr(line, " dm ");
        int moves = dm ? atoi(dm + 4) : 0;
        if (moves < 2 || moves > 6 || number % (getenv("ROEK_TEST_QUICK") ? 40 : 4)) continue;
        memcpy(dm, " 0 1", 5);
        Position pos = chess_of(line);
        MateOptions options = {.moves = moves, .all = moves < 5};
        MateResult one = solve_with(1, &pos, &options);
        assert_int_equal(one.moves, moves);
        for (int threads = 2; threads <= 4; threads += 2) {
            MateResult more = solve_with(threads, &pos, &options);
            assert_same_answer(&one, &more);
        }
    }
    fclose(file);
}

/* Successive problems do not influence each other, even where the attacker changes. */
static void test_questions_are_separate(void **state) {
    (void)state;
    Position pos = chess_of("q7/n2BNp2/5k1P/1p5P/1p2RP2/1K6/8/8 w - - 0 1"); // mate in 6
    MateResult first = solve(&pos, (MateOptions){.moves = 6});
    assert_int_equal(first.moves, 6);
    for (int ply = 0; ply < first.length; ply++) {
        for (int mated = 0; mated < 2; mated++) {
            MateOptions options = {.moves = 5, .mated = mated, .nodes = 2000000};
            MateResult alone = solve_with(1, &pos, &options), after = solve(&pos, options);
            assert_same_answer(&alone, &after);
        }
        position_play(&pos, first.line[ply]);
    }
}

/* A table that is far too small slows the search down but does not change the result. */
static void test_tiny_table(void **state) {
    (void)state;
    MateSolver *tiny = mate_solver_new(2, 1);
    assert_non_null(tiny);
    Position pos = chess_of("8/8/pp4R1/p2k1p2/p1pB1p2/P1K5/2B5/8 w - - 0 1"); // mate in 5
    MateResult result;
    mate_solve(tiny, &pos, &(MateOptions){.moves = 5}, &result);
    assert_int_equal(result.verdict, MATE_FOUND);
    assert_int_equal(result.moves, 5);
    mate_solver_free(tiny);
}

/* Mates found with `quick` are real: they pass the checker and are not too short. */
static void test_quick_mates_are_real(void **state) {
    (void)state;
    Position pos = chess_of("3q4/k1pQ4/PpP3B1/1P4K1/8/8/8/8 w - - 0 1"); // mate in 16
    MateResult result = solve(&pos, (MateOptions){.moves = 16, .quick = true, .nodes = 3000000});
    if (result.verdict != MATE_FOUND) return; // not found with so few nodes: nothing to check
    assert_true(result.checked && result.moves <= 16);
    assert_true(result.length <= 2 * result.moves - 1);
}

// --- the checker rejects wrong proofs ---

static void test_checker_refuses(void **state) {
    (void)state;
    Position pos = chess_of("3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1");
    solve(&pos, (MateOptions){.moves = 3});
    const ProofTree *good = mate_solver_proof(solver);
    assert_int_equal(mate_check_proof(&pos, 3, MATE_GOAL_MATE, false, good).fault,
                     PROOF_FAULT_NONE);
    assert_int_not_equal(mate_check_proof(&pos, 2, MATE_GOAL_MATE, false, good).fault,
                         PROOF_FAULT_NONE);
    for (size_t i = 0; i < good->count; i++) { // without any single step the proof is incomplete
        ProofTree bad = {0};
        for (size_t k = 0; k < good->count; k++) {
            const ProofStep *step = &good->items[k];
            if (k != i)
                assert_true(proof_tree_add(&bad, step->move, step->ply, step->back_reference));
        }
        assert_int_not_equal(mate_check_proof(&pos, 3, MATE_GOAL_MATE, false, &bad).fault,
                             PROOF_FAULT_NONE);
        proof_tree_free(&bad);
    }
    ProofTree empty = {0};
    assert_int_equal(mate_check_refutation(&pos, 2, MATE_GOAL_MATE, false, &empty).fault,
                     PROOF_FAULT_NONE);
    assert_int_not_equal(mate_check_refutation(&pos, 3, MATE_GOAL_MATE, false, &empty).fault,
                         PROOF_FAULT_NONE);
}

static void test_refutations(void **state) {
    (void)state;
    Position pos = chess_of("8/8/pp4R1/p2k1p2/p1pB1p2/P1K5/2B5/8 w - - 0 1"); // mate in 5
    MateOptions options = {.moves = 4};
    ProofTree tree;
    assert_int_equal(solve(&pos, options).verdict, MATE_NONE);
    assert_true(mate_refute(solver, &pos, &options, 4, &tree));
    assert_true(tree.count > 100);
    assert_int_equal(mate_check_refutation(&pos, 4, MATE_GOAL_MATE, false, &tree).fault,
                     PROOF_FAULT_NONE);
    tree.items[tree.count / 2].move ^= 1;
    assert_int_not_equal(mate_check_refutation(&pos, 4, MATE_GOAL_MATE, false, &tree).fault,
                         PROOF_FAULT_NONE);
    proof_tree_free(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_follow_positions),
        cmocka_unit_test(test_modes_agree_with_the_prover),
        cmocka_unit_test(test_mate_in_one),
        cmocka_unit_test(test_judge_on_random_positions),
        cmocka_unit_test(test_judge_on_games),
        cmocka_unit_test(test_known_keys),
        cmocka_unit_test(test_traps),
        cmocka_unit_test(test_other_goals),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_helpmate),
        cmocka_unit_test(test_being_mated),
        cmocka_unit_test(test_limits_never_lie),
        cmocka_unit_test(test_threads_agree),
        cmocka_unit_test(test_questions_are_separate),
        cmocka_unit_test(test_tiny_table),
        cmocka_unit_test(test_quick_mates_are_real),
        cmocka_unit_test(test_checker_refuses),
        cmocka_unit_test(test_refutations),
    };
    return cmocka_run_group_tests(tests, make_solver, free_solver);
}
