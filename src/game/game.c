// SPDX-License-Identifier: MIT
#include "game/game.h"

#include "base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const Outcome GOES_ON = {OUTCOME_ONGOING, NO_COLOR};

/* Makes room for `count` moves and their positions. */
static bool reserve(Game *game, int count) {
    return array_reserve(&game->positions, &game->position_capacity, (size_t)count + 1,
                         sizeof *game->positions) &&
           array_reserve(&game->moves, &game->move_capacity, (size_t)count, sizeof *game->moves);
}

bool game_init(Game *game, const Position *start) {
    *game = (Game){.declared = GOES_ON};
    if (!reserve(game, 1)) {
        game_free(game);
        return false;
    }
    game->positions[0] = *start;
    return true;
}

void game_free(Game *game) {
    free(game->positions);
    free(game->moves);
    *game = (Game){.declared = GOES_ON};
}

bool game_copy(Game *copy, const Game *game) {
    if (!game_init(copy, game_start(game))) return false;
    if (!reserve(copy, game->count)) {
        game_free(copy);
        return false;
    }
    size_t count = (size_t)game->count;
    memcpy(copy->positions, game->positions, (count + 1) * sizeof *game->positions);
    memcpy(copy->moves, game->moves, count * sizeof *game->moves);
    copy->count = copy->length = game->count;
    copy->declared = game->declared;
    return true;
}

bool game_play(Game *game, Move move) {
    assert(move == NULL_MOVE || position_is_legal(game_current(game), move));
    if (game->count < game->length && game->moves[game->count] == move) return game_redo(game);
    if (!reserve(game, game->count + 1)) return false;
    Position next = *game_current(game);
    position_play_or_pass(&next, move);
    game->moves[game->count++] = move;
    game->positions[game->count] = next;
    game->length = game->count;
    game->declared = GOES_ON;
    return true;
}

bool game_undo(Game *game) {
    if (game->count == 0) return false;
    game->count--;
    game->declared = GOES_ON;
    return true;
}

bool game_redo(Game *game) {
    if (game->count == game->length) return false;
    game->count++;
    game->declared = GOES_ON;
    return true;
}

Outcome game_outcome(const Game *game) {
    const Position *now = game_current(game);
    Outcome outcome = position_outcome(now);
    if (outcome_is_over(outcome)) return outcome;
    if (outcome_is_over(game->declared)) return game->declared;
    if (game_repetitions(game) < now->rules->repetition_limit) return GOES_ON;
    bool third = now->rules->repetition_limit == 3;
    return (Outcome){third ? OUTCOME_THREEFOLD : OUTCOME_FIVEFOLD, NO_COLOR};
}

Outcome game_claimable_draw(const Game *game) {
    if (outcome_is_over(game_outcome(game))) return GOES_ON;
    if (game_current(game)->halfmove >= 100) return (Outcome){OUTCOME_FIFTY_MOVES, NO_COLOR};
    if (game_repetitions(game) >= 3) return (Outcome){OUTCOME_THREEFOLD, NO_COLOR};
    return GOES_ON;
}

Outcome game_time_outcome(const Game *game, Color loser) {
    const Position *now = game_current(game);
    Color winner = other(loser);
    return (Outcome){OUTCOME_TIME_FORFEIT,
                     now->rules->can_win(&now->board, winner) ? winner : NO_COLOR};
}

void game_declare(Game *game, Outcome outcome) {
    game->declared = outcome;
}
