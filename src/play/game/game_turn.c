// SPDX-License-Identifier: MIT
//
// Turns: starts and stops clocks, asks computers and takes their replies.
#include "play/game/game_internal.h"

#include "base/text/text.h"
#include "play/players/fen_contract.h"

#include <string.h>

static AsyncPlayer *computer_to_move(const GameController *ctl) {
    return ctl->computers[position_turn(controller_position(ctl))];
}

void controller_stop_turn(GameController *ctl, int64_t now) {
    chessclock_pause(&ctl->clock, now);
    for (Color c = WHITE; c <= BLACK; c++)
        if (ctl->computers[c] && ctl->ready[c]) async_player_cancel(ctl->computers[c]);
    ctl->thinking = ctl->draw_query_sent = false;
    ctl->reply_not_before = 0;
}

/* The limits for the player to move. */
static SearchLimits current_limits(const GameController *ctl, int64_t now) {
    Color us = position_turn(controller_position(ctl));
    SearchLimits limits = search_budget_limits(&ctl->options.budget[us], &ctl->clock, us, now,
                                               ctl->options.players[us]->options.overhead_ms);
    limits.stop = ctl->options.stop;
    return limits;
}

static void forfeit(GameController *ctl, Color culprit, const PlayerChoice *choice, bool timed_out,
                    int64_t now) {
    ctl->fault = (GameForfeit){.culprit = culprit,
                               .timed_out = timed_out,
                               .crashed = choice->crashed,
                               .no_memory = choice->no_memory};
    Text message = text_on(ctl->fault.message, sizeof ctl->fault.message);
    if (timed_out)
        text_format(&message, "%s after %lld ms", *choice->fault ? choice->fault : "too late",
                    (long long)chessclock_spent(&ctl->clock, now));
    else
        text_string(&message, choice->fault);
    GameEvent event = controller_make_event(ctl, GAME_EVENT_FORFEIT, culprit, now);
    strcpy(event.message, ctl->fault.message);
    controller_add_event(ctl, &event);
    bool crashed = choice->crashed || choice->no_memory;
    Outcome lost = {crashed ? OUTCOME_ABANDONED : OUTCOME_ILLEGAL_MOVE, other(culprit)};
    controller_end_game(ctl, timed_out ? game_time_outcome(&ctl->game, culprit) : lost, now);
}

static void forfeit_for_memory(GameController *ctl, Color culprit, int64_t now) {
    PlayerChoice choice = {.no_memory = true, .fault = "not enough memory"};
    forfeit(ctl, culprit, &choice, false, now);
}

void controller_prepare_players(GameController *ctl, int64_t now) {
    Rng seeds = rng_seeded(ctl->options.seed);
    for (Color c = WHITE; c <= BLACK; c++) {
        PlayerQuery query = {
            .kind = PLAYER_QUERY_PREPARE, .game = &ctl->game, .seed = rng_next(&seeds)};
        bool thinking = ctl->computers[c] && async_player_ask(ctl->computers[c], &query);
        ctl->ready[c] = !thinking;
        if (ctl->computers[c] && !thinking && !controller_is_over(ctl))
            forfeit_for_memory(ctl, c, now);
    }
}

/* With MOVE_DELAY_HUMAN the computer is asked at once and its reply is delayed.  The delay depends
 * only on the game and the seed. */
static int64_t human_reply_time(const GameController *ctl, int64_t now) {
    if (ctl->options.move_delay_ms != MOVE_DELAY_HUMAN) return 0;
    Rng rng = rng_seeded(ctl->options.seed + (uint64_t)ctl->game.count);
    return now + move_delay_human(&ctl->game, &ctl->clock, now, &rng);
}

/* Asks the computer to move, unless it can claim a draw. */
static void ask_computer(GameController *ctl, int64_t now) {
    Color us = position_turn(controller_position(ctl));
    if (controller_claim_draw(ctl, now) == CONTROLLER_OK) return;
    chessclock_start(&ctl->clock, us, now);
    PlayerQuery query = {
        .kind = PLAYER_QUERY_MOVE, .game = &ctl->game, .limits = current_limits(ctl, now)};
    ctl->thinking = async_player_ask(ctl->computers[us], &query);
    ctl->reply_not_before = human_reply_time(ctl, now);
    if (!ctl->thinking) forfeit_for_memory(ctl, us, now);
}

void controller_begin_turn(GameController *ctl, int64_t now) {
    if (controller_is_over(ctl)) {
        chessclock_pause(&ctl->clock, now);
        if (!ctl->end_reported)
            controller_report(ctl, GAME_EVENT_ENDED, controller_outcome(ctl).winner, now);
        ctl->end_reported = true;
        return;
    }
    if (ctl->paused || ctl->thinking || !ctl->ready[WHITE] || !ctl->ready[BLACK]) return;
    if (controller_is_human_turn(ctl))
        chessclock_start(&ctl->clock, position_turn(controller_position(ctl)), now);
    else if (now >= ctl->ask_not_before)
        ask_computer(ctl, now);
}

/* Sends a warning for a player's first answer that omits an en-passant square. */
static void warn_of_omitted_ep(GameController *ctl, Color us, int64_t now) {
    if (ctl->omits_ep[us]) return;
    ctl->omits_ep[us] = true;
    GameEvent event = controller_make_event(ctl, GAME_EVENT_WARNING, us, now);
    Text message = text_on(event.message, sizeof event.message);
    text_string(&message, FEN_REPLY_OMITS_EP);
    controller_add_event(ctl, &event);
}

