// SPDX-License-Identifier: MIT
#include "support/check.h"
#include "support/random_game.h"

#include "notation/text/uci_move.h"
#include "play/players/player.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static Player *player_of(const char *text, uint64_t seed) {
    char error[PLAYER_ERROR_MAX];
    PlayerOptions options = PLAYER_DEFAULTS;
    options.seed = seed;
    Player *player = player_new(text, &options, error);
    if (!player) fail_msg("%s: %s", text, error);
    return player;
}

static void names_and_faults(void **state) {
    (void)state;
    static const char *const GOOD[][2] = {{"human", "Human"},
                                          {"bimbi", "Bimbi"},
                                          {"optimus", "Optimus Prime"},
                                          {"random", "Random"},
                                          {"roek", "Roek"},
                                          {"roek:0", "Roek, level 0"},
                                          {"BIMBI", "Bimbi"},
                                          {"Roek:20", "Roek, level 20"}};
    static const char *const BAD[] = {"",        ":",       "alice",      "roek:",   "roek:21",
                                      "roek:-1", "roek:5x", "bimbi:hard", "human:1", "roek5"};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        Player *player = player_of(GOOD[i][0], 1);
        assert_string_equal(player->name, GOOD[i][1]);
        assert_int_equal(player_is_human(player), i == 0);
        player_free(player);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char error[PLAYER_ERROR_MAX] = "";
        assert_null(player_new(BAD[i], &PLAYER_DEFAULTS, error));
        assert_true(strlen(error) > 10);
        assert_null(strchr(error, '\n'));
    }
}

/* The name of a missing program is shortened between characters, here of two bytes. */
static void long_names_are_cut_between_characters(void **state) {
    (void)state;
    char text[256] = "uci:x", error[PLAYER_ERROR_MAX];
    for (int i = 0; i < 100; i++) strcat(text, "ä");
    assert_null(player_new(text, &PLAYER_DEFAULTS, error));
    assert_non_null(strstr(error, "ä': "));
}

/* Time-outs of external programs.  Programs of the FEN contract get no limits and start for every
 * move, so they have a time-out of their own when no limit is set. */
static void programs_are_waited_for(void **state) {
    (void)state;
    static const struct {
        const char *kind;
        SearchLimits limits;
        int64_t ms;
    } CASES[] = {
        {"cmd", {.depth = 0}, 5000},
        {"cmd", {.movetime_ms = 300}, 2300},
        {"cmd", {.has_clock = true, .time_ms = {7000, 100}}, 9000},
        {"cmd", {.depth = 3}, 60000},
        {"cmd", {.nodes = 100}, 60000},
        {"uci", {.depth = 3}, 60000},
        {"uci", {.movetime_ms = 300}, 2300},
    };
    Position pos = position_start(&STANDARD_CHESS);
    Game game;
    assert_true(game_init(&game, &pos));
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Player player = {.kind = player_kind_of(CASES[i].kind), .options = PLAYER_DEFAULTS};
        int64_t ms = player_timeout_ms(&player, &game, &CASES[i].limits);
        if (ms != CASES[i].ms) fail_msg("%s %zu: %lld", CASES[i].kind, i, (long long)ms);
        player.options.least_ms = 4000;
        ms = player_timeout_ms(&player, &game, &CASES[i].limits);
        assert_int_equal(ms, CASES[i].ms < 4000 ? 4000 : CASES[i].ms);
    }
    game_free(&game);
}

static Move choice_at(Player *player, const char *fen, const Rules *rules,
                      const SearchLimits *limits) {
    Position pos = position_of(fen, rules);
    Game game;
    assert_true(game_init(&game, &pos));
    PlayerChoice choice = player_choose(player, &game, limits, NULL);
    if (choice.move == NO_MOVE) assert_true(choice.fault[0] != '\0');
    game_free(&game);
    return choice.move;
}

static void bimbi_plays_everything(void **state) {
    (void)state;
    Player *bimbi = player_of("bimbi", 7);
    MoveList seen = {.count = 0};
    for (int i = 0; i < 1000; i++) {
        Move move = choice_at(bimbi, STANDARD_CHESS.start_fen, &STANDARD_CHESS, &(SearchLimits){0});
        if (!movelist_has(&seen, move)) seen.items[seen.count++] = move;
    }
    assert_int_equal(seen.count, 20);
    player_free(bimbi);
}

