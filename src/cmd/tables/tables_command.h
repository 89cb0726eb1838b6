// SPDX-License-Identifier: MIT
//
// What the parts of `roek tables` share.
#ifndef CMD_TABLES_TABLES_COMMAND_H
#define CMD_TABLES_TABLES_COMMAND_H

#include "cmd/common/job_options.h"
#include "cmd/common/tablebase_folder.h"
#include "core/position.h"

/* The options of the command line. */
typedef struct {
    char folder[PATH_MAX];
    int64_t men, threads, samples, searched, plies, seed, records;
    bool json, line, markdown;
    Operands names;      // the operands behind the subcommand
    const Command *self; // as called
    BatchOptions batch_options;
} TablesCommandOptions;

/* Fills `out` with the endings in opts->names, or all with up to opts->men pieces.  Returns their
 * number, or -1 after it printed an error. */
int tables_wanted(const TablesCommandOptions *opts, int out[MATERIAL_COUNT]);

/* The table that a job names; -1 after it printed an error. */
int tables_of_job(const Job *job);

int tables_run_build(const TablesCommandOptions *opts);
int tables_run_list(const TablesCommandOptions *opts);
int tables_run_check(const TablesCommandOptions *opts);
int tables_run_stats(const TablesCommandOptions *opts);
int tables_run_probe(const TablesCommandOptions *opts);

/* Prints the records of these tables, opts->records of each kind; returns false after it printed an
 * error. */
bool tables_print_records(const TablesCommandOptions *opts, const RaceTable *const tables[],
                          int count);

/* Prints one JSON object and a line end, and frees the text. */
void tables_print_json(Text *text);

/* Writes best play from a position, with move numbers; nothing if the position is drawn. */
void tables_line_text(const RkTablebase *tables, const Position *pos, Text *out);

/* A placement as FEN, with move counters of a start position. */
enum { TABLES_FEN_MAX = 128 };
void tables_board_fen(const Board *b, char out[TABLES_FEN_MAX]);

#endif
