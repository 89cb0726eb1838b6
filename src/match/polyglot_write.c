// SPDX-License-Identifier: MIT
#include "match/polyglot_write.h"

#include "base/array.h"
#include "play/players/book.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_BYTES = 16, WEIGHT_MAX = 65535, LINE_MAX_PLIES = 512 };

typedef struct {
    uint64_t key;
    uint16_t move; // as in the format
    uint32_t games, points;
} BookRecord;

struct PolyglotWriter {
    BookRecord *records;
    size_t count, capacity;
    uint8_t *book;
};

PolyglotWriter *polyglot_writer_new(void) {
    return calloc(1, sizeof(PolyglotWriter));
}

void polyglot_writer_free(PolyglotWriter *writer) {
    if (!writer) return;
    free(writer->records);
    free(writer->book);
    free(writer);
}

static uint16_t polyglot_move(Move move) {
    int promoted =
        move_is_promotion(move) ? (int)move_promotion_role(move) : 0; // knight is 1 in both
    return (uint16_t)(move_to(move) | move_from(move) << 6 | promoted << 12);
}
_Static_assert(KNIGHT == 1 && QUEEN == 4, "roles are numbered as in the format");

static bool add_record(PolyglotWriter *writer, const Position *pos, Move move, uint32_t points) {
    if (!array_reserve(&writer->records, &writer->capacity, writer->count + 1,
                       sizeof *writer->records))
        return false;
    writer->records[writer->count++] =
        (BookRecord){polyglot_key(pos), polyglot_move(move), 1, points};
    return true;
}

bool polyglot_writer_add(PolyglotWriter *writer, const PgnGame *game, int plies) {
    Move line[LINE_MAX_PLIES];
    int count = pgn_main_line(game, line, plies < LINE_MAX_PLIES ? plies : LINE_MAX_PLIES);
    bool drawn = strcmp(game->result, "1/2-1/2") == 0;
    bool white = strcmp(game->result, "1-0") == 0, black = strcmp(game->result, "0-1") == 0;
    Position pos = game->start;
    if (!drawn && !white && !black) return true;
    for (int i = 0; i < count && line[i] != NULL_MOVE; i++) {
        bool won = position_turn(&pos) == WHITE ? white : black;
        if (!add_record(writer, &pos, line[i], won ? 2 : drawn)) return false;
        position_play(&pos, line[i]);
    }
    return true;
}

/* Order by position, best move first, as readers of the format expect. */
static int by_position_and_move(const void *a, const void *b) {
    const BookRecord *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}
static int by_position_and_points(const void *a, const void *b) {
    const BookRecord *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->points != y->points) return x->points > y->points ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

/* Without records there is no array, and qsort must not be given NULL. */
static void sort_records(PolyglotWriter *writer, int (*order)(const void *, const void *)) {
    if (writer->count) qsort(writer->records, writer->count, sizeof *writer->records, order);
}

static void merge_equal(PolyglotWriter *writer) {
    size_t kept = 0;
    sort_records(writer, by_position_and_move);
    for (size_t i = 0; i < writer->count; i++) {
        BookRecord *last = kept ? &writer->records[kept - 1] : NULL, *c = &writer->records[i];
        if (last && last->key == c->key && last->move == c->move) {
            last->games += c->games;
            last->points += c->points;
        } else {
            writer->records[kept++] = *c;
        }
    }
    writer->count = kept;
}

static void drop_rare(PolyglotWriter *writer, uint32_t games) {
    size_t kept = 0;
    for (size_t i = 0; i < writer->count; i++) {
        const BookRecord *c = &writer->records[i];
        if (c->games >= games && c->points) writer->records[kept++] = *c;
    }
    writer->count = kept;
}

static void store_big_endian(uint8_t *at, int bytes, uint64_t value) {
    for (int i = bytes - 1; i >= 0; i--, value >>= 8) at[i] = (uint8_t)value;
}

const uint8_t *polyglot_writer_finish(PolyglotWriter *writer, uint32_t games, size_t *size) {
    merge_equal(writer);
    drop_rare(writer, games);
    sort_records(writer, by_position_and_points);
    *size = writer->count * RECORD_BYTES;
    writer->book = calloc(writer->count + 1, RECORD_BYTES);
    uint32_t most = WEIGHT_MAX;
    for (size_t i = 0; i < writer->count; i++)
        if (writer->records[i].points > most) most = writer->records[i].points;
    for (size_t i = 0; writer->book && i < writer->count; i++) {
        const BookRecord *c = &writer->records[i];
        uint64_t weight = (uint64_t)c->points * WEIGHT_MAX / most;
        uint8_t *record = writer->book + i * RECORD_BYTES;
        store_big_endian(record, 8, c->key);
        store_big_endian(record + 8, 2, c->move);
        store_big_endian(record + 10, 2, weight ? weight : 1);
    }
    return writer->book;
}
