// SPDX-License-Identifier: MIT
#include "search/move_picker.h"

#include "search/see.h"
#include "support/check.h"
#include "support/random_game.h"

#include <stdlib.h>

/* A worker that has searched nothing, and a node of it. */
typedef struct {
    SearchShared shared;
    SearchWorker worker;
    Rng rng;
} PickerFixture;

static PickerFixture *fixture_new(void) {
    PickerFixture *fixture = calloc(1, sizeof *fixture);
    Histories *h = calloc(1, sizeof *h);
    assert_true(fixture && h);
    fixture->shared.tt = tt_new(1);
    fixture->worker.shared = &fixture->shared;
    fixture->worker.histories = h;
    for (int i = 0; i < STACK_BEFORE + MAX_PLY + 4; i++)
        fixture->worker.stack[i].continuation = &h->continuation[i % 16][i % 64];
    fixture->rng = rng_seeded(7);
    return fixture;
}

static void fixture_free(PickerFixture *fixture) {
    tt_free(fixture->shared.tt);
    free(fixture->worker.histories);
    free(fixture);
}

/* Fills the histories as a long search may leave them. */
static void fill_histories(PickerFixture *fixture) {
    int16_t *all = (int16_t *)fixture->worker.histories;
    size_t end = offsetof(Histories, counter) / sizeof *all;
    for (size_t i = 0; i < end; i++)
        all[i] = (int16_t)((int)rng_below(&fixture->rng, 2 * HISTORY_MAX + 1) - HISTORY_MAX);
}

static SearchNode *node_of(PickerFixture *fixture, const Position *pos) {
    SearchNode *n = &fixture->worker.stack[STACK_BEFORE];
    n->pos = *pos;
    n->check = pos->rules->traits.checks && position_is_check(pos);
    n->killers[0] = n->killers[1] = NO_MOVE;
    (n - 1)->move = NO_MOVE;
    return n;
}

/* A move of this position, or one of another position that may be impossible here. */
static Move any_move(PickerFixture *fixture, const Position *pos) {
    Move legal = random_move(pos, &fixture->rng);
    Square from = (Square)rng_below(&fixture->rng, 64), to = (Square)rng_below(&fixture->rng, 64);
    switch (rng_below(&fixture->rng, 3)) {
    case 0: return NO_MOVE;
    case 1: return legal;
    default: return from == to ? NO_MOVE : move_make(from, to, MOVE_PLAIN);
    }
}

static int times_in(const MoveList *list, Move move) {
    int times = 0;
    for (int i = 0; i < list->count; i++) times += list->items[i] == move;
    return times;
}

static void pick_all(MovePicker *p, MoveList *out) {
    out->count = 0;
    for (Move move; (move = move_picker_next(p)) != NO_MOVE;) {
        assert_true(out->count < MOVES_MAX);
        out->items[out->count++] = move;
    }
}

/* The picker returns every legal move once, for any table move, killers and counter move. */
static void every_move_once(const Position *pos, void *context) {
    PickerFixture *fixture = context;
    SearchNode *n = node_of(fixture, pos);
    MovePicker p;
    MoveList legal, picked;
    Move table = any_move(fixture, pos);
    n->killers[0] = any_move(fixture, pos);
    n->killers[1] = any_move(fixture, pos);
    if (n->killers[1] == n->killers[0]) n->killers[1] = NO_MOVE; // killers are distinct
    move_picker_init(&p, &fixture->worker, n, table);
    p.counter = any_move(fixture, pos);
    position_legal_moves(pos, &legal);
    pick_all(&p, &picked);
    assert_int_equal(picked.count, legal.count);
    for (int i = 0; i < legal.count; i++) assert_int_equal(times_in(&picked, legal.items[i]), 1);
    if (times_in(&legal, table)) assert_int_equal(picked.items[0], table);
}

static void all_moves_are_picked(void **state) {
    (void)state;
    PickerFixture *fixture = fixture_new();
    fill_histories(fixture);
    random_games(11, random_effort(150), 120, every_move_once, fixture);
    fixture_free(fixture);
}

