// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "match/match_pgn.h"

#include <stdlib.h>
#include <string.h>

static Participant participant_of(const char *text, SearchBudget budget) {
    Participant e;
    PlayerOptions options = PLAYER_DEFAULTS;
    options.grace_ms = 300;
    options.fallback_timeout_ms = 300;
    char error[PLAYER_ERROR_MAX];
    if (!participant_read(&e, text, &options, &budget, error)) fail_msg("%s: %s", text, error);
    return e;
}

/* A match that records everything that happens. */
typedef struct {
    Participant participants[4];
    Match *match;
    Text pgn;
    char fault[PLAYER_FAULT_MAX];
    GameEnd end;
    Color culprit;
    int finished;
    atomic_bool stop;
    int stop_after; // games; 0: never
} Fixture;

static void keep_game(void *context, const Match *match, const MatchGame *game) {
    Fixture *f = context;
    f->finished++;
    f->end = game->game->end;
    f->culprit = game->game->culprit;
    strcpy(f->fault, game->game->fault);
    match_pgn_write(&f->pgn, match, game, "Test", "2024.01.01");
    if (f->finished == f->stop_after) atomic_store(&f->stop, true);
}

static void begin(Fixture *f, MatchOptions options, const char *const players[], int count,
                  SearchBudget budget) {
    *f = (Fixture){.pgn = text_growing(), .stop_after = f->stop_after};
    for (int i = 0; i < count; i++) f->participants[i] = participant_of(players[i], budget);
    char error[PLAYER_ERROR_MAX];
    options.participants = f->participants;
    options.participant_count = count;
    if (!options.rules) options.rules = &STANDARD_CHESS;
    if (!options.concurrency) options.concurrency = 1;
    options.margin_ms = 100000; // only tests of time-outs lower it
    options.stop = &f->stop;
    options.context = f;
    options.finished = keep_game;
    f->match = match_new(&options, error);
    if (!f->match) fail_msg("%s", error);
}

static void finish(Fixture *f) {
    match_free(f->match);
    text_free(&f->pgn);
    for (int i = 0; i < 4; i++) participant_free(&f->participants[i]);
}

static void every_pair_meets_equally(void **state) {
    (void)state;
    static const char *const FOUR[] = {"random", "bimbi", "optimus", "random"};
    for (int games = 1; games <= 4; games++) {
        Fixture f = {0};
        begin(&f, (MatchOptions){.games = games}, FOUR, 4, (SearchBudget){.depth = 1});
        int met[4][4] = {{0}};
        assert_int_equal(match_game_count(f.match), 6 * games);
        for (int i = 0; i < match_game_count(f.match); i++) {
            int participants[2];
            match_participants(f.match, i, participants);
            met[participants[WHITE]][participants[BLACK]]++;
        }
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < a; b++) {
                assert_int_equal(met[a][b] + met[b][a], games);
                assert_int_equal(met[a][b], games / 2); // extra White for the lower number
            }
        finish(&f);
    }
}

static void a_gauntlet_is_for_one(void **state) {
    (void)state;
    static const char *const THREE[] = {"random", "bimbi", "optimus"};
    Fixture f = {0};
    begin(&f, (MatchOptions){.games = 2, .gauntlet = true}, THREE, 3, (SearchBudget){.depth = 1});
    assert_int_equal(match_game_count(f.match), 4);
    for (int i = 0; i < 4; i++) {
        int participants[2];
        match_participants(f.match, i, participants);
        assert_true(participants[0] == 0 || participants[1] == 0);
    }
    finish(&f);
}

static void same_names_are_told_apart(void **state) {
    (void)state;
    static const char *const TWO[] = {"random", "random"};
    Fixture f = {0};
    begin(&f, (MatchOptions){.games = 1}, TWO, 2, (SearchBudget){.depth = 1});
    assert_string_equal(f.participants[0].name, "Random");
    assert_string_equal(f.participants[1].name, "Random (2)");
    finish(&f);
}

