// SPDX-License-Identifier: MIT
#include "play/game/move_delay.h"

#include "base/text/text.h"

#include <string.h>

/* A look at the board, and at each move; in the opening people play what they know. */
enum { GLANCE_MS = 700, MOVE_MS = 150, OPENING_PLIES = 8 };

/* With a clock: at most this part of what is left, and a little less than what each move brings. */
enum { CLOCK_PART = 40, INCREMENT_PERCENT = 80, SHORTEST_MS = 200 };

bool pace_read(const char *text, int64_t *out) {
    if (text_to_int(text, 0, PACE_MAX, out)) return true;
    if (strcmp(text, "human") != 0) return false;
    *out = PACE_HUMAN;
    return true;
}

/* Was something taken that can be taken back? */
static bool can_retake(const Game *game, const MoveList *moves) {
    if (game->count == 0) return false;
    Move last = game->moves[game->count - 1];
    if (!position_is_capture(game_position(game, game->count - 1), last)) return false;
    for (int i = 0; i < moves->count; i++)
        if (move_to(moves->items[i]) == move_to(last)) return true;
    return false;
}

static int64_t most_by_clock(const ChessClock *clock, Color us, int64_t now) {
    int64_t left = chessclock_left(clock, us, now);
    if (left < 0) return INT64_MAX;
    int64_t most = left / CLOCK_PART + clock->control[us].increment_ms * INCREMENT_PERCENT / 100;
    if (most > left / 2) most = left / 2; // an increment comes only after the move
    return most > SHORTEST_MS || left < 2 * SHORTEST_MS ? most : SHORTEST_MS;
}

int64_t pace_of_person(const Game *game, const ChessClock *clock, int64_t now, Rng *rng) {
    const Position *pos = game_now(game);
    MoveList moves;
    position_legal_moves(pos, &moves);
    int64_t usual = GLANCE_MS + (moves.count > 1 ? moves.count * MOVE_MS : 0);
    if (game->count < OPENING_PLIES) usual /= 2;
    if (can_retake(game, &moves)) usual /= 2;
    // between half of it and one and a half, mostly near the middle
    int64_t taken = usual / 2 + usual * (rng_below(rng, 50) + rng_below(rng, 51)) / 100;
    int64_t most = most_by_clock(clock, position_turn(pos), now);
    return taken < most ? taken : most;
}
