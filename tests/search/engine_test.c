// SPDX-License-Identifier: MIT
#include "search/engine.h"

#include "support/check.h"
#include "support/mirror.h"
#include "support/random_game.h"

#include "notation/text/uci_move.h"
#include "solve/mate/mate_prober.h"

#include <stdlib.h>
#include <string.h>

static Engine *engine_with(int threads, int multipv, int skill) {
    Engine *e = engine_new_with_mate_prober();
    assert_non_null(e);
    EngineOptions options = ENGINE_DEFAULTS;
    options.hash_mb = 4;
    options.threads = threads;
    options.multipv = multipv;
    options.skill = skill;
    options.seed = 5;
    assert_true(engine_configure(e, &options));
    return e;
}

static SearchResult search(Engine *e, const Position *pos, SearchLimits limits) {
    engine_set_position(e, pos, NULL, 0);
    return engine_search(e, &limits, NULL);
}

static const char *const MIDDLEGAMES[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
};
enum { MIDDLEGAME_COUNT = sizeof MIDDLEGAMES / sizeof *MIDDLEGAMES };

/* A search with one thread is reproducible: after engine_clear(), and in another engine. */
static void one_thread_repeats_itself(void **state) {
    (void)state;
    Engine *first = engine_with(1, 1, ENGINE_SKILL_MAX),
           *second = engine_with(1, 1, ENGINE_SKILL_MAX);
    for (int i = 0; i < MIDDLEGAME_COUNT; i++) {
        Position pos = chess_of(MIDDLEGAMES[i]);
        engine_clear(first);
        engine_clear(second);
        SearchResult a = search(first, &pos, (SearchLimits){.depth = 8});
        SearchResult b = search(second, &pos, (SearchLimits){.depth = 8});
        engine_clear(first);
        SearchResult c = search(first, &pos, (SearchLimits){.depth = 8});
        assert_int_equal(a.nodes, b.nodes);
        assert_int_equal(a.nodes, c.nodes);
        assert_int_equal(a.best, c.best);
        assert_int_equal(a.score, b.score);
    }
    engine_free(first);
    engine_free(second);
}

static void check_mirrored_search(const Position *pos, void *context) {
    Engine *e = context;
    Position mirrored = mirror_colors(pos);
    engine_clear(e);
    SearchResult a = search(e, pos, (SearchLimits){.depth = 8});
    engine_clear(e);
    SearchResult b = search(e, &mirrored, (SearchLimits){.depth = 8});
    assert_int_equal(a.score, b.score);
    assert_int_equal(a.nodes, b.nodes);
    Position after = *pos, mirrored_after = mirrored;
    if (!a.best) return;
    position_play(&after, a.best);
    position_play(&mirrored_after, b.best);
    after = mirror_colors(&after);
    assert_true(after.key == mirrored_after.key);
}

/* A position and its mirror image are searched alike. Correction histories are indexed by a hash of
 * the position, which differs in the mirror image, so they are turned off. */
static void mirrored_positions_are_searched_alike(void **state) {
    (void)state;
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    engine_set_param(e, "correction_pawn", 0);
    engine_set_param(e, "correction_piece", 0);
    for (int i = 0; i < MIDDLEGAME_COUNT; i++) {
        Position pos = chess_of(MIDDLEGAMES[i]);
        check_mirrored_search(&pos, e);
    }
    engine_free(e);
}

static uint64_t nodes_to_depth(Engine *e, const Rules *rules, int depth) {
    Position pos = position_start(rules);
    engine_clear(e);
    return search(e, &pos, (SearchLimits){.depth = depth}).nodes;
}

/* A changed parameter applies to both games, until all parameters are reset. */
static void params_count_until_they_are_reset(void **state) {
    (void)state;
    static const Rules *const GAMES[] = {&STANDARD_CHESS, &RACING_KINGS};
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    for (int i = 0; i < 2; i++) {
        uint64_t before = nodes_to_depth(e, GAMES[i], 8);
        assert_true(engine_set_param(e, "lmr_base", 300));
        assert_true(nodes_to_depth(e, GAMES[i], 8) != before);
        engine_reset_params(e);
        assert_true(nodes_to_depth(e, GAMES[i], 8) == before);
    }
    assert_false(engine_set_param(e, "lmr_bass", 300));
    engine_free(e);
}

