// SPDX-License-Identifier: MIT
//
// roek tables probe: what positions and their moves are worth.
#include "base/text/json.h"
#include "cmd/common/input.h"
#include "cmd/tables/tables_command.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

/* A position looked up. */
typedef struct {
    Position pos;
    TableValue value;
    TableMove moves[MOVES_MAX];
    int count; // of moves; 0 also when some of them are in no table
    Text line; // best play, if it is asked for
} ProbeAnswer;

static const char *const RESULTS[3] = {"loss", "draw", "win"};

static const char *result_name(TableValue value) {
    return RESULTS[value.result + 1];
}

static bool look_up(const RkTablebase *tables, const Position *pos, ProbeAnswer *out) {
    out->pos = *pos;
    out->count = rk_tablebase_probe_moves(tables, &pos->board, out->moves);
    if (out->count < 0) out->count = 0;
    return rk_tablebase_probe(tables, &pos->board, &out->value);
}

/* "White wins in 5 moves (9 plies)" */
static void print_value(TableValue value, Color turn) {
    char words[TABLE_VALUE_TEXT_MAX];
    table_value_describe(value, turn, words);
    print_string(PRINT_STDOUT, words);
    if (value.plies) print_out(" (%d %s)", value.plies, value.plies == 1 ? "ply" : "plies");
}

static void print_moves(const ProbeAnswer *a) {
    int same_result = 0;
    for (int i = 0; i < a->count; i++) {
        char san[SAN_MAX];
        san_write(&a->pos, a->moves[i].move, san);
        print_out("  %-7s ", san);
        print_value(a->moves[i].value, position_turn(&a->pos));
        print_out("\n");
        same_result += a->moves[i].value.result == a->value.result;
    }
    if (a->count && a->value.result != TABLE_LOSS)
        print_out("%d of %d moves keep%s the %s\n", same_result, a->count,
                  same_result == 1 ? "s" : "", result_name(a->value));
}

static void put_value(Text *out, TableValue value) {
    json_put_string(out, "result", result_name(value));
    if (value.result != TABLE_DRAW) json_put_int(out, "plies", value.plies);
}

static void print_json(const ProbeAnswer *a, const char *fen) {
    char words[TABLE_VALUE_TEXT_MAX], san[SAN_MAX], uci[UCI_MOVE_MAX];
    Text out = text_growing();
    table_value_describe(a->value, position_turn(&a->pos), words);
    json_open(&out, '{');
    json_put_string(&out, "fen", fen);
    put_value(&out, a->value);
    json_put_string(&out, "words", words);
    json_key(&out, "moves");
    json_open(&out, '[');
    for (int i = 0; i < a->count; i++) {
        json_open(&out, '{');
        san_write(&a->pos, a->moves[i].move, san);
        json_put_string(&out, "san", san);
        uci_move_write(&a->pos, a->moves[i].move, false, uci);
        json_put_string(&out, "uci", uci);
        put_value(&out, a->moves[i].value);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    if (a->line.used) json_put_string(&out, "line", text_get(&a->line));
    json_close(&out, '}');
    tables_print_json(&out);
}

/* What is wrong with a table that could not answer; NULL if it is not there at all. */
static const char *fault_of(const char *folder, int id) {
    RaceTable table;
    TableFault fault = table_open(folder, id, &table);
    if (fault == TABLE_MISSING) return NULL;
    if (fault != TABLE_OK) return table_fault_text(fault);
    fault = table.distances_fault;
    table_close(&table);
    if (fault == TABLE_MISSING) return "without distances";
    return fault == TABLE_OK ? "it or one that it needs is damaged" : table_fault_text(fault);
}

static void put_reason(Text *out, const TablesCommandOptions *opts, const Position *pos) {
    char name[MATERIAL_NAME_MAX];
    int id = material_id(&pos->board);
    if (!ending_has_table(id)) {
        text_format(out, "tables hold positions of up to %d men, and this one has %d",
                    MATERIAL_MEN_MAX, popcount(board_occupied(&pos->board)));
        return;
    }
    const char *fault = fault_of(opts->folder, id);
    material_write(id, name);
    text_format(out, "there is no %stable of %s in %s", fault ? "usable " : "", name, opts->folder);
    if (fault) text_format(out, " (%s); 'roek tables check' tells more", fault);
}

static void print_unknown(const TablesCommandOptions *opts, const Position *pos, const char *fen) {
    Text reason = text_growing(), out = text_growing();
    put_reason(&reason, opts, pos);
    if (opts->json) {
        json_open(&out, '{');
        json_put_string(&out, "fen", fen);
        json_put_string(&out, "result", "unknown");
        json_put_text(&out, "error", &reason);
        json_close(&out, '}');
        tables_print_json(&out);
    } else {
        print_out("unknown: ");
        print_text(&reason, "\n");
    }
    text_free(&reason);
}

static void print_answer(const ProbeAnswer *a, bool alone) {
    print_value(a->value, position_turn(&a->pos));
    print_out("\n");
    if (alone) print_moves(a);
    if (a->line.used) print_out("  %s\n", text_get(&a->line));
}

/* In a list each position gets one line; alone, its moves are told too. */
static bool answer(const TablesCommandOptions *opts, const RkTablebase *tables, const Position *pos,
                   bool alone) {
    ProbeAnswer a;
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    if (!alone && !opts->json) print_out("%s: ", fen);
    if (!look_up(tables, pos, &a)) {
        print_unknown(opts, pos, fen);
        return false;
    }
    a.line = text_growing();
    if (opts->line) tables_line_text(tables, pos, &a.line);
    if (opts->json)
        print_json(&a, fen);
    else
        print_answer(&a, alone);
    text_free(&a.line);
    return true;
}

int tables_run_probe(const TablesCommandOptions *opts) {
    Input in;
    InputPosition here;
    int used = input_open(&in, &RACING_KINGS, &opts->names, 0, INPUT_FROM_STDIN);
    if (used < 0) return EXIT_MISUSE;
    if (used < opts->names.count) {
        print_error("'%s' is one operand too many", opts->names.items[used]);
        return input_close(&in, EXIT_MISUSE);
    }
    RkTablebase *tables = tablebase_folder_open(opts->folder);
    int status = EXIT_DONE;
    while (input_next(&in, &here))
        if (!answer(opts, tables, &here.pos, !in.is_list)) status = EXIT_NO;
    tablebase_folder_close(tables);
    return input_close(&in, status);
}
