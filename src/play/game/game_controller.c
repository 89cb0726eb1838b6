// SPDX-License-Identifier: MIT
#include "play/game/game_internal.h"

#include "base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const Outcome GAME_CONTINUES = {OUTCOME_ONGOING, NO_COLOR};

// --- creation ---

/* Makes room for the data of `count` moves. */
static bool reserve(GameController *ctl, int count) {
    return array_reserve(&ctl->plies, &ctl->ply_capacity, (size_t)count + 1, sizeof *ctl->plies);
}

static ChessClock full_clock(const GameController *ctl) {
    TimeControl control[2] = {ctl->options.budget[WHITE].time, ctl->options.budget[BLACK].time};
    ChessClock clock = chessclock_set(control);
    for (Color c = WHITE; c <= BLACK; c++)
        if (ctl->options.left_ms[c] > 0) clock.times.left_ms[c] = ctl->options.left_ms[c];
    return clock;
}

static bool init_game(Game *game, const Position *start, const Move *moves, int count) {
    if (!game_init(game, start)) return false;
    for (int i = 0; i < count; i++)
        if (!game_play(game, moves[i])) {
            game_free(game);
            return false;
        }
    return true;
}

/* Sets a game.  The times of its moves are unknown, so the clocks are full, unless left_ms is set
 * for the continuation of a game. */
static void set_game(GameController *ctl, const Game *game, int64_t now) {
    game_free(&ctl->game);
    ctl->game = *game;
    controller_cancel_advice(ctl);
    ctl->clock = full_clock(ctl);
    for (int i = 0; i <= game->count; i++)
        ctl->plies[i] = (ControllerPly){ctl->clock.times, {.time_ms = -1, .clock_ms = -1}};
    ctl->paused = ctl->end_reported = false;
    ctl->offer = ctl->fault.culprit = NO_COLOR;
    ctl->fault.message[0] = '\0';
    ctl->ask_not_before = now;
    controller_report(ctl, GAME_EVENT_STARTED, NO_COLOR, now);
}

ControllerError controller_start_game(GameController *ctl, const Position *start, const Move *moves,
                                      int count, int64_t now) {
    Game game;
    if (!reserve(ctl, count) || !init_game(&game, start, moves, count)) return CONTROLLER_NO_MEMORY;
    controller_stop_turn(ctl, now);
    set_game(ctl, &game, now);
    controller_prepare_players(ctl, now);
    controller_begin_turn(ctl, now);
    return CONTROLLER_OK;
}

static bool start_computers(GameController *ctl) {
    AsyncPlayerOptions options = {.threaded = ctl->options.threaded,
                                  .wake = ctl->options.wake,
                                  .context = ctl->options.context};
    for (Color c = WHITE; c <= BLACK; c++) {
        if (player_is_human(ctl->options.players[c])) continue;
        if (!(ctl->computers[c] = async_player_new(ctl->options.players[c], &options)))
            return false;
    }
    return true;
}

GameController *controller_new(const ControllerOptions *options, int64_t now) {
    GameController *ctl = calloc(1, sizeof *ctl);
    if (!ctl) return NULL;
    ctl->options = *options;
    ctl->offer = NO_COLOR;
    if (!start_computers(ctl) ||
        controller_start_game(ctl, &options->start, options->opening, options->opening_count,
                              now) != CONTROLLER_OK) {
        controller_free(ctl);
        return NULL;
    }
    ctl->options.left_ms[WHITE] = ctl->options.left_ms[BLACK] = 0; // for the first game only
    return ctl;
}

void controller_free(GameController *ctl) {
    if (!ctl) return;
    for (Color c = WHITE; c <= BLACK; c++) async_player_free(ctl->computers[c]);
    async_player_free(ctl->async_adviser);
    player_free(ctl->adviser);
    game_free(&ctl->game);
    free(ctl->plies);
    free(ctl);
}

// --- state ---

