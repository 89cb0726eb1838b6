// SPDX-License-Identifier: MIT
#include "match/training_file.h"

#include "base/codec/checksum.h"
#include "base/codec/endian.h"
#include "notation/text/fen.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_HEADER = 20, CHECKSUMMED_HEADER = 16, NAME_MAX_LENGTH = 32 };
static const char MAGIC[] = "RoekGames\1";
enum { MAGIC_LENGTH = sizeof MAGIC - 1 };

void training_block_init(TrainingBlock *block, const Rules *rules, uint32_t first) {
    *block = (TrainingBlock){.rules = rules, .writer = range_encoder_new(), .first = first};
    training_codec_init(&block->codec, first);
}

void training_block_free(TrainingBlock *block) {
    range_encoder_free(&block->writer);
}

bool training_block_add(TrainingBlock *block, const ScoredGame *game) {
    if (block->games == TRAINING_BLOCK_GAMES) return false;
    if (game->number - block->codec.number >= TRAINING_GAP_MAX) return false;
    training_encode(&block->writer, &block->codec, block->rules, game);
    block->games++;
    block->plies += (uint32_t)game->plies;
    return true;
}

bool training_file_header(Text *out, const Rules *rules) {
    size_t length = strlen(rules->name);
    text_bytes(out, MAGIC, MAGIC_LENGTH);
    text_char(out, (char)length);
    text_bytes(out, rules->name, length);
    return !out->failed;
}

/* Writes the bytes and frees them. */
static bool put_bytes(FileLog *out, Text *bytes) {
    bool whole = !bytes->failed, written = whole && file_log_add(out, bytes->data, bytes->used);
    int error = whole ? errno : ENOMEM;
    text_free(bytes);
    errno = error;
    return written;
}

bool training_file_begin(FileLog *out, const Rules *rules) {
    Text head = text_growing();
    training_file_header(&head, rules);
    return put_bytes(out, &head);
}

/* The checksum of a block's header and data. */
static uint32_t block_checksum(const uint8_t *head, const uint8_t *code, size_t size) {
    return checksum32(head, CHECKSUMMED_HEADER) * HASH_GOLDEN_32 ^ checksum32(code, size);
}

bool training_block_finish(Text *out, TrainingBlock *block) {
    if (block->games == 0) return true;
    range_encoder_flush(&block->writer);
    const RangeEncoder *w = &block->writer;
    if (w->failed) return false;
    uint8_t head[BLOCK_HEADER];
    store_le(head, 4, w->size);
    store_le(head + 4, 4, block->first);
    store_le(head + 8, 4, block->games);
    store_le(head + 12, 4, block->plies);
    store_le(head + 16, 4, block_checksum(head, w->data, w->size));
    text_bytes(out, (const char *)head, BLOCK_HEADER);
    text_bytes(out, (const char *)w->data, w->size);
    return !out->failed;
}

bool training_file_write(FileLog *out, TrainingBlock *block) {
    Text bytes = text_growing();
    if (!training_block_finish(&bytes, block)) bytes.failed = true;
    return put_bytes(out, &bytes);
}

bool training_file_add(FileLog *out, TrainingBlock *block, const ScoredGame *game) {
    if (training_block_add(block, game)) return true;
    const Rules *rules = block->rules;
    bool written = training_file_write(out, block);
    training_block_free(block);
    training_block_init(block, rules, game->number);
    return written && training_block_add(block, game);
}

static bool read_header(const uint8_t *data, size_t size, TrainingFileReport *report) {
    char name[NAME_MAX_LENGTH + 1] = "";
    report->fault = "no file of games";
    if (size <= MAGIC_LENGTH || memcmp(data, MAGIC, MAGIC_LENGTH) != 0) return false;
    size_t length = data[MAGIC_LENGTH];
    report->fault = "of a game unknown here";
    if (length > NAME_MAX_LENGTH || size < MAGIC_LENGTH + 1 + length) return false;
    memcpy(name, data + MAGIC_LENGTH + 1, length);
    report->rules = rules_find(name);
    if (!report->rules) return false;
    report->valid_bytes = MAGIC_LENGTH + 1 + length;
    report->fault = NULL;
    return true;
}

/* Does the game have moves after its end?  Such files are invalid. */
static bool continues_after_end(const Rules *rules, const ScoredGame *game) {
    Position pos = position_start(rules);
    for (int i = 0; i < game->opening + game->plies; i++) {
        if (i >= game->opening && position_outcome(&pos).reason != OUTCOME_ONGOING) return true;
        position_play(&pos, game->moves[i]);
    }
    return false;
}

static const char NO_MEMORY[] = "not enough memory";

typedef struct {
    ScoredGameVisitor *visit;
    void *context;
    bool stopped;
} TrainingReader;

/* Reads the games of a block; returns a fault, or NULL. */
static const char *read_games(const Rules *rules, const uint8_t *head, const uint8_t *code,
                              size_t size, TrainingReader *reading) {
    uint32_t first = (uint32_t)load_le(head + 4, 4), games = (uint32_t)load_le(head + 8, 4);
    uint64_t plies = 0;
    TrainingCodec *codec = malloc(sizeof *codec);
    ScoredGame *game = malloc(sizeof *game);
    const char *fault = codec && game ? NULL : NO_MEMORY;
    if (codec) training_codec_init(codec, first);
    RangeDecoder r = range_decoder_on(code, size);
    for (uint32_t i = 0; !fault && !reading->stopped && i < games; i++) {
        if (!training_decode(&r, codec, rules, game))
            fault = "a game that makes no sense";
        else if (continues_after_end(rules, game))
            fault = "a game that goes on when it is over";
        if (fault) break;
        plies += (uint64_t)game->plies;
        if (reading->visit) reading->stopped = !reading->visit(rules, game, reading->context);
    }
    if (!fault && !reading->stopped && plies != load_le(head + 12, 4))
        fault = "a wrong count of plies";
    free(codec);
    free(game);
    return fault;
}

TrainingFileReport training_file_read(const uint8_t *data, size_t size, ScoredGameVisitor *visit,
                                      void *context) {
    TrainingFileReport report = {0};
    TrainingReader reading = {visit, context, false};
    if (!read_header(data, size, &report)) return report;
    while (!report.fault && !reading.stopped && report.valid_bytes < size) {
        const uint8_t *head = data + report.valid_bytes;
        size_t left = size - report.valid_bytes;
        size_t code = left >= BLOCK_HEADER ? load_le(head, 4) : 0;
        if (left < BLOCK_HEADER || code > left - BLOCK_HEADER) {
            report.fault = "cut short in the last block";
        } else if (block_checksum(head, head + BLOCK_HEADER, code) != load_le(head + 16, 4)) {
            report.fault = "a damaged block: wrong checksum";
        } else {
            report.fault = read_games(report.rules, head, head + BLOCK_HEADER, code, &reading);
        }
        report.no_memory = report.fault == NO_MEMORY;
        if (report.fault) break;
        report.games += (uint32_t)load_le(head + 8, 4);
        report.plies += load_le(head + 12, 4);
        report.valid_bytes += BLOCK_HEADER + code;
    }
    return report;
}
