// SPDX-License-Identifier: MIT
//
// Any bytes as the code of a block, alone and in a file with head and checksum put right: only
// legal games come out, the same ones from both, and written again they are read again.
#include "base/codec/endian.h"
#include "match/training_file.h"

#include "fuzz/fuzz.h"

enum { GAMES_MAX = 4, BLOCK_HEAD = 20, SUMMED_HEAD = 16 };

typedef struct {
    uint32_t games, plies;
} Count;

static bool check_game(const Rules *rules, const ScoredGame *game, void *context) {
    Count *count = context;
    Position pos = position_start(rules);
    for (int i = 0; i < game->opening + game->plies; i++) {
        fuzz_assert(position_is_legal(&pos, game->moves[i]));
        position_play(&pos, game->moves[i]);
    }
    count->games++;
    count->plies += (uint32_t)game->plies;
    return true;
}

/* The games that are in it go into `again`. */
static Count decode(const Rules *rules, const uint8_t *code, size_t size, GameBlock *again) {
    Count count = {0};
    GameModel *model = malloc(sizeof *model);
    ScoredGame *game = malloc(sizeof *game);
    fuzz_assert(model && game);
    gamemodel_init(model, 0);
    RangeReader r = rangereader(code, size);
    for (int i = 0; i < GAMES_MAX && game_decode(&r, model, rules, game); i++) {
        check_game(rules, game, &count);
        fuzz_assert(gameblock_add(again, game));
    }
    free(model);
    free(game);
    return count;
}

static void put_block(Text *out, const uint8_t *code, size_t size, Count count) {
    uint8_t head[BLOCK_HEAD];
    bytes_store(head, 4, size);
    bytes_store(head + 4, 4, 0);
    bytes_store(head + 8, 4, count.games);
    bytes_store(head + 12, 4, count.plies);
    uint32_t sum = bytes_checksum(head, SUMMED_HEAD) * 0x9e3779b1u ^ bytes_checksum(code, size);
    bytes_store(head + 16, 4, sum);
    text_bytes(out, (const char *)head, sizeof head);
    text_bytes(out, (const char *)code, size);
}

/* A game that goes on when it is over is refused in a file; else all is read that was counted. */
static void read_file(const Rules *rules, const uint8_t *code, size_t size, Count count) {
    Text file = text_growing();
    Count seen = {0};
    fuzz_assert(gamefile_head(&file, rules));
    for (int i = 0; i < 2; i++) put_block(&file, code, size, count);
    GameFileReport report = gamefile_read((const uint8_t *)file.data, file.used, check_game, &seen);
    fuzz_assert(report.rules == rules && report.sound <= file.used);
    fuzz_assert(seen.games <= 2 * count.games && report.games <= seen.games);
    if (!report.fault) fuzz_assert(report.sound == file.used && seen.plies == 2 * count.plies);
    text_free(&file);
}

static void read_again(const Rules *rules, GameBlock *again, Count count) {
    Text file = text_growing();
    Count seen = {0};
    fuzz_assert(gamefile_head(&file, rules) && gameblock_finish(&file, again));
    GameFileReport report = gamefile_read((const uint8_t *)file.data, file.used, check_game, &seen);
    if (!report.fault) fuzz_assert(seen.games == count.games && seen.plies == count.plies);
    if (report.fault) fuzz_assert(strstr(report.fault, "goes on when it is over") != NULL);
    text_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Count ignored = {0};
    if (size == 0) return 0;
    gamefile_read(data, size, check_game, &ignored);
    const Rules *rules = rules_at(data[0] & 1);
    static GameBlock again;
    gameblock_init(&again, rules, 0);
    Count count = decode(rules, data + 1, size - 1, &again);
    read_again(rules, &again, count);
    gameblock_free(&again);
    count.plies += data[0] >> 7; // and a count that is wrong
    read_file(rules, data + 1, size - 1, count);
    return 0;
}
