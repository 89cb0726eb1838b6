// SPDX-License-Identifier: MIT
#include "match/training_file.h"

#include "base/codec/endian.h"
#include "notation/text/fen.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_HEAD = 20, SUMMED_HEAD = 16, NAME_MAX_LENGTH = 32 };
static const char MAGIC[] = "RoekGames\1";
enum { MAGIC_LENGTH = sizeof MAGIC - 1 };

void gameblock_init(GameBlock *block, const Rules *rules, uint32_t first) {
    *block = (GameBlock){.rules = rules, .writer = rangewriter_new(), .first = first};
    gamemodel_init(&block->model, first);
}

void gameblock_free(GameBlock *block) {
    rangewriter_free(&block->writer);
}

bool gameblock_add(GameBlock *block, const ScoredGame *game) {
    if (block->games == GAMEFILE_BLOCK) return false;
    if (game->number - block->model.number >= GAME_GAP_MAX) return false;
    game_encode(&block->writer, &block->model, block->rules, game);
    block->games++;
    block->plies += (uint32_t)game->plies;
    return true;
}

bool gamefile_head(Text *out, const Rules *rules) {
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

bool gamefile_begin(FileLog *out, const Rules *rules) {
    Text head = text_growing();
    gamefile_head(&head, rules);
    return put_bytes(out, &head);
}

/* Of a block's head and code as if they were one stretch. */
static uint32_t block_checksum(const uint8_t *head, const uint8_t *code, size_t size) {
    return bytes_checksum(head, SUMMED_HEAD) * 0x9e3779b1u ^ bytes_checksum(code, size);
}

bool gameblock_finish(Text *out, GameBlock *block) {
    if (block->games == 0) return true;
    range_finish(&block->writer);
    const RangeWriter *w = &block->writer;
    if (w->failed) return false;
    uint8_t head[BLOCK_HEAD];
    bytes_store(head, 4, w->size);
    bytes_store(head + 4, 4, block->first);
    bytes_store(head + 8, 4, block->games);
    bytes_store(head + 12, 4, block->plies);
    bytes_store(head + 16, 4, block_checksum(head, w->data, w->size));
    text_bytes(out, (const char *)head, BLOCK_HEAD);
    text_bytes(out, (const char *)w->data, w->size);
    return !out->failed;
}

bool gamefile_write(FileLog *out, GameBlock *block) {
    Text bytes = text_growing();
    if (!gameblock_finish(&bytes, block)) bytes.failed = true;
    return put_bytes(out, &bytes);
}

bool gamefile_add(FileLog *out, GameBlock *block, const ScoredGame *game) {
    if (gameblock_add(block, game)) return true;
    const Rules *rules = block->rules;
    bool written = gamefile_write(out, block);
    gameblock_free(block);
    gameblock_init(block, rules, game->number);
    return written && gameblock_add(block, game);
}

static bool read_head(const uint8_t *data, size_t size, GameFileReport *report) {
    char name[NAME_MAX_LENGTH + 1] = "";
    report->fault = "no file of games";
    if (size <= MAGIC_LENGTH || memcmp(data, MAGIC, MAGIC_LENGTH) != 0) return false;
    size_t length = data[MAGIC_LENGTH];
    report->fault = "of a game unknown here";
    if (length > NAME_MAX_LENGTH || size < MAGIC_LENGTH + 1 + length) return false;
    memcpy(name, data + MAGIC_LENGTH + 1, length);
    report->rules = rules_find(name);
    if (!report->rules) return false;
    report->sound = MAGIC_LENGTH + 1 + length;
    report->fault = NULL;
    return true;
}

/* Over by the board before the last move?  Then it would have ended there. */
static bool goes_on_too_long(const Rules *rules, const ScoredGame *game) {
    Position pos = position_start(rules);
    for (int i = 0; i < game->opening + game->plies; i++) {
        if (i >= game->opening && position_outcome(&pos).reason != ONGOING) return true;
        position_play(&pos, game->moves[i]);
    }
    return false;
}

static const char NO_MEMORY[] = "not enough memory";

typedef struct {
    ScoredGameVisitor *visit;
    void *context;
    bool stopped;
} Reading;

/* One block's games; returns what is wrong, or NULL. */
static const char *read_games(const Rules *rules, const uint8_t *head, const uint8_t *code,
                              size_t size, Reading *reading) {
    uint32_t first = (uint32_t)bytes_load(head + 4, 4), games = (uint32_t)bytes_load(head + 8, 4);
    uint64_t plies = 0;
    GameModel *model = malloc(sizeof *model);
    ScoredGame *game = malloc(sizeof *game);
    const char *fault = model && game ? NULL : NO_MEMORY;
    if (model) gamemodel_init(model, first);
    RangeReader r = rangereader(code, size);
    for (uint32_t i = 0; !fault && !reading->stopped && i < games; i++) {
        if (!game_decode(&r, model, rules, game))
            fault = "a game that makes no sense";
        else if (goes_on_too_long(rules, game))
            fault = "a game that goes on when it is over";
        if (fault) break;
        plies += (uint64_t)game->plies;
        if (reading->visit) reading->stopped = !reading->visit(rules, game, reading->context);
    }
    if (!fault && !reading->stopped && plies != bytes_load(head + 12, 4))
        fault = "a wrong count of plies";
    free(model);
    free(game);
    return fault;
}

GameFileReport gamefile_read(const uint8_t *data, size_t size, ScoredGameVisitor *visit,
                             void *context) {
    GameFileReport report = {0};
    Reading reading = {visit, context, false};
    if (!read_head(data, size, &report)) return report;
    while (!report.fault && !reading.stopped && report.sound < size) {
        const uint8_t *head = data + report.sound;
        size_t left = size - report.sound;
        size_t code = left >= BLOCK_HEAD ? bytes_load(head, 4) : 0;
        if (left < BLOCK_HEAD || code > left - BLOCK_HEAD) {
            report.fault = "cut short in the last block";
        } else if (block_checksum(head, head + BLOCK_HEAD, code) != bytes_load(head + 16, 4)) {
            report.fault = "a damaged block: wrong checksum";
        } else {
            report.fault = read_games(report.rules, head, head + BLOCK_HEAD, code, &reading);
        }
        report.no_memory = report.fault == NO_MEMORY;
        if (report.fault) break;
        report.games += (uint32_t)bytes_load(head + 8, 4);
        report.plies += bytes_load(head + 12, 4);
        report.sound += BLOCK_HEAD + code;
    }
    return report;
}