/* Mates of known length, for the side to move (positive) or against it; the same in the mirror. */
static void mate_scores_are_exact(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        int moves;
    } MATES[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
        {"6k1/3r1ppp/8/8/8/8/5PPP/6K1 b - - 0 1", 1},
        {"8/8/8/8/8/2k5/8/K1q5 w - - 0 1", -1},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},
        {"3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1", 3},
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
        {"8/8/8/8/8/1k6/7r/K7 b - - 0 1", 1},
        {"7k/8/8/8/8/8/6R1/K5R1 b - - 0 1", -1},
    };
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    for (size_t i = 0; i < sizeof MATES / sizeof *MATES; i++) {
        Position pos = chess_of(MATES[i].fen), mirrored = mirror_colors(&pos);
        const Position *both[] = {&pos, &mirrored};
        for (int side = 0; side < 2; side++) {
            SearchResult r =
                search(e, both[side], (SearchLimits){.mate = abs(MATES[i].moves), .depth = 30});
            if (!score_is_mate(r.score) || score_mate_moves(r.score) != MATES[i].moves)
                fail_msg("%s: score %d", MATES[i].fen, r.score);
        }
    }
    Position race = race_of("8/7K/8/8/8/8/8/k7 w - - 0 1");
    SearchResult r = search(e, &race, (SearchLimits){.depth = 4});
    assert_int_equal(score_mate_moves(r.score), 1);
    engine_free(e);
}

static void finished_games_have_no_move(void **state) {
    (void)state;
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    Position mated = chess_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    Position stalemate = chess_of("7k/8/6QK/8/8/8/8/8 b - - 0 1");
    Position lost = race_of("6K1/8/8/8/8/8/k7/8 b - - 0 1");
    Position won = race_of("6K1/8/8/8/8/8/k7/8 w - - 0 1");
    SearchResult r = search(e, &mated, (SearchLimits){.depth = 5});
    assert_int_equal(r.best, NO_MOVE);
    assert_int_equal(r.score, -SCORE_MATE);
    r = search(e, &stalemate, (SearchLimits){.movetime_ms = 10});
    assert_int_equal(r.best, NO_MOVE);
    assert_int_equal(r.score, SCORE_DRAW);
    assert_int_equal(search(e, &lost, (SearchLimits){.nodes = 10}).score, -SCORE_MATE);
    assert_int_equal(search(e, &won, (SearchLimits){.nodes = 10}).score, SCORE_MATE);
    engine_free(e);
}

/* Replays every reported line, and counts what was reported. */
typedef struct {
    Position pos;
    int lines, done;
    Move first; // of the last best line
} Watcher;

static void check_line(void *context, const SearchInfo *info) {
    Watcher *w = context;
    Position pos = w->pos;
    assert_true(info->length > 0);
    assert_true(info->score > -SCORE_INFINITE && info->score < SCORE_INFINITE);
    for (int i = 0; i < info->length; i++) {
        if (!position_is_legal(&pos, info->line[i]))
            abort(); // cmocka's assertions work on the main thread only
        position_play(&pos, info->line[i]);
    }
    w->lines++;
    if (info->multipv == 1) w->first = info->line[0];
}
static void count_done(void *context, const SearchResult *result) {
    Watcher *w = context;
    (void)result;
    w->done++;
}

static void watch(Engine *e, const Position *pos, SearchLimits limits) {
    Watcher w = {.pos = *pos};
    SearchListener listener = {.context = &w, .info = check_line, .done = count_done};
    engine_set_position(e, pos, NULL, 0);
    SearchResult r = engine_search(e, &limits, &listener);
    assert_true(position_is_legal(pos, r.best));
    assert_true(w.lines >= 1);
    assert_int_equal(w.done, 1);
    Position next = *pos;
    position_play(&next, r.best);
    if (r.ponder != NO_MOVE) assert_true(position_is_legal(&next, r.ponder));
}

static void every_line_can_be_played(void **state) {
    (void)state;
    Rng rng = rng_seeded(3);
    for (int threads = 1; threads <= 2; threads++)
        for (int multipv = 1; multipv <= 4; multipv += 3) {
            Engine *e = engine_with(threads, multipv, ENGINE_SKILL_MAX);
            for (int game = 0; game < random_effort(30); game++) {
                Position pos = random_start(&rng, (RandomKind)(game % RANDOM_KINDS));
                int plies = (int)rng_below(&rng, 80);
                while (plies-- > 0 && random_step(&pos, &rng)) {
                }
                if (position_outcome(&pos).reason != OUTCOME_ONGOING) continue;
                watch(e, &pos, (SearchLimits){.depth = 6});
                watch(e, &pos, (SearchLimits){.nodes = 1 + rng_below(&rng, 3000)});
            }
            engine_free(e);
        }
}

