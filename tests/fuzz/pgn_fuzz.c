// SPDX-License-Identifier: MIT
//
// Any bytes: reading PGN ends, and a game that was read is the same after it was written and read
// again.
#include "fuzz/fuzz.h"

#include "notation/pgn/pgn.h"

static void assert_reads_back(const PgnGame *game) {
    Text once = text_growing(), twice = text_growing();
    PgnGame back;
    PgnError error;
    pgn_write(&once, game);
    PgnReader *reader = pgn_reader_on(text_get(&once), once.used);
    fuzz_assert(pgn_read(reader, &back, &error) == PGN_GAME);
    pgn_write(&twice, &back);
    fuzz_assert(strcmp(text_get(&once), text_get(&twice)) == 0);
    pgn_game_free(&back);
    pgn_reader_free(reader);
    text_free(&once);
    text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    PgnReader *reader = pgn_reader_on((const char *)data, size);
    for (PgnStatus status = PGN_GAME; status != PGN_END;) {
        PgnGame game;
        PgnError error;
        int64_t ms;
        PgnEval eval;
        status = pgn_read(reader, &game, &error);
        fuzz_assert(status != PGN_NO_MEMORY);
        if (status == PGN_GAME) assert_reads_back(&game);
        for (int i = 0; i < game.node_count; i++) {
            pgn_read_clock(pgn_comment(&game, game.nodes[i].after), &ms);
            pgn_read_eval(pgn_comment(&game, game.nodes[i].after), &eval);
        }
        pgn_game_free(&game);
    }
    pgn_reader_free(reader);
    return 0;
}
