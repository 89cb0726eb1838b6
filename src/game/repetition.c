// SPDX-License-Identifier: MIT
//
// The repetition rule: equal positions have equal keys (castling rights and a legal en-passant
// capture are part of the key).  Rules says how many occurrences end the game; game_outcome and
// game_claimable_draw (game/game.c) apply it.
#include "game/game.h"

int game_repetitions(const Game *game) {
    const Position *now = game_current(game);
    int first = game->count > now->halfmove ? game->count - now->halfmove : 0;
    int found = 1;
    for (int i = game->count - 2; i >= first; i -= 2) found += game->positions[i].key == now->key;
    return found;
}
