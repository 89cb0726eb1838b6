// SPDX-License-Identifier: MIT
#include "match/training_file.h"

#include "base/codec/endian.h"
#include "support/check.h"
#include "support/random_game.h"

#include <stdlib.h>
#include <string.h>

/* A random game whose scores change slowly, with jumps. */
static ScoredGame game_of(Rng *rng, const Rules *rules, uint32_t number) {
    ScoredGame game = {.number = number, .result = (int)rng_below(rng, 3)};
    Position pos = position_start(rules);
    game.opening = (int)rng_below(rng, 10);
    int plies = (int)rng_below(rng, SCORED_PLIES_MAX + 1), score = 0;
    for (int i = 0; i < game.opening + plies; i++) {
        if (position_outcome(&pos).reason != OUTCOME_ONGOING) {
            if (i < game.opening) game.opening = i;
            break;
        }
        Move move = random_move(&pos, rng);
        game.moves[i] = move;
        position_play(&pos, move);
        if (i < game.opening) continue;
        score = rng_below(rng, 50) == 0 ? (int)rng_below(rng, 65535) - 32767
                                        : score + (int)rng_below(rng, 61) - 30;
        if (score > INT16_MAX || score < INT16_MIN) score = 0;
        game.scores[game.plies++] = (int16_t)score;
    }
    return game;
}

/* A file of random games in memory. */
typedef struct {
    char *data;
    size_t size;
} Memory;

static uint32_t number_of(uint32_t i) {
    return i + i / 10 * 1000; // numbers with gaps
}

static Memory memory_of(const Rules *rules, uint32_t games, uint32_t per_block) {
    Text out = text_growing();
    TrainingBlock *block = malloc(sizeof *block);
    Rng rng = rng_seeded(games);
    assert_true(training_file_header(&out, rules));
    training_block_init(block, rules, 0);
    for (uint32_t i = 0; i < games; i++) {
        ScoredGame game = game_of(&rng, rules, number_of(i));
        assert_true(training_block_add(block, &game));
        if ((i + 1) % per_block && i + 1 < games) continue;
        assert_true(training_block_finish(&out, block));
        training_block_free(block);
        training_block_init(block, rules, number_of(i + 1));
    }
    training_block_free(block);
    free(block);
    return (Memory){out.data, out.used};
}

typedef struct {
    Rng rng;
    uint32_t count;
} Expected;

static bool compare(const Rules *rules, const ScoredGame *game, void *context) {
    Expected *e = context;
    ScoredGame want = game_of(&e->rng, rules, number_of(e->count++));
    assert_int_equal(game->number, want.number);
    assert_int_equal(game->result, want.result);
    assert_int_equal(game->opening, want.opening);
    assert_int_equal(game->plies, want.plies);
    assert_memory_equal(game->moves, want.moves,
                        (size_t)(want.opening + want.plies) * sizeof *want.moves);
    assert_memory_equal(game->scores, want.scores, (size_t)want.plies * sizeof *want.scores);
    return true;
}

static void games_come_back(void **state) {
    (void)state;
    for (int i = 0; rules_at(i); i++) {
        Memory m = memory_of(rules_at(i), 40, 16);
        Expected expected = {rng_seeded(40), 0};
        TrainingFileReport r = training_file_read((uint8_t *)m.data, m.size, compare, &expected);
        if (r.fault) fail_msg("%s", r.fault);
        assert_ptr_equal(r.rules, rules_at(i));
        assert_int_equal(r.games, 40);
        assert_int_equal(expected.count, 40);
        assert_int_equal(r.valid_bytes, m.size);
        free(m.data);
    }
}

static void a_file_cut_short_loses_its_last_block(void **state) {
    (void)state;
    Memory m = memory_of(&RACING_KINGS, 30, 10);
    size_t whole = 0;
    for (size_t size = m.size; size > 30; size -= 7) {
        TrainingFileReport r = training_file_read((uint8_t *)m.data, size, NULL, NULL);
        if (!r.fault) whole++;
        assert_true(r.valid_bytes <= size && r.games % 10 == 0);
        assert_true(r.fault || r.valid_bytes == size);
    }
    assert_true(whole < 4);
    free(m.data);
}

static void damage_is_noticed(void **state) {
    (void)state;
    Memory m = memory_of(&STANDARD_CHESS, 8, 4);
    Rng rng = rng_seeded(9);
    for (int i = 0; i < 100; i++) {
        size_t at = rng_below(&rng, (uint32_t)m.size);
        int flip = 1 << rng_below(&rng, 7);
        m.data[at] = (char)(m.data[at] ^ flip);
        TrainingFileReport r = training_file_read((uint8_t *)m.data, m.size, NULL, NULL);
        assert_non_null(r.fault);
        m.data[at] = (char)(m.data[at] ^ flip);
    }
    free(m.data);
}

static void a_block_takes_no_more_than_it_can(void **state) {
    (void)state;
    TrainingBlock *block = malloc(sizeof *block);
    ScoredGame game = {.result = 1};
    training_block_init(block, &STANDARD_CHESS, 5);
    game.number = 5 + TRAINING_GAP_MAX;
    assert_false(training_block_add(block, &game));
    for (uint32_t i = 0; i < TRAINING_BLOCK_GAMES; i++) {
        game.number = 5 + i;
        assert_true(training_block_add(block, &game));
    }
    assert_false(training_block_add(block, &game));
    training_block_free(block);
    free(block);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back),
        cmocka_unit_test(a_file_cut_short_loses_its_last_block),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(a_block_takes_no_more_than_it_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
