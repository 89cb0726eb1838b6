// SPDX-License-Identifier: MIT
#include "game/chessclock.h"

#include <assert.h>

ChessClock chessclock_set(const TimeControl control[2]) {
    ChessClock c = {.running = NO_COLOR};
    for (Color color = WHITE; color <= BLACK; color++) {
        const TimeControl *own = &control[color];
        c.control[color] = *own;
        c.times.left_ms[color] = own->base_ms ? own->base_ms : own->increment_ms;
        c.times.moves_to_go[color] = own->moves;
    }
    return c;
}

void chessclock_start(ChessClock *c, Color turn, int64_t now) {
    assert(turn == WHITE || turn == BLACK);
    if (c->running == turn) return;
    assert(c->running == NO_COLOR);
    c->running = turn;
    c->started_at = now;
}

/* 0 if the time went backwards. */
static int64_t elapsed(const ChessClock *c, int64_t now) {
    return c->running != NO_COLOR && now > c->started_at ? now - c->started_at : 0;
}

void chessclock_pause(ChessClock *c, int64_t now) {
    if (c->running == NO_COLOR) return;
    int64_t spent = elapsed(c, now);
    c->times.left_ms[c->running] -= spent;
    c->spent_before += spent;
    c->running = NO_COLOR;
}

void chessclock_press(ChessClock *c, int64_t now) {
    assert(c->running != NO_COLOR);
    Color us = c->running;
    const TimeControl *own = &c->control[us];
    chessclock_pause(c, now);
    c->spent_before = 0;
    if (!timecontrol_has_clock(own)) return;
    int64_t *left = &c->times.left_ms[us];
    if (*left < 0) *left = 0; // the player used up part of the tolerance
    *left += own->increment_ms;
    if (!own->moves || --c->times.moves_to_go[us] > 0) return;
    *left += own->base_ms;
    c->times.moves_to_go[us] = own->moves;
}

void chessclock_restore(ChessClock *c, const ClockTimes *times) {
    c->times = *times;
    c->running = NO_COLOR;
    c->spent_before = 0;
}

int64_t chessclock_left(const ChessClock *c, Color color, int64_t now) {
    if (!timecontrol_has_clock(&c->control[color])) return -1;
    int64_t left = c->times.left_ms[color];
    if (color == c->running) left -= elapsed(c, now);
    return left > 0 ? left : 0;
}

int64_t chessclock_spent(const ChessClock *c, int64_t now) {
    return c->spent_before + elapsed(c, now);
}

int64_t chessclock_flag_falls_at(const ChessClock *c, int64_t margin_ms) {
    if (c->running == NO_COLOR) return CHESSCLOCK_NEVER;
    const TimeControl *own = &c->control[c->running];
    int64_t rest = CHESSCLOCK_NEVER;
    if (timecontrol_has_clock(own)) rest = c->times.left_ms[c->running];
    if (own->move_ms && own->move_ms - c->spent_before < rest)
        rest = own->move_ms - c->spent_before;
    return rest == CHESSCLOCK_NEVER ? CHESSCLOCK_NEVER : c->started_at + rest + margin_ms;
}