/* Names survive a round trip through PGN. */
static void odd_names_are_known_again(void **state) {
    (void)state;
    static const char *const TWO[] = {"random[name=a\tb\033\"\\]", "bimbi"};
    Fixture f = {0}, again = {0};
    size_t sound;
    char error[MATCH_PGN_ERROR_MAX];
    begin(&f, (MatchOptions){.games = 1}, TWO, 2, (SearchBudget){.depth = 1});
    begin(&again, (MatchOptions){.games = 1}, TWO, 2, (SearchBudget){.depth = 1});
    assert_string_equal(f.participants[0].name, "a b?\"\\");
    assert_int_equal(match_run(f.match), MATCH_DONE);
    assert_true(match_pgn_resume(again.match, text_get(&f.pgn), f.pgn.used, &sound, error));
    finish(&f);
    finish(&again);
}

/* Scores and lengths of the games of a match, by number. */
static void results_of(MatchOptions options, MatchScore *score, int *length) {
    static const char *const TWO[] = {"optimus", "random"};
    Fixture f = {0};
    begin(&f, options, TWO, 2, (SearchBudget){.depth = 1});
    assert_int_equal(match_run(f.match), MATCH_DONE);
    assert_int_equal(f.finished, options.games);
    *score = match_score(f.match, 0, 1);
    *length = (int)f.pgn.used;
    finish(&f);
}

static void threads_do_not_change_games(void **state) {
    (void)state;
    MatchScore one, four;
    int lengths[2];
    MatchOptions options = {.games = 40, .seed = 5, .rules = &RACING_KINGS};
    results_of(options, &one, &lengths[0]);
    options.concurrency = 4;
    results_of(options, &four, &lengths[1]);
    assert_memory_equal(&one, &four, sizeof one);
    assert_in_range(lengths[1], lengths[0] - 400, lengths[0] + 400); // times vary in length
    assert_true(one.wins > one.losses);
    assert_int_equal(one.pairs[0] + one.pairs[1] + one.pairs[2] + one.pairs[3] + one.pairs[4], 20);
}

static void goes_on_where_it_stopped(void **state) {
    (void)state;
    static const char *const TWO[] = {"optimus", "random"};
    MatchOptions options = {.games = 12, .seed = 9, .rules = &RACING_KINGS};
    Fixture whole = {0}, half = {.stop_after = 5}, rest = {0};
    begin(&whole, options, TWO, 2, (SearchBudget){.depth = 1});
    assert_int_equal(match_run(whole.match), MATCH_DONE);
    begin(&half, options, TWO, 2, (SearchBudget){.depth = 1});
    assert_int_equal(match_run(half.match), MATCH_STOPPED);
    assert_int_equal(match_played_count(half.match), 5);
    // the file ends in the middle of a game
    text_string(&half.pgn, "[Event \"Test\"]\n[Round \"6\"]\n[MatchSeed \"9\"]\n\n1. Nxc2 {[%eval");
    uint64_t seed = 0;
    assert_true(match_pgn_seed(text_get(&half.pgn), half.pgn.used, &seed));
    assert_int_equal(seed, 9);
    begin(&rest, options, TWO, 2, (SearchBudget){.depth = 1});
    size_t sound;
    char error[MATCH_PGN_ERROR_MAX];
    assert_true(match_pgn_resume(rest.match, text_get(&half.pgn), half.pgn.used, &sound, error));
    assert_true(sound < half.pgn.used);
    assert_int_equal(match_played_count(rest.match), 5);
    assert_int_equal(match_run(rest.match), MATCH_DONE);
    assert_int_equal(rest.finished, 7);
    MatchScore a = match_score(whole.match, 0, 1), b = match_score(rest.match, 0, 1);
    assert_memory_equal(&a, &b, sizeof a);
    // games of another match are refused
    assert_false(match_pgn_resume(rest.match, text_get(&half.pgn), half.pgn.used, &sound, error));
    finish(&whole);
    finish(&half);
    finish(&rest);
}

static bool resumes(const char *pgn, size_t length) {
    static const char *const TWO[] = {"optimus", "random"};
    MatchOptions options = {.games = 2, .seed = 9, .rules = &RACING_KINGS};
    Fixture f = {0};
    size_t sound;
    char error[MATCH_PGN_ERROR_MAX];
    begin(&f, options, TWO, 2, (SearchBudget){.depth = 1});
    bool good = match_pgn_resume(f.match, pgn, length, &sound, error);
    finish(&f);
    return good;
}

