// SPDX-License-Identifier: MIT
#include "roek/play/referee.h"

#include "roek/base/clock.h"
#include "roek/base/text.h"

#include <stdlib.h>
#include <string.h>

/* The clocks of a running game. */
typedef struct {
    int64_t left[2];
    int to_go[2]; // moves until the next control; 0: the rest of the game
} Clocks;

static Clocks clocks_at_start(const Pace pace[2]) {
    Clocks clocks = {0};
    for (Color c = WHITE; c <= BLACK; c++) {
        clocks.left[c] = pace[c].base_ms + pace[c].increment_ms;
        clocks.to_go[c] = pace[c].moves;
    }
    return clocks;
}

/* What the player to move is told.  An opponent without a clock seems to have the same one. */
static Limits limits_for(const Referee *r, const Clocks *clocks, Color us) {
    const Pace *own = &r->pace[us];
    Limits limits = {.movetime_ms = own->movetime_ms,
                     .depth = own->depth,
                     .nodes = own->nodes,
                     .has_clock = pace_has_clock(own),
                     .moves_to_go = clocks->to_go[us],
                     .overhead_ms = r->players[us]->options.overhead_ms};
    if (!limits.has_clock) return limits;
    for (Color c = WHITE; c <= BLACK; c++) {
        Color from = pace_has_clock(&r->pace[c]) ? c : us;
        limits.time_ms[c] = clocks->left[from] > 1 ? clocks->left[from] : 1;
        limits.increment_ms[c] = r->pace[from].increment_ms;
    }
    return limits;
}

/* Takes the time off the clock; false if the flag fell.  Without a clock only a fixed time per move
 * can be overstepped. */
static bool press_clock(const Referee *r, Clocks *clocks, Color us, int64_t spent) {
    const Pace *own = &r->pace[us];
    if (own->movetime_ms && spent > own->movetime_ms + r->margin_ms) return false;
    if (!pace_has_clock(own)) return true;
    if (spent > clocks->left[us] + r->margin_ms) return false;
    clocks->left[us] -= spent;
    if (clocks->left[us] < 0) clocks->left[us] = 0;
    clocks->left[us] += own->increment_ms;
    if (own->moves && --clocks->to_go[us] == 0) {
        clocks->left[us] += own->base_ms;
        clocks->to_go[us] = own->moves;
    }
    return true;
}

static void end_with(RefereedGame *g, GameEnd end, Outcome outcome) {
    g->end = end;
    g->outcome = outcome;
    if (end != END_RULES && end != END_STOPPED && end != END_MEMORY)
        game_declare(&g->game, outcome);
}

/* The player to move lost the game otherwise than on the board. */
static void end_by_fault(RefereedGame *g, GameEnd end, const char *fault) {
    Color us = position_turn(game_now(&g->game));
    Outcome lost = {ILLEGAL_MOVE, other(us)};
    g->culprit = us;
    Text text = text_on(g->fault, sizeof g->fault);
    text_string(&text, fault);
    end_with(g, end, end == END_TIME ? game_time_outcome(&g->game, us) : lost);
}

static bool note_move(RefereedGame *g, Move move, const MoveNote *note) {
    int index = g->game.count;
    if (index == g->note_capacity) {
        int capacity = g->note_capacity ? 2 * g->note_capacity : 128;
        MoveNote *notes = realloc(g->notes, (size_t)capacity * sizeof *notes);
        if (!notes) return false;
        g->notes = notes;
        g->note_capacity = capacity;
    }
    g->notes[index] = *note;
    return game_play(&g->game, move);
}

/* Do the last `plies` moves all have a score, of which `test` says yes?  Scores are passed as White
 * sees them. */
