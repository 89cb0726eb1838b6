// SPDX-License-Identifier: MIT
//
// Tests the controller with simulated time: nothing sleeps, and only tests named `threaded` use
// threads.
#include "support/check.h"
#include "support/data.h"

#include "base/os/clock.h"
#include "base/thread/event.h"
#include "core/outcome.h"
#include "notation/text/uci_move.h"
#include "play/game/game_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Player *player_of(const char *text) {
    char error[PLAYER_ERROR_MAX];
    PlayerOptions options = PLAYER_DEFAULTS;
    options.movetime_ms = 10;
    Player *player = player_new(text, &options, error);
    if (!player) fail_msg("%s: %s", text, error);
    return player;
}

static ControllerOptions options_for(Position start, const char *white, const char *black) {
    return (ControllerOptions){
        .start = start, .players = {player_of(white), player_of(black)}, .seed = 1};
}

static GameController *controller_of(Position start, const char *white, const char *black) {
    ControllerOptions options = options_for(start, white, black);
    GameController *a = controller_new(&options, 0);
    assert_non_null(a);
    return a;
}

static GameController *timed(TimeControl time, const char *white, const char *black) {
    ControllerOptions options = options_for(position_start(&STANDARD_CHESS), white, black);
    options.budget[WHITE].time = options.budget[BLACK].time = time;
    GameController *a = controller_new(&options, 0);
    assert_non_null(a);
    return a;
}

static void done(GameController *a) {
    Player *white = (Player *)(uintptr_t)controller_player(a, WHITE);
    Player *black = (Player *)(uintptr_t)controller_player(a, BLACK);
    controller_free(a);
    player_free(white);
    player_free(black);
}

static ControllerError move_at(GameController *a, const char *text, int64_t now) {
    return controller_move(a, uci_move_read(controller_position(a), text, strlen(text)), now);
}

static void play(GameController *a, const char *moves) {
    char copy[512], *rest = NULL;
    strcpy(copy, moves);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        assert_int_equal(move_at(a, word, 0), CONTROLLER_OK);
}

/* Answers all open queries at this time. */
static void let_computers_move(GameController *a, int64_t now) {
    controller_step(a, now);
    for (int i = 0; i < 3; i++) {
        controller_think(a);
        controller_step(a, now);
    }
}

/* The next event of a kind; the others are skipped. */
static bool find_event(GameController *a, GameEventKind kind, GameEvent *out) {
    while (controller_next_event(a, out))
        if (out->kind == kind) return true;
    return false;
}

static void moves_come_out_as_events(void **state) {
    (void)state;
    GameController *a =
        timed((TimeControl){.base_ms = 60000, .increment_ms = 1000}, "human", "human");
    GameEvent e;
    assert_true(controller_next_event(a, &e));
    assert_int_equal(e.kind, GAME_EVENT_STARTED);
    assert_string_equal(e.fen, STANDARD_CHESS.start_fen);
    assert_int_equal(move_at(a, "e2e4", 5000), CONTROLLER_OK);
    assert_int_equal(move_at(a, "d7d5", 6000), CONTROLLER_OK);
    assert_int_equal(move_at(a, "e4d5", 8000), CONTROLLER_OK);
    assert_true(controller_next_event(a, &e));
    assert_int_equal(e.kind, GAME_EVENT_MOVE);
    assert_string_equal(e.san, "e4");
    assert_string_equal(e.uci, "e2e4");
    assert_int_equal(e.captured, NO_PIECE);
    assert_int_equal(e.ply, 1);
    assert_int_equal(e.clock_ms[WHITE], 56000);
    assert_int_equal(e.clock_ms[BLACK], 60000);
    assert_true(controller_next_event(a, &e));
    assert_true(controller_next_event(a, &e));
    assert_string_equal(e.san, "exd5");
    assert_int_equal(e.captured, piece_of(BLACK, PAWN));
    assert_string_equal(e.fen, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    assert_false(controller_next_event(a, &e));
    assert_int_equal(controller_move_info(a, 2)->time_ms, 2000);
    assert_int_equal(controller_move_info(a, 2)->clock_ms, 55000);
    done(a);
}

static void refusals(void **state) {
    (void)state;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), "human", "bimbi");
    assert_int_equal(move_at(a, "e2e5", 0), CONTROLLER_ILLEGAL_MOVE);
    assert_int_equal(controller_undo(a, 0), CONTROLLER_NOTHING_TO_DO);
    assert_int_equal(controller_redo(a, 0), CONTROLLER_NOTHING_TO_DO);
    assert_int_equal(controller_claim_draw(a, 0), CONTROLLER_NO_DRAW_CLAIM);
    assert_int_equal(controller_accept_draw(a, 0), CONTROLLER_NO_DRAW_OFFER);
    assert_int_equal(controller_go_to(a, 1, 0), CONTROLLER_NO_SUCH_PLY);
    play(a, "e2e4");
    assert_int_equal(move_at(a, "e7e5", 0), CONTROLLER_NOT_YOUR_TURN);
    assert_int_equal(controller_resign(a, WHITE, 0), CONTROLLER_OK);
    assert_int_equal(controller_resign(a, BLACK, 0), CONTROLLER_GAME_OVER);
    assert_int_equal(controller_hint(a, 0), CONTROLLER_GAME_OVER);
    assert_string_equal(controller_error_name(CONTROLLER_NOT_YOUR_TURN), "not-yours");
    done(a);
}