static void weak_levels_play_legally(void **state) {
    (void)state;
    Rng rng = rng_seeded(4);
    for (int skill = 0; skill < ENGINE_SKILL_MAX; skill += 3) {
        Engine *e = engine_with(1, 1, skill);
        Position pos = random_start(&rng, (RandomKind)(skill % RANDOM_KINDS));
        for (int i = 0; i < 20 && position_outcome(&pos).reason == OUTCOME_ONGOING; i++) {
            SearchResult r = search(e, &pos, (SearchLimits){.movetime_ms = 1000});
            assert_true(position_is_legal(&pos, r.best));
            position_play(&pos, r.best);
        }
        engine_free(e);
    }
}

static void limits_are_kept(void **state) {
    (void)state;
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    Position pos = chess_of(MIDDLEGAMES[1]);
    assert_true(search(e, &pos, (SearchLimits){.nodes = 5000}).nodes <= 5000);
    assert_int_equal(search(e, &pos, (SearchLimits){.depth = 5}).depth, 5);
    MoveList search_moves = {.count = 1, .items = {uci_move_find(&pos, A2, A3, NO_ROLE)}};
    assert_int_equal(
        search(e, &pos, (SearchLimits){.depth = 5, .search_moves = &search_moves}).best,
        search_moves.items[0]);
    // with no time left the search still returns a move
    SearchLimits late = {.has_clock = true, .time_ms = {-100, -100}};
    assert_true(position_is_legal(&pos, search(e, &pos, late).best));
    engine_free(e);
}

/* Quiescence explodes here: without the clock the first iteration would take minutes. */
static void the_clock_stops_the_first_iteration(void **state) {
    (void)state;
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    Position pos = chess_of("k7/qqqqqqq1/q7/q6q/Q6Q/7Q/1QQQQQQQ/7K w - - 0 1");
    SearchResult r = search(e, &pos, (SearchLimits){.movetime_ms = 1});
    assert_true(position_is_legal(&pos, r.best));
    assert_in_range(r.nodes, 1, 1000000);
    engine_free(e);
}

static void oversized_armies_are_searched(void **state) {
    (void)state;
    Engine *e = engine_with(2, 1, ENGINE_SKILL_MAX);
    Position pos = chess_of("QQQQQQBk/Q5RB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    SearchResult r = search(e, &pos, (SearchLimits){.depth = 4});
    assert_true(position_is_legal(&pos, r.best));
    assert_int_equal(r.score, SCORE_MATE - 1);
    engine_free(e);
}

/* Shuffling the root moves yields several of the equal moves, and never a worse one. */
static void equal_moves_are_shuffled(void **state) {
    (void)state;
    Position pos = chess_of("6k1/5ppp/8/8/8/8/8/K1RR4 w - - 0 1");
    Move seen[8];
    int count = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        Engine *e = engine_new_with_mate_prober();
        EngineOptions options = ENGINE_DEFAULTS;
        options.hash_mb = 1;
        options.shuffle = true;
        options.seed = seed;
        assert_true(engine_configure(e, &options));
        SearchResult r = search(e, &pos, (SearchLimits){.depth = 4});
        assert_int_equal(score_mate_moves(r.score), 1);
        bool known = false;
        for (int i = 0; i < count; i++) known |= seen[i] == r.best;
        if (!known && count < 8) seen[count++] = r.best;
        engine_free(e);
    }
    assert_true(count >= 2);
}

/* A position that occurred in the game is a draw when repeated, which the winning side avoids. */
static void the_past_is_known(void **state) {
    (void)state;
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    Position start = chess_of("7k/8/8/8/8/8/8/KQ6 w - - 0 1");
    static const char *const MOVES[] = {"b1b2", "h8g8", "b2b1", "g8h8", "b1b2", "h8g8", "b2b1"};
    Move moves[8];
    Position pos = start;
    for (int i = 0; i < 7; i++) {
        moves[i] = uci_move_read(&pos, MOVES[i], 4);
        assert_int_not_equal(moves[i], NO_MOVE);
        position_play(&pos, moves[i]);
    }
    engine_set_position(e, &start, moves, 7);
    // Black to move can repeat for the third time: no longer lost
    SearchResult r = engine_search(e, &(SearchLimits){.depth = 8}, NULL);
    assert_int_equal(r.best, uci_move_read(&pos, "g8h8", 4));
    assert_true(abs(r.score) <= 1);
    engine_free(e);
}

