// SPDX-License-Identifier: MIT
#include "quiet.h"

bool is_quiet(const Position *pos, Move move) {
    bool arrival = pos->rules->traits.finish & bit(move_to(move)) &&
                   piece_role(pos->piece[move_from(move)]) == KING;
    bool check = pos->rules->traits.checks && position_is_check(pos);
    return !check && !arrival && !position_is_capture(pos, move) && !move_is_promotion(move);
}
