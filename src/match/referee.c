// SPDX-License-Identifier: MIT
#include "match/referee.h"

#include "base/os/clock.h"
#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>

/* Do the last `plies` moves all have a score, of which `test` says yes?  Scores are passed as White
 * sees them. */
static bool last_scores(const Arena *a, int plies, bool (*test)(int score, int bound), int bound) {
    const Game *game = arena_game(a);
    if (plies <= 0 || plies > game->count) return false;
    for (int i = game->count - plies; i < game->count; i++) {
        const MoveNote *note = arena_note(a, i);
        Color mover = position_turn(game_position(game, i));
        if (!note->has_score || !test(mover == WHITE ? note->score : -note->score, bound))
            return false;
    }
    return true;
}

static bool is_level(int score, int bound) {
    return abs(score) <= bound;
}
static bool is_won(int score, int bound) {
    return score >= bound;
}
static bool is_lost(int score, int bound) {
    return score <= -bound;
}

/* How a game that goes on is decided all the same; ONGOING: it is not. */
static Outcome adjudicate(const Adjudication *how, const Arena *a) {
    int move = (int)arena_now(a)->fullmove;
    if (last_scores(a, how->resign_plies, is_won, how->resign_score))
        return (Outcome){RESIGNATION, WHITE};
    if (last_scores(a, how->resign_plies, is_lost, how->resign_score))
        return (Outcome){RESIGNATION, BLACK};
    if ((move > how->draw_from && last_scores(a, how->draw_plies, is_level, how->draw_score)) ||
        (how->most_moves && move > how->most_moves))
        return (Outcome){AGREEMENT, NO_COLOR};
    return (Outcome){ONGOING, NO_COLOR};
}

static bool is_stopped(const Referee *r) {
    return r->stop && atomic_load(r->stop);
}

static GameEnd end_of(const Arena *a) {
    const ArenaFault *fault = arena_fault(a);
    if (fault->culprit == NO_COLOR) return END_RULES;
    if (fault->no_memory) return END_MEMORY;
    return fault->late ? END_TIME : fault->gone ? END_GONE : END_ILLEGAL;
}

/* Lets the game be played to its end. */
static GameEnd play(const Referee *r, Arena *a) {
    for (;;) {
        arena_step(a, clock_ms());
        if (is_stopped(r)) return END_STOPPED;
        if (arena_is_over(a)) return end_of(a);
        Outcome decided = adjudicate(&r->adjudication, a);
        if (outcome_is_over(decided)) {
            arena_declare(a, decided, clock_ms());
            return END_ADJUDICATED;
        }
        arena_think(a);
    }
}

/* Keeps the game and what is known about its moves. */
static bool keep(const Arena *a, RefereedGame *out) {
    int count = arena_game(a)->count;
    out->notes = malloc((size_t)count * sizeof *out->notes + 1);
    if (!out->notes || !game_copy(&out->game, arena_game(a))) return false;
    for (int i = 0; i < count; i++) out->notes[i] = *arena_note(a, i);
    const ArenaFault *fault = arena_fault(a);
    out->outcome = arena_outcome(a);
    out->culprit = fault->culprit;
    strcpy(out->fault, fault->words);
    for (Color c = WHITE; c <= BLACK; c++) out->omits_ep[c] = arena_omits_ep(a, c);
    return true;
}

void referee_play(const Referee *referee, const Position *start, const Move *opening, int count,
                  RefereedGame *out) {
    *out = (RefereedGame){.culprit = NO_COLOR, .end = END_MEMORY};
    ArenaOptions options = {.start = *start,
                            .opening = opening,
                            .opening_count = count,
                            .players = {referee->players[WHITE], referee->players[BLACK]},
                            .allowance = {referee->allowance[WHITE], referee->allowance[BLACK]},
                            .seed = referee->seed,
                            .margin_ms = referee->margin_ms,
                            .stop = referee->stop};
    Arena *a = arena_new(&options, clock_ms());
    if (!a) return;
    GameEnd end = play(referee, a);
    if (keep(a, out)) out->end = end;
    arena_free(a);
}

void refereed_free(RefereedGame *game) {
    game_free(&game->game);
    free(game->notes);
    game->notes = NULL;
}

void refereed_text(const RefereedGame *game, char out[GAME_END_MAX]) {
    Text text = text_on(out, GAME_END_MAX);
    const char *who = game->culprit == WHITE ? "White" : "Black";
    char outcome[OUTCOME_MAX];
    switch (game->end) {
    case END_RULES:
        outcome_text(game->outcome, outcome);
        text_string(&text, outcome);
        return;
    case END_TIME:
        text_format(&text, "%s ran out of time", who);
        if (game->outcome.winner == NO_COLOR) text_string(&text, " against a bare king");
        return;
    case END_ILLEGAL: text_format(&text, "%s made an illegal move", who); return;
    case END_GONE: text_format(&text, "%s crashed or could not play", who); return;
    case END_ADJUDICATED: text_string(&text, "adjudicated"); return;
    case END_STOPPED: text_string(&text, "unfinished"); return;
    case END_MEMORY: text_string(&text, "not enough memory"); return;
    }
}
