// SPDX-License-Identifier: MIT
//
// Any bytes as the code of a block, with head and checksum put right: only legal games come out.
#include "roek/base/bytes.h"
#include "roek/play/gamefile.h"

#include "fuzz/fuzz.h"

static bool check_game(const Rules *rules, const ScoredGame *game, void *context) {
    (void)context;
    Position pos = position_start(rules);
    for (int i = 0; i < game->opening + game->plies; i++) {
        fuzz_assert(position_is_legal(&pos, game->moves[i]));
        position_play(&pos, game->moves[i]);
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    gamefile_read(data, size, check_game, NULL);
    const Rules *rules = rules_at(data[0] & 1);
    GameModel *model = malloc(sizeof *model);
    ScoredGame *game = malloc(sizeof *game);
    if (model && game) {
        gamemodel_init(model, 0);
        RangeReader r = rangereader(data + 1, size - 1);
        for (int i = 0; i < 4 && game_decode(&r, model, rules, game); i++)
            check_game(rules, game, NULL);
    }
    free(model);
    free(game);
    return 0;
}
