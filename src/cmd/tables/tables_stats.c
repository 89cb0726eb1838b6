// SPDX-License-Identifier: MIT
//
// roek tables stats: what the solved endings say as a whole.
#include "base/text/json.h"
#include "cmd/tables/tables_command.h"
#include "notation/text/fen.h"
#include "rules/registry.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const RESULTS[3] = {"lost", "drawn", "won"};

static double share(const ResultStatistics *of, int result) {
    double all = (double)(of[0].count + of[1].count + of[2].count);
    return all > 0 ? 100.0 * (double)of[result].count / all : 0;
}

static uint64_t positions(const TableStatistics *s) {
    const ResultStatistics *of = s->of[WHITE];
    return of[0].count + of[1].count + of[2].count;
}

/* The longest win with the winner to move. */
static Color longest_winner(const TableStatistics *s) {
    return s->of[WHITE][2].plies >= s->of[BLACK][2].plies ? WHITE : BLACK;
}

static void example_fen(const RaceTable *t, Color turn, uint64_t number, char out[TABLES_FEN_MAX]) {
    Board b;
    if (material_board(&t->material, number, turn, &b))
        tables_board_fen(&b, out);
    else
        out[0] = '\0';
}

/* Best play from an example. */
static void example_line(const RkTablebase *tables, const char *fen, Text *out) {
    Position pos;
    Setup setup;
    if (fen_read(fen, &setup).fault == FEN_OK &&
        position_from_setup(&setup, &RACING_KINGS, &pos) == 0)
        tables_line_text(tables, &pos, out);
}

/* A table and how it is shown. */
typedef struct {
    const TablesCommandOptions *opts;
    const RkTablebase *tables;
    const RaceTable *table;
    char name[MATERIAL_NAME_MAX];
} StatsRow;

/* "longest_win":13,"longest_win_fen":…,"longest_win_line":… */
static void put_example(Text *out, const StatsRow *row, Color turn, const ResultStatistics *s,
                        const char *name) {
    char fen[TABLES_FEN_MAX], key[40];
    if (!s->plies) return;
    example_fen(row->table, turn, s->longest_at, fen);
    json_put_int(out, name, s->plies);
    snprintf(key, sizeof key, "%s_fen", name);
    json_put_string(out, key, fen);
    if (!row->opts->line) return;
    Text line = text_growing();
    example_line(row->tables, fen, &line);
    snprintf(key, sizeof key, "%s_line", name);
    json_put_string(out, key, text_get(&line));
    text_free(&line);
}

static void put_side(Text *out, const StatsRow *row, Color turn) {
    const TableStatistics *s = table_statistics(row->table);
    const ResultStatistics *of = s->of[turn];
    json_key(out, turn == WHITE ? "white_to_move" : "black_to_move");
    json_open(out, '{');
    for (int r = 2; r >= 0; r--) json_put_int(out, RESULTS[r], (int64_t)of[r].count);
    put_example(out, row, turn, &of[2], "longest_win");
    put_example(out, row, turn, &of[0], "longest_loss");
    json_put_int(out, "won_by_one_move", (int64_t)s->only_moves[turn].count);
    put_example(out, row, turn, &s->only_moves[turn], "longest_by_one_move");
    json_close(out, '}');
}

/* The deepest with the loser to move, so that there is a line to show. */
static void put_zugzwangs(Text *out, const StatsRow *row, Zugzwang kind) {
    static const char *const NAMES[][2] = {{"zugzwangs_both_lose", "deepest_both_lose"},
                                           {"zugzwangs_white_draws", "deepest_white_draws"},
                                           {"zugzwangs_black_draws", "deepest_black_draws"}};
    const ResultStatistics *s = &table_statistics(row->table)->zugzwang[kind];
    json_put_int(out, NAMES[kind][0], (int64_t)s->count);
    put_example(out, row, kind == ZUGZWANG_WHITE_DRAWS ? BLACK : WHITE, s, NAMES[kind][1]);
}

static uint64_t zugzwangs(const TableStatistics *s) {
    return s->zugzwang[0].count + s->zugzwang[1].count + s->zugzwang[2].count;
}

