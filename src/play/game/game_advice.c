// SPDX-License-Identifier: MIT
//
// Hints and opinions, from an engine that is independent of the players.
#include "play/game/game_internal.h"

#include <stdio.h>
#include <string.h>

/* Time limits in milliseconds. */
enum { HINT_MS = 500, OPINION_MS = 80, HINT_STEPS = 3 };

static bool start_adviser(GameController *ctl) {
    char error[PLAYER_ERROR_MAX];
    PlayerOptions options = PLAYER_DEFAULTS;
    AsyncPlayerOptions async = {.threaded = ctl->options.threaded,
                                .wake = ctl->options.wake,
                                .context = ctl->options.context};
    options.prober = ctl->options.prober;
    if (!ctl->adviser) ctl->adviser = player_new("roek", &options, error);
    if (ctl->adviser && !ctl->async_adviser)
        ctl->async_adviser = async_player_new(ctl->adviser, &async);
    return ctl->async_adviser != NULL;
}

/* Starts the next request; hints first, as the user waits for them.  Returns a request that failed
 * for want of memory. */
static AdviceKind start_next_advice(GameController *ctl) {
    if (ctl->advice_running != ADVICE_NONE || !ctl->advice_wanted) return ADVICE_NONE;
    AdviceKind next = ctl->advice_wanted & ADVICE_HINT ? ADVICE_HINT : ADVICE_OPINION;
    PlayerQuery query = {.kind = PLAYER_QUERY_MOVE,
                         .game = &ctl->game,
                         .limits = {.movetime_ms = next == ADVICE_HINT ? HINT_MS : OPINION_MS,
                                    .stop = ctl->options.stop}};
    ctl->advice_wanted &= ~(unsigned)next;
    if (!start_adviser(ctl) || !async_player_ask(ctl->async_adviser, &query)) return next;
    ctl->advice_running = next;
    return ADVICE_NONE;
}

static void report_hint(GameController *ctl, int64_t now) {
    const Position *pos = controller_position(ctl);
    if (ctl->hint_level < HINT_STEPS) ctl->hint_level++;
    GameEvent event = controller_make_event(ctl, GAME_EVENT_HINT, position_turn(pos), now);
    event.hint = ctl->hint_level;
    event.move = ctl->hint_move;
    san_write(pos, ctl->hint_move, event.san);
    uci_move_write(pos, ctl->hint_move, !castling_is_classical(pos), event.uci);
    controller_add_event(ctl, &event);
}

static void report_opinion(GameController *ctl, const PlayerChoice *choice, int64_t now) {
    Color us = position_turn(controller_position(ctl));
    GameEvent event = controller_make_event(ctl, GAME_EVENT_OPINION, us, now);
    event.has_score = true;
    event.pv = (PvLine){.rank = 1,
                        .depth = choice->depth,
                        .nodes = choice->nodes,
                        .score = us == WHITE ? choice->score : -choice->score,
                        .length = 1,
                        .line = {choice->move}};
    PvLine last;
    if (async_player_next_pv(ctl->async_adviser, &last) && last.length > 0 &&
        last.line[0] == choice->move) {
        event.pv.length = last.length;
        memcpy(event.pv.line, last.line, sizeof last.line);
    }
    controller_add_event(ctl, &event);
}

/* Reports failure, so that the user does not wait forever. */
static void report_no_advice(GameController *ctl, AdviceKind advice, const char *why, int64_t now) {
    GameEvent event = controller_make_event(ctl, GAME_EVENT_NO_ADVICE,
                                            position_turn(controller_position(ctl)), now);
    event.hint = advice == ADVICE_HINT;
    snprintf(event.message, sizeof event.message, "%s", why);
    controller_add_event(ctl, &event);
}

void controller_collect_advice(GameController *ctl, int64_t now) {
    PlayerReply reply;
    if (ctl->advice_running == ADVICE_NONE || !async_player_next_reply(ctl->async_adviser, &reply))
        return;
    AdviceKind advice = ctl->advice_running;
    ctl->advice_running = ADVICE_NONE;
    if (reply.choice.move == NO_MOVE) {
        report_no_advice(ctl, advice, reply.choice.fault, now);
    } else if (advice == ADVICE_OPINION) {
        report_opinion(ctl, &reply.choice, now);
    } else {
        ctl->hint_move = reply.choice.move;
        report_hint(ctl, now);
    }
    AdviceKind failed = start_next_advice(ctl);
    if (failed != ADVICE_NONE)
        report_no_advice(ctl, failed, controller_error_text(CONTROLLER_NO_MEMORY), now);
}

void controller_cancel_advice(GameController *ctl) {
    if (ctl->advice_running != ADVICE_NONE) async_player_cancel(ctl->async_adviser);
    ctl->advice_running = ADVICE_NONE;
    ctl->advice_wanted = 0;
    ctl->hint_level = 0;
    ctl->hint_move = NO_MOVE;
}

ControllerError controller_hint(GameController *ctl, int64_t now) {
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    if (ctl->hint_move != NO_MOVE) {
        report_hint(ctl, now);
        return CONTROLLER_OK;
    }
    if (ctl->advice_running != ADVICE_HINT) ctl->advice_wanted |= ADVICE_HINT;
    return start_next_advice(ctl) == ADVICE_NONE ? CONTROLLER_OK : CONTROLLER_NO_MEMORY;
}

ControllerError controller_evaluate(GameController *ctl) {
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    if (ctl->advice_running != ADVICE_OPINION) ctl->advice_wanted |= ADVICE_OPINION;
    return start_next_advice(ctl) == ADVICE_NONE ? CONTROLLER_OK : CONTROLLER_NO_MEMORY;
}
