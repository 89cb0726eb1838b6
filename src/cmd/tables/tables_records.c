// SPDX-License-Identifier: MIT
//
// roek tables stats --records: the longest and deepest of all tables together.
#include "base/text/json.h"
#include "cmd/tables/tables_command.h"

#include <inttypes.h>
#include <stdlib.h>

/* What there are records of. */
typedef enum {
    LONGEST_WIN,
    BY_ONE_MOVE,
    LOSES_WHO_MOVES,
    LOSES_BLACK,
    LOSES_WHITE,
    KINDS
} RecordCategory;

static const char *const KEYS[KINDS] = {"longest_win", "longest_by_one_move", "deepest_both_lose",
                                        "deepest_white_draws", "deepest_black_draws"};
static const char *const HEADS[KINDS] = {
    "Wins, the longest first",
    "Wins that hang on one move, the longest first",
    "Zugzwangs in which whoever moves loses, plies of both together",
    "Zugzwangs in which White to move draws and Black to move loses",
    "Zugzwangs in which Black to move draws and White to move loses",
};

typedef struct {
    const RaceTable *table;
    Color turn;
    const ResultStatistics *of;
} EndingRecord;

typedef struct {
    EndingRecord *items; // of one kind
    int count;
    uint64_t positions;
} EndingRecords;

static void add(EndingRecords *r, const RaceTable *table, Color turn, const ResultStatistics *of) {
    r->positions += of->count;
    if (of->plies) r->items[r->count++] = (EndingRecord){table, turn, of};
}

static void gather(EndingRecords *r, RecordCategory kind, const RaceTable *table) {
    const TableStatistics *s = table_statistics(table);
    switch (kind) {
    case LONGEST_WIN:
        for (Color c = WHITE; c <= BLACK; c++) add(r, table, c, &s->of[c][TABLE_WIN + 1]);
        break;
    case BY_ONE_MOVE:
        for (Color c = WHITE; c <= BLACK; c++) add(r, table, c, &s->only_moves[c]);
        break;
    case LOSES_WHO_MOVES: add(r, table, WHITE, &s->zugzwang[ZUGZWANG_BOTH_LOSE]); break;
    case LOSES_BLACK: add(r, table, BLACK, &s->zugzwang[ZUGZWANG_WHITE_DRAWS]); break;
    case LOSES_WHITE: add(r, table, WHITE, &s->zugzwang[ZUGZWANG_BLACK_DRAWS]); break;
    case KINDS: break;
    }
}

/* The longest first; equal ones in the order of the tables. */
static int compare(const void *a, const void *b) {
    const EndingRecord *x = a, *y = b;
    if (x->of->plies != y->of->plies) return y->of->plies - x->of->plies;
    if (x->table->material.id != y->table->material.id)
        return x->table->material.id < y->table->material.id ? -1 : 1;
    return (int)x->turn - (int)y->turn;
}

static void print_record(const TablesCommandOptions *opts, RecordCategory kind,
                         const EndingRecord *record) {
    char name[MATERIAL_NAME_MAX], fen[TABLES_FEN_MAX] = "";
    Board b;
    material_write(record->table->material.id, name);
    if (material_board(&record->table->material, record->of->longest_at, record->turn, &b))
        tables_board_fen(&b, fen);
    if (opts->json) {
        Text out = text_growing();
        json_open(&out, '{');
        json_put_string(&out, "record", KEYS[kind]);
        json_put_int(&out, "plies", record->of->plies);
        json_put_string(&out, "table", name);
        json_put_int(&out, "positions", (int64_t)record->of->count);
        json_put_string(&out, "fen", fen);
        json_close(&out, '}');
        tables_print_json(&out);
    } else if (opts->markdown) {
        print_out("| %d | %s | %" PRIu64 " | `%s` |\n", record->of->plies, name, record->of->count,
                  fen);
    } else {
        print_out("%4d plies  %-8s %10" PRIu64 "  %s\n", record->of->plies, name, record->of->count,
                  fen);
    }
}

static void print_kind(const TablesCommandOptions *opts, RecordCategory kind,
                       const EndingRecords *r) {
    if (!opts->json)
        print_out("%s%s: %" PRIu64 " positions in %d\n", kind && !opts->markdown ? "\n" : "",
                  HEADS[kind], r->positions, r->count);
    if (opts->markdown)
        print_out("\n| plies | table | positions | the first |\n|---:|---|---:|---|\n");
    for (int i = 0; i < r->count && i < opts->records; i++) print_record(opts, kind, &r->items[i]);
    if (opts->markdown) print_out("\n");
}

bool tables_print_records(const TablesCommandOptions *opts, const RaceTable *const tables[],
                          int count) {
    EndingRecords r = {.items = malloc((size_t)count * 2 * sizeof *r.items)};
    if (!r.items) {
        print_memory_error();
        return false;
    }
    for (RecordCategory kind = 0; kind < KINDS; kind++) {
        r.count = 0;
        r.positions = 0;
        for (int i = 0; i < count; i++) gather(&r, kind, tables[i]);
        qsort(r.items, (size_t)r.count, sizeof *r.items, compare);
        print_kind(opts, kind, &r);
    }
    free(r.items);
    return true;
}
