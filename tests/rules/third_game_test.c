// SPDX-License-Identifier: MIT
//
// A third game takes one file and one line: King of the Hill, registered only in this test, passes
// the same tests as chess and Racing Kings.
#include "games/king_of_the_hill.c"

#define ROEK_MORE_GAMES &KING_OF_THE_HILL // the line that registers it
#include "rules/registry.c"

#include "support/check.h"
#include "support/data.h"
#include "support/naive.h"

#include "cmd/position/fen_command.h"
#include "core/outcome.h"
#include "core/perft.h"
#include "notation/pgn/pgn.h"
#include "notation/text/san.h"
#include "play/game/game_controller.h"
#include "protocol/uci.h"
#include "search/engine.h"
#include "solve/mate/mate.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const STARTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/2k5/8/8/5K2/8/8 w - - 0 1",
    "8/3k4/8/2pP4/8/2K5/8/R6r w - - 0 1",
    NULL,
};

static Position hill_of(const char *fen) {
    return position_of(fen, &KING_OF_THE_HILL);
}

static void it_is_found(void **state) {
    (void)state;
    assert_ptr_equal(rules_find("King of the Hill"), &KING_OF_THE_HILL);
    assert_ptr_equal(rules_find("koth"), &KING_OF_THE_HILL);
    assert_ptr_equal(rules_at(2), &KING_OF_THE_HILL);
    assert_null(rules_at(3));
}

/* Perft with the naive chess moves, but none once a king is on the hill. */
static uint64_t judged_perft(const Setup *setup, int depth) {
    Bitboard kings = setup_pieces(setup, WHITE, KING) | setup_pieces(setup, BLACK, KING);
    MoveList list;
    uint64_t nodes = 0;
    if (kings & HILL) return 0;
    naive_legal_moves(setup, NAIVE_CHESS, &list);
    if (depth == 1) return (uint64_t)list.count;
    for (int i = 0; i < list.count; i++) {
        Setup next = naive_after(setup, list.items[i]);
        nodes += judged_perft(&next, depth - 1);
    }
    return nodes;
}

static void perft_agrees_with_the_judge(void **state) {
    (void)state;
    for (int i = 0; STARTS[i]; i++) {
        Position pos = hill_of(STARTS[i]);
        Setup setup = position_to_setup(&pos);
        for (int hash = 0; hash < 2; hash++) {
            PerftResult result;
            PerftOptions options = {.threads = 1, .hash_mb = (size_t)hash};
            assert_true(perft_count(&pos, 3, options, &result));
            assert_int_equal(result.nodes, judged_perft(&setup, 3));
        }
    }
}

/* Properties of every position that random play reaches, including won ones. */
static void check_position(const Position *pos, void *context) {
    MoveList list;
    char fen[FEN_MAX];
    int *won = context;
    position_legal_moves(pos, &list);
    assert_int_equal(list.count, pos->rules->count_moves(&pos->board));
    *won += pos->rules->outcome(&pos->board).reason == OUTCOME_RACE_WON;
    fen_write_position(pos, fen);
    assert_true(hill_of(fen).key == pos->key);
    for (int i = 0; i < list.count; i++) {
        char san[SAN_MAX];
        Move read = NO_MOVE;
        san_write(pos, list.items[i], san);
        assert_int_equal(san_read(pos, san, strlen(san), &read), SAN_OK);
        assert_int_equal(read, list.items[i]);
        assert_true(position_is_legal(pos, list.items[i]));
    }
}

static void notation_and_counts_hold(void **state) {
    (void)state;
    int won = 0;
    data_each_random(&KING_OF_THE_HILL, STARTS, 4, random_effort(3000), check_position, &won);
    Position pos = hill_of("8/8/2k5/8/4K3/8/8/7R b - - 0 1");
    check_position(&pos, &won);
    assert_true(won > 0);
}

static void assert_over(const char *fen, const char *words) {
    char found[OUTCOME_TEXT_MAX];
    Position pos = hill_of(fen);
    outcome_text(position_outcome(&pos), found);
    assert_string_equal(found, words);
}

