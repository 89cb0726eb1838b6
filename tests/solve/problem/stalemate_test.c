// SPDX-License-Identifier: MIT
//
// Compares stalemate in one and in two with brute force.
#include "support/check.h"
#include "support/random_game.h"
#include "support/random_problem.h"

#include "solve/problem/stalemate.h"

static bool is_stalemate(const Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    return moves.count == 0 && !position_is_check(pos);
}

static bool reaches_in(const Position *pos, int n);

/* Brute force: is it stalemate, or will it be within n more moves of the other side against any
 * defence? */
static bool holds_after(const Position *pos, int n) {
    MoveList moves;
    if (is_stalemate(pos)) return true;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!reaches_in(&next, n)) return false;
    }
    return moves.count > 0;
}

static bool reaches_in(const Position *pos, int n) {
    MoveList moves;
    if (n < 1) return false;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (holds_after(&next, n - 1)) return true;
    }
    return false;
}

static void complain_about(const Position *pos, const char *what) {
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    fail_msg("%s: %s", fen, what);
}

static void compare_in_one(const Position *pos) {
    MoveList moves, found;
    int count = 0;
    position_legal_moves(pos, &moves);
    stalemate_list_in_one(&pos->board, MOVES_MAX, &found);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        Move hint = moves.items[0];
        bool stale = is_stalemate(&next);
        if (stale != movelist_has(&found, moves.items[i])) complain_about(pos, "in one");
        if (stale != stalemate_is_reached(&next.board, &hint)) complain_about(&next, "stalemate");
        count += stale;
    }
    if (count != found.count) complain_about(pos, "number in one");
}

/* stalemate_help_allows() never rejects a move after which the next move can stalemate. */
static void compare_help(const Position *pos) {
    MoveList moves;
    StalemateHelp help;
    stalemate_help_init(&help, &pos->board);
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        bool helps = reaches_in(&next, 1);
        if (helps && !stalemate_help_allows(&help, moves.items[i])) complain_about(pos, "help");
    }
}

/* True if there is a stalemate in two. */
static bool compare_in_two(const Position *pos, MateWorker *w) {
    Move move = stalemate_in_two(w, &pos->board);
    if ((move != NO_MOVE) != reaches_in(pos, 2)) complain_about(pos, "in two");
    if (!move) return false;
    Position next = position_after(pos, move);
    if (!holds_after(&next, 1)) complain_about(pos, "the move in two");
    return true;
}

/* A king in the corner behind own units, which may run out of moves. */
static bool random_corner(Rng *rng, Position *out) {
    static const char UNITS[] = "pppnbrQQRRNBPP";
    Setup setup = setup_empty();
    setup.piece[H8] = piece_of(BLACK, KING);
    setup.piece[rng_below(rng, 48)] = piece_of(WHITE, KING);
    for (int i = 4 + (int)rng_below(rng, 5); i > 0; i--) {
        Square s = rng_below(rng, 2)
                       ? H8 - 8 * (Square)rng_below(rng, 3) - (Square)rng_below(rng, 3)
                       : (Square)rng_below(rng, 64);
        char unit = UNITS[rng_below(rng, sizeof UNITS - 1)];
        if (setup.piece[s] == NO_PIECE) setup.piece[s] = piece_from_char(unit);
    }
    return position_from_setup(&setup, &STANDARD_CHESS, out) == 0;
}

static void test_agrees_with_trying_everything(void **state) {
    (void)state;
    MateWorker w = {0};
    Rng rng = rng_seeded(4);
    int in_two = 0, crowded = 0, wanted = random_effort(20000);
    for (int done = 0; done < wanted;) {
        Position pos;
        bool corner = done % 2;
        if (!(corner ? random_corner(&rng, &pos) : random_open_problem(&rng, 9, &pos))) continue;
        compare_in_one(&pos);
        compare_help(&pos);
        bool found = compare_in_two(&pos, &w);
        in_two += found;
        crowded += found && popcount(pos.board.color[other(position_turn(&pos))]) > 3;
        done++;
    }
    if (wanted == 20000) assert_true(in_two > 1000 && crowded > 5);
}

/* Moves that change more than the square they go to. */
static void test_castling_and_en_passant_stop_two(void **state) {
    (void)state;
    static const char *const FENS[] = {
        "8/8/8/8/8/5p1p/5P1p/4K2k w - - 0 1",
        "7k/5Q2/8/3pP3/8/8/8/K7 w - d6 0 1",
        "8/8/8/8/8/2k5/3p1p2/R3K3 w Q - 0 1",
    };
    MateWorker w = {0};
    for (size_t i = 0; i < sizeof FENS / sizeof FENS[0]; i++) {
        Position pos = chess_of(FENS[i]);
        compare_in_one(&pos);
        compare_help(&pos);
        compare_in_two(&pos, &w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees_with_trying_everything),
        cmocka_unit_test(test_castling_and_en_passant_stop_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