const Game *controller_game(const GameController *ctl) {
    return &ctl->game;
}
const Position *controller_position(const GameController *ctl) {
    return game_current(&ctl->game);
}
const Player *controller_player(const GameController *ctl, Color c) {
    return ctl->options.players[c];
}
int controller_human_count(const GameController *ctl) {
    return !ctl->computers[WHITE] + !ctl->computers[BLACK];
}
Outcome controller_outcome(const GameController *ctl) {
    return game_outcome(&ctl->game);
}
bool controller_is_over(const GameController *ctl) {
    return outcome_is_over(controller_outcome(ctl));
}
bool controller_is_paused(const GameController *ctl) {
    return ctl->paused;
}
Color controller_draw_offer(const GameController *ctl) {
    return ctl->offer;
}
bool controller_is_reply_pending(const GameController *ctl) {
    bool considers = ctl->offer != NO_COLOR && ctl->computers[other(ctl->offer)];
    return !controller_is_over(ctl) &&
           (considers || ctl->advice_running != ADVICE_NONE || ctl->advice_wanted);
}
const GameForfeit *controller_forfeit(const GameController *ctl) {
    return &ctl->fault;
}
bool controller_omits_ep(const GameController *ctl, Color c) {
    return ctl->omits_ep[c];
}
const MoveInfo *controller_move_info(const GameController *ctl, int index) {
    assert(index >= 0 && index < ctl->game.count);
    return &ctl->plies[index + 1].info;
}

static bool is_human_at(const GameController *ctl, int ply) {
    return !ctl->computers[position_turn(game_position_at(&ctl->game, ply))];
}

bool controller_is_human_turn(const GameController *ctl) {
    return !controller_is_over(ctl) && is_human_at(ctl, ctl->game.count);
}

bool controller_has_clocks(const GameController *ctl) {
    return timecontrol_has_clock(&ctl->clock.control[WHITE]) ||
           timecontrol_has_clock(&ctl->clock.control[BLACK]);
}
const TimeControl *controller_time_control(const GameController *ctl, Color c) {
    return &ctl->clock.control[c];
}
int64_t controller_time_left(const GameController *ctl, Color c, int64_t now) {
    return chessclock_left(&ctl->clock, c, now);
}

// --- moves ---

static Piece captured_by(const Position *pos, Move move) {
    if (move_kind(move) == MOVE_EN_PASSANT) return piece_of(other(position_turn(pos)), PAWN);
    return position_is_capture(pos, move) ? pos->piece[move_to(move)] : NO_PIECE;
}

/* The event of a move that is about to be played. */
static GameEvent event_of_move(const Position *pos, Move move) {
    GameEvent event = {.kind = GAME_EVENT_MOVE,
                       .color = position_turn(pos),
                       .move = move,
                       .captured = captured_by(pos, move)};
    san_write(pos, move, event.san);
    uci_move_write(pos, move, !castling_is_classical(pos), event.uci);
    return event;
}

static void report_move(GameController *ctl, const GameEvent *move, const PvLine *pv, int64_t now) {
    GameEvent event = controller_make_event(ctl, GAME_EVENT_MOVE, move->color, now);
    event.move = move->move;
    event.captured = move->captured;
    strcpy(event.san, move->san);
    strcpy(event.uci, move->uci);
    event.has_score = pv != NULL;
    if (pv) event.pv = *pv;
    controller_add_event(ctl, &event);
}

bool controller_make_move(GameController *ctl, Move move, const MoveInfo *info, const PvLine *pv,
                          int64_t now) {
    Position before = *controller_position(ctl);
    GameEvent event = event_of_move(&before, move);
    int64_t spent = chessclock_spent(&ctl->clock, now);
    if (!reserve(ctl, ctl->game.count + 1) || !game_play(&ctl->game, move)) return false;
    if (ctl->clock.running != NO_COLOR) chessclock_press(&ctl->clock, now);
    ControllerPly *ply = &ctl->plies[ctl->game.count];
    *ply = (ControllerPly){ctl->clock.times, *info};
    ply->info.time_ms = spent;
    ply->info.clock_ms = chessclock_left(&ctl->clock, event.color, now);
    if (ctl->offer == other(event.color)) ctl->offer = NO_COLOR; // a move declines the offer
    report_move(ctl, &event, pv, now);
    return true;
}

