// SPDX-License-Identifier: MIT
#include "play/game/game_internal.h"

static const struct {
    const char *name, *text;
} REFUSALS[] = {
    [ARENA_OK] = {"ok", "done"},
    [ARENA_OVER] = {"over", "the game is over"},
    [ARENA_PAUSED] = {"paused", "the game is paused"},
    [ARENA_NOT_YOURS] = {"not-yours", "it is not your turn"},
    [ARENA_ILLEGAL] = {"illegal", "the move is not legal"},
    [ARENA_NOTHING] = {"nothing", "there is nothing to take back or to play again"},
    [ARENA_NO_OFFER] = {"no-offer", "nobody has offered a draw"},
    [ARENA_NO_CLAIM] = {"no-claim", "there is no draw to claim"},
    [ARENA_NO_PLY] = {"no-ply", "the game has no such ply"},
    [ARENA_NO_MEMORY] = {"no-memory", "not enough memory"},
};

const char *arena_refusal_name(ArenaRefusal refusal) {
    return REFUSALS[refusal].name;
}
const char *arena_refusal_text(ArenaRefusal refusal) {
    return REFUSALS[refusal].text;
}

ArenaEvent arena_event_of(const Arena *a, ArenaEventKind kind, Color color, int64_t now) {
    ArenaEvent event = {.kind = kind,
                        .ply = a->game.count,
                        .color = color,
                        .move = NO_MOVE,
                        .captured = NO_PIECE,
                        .outcome = arena_outcome(a)};
    for (Color c = WHITE; c <= BLACK; c++) event.clock_ms[c] = arena_time_left(a, c, now);
    fen_write_position(arena_now(a), event.fen);
    return event;
}

void arena_put_event(Arena *a, const ArenaEvent *event) {
    if (a->event_count == ARENA_EVENTS_KEPT) {
        a->event_first = (a->event_first + 1) % ARENA_EVENTS_KEPT;
        a->event_count--;
    }
    a->events[(a->event_first + a->event_count++) % ARENA_EVENTS_KEPT] = *event;
}

void arena_tell(Arena *a, ArenaEventKind kind, Color color, int64_t now) {
    ArenaEvent event = arena_event_of(a, kind, color, now);
    arena_put_event(a, &event);
}

bool arena_event(Arena *a, ArenaEvent *out) {
    if (a->event_count == 0) return false;
    *out = a->events[a->event_first];
    a->event_first = (a->event_first + 1) % ARENA_EVENTS_KEPT;
    a->event_count--;
    return true;
}
