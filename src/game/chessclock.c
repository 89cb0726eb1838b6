// SPDX-License-Identifier: MIT
#include "game/chessclock.h"

#include <assert.h>

ChessClock chessclock_set(const TimeControl control[2]) {
    ChessClock c = {.running = NO_COLOR};
    for (Color color = WHITE; color <= BLACK; color++) {
        const TimeControl *own = &control[color];
        c.control[color] = *own;
        c.times.left_ms[color] = own->base_ms ? own->base_ms : own->increment_ms;
        c.times.to_go[color] = own->moves;
    }
    return c;
}

void chessclock_run(ChessClock *c, Color turn, int64_t now) {
    assert(turn == WHITE || turn == BLACK);
    if (c->running == turn) return;
    assert(c->running == NO_COLOR);
    c->running = turn;
    c->since = now;
}

/* Time that goes backwards is no time. */
static int64_t since(const ChessClock *c, int64_t now) {
    return c->running != NO_COLOR && now > c->since ? now - c->since : 0;
}

void chessclock_halt(ChessClock *c, int64_t now) {
    if (c->running == NO_COLOR) return;
    int64_t spent = since(c, now);
    c->times.left_ms[c->running] -= spent;
    c->thought += spent;
    c->running = NO_COLOR;
}

void chessclock_press(ChessClock *c, int64_t now) {
    assert(c->running != NO_COLOR);
    Color us = c->running;
    const TimeControl *own = &c->control[us];
    chessclock_halt(c, now);
    c->thought = 0;
    if (!time_has_clock(own)) return;
    int64_t *left = &c->times.left_ms[us];
    if (*left < 0) *left = 0; // within the margin of grace
    *left += own->increment_ms;
    if (!own->moves || --c->times.to_go[us] > 0) return;
    *left += own->base_ms;
    c->times.to_go[us] = own->moves;
}

void chessclock_turn_to(ChessClock *c, const ClockTimes *times) {
    c->times = *times;
    c->running = NO_COLOR;
    c->thought = 0;
}

int64_t chessclock_left(const ChessClock *c, Color color, int64_t now) {
    if (!time_has_clock(&c->control[color])) return -1;
    int64_t left = c->times.left_ms[color];
    if (color == c->running) left -= since(c, now);
    return left > 0 ? left : 0;
}

int64_t chessclock_thought(const ChessClock *c, int64_t now) {
    return c->thought + since(c, now);
}

int64_t chessclock_falls_at(const ChessClock *c, int64_t margin_ms) {
    if (c->running == NO_COLOR) return CLOCK_NEVER;
    const TimeControl *own = &c->control[c->running];
    int64_t rest = CLOCK_NEVER;
    if (time_has_clock(own)) rest = c->times.left_ms[c->running];
    if (own->move_ms && own->move_ms - c->thought < rest) rest = own->move_ms - c->thought;
    return rest == CLOCK_NEVER ? CLOCK_NEVER : c->since + rest + margin_ms;
}
