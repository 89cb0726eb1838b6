// SPDX-License-Identifier: MIT
//
// What the parts of `roek tables` share.
#ifndef CMD_TABLES_TABLES_COMMAND_H
#define CMD_TABLES_TABLES_COMMAND_H

#include "cmd/common/run_jobs.h"
#include "cmd/common/tablebase_folder.h"
#include "core/position.h"

/* What the command line asks for. */
typedef struct {
    char folder[PATH_MAX];
    int64_t men, threads, samples, searched, plies, seed, records;
    bool json, line, markdown;
    Operands names;      // what follows the word after `tables`
    const Command *self; // as it was called
    BatchOptions batch_options;
} TablesCommandOptions;

/* The endings named, or all of up to wish->men men, into `out`; their number, or -1 after
 * complaining. */
int tables_wanted(const TablesCommandOptions *opts, int out[MATERIAL_COUNT]);

/* The table that a job names; -1 after complaining. */
int tables_of_job(const Job *job);

int tables_run_build(const TablesCommandOptions *opts);
int tables_run_list(const TablesCommandOptions *opts);
int tables_run_check(const TablesCommandOptions *opts);
int tables_run_stats(const TablesCommandOptions *opts);
int tables_run_probe(const TablesCommandOptions *opts);

/* The records of these tables, wish->records of each kind; false after complaining. */
bool tables_print_records(const TablesCommandOptions *opts, const RaceTable *const tables[],
                          int count);

/* Prints one JSON object and a line end, and releases the text. */
void tables_print_json(Text *text);

/* Best play from a position, with move numbers; empty where nobody wins. */
void tables_line_text(const RkTablebase *tables, const Position *pos, Text *out);

/* A placement as FEN, the clocks at their start. */
enum { TABLES_FEN_MAX = 128 };
void tables_board_fen(const Board *b, char out[TABLES_FEN_MAX]);

#endif