/* Keeps the last line reported. */
typedef struct {
    Score score;
    int length;
    Move line[64];
} LastLine;

static void keep_line(void *context, const SearchInfo *info) {
    LastLine *last = context;
    last->score = info->score;
    last->length = info->length < 64 ? info->length : 64;
    memcpy(last->line, info->line, (size_t)last->length * sizeof *last->line);
}

/* The mate prober finds mates that the search alone would find much later; the line ends in
 * mate. */
static void mates_are_probed(void **state) {
    (void)state;
    static const struct {
        const char *fen, *key;
        int moves;
    } MATES[] = {
        {"1nbq1r1k/3rbp1p/p1p1pp1Q/1p6/P1pPN3/5NP1/1P2PPBP/R4RK1 w - - 0 1", "f3g5", 4},
        {"1rb1r1k1/p1p2ppp/5n2/2pP4/5P2/2QB4/qNP3PP/2KRB2R b - - 0 1", "e8e2", 12},
        {"2rq1rk1/pp3ppp/2n2b2/4NR2/3P4/PB5Q/1P4PP/3R2K1 w - - 0 1", "h3h7", 12},
        {"4r1k1/p1qr1p2/2pb1Bp1/1p5p/3P1n1R/1B3P2/PP3PK1/2Q4R w - - 0 1", "c1f4", 6},
    };
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    for (size_t i = 0; i < sizeof MATES / sizeof *MATES; i++) {
        Position pos = chess_of(MATES[i].fen);
        LastLine last = {0};
        SearchListener listener = {.context = &last, .info = keep_line};
        engine_clear(e);
        engine_set_position(e, &pos, NULL, 0);
        SearchResult r = engine_search(e, &(SearchLimits){.nodes = 600000}, &listener);
        char text[UCI_MOVE_MAX];
        uci_move_write(&pos, r.best, false, text);
        assert_string_equal(text, MATES[i].key);
        int moves = score_mate_moves(r.score);
        assert_in_range(moves, 1, MATES[i].moves);
        assert_int_equal(last.length, 2 * moves - 1);
        for (int m = 0; m < last.length; m++) {
            assert_true(position_is_legal(&pos, last.line[m]));
            position_play(&pos, last.line[m]);
        }
        assert_int_equal(pos.rules->outcome(&pos.board).reason, OUTCOME_CHECKMATE);
    }
    engine_free(e);
}

/* A mate prober keeps to the limits of the search: search_moves, depth, and positions of the
 * game. */
static void mate_probers_keep_to_their_limits(void **state) {
    (void)state;
    Engine *e = engine_with(1, 1, ENGINE_SKILL_MAX);
    Position pos = chess_of("1nbq1r1k/3rbp1p/p1p1pp1Q/1p6/P1pPN3/5NP1/1P2PPBP/R4RK1 w - - 0 1");
    MoveList search_moves = {.count = 1, .items = {move_make(E4, G5, MOVE_PLAIN)}};
    SearchResult r =
        search(e, &pos, (SearchLimits){.nodes = 400000, .search_moves = &search_moves});
    assert_int_equal(r.best, search_moves.items[0]);
    assert_false(score_is_mate(r.score));
    r = search(e, &pos, (SearchLimits){.depth = 4});
    assert_false(score_is_mate(r.score));
    static const char *const ROUND[] = {"f3g5", "h8g8", "g5f3", "g8h8"};
    Position start = pos;
    Move moves[4];
    for (int i = 0; i < 4; i++) {
        moves[i] = uci_move_read(&pos, ROUND[i], 4);
        position_play(&pos, moves[i]);
    }
    engine_clear(e);
    engine_set_position(e, &start, moves, 4);
    r = engine_search(e, &(SearchLimits){.nodes = 400000}, NULL);
    assert_false(score_is_mate(r.score));
    engine_free(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_repeats_itself),
        cmocka_unit_test(mirrored_positions_are_searched_alike),
        cmocka_unit_test(params_count_until_they_are_reset),
        cmocka_unit_test(mate_scores_are_exact),
        cmocka_unit_test(finished_games_have_no_move),
        cmocka_unit_test(every_line_can_be_played),
        cmocka_unit_test(weak_levels_play_legally),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(the_clock_stops_the_first_iteration),
        cmocka_unit_test(oversized_armies_are_searched),
        cmocka_unit_test(equal_moves_are_shuffled),
        cmocka_unit_test(mates_are_probed),
        cmocka_unit_test(mate_probers_keep_to_their_limits),
        cmocka_unit_test(the_past_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