static void taking_back(void **state) {
    (void)state;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), "human", "bimbi");
    let_computers_move(a, 0);
    assert_true(controller_is_human_turn(a));
    play(a, "e2e4");
    assert_false(controller_is_human_turn(a));
    let_computers_move(a, 0);
    assert_int_equal(controller_game(a)->count, 2);
    assert_int_equal(controller_undo(a, 0),
                     CONTROLLER_OK); // both moves: it is the human's turn again
    assert_int_equal(controller_game(a)->count, 0);
    assert_int_equal(controller_redo(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_game(a)->count, 2);
    assert_int_equal(controller_redo(a, 0), CONTROLLER_NOTHING_TO_DO);
    assert_int_equal(controller_resign(a, WHITE, 0), CONTROLLER_OK);
    assert_int_equal(controller_outcome(a).winner, BLACK);
    assert_int_equal(controller_undo(a, 0), CONTROLLER_OK); // takes back only the resignation
    assert_false(controller_is_over(a));
    assert_int_equal(controller_game(a)->count, 2);
    assert_int_equal(controller_go_to(a, 1, 0), CONTROLLER_OK);
    assert_int_equal(controller_game(a)->count, 1);
    done(a);
    // a human with Black: the computer's first move stays
    a = controller_of(position_start(&STANDARD_CHESS), "bimbi", "human");
    let_computers_move(a, 0);
    assert_int_equal(controller_game(a)->count, 1);
    assert_int_equal(controller_undo(a, 0), CONTROLLER_NOTHING_TO_DO);
    done(a);
}

static void flags_fall(void **state) {
    (void)state;
    GameController *a = timed((TimeControl){.base_ms = 1000}, "human", "human");
    assert_int_equal(move_at(a, "e2e4", 400), CONTROLLER_OK);
    assert_int_equal(controller_deadline(a), 1401);
    controller_step(a, 1400);
    assert_false(controller_is_over(a));
    assert_int_equal(move_at(a, "e7e5", 1401), CONTROLLER_GAME_OVER);
    assert_int_equal(controller_outcome(a).reason, OUTCOME_TIME_FORFEIT);
    assert_int_equal(controller_outcome(a).winner, WHITE);
    assert_int_equal(controller_time_left(a, BLACK, 9999), 0);
    GameEvent e;
    assert_true(find_event(a, GAME_EVENT_ENDED, &e));
    assert_int_equal(e.outcome.winner, WHITE);
    assert_false(find_event(a, GAME_EVENT_ENDED, &e)); // reported once
    assert_int_equal(controller_undo(a, 2000),
                     CONTROLLER_OK); // a loss on time is taken back with its move
    assert_int_equal(controller_game(a)->count, 0);
    assert_int_equal(controller_time_left(a, WHITE, 2100), 900);
    done(a);
}

