// SPDX-License-Identifier: MIT
#include "search/search_repetition.h"

#include "support/check.h"
#include "support/random_game.h"

#include "base/rng.h"

#include <stdlib.h>

/* Positions with few pieces and few pawn moves: they repeat often. */
static const char *const SHUFFLE_FENS[] = {
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "k7/8/1n6/8/8/6N1/8/7K w - - 0 1",
    "k2q4/pp6/8/8/8/8/PP6/K2Q4 w - - 0 1",
    "6k1/5ppp/8/2b5/8/2B5/5PPP/6K1 w - - 0 1",
};

/* The reference: tries every reversible move. Does one lead to a position of the search? */
static bool can_repeat_by_trying(const SearchWorker *w, const SearchNode *n) {
    int now = w->keys_before + n->ply;
    MoveList moves;
    position_legal_moves(&n->pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = n->pos;
        position_play(&next, moves.items[i]);
        if (next.halfmove == 0) continue;
        for (int back = 3; back < n->ply && back <= n->pos.halfmove; back += 2)
            if (w->keys[now - back] == next.key) return true;
    }
    return false;
}

/* Random moves that prefer to go back; compares both results at each step. */
static int walk(SearchWorker *w, const Position *start, Rng *rng) {
    SearchNode *n = &w->stack[STACK_BEFORE];
    int found = 0;
    n->pos = *start;
    w->keys_before = 0;
    w->keys[0] = start->key;
    for (n->ply = 0; n->ply < 60; n++, n->ply = (n - 1)->ply + 1) {
        MoveList moves;
        if (n->ply > 0) w->keys[n->ply] = n->pos.key;
        bool expected = can_repeat_by_trying(w, n);
        assert_int_equal(search_can_repeat(w, n), expected);
        found += expected;
        position_legal_moves(&n->pos, &moves);
        if (!moves.count) break;
        (n + 1)->pos = n->pos;
        position_play(&(n + 1)->pos, moves.items[rng_below(rng, (uint32_t)moves.count)]);
    }
    return found;
}

static void steps_back_are_found(void **state) {
    (void)state;
    SearchWorker *w = calloc(1, sizeof *w);
    Rng rng = rng_seeded(3);
    int found = 0;
    for (size_t i = 0; i < sizeof SHUFFLE_FENS / sizeof *SHUFFLE_FENS; i++) {
        Position pos = chess_of(SHUFFLE_FENS[i]);
        for (int game = 0; game < 300; game++) found += walk(w, &pos, &rng);
    }
    assert_true(found > 1000);
    free(w);
}

/* The third occurrence counts in the game, the second within the search. */
static void repetitions_are_counted(void **state) {
    (void)state;
    SearchWorker *w = calloc(1, sizeof *w);
    SearchNode *n = &w->stack[STACK_BEFORE];
    n->pos = chess_of("4k3/8/8/8/8/8/8/R3K3 w - - 12 30");
    for (int i = 0; i < 12; i++) w->keys[i] = 100 + (Key)i;
    w->keys_before = 8;
    w->keys[8] = w->keys[4] = n->pos.key;
    assert_false(search_is_repetition(w, n));
    w->keys[0] = n->pos.key;
    assert_true(search_is_repetition(w, n));
    w->keys[0] = w->keys[4] = 1;
    n->ply = 4; // the root is keys[8], which is the same position
    w->keys[12] = n->pos.key;
    assert_true(search_is_repetition(w, n));
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_back_are_found),
        cmocka_unit_test(repetitions_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