static bool last_scores(const RefereedGame *g, int plies, bool (*test)(int score, int bound),
                        int bound) {
    int count = g->game.count;
    if (plies <= 0 || plies > count) return false;
    for (int i = count - plies; i < count; i++) {
        const MoveNote *note = &g->notes[i];
        Color mover = position_turn(game_position(&g->game, i));
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

static bool adjudicate(const Referee *r, RefereedGame *g) {
    const Adjudication *a = &r->adjudication;
    int move = (int)game_now(&g->game)->fullmove;
    int plies = a->resign_plies;
    if (last_scores(g, plies, is_won, a->resign_score))
        end_with(g, END_ADJUDICATED, (Outcome){RESIGNATION, WHITE});
    else if (last_scores(g, plies, is_lost, a->resign_score))
        end_with(g, END_ADJUDICATED, (Outcome){RESIGNATION, BLACK});
    else if ((move > a->draw_from && last_scores(g, a->draw_plies, is_level, a->draw_score)) ||
             (a->most_moves && move > a->most_moves))
        end_with(g, END_ADJUDICATED, (Outcome){AGREEMENT, NO_COLOR});
    else
        return false;
    return true;
}

/* Is the game over before anybody is asked? */
static bool is_over(const Referee *r, RefereedGame *g) {
    Outcome outcome = game_outcome(&g->game);
    if (!outcome_is_over(outcome)) outcome = game_claimable_draw(&g->game);
    if (outcome_is_over(outcome)) {
        end_with(g, END_RULES, outcome);
        game_declare(&g->game, outcome);
        return true;
    }
    return adjudicate(r, g);
}

static bool is_stopped(const Referee *r) {
    return r->stop && atomic_load(r->stop);
}

/* Asks for one move and plays it; false if that ended the game. */
static bool play_one(const Referee *r, RefereedGame *g, Clocks *clocks) {
    Color us = position_turn(game_now(&g->game));
    Limits limits = limits_for(r, clocks, us);
    int64_t began = clock_ms();
    PlayerChoice choice = player_choose(r->players[us], &g->game, &limits);
    int64_t spent = clock_ms() - began;
    if (is_stopped(r)) {
        end_with(g, END_STOPPED, (Outcome){ONGOING, NO_COLOR});
        return false;
    }
    bool in_time = press_clock(r, clocks, us, spent);
    if (choice.timed_out || (choice.move != NO_MOVE && !in_time)) {
        char late[PLAYER_FAULT_MAX];
        Text text = text_on(late, sizeof late);
        text_format(&text, "%s after %lld ms", choice.timed_out ? choice.fault : "too late",
                    (long long)spent);
        end_by_fault(g, END_TIME, late);
        return false;
    }
    if (choice.move == NO_MOVE || !position_is_legal(game_now(&g->game), choice.move)) {
        end_by_fault(g, choice.gone ? END_GONE : END_ILLEGAL, choice.fault);
        return false;
    }
    MoveNote note = {.has_score = choice.has_score,
                     .score = choice.score,
                     .depth = choice.depth,
                     .nodes = choice.nodes,
                     .time_ms = spent,
                     .clock_ms = pace_has_clock(&r->pace[us]) ? clocks->left[us] : -1};
    if (note_move(g, choice.move, &note)) return true;
    end_with(g, END_MEMORY, (Outcome){ONGOING, NO_COLOR});
    return false;
}

static bool play_opening(RefereedGame *g, const Move *opening, int count) {
    MoveNote note = {.time_ms = -1, .clock_ms = -1};
    for (int i = 0; i < count; i++)
        if (!note_move(g, opening[i], &note)) return false;
    return true;
}

/* Both players get ready; who cannot has lost. */
static bool prepare(const Referee *r, RefereedGame *g) {
    char error[PLAYER_ERROR_MAX];
    for (Color c = WHITE; c <= BLACK; c++) {
        if (player_prepare(r->players[c], &g->game, error)) continue;
        Text text = text_on(g->fault, sizeof g->fault);
        text_string(&text, error);
        g->culprit = c;
        end_with(g, END_GONE, (Outcome){ILLEGAL_MOVE, other(c)});
        return false;
    }
    return true;
}

void referee_play(const Referee *referee, const Position *start, const Move *opening, int count,
                  RefereedGame *out) {
    *out = (RefereedGame){.culprit = NO_COLOR, .end = END_MEMORY};
    if (!game_init(&out->game, start) || !play_opening(out, opening, count)) return;
    if (is_over(referee, out) || !prepare(referee, out)) return;
    Clocks clocks = clocks_at_start(referee->pace);
    do
        if (is_over(referee, out)) return;
    while (play_one(referee, out, &clocks));
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