ControllerError controller_move(GameController *ctl, Move move, int64_t now) {
    controller_step(ctl, now); // time may have run out
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    if (ctl->paused) return CONTROLLER_PAUSED;
    if (!controller_is_human_turn(ctl)) return CONTROLLER_NOT_YOUR_TURN;
    if (!position_is_legal(controller_position(ctl), move)) return CONTROLLER_ILLEGAL_MOVE;
    controller_cancel_advice(ctl);
    if (!controller_make_move(ctl, move, &(MoveInfo){0}, NULL, now)) return CONTROLLER_NO_MEMORY;
    controller_begin_turn(ctl, now);
    return CONTROLLER_OK;
}

/* Goes to another position of the same game, or takes back only its end. */
static void go_to(GameController *ctl, int ply, int64_t now) {
    controller_stop_turn(ctl, now);
    controller_cancel_advice(ctl);
    while (ctl->game.count > ply) game_undo(&ctl->game);
    while (ctl->game.count < ply) game_redo(&ctl->game);
    game_declare(&ctl->game, GAME_CONTINUES);
    chessclock_restore(&ctl->clock, &ctl->plies[ply].times);
    ctl->offer = ctl->fault.culprit = NO_COLOR;
    ctl->end_reported = false;
    controller_report(ctl, GAME_EVENT_NAVIGATED, NO_COLOR, now);
    controller_begin_turn(ctl, now);
}

/* Was the end declared by a player?  Such an end can be taken back without a move. */
static bool ended_by_players(const GameController *ctl) {
    OutcomeReason reason = ctl->game.declared.reason;
    return reason != OUTCOME_ONGOING && reason != OUTCOME_TIME_FORFEIT &&
           reason != OUTCOME_ILLEGAL_MOVE && reason != OUTCOME_ABANDONED;
}

ControllerError controller_undo(GameController *ctl, int64_t now) {
    int ply = ctl->game.count - !ended_by_players(ctl);
    if (ply < ctl->game.count && controller_human_count(ctl) > 0)
        while (ply >= 0 && !is_human_at(ctl, ply)) ply--;
    if (ply < 0) return CONTROLLER_NOTHING_TO_DO;
    go_to(ctl, ply, now);
    return CONTROLLER_OK;
}

ControllerError controller_redo(GameController *ctl, int64_t now) {
    int ply = ctl->game.count + 1;
    if (ply > ctl->game.length) return CONTROLLER_NOTHING_TO_DO;
    if (controller_human_count(ctl) > 0)
        while (ply < ctl->game.length && !is_human_at(ctl, ply)) ply++;
    go_to(ctl, ply, now);
    return CONTROLLER_OK;
}

ControllerError controller_go_to(GameController *ctl, int ply, int64_t now) {
    if (ply < 0 || ply > ctl->game.length) return CONTROLLER_NO_SUCH_PLY;
    go_to(ctl, ply, now);
    return CONTROLLER_OK;
}

// --- end of the game ---

void controller_end_game(GameController *ctl, Outcome outcome, int64_t now) {
    controller_stop_turn(ctl, now);
    controller_cancel_advice(ctl);
    game_declare(&ctl->game, outcome);
    controller_begin_turn(ctl, now); // reports the end
}

ControllerError controller_declare(GameController *ctl, Outcome outcome, int64_t now) {
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    controller_end_game(ctl, outcome, now);
    return CONTROLLER_OK;
}

ControllerError controller_resign(GameController *ctl, Color loser, int64_t now) {
    return controller_declare(ctl, (Outcome){OUTCOME_RESIGNATION, other(loser)}, now);
}

