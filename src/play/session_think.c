// SPDX-License-Identifier: MIT
//
// The computer's part of a session: thinking in the background, hints, opinions.
#include "roek/play/session_internal.h"

#include "roek/base/clock.h"
#include "roek/base/text.h"
#include "roek/base/thread.h"
#include "roek/core/names.h"
#include "roek/core/outcome.h"
#include "roek/notation/coord.h"
#include "roek/notation/san.h"

/* How long a hint and an opinion may take. */
enum { HINT_MS = 500, OPINION_MS = 80 };

static Limits limits_now(const Session *s) {
    Limits limits = {.movetime_ms = s->options.movetime_ms};
    if (!session_has_clocks(s)) return limits;
    limits = (Limits){.has_clock = true, .overhead_ms = s->players[0]->options.overhead_ms};
    for (int c = 0; c < 2; c++) {
        limits.time_ms[c] = session_time_left(s, (Color)c);
        limits.increment_ms[c] = s->options.time.increment_ms;
    }
    return limits;
}

static void *think(void *argument) {
    Session *s = argument;
    Limits limits = limits_now(s);
    Player *player = s->players[position_turn(session_now(s))];
    s->choice = player_choose(player, &s->game, &limits);
    atomic_store(&s->done, true);
    return NULL;
}

bool session_think(Session *s) {
    if (s->thinking) return true;
    if (session_is_over(s) || session_awaits_human(s)) return false;
    Outcome claim = game_claimable_draw(&s->game);
    if (outcome_is_over(claim)) {
        session_declare(s, claim);
        return false;
    }
    atomic_store(&s->done, false);
    s->thinking = thread_start(&s->thread, think, s);
    return s->thinking;
}

void session_hurry(Session *s) {
    if (s->thinking) player_stop(s->players[position_turn(session_now(s))]);
}

void session_cancel(Session *s) {
    if (!s->thinking) return;
    while (!atomic_load(&s->done)) { // one that has only just begun may miss the first call
        session_hurry(s);
        clock_sleep_ms(1);
    }
    pthread_join(s->thread, NULL);
    s->thinking = false;
}

/* What becomes of a player that names no move. */
static SessionThought fail(Session *s) {
    Color us = position_turn(session_now(s));
    Outcome end = {ILLEGAL_MOVE, other(us)};
    if (s->choice.timed_out) end = game_time_outcome(&s->game, us);
    session_declare(s, end);
    return SESSION_FAILED;
}

SessionThought session_poll(Session *s) {
    if (!s->thinking) return SESSION_IDLE;
    if (!atomic_load(&s->done)) return SESSION_THINKING;
    pthread_join(s->thread, NULL);
    s->thinking = false;
    if (session_check_clocks(s)) return SESSION_PLAYED;
    if (s->choice.move == NO_MOVE) return fail(s);
    if (!session_play(s, s->choice.move)) return SESSION_FAILED;
    return SESSION_PLAYED;
}

const PlayerChoice *session_choice(const Session *s) {
    return &s->choice;
}

// Advice.

static SearchResult ask_adviser(Session *s, int64_t ms) {
    session_cancel(s); // the players' engines need the time
    if (!s->adviser && (s->adviser = engine_new()))
        engine_set_prober(s->adviser, session_prober(s->options.tables));
    if (!s->adviser) return (SearchResult){.best = NO_MOVE};
    engine_set_position(s->adviser, game_start(&s->game), s->game.moves, s->game.count);
    Limits limits = {.movetime_ms = ms};
    return engine_search(s->adviser, &limits, NULL);
}

/* Tables cover Racing Kings only. */
static bool has_tables(const Session *s) {
    const Position *pos = session_now(s);
    return s->options.tables && pos->rules->goal &&
           popcount(board_occupied(&pos->board)) <= tables_men(s->options.tables);
}

static Move best_move(Session *s) {
    TableMove moves[MOVES_MAX];
    if (has_tables(s) && tables_probe_moves(s->options.tables, &session_now(s)->board, moves) > 0)
        return moves[0].move;
    return ask_adviser(s, HINT_MS).best;
}

bool session_hint(Session *s, char out[HINT_MAX]) {
    const Position *pos = session_now(s);
    if (session_is_over(s)) return false;
    if (s->hints == 0) s->advised = best_move(s);
    if (s->advised == NO_MOVE) return false;
    if (s->hints < 3) s->hints++;
    char from[3], to[3], san[SAN_MAX];
    const char *name = role_name(piece_role(pos->piece[move_from(s->advised)]));
    Text t = text_on(out, HINT_MAX);
    square_write(move_from(s->advised), from);
    square_write(move_to(s->advised), to);
    san_write(pos, s->advised, san);
    if (s->hints == 1)
        text_format(&t, "Look at the %s on %s.", name, from);
    else if (move_kind(s->advised) == MOVE_CASTLE)
        text_format(&t, s->hints == 2 ? "It can castle." : "The move is %s.", san);
    else if (s->hints == 2)
        text_format(&t, "The %s wants to go to %s.", name, to);
    else
        text_format(&t, "The move is %s.", san);
    return true;
}

bool session_evaluate(Session *s, Score *out) {
    if (session_is_over(s)) return false;
    bool was_thinking = s->thinking;
    SearchResult result = ask_adviser(s, OPINION_MS);
    if (was_thinking) session_think(s);
    if (result.best == NO_MOVE) return false;
    *out = position_turn(session_now(s)) == WHITE ? result.score : -result.score;
    return true;
}

bool session_verdict(const Session *s, char out[TABLE_WORDS_MAX]) {
    const Position *pos = session_now(s);
    TableValue value;
    if (!has_tables(s) || !tables_probe(s->options.tables, &pos->board, &value)) return false;
    tables_describe(value, position_turn(pos), out);
    return true;
}

static bool probe(const void *context, const Position *pos, ProbeResult *out) {
    TableValue value;
    if (!pos->rules->goal || !tables_probe(context, &pos->board, &value)) return false;
    *out = (ProbeResult){value.result, value.plies};
    return true;
}

Prober session_prober(const Tables *tables) {
    if (!tables) return (Prober){0};
    return (Prober){.probe = probe, .context = tables, .max_men = tables_men(tables)};
}
