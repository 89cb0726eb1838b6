// SPDX-License-Identifier: MIT
//
// Target positions: for every mate that random play reaches, it was in the list at every ply.
#include "support/check.h"
#include "support/random_game.h"
#include "support/random_problem.h"

#include "solve/problem/target_positions.h"

enum { PLIES = 6 };

/* A line of random moves, and its positions. */
typedef struct {
    Position at[PLIES + 1];
    Move moves[PLIES];
    int count;
} MateGame;

static bool is_mated(const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    return moves.count == 0 && position_is_check(pos);
}

static Move mating_move(const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        if (is_mated(&next)) return moves.items[i];
    }
    return NO_MOVE;
}

/* Plays until a side is mated; false if none is. */
static bool play_to_mate(Rng *rng, MateGame *line) {
    while (!random_open_problem(rng, 8, &line->at[0])) continue;
    for (line->count = 0; line->count < PLIES;) {
        Position *pos = &line->at[line->count];
        Move mate = mating_move(pos), move = mate ? mate : random_move(pos, rng);
        if (!move) return false;
        line->moves[line->count++] = move;
        pos[1] = pos[0];
        position_play(&pos[1], move);
        if (mate) return true;
    }
    return false;
}

static TargetMovesLeft moves_left(Color victim, int left) {
    TargetMovesLeft moves;
    moves.of[victim] = left / 2;
    moves.of[other(victim)] = (left + 1) / 2;
    return moves;
}

static void follow(TargetPositions *targets, const TargetNode *node, const MateGame *line,
                   int played) {
    if (played == line->count) return;
    const Position *pos = &line->at[played];
    Color victim = position_turn(&line->at[line->count]);
    Move move = line->moves[played];
    int left = line->count - played;
    Bitboard goals[TARGET_PIECES];
    TargetNode next;
    target_positions_destinations(targets, node, position_turn(pos), moves_left(victim, left),
                                  goals);
    assert_true(goals[node->number[move_from(move)]] & bit(move_to(move)));
    assert_true(target_positions_push(targets, node, &pos->board, move,
                                      moves_left(victim, left - 1), &next));
    follow(targets, &next, line, played + 1);
    target_positions_pop(targets, &next);
}

static void test_never_a_wrong_no(void **state) {
    (void)state;
    Rng rng = rng_seeded(5);
    TargetPositions *targets = target_positions_new();
    assert_non_null(targets);
    int mates = 0, listed = 0;
    for (int games = random_effort(30000); games > 0; games--) {
        MateGame line;
        if (!play_to_mate(&rng, &line)) continue;
        Color victim = position_turn(&line.at[line.count]);
        const TargetNode *root = target_positions_list(targets, &line.at[0].board, line.at[0].key,
                                                       victim, moves_left(victim, line.count));
        mates++;
        if (!root) continue;
        listed++;
        follow(targets, root, &line, 0);
    }
    assert_true(mates > random_effort(1000));
    assert_true(listed > mates / 2);
    target_positions_free(targets);
}

static bool is_possible(TargetPositions *targets, const Position *pos, Color victim, int left) {
    const TargetNode *root =
        target_positions_list(targets, &pos->board, pos->key, victim, moves_left(victim, left));
    return !root || root->count > 0;
}

static void test_facts(void **state) {
    (void)state;
    TargetPositions *targets = target_positions_new();
    assert_non_null(targets);
    Position knight = chess_of("8/8/8/8/8/1K6/5N2/k7 b - - 0 1");
    for (int left = 0; left <= 8; left++)
        assert_false(is_possible(targets, &knight, BLACK, left)); // a lone knight cannot mate
    Position corner = chess_of("8/8/8/8/8/8/r7/k1K1N3 w - - 0 1");
    assert_false(is_possible(targets, &corner, BLACK, 1)); // Sc2+ Rxc2+
    Position two = chess_of("8/8/8/8/3N4/8/r7/k1K5 w - - 0 1");
    assert_true(is_possible(targets, &two, BLACK, 1)); // Sb3#
    Position bare = chess_of("8/P7/8/8/8/1K6/8/k7 w - - 0 1");
    assert_false(is_possible(targets, &bare, BLACK, 1)); // a8=Q+ Kb1, and nothing to take on b8
    assert_true(is_possible(targets, &bare, BLACK, 3));  // a8=Q+ Kb1 Qh1#
    Position castling = chess_of("8/8/8/8/8/8/7r/R3K2k w Q - 0 1");
    assert_null(
        target_positions_list(targets, &castling.board, castling.key, BLACK, moves_left(BLACK, 3)));
    target_positions_free(targets);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_a_wrong_no),
        cmocka_unit_test(test_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