static void it_ends_in_its_own_way(void **state) {
    (void)state;
    assert_over("8/8/2k5/8/4K3/8/8/8 b - - 0 1", "White wins: the king reached the goal");
    assert_over("8/8/8/3k4/8/5K2/8/8 w - - 0 1", "Black wins: the king reached the goal");
    assert_over("8/8/2k5/8/8/5K2/8/8 w - - 0 1", "The game goes on"); // bare kings can win
    assert_over("6k1/5ppp/8/8/8/8/8/K2R4 b - - 0 1", "The game goes on");
    assert_over("3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "White wins: checkmate");
    assert_over("k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "Draw: stalemate");
}

static void the_engine_climbs(void **state) {
    (void)state;
    Engine *e = engine_new();
    assert_non_null(e);
    Position pos = hill_of("8/8/2k5/8/8/5K2/8/8 w - - 0 1");
    engine_set_position(e, &pos, NULL, 0);
    SearchResult r = engine_search(e, &(SearchLimits){.depth = 4}, NULL);
    assert_int_equal(r.score, SCORE_MATE - 1);
    // Black can win as well, although White has more material
    pos = hill_of("8/8/8/8/7K/2k5/7Q/7R b - - 0 1");
    engine_set_position(e, &pos, NULL, 0);
    r = engine_search(e, &(SearchLimits){.nodes = 20000}, NULL);
    assert_int_equal(r.score, SCORE_MATE - 1);
    engine_free(e);
}

/* The chess mate solver does not know the hill, so the generic solver has to be used. */
static void forced_wins_are_proved(void **state) {
    (void)state;
    MateSolver *solver = mate_solver_new(1, 1);
    MateResult result;
    Position pos = hill_of("8/8/7k/8/8/8/5K2/8 w - - 0 1");
    assert_non_null(solver);
    mate_solve(solver, &pos, &(MateOptions){.moves = 3}, &result);
    assert_int_equal(result.verdict, MATE_FOUND);
    assert_int_equal(result.moves, 2); // f3 or e3, then e4
    assert_true(result.checked);
    mate_solver_free(solver);
}

static void games_are_written_and_read(void **state) {
    (void)state;
    Position start = hill_of(KING_OF_THE_HILL.start_fen), pos = start;
    static const char *const MOVES[] = {"e4", "e5", "Ke2",   "a6",  "Ke3",
                                        "b6", "d4", "exd4+", "Kxd4"};
    PgnGame game = pgn_game_new(&start), again;
    int node = 0;
    for (size_t i = 0; i < sizeof MOVES / sizeof *MOVES; i++) {
        Move move;
        assert_int_equal(san_read(&pos, MOVES[i], strlen(MOVES[i]), &move), SAN_OK);
        node = pgn_add_move(&game, node, move);
        position_play(&pos, move);
    }
    assert_int_equal(position_outcome(&pos).winner, WHITE);
    pgn_set_result(&game, outcome_result(position_outcome(&pos)));
    Text first = text_growing(), second = text_growing();
    pgn_write(&first, &game);
    assert_non_null(strstr(text_get(&first), "[Variant \"King of the Hill\"]"));
    PgnReader *reader = pgn_reader_on(text_get(&first), first.used);
    PgnError error;
    assert_int_equal(pgn_read(reader, &again, &error), PGN_GAME);
    assert_ptr_equal(again.start.rules, &KING_OF_THE_HILL);
    pgn_write(&second, &again);
    assert_string_equal(text_get(&first), text_get(&second));
    pgn_reader_free(reader);
    pgn_game_free(&game);
    pgn_game_free(&again);
    text_free(&first);
    text_free(&second);
}

/* Games of two random players up to any end; the reported outcome agrees with the rules. */
static void whole_games_are_played(void **state) {
    (void)state;
    int arrivals = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        char why[PLAYER_FAULT_MAX];
        ControllerOptions options = {.start = hill_of(STARTS[2 + seed % 2]), .seed = seed};
        for (Color c = WHITE; c <= BLACK; c++) {
            options.players[c] = player_new("random", &PLAYER_DEFAULTS, why);
            assert_non_null(options.players[c]);
        }
        GameController *controller = controller_new(&options, 0);
        assert_non_null(controller);
        for (int i = 0; i < 2000 && !controller_is_over(controller); i++) {
            controller_step(controller, i);
            controller_think(controller);
        }
        assert_true(controller_is_over(controller));
        Outcome outcome = controller_outcome(controller);
        arrivals += outcome.reason == OUTCOME_RACE_WON;
        if (outcome.reason == OUTCOME_RACE_WON)
            assert_true(
                board_pieces(&controller_position(controller)->board, outcome.winner, KING) & HILL);
        controller_free(controller);
        player_free(options.players[WHITE]);
        player_free(options.players[BLACK]);
    }
    assert_true(arrivals > 5);
}

static void keep(void *context, const char *lines) {
    Text *heard = context; // the commands are short, so only one thread prints at a time
    text_string(heard, lines);
}

static void uci_speaks_of_it(void **state) {
    (void)state;
    static const char *const LINES[] = {
        "uci",
        "setoption name UCI_Variant value kingofthehill",
        "position fen 8/8/2k5/8/8/5K2/8/8 w - - 0 1",
        "go depth 3",
        "position fen 8/8/2k5/8/4K3/8/8/8 b - - 0 1",
        "go depth 3",
        "position startpos",
        "go perft 3",
    };
    Text heard = text_growing();
    Uci *uci = uci_new((LineSink){&heard, keep});
    assert_non_null(uci);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        uci_execute(uci, LINES[i]);
        uci_finish(uci);
    }
    uci_free(uci);
    static const char *const EXPECTED[] = {
        " var kingofthehill", "variant kingofthehill files 8 ranks 8 pocket 0 template chess",
        "score mate 1 ",      "bestmove f3e4",
        "bestmove (none)",    "Nodes searched: 8902",
    };
    for (size_t i = 0; i < sizeof EXPECTED / sizeof *EXPECTED; i++)
        if (!strstr(text_get(&heard), EXPECTED[i]))
            fail_msg("no \"%s\" in:\n%s", EXPECTED[i], text_get(&heard));
    text_free(&heard);
}

