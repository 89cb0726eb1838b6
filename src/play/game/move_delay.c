// SPDX-License-Identifier: MIT
#include "play/game/move_delay.h"

#include "base/text/text.h"

#include <string.h>

/* Basic delay, delay per legal move, length of the opening, in which humans play known moves. */
enum { BOARD_MS = 700, PER_MOVE_MS = 150, OPENING_PLIES = 8 };

/* With a clock: at most this fraction of the time left, plus this part of the increment. */
enum { CLOCK_DIVISOR = 40, INCREMENT_PERCENT = 80, DELAY_MIN_MS = 200 };

bool move_delay_read(const char *text, int64_t *out) {
    if (text_to_int(text, 0, MOVE_DELAY_MAX, out)) return true;
    if (strcmp(text, "human") != 0) return false;
    *out = MOVE_DELAY_HUMAN;
    return true;
}

/* Can the last move, a capture, be answered by a recapture? */
static bool can_recapture(const Game *game, const MoveList *moves) {
    if (game->count == 0) return false;
    Move last = game->moves[game->count - 1];
    if (!position_is_capture(game_position_at(game, game->count - 1), last)) return false;
    for (int i = 0; i < moves->count; i++)
        if (move_to(moves->items[i]) == move_to(last)) return true;
    return false;
}

static int64_t clock_limit(const ChessClock *clock, Color us, int64_t now) {
    int64_t left = chessclock_left(clock, us, now);
    if (left < 0) return INT64_MAX;
    int64_t limit =
        left / CLOCK_DIVISOR + clock->control[us].increment_ms * INCREMENT_PERCENT / 100;
    if (limit > left / 2) limit = left / 2; // the increment is added only after the move
    return limit > DELAY_MIN_MS || left < 2 * DELAY_MIN_MS ? limit : DELAY_MIN_MS;
}

int64_t move_delay_human(const Game *game, const ChessClock *clock, int64_t now, Rng *rng) {
    const Position *pos = game_current(game);
    MoveList moves;
    position_legal_moves(pos, &moves);
    int64_t usual = BOARD_MS + (moves.count > 1 ? moves.count * PER_MOVE_MS : 0);
    if (game->count < OPENING_PLIES) usual /= 2;
    if (can_recapture(game, &moves)) usual /= 2;
    // between 0.5 and 1.5 times the usual delay, with a triangular distribution
    int64_t delay = usual / 2 + usual * (rng_below(rng, 50) + rng_below(rng, 51)) / 100;
    int64_t limit = clock_limit(clock, position_turn(pos), now);
    return delay < limit ? delay : limit;
}
