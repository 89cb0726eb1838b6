// SPDX-License-Identifier: MIT
#include "core/perft.h"

#include "support/check.h"
#include "support/random_game.h"

static uint64_t count(const Position *pos, int depth, int threads, size_t hash_mb) {
    PerftResult result;
    assert_true(
        perft_count(pos, depth, (PerftOptions){.threads = threads, .hash_mb = hash_mb}, &result));
    uint64_t sum = depth == 0;
    for (int i = 0; i < result.moves.count; i++) sum += result.move_nodes[i];
    assert_int_equal(sum, result.nodes);
    return result.nodes;
}

static void test_small_depths(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    const uint64_t expected[] = {1, 20, 400, 8902, 197281};
    for (int depth = 0; depth <= 4; depth++)
        for (int threads = 1; threads <= 3; threads++)
            for (size_t hash = 0; hash <= 1; hash++)
                assert_int_equal(count(&pos, depth, threads, hash), expected[depth]);
}

/* A table that is far too small is overwritten all the time, and its results must still be
 * right. */
static void test_hash_agrees(void **state) {
    (void)state;
    Position kiwi =
        chess_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    assert_int_equal(count(&kiwi, 4, 2, 1), 4085603);
    Position ending = chess_of("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    assert_int_equal(count(&ending, 5, 1, 1), 674624);
    assert_int_equal(count(&ending, 5, 4, 2), 674624);
    Position race = position_start(&RACING_KINGS);
    assert_int_equal(count(&race, 4, 2, 1), count(&race, 4, 1, 0));
}

static void agrees(const Position *pos, void *context) {
    (void)context;
    uint64_t plain = pos->rules->perft(&pos->board, 3);
    assert_int_equal(count(pos, 3, 1, 0), plain);
    assert_int_equal(count(pos, 3, 2, 1), plain);
}

static void test_random_positions(void **state) {
    (void)state;
    random_games(18, random_effort(10), 40, agrees, NULL);
}

static void test_too_much_memory_is_refused(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    PerftResult result;
    assert_false(
        perft_count(&pos, 3, (PerftOptions){.threads = 1, .hash_mb = SIZE_MAX >> 20}, &result));
}

typedef struct {
    int done, parts, calls;
} ProgressLog;

static void log_progress(void *context, int done, int parts) {
    ProgressLog *log = context;
    assert_true(done > log->done && done <= parts);
    *log = (ProgressLog){done, parts, log->calls + 1};
}

static void test_progress_is_reported(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    for (int threads = 1; threads <= 2; threads++) {
        ProgressLog log = {0};
        PerftOptions options = {.threads = threads, .progress = log_progress, .context = &log};
        PerftResult result;
        assert_true(perft_count(&pos, 4, options, &result));
        assert_int_equal(result.nodes, 197281);
        if (threads == 1) assert_int_equal(log.calls, 400);
        if (log.calls) assert_int_equal(log.parts, 400); // one thread may do all of it
    }
}

/* With a stop flag another code path counts; the result is the same while the flag is not set. */
static void test_counting_can_be_stopped(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    atomic_bool stop = false;
    for (int hash = 0; hash <= 1; hash++) {
        PerftOptions options = {.threads = 2, .hash_mb = (size_t)hash, .stop = &stop};
        PerftResult result;
        atomic_store(&stop, false);
        assert_true(perft_count(&pos, 5, options, &result));
        assert_int_equal(result.nodes, 4865609);
        atomic_store(&stop, true);
        assert_false(perft_count(&pos, 12, options, &result));
    }
}

/* The moves in order with what is below them; stops after some of them. */
typedef struct {
    atomic_bool stop;
    int count, most;
    uint64_t sum;
} Tally;

static void count_move(void *context, Move move, uint64_t below) {
    Tally *t = context;
    assert_true(move != NO_MOVE);
    t->sum += below;
    if (++t->count == t->most) atomic_store(&t->stop, true);
}

static void test_what_was_counted_is_kept(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    for (int threads = 1; threads <= 2; threads++) {
        Tally t = {.most = -1};
        PerftOptions options = {
            .threads = threads, .stop = &t.stop, .counted = count_move, .context = &t};
        PerftResult result;
        assert_true(perft_count(&pos, 4, options, &result));
        assert_int_equal(t.count, 20);
        assert_int_equal(t.sum, 197281);
    }
    Tally t = {.most = 3};
    PerftOptions options = {.threads = 1, .stop = &t.stop, .counted = count_move, .context = &t};
    PerftResult result;
    assert_false(perft_count(&pos, 5, options, &result));
    assert_int_equal(t.count, 3);
    assert_int_equal(result.nodes, t.sum);
    for (int i = 0; i < 20; i++) assert_int_equal(result.whole[i], i < 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_depths),
        cmocka_unit_test(test_hash_agrees),
        cmocka_unit_test(test_random_positions),
        cmocka_unit_test(test_too_much_memory_is_refused),
        cmocka_unit_test(test_progress_is_reported),
        cmocka_unit_test(test_counting_can_be_stopped),
        cmocka_unit_test(test_what_was_counted_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
