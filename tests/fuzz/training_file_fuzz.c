// SPDX-License-Identifier: MIT
//
// Any bytes as the data of a block, alone and in a file with correct header and checksum.  Only
// legal games may be decoded, the same from both; encoded again they must be readable.
#include "base/codec/checksum.h"
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

/* Decodes the games and adds them to `again`. */
static Count decode(const Rules *rules, const uint8_t *code, size_t size, TrainingBlock *again) {
    Count count = {0};
    TrainingCodec *model = malloc(sizeof *model);
    ScoredGame *game = malloc(sizeof *game);
    fuzz_assert(model && game);
    training_codec_init(model, 0);
    RangeDecoder r = range_decoder_on(code, size);
    for (int i = 0; i < GAMES_MAX && training_decode(&r, model, rules, game); i++) {
        check_game(rules, game, &count);
        fuzz_assert(training_block_add(again, game));
    }
    free(model);
    free(game);
    return count;
}

static void put_block(Text *out, const uint8_t *code, size_t size, Count count) {
    uint8_t head[BLOCK_HEAD];
    store_le(head, 4, size);
    store_le(head + 4, 4, 0);
    store_le(head + 8, 4, count.games);
    store_le(head + 12, 4, count.plies);
    uint32_t sum = checksum32(head, SUMMED_HEAD) * HASH_GOLDEN_32 ^ checksum32(code, size);
    store_le(head + 16, 4, sum);
    text_bytes(out, (const char *)head, sizeof head);
    text_bytes(out, (const char *)code, size);
}

/* A file with a game that continues after its end is rejected; otherwise all counted games are
 * read. */
static void read_file(const Rules *rules, const uint8_t *code, size_t size, Count count) {
    Text file = text_growing();
    Count seen = {0};
    fuzz_assert(training_file_header(&file, rules));
    for (int i = 0; i < 2; i++) put_block(&file, code, size, count);
    TrainingFileReport report =
        training_file_read((const uint8_t *)file.data, file.used, check_game, &seen);
    fuzz_assert(report.rules == rules && report.valid_bytes <= file.used);
    fuzz_assert(seen.games <= 2 * count.games && report.games <= seen.games);
    if (!report.fault)
        fuzz_assert(report.valid_bytes == file.used && seen.plies == 2 * count.plies);
    text_free(&file);
}

static void read_again(const Rules *rules, TrainingBlock *again, Count count) {
    Text file = text_growing();
    Count seen = {0};
    fuzz_assert(training_file_header(&file, rules) && training_block_finish(&file, again));
    TrainingFileReport report =
        training_file_read((const uint8_t *)file.data, file.used, check_game, &seen);
    if (!report.fault) fuzz_assert(seen.games == count.games && seen.plies == count.plies);
    if (report.fault) fuzz_assert(strstr(report.fault, "goes on when it is over") != NULL);
    text_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Count ignored = {0};
    if (size == 0) return 0;
    training_file_read(data, size, check_game, &ignored);
    const Rules *rules = rules_at(data[0] & 1);
    static TrainingBlock again;
    training_block_init(&again, rules, 0);
    Count count = decode(rules, data + 1, size - 1, &again);
    read_again(rules, &again, count);
    training_block_free(&again);
    count.plies += data[0] >> 7; // sometimes a wrong count
    read_file(rules, data + 1, size - 1, count);
    return 0;
}
