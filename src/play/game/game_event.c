// SPDX-License-Identifier: MIT
#include "play/game/game_internal.h"

static const struct {
    const char *name, *text;
} ERRORS[] = {
    [CONTROLLER_OK] = {"ok", "done"},
    [CONTROLLER_GAME_OVER] = {"over", "the game is over"},
    [CONTROLLER_PAUSED] = {"paused", "the game is paused"},
    [CONTROLLER_NOT_YOUR_TURN] = {"not-yours", "it is not your turn"},
    [CONTROLLER_ILLEGAL_MOVE] = {"illegal", "the move is not legal"},
    [CONTROLLER_NOTHING_TO_DO] = {"nothing", "there is nothing to take back or to play again"},
    [CONTROLLER_NO_DRAW_OFFER] = {"no-offer", "nobody has offered a draw"},
    [CONTROLLER_NO_DRAW_CLAIM] = {"no-claim", "there is no draw to claim"},
    [CONTROLLER_NO_SUCH_PLY] = {"no-ply", "the game has no such ply"},
    [CONTROLLER_NO_MEMORY] = {"no-memory", "not enough memory"},
};

const char *controller_error_name(ControllerError error) {
    return ERRORS[error].name;
}
const char *controller_error_text(ControllerError error) {
    return ERRORS[error].text;
}

GameEvent controller_make_event(const GameController *ctl, GameEventKind kind, Color color,
                                int64_t now) {
    GameEvent event = {.kind = kind,
                       .ply = ctl->game.count,
                       .color = color,
                       .move = NO_MOVE,
                       .captured = NO_PIECE,
                       .outcome = controller_outcome(ctl)};
    for (Color c = WHITE; c <= BLACK; c++) event.clock_ms[c] = controller_time_left(ctl, c, now);
    fen_write_position(controller_position(ctl), event.fen);
    return event;
}

void controller_add_event(GameController *ctl, const GameEvent *event) {
    if (ctl->event_count == CONTROLLER_EVENTS_MAX) {
        ctl->event_first = (ctl->event_first + 1) % CONTROLLER_EVENTS_MAX;
        ctl->event_count--;
    }
    ctl->events[(ctl->event_first + ctl->event_count++) % CONTROLLER_EVENTS_MAX] = *event;
}

void controller_report(GameController *ctl, GameEventKind kind, Color color, int64_t now) {
    GameEvent event = controller_make_event(ctl, kind, color, now);
    controller_add_event(ctl, &event);
}

bool controller_next_event(GameController *ctl, GameEvent *out) {
    if (ctl->event_count == 0) return false;
    *out = ctl->events[ctl->event_first];
    ctl->event_first = (ctl->event_first + 1) % CONTROLLER_EVENTS_MAX;
    ctl->event_count--;
    return true;
}