static void clocks_go_back_and_stand_still(void **state) {
    (void)state;
    GameController *a =
        timed((TimeControl){.base_ms = 10000, .increment_ms = 500}, "human", "human");
    assert_int_equal(move_at(a, "e2e4", 1000), CONTROLLER_OK);
    assert_int_equal(move_at(a, "e7e5", 3000), CONTROLLER_OK);
    assert_int_equal(controller_time_left(a, WHITE, 3000), 9500);
    assert_int_equal(controller_time_left(a, BLACK, 3000), 8500);
    assert_int_equal(controller_undo(a, 4000), CONTROLLER_OK);
    assert_int_equal(controller_time_left(a, BLACK, 4000), 10000);
    assert_int_equal(controller_pause(a, 4100), CONTROLLER_OK);
    assert_int_equal(controller_time_left(a, BLACK, 99999), 9900);
    assert_int_equal(move_at(a, "e7e5", 99999), CONTROLLER_PAUSED);
    assert_int_equal(controller_pause(a, 99999), CONTROLLER_PAUSED);
    assert_int_equal(controller_deadline(a), CHESSCLOCK_NEVER);
    assert_int_equal(controller_resume(a, 100000), CONTROLLER_OK);
    assert_int_equal(controller_time_left(a, BLACK, 100100), 9800);
    assert_int_equal(move_at(a, "e7e5", 100100), CONTROLLER_OK);
    assert_int_equal(controller_move_info(a, 1)->time_ms, 200); // the pause is not counted
    controller_set_time_left(a, WHITE, 77, 100100);
    assert_int_equal(controller_time_left(a, WHITE, 100100), 77);
    controller_set_time_left(a, BLACK, 88, 100100);
    assert_int_equal(controller_move_info(a, 0)->clock_ms, 77); // stored with the move
    assert_int_equal(controller_move_info(a, 1)->clock_ms, 88);
    assert_int_equal(controller_undo(a, 100100), CONTROLLER_OK);
    assert_int_equal(controller_time_left(a, WHITE, 100100), 77);
    assert_int_equal(controller_time_left(a, BLACK, 100100), 88);
    done(a);
}

static void computers_lose_on_time_too(void **state) {
    (void)state;
    GameController *a = timed((TimeControl){.move_ms = 50}, "bimbi", "human");
    controller_step(a, 0);
    controller_think(a); // prepares the player
    controller_step(a, 1000);
    controller_think(a);
    controller_step(a, 1051);
    assert_int_equal(controller_outcome(a).reason, OUTCOME_TIME_FORFEIT);
    assert_int_equal(controller_forfeit(a)->culprit, WHITE);
    assert_true(controller_forfeit(a)->timed_out);
    GameEvent e;
    assert_true(find_event(a, GAME_EVENT_FORFEIT, &e));
    assert_string_equal(e.message, "too late after 51 ms");
    done(a);
}

/* A program that exits has made no illegal move; one that prints nonsense has. */
static void lost_programs_and_lying_ones(void **state) {
    (void)state;
    static const struct {
        const char *player;
        OutcomeReason reason;
    } CASES[] = {{"cmd:false", OUTCOME_ABANDONED}, {"cmd:echo nonsense #", OUTCOME_ILLEGAL_MOVE}};
    for (int i = 0; i < 2; i++) {
        GameController *a =
            controller_of(position_start(&STANDARD_CHESS), CASES[i].player, "human");
        let_computers_move(a, 0);
        assert_true(controller_is_over(a));
        assert_int_equal(controller_outcome(a).reason, CASES[i].reason);
        assert_int_equal(controller_outcome(a).winner, BLACK);
        done(a);
    }
}

/* One warning only for '-' as en-passant square where no pawn can capture. */
static void an_omitted_en_passant_square_is_said_once(void **state) {
    (void)state;
    static const char DASH[] =
        "cmd:sh -c 'echo rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'";
    GameEvent e;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), DASH, "human");
    let_computers_move(a, 0);
    assert_true(find_event(a, GAME_EVENT_WARNING, &e));
    assert_int_equal(e.color, WHITE);
    assert_non_null(strstr(e.message, "en-passant field"));
    assert_true(find_event(a, GAME_EVENT_MOVE, &e));
    assert_string_equal(e.fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_int_equal(controller_go_to(a, 0, 0), CONTROLLER_OK);
    let_computers_move(a, 0);
    assert_int_equal(controller_game(a)->count, 1);
    assert_false(find_event(a, GAME_EVENT_WARNING, &e));
    assert_true(controller_omits_ep(a, WHITE));
    assert_false(controller_omits_ep(a, BLACK));
    done(a);
}

static void expect_computer_declines(GameController *a) {
    GameEvent e;
    let_computers_move(a, 0);
    assert_true(find_event(a, GAME_EVENT_DRAW_DECLINED, &e));
}