ControllerError controller_claim_draw(GameController *ctl, int64_t now) {
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    Outcome claim = game_claimable_draw(&ctl->game);
    if (!outcome_is_over(claim)) return CONTROLLER_NO_DRAW_CLAIM;
    controller_end_game(ctl, claim, now);
    return CONTROLLER_OK;
}

ControllerError controller_offer_draw(GameController *ctl, int64_t now) {
    controller_step(ctl, now);
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    if (!controller_is_human_turn(ctl)) return CONTROLLER_NOT_YOUR_TURN;
    ctl->offer = position_turn(controller_position(ctl));
    ctl->draw_query_sent = false;
    controller_report(ctl, GAME_EVENT_DRAW_OFFERED, ctl->offer, now);
    controller_step(ctl, now); // asks the computer
    return CONTROLLER_OK;
}

ControllerError controller_accept_draw(GameController *ctl, int64_t now) {
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    if (ctl->offer == NO_COLOR) return CONTROLLER_NO_DRAW_OFFER;
    controller_end_game(ctl, (Outcome){OUTCOME_AGREEMENT, NO_COLOR}, now);
    return CONTROLLER_OK;
}

ControllerError controller_decline_draw(GameController *ctl, int64_t now) {
    if (ctl->offer == NO_COLOR) return CONTROLLER_NO_DRAW_OFFER;
    Color decliner = other(ctl->offer);
    ctl->offer = NO_COLOR;
    controller_report(ctl, GAME_EVENT_DRAW_DECLINED, decliner, now);
    return CONTROLLER_OK;
}

// --- time ---

ControllerError controller_pause(GameController *ctl, int64_t now) {
    if (controller_is_over(ctl)) return CONTROLLER_GAME_OVER;
    if (ctl->paused) return CONTROLLER_PAUSED;
    controller_stop_turn(ctl, now);
    ctl->paused = true;
    controller_report(ctl, GAME_EVENT_CLOCKS, NO_COLOR, now);
    return CONTROLLER_OK;
}

ControllerError controller_resume(GameController *ctl, int64_t now) {
    if (!ctl->paused) return CONTROLLER_NOTHING_TO_DO;
    ctl->paused = false;
    ctl->ask_not_before = now; // ends the delay after the last move
    controller_begin_turn(ctl, now);
    controller_report(ctl, GAME_EVENT_CLOCKS, NO_COLOR, now);
    return CONTROLLER_OK;
}

void controller_set_move_delay(GameController *ctl, int64_t move_delay_ms) {
    ctl->options.move_delay_ms = move_delay_ms;
    if (move_delay_ms != MOVE_DELAY_HUMAN) ctl->reply_not_before = 0;
}

void controller_set_time_control(GameController *ctl, const TimeControl *time, int64_t now) {
    Color running = ctl->clock.running;
    for (Color c = WHITE; c <= BLACK; c++) ctl->options.budget[c].time = *time;
    ctl->clock = full_clock(ctl);
    if (running != NO_COLOR) chessclock_start(&ctl->clock, running, now);
}

/* Earlier times are unknown, so they are all set to the time left after the side's last move. */
static void set_past_time_left(GameController *ctl, Color c, int64_t left_ms) {
    int last = ctl->game.count - (position_turn(controller_position(ctl)) == c);
    for (int i = 0; i <= ctl->game.count; i++) ctl->plies[i].times.left_ms[c] = left_ms;
    if (last > 0) ctl->plies[last].info.clock_ms = left_ms;
}

void controller_set_time_left(GameController *ctl, Color c, int64_t left_ms, int64_t now) {
    Color running = ctl->clock.running;
    chessclock_pause(&ctl->clock, now);
    ctl->clock.times.left_ms[c] = left_ms;
    set_past_time_left(ctl, c, left_ms);
    if (running != NO_COLOR) chessclock_start(&ctl->clock, running, now);
}
