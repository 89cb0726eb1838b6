// SPDX-License-Identifier: MIT
//
// Whose turn it is: clocks start and stop, computers are asked and answer.
#include "play/game/game_internal.h"

#include "base/text/text.h"
#include "play/players/fen_reply.h"

#include <string.h>

static Seat *seat_to_move(const Arena *a) {
    return a->seats[position_turn(arena_now(a))];
}

void arena_stop_turn(Arena *a, int64_t now) {
    chessclock_halt(&a->clock, now);
    for (Color c = WHITE; c <= BLACK; c++)
        if (a->seats[c] && a->ready[c]) seat_drop(a->seats[c]);
    a->asked = a->draw_asked = false;
    a->held_until = 0;
}

/* What the player to move is told. */
static Limits limits_now(const Arena *a, int64_t now) {
    Color us = position_turn(arena_now(a));
    Limits limits = allowance_limits(&a->options.allowance[us], &a->clock, us, now,
                                     a->options.players[us]->options.overhead_ms);
    limits.stop = a->options.stop;
    return limits;
}

static void lose(Arena *a, Color culprit, const PlayerChoice *choice, bool late, int64_t now) {
    a->fault = (ArenaFault){
        .culprit = culprit, .late = late, .gone = choice->gone, .no_memory = choice->no_memory};
    Text words = text_on(a->fault.words, sizeof a->fault.words);
    if (late)
        text_format(&words, "%s after %lld ms", *choice->fault ? choice->fault : "too late",
                    (long long)chessclock_thought(&a->clock, now));
    else
        text_string(&words, choice->fault);
    ArenaEvent event = arena_event_of(a, ARENA_FAULT, culprit, now);
    strcpy(event.words, a->fault.words);
    arena_put_event(a, &event);
    bool gone = choice->gone || choice->no_memory;
    Outcome lost = {gone ? ABANDONED : ILLEGAL_MOVE, other(culprit)};
    arena_end(a, late ? game_time_outcome(&a->game, culprit) : lost, now);
}

static void lose_for_memory(Arena *a, Color culprit, int64_t now) {
    PlayerChoice choice = {.no_memory = true, .fault = "not enough memory"};
    lose(a, culprit, &choice, false, now);
}

void arena_prepare(Arena *a, int64_t now) {
    Rng seeds = rng_seeded(a->options.seed);
    for (Color c = WHITE; c <= BLACK; c++) {
        SeatQuestion question = {.task = TASK_PREPARE, .game = &a->game, .seed = rng_next(&seeds)};
        bool asked = a->seats[c] && seat_ask(a->seats[c], &question);
        a->ready[c] = !asked;
        if (a->seats[c] && !asked && !arena_is_over(a)) lose_for_memory(a, c, now);
    }
}

/* A computer that moves like a person is asked at once, but its answer waits.  The same game with
 * the same seed takes the same time. */
static int64_t hold(const Arena *a, int64_t now) {
    if (a->options.pace_ms != PACE_HUMAN) return 0;
    Rng rng = rng_seeded(a->options.seed + (uint64_t)a->game.count);
    return now + pace_of_person(&a->game, &a->clock, now, &rng);
}

/* Asks the computer to move, unless it claims a draw. */
static void ask(Arena *a, int64_t now) {
    Color us = position_turn(arena_now(a));
    if (arena_claim_draw(a, now) == ARENA_OK) return;
    chessclock_run(&a->clock, us, now);
    SeatQuestion question = {.task = TASK_CHOOSE, .game = &a->game, .limits = limits_now(a, now)};
    a->asked = seat_ask(a->seats[us], &question);
    a->held_until = hold(a, now);
    if (!a->asked) lose_for_memory(a, us, now);
}

void arena_begin_turn(Arena *a, int64_t now) {
    if (arena_is_over(a)) {
        chessclock_halt(&a->clock, now);
        if (!a->told_end) arena_tell(a, ARENA_ENDED, arena_outcome(a).winner, now);
        a->told_end = true;
        return;
    }
    if (a->paused || a->asked || !a->ready[WHITE] || !a->ready[BLACK]) return;
    if (arena_awaits_human(a))
        chessclock_run(&a->clock, position_turn(arena_now(a)), now);
    else if (now >= a->not_before)
        ask(a, now);
}

/* Warns of the player's first answer that omits an en-passant square, whatever the game. */
static void warn_of_omitted_ep(Arena *a, Color us, int64_t now) {
    if (a->omits_ep[us]) return;
    a->omits_ep[us] = true;
    ArenaEvent event = arena_event_of(a, ARENA_WARNING, us, now);
    Text words = text_on(event.words, sizeof event.words);
    text_string(&words, CONTRACT_OMITS_EP);
    arena_put_event(a, &event);
}