static void print_json(const StatsRow *row) {
    const TableStatistics *s = table_statistics(row->table);
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "table", row->name);
    json_put_int(&out, "longest", s->of[longest_winner(s)][2].plies);
    put_side(&out, row, WHITE);
    put_side(&out, row, BLACK);
    for (int kind = 0; kind < ZUGZWANG_KINDS; kind++) put_zugzwangs(&out, row, (Zugzwang)kind);
    json_put_int(&out, "bytes", (int64_t)table_bytes(row->table));
    json_put_int(&out, "bytes_of_results", (int64_t)row->table->results.file.size);
    json_close(&out, '}');
    tables_print_json(&out);
}

/* A row of docs/tables.md. */
static void print_markdown(const StatsRow *row) {
    const TableStatistics *s = table_statistics(row->table);
    print_out("| %s | %" PRIu64, row->name, positions(s));
    for (Color c = WHITE; c <= BLACK; c++)
        for (int r = 2; r >= 0; r--) print_out(" | %.1f", share(s->of[c], r));
    for (Color c = WHITE; c <= BLACK; c++) print_out(" | %d", s->of[c][2].plies);
    for (Color c = WHITE; c <= BLACK; c++)
        print_out(" | %.1f", 100.0 * (double)s->only_moves[c].count / (double)positions(s));
    print_out(" | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n", zugzwangs(s),
              (row->table->results.file.size + 500) / 1000, (table_bytes(row->table) + 500) / 1000);
}

static void print_head(const TablesCommandOptions *opts) {
    if (opts->markdown)
        print_out(
            "| table | positions | W+ | W= | W- | B+ | B= | B- | White | Black | W1 | B1 | zz "
            "| KB | all KB |\n|---|%s\n",
            "---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    else
        print_out(
            "                      White to move          Black to move          mutual  longest\n"
            "table     positions   won drawn lost 1 move  won drawn lost 1 move  zugzw.  win\n");
}

static void print_side(const TableStatistics *s, Color turn) {
    const ResultStatistics *of = s->of[turn];
    print_out(" %5.1f %5.1f %4.1f %6.1f", share(of, 2), share(of, 1), share(of, 0),
              100.0 * (double)s->only_moves[turn].count / (double)positions(s));
}

static void print_stats_text(const StatsRow *row) {
    const TableStatistics *s = table_statistics(row->table);
    Color winner = longest_winner(s);
    char fen[TABLES_FEN_MAX];
    example_fen(row->table, winner, s->of[winner][2].longest_at, fen);
    print_out("%-8s %10" PRIu64, row->name, positions(s));
    for (Color c = WHITE; c <= BLACK; c++) print_side(s, c);
    print_out(" %7" PRIu64 "  %3d plies  %s\n", zugzwangs(s), s->of[winner][2].plies, fen);
    if (!row->opts->line) return;
    Text line = text_growing();
    example_line(row->tables, fen, &line);
    print_out("  %s\n", text_get(&line));
    text_free(&line);
}

static void print_table(const StatsRow *row, bool first) {
    if (first && !row->opts->json) print_head(row->opts);
    if (row->opts->json)
        print_json(row);
    else if (row->opts->markdown)
        print_markdown(row);
    else
        print_stats_text(row);
}

static bool print_tables(const TablesCommandOptions *opts, const RkTablebase *tables,
                         const RaceTable *const found[], int count) {
    if (opts->records && count) return tables_print_records(opts, found, count);
    for (int i = 0; i < count; i++) {
        StatsRow row = {.opts = opts, .tables = tables, .table = found[i]};
        material_write(found[i]->material.id, row.name);
        print_table(&row, i == 0);
    }
    return true;
}

int tables_run_stats(const TablesCommandOptions *opts) {
    int endings[MATERIAL_COUNT];
    const RaceTable *found[MATERIAL_COUNT];
    bool named = opts->names.count > 0;
    int count = named ? tables_wanted(opts, endings) : material_up_to(MATERIAL_MEN_MAX, endings);
    if (count < 0) return EXIT_MISUSE;
    RkTablebase *tables = tablebase_folder_open(opts->folder);
    int shown = 0;
    for (int i = 0; i < count; i++) {
        found[shown] = rk_tablebase_find(tables, endings[i]);
        shown += found[shown] != NULL;
    }
    bool printed = print_tables(opts, tables, found, shown);
    tablebase_folder_close(tables);
    if (!printed) return EXIT_MACHINE;
    if ((shown && (!named || shown == count)) || memory_ran_out()) return EXIT_DONE;
    print_error("%s in %s; 'roek tables build' makes them",
                shown ? "some of these tables are not" : "there are no such tables", opts->folder);
    return EXIT_NO;
}