static void only_a_match_is_gone_on_with(void **state) {
    (void)state;
    static const char *const TWO[] = {"optimus", "random"};
    static const char *const OTHERS[] = {
        "root:x:0:0\n",
        "[Event \"x\"]\n\n1. e4 1-0\n",
        "[Event \"x\"]\r\n[Site \"?\"]\r\n\r\n1. e4 1-0\r\n",
        "[Event \"x\"]\n[MatchSeed \"1\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. d4 *\n",
        "[Event \"x\"]\nwords",
    };
    MatchOptions options = {.games = 2, .seed = 9, .rules = &RACING_KINGS};
    Fixture f = {0};
    begin(&f, options, TWO, 2, (SearchBudget){.depth = 1});
    assert_int_equal(match_run(f.match), MATCH_DONE);
    for (size_t cut = 0; cut <= f.pgn.used; cut++) // truncated at any byte
        assert_true(resumes(text_get(&f.pgn), cut));
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        assert_false(resumes(OTHERS[i], strlen(OTHERS[i])));
    finish(&f);
}

/* A UCI engine as a shell script that answers `go` with `answer`. */
#define ENGINE(answer)                                                              \
    "uci:sh -c 'while read a b; do case $a in uci) echo id name Odd; echo uciok;; " \
    "isready) echo readyok;; go) " answer ";; quit) exit;; esac; done'"

static void play_against(Fixture *f, const char *player, SearchBudget budget) {
    const char *const players[] = {player, "random"};
    begin(f, (MatchOptions){.games = 1}, players, 2, budget);
    assert_int_equal(match_run(f->match), MATCH_DONE);
    assert_int_equal(f->culprit, WHITE);
    MatchScore t = match_score(f->match, 0, 1);
    assert_int_equal(t.losses, 1);
    assert_int_equal(match_fault_count(f->match, 0, f->end), 1);
}

typedef struct {
    const char *player;
    GameEnd end;
    const char *fault;
} Odd;

static const Odd ODD[] = {
    {ENGINE("echo bestmove e2e5"), GAME_END_ILLEGAL, "'e2e5' is illegal: "},
    {ENGINE("echo bestmove e7e5"), GAME_END_ILLEGAL, "'e7e5' is illegal: "},
    {ENGINE("echo bestmove"), GAME_END_ILLEGAL, "'bestmove' without a move"},
    {ENGINE("echo \"bestmove (none)\""), GAME_END_ILLEGAL, "'(none)' is illegal: "},
    {ENGINE("echo \"bestmove 0000\""), GAME_END_ILLEGAL, "'0000' is illegal: "},
    {ENGINE("kill -ABRT $$"), GAME_END_CRASH, "the program ended: signal 6 (Aborted)"},
    {ENGINE("exit 7"), GAME_END_CRASH, "the program ended: exit status 7"},
    {ENGINE("sleep 1000"), GAME_END_TIME, "no answer in time (killed)"},
    {ENGINE("echo bestmovee2e4"), GAME_END_TIME, "no answer in time ("},
    {ENGINE("head -c 100000 /dev/urandom; sleep 1000"), GAME_END_TIME,
     "no answer in time (killed)"},
    {"cmd:sh -c 'exit 3'", GAME_END_CRASH, "no answer (exit status 3)"},
    {"cmd:sleep", GAME_END_CRASH, "no answer (exit status 1)"},
    {"cmd:/nonexistent/program", GAME_END_CRASH, "cannot start"},
    {"cmd:sh -c 'sleep 1000'", GAME_END_TIME, "no answer in time"},
    {"cmd:sh -c 'head -c 3000 /dev/urandom | tr -d \"\\n\"'", GAME_END_ILLEGAL, "not a FEN"},
    {"cmd:printf 'a\\nb\\n'", GAME_END_ILLEGAL, "2 lines instead of one position"},
    {"cmd:echo CHECKMATE #", GAME_END_ILLEGAL, "not a FEN"},
};

static void odd_players_lose_and_harm_nobody(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof ODD / sizeof *ODD; i++) {
        Fixture f = {0};
        play_against(&f, ODD[i].player, (SearchBudget){.depth = 1});
        if (f.end != ODD[i].end || strncmp(f.fault, ODD[i].fault, strlen(ODD[i].fault)) != 0)
            fail_msg("%s: end %d, '%s'", ODD[i].player, (int)f.end, f.fault);
        finish(&f);
    }
}

static void a_clock_runs_out(void **state) {
    (void)state;
    Fixture f = {0};
    play_against(&f, ENGINE("sleep 1000"), (SearchBudget){.time.base_ms = 20});
    assert_int_equal(f.end, GAME_END_TIME);
    assert_non_null(strstr(text_get(&f.pgn), "[Termination \"time forfeit\"]"));
    finish(&f);
}