/* Quiescence gets the captures above its threshold, and in check all moves. */
static void only_noise(const Position *pos, void *context) {
    PickerFixture *fixture = context;
    SearchNode *n = node_of(fixture, pos);
    MovePicker p;
    MoveList legal, picked;
    int threshold = (int)rng_below(&fixture->rng, 400) - 200;
    move_picker_init_noisy(&p, &fixture->worker, n, NO_MOVE, threshold);
    position_legal_moves(pos, &legal);
    pick_all(&p, &picked);
    for (int i = 0; i < legal.count; i++) {
        Move move = legal.items[i];
        bool wanted = n->check || (move_is_noisy(pos, move) && see_at_least(pos, move, threshold));
        assert_int_equal(times_in(&picked, move), wanted);
    }
}

static void quiescence_picks_noise(void **state) {
    (void)state;
    PickerFixture *fixture = fixture_new();
    random_games(12, random_effort(150), 120, only_noise, fixture);
    fixture_free(fixture);
}

/* After skip_quiet is set, quiet moves that give check are still returned, others are not. */
static void hopeless(const Position *pos, void *context) {
    PickerFixture *fixture = context;
    SearchNode *n = node_of(fixture, pos);
    if (!pos->rules->traits.checks) return;
    MovePicker p;
    MoveList legal, picked;
    CheckInfo checks =
        check_info_make(&pos->board, position_turn(pos), board_occupied(&pos->board));
    move_picker_init(&p, &fixture->worker, n, NO_MOVE);
    p.skip_quiet = true;
    p.checks = &checks;
    position_legal_moves(pos, &legal);
    pick_all(&p, &picked);
    for (int i = 0; i < legal.count; i++) {
        Move move = legal.items[i];
        bool wanted = move_is_noisy(pos, move) || check_info_gives_check(&checks, pos, move);
        assert_int_equal(times_in(&picked, move), wanted);
    }
}

static void quiet_checks_outlive_the_others(void **state) {
    (void)state;
    PickerFixture *fixture = fixture_new();
    random_games(13, random_effort(100), 120, hopeless, fixture);
    fixture_free(fixture);
}

static void order_of(const char *fen, Move killer, const Move expected[], int count) {
    PickerFixture *fixture = fixture_new();
    Position pos = chess_of(fen);
    SearchNode *n = node_of(fixture, &pos);
    MovePicker p;
    n->killers[0] = killer;
    move_picker_init(&p, &fixture->worker, n, NO_MOVE);
    for (int i = 0; i < count; i++) assert_int_equal(move_picker_next(&p), expected[i]);
    fixture_free(fixture);
}

/* Captures of queens come before captures of pawns, killers after winning captures, and a rook that
 * would be lost for a pawn comes last. */
static void promising_moves_come_first(void **state) {
    (void)state;
    const Move wins[] = {move_make(D1, D8, MOVE_PLAIN), move_make(A1, A7, MOVE_PLAIN),
                         move_make(H2, H3, MOVE_PLAIN)};
    order_of("3q4/p6k/8/8/8/8/7P/R2R2K1 w - - 0 1", move_make(H2, H3, MOVE_PLAIN), wins, 3);
    PickerFixture *fixture = fixture_new();
    Position pos = chess_of("4k3/1p6/p7/8/8/8/8/R3K3 w - - 0 1");
    MovePicker p;
    MoveList picked;
    move_picker_init(&p, &fixture->worker, node_of(fixture, &pos), NO_MOVE);
    pick_all(&p, &picked);
    assert_int_equal(picked.items[picked.count - 1], move_make(A1, A6, MOVE_PLAIN));
    fixture_free(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_moves_are_picked),
        cmocka_unit_test(quiescence_picks_noise),
        cmocka_unit_test(quiet_checks_outlive_the_others),
        cmocka_unit_test(promising_moves_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
