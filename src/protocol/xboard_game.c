// SPDX-License-Identifier: MIT
#include "protocol/xboard_game.h"

#include "base/os/clock.h"
#include "core/outcome.h"
#include "notation/text/fen.h"
#include "notation/text/illegal_move.h"
#include "notation/text/uci_move.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

void tell(const XBoard *x, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say_list_to(&x->settings.out, format, args);
    va_end(args);
}

void seat_write_move(const XBoard *x, const Position *pos, Move move, char out[SAN_MAX]) {
    if (move_kind(move) == MOVE_CASTLE && x->settings.chess960) {
        strcpy(out, move_to(move) > move_from(move) ? "O-O" : "O-O-O");
        return;
    }
    coord_write(pos, move, false, out);
}

/* What the engine calls, on its own thread. */

static int printed_score(Score score) {
    if (!score_is_mate(score)) return score;
    return score > 0 ? 100000 + score_mate_moves(score) : -100000 + score_mate_moves(score);
}

static void on_info(void *context, const SearchInfo *info) {
    XBoard *x = context;
    pthread_mutex_lock(&x->mutex);
    x->latest = *info;
    pthread_mutex_unlock(&x->mutex);
    if (info->depth == 0 || !atomic_load(&x->aloud)) return;
    Position pos = *engine_position(x->settings.engine);
    char san[SAN_MAX];
    Text out = text_growing();
    text_format(&out, "%d %d %lld %llu", info->depth, printed_score(info->score),
                (long long)info->time_ms / 10, (unsigned long long)info->nodes);
    for (int i = 0; i < info->length; i++) {
        san_write(&pos, info->line[i], san);
        text_format(&out, " %s", san);
        position_play(&pos, info->line[i]);
    }
    if (info->bound == BOUND_LOWER) text_char(&out, '!');
    if (info->bound == BOUND_UPPER) text_char(&out, '?');
    say_whole_to(&x->settings.out, &out);
}

static void on_done(void *context, const SearchResult *result) {
    (void)result;
    const XBoard *x = context;
    if (x->inbox) inbox_ring(x->inbox);
}

static void hear_bell(const XBoard *x) {
    if (x->inbox) inbox_hush(x->inbox);
}

/* Starting and stopping the engine. */

void seat_cancel(XBoard *x) {
    if (x->activity == IDLE) return;
    engine_stop(x->settings.engine);
    engine_wait(x->settings.engine);
    hear_bell(x);
    chessclock_halt(&x->clock, clock_ms());
    x->activity = IDLE;
}

bool seat_show_game(XBoard *x, Move next) {
    int count = x->game.count;
    Move *moves = malloc((size_t)(count + 1) * sizeof *moves);
    if (!moves) return false;
    if (count) memcpy(moves, x->game.moves, (size_t)count * sizeof *moves);
    if (next != NO_MOVE) moves[count++] = next;
    engine_set_position(x->settings.engine, game_start(&x->game), moves, count);
    free(moves);
    return true;
}

static void start(XBoard *x, Activity activity, const Limits *limits, Move next) {
    SearchListener listener = {.context = x, .info = on_info, .done = on_done};
    x->started_ms = clock_ms();
    x->activity = activity;
    atomic_store(&x->aloud, x->post || activity == ANALYSING);
    bool shown = seat_show_game(x, next);
    if (shown && engine_start(x->settings.engine, limits, &listener)) return;
    x->activity = IDLE;
    tell(x, "tellusererror the engine could not be started");
}

void seat_set_clock(XBoard *x) {
    TimeControl both[2] = {x->allowance.time, x->allowance.time};
    x->clock = chessclock_set(both);
}

/* The GUI counts the moves to the next control by the game, whatever was taken back. */
static Limits our_limits(XBoard *x) {
    int moves = x->allowance.time.moves;
    if (moves) x->clock.times.to_go[x->ours] = moves - x->game.count / 2 % moves;
    Limits limits =
        allowance_limits(&x->allowance, &x->clock, x->ours, clock_ms(), x->settings.overhead_ms);
    if (limits.movetime_ms) limits.has_clock = false;
    return limits;
}

void seat_ponder(XBoard *x) {
    if (!x->pondering || x->forced || x->expected == NO_MOVE) return;
    if (!position_is_legal(game_now(&x->game), x->expected)) return;
    Limits limits = our_limits(x);
    limits.ponder = true;
    start(x, PONDERING, &limits, x->expected);
}