static void take_move(Arena *a, Color us, const PlayerChoice *choice, int64_t now) {
    bool late = chessclock_fell(&a->clock, now, a->options.margin_ms);
    a->asked = false;
    if (choice->timed_out || (choice->move != NO_MOVE && late)) {
        lose(a, us, choice, true, now);
        return;
    }
    if (choice->move == NO_MOVE || !position_is_legal(arena_now(a), choice->move)) {
        lose(a, us, choice, false, now);
        return;
    }
    if (choice->omits_ep) warn_of_omitted_ep(a, us, now);
    MoveNote note = {.has_score = choice->has_score,
                     .score = choice->score,
                     .depth = choice->depth,
                     .nodes = choice->nodes};
    Thought thought = {.depth = choice->depth,
                       .rank = 1,
                       .score = choice->score,
                       .nodes = choice->nodes,
                       .length = 1,
                       .line = {choice->move}};
    arena_drop_advice(a);
    if (!arena_play(a, choice->move, &note, choice->has_score ? &thought : NULL, now)) {
        lose_for_memory(a, us, now);
        return;
    }
    bool watched = !arena_is_over(a) && !arena_awaits_human(a);
    if (watched && a->options.pace_ms > 0) a->not_before = now + a->options.pace_ms;
}

static void take_readiness(Arena *a, Color c, const SeatAnswer *answer, int64_t now) {
    PlayerChoice choice = answer->choice;
    a->ready[c] = true;
    choice.gone = true;
    if (!answer->yes && !arena_is_over(a)) lose(a, c, &choice, false, now);
}

/* The answer is fetched first: whatever was thought before it is here then, and is told while its
 * position is on the board. */
static void take_answers(Arena *a, Color c, int64_t now) {
    SeatAnswer answer;
    Thought thought;
    bool held = a->held_until > 0 && a->asked && a->seats[c] == seat_to_move(a);
    bool answered = !held && seat_answer(a->seats[c], &answer);
    if (seat_thought(a->seats[c], &thought)) {
        ArenaEvent event = arena_event_of(a, ARENA_THINKING, c, now);
        event.thought = thought;
        event.has_score = true;
        arena_put_event(a, &event);
    }
    if (!answered) return;
    switch (answer.task) {
    case TASK_PREPARE: take_readiness(a, c, &answer, now); break;
    case TASK_CHOOSE: take_move(a, c, &answer.choice, now); break;
    case TASK_DRAW:
        if (answer.yes)
            arena_accept_draw(a, now);
        else
            arena_decline_draw(a, now);
        break;
    }
}

/* A computer that was offered a draw is asked about it as soon as it is ready; without the memory
 * to think about it, it declines. */
static void pass_on_offer(Arena *a, int64_t now) {
    if (a->offer == NO_COLOR || a->draw_asked || !arena_awaits_human(a)) return;
    Color opponent = other(a->offer);
    if (!a->seats[opponent] || !a->ready[opponent]) return;
    SeatQuestion question = {
        .task = TASK_DRAW, .game = &a->game, .limits = {.stop = a->options.stop}};
    a->draw_asked = seat_ask(a->seats[opponent], &question);
    if (!a->draw_asked) arena_decline_draw(a, now);
}

/* The flag of whoever has not moved falls. */
static void watch_clock(Arena *a, int64_t now) {
    Color us = a->clock.running;
    if (us == NO_COLOR || !chessclock_fell(&a->clock, now, a->options.margin_ms)) return;
    PlayerChoice none = {.move = NO_MOVE};
    if (a->seats[us])
        lose(a, us, &none, true, now);
    else
        arena_end(a, game_time_outcome(&a->game, us), now);
}

void arena_step(Arena *a, int64_t now) {
    if (now >= a->held_until) a->held_until = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        if (a->seats[c]) take_answers(a, c, now);
    if (a->options.threaded || arena_awaits_human(a)) watch_clock(a, now);
    arena_take_advice(a, now);
    pass_on_offer(a, now);
    arena_begin_turn(a, now);
}

int64_t arena_due(const Arena *a) {
    if (arena_is_over(a) || a->paused) return CLOCK_NEVER;
    if (!a->asked && !arena_awaits_human(a)) return a->not_before;
    int64_t falls = chessclock_falls_at(&a->clock, a->options.margin_ms);
    if (falls != CLOCK_NEVER) falls++;
    return a->held_until > 0 && a->held_until < falls ? a->held_until : falls;
}

bool arena_think(Arena *a) {
    bool thought = false;
    for (Color c = WHITE; c <= BLACK; c++)
        if (a->seats[c]) thought |= seat_work(a->seats[c]);
    if (a->adviser_seat) thought |= seat_work(a->adviser_seat);
    return thought;
}

void arena_hurry(Arena *a) {
    a->held_until = a->not_before = 0;
    if (a->asked) seat_hurry(seat_to_move(a));
}