static void take_move(GameController *ctl, Color us, const PlayerChoice *choice, int64_t now) {
    bool timed_out = chessclock_flag_fell(&ctl->clock, now, ctl->options.margin_ms);
    ctl->thinking = false;
    if (choice->timed_out || (choice->move != NO_MOVE && timed_out)) {
        forfeit(ctl, us, choice, true, now);
        return;
    }
    if (choice->move == NO_MOVE || !position_is_legal(controller_position(ctl), choice->move)) {
        forfeit(ctl, us, choice, false, now);
        return;
    }
    if (choice->omits_ep) warn_of_omitted_ep(ctl, us, now);
    MoveInfo info = {.has_score = choice->has_score,
                     .score = choice->score,
                     .depth = choice->depth,
                     .nodes = choice->nodes};
    PvLine pv = {.depth = choice->depth,
                 .rank = 1,
                 .score = choice->score,
                 .nodes = choice->nodes,
                 .length = 1,
                 .line = {choice->move}};
    controller_cancel_advice(ctl);
    if (!controller_make_move(ctl, choice->move, &info, choice->has_score ? &pv : NULL, now)) {
        forfeit_for_memory(ctl, us, now);
        return;
    }
    bool computers_only = !controller_is_over(ctl) && !controller_is_human_turn(ctl);
    if (computers_only && ctl->options.move_delay_ms > 0)
        ctl->ask_not_before = now + ctl->options.move_delay_ms;
}

static void take_prepare_reply(GameController *ctl, Color c, const PlayerReply *reply,
                               int64_t now) {
    PlayerChoice choice = reply->choice;
    ctl->ready[c] = true;
    choice.crashed = true;
    if (!reply->yes && !controller_is_over(ctl)) forfeit(ctl, c, &choice, false, now);
}

/* Fetches the reply first, so that the last line before it is available too.  The line is reported
 * before the reply's move changes the board. */
static void take_replies(GameController *ctl, Color c, int64_t now) {
    PlayerReply reply;
    PvLine pv;
    bool delayed =
        ctl->reply_not_before > 0 && ctl->thinking && ctl->computers[c] == computer_to_move(ctl);
    bool replied = !delayed && async_player_next_reply(ctl->computers[c], &reply);
    if (async_player_next_pv(ctl->computers[c], &pv)) {
        GameEvent event = controller_make_event(ctl, GAME_EVENT_THINKING, c, now);
        event.pv = pv;
        event.has_score = true;
        controller_add_event(ctl, &event);
    }
    if (!replied) return;
    switch (reply.kind) {
    case PLAYER_QUERY_PREPARE: take_prepare_reply(ctl, c, &reply, now); break;
    case PLAYER_QUERY_MOVE: take_move(ctl, c, &reply.choice, now); break;
    case PLAYER_QUERY_DRAW:
        if (reply.yes)
            controller_accept_draw(ctl, now);
        else
            controller_decline_draw(ctl, now);
        break;
    }
}

/* Asks a computer about a draw offer as soon as it is ready; declines if memory is short. */
static void forward_draw_offer(GameController *ctl, int64_t now) {
    if (ctl->offer == NO_COLOR || ctl->draw_query_sent || !controller_is_human_turn(ctl)) return;
    Color opponent = other(ctl->offer);
    if (!ctl->computers[opponent] || !ctl->ready[opponent]) return;
    PlayerQuery query = {
        .kind = PLAYER_QUERY_DRAW, .game = &ctl->game, .limits = {.stop = ctl->options.stop}};
    ctl->draw_query_sent = async_player_ask(ctl->computers[opponent], &query);
    if (!ctl->draw_query_sent) controller_decline_draw(ctl, now);
}

/* If time has run out, the side to move loses on time. */
static void check_clock(GameController *ctl, int64_t now) {
    Color us = ctl->clock.running;
    if (us == NO_COLOR || !chessclock_flag_fell(&ctl->clock, now, ctl->options.margin_ms)) return;
    PlayerChoice none = {.move = NO_MOVE};
    if (ctl->computers[us])
        forfeit(ctl, us, &none, true, now);
    else
        controller_end_game(ctl, game_time_outcome(&ctl->game, us), now);
}

void controller_step(GameController *ctl, int64_t now) {
    if (now >= ctl->reply_not_before) ctl->reply_not_before = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        if (ctl->computers[c]) take_replies(ctl, c, now);
    if (ctl->options.threaded || controller_is_human_turn(ctl)) check_clock(ctl, now);
    controller_collect_advice(ctl, now);
    forward_draw_offer(ctl, now);
    controller_begin_turn(ctl, now);
}

int64_t controller_deadline(const GameController *ctl) {
    if (controller_is_over(ctl) || ctl->paused) return CHESSCLOCK_NEVER;
    if (!ctl->thinking && !controller_is_human_turn(ctl)) return ctl->ask_not_before;
    int64_t falls = chessclock_flag_falls_at(&ctl->clock, ctl->options.margin_ms);
    if (falls != CHESSCLOCK_NEVER) falls++;
    return ctl->reply_not_before > 0 && ctl->reply_not_before < falls ? ctl->reply_not_before
                                                                      : falls;
}

bool controller_think(GameController *ctl) {
    bool pv = false;
    for (Color c = WHITE; c <= BLACK; c++)
        if (ctl->computers[c]) pv |= async_player_run(ctl->computers[c]);
    if (ctl->async_adviser) pv |= async_player_run(ctl->async_adviser);
    return pv;
}

void controller_move_now(GameController *ctl) {
    ctl->reply_not_before = ctl->ask_not_before = 0;
    if (ctl->thinking) async_player_move_now(computer_to_move(ctl));
}