static void offers(void **state) {
    (void)state;
    GameEvent e;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), "human", "human");
    assert_int_equal(controller_offer_draw(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_draw_offer(a), WHITE);
    play(a, "e2e4 e7e5"); // Black plays on
    assert_int_equal(controller_draw_offer(a), NO_COLOR);
    assert_int_equal(controller_offer_draw(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_decline_draw(a, 0), CONTROLLER_OK);
    assert_true(find_event(a, GAME_EVENT_DRAW_DECLINED, &e));
    assert_int_equal(e.color, BLACK);
    assert_int_equal(controller_offer_draw(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_accept_draw(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_outcome(a).reason, OUTCOME_AGREEMENT);
    done(a);
    a = controller_of(position_start(&STANDARD_CHESS), "human", "optimus"); // never accepts
    let_computers_move(a, 0);
    assert_int_equal(controller_offer_draw(a, 0), CONTROLLER_OK);
    expect_computer_declines(a);
    assert_false(controller_is_over(a));
    done(a);
}

/* An offer before the computer is ready, or before a pause, still gets a reply. */
static void early_offers(void **state) {
    (void)state;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), "human", "optimus");
    assert_int_equal(controller_offer_draw(a, 0), CONTROLLER_OK);
    expect_computer_declines(a);
    assert_int_equal(controller_offer_draw(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_pause(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_resume(a, 0), CONTROLLER_OK);
    expect_computer_declines(a);
    done(a);
}

/* Advice that was requested arrives during a pause, and is dropped when the position changes. */
static void advice_outlasts_a_pause(void **state) {
    (void)state;
    GameEvent e;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), "human", "human");
    assert_false(controller_is_reply_pending(a));
    assert_int_equal(controller_hint(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_pause(a, 0), CONTROLLER_OK);
    assert_true(controller_is_reply_pending(a));
    let_computers_move(a, 0);
    assert_true(find_event(a, GAME_EVENT_HINT, &e));
    assert_false(controller_is_reply_pending(a));
    assert_int_equal(controller_resume(a, 0), CONTROLLER_OK);
    play(a, "e2e4");
    assert_int_equal(controller_hint(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_undo(a, 0), CONTROLLER_OK);
    assert_false(controller_is_reply_pending(a));
    done(a);
}

static void claims(void **state) {
    (void)state;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), "human", "human");
    play(a, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_int_equal(controller_claim_draw(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_outcome(a).reason, OUTCOME_THREEFOLD);
    done(a);
    // a computer claims when it is to move
    a = controller_of(chess_of("7k/8/8/8/8/8/8/R6K b - - 99 80"), "human", "bimbi");
    let_computers_move(a, 0);
    assert_false(controller_is_over(a));
    done(a);
    a = controller_of(chess_of("7k/8/8/8/8/8/8/R6K b - - 100 80"), "human", "bimbi");
    let_computers_move(a, 0);
    assert_int_equal(controller_outcome(a).reason, OUTCOME_FIFTY_MOVES);
    done(a);
}

static void hints_come_in_steps(void **state) {
    (void)state;
    GameController *a = controller_of(chess_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), "human", "human");
    GameEvent e;
    for (int step = 1; step <= 4; step++) {
        assert_int_equal(controller_hint(a, 0), CONTROLLER_OK);
        let_computers_move(a, 0);
        assert_true(find_event(a, GAME_EVENT_HINT, &e));
        assert_int_equal(e.hint, step < 3 ? step : 3);
        assert_string_equal(e.san, "Ra8#");
    }
    assert_int_equal(controller_evaluate(a), CONTROLLER_OK);
    let_computers_move(a, 0);
    assert_true(find_event(a, GAME_EVENT_OPINION, &e));
    assert_true(e.pv.score > 1000);
    play(a, "a1a2");
    assert_int_equal(controller_evaluate(a), CONTROLLER_OK);
    let_computers_move(a, 0);
    assert_true(find_event(a, GAME_EVENT_OPINION, &e)); // score from White's view
    assert_true(e.pv.score > 300);
    done(a);
}

/* A request gets an event even if the adviser cannot search. */
static void advice_that_fails_is_reported(void **state) {
    (void)state;
    GameController *a = controller_of(chess_of("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), "human", "human");
    GameEvent e;
    a->adviser = player_of("cmd:false");
    assert_int_equal(controller_hint(a, 0), CONTROLLER_OK);
    assert_int_equal(controller_evaluate(a), CONTROLLER_OK);
    let_computers_move(a, 0);
    assert_true(find_event(a, GAME_EVENT_NO_ADVICE, &e));
    assert_int_equal(e.hint, 1);
    assert_true(e.message[0] != '\0');
    let_computers_move(a, 0);
    assert_true(find_event(a, GAME_EVENT_NO_ADVICE, &e));
    assert_int_equal(e.hint, 0);
    assert_false(controller_is_over(a)); // neither side loses because of it
    done(a);
}

static void a_pause_between_computers(void **state) {
    (void)state;
    ControllerOptions options = options_for(position_start(&RACING_KINGS), "bimbi", "bimbi");
    options.move_delay_ms = 800;
    GameController *a = controller_new(&options, 0);
    let_computers_move(a, 0);
    assert_int_equal(controller_game(a)->count, 1);
    assert_int_equal(controller_deadline(a), 800);
    let_computers_move(a, 799);
    assert_int_equal(controller_game(a)->count, 1);
    let_computers_move(a, 800);
    assert_int_equal(controller_game(a)->count, 2);
    done(a);
}

/* A computer that takes a person's time has found its reply to e2e4. */
static GameController *controller_of_delayed_reply(void) {
    ControllerOptions options = options_for(position_start(&STANDARD_CHESS), "human", "bimbi");
    options.move_delay_ms = MOVE_DELAY_HUMAN;
    GameController *a = controller_new(&options, 0);
    let_computers_move(a, 0);
    play(a, "e2e4");
    let_computers_move(a, 0);
    return a;
}

/* The reply is available at once and is taken when a human would have moved. */
static void a_computer_takes_a_persons_time(void **state) {
    (void)state;
    GameController *a = controller_of_delayed_reply();
    int64_t due = controller_deadline(a);
    assert_in_range(due, 500, 4000);
    assert_int_equal(controller_game(a)->count, 1);
    let_computers_move(a, due - 1);
    assert_int_equal(controller_game(a)->count, 1);
    assert_int_equal(controller_deadline(a), due);
    let_computers_move(a, due);
    assert_int_equal(controller_game(a)->count, 2);
    assert_int_equal(controller_deadline(a), CHESSCLOCK_NEVER);
    assert_int_equal(controller_undo(a, due), CONTROLLER_OK); // query cancelled
    assert_int_equal(controller_deadline(a), CHESSCLOCK_NEVER);
    done(a);
}

static void a_person_does_not_wait_for_a_hurried_computer(void **state) {
    (void)state;
    for (int way = 0; way < 2; way++) {
        GameController *a = controller_of_delayed_reply();
        assert_int_equal(controller_game(a)->count, 1);
        if (way == 0)
            controller_move_now(a);
        else
            controller_set_move_delay(a, 0);
        let_computers_move(a, 1);
        assert_int_equal(controller_game(a)->count, 2);
        done(a);
    }
}

static void another_game(void **state) {
    (void)state;
    GameController *a = controller_of(position_start(&STANDARD_CHESS), "human", "human");
    play(a, "e2e4");
    Position start = position_start(&RACING_KINGS);
    Move moves[] = {uci_move_read(&start, "h2h3", 4)};
    assert_int_equal(controller_start_game(a, &start, moves, 1, 0), CONTROLLER_OK);
    assert_ptr_equal(controller_position(a)->rules, &RACING_KINGS);
    assert_int_equal(controller_game(a)->count, 1);
    assert_int_equal(controller_move_info(a, 0)->time_ms, -1);
    done(a);
}

/* The same seed gives the same game, independent of earlier games. */
static void luck_repeats(void **state) {
    (void)state;
    Move first[2][12];
    ControllerOptions options = options_for(position_start(&STANDARD_CHESS), "roek:3", "bimbi");
    options.budget[WHITE].nodes = options.budget[BLACK].nodes = 200;
    for (int game = 0; game < 2; game++) {
        options.seed = 5;
        GameController *a = controller_new(&options, 0);
        while (controller_game(a)->count < 12) let_computers_move(a, 0);
        memcpy(first[game], controller_game(a)->moves, sizeof first[game]);
        controller_free(a);
        options.seed = 6 + (uint64_t)game; // a game in between, with another seed
        a = controller_new(&options, 0);
        while (controller_game(a)->count < 3) let_computers_move(a, 0);
        controller_free(a);
    }
    assert_memory_equal(first[0], first[1], sizeof first[0]);
    player_free(options.players[WHITE]);
    player_free(options.players[BLACK]);
}

// --- with threads ---

static void wait_for_count(GameController *a, Event *wakeup, int count) {
    while (controller_game(a)->count < count && !controller_is_over(a)) {
        controller_step(a, clock_ms());
        if (controller_game(a)->count < count) event_wait(wakeup, controller_deadline(a));
    }
}

static void threaded_thinking_can_be_broken_off(void **state) {
    (void)state;
    Event wakeup;
    event_init(&wakeup);
    ControllerOptions options = options_for(position_start(&STANDARD_CHESS), "human", "roek");
    options.budget[BLACK].time.move_ms = 3600000;
    options.threaded = true;
    options.wake = event_set;
    options.context = &wakeup;
    GameController *a = controller_new(&options, clock_ms());
    for (int i = 0; i < 50; i++) { // undo cancels the search at any time
        play(a, "e2e4");
        controller_step(a, clock_ms());
        assert_int_equal(controller_undo(a, clock_ms()), CONTROLLER_OK);
        assert_int_equal(controller_game(a)->count, 0);
    }
    play(a, "d2d4");
    controller_step(a, clock_ms());
    GameEvent e;
    while (!find_event(a, GAME_EVENT_THINKING, &e)) {
        event_wait(&wakeup, INT64_MAX);
        controller_step(a, clock_ms());
    }
    assert_true(e.pv.length > 0);
    controller_move_now(a);
    wait_for_count(a, &wakeup, 2);
    assert_int_equal(controller_game(a)->count, 2);
    play(a, "a2a3");
    controller_step(a, clock_ms()); // the game may end during the search
    done(a);
    event_destroy(&wakeup);
}

static void think_aloud(Player *player, const Game *game, const SearchLimits *limits,
                        const PlayerListener *listener, PlayerChoice *out) {
    (void)limits;
    out->move = player_random_move(game_current(game), &player->rng);
    listener->pv(listener->context,
                 &(PvLine){.rank = 1, .depth = 1, .length = 1, .line = {out->move}});
}

/* The line and the reply may be available one after the other or at the same time. */
static void lines_belong_to_the_position_reported(void **state) {
    (void)state;
    static const PlayerKind ALOUD = {.name = "aloud", .choose = think_aloud};
    Player players[2] = {{.kind = &ALOUD}, {.kind = &ALOUD}};
    Event wakeup;
    event_init(&wakeup);
    ControllerOptions options = {.start = position_start(&STANDARD_CHESS),
                                 .players = {&players[WHITE], &players[BLACK]},
                                 .threaded = true,
                                 .wake = event_set,
                                 .context = &wakeup};
    for (int game = 0; game < 50; game++) {
        GameController *a = controller_new(&options, clock_ms());
        GameEvent e;
        while (!controller_is_over(a)) {
            controller_step(a, clock_ms());
            if (!find_event(a, GAME_EVENT_THINKING, &e)) continue;
            Position pos;
            assert_int_equal(fen_read_position(e.fen, &STANDARD_CHESS, &pos).fault, FEN_OK);
            assert_true(position_is_legal(&pos, e.pv.line[0]));
        }
        controller_free(a);
    }
    event_destroy(&wakeup);
}

/* Writes a UCI engine that answers its first "go" only after "stop". */
static void write_engine(char folder[], char program[]) {
    assert_non_null(mkdtemp(folder));
    sprintf(program, "%s/engine", folder);
    FILE *file = fopen(program, "w");
    fprintf(file,
            "#!/bin/sh\nwhile read -r line; do echo \"$line\" >> %s/log; case $line in\n"
            "uci) echo option name UCI_Chess960 type check default false; echo uciok;;\n"
            "isready) echo readyok;;\n"
            "go*) n=$((n+1)); [ \"$n\" = 1 ] || echo bestmove e7e5;;\n"
            "stop) echo bestmove d7d5;;\nquit) exit;;\nesac; done\n",
            folder);
    fclose(file);
    chmod(program, 0700);
}

static bool log_has(const char *folder, const char *wanted) {
    char path[64], line[256];
    bool found = false;
    sprintf(path, "%s/log", folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) found |= strstr(line, wanted) != NULL;
    if (file) fclose(file);
    return found;
}

static void remove_engine(const char *folder) {
    char path[64];
    sprintf(path, "%s/log", folder);
    unlink(path);
    sprintf(path, "%s/engine", folder);
    unlink(path);
    rmdir(folder);
}

static void an_outside_player_survives_taking_back(void **state) {
    (void)state;
    char folder[] = "/tmp/roek-arena-XXXXXX", program[64], text[80];
    write_engine(folder, program);
    sprintf(text, "uci:%s", program);
    Event wakeup;
    event_init(&wakeup);
    Setup setup;
    Position start;
    STANDARD_CHESS.shuffle(0, &setup);
    assert_int_equal(position_from_setup(&setup, &STANDARD_CHESS, &start), 0);
    ControllerOptions options = options_for(start, "human", text);
    options.threaded = true;
    options.wake = event_set;
    options.context = &wakeup;
    GameController *a = controller_new(&options, clock_ms());
    play(a, "e2e4");
    while (!log_has(folder, "go ")) { // until it searches
        event_wait(&wakeup, clock_ms() + 1);
        controller_step(a, clock_ms());
    }
    assert_int_equal(controller_undo(a, clock_ms()), CONTROLLER_OK);
    play(a, "d2d4");
    wait_for_count(a, &wakeup, 2);
    assert_false(controller_is_over(a));
    assert_int_equal(controller_game(a)->moves[1],
                     uci_move_read(game_position_at(controller_game(a), 1), "e7e5", 4));
    done(a);
    assert_true(log_has(folder, "ucinewgame"));
    assert_true(log_has(folder, "setoption name UCI_Chess960 value true"));
    remove_engine(folder);
    event_destroy(&wakeup);
}

// --- outcomes ---

static const char *status_of(Outcome outcome) {
    switch (outcome.reason) {
    case OUTCOME_RACE_WON: return outcome.winner == WHITE ? "white_wins" : "black_wins";
    case OUTCOME_RACE_DRAWN: return "draw_both_on_8";
    case OUTCOME_STALEMATE: return "draw_stalemate";
    case OUTCOME_FIFTY_MOVES: return "draw_50";
    case OUTCOME_THREEFOLD: return "draw_fivefold"; // threefold repetition ends games here
    default: return "ongoing";
    }
}

/* kind, start, moves, final position, status, note */
static void check_outcome(const DataLine *line, void *context) {
    (void)context;
    if (strcmp(line->field[0], "kind") == 0) return;
    GameController *a = controller_of(race_of(line->field[1]), "human", "human");
    char copy[2048], *rest = NULL;
    assert_true(strlen(line->field[2]) < sizeof copy);
    strcpy(copy, line->field[2]);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (controller_outcome(a).reason == OUTCOME_THREEFOLD) break;
        assert_int_equal(move_at(a, word, 0), CONTROLLER_OK);
    }
    assert_string_equal(status_of(controller_outcome(a)), line->field[4]);
    done(a);
}

static void race_outcomes(void **state) {
    (void)state;
    assert_int_equal(data_each_line("racing-kings-results.tsv", '\t', check_outcome, NULL), 79);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_come_out_as_events),
        cmocka_unit_test(refusals),
        cmocka_unit_test(taking_back),
        cmocka_unit_test(flags_fall),
        cmocka_unit_test(clocks_go_back_and_stand_still),
        cmocka_unit_test(computers_lose_on_time_too),
        cmocka_unit_test(lost_programs_and_lying_ones),
        cmocka_unit_test(an_omitted_en_passant_square_is_said_once),
        cmocka_unit_test(offers),
        cmocka_unit_test(early_offers),
        cmocka_unit_test(advice_outlasts_a_pause),
        cmocka_unit_test(claims),
        cmocka_unit_test(hints_come_in_steps),
        cmocka_unit_test(advice_that_fails_is_reported),
        cmocka_unit_test(a_pause_between_computers),
        cmocka_unit_test(a_computer_takes_a_persons_time),
        cmocka_unit_test(a_person_does_not_wait_for_a_hurried_computer),
        cmocka_unit_test(another_game),
        cmocka_unit_test(luck_repeats),
        cmocka_unit_test(threaded_thinking_can_be_broken_off),
        cmocka_unit_test(lines_belong_to_the_position_reported),
        cmocka_unit_test(an_outside_player_survives_taking_back),
        cmocka_unit_test(race_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
