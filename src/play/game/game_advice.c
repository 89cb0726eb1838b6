// SPDX-License-Identifier: MIT
//
// Hints and opinions: an engine of the arena's own looks at the game beside the players.
#include "play/game/game_internal.h"

#include <stdio.h>
#include <string.h>

/* How long a hint and an opinion may take. */
enum { HINT_MS = 500, OPINION_MS = 80, HINT_STEPS = 3 };

static bool find_adviser(Arena *a) {
    char error[PLAYER_ERROR_MAX];
    PlayerOptions options = PLAYER_DEFAULTS;
    SeatOptions seat = {
        .threaded = a->options.threaded, .ring = a->options.ring, .context = a->options.context};
    options.prober = a->options.prober;
    if (!a->adviser) a->adviser = player_new("roek", &options, error);
    if (a->adviser && !a->adviser_seat) a->adviser_seat = seat_new(a->adviser, &seat);
    return a->adviser_seat != NULL;
}

/* Asks for what is wanted next; hints come first, as somebody waits for them.  Returns what could
 * not be asked for, for want of memory. */
static Advice ask_adviser(Arena *a) {
    if (a->advising != ADVICE_NONE || !a->wanted) return ADVICE_NONE;
    Advice next = a->wanted & ADVICE_HINT ? ADVICE_HINT : ADVICE_OPINION;
    SeatQuestion question = {.task = TASK_CHOOSE,
                             .game = &a->game,
                             .limits = {.movetime_ms = next == ADVICE_HINT ? HINT_MS : OPINION_MS,
                                        .stop = a->options.stop}};
    a->wanted &= ~(unsigned)next;
    if (!find_adviser(a) || !seat_ask(a->adviser_seat, &question)) return next;
    a->advising = next;
    return ADVICE_NONE;
}

static void tell_hint(Arena *a, int64_t now) {
    const Position *pos = arena_now(a);
    if (a->hints < HINT_STEPS) a->hints++;
    ArenaEvent event = arena_event_of(a, ARENA_HINT, position_turn(pos), now);
    event.hint = a->hints;
    event.move = a->advised;
    san_write(pos, a->advised, event.san);
    coord_write(pos, a->advised, !castling_is_classical(pos), event.uci);
    arena_put_event(a, &event);
}

static void tell_opinion(Arena *a, const PlayerChoice *choice, int64_t now) {
    Color us = position_turn(arena_now(a));
    ArenaEvent event = arena_event_of(a, ARENA_OPINION, us, now);
    event.has_score = true;
    event.thought = (Thought){.rank = 1,
                              .depth = choice->depth,
                              .nodes = choice->nodes,
                              .score = us == WHITE ? choice->score : -choice->score,
                              .length = 1,
                              .line = {choice->move}};
    Thought last;
    if (seat_thought(a->adviser_seat, &last) && last.length > 0 && last.line[0] == choice->move) {
        event.thought.length = last.length;
        memcpy(event.thought.line, last.line, sizeof last.line);
    }
    arena_put_event(a, &event);
}

/* Nobody waits in vain. */
static void tell_none(Arena *a, Advice advice, const char *why, int64_t now) {
    ArenaEvent event = arena_event_of(a, ARENA_UNADVISED, position_turn(arena_now(a)), now);
    event.hint = advice == ADVICE_HINT;
    snprintf(event.words, sizeof event.words, "%s", why);
    arena_put_event(a, &event);
}

void arena_take_advice(Arena *a, int64_t now) {
    SeatAnswer answer;
    if (a->advising == ADVICE_NONE || !seat_answer(a->adviser_seat, &answer)) return;
    Advice advice = a->advising;
    a->advising = ADVICE_NONE;
    if (answer.choice.move == NO_MOVE) {
        tell_none(a, advice, answer.choice.fault, now);
    } else if (advice == ADVICE_OPINION) {
        tell_opinion(a, &answer.choice, now);
    } else {
        a->advised = answer.choice.move;
        tell_hint(a, now);
    }
    Advice failed = ask_adviser(a);
    if (failed != ADVICE_NONE) tell_none(a, failed, arena_refusal_text(ARENA_NO_MEMORY), now);
}

void arena_drop_advice(Arena *a) {
    if (a->advising != ADVICE_NONE) seat_drop(a->adviser_seat);
    a->advising = ADVICE_NONE;
    a->wanted = 0;
    a->hints = 0;
    a->advised = NO_MOVE;
}

ArenaRefusal arena_hint(Arena *a, int64_t now) {
    if (arena_is_over(a)) return ARENA_OVER;
    if (a->advised != NO_MOVE) {
        tell_hint(a, now);
        return ARENA_OK;
    }
    if (a->advising != ADVICE_HINT) a->wanted |= ADVICE_HINT;
    return ask_adviser(a) == ADVICE_NONE ? ARENA_OK : ARENA_NO_MEMORY;
}

ArenaRefusal arena_evaluate(Arena *a) {
    if (arena_is_over(a)) return ARENA_OVER;
    if (a->advising != ADVICE_OPINION) a->wanted |= ADVICE_OPINION;
    return ask_adviser(a) == ADVICE_NONE ? ARENA_OK : ARENA_NO_MEMORY;
}
