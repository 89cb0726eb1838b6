// SPDX-License-Identifier: MIT
//
// Lists of final positions: every mate that is played out was in the list all the way.
#include "support/check.h"
#include "support/random_game.h"
#include "support/random_problem.h"

#include "solve/problem/target_positions.h"

enum { PLIES = 6 };

/* A line played at random, and the positions of it. */
typedef struct {
    Position at[PLIES + 1];
    Move moves[PLIES];
    int count;
} Line;

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

/* Plays until somebody is mated; false if nobody is. */
static bool play_to_mate(Rng *rng, Line *line) {
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

static FinalMoves moves_left(Color victim, int left) {
    FinalMoves moves;
    moves.of[victim] = left / 2;
    moves.of[other(victim)] = (left + 1) / 2;
    return moves;
}

static void follow(Finals *finals, const FinalNode *node, const Line *line, int played) {
    if (played == line->count) return;
    const Position *pos = &line->at[played];
    Color victim = position_turn(&line->at[line->count]);
    Move move = line->moves[played];
    int left = line->count - played;
    Bitboard goals[FINAL_PIECES];
    FinalNode next;
    finals_goals(finals, node, position_turn(pos), moves_left(victim, left), goals);
    assert_true(goals[node->number[move_from(move)]] & bit(move_to(move)));
    assert_true(finals_enter(finals, node, &pos->board, move, moves_left(victim, left - 1), &next));
    follow(finals, &next, line, played + 1);
    finals_leave(finals, &next);
}

static void test_never_a_wrong_no(void **state) {
    (void)state;
    Rng rng = rng_seeded(5);
    Finals *finals = finals_new();
    assert_non_null(finals);
    int mates = 0, listed = 0;
    for (int games = random_effort(30000); games > 0; games--) {
        Line line;
        if (!play_to_mate(&rng, &line)) continue;
        Color victim = position_turn(&line.at[line.count]);
        const FinalNode *root = finals_list(finals, &line.at[0].board, line.at[0].key, victim,
                                            moves_left(victim, line.count));
        mates++;
        if (!root) continue;
        listed++;
        follow(finals, root, &line, 0);
    }
    assert_true(mates > random_effort(1000));
    assert_true(listed > mates / 2);
    finals_free(finals);
}

static bool is_possible(Finals *finals, const Position *pos, Color victim, int left) {
    const FinalNode *root =
        finals_list(finals, &pos->board, pos->key, victim, moves_left(victim, left));
    return !root || root->count > 0;
}

static void test_facts(void **state) {
    (void)state;
    Finals *finals = finals_new();
    assert_non_null(finals);
    Position knight = chess_of("8/8/8/8/8/1K6/5N2/k7 b - - 0 1");
    for (int left = 0; left <= 8; left++)
        assert_false(is_possible(finals, &knight, BLACK, left)); // a knight alone mates nobody
    Position corner = chess_of("8/8/8/8/8/8/r7/k1K1N3 w - - 0 1");
    assert_false(is_possible(finals, &corner, BLACK, 1)); // Sc2+ Rxc2+
    Position two = chess_of("8/8/8/8/3N4/8/r7/k1K5 w - - 0 1");
    assert_true(is_possible(finals, &two, BLACK, 1)); // Sb3#
    Position bare = chess_of("8/P7/8/8/8/1K6/8/k7 w - - 0 1");
    assert_false(is_possible(finals, &bare, BLACK, 1)); // a8=Q+ Kb1, and nothing to take on b8
    assert_true(is_possible(finals, &bare, BLACK, 3));  // a8=Q+ Kb1 Qh1#
    Position castling = chess_of("8/8/8/8/8/8/7r/R3K2k w Q - 0 1");
    assert_null(finals_list(finals, &castling.board, castling.key, BLACK, moves_left(BLACK, 3)));
    finals_free(finals);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_a_wrong_no),
        cmocka_unit_test(test_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