/* The engine answers for a while, then crashes; it is restarted for the next game. */
static void a_crash_costs_one_game(void **state) {
    (void)state;
    const char *const players[] = {ENGINE("exit 1"), "random"};
    Fixture f = {0};
    begin(&f, (MatchOptions){.games = 6}, players, 2, (SearchBudget){.depth = 1});
    assert_int_equal(match_run(f.match), MATCH_DONE);
    assert_int_equal(match_fault_count(f.match, 0, GAME_END_CRASH), 6);
    finish(&f);
}

static void says_who_cannot_play(void **state) {
    (void)state;
    static const char *const WRONG[] = {"nobody", "human", "uci:", "uci:/nonexistent/program",
                                        "uci:true"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        Participant e[2] = {participant_of(WRONG[i], (SearchBudget){.depth = 0}),
                            participant_of("random", (SearchBudget){.depth = 0})};
        MatchOptions options = {.rules = &RACING_KINGS, .participants = e, .participant_count = 2};
        options.games = options.concurrency = 1;
        char error[PLAYER_ERROR_MAX] = "";
        assert_null(match_new(&options, error));
        assert_true(error[0]);
        participant_free(&e[0]);
        participant_free(&e[1]);
    }
}

static void reads_entrants(void **state) {
    (void)state;
    Participant e = participant_of("uci[tc=2+0.5,Hash=64,name=Fish,Syzygy Path=/a b]:./fish -x [1]",
                                   (SearchBudget){.depth = 0});
    assert_string_equal(e.player, "uci:./fish -x [1]");
    assert_string_equal(e.name, "Fish");
    assert_int_equal(e.budget.time.base_ms, 2000);
    assert_int_equal(e.budget.time.increment_ms, 500);
    assert_int_equal(e.options.uci_option_count, 2);
    assert_string_equal(e.options.uci_options[0], "Hash=64");
    assert_string_equal(e.options.uci_options[1], "Syzygy Path=/a b");
    participant_free(&e);
    e = participant_of("roek[nodes=500]:3", (SearchBudget){.depth = 3});
    assert_string_equal(e.player, "roek:3");
    assert_int_equal(e.budget.nodes, 500);
    assert_int_equal(e.budget.depth, 0);
    participant_free(&e);
    static const char *const WRONG[] = {"roek[nodes=x]", "roek[nodes", "roek[a]", "roek[a=b]5",
                                        "roek[tc=0]"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char error[PLAYER_ERROR_MAX];
        assert_false(
            participant_read(&e, WRONG[i], &PLAYER_DEFAULTS, &(SearchBudget){.depth = 0}, error));
        participant_free(&e);
    }
}

static void sprt_ends_the_match(void **state) {
    (void)state;
    static const char *const TWO[] = {"optimus", "random"};
    Sprt sprt = {0, 200, 0.05, 0.05};
    Fixture f = {0};
    MatchOptions options = {.games = 100000, .rules = &RACING_KINGS, .sprt = &sprt};
    options.concurrency = 3;
    begin(&f, options, TWO, 2, (SearchBudget){.depth = 1});
    assert_int_equal(match_run(f.match), MATCH_DONE);
    MatchScore t = match_score(f.match, 0, 1);
    assert_int_equal(sprt_verdict(&sprt, &t), SPRT_ACCEPT_1);
    assert_int_equal(f.finished, match_played_count(f.match));
    assert_true(match_played_count(f.match) < 2000);
    finish(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_meets_equally),
        cmocka_unit_test(a_gauntlet_is_for_one),
        cmocka_unit_test(same_names_are_told_apart),
        cmocka_unit_test(odd_names_are_known_again),
        cmocka_unit_test(threads_do_not_change_games),
        cmocka_unit_test(goes_on_where_it_stopped),
        cmocka_unit_test(only_a_match_is_gone_on_with),
        cmocka_unit_test(odd_players_lose_and_harm_nobody),
        cmocka_unit_test(a_clock_runs_out),
        cmocka_unit_test(a_crash_costs_one_game),
        cmocka_unit_test(says_who_cannot_play),
        cmocka_unit_test(reads_entrants),
        cmocka_unit_test(sprt_ends_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
