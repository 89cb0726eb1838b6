// SPDX-License-Identifier: MIT
#include "eval/eval.h"
#include "nnue/accumulator.h"

#include "support/check.h"
#include "support/data.h"
#include "support/mirror.h"
#include "support/random_game.h"

#include <stdlib.h>

/* The embedded network for the game of a position. */
static Network network_for(const Position *pos) {
    Network net;
    assert_true(network_embedded(evaluation_kind(pos->rules) == EVALUATION_RACING_KINGS, &net));
    return net;
}

static int evaluate(const Position *pos) {
    Network net = network_for(pos);
    return network_evaluate(&net, nnue_kernel_at(0), pos);
}

static void check_fact(const DataLine *line, void *context) {
    const Rules *rules = context;
    Position pos = position_of(line->field[0], rules);
    int64_t score = strtol(line->field[1], NULL, 10);
    if (evaluate(&pos) != score)
        fail_msg("%s:%d: %d, not %lld", line->name, line->line, evaluate(&pos), (long long)score);
}
static void scores_are_those_of_the_exported_integers(void **state) {
    (void)state;
    int chess =
        data_each_line("net-chess.tsv", '\t', check_fact, (void *)(intptr_t)&STANDARD_CHESS);
    int race =
        data_each_line("net-racingkings.tsv", '\t', check_fact, (void *)(intptr_t)&RACING_KINGS);
    assert_true(chess >= 1000 && race >= 1000);
}

static void check_kernels(const Position *pos, void *context) {
    (void)context;
    Network net = network_for(pos);
    int score = network_evaluate(&net, kernel_portable(), pos);
    for (int i = 0; nnue_kernel_at(i); i++)
        assert_int_equal(network_evaluate(&net, nnue_kernel_at(i), pos), score);
}
static void all_processors_agree(void **state) {
    (void)state;
    random_games(21, random_effort(60), 120, check_kernels, NULL);
}

/* Sums as large as the bounds allow: a kernel that overflows or saturates too early fails here. */
static void kernels_agree_at_the_limits(void **state) {
    (void)state;
    enum { N = 2 * NET_BLOCK };
    static int16_t own[N], their[N], weights[2 * N], rows[3][N], sums[2][N];
    Rng rng = rng_seeded(5);
    for (int i = 0; i < N; i++) {
        own[i] = (int16_t)((int)rng_below(&rng, 65535) - 32767);
        their[i] = (int16_t)(NET_ONE - 2 + (int)rng_below(&rng, 5));
        weights[i] = i % 2 ? 128 : -128;
        weights[N + i] = (int16_t)((int)rng_below(&rng, 257) - 128);
        for (int k = 0; k < 3; k++) rows[k][i] = (int16_t)((int)rng_below(&rng, 2001) - 1000);
    }
    RowChanges changes = {1, 2, {rows[0]}, {rows[1], rows[2]}};
    const NnueKernel *portable = kernel_portable();
    int32_t sum = portable->forward(own, their, weights, N), plain = 0;
    for (int i = 0; i < 2 * N; i++) {
        int value = i < N ? own[i] : their[i - N];
        value = value < 0 ? 0 : value > NET_ONE ? NET_ONE : value;
        plain += value * value * weights[i];
    }
    assert_int_equal(sum, plain);
    portable->update(their, sums[0], N, &changes);
    for (int i = 0; i < N; i++)
        assert_int_equal(sums[0][i], their[i] + rows[0][i] - rows[1][i] - rows[2][i]);
    for (int k = 0; nnue_kernel_at(k); k++) {
        assert_int_equal(nnue_kernel_at(k)->forward(own, their, weights, N), sum);
        nnue_kernel_at(k)->update(their, sums[1], N, &changes);
        assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
    }
}

/* Evaluates positions in the order of a search: down the tree, and back to any earlier ply. */
typedef struct {
    NnueState *state;
    Network net;
    Rng rng;
    Position path[64];
} Walk;

static void walk(Walk *w, Position start, int steps) {
    int ply = 0;
    w->path[0] = start;
    for (int i = 0; i < steps; i++) {
        Move move = random_move(&w->path[ply], &w->rng);
        if (move == NO_MOVE || ply == 60 || rng_below(&w->rng, 4) == 0) {
            ply = (int)rng_below(&w->rng, (uint32_t)ply + 1);
            continue;
        }
        w->path[ply + 1] = w->path[ply];
        position_play(&w->path[++ply], move);
        if (rng_below(&w->rng, 3) == 0) continue; // not every position is evaluated
        assert_int_equal(nnue_state_evaluate(w->state, &w->path[ply], ply),
                         network_evaluate(&w->net, nnue_kernel_at(0), &w->path[ply]));
    }
}
static void following_differences_equals_starting_anew(void **state) {
    (void)state;
    static Walk w;
    w.rng = rng_seeded(31);
    for (int game = 0; game < random_effort(60); game++) {
        Position start = random_start(&w.rng, (RandomKind)(game % RANDOM_KINDS));
        w.net = network_for(&start);
        w.state = nnue_state_new(&w.net, nnue_kernel_at(0));
        assert_non_null(w.state);
        walk(&w, start, 400);
        walk(&w, random_start(&w.rng, (RandomKind)(game % RANDOM_KINDS)), 100); // another tree
        nnue_state_free(w.state);
    }
    nnue_state_free(NULL);
}

static void check_mirror(const Position *pos, void *context) {
    (void)context;
    bool race = evaluation_kind(pos->rules) == EVALUATION_RACING_KINGS;
    Position mirrored = race ? mirror_files(pos) : mirror_colors(pos);
    assert_int_equal(evaluate(pos), evaluate(&mirrored));
    if (race || pos->board.castling) return;
    mirrored = mirror_files(pos);
    assert_int_equal(evaluate(pos), evaluate(&mirrored));
}
static void mirrored_positions_are_worth_the_same(void **state) {
    (void)state;
    random_games(22, random_effort(120), 120, check_mirror, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_the_exported_integers),
        cmocka_unit_test(all_processors_agree),
        cmocka_unit_test(kernels_agree_at_the_limits),
        cmocka_unit_test(following_differences_equals_starting_anew),
        cmocka_unit_test(mirrored_positions_are_worth_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