void seat_analyse(XBoard *x) {
    start(x, ANALYSING, &(Limits){.infinite = true}, NO_MOVE);
}

/* The game. */

static void claim(const XBoard *x, Outcome outcome) {
    char words[OUTCOME_MAX];
    outcome_text(outcome, words);
    tell(x, "%s {%s}", outcome_result(outcome), words);
}

/* A GUI that referees two engines forfeits claims it cannot check, and it does not know races: so
 * the loser gives up, the winner waits for that, and a draw is agreed upon. */
static void concede(const XBoard *x, Outcome outcome) {
    if (outcome.winner == NO_COLOR)
        tell(x, "offer draw");
    else if (outcome.winner != x->ours)
        tell(x, "resign");
}

void seat_tell_end(XBoard *x, bool our_move) {
    Outcome outcome = game_outcome(&x->game);
    if (outcome.reason == ONGOING && !x->forced && (our_move || x->score <= 0))
        outcome = game_claimable_draw(&x->game);
    x->over = outcome.reason != ONGOING;
    if (!x->over || x->forced) return;                            // then the others keep the score
    if (x->against_engine && !rules_want_mate(x->settings.rules)) // GUIs know no other win
        concede(x, outcome);
    else
        claim(x, outcome);
}

static bool play(XBoard *x, Move move) {
    if (game_play(&x->game, move)) return true;
    tell(x, "tellusererror out of memory");
    return false;
}

/* Plays and says a move of ours, and thinks ahead. */
static void our_move(XBoard *x, Move move, Move expected) {
    if (move == NO_MOVE) return;
    char text[SAN_MAX];
    seat_write_move(x, game_now(&x->game), move, text);
    if (!play(x, move)) return;
    x->expected = expected;
    tell(x, "move %s", text);
    seat_tell_end(x, true);
    if (!x->over) seat_ponder(x);
}

void seat_think(XBoard *x) {
    if (x->over || !seat_show_game(x, NO_MOVE)) return;
    Move move = settings_book_move(&x->settings);
    if (move != NO_MOVE) {
        our_move(x, move, NO_MOVE);
        return;
    }
    Limits limits = our_limits(x);
    start(x, THINKING, &limits, NO_MOVE);
    if (x->activity == THINKING) chessclock_run(&x->clock, x->ours, clock_ms());
}

void seat_finish_thinking(XBoard *x) {
    SearchResult result = engine_wait(x->settings.engine);
    hear_bell(x);
    x->activity = IDLE;
    if (x->clock.running == x->ours) chessclock_press(&x->clock, clock_ms());
    x->score = result.score;
    our_move(x, result.best, result.ponder);
}

void seat_their_move(XBoard *x, Move move) {
    if (x->activity == THINKING) {
        tell(x, "Error (it is not your turn): move");
        return;
    }
    bool expected = x->activity == PONDERING && move == x->expected;
    if (!expected) seat_cancel(x);
    if (!play(x, move)) return;
    x->expected = NO_MOVE; // it was for the position before
    seat_tell_end(x, false);
    if (x->over || x->forced || x->analysing) {
        seat_cancel(x);
    } else if (expected) {
        x->activity = THINKING;
        x->started_ms = clock_ms();
        chessclock_run(&x->clock, x->ours, x->started_ms);
        engine_ponderhit(x->settings.engine);
    } else if (position_turn(game_now(&x->game)) == x->ours) {
        seat_think(x);
    }
}

void seat_refuse_move(const XBoard *x, const char *word, size_t length) {
    char why[EXPLAIN_MAX];
    if (explain_text(game_now(&x->game), word, length, why))
        tell(x, "Illegal move (%s): %.*s", why, protocol_shown(length), word);
    else
        tell(x, "Illegal move: %.*s", protocol_shown(length), word);
}

void seat_new_game(XBoard *x, const Position *pos) {
    Game game;
    if (!game_init(&game, pos)) {
        tell(x, "tellusererror out of memory");
        return;
    }
    game_free(&x->game);
    x->game = game;
    x->over = x->editing = false;
    x->expected = NO_MOVE;
    x->score = SCORE_DRAW;
}

void seat_new_game_of(XBoard *x, const Rules *rules, bool chess960) {
    x->settings.rules = rules;
    x->settings.chess960 = chess960;
    Position pos = position_start(rules);
    seat_new_game(x, &pos);
}
