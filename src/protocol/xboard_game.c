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

void xboard_send(const XBoard *x, const char *format, ...) {
    va_list args;
    va_start(args, format);
    line_sink_format_list(&x->settings.out, format, args);
    va_end(args);
}

void xboard_write_move(const XBoard *x, const Position *pos, Move move, char out[SAN_MAX]) {
    if (move_kind(move) == MOVE_CASTLE && x->settings.chess960) {
        strcpy(out, move_to(move) > move_from(move) ? "O-O" : "O-O-O");
        return;
    }
    uci_move_write(pos, move, false, out);
}

// --- listener of the search, called on its thread ---

static int printed_score(Score score) {
    if (!score_is_mate(score)) return score;
    return score > 0 ? 100000 + score_mate_moves(score) : -100000 + score_mate_moves(score);
}

static void on_info(void *context, const SearchInfo *info) {
    XBoard *x = context;
    pthread_mutex_lock(&x->mutex);
    x->latest_info = *info;
    pthread_mutex_unlock(&x->mutex);
    if (info->depth == 0 || !atomic_load(&x->shows_thinking)) return;
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
    line_sink_text(&x->settings.out, &out);
}

static void on_done(void *context, const SearchResult *result) {
    (void)result;
    const XBoard *x = context;
    if (x->line_queue) line_queue_wake(x->line_queue);
}

static void clear_wakeup(const XBoard *x) {
    if (x->line_queue) line_queue_forget_wake(x->line_queue);
}

// --- starting and stopping the engine ---

void xboard_cancel_search(XBoard *x) {
    if (x->activity == ACTIVITY_IDLE) return;
    engine_stop(x->settings.engine);
    engine_wait(x->settings.engine);
    clear_wakeup(x);
    chessclock_pause(&x->clock, clock_ms());
    x->activity = ACTIVITY_IDLE;
}

bool xboard_set_engine_position(XBoard *x, Move next) {
    int count = x->game.count;
    Move *moves = malloc((size_t)(count + 1) * sizeof *moves);
    if (!moves) return false;
    if (count) memcpy(moves, x->game.moves, (size_t)count * sizeof *moves);
    if (next != NO_MOVE) moves[count++] = next;
    engine_set_position(x->settings.engine, game_start(&x->game), moves, count);
    free(moves);
    return true;
}

static void start(XBoard *x, EngineActivity activity, const SearchLimits *limits, Move next) {
    SearchListener listener = {.context = x, .info = on_info, .done = on_done};
    x->started_ms = clock_ms();
    x->activity = activity;
    atomic_store(&x->shows_thinking, x->post || activity == ACTIVITY_ANALYSING);
    bool shown = xboard_set_engine_position(x, next);
    if (shown && engine_start(x->settings.engine, limits, &listener)) return;
    x->activity = ACTIVITY_IDLE;
    xboard_send(x, "tellusererror the engine could not be started");
}

void xboard_set_clock(XBoard *x) {
    TimeControl both[2] = {x->budget.time, x->budget.time};
    x->clock = chessclock_set(both);
}

/* Computes the moves to the next time control from the length of the game, as GUIs do after moves
 * are taken back. */
static SearchLimits our_limits(XBoard *x) {
    int moves = x->budget.time.moves;
    if (moves) x->clock.times.moves_to_go[x->our_color] = moves - x->game.count / 2 % moves;
    SearchLimits limits = search_budget_limits(&x->budget, &x->clock, x->our_color, clock_ms(),
                                               x->settings.overhead_ms);
    if (limits.movetime_ms) limits.has_clock = false;
    return limits;
}

void xboard_ponder(XBoard *x) {
    if (!x->pondering || x->forced || x->ponder_move == NO_MOVE) return;
    if (!position_is_legal(game_current(&x->game), x->ponder_move)) return;
    SearchLimits limits = our_limits(x);
    limits.ponder = true;
    start(x, ACTIVITY_PONDERING, &limits, x->ponder_move);
}

void xboard_analyse(XBoard *x) {
    start(x, ACTIVITY_ANALYSING, &(SearchLimits){.infinite = true}, NO_MOVE);
}

// --- the game ---

static void send_claim(const XBoard *x, Outcome outcome) {
    char words[OUTCOME_TEXT_MAX];
    outcome_text(outcome, words);
    xboard_send(x, "%s {%s}", outcome_result(outcome), words);
}

