// SPDX-License-Identifier: MIT
#include "match/referee.h"

#include "base/os/clock.h"
#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>

/* Do the last `plies` moves all have a score that passes `test`?  Scores are from White's view. */
static bool last_scores(const GameController *ctl, int plies, bool (*test)(int score, int bound),
                        int bound) {
    const Game *game = controller_game(ctl);
    if (plies <= 0 || plies > game->count) return false;
    for (int i = game->count - plies; i < game->count; i++) {
        const MoveInfo *info = controller_move_info(ctl, i);
        Color mover = position_turn(game_position_at(game, i));
        if (!info->has_score || !test(mover == WHITE ? info->score : -info->score, bound))
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

/* The outcome of a game that is adjudicated; OUTCOME_ONGOING: it continues. */
static Outcome adjudicate(const Adjudication *how, const GameController *ctl) {
    int move = (int)controller_position(ctl)->fullmove;
    if (last_scores(ctl, how->resign_plies, is_won, how->resign_score))
        return (Outcome){OUTCOME_RESIGNATION, WHITE};
    if (last_scores(ctl, how->resign_plies, is_lost, how->resign_score))
        return (Outcome){OUTCOME_RESIGNATION, BLACK};
    if ((move > how->draw_from && last_scores(ctl, how->draw_plies, is_level, how->draw_score)) ||
        (how->max_moves && move > how->max_moves))
        return (Outcome){OUTCOME_AGREEMENT, NO_COLOR};
    return (Outcome){OUTCOME_ONGOING, NO_COLOR};
}

static bool is_stopped(const RefereeOptions *r) {
    return r->stop && atomic_load(r->stop);
}

static GameEnd end_of(const GameController *ctl) {
    const GameForfeit *fault = controller_forfeit(ctl);
    if (fault->culprit == NO_COLOR) return GAME_END_RULES;
    if (fault->no_memory) return GAME_END_NO_MEMORY;
    return fault->timed_out ? GAME_END_TIME : fault->crashed ? GAME_END_CRASH : GAME_END_ILLEGAL;
}

/* Runs the game to its end. */
static GameEnd play_to_end(const RefereeOptions *r, GameController *ctl) {
    for (;;) {
        controller_step(ctl, clock_ms());
        if (is_stopped(r)) return GAME_END_STOPPED;
        if (controller_is_over(ctl)) return end_of(ctl);
        Outcome decided = adjudicate(&r->adjudication, ctl);
        if (outcome_is_over(decided)) {
            controller_declare(ctl, decided, clock_ms());
            return GAME_END_ADJUDICATED;
        }
        controller_think(ctl);
    }
}

/* Copies the game and the data of its moves. */
static bool copy_result(const GameController *ctl, RefereedGame *out) {
    int count = controller_game(ctl)->count;
    out->infos = malloc((size_t)count * sizeof *out->infos + 1);
    if (!out->infos || !game_copy(&out->game, controller_game(ctl))) return false;
    for (int i = 0; i < count; i++) out->infos[i] = *controller_move_info(ctl, i);
    const GameForfeit *fault = controller_forfeit(ctl);
    out->outcome = controller_outcome(ctl);
    out->culprit = fault->culprit;
    strcpy(out->fault, fault->message);
    for (Color c = WHITE; c <= BLACK; c++) out->omits_ep[c] = controller_omits_ep(ctl, c);
    return true;
}

void referee_play(const RefereeOptions *referee, const Position *start, const Move *opening,
                  int count, RefereedGame *out) {
    *out = (RefereedGame){.culprit = NO_COLOR, .end = GAME_END_NO_MEMORY};
    ControllerOptions options = {.start = *start,
                                 .opening = opening,
                                 .opening_count = count,
                                 .players = {referee->players[WHITE], referee->players[BLACK]},
                                 .budget = {referee->budget[WHITE], referee->budget[BLACK]},
                                 .seed = referee->seed,
                                 .margin_ms = referee->margin_ms,
                                 .stop = referee->stop};
    GameController *ctl = controller_new(&options, clock_ms());
    if (!ctl) return;
    GameEnd end = play_to_end(referee, ctl);
    if (copy_result(ctl, out)) out->end = end;
    controller_free(ctl);
}

void refereed_game_free(RefereedGame *game) {
    game_free(&game->game);
    free(game->infos);
    game->infos = NULL;
}

void refereed_game_text(const RefereedGame *game, char out[GAME_END_TEXT_MAX]) {
    Text text = text_on(out, GAME_END_TEXT_MAX);
    const char *who = game->culprit == WHITE ? "White" : "Black";
    char outcome[OUTCOME_TEXT_MAX];
    switch (game->end) {
    case GAME_END_RULES:
        outcome_text(game->outcome, outcome);
        text_string(&text, outcome);
        return;
    case GAME_END_TIME:
        text_format(&text, "%s ran out of time", who);
        if (game->outcome.winner == NO_COLOR) text_string(&text, " against a bare king");
        return;
    case GAME_END_ILLEGAL: text_format(&text, "%s made an illegal move", who); return;
    case GAME_END_CRASH: text_format(&text, "%s crashed or could not play", who); return;
    case GAME_END_ADJUDICATED: text_string(&text, "adjudicated"); return;
    case GAME_END_STOPPED: text_string(&text, "unfinished"); return;
    case GAME_END_NO_MEMORY: text_string(&text, "not enough memory"); return;
    }
}
