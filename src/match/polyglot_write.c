// SPDX-License-Identifier: MIT
#include "match/polyglot_write.h"

#include "play/players/book.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD = 16, WEIGHT_MAX = 65535, LINE_MAX_PLIES = 512 };

typedef struct {
    uint64_t key;
    uint16_t move; // as the format writes it
    uint32_t games, points;
} Choice;

struct BookMaker {
    Choice *choices;
    size_t count, capacity;
    uint8_t *book;
};

BookMaker *bookmaker_new(void) {
    return calloc(1, sizeof(BookMaker));
}

void bookmaker_free(BookMaker *maker) {
    if (!maker) return;
    free(maker->choices);
    free(maker->book);
    free(maker);
}

static uint16_t polyglot_move(Move move) {
    int promoted = move_is_promotion(move) ? (int)move_promoted(move) : 0; // knight is 1 in both
    return (uint16_t)(move_to(move) | move_from(move) << 6 | promoted << 12);
}
_Static_assert(KNIGHT == 1 && QUEEN == 4, "roles are numbered as in the format");

static bool note(BookMaker *maker, const Position *pos, Move move, uint32_t points) {
    if (maker->count == maker->capacity) {
        size_t capacity = maker->capacity ? 2 * maker->capacity : 1024;
        Choice *choices = realloc(maker->choices, capacity * sizeof *choices);
        if (!choices) return false;
        maker->choices = choices;
        maker->capacity = capacity;
    }
    maker->choices[maker->count++] = (Choice){polyglot_key(pos), polyglot_move(move), 1, points};
    return true;
}

bool bookmaker_add(BookMaker *maker, const PgnGame *game, int plies) {
    Move line[LINE_MAX_PLIES];
    int count = pgn_main_line(game, line, plies < LINE_MAX_PLIES ? plies : LINE_MAX_PLIES);
    bool drawn = strcmp(game->result, "1/2-1/2") == 0;
    bool white = strcmp(game->result, "1-0") == 0, black = strcmp(game->result, "0-1") == 0;
    Position pos = game->start;
    if (!drawn && !white && !black) return true;
    for (int i = 0; i < count && line[i] != NULL_MOVE; i++) {
        bool won = position_turn(&pos) == WHITE ? white : black;
        if (!note(maker, &pos, line[i], won ? 2 : drawn)) return false;
        position_play(&pos, line[i]);
    }
    return true;
}

/* By position, and the best move first, as readers of the format expect. */
static int by_position_and_move(const void *a, const void *b) {
    const Choice *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}
static int by_position_and_worth(const void *a, const void *b) {
    const Choice *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->points != y->points) return x->points > y->points ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

/* Without a single choice there is not even an address that qsort may be given. */
static void sort_choices(BookMaker *maker, int (*order)(const void *, const void *)) {
    if (maker->count) qsort(maker->choices, maker->count, sizeof *maker->choices, order);
}

static void merge_equal(BookMaker *maker) {
    size_t kept = 0;
    sort_choices(maker, by_position_and_move);
    for (size_t i = 0; i < maker->count; i++) {
        Choice *last = kept ? &maker->choices[kept - 1] : NULL, *c = &maker->choices[i];
        if (last && last->key == c->key && last->move == c->move) {
            last->games += c->games;
            last->points += c->points;
        } else {
            maker->choices[kept++] = *c;
        }
    }
    maker->count = kept;
}

static void drop_rare(BookMaker *maker, uint32_t games) {
    size_t kept = 0;
    for (size_t i = 0; i < maker->count; i++) {
        const Choice *c = &maker->choices[i];
        if (c->games >= games && c->points) maker->choices[kept++] = *c;
    }
    maker->count = kept;
}

static void store_big_endian(uint8_t *at, int bytes, uint64_t value) {
    for (int i = bytes - 1; i >= 0; i--, value >>= 8) at[i] = (uint8_t)value;
}

const uint8_t *bookmaker_finish(BookMaker *maker, uint32_t games, size_t *size) {
    merge_equal(maker);
    drop_rare(maker, games);
    sort_choices(maker, by_position_and_worth);
    *size = maker->count * RECORD;
    maker->book = calloc(maker->count + 1, RECORD);
    uint32_t most = WEIGHT_MAX;
    for (size_t i = 0; i < maker->count; i++)
        if (maker->choices[i].points > most) most = maker->choices[i].points;
    for (size_t i = 0; maker->book && i < maker->count; i++) {
        const Choice *c = &maker->choices[i];
        uint64_t weight = (uint64_t)c->points * WEIGHT_MAX / most;
        uint8_t *record = maker->book + i * RECORD;
        store_big_endian(record, 8, c->key);
        store_big_endian(record + 8, 2, c->move);
        store_big_endian(record + 10, 2, weight ? weight : 1);
    }
    return maker->book;
}