/* The last line that the command prints for a FEN, with standard output redirected to a file. */
static void answer_of(const char *fen, char *out, size_t size) {
    char words[][32] = {"fen", "", "--variant", "king-of-the-hill", "--depth", "3"}, position[128];
    char *argv[] = {words[0], position, words[2], words[3], words[4], words[5], NULL};
    snprintf(position, sizeof position, "%s", fen);
    FILE *kept = tmpfile();
    assert_non_null(kept);
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    dup2(fileno(kept), STDOUT_FILENO);
    int status = command_fen.run(&command_fen, 6, argv);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    assert_int_equal(status, 0);
    rewind(kept);
    assert_non_null(fgets(out, (int)size, kept));
    out[strcspn(out, "\n")] = '\0';
    fclose(kept);
}

static void the_fen_contract_is_kept(void **state) {
    (void)state;
    char answer[256];
    answer_of("8/8/2k5/8/8/5K2/8/8 w - - 0 1", answer, sizeof answer);
    assert_string_equal(answer, "8/8/2k5/8/4K3/8/8/8 b - - 1 1");
    answer_of(answer, answer, sizeof answer);
    assert_string_equal(answer, "WHITE WINS");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_found),
        cmocka_unit_test(perft_agrees_with_the_judge),
        cmocka_unit_test(notation_and_counts_hold),
        cmocka_unit_test(it_ends_in_its_own_way),
        cmocka_unit_test(the_engine_climbs),
        cmocka_unit_test(forced_wins_are_proved),
        cmocka_unit_test(games_are_written_and_read),
        cmocka_unit_test(whole_games_are_played),
        cmocka_unit_test(uci_speaks_of_it),
        cmocka_unit_test(the_fen_contract_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