static void optimus_runs(void **state) {
    (void)state;
    Player *optimus = player_of("optimus", 3);
    bool straight = false, diagonal = false;
    for (int i = 0; i < 200; i++) {
        Move m =
            choice_at(optimus, "8/8/8/8/8/8/K6k/8 w - - 0 1", &RACING_KINGS, &(SearchLimits){0});
        assert_int_equal(rank_of(move_to(m)), 2);
        straight |= move_to(m) == A3;
        diagonal |= move_to(m) == B3;
        m = choice_at(optimus, "8/8/8/8/8/8/K6k/8 b - - 0 1", &RACING_KINGS, &(SearchLimits){0});
        assert_int_equal(rank_of(move_to(m)), 2); // Black runs the same way
    }
    assert_true(straight && diagonal);
    // no step towards the goal: any move; no legal move: a fault
    Move m = choice_at(optimus, "8/8/8/k7/8/8/r7/7K w - - 0 1", &RACING_KINGS, &(SearchLimits){0});
    assert_int_equal(m, move_make(H1, G1, MOVE_PLAIN));
    m = choice_at(optimus, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &STANDARD_CHESS, &(SearchLimits){0});
    assert_int_equal(m, NO_MOVE);
    player_free(optimus);
}

static void optimus_grabs(void **state) {
    (void)state;
    Player *optimus = player_of("optimus", 3);
    for (int i = 0; i < 50; i++) {
        Move m = choice_at(optimus, "k7/8/8/3q4/4P3/5r2/6P1/K7 w - - 0 1", &STANDARD_CHESS,
                           &(SearchLimits){0});
        assert_int_equal(move_to(m), D5);
        m = choice_at(optimus, "1r5k/P7/8/8/8/8/8/K7 w - - 0 1", &STANDARD_CHESS,
                      &(SearchLimits){0});
        assert_int_equal(m, move_make_promotion(A7, B8, QUEEN));
    }
    player_free(optimus);
}

static void roek_mates(void **state) {
    (void)state;
    Player *roek = player_of("roek", 1);
    SearchLimits limits = {.depth = 4};
    Move m = choice_at(roek, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", &STANDARD_CHESS, &limits);
    assert_int_equal(m, move_make(A1, A8, MOVE_PLAIN));
    m = choice_at(roek, "8/K6k/8/8/8/8/8/8 b - - 0 1", &RACING_KINGS, &limits);
    assert_int_equal(rank_of(move_to(m)), 7);
    player_free(roek);
}

static void *raise(void *flag) {
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

/* The stop flag works before the search begins and at any moment during it. */
static void roek_can_be_stopped(void **state) {
    (void)state;
    Game game;
    Position start = position_start(&STANDARD_CHESS);
    assert_true(game_init(&game, &start));
    Player *player = player_of("roek", 1);
    for (int early = 0; early < 2; early++) {
        atomic_bool stop = early;
        SearchLimits forever = {.movetime_ms = 3600 * 1000, .stop = &stop};
        pthread_t thread;
        if (!early) assert_int_equal(pthread_create(&thread, NULL, raise, &stop), 0);
        PlayerChoice choice = player_choose(player, &game, &forever, NULL);
        assert_true(choice.move != NO_MOVE);
        if (!early) pthread_join(thread, NULL);
    }
    player_free(player);
    game_free(&game);
}

/* Plays all pairings of bots with both colours: all moves are legal and every game ends. */
static void bots_finish_their_games(void **state) {
    (void)state;
    static const char *const BOTS[] = {"bimbi", "optimus", "roek:0", "random"};
    int games = random_effort(1000);
    for (int n = 0; n < games; n++) {
        const Rules *rules = n % 2 ? &RACING_KINGS : &STANDARD_CHESS;
        Player *players[] = {player_of(BOTS[n / 2 % 4], (uint64_t)n),
                             player_of(BOTS[n / 8 % 4], (uint64_t)n + 1)};
        Position start = position_start(rules);
        Game game;
        assert_true(game_init(&game, &start));
        while (!outcome_is_over(game_outcome(&game))) {
            const Position *now = game_current(&game);
            PlayerChoice choice = player_choose(players[position_turn(now)], &game,
                                                &(SearchLimits){.nodes = 50}, NULL);
            assert_true(position_is_legal(now, choice.move));
            assert_true(game_play(&game, choice.move));
            assert_true(game.count < 20000);
        }
        Outcome end = game_outcome(&game);
        if (!rules->traits.checks) assert_true(end.reason != OUTCOME_CHECKMATE);
        if (end.reason == OUTCOME_RACE_WON || end.reason == OUTCOME_CHECKMATE)
            assert_true(end.winner != NO_COLOR);
        else
            assert_int_equal(end.winner, NO_COLOR);
        for (int c = 0; c < 2; c++) player_free(players[c]);
        game_free(&game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_faults),
        cmocka_unit_test(long_names_are_cut_between_characters),
        cmocka_unit_test(programs_are_waited_for),
        cmocka_unit_test(bimbi_plays_everything),
        cmocka_unit_test(optimus_runs),
        cmocka_unit_test(optimus_grabs),
        cmocka_unit_test(roek_mates),
        cmocka_unit_test(roek_can_be_stopped),
        cmocka_unit_test(bots_finish_their_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