/* A GUI that referees two engines forfeits a claim that it cannot check, and it does not know the
 * end of a race.  So the loser resigns, the winner waits for that, and a draw is offered. */
static void concede(const XBoard *x, Outcome outcome) {
    if (outcome.winner == NO_COLOR)
        xboard_send(x, "offer draw");
    else if (outcome.winner != x->our_color)
        xboard_send(x, "resign");
}

void xboard_send_result(XBoard *x, bool our_move) {
    Outcome outcome = game_outcome(&x->game);
    if (outcome.reason == OUTCOME_ONGOING && !x->forced && (our_move || x->score <= 0))
        outcome = game_claimable_draw(&x->game);
    x->over = outcome.reason != OUTCOME_ONGOING;
    if (!x->over || x->forced) return;                            // in force mode the GUI decides
    if (x->against_engine && !rules_need_mate(x->settings.rules)) // GUIs know no other win
        concede(x, outcome);
    else
        send_claim(x, outcome);
}

static bool play(XBoard *x, Move move) {
    if (game_play(&x->game, move)) return true;
    xboard_send(x, "tellusererror out of memory");
    return false;
}

/* Plays and sends the engine's move, then ponders. */
static void our_move(XBoard *x, Move move, Move ponder_move) {
    if (move == NO_MOVE) return;
    char text[SAN_MAX];
    xboard_write_move(x, game_current(&x->game), move, text);
    if (!play(x, move)) return;
    x->ponder_move = ponder_move;
    xboard_send(x, "move %s", text);
    xboard_send_result(x, true);
    if (!x->over) xboard_ponder(x);
}

void xboard_think(XBoard *x) {
    if (x->over || !xboard_set_engine_position(x, NO_MOVE)) return;
    Move move = settings_book_move(&x->settings);
    if (move != NO_MOVE) {
        our_move(x, move, NO_MOVE);
        return;
    }
    SearchLimits limits = our_limits(x);
    start(x, ACTIVITY_THINKING, &limits, NO_MOVE);
    if (x->activity == ACTIVITY_THINKING) chessclock_start(&x->clock, x->our_color, clock_ms());
}

void xboard_finish_search(XBoard *x) {
    SearchResult result = engine_wait(x->settings.engine);
    clear_wakeup(x);
    x->activity = ACTIVITY_IDLE;
    if (x->clock.running == x->our_color) chessclock_press(&x->clock, clock_ms());
    x->score = result.score;
    our_move(x, result.best, result.ponder);
}

void xboard_opponent_move(XBoard *x, Move move) {
    if (x->activity == ACTIVITY_THINKING) {
        xboard_send(x, "Error (it is not your turn): move");
        return;
    }
    bool ponder_move = x->activity == ACTIVITY_PONDERING && move == x->ponder_move;
    if (!ponder_move) xboard_cancel_search(x);
    if (!play(x, move)) return;
    x->ponder_move = NO_MOVE; // it belonged to the position before
    xboard_send_result(x, false);
    if (x->over || x->forced || x->analysing) {
        xboard_cancel_search(x);
    } else if (ponder_move) {
        x->activity = ACTIVITY_THINKING;
        x->started_ms = clock_ms();
        chessclock_start(&x->clock, x->our_color, x->started_ms);
        engine_ponderhit(x->settings.engine);
    } else if (position_turn(game_current(&x->game)) == x->our_color) {
        xboard_think(x);
    }
}

void xboard_reject_move(const XBoard *x, const char *word, size_t length) {
    char why[ILLEGAL_MOVE_TEXT_MAX];
    if (illegal_move_explain_text(game_current(&x->game), word, length, why))
        xboard_send(x, "Illegal move (%s): %.*s", why, protocol_shown_length(length), word);
    else
        xboard_send(x, "Illegal move: %.*s", protocol_shown_length(length), word);
}

void xboard_new_game(XBoard *x, const Position *pos) {
    Game game;
    if (!game_init(&game, pos)) {
        xboard_send(x, "tellusererror out of memory");
        return;
    }
    game_free(&x->game);
    x->game = game;
    x->over = x->editing = false;
    x->ponder_move = NO_MOVE;
    x->score = SCORE_DRAW;
}

void xboard_new_game_with_rules(XBoard *x, const Rules *rules, bool chess960) {
    x->settings.rules = rules;
    x->settings.chess960 = chess960;
    Position pos = position_start(rules);
    xboard_new_game(x, &pos);
}
