// SPDX-License-Identifier: MIT
#include "play/game/game_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const Outcome GOES_ON = {ONGOING, NO_COLOR};

// Life.

/* Room for what is known about `count` moves. */
static bool reserve(Arena *a, int count) {
    if (count < a->ply_capacity) return true;
    int capacity = 2 * count + 64;
    ArenaPly *plies = realloc(a->plies, (size_t)capacity * sizeof *plies);
    if (!plies) return false;
    a->plies = plies;
    a->ply_capacity = capacity;
    return true;
}

static ChessClock fresh_clock(const Arena *a) {
    TimeControl control[2] = {a->options.allowance[WHITE].time, a->options.allowance[BLACK].time};
    ChessClock clock = chessclock_set(control);
    for (Color c = WHITE; c <= BLACK; c++)
        if (a->options.left_ms[c] > 0) clock.times.left_ms[c] = a->options.left_ms[c];
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

/* Puts a game on the board; nobody knows how long its moves took, so the clocks are full unless
 * they were set for a game that goes on. */
static void put_game(Arena *a, const Game *game, int64_t now) {
    game_free(&a->game);
    a->game = *game;
    arena_drop_advice(a);
    a->clock = fresh_clock(a);
    for (int i = 0; i <= game->count; i++)
        a->plies[i] = (ArenaPly){a->clock.times, {.time_ms = -1, .clock_ms = -1}};
    a->paused = a->told_end = false;
    a->offer = a->fault.culprit = NO_COLOR;
    a->fault.words[0] = '\0';
    a->not_before = now;
    arena_tell(a, ARENA_BEGAN, NO_COLOR, now);
}

ArenaRefusal arena_begin(Arena *a, const Position *start, const Move *moves, int count,
                         int64_t now) {
    Game game;
    if (!reserve(a, count) || !init_game(&game, start, moves, count)) return ARENA_NO_MEMORY;
    arena_stop_turn(a, now);
    put_game(a, &game, now);
    arena_prepare(a, now);
    arena_begin_turn(a, now);
    return ARENA_OK;
}

static bool take_seats(Arena *a) {
    SeatOptions options = {
        .threaded = a->options.threaded, .ring = a->options.ring, .context = a->options.context};
    for (Color c = WHITE; c <= BLACK; c++) {
        if (player_is_human(a->options.players[c])) continue;
        if (!(a->seats[c] = seat_new(a->options.players[c], &options))) return false;
    }
    return true;
}

Arena *arena_new(const ArenaOptions *options, int64_t now) {
    Arena *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->options = *options;
    a->offer = NO_COLOR;
    if (!take_seats(a) || arena_begin(a, &options->start, options->opening, options->opening_count,
                                      now) != ARENA_OK) {
        arena_free(a);
        return NULL;
    }
    a->options.left_ms[WHITE] = a->options.left_ms[BLACK] = 0; // other games begin with all of it
    return a;
}

void arena_free(Arena *a) {
    if (!a) return;
    for (Color c = WHITE; c <= BLACK; c++) seat_free(a->seats[c]);
    seat_free(a->adviser_seat);
    player_free(a->adviser);
    game_free(&a->game);
    free(a->plies);
    free(a);
}

// Looking.

const Game *arena_game(const Arena *a) {
    return &a->game;
}
const Position *arena_now(const Arena *a) {
    return game_now(&a->game);
}
const Player *arena_player(const Arena *a, Color c) {
    return a->options.players[c];
}
int arena_humans(const Arena *a) {
    return !a->seats[WHITE] + !a->seats[BLACK];
}
Outcome arena_outcome(const Arena *a) {
    return game_outcome(&a->game);
}
bool arena_is_over(const Arena *a) {
    return outcome_is_over(arena_outcome(a));
}
bool arena_is_paused(const Arena *a) {
    return a->paused;
}
Color arena_offer(const Arena *a) {
    return a->offer;
}
bool arena_owes_answer(const Arena *a) {
    bool considers = a->offer != NO_COLOR && a->seats[other(a->offer)];
    return !arena_is_over(a) && (considers || a->advising != ADVICE_NONE || a->wanted);
}
const ArenaFault *arena_fault(const Arena *a) {
    return &a->fault;
}
bool arena_omits_ep(const Arena *a, Color c) {
    return a->omits_ep[c];
}
const MoveNote *arena_note(const Arena *a, int index) {
    assert(index >= 0 && index < a->game.count);
    return &a->plies[index + 1].note;
}

static bool is_human_at(const Arena *a, int ply) {
    return !a->seats[position_turn(game_position(&a->game, ply))];
}

bool arena_awaits_human(const Arena *a) {
    return !arena_is_over(a) && is_human_at(a, a->game.count);
}

bool arena_has_clocks(const Arena *a) {
    return time_has_clock(&a->clock.control[WHITE]) || time_has_clock(&a->clock.control[BLACK]);
}
const TimeControl *arena_time_control(const Arena *a, Color c) {
    return &a->clock.control[c];
}
int64_t arena_time_left(const Arena *a, Color c, int64_t now) {
    return chessclock_left(&a->clock, c, now);
}

// Moves.

static Piece captured_by(const Position *pos, Move move) {
    if (move_kind(move) == MOVE_EN_PASSANT) return piece_of(other(position_turn(pos)), PAWN);
    return position_is_capture(pos, move) ? pos->piece[move_to(move)] : NO_PIECE;
}

/* An event for a move that is about to be played. */
static ArenaEvent event_of_move(const Position *pos, Move move) {
    ArenaEvent event = {.kind = ARENA_MOVED,
                        .color = position_turn(pos),
                        .move = move,
                        .captured = captured_by(pos, move)};
    san_write(pos, move, event.san);
    coord_write(pos, move, !castling_is_classical(pos), event.uci);
    return event;
}

static void tell_move(Arena *a, const ArenaEvent *move, const Thought *thought, int64_t now) {
    ArenaEvent event = arena_event_of(a, ARENA_MOVED, move->color, now);
    event.move = move->move;
    event.captured = move->captured;
    strcpy(event.san, move->san);
    strcpy(event.uci, move->uci);
    event.has_score = thought != NULL;
    if (thought) event.thought = *thought;
    arena_put_event(a, &event);
}

bool arena_play(Arena *a, Move move, const MoveNote *note, const Thought *thought, int64_t now) {
    Position before = *arena_now(a);
    ArenaEvent event = event_of_move(&before, move);
    int64_t spent = chessclock_thought(&a->clock, now);
    if (!reserve(a, a->game.count + 1) || !game_play(&a->game, move)) return false;
    if (a->clock.running != NO_COLOR) chessclock_press(&a->clock, now);
    ArenaPly *ply = &a->plies[a->game.count];
    *ply = (ArenaPly){a->clock.times, *note};
    ply->note.time_ms = spent;
    ply->note.clock_ms = chessclock_left(&a->clock, event.color, now);
    if (a->offer == other(event.color)) a->offer = NO_COLOR; // to play on is to decline
    tell_move(a, &event, thought, now);
    return true;
}

ArenaRefusal arena_move(Arena *a, Move move, int64_t now) {
    arena_step(a, now); // the flag may have fallen
    if (arena_is_over(a)) return ARENA_OVER;
    if (a->paused) return ARENA_PAUSED;
    if (!arena_awaits_human(a)) return ARENA_NOT_YOURS;
    if (!position_is_legal(arena_now(a), move)) return ARENA_ILLEGAL;
    arena_drop_advice(a);
    if (!arena_play(a, move, &(MoveNote){0}, NULL, now)) return ARENA_NO_MEMORY;
    arena_begin_turn(a, now);
    return ARENA_OK;
}

/* Goes to another position of the same game, or takes back only the end of it. */
static void go_to(Arena *a, int ply, int64_t now) {
    arena_stop_turn(a, now);
    arena_drop_advice(a);
    while (a->game.count > ply) game_undo(&a->game);
    while (a->game.count < ply) game_redo(&a->game);
    game_declare(&a->game, GOES_ON);
    chessclock_turn_to(&a->clock, &a->plies[ply].times);
    a->offer = a->fault.culprit = NO_COLOR;
    a->told_end = false;
    arena_tell(a, ARENA_WENT, NO_COLOR, now);
    arena_begin_turn(a, now);
}

/* An end that players declared can be taken back without a move. */
static bool is_declared_by_players(const Arena *a) {
    OutcomeReason reason = a->game.declared.reason;
    return reason != ONGOING && reason != TIME_FORFEIT && reason != ILLEGAL_MOVE &&
           reason != ABANDONED;
}

ArenaRefusal arena_undo(Arena *a, int64_t now) {
    int ply = a->game.count - !is_declared_by_players(a);
    if (ply < a->game.count && arena_humans(a) > 0)
        while (ply >= 0 && !is_human_at(a, ply)) ply--;
    if (ply < 0) return ARENA_NOTHING;
    go_to(a, ply, now);
    return ARENA_OK;
}

ArenaRefusal arena_redo(Arena *a, int64_t now) {
    int ply = a->game.count + 1;
    if (ply > a->game.length) return ARENA_NOTHING;
    if (arena_humans(a) > 0)
        while (ply < a->game.length && !is_human_at(a, ply)) ply++;
    go_to(a, ply, now);
    return ARENA_OK;
}

ArenaRefusal arena_go_to(Arena *a, int ply, int64_t now) {
    if (ply < 0 || ply > a->game.length) return ARENA_NO_PLY;
    go_to(a, ply, now);
    return ARENA_OK;
}

// Ends.

void arena_end(Arena *a, Outcome outcome, int64_t now) {
    arena_stop_turn(a, now);
    arena_drop_advice(a);
    game_declare(&a->game, outcome);
    arena_begin_turn(a, now); // which tells the end
}

ArenaRefusal arena_declare(Arena *a, Outcome outcome, int64_t now) {
    if (arena_is_over(a)) return ARENA_OVER;
    arena_end(a, outcome, now);
    return ARENA_OK;
}

ArenaRefusal arena_resign(Arena *a, Color loser, int64_t now) {
    return arena_declare(a, (Outcome){RESIGNATION, other(loser)}, now);
}

ArenaRefusal arena_claim_draw(Arena *a, int64_t now) {
    if (arena_is_over(a)) return ARENA_OVER;
    Outcome claim = game_claimable_draw(&a->game);
    if (!outcome_is_over(claim)) return ARENA_NO_CLAIM;
    arena_end(a, claim, now);
    return ARENA_OK;
}

ArenaRefusal arena_offer_draw(Arena *a, int64_t now) {
    arena_step(a, now);
    if (arena_is_over(a)) return ARENA_OVER;
    if (!arena_awaits_human(a)) return ARENA_NOT_YOURS;
    a->offer = position_turn(arena_now(a));
    a->draw_asked = false;
    arena_tell(a, ARENA_OFFERED, a->offer, now);
    arena_step(a, now); // a computer is asked
    return ARENA_OK;
}

ArenaRefusal arena_accept_draw(Arena *a, int64_t now) {
    if (arena_is_over(a)) return ARENA_OVER;
    if (a->offer == NO_COLOR) return ARENA_NO_OFFER;
    arena_end(a, (Outcome){AGREEMENT, NO_COLOR}, now);
    return ARENA_OK;
}

ArenaRefusal arena_decline_draw(Arena *a, int64_t now) {
    if (a->offer == NO_COLOR) return ARENA_NO_OFFER;
    Color decliner = other(a->offer);
    a->offer = NO_COLOR;
    arena_tell(a, ARENA_DECLINED, decliner, now);
    return ARENA_OK;
}

// Time.

ArenaRefusal arena_pause(Arena *a, int64_t now) {
    if (arena_is_over(a)) return ARENA_OVER;
    if (a->paused) return ARENA_PAUSED;
    arena_stop_turn(a, now);
    a->paused = true;
    arena_tell(a, ARENA_CLOCKS, NO_COLOR, now);
    return ARENA_OK;
}

ArenaRefusal arena_resume(Arena *a, int64_t now) {
    if (!a->paused) return ARENA_NOTHING;
    a->paused = false;
    a->not_before = now; // the last move has been seen long enough
    arena_begin_turn(a, now);
    arena_tell(a, ARENA_CLOCKS, NO_COLOR, now);
    return ARENA_OK;
}

void arena_set_pace(Arena *a, int64_t pace_ms) {
    a->options.pace_ms = pace_ms;
    if (pace_ms != PACE_HUMAN) a->held_until = 0;
}

void arena_set_time(Arena *a, const TimeControl *time, int64_t now) {
    Color running = a->clock.running;
    for (Color c = WHITE; c <= BLACK; c++) a->options.allowance[c].time = *time;
    a->clock = fresh_clock(a);
    if (running != NO_COLOR) chessclock_run(&a->clock, running, now);
}

/* What was left before nobody knows; the last move of the side left this. */
static void remember_left(Arena *a, Color c, int64_t left_ms) {
    int last = a->game.count - (position_turn(arena_now(a)) == c);
    for (int i = 0; i <= a->game.count; i++) a->plies[i].times.left_ms[c] = left_ms;
    if (last > 0) a->plies[last].note.clock_ms = left_ms;
}

void arena_set_left(Arena *a, Color c, int64_t left_ms, int64_t now) {
    Color running = a->clock.running;
    chessclock_halt(&a->clock, now);
    a->clock.times.left_ms[c] = left_ms;
    remember_left(a, c, left_ms);
    if (running != NO_COLOR) chessclock_run(&a->clock, running, now);
}
