// SPDX-License-Identifier: MIT
#include "roek/play/session.h"

#include "roek/base/clock.h"
#include "roek/core/outcome.h"
#include "roek/play/session_internal.h"

#include <stdlib.h>
#include <string.h>

Session *session_new(const SessionOptions *options, Player *white, Player *black) {
    Session *s = calloc(1, sizeof *s);
    if (s) {
        s->options = *options;
        s->players[WHITE] = white;
        s->players[BLACK] = black;
        if (session_restart(s, &options->start)) return s;
        free(s);
    }
    player_free(white);
    player_free(black);
    return NULL;
}

void session_free(Session *s) {
    if (!s) return;
    session_cancel(s);
    for (int c = 0; c < 2; c++) player_free(s->players[c]);
    engine_free(s->adviser);
    game_free(&s->game);
    free(s->left);
    free(s);
}

bool session_restart(Session *s, const Position *start) {
    Game game;
    ClockPair *left = malloc(sizeof *left);
    if (!left || !game_init(&game, start)) {
        free(left);
        return false;
    }
    session_cancel(s);
    game_free(&s->game);
    free(s->left);
    s->game = game;
    s->left = left;
    s->left_capacity = 1;
    left[0] = (ClockPair){{s->options.time.base_ms, s->options.time.base_ms}};
    s->turn_began = clock_ms();
    s->hints = 0;
    for (int c = 0; c < 2; c++) player_new_game(s->players[c]);
    return true;
}

bool session_restart_game(Session *s) {
    Position start = *game_start(&s->game);
    return session_restart(s, &start);
}

const Game *session_game(const Session *s) {
    return &s->game;
}
const Position *session_now(const Session *s) {
    return game_now(&s->game);
}
const Player *session_player(const Session *s, Color c) {
    return s->players[c];
}
int session_humans(const Session *s) {
    return player_is_human(s->players[WHITE]) + player_is_human(s->players[BLACK]);
}
Outcome session_outcome(const Session *s) {
    return game_outcome(&s->game);
}
bool session_is_over(const Session *s) {
    return outcome_is_over(session_outcome(s));
}

static bool is_human_at(const Session *s, int index) {
    return player_is_human(s->players[position_turn(game_position(&s->game, index))]);
}

bool session_awaits_human(const Session *s) {
    return !session_is_over(s) && is_human_at(s, s->game.count);
}

// Clocks.

bool session_has_clocks(const Session *s) {
    return s->options.time.base_ms > 0;
}

static bool is_running(const Session *s) {
    return session_has_clocks(s) && !outcome_is_over(s->game.declared) && !session_is_over(s);
}

int64_t session_time_left(const Session *s, Color c) {
    int64_t left = s->left[s->game.count].ms[c];
    if (outcome_is_over(s->game.declared)) return s->stopped.ms[c];
    if (is_running(s) && c == position_turn(session_now(s))) left -= clock_ms() - s->turn_began;
    return left > 0 ? left : 0;
}

void session_declare(Session *s, Outcome outcome) {
    session_cancel(s);
    ClockPair now = {{session_time_left(s, WHITE), session_time_left(s, BLACK)}};
    s->stopped = now;
    game_declare(&s->game, outcome);
}

bool session_check_clocks(Session *s) {
    Color us = position_turn(session_now(s));
    if (!is_running(s) || session_time_left(s, us) > 0) return false;
    session_declare(s, game_time_outcome(&s->game, us));
    return true;
}

/* The clocks as they stand after the player to move has moved. */
static bool note_clocks(Session *s, ClockPair now) {
    int at = s->game.count;
    if (at >= s->left_capacity) {
        int capacity = 2 * at + 16;
        ClockPair *more = realloc(s->left, (size_t)capacity * sizeof *more);
        if (!more) return false;
        s->left = more;
        s->left_capacity = capacity;
    }
    s->left[at] = now;
    s->turn_began = clock_ms();
    return true;
}

// Moves.

bool session_play(Session *s, Move move) {
    session_cancel(s);
    if (session_is_over(s) || session_check_clocks(s)) return false;
    Color us = position_turn(session_now(s));
    ClockPair now = {{session_time_left(s, WHITE), session_time_left(s, BLACK)}};
    now.ms[us] += s->options.time.increment_ms;
    if (!game_play(&s->game, move)) return false;
    if (!note_clocks(s, now)) {
        game_undo(&s->game);
        return false;
    }
    s->hints = 0;
    return true;
}

/* Goes to another position of the same game. */
static void go_to(Session *s, int index) {
    session_cancel(s);
    while (s->game.count > index) game_undo(&s->game);
    while (s->game.count < index) game_redo(&s->game);
    game_declare(&s->game, (Outcome){ONGOING, NO_COLOR});
    s->turn_began = clock_ms();
    s->hints = 0;
}

bool session_undo(Session *s) {
    int index = s->game.count - 1;
    if (session_humans(s) > 0)
        while (index >= 0 && !is_human_at(s, index)) index--;
    if (index < 0) return false;
    go_to(s, index);
    return true;
}

bool session_redo(Session *s) {
    int index = s->game.count + 1;
    if (index > s->game.length) return false;
    if (session_humans(s) > 0)
        while (index < s->game.length && !is_human_at(s, index)) index++;
    go_to(s, index);
    return true;
}

void session_resign(Session *s, Color loser) {
    if (!session_is_over(s)) session_declare(s, (Outcome){RESIGNATION, other(loser)});
}

DrawAnswer session_offer_draw(Session *s) {
    Outcome claim = game_claimable_draw(&s->game);
    if (outcome_is_over(claim)) {
        session_declare(s, claim);
        return DRAW_CLAIMED;
    }
    Player *opponent = s->players[other(position_turn(session_now(s)))];
    if (player_is_human(opponent)) return DRAW_TO_BE_ASKED;
    if (!player_accepts_draw(opponent, &s->game)) return DRAW_REFUSED;
    session_agree_draw(s);
    return DRAW_ACCEPTED;
}

void session_agree_draw(Session *s) {
    if (!session_is_over(s)) session_declare(s, (Outcome){AGREEMENT, NO_COLOR});
}
