// SPDX-License-Identifier: MIT
//
// roek tables: builds, checks and asks the solved endings of Racing Kings.
#include "cmd/tables/tables_command.h"

#include "base/text/json.h"
#include "base/thread/thread.h"
#include "cmd/common/input.h"
#include "cmd/common/long_work.h"
#include "notation/text/fen.h"
#include "notation/text/san.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    int (*run)(const TablesCommandOptions *opts);
    bool is_batch;
} Verb;

static const Verb VERBS[] = {
    {"build", tables_run_build, true},  {"list", tables_run_list, false},
    {"check", tables_run_check, true},  {"stats", tables_run_stats, false},
    {"probe", tables_run_probe, false}, {NULL, NULL, false},
};

void tables_print_json(Text *text) {
    text_char(text, '\n');
    print_text(text, "");
    text_free(text);
}

void tables_board_fen(const Board *b, char out[TABLES_FEN_MAX]) {
    _Static_assert((int)TABLES_FEN_MAX >= (int)FEN_MAX, "a FEN fits");
    Setup setup = setup_empty();
    for (Square s = A1; s <= H8; s++) setup.piece[s] = board_piece_at(b, s);
    setup.turn = (Color)b->turn;
    fen_write(&setup, out);
}

int tables_of_job(const Job *job) {
    const char *name = text_get(&job->part[JOB_INPUT]);
    int id = material_read(name);
    if (ending_has_table(id)) return id;
    print_error("this is no table: '%s'", name);
    return -1;
}

int tables_wanted(const TablesCommandOptions *opts, int out[MATERIAL_COUNT]) {
    if (!opts->names.count) return material_up_to((int)opts->men, out);
    for (int i = 0; i < opts->names.count; i++) {
        const char *name = opts->names.items[i];
        int id = i < MATERIAL_COUNT ? material_read(name) : -1;
        if (!ending_has_table(id)) {
            print_error("'%s' is no ending of up to %d men; one is 'KQvKR'", name,
                        MATERIAL_MEN_MAX);
            return -1;
        }
        out[i] = id;
    }
    return opts->names.count;
}

void tables_line_text(const RkTablebase *tables, const Position *pos, Text *out) {
    Move moves[RACE_VALUE_PLIES_MAX + 1];
    int count = rk_tablebase_best_line(tables, &pos->board, moves, RACE_VALUE_PLIES_MAX + 1);
    if (count) san_write_line(out, pos, moves, count);
}

/* Shared out, each job has one thread unless more are asked for. */
static int run_verb(const char *name, TablesCommandOptions *opts) {
    bool shared = !batch_is_serial(opts->self, &opts->batch_options);
    if (opts->threads == 0) opts->threads = shared ? 1 : threads_available();
    for (const Verb *verb = VERBS; verb->name; verb++) {
        if (strcmp(verb->name, name) != 0) continue;
        if (verb->is_batch || !shared) return verb->run(opts);
        print_error("only 'tables build' and 'tables check' can be shared out");
        return EXIT_MISUSE;
    }
    print_error("'tables %s' is nothing; it is build, list, check, stats or probe", name);
    return EXIT_MISUSE;
}

/* Is it the game that has tables?  NULL stands for that; false after complaining. */
static bool is_race(const char *variant) {
    const Rules *rules = variant ? input_rules(variant) : &RACING_KINGS;
    bool race = rules && rules == &RACING_KINGS;
    if (rules && !race)
        print_error("--variant: tables are of Racing Kings, not of %s", rules->title);
    return race;
}

static int run(const Command *self, int argc, char **argv) {
    TablesCommandOptions opts = {.men = 4,
                                 .samples = 10000,
                                 .searched = 100,
                                 .seed = 1,
                                 .self = self,
                                 .batch_options = BATCH_DEFAULTS};
    const char *folder = NULL, *variant = NULL;
    const Option options[] = {
        {"folder", 'f', OPTION_TEXT, &folder, "DIR", "where the tables are", 0, 0},
        {"men", 'm', OPTION_INT, &opts.men, "N", "build all endings of up to N men (4)", 2,
         MATERIAL_MEN_MAX},
        {"threads", 't', OPTION_INT, &opts.threads, "N", "build with N threads (all processors)", 1,
         THREADS_MAX},
        {"samples", 0, OPTION_INT, &opts.samples, "N", "check N positions of each table (10000)", 0,
         INT64_MAX},
        {"plies", 0, OPTION_INT, &opts.plies, "N", "check by search that deep as well", 0, 20},
        {"searched", 0, OPTION_INT, &opts.searched, "N", "and so many positions (100)", 0,
         INT64_MAX},
        {"seed", 0, OPTION_INT, &opts.seed, "N", "check other positions", 0, INT64_MAX},
        {"line", 'l', OPTION_FLAG, &opts.line, NULL, "show the moves of best play", 0, 0},
        {"records", 0, OPTION_INT, &opts.records, "N", "stats: the N longest and deepest of all", 1,
         MATERIAL_COUNT},
        {"markdown", 0, OPTION_FLAG, &opts.markdown, NULL, "stats as a table for documents", 0, 0},
        {"variant", 'v', OPTION_TEXT, &variant, "NAME", "racingkings, the game that has tables", 0,
         0},
        {"json", 'j', OPTION_FLAG, &opts.json, NULL, "answer in JSON, one object per line", 0, 0},
        JOBS_OPTION(opts.batch_options, 0),
        SHARD_OPTION(opts.batch_options),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (!rest.count) {
        print_error("tables build, list, check, stats or probe?  See 'roek help tables'");
        return EXIT_MISUSE;
    }
    if (!is_race(variant)) return EXIT_MISUSE;
    if (!tablebase_folder_path(folder, opts.folder)) return EXIT_MISUSE;
    opts.names = (Operands){rest.items + 1, rest.count - 1};
    long_work_begin(self);
    return long_work_end(self, run_verb(rest.items[0], &opts));
}

const Command command_tables = {
    .name = "tables",
    .is_batch = true,
    .synopsis = "tables build|list|check|stats|probe [TABLE...|FEN]",
    .summary = "Solve the endings of Racing Kings and look positions up",
    .details =
        "  tables build [TABLE...]    solve all endings of up to --men men, or those named and\n"
        "                             what they need; finished tables are kept, so a stopped\n"
        "                             build goes on where it was\n"
        "  tables list                the tables that are there, and those that are damaged\n"
        "  tables check [TABLE...]    compare checksums, values with those after each move, and\n"
        "                             with --plies what a search without tables finds\n"
        "  tables stats [TABLE...]    shares won, drawn and lost, wins by one move alone, mutual\n"
        "                             zugzwangs (who is to move would rather not), the longest\n"
        "                             win; with --records the longest and deepest of all\n"
        "  tables probe FEN|-         what a position and each of its moves is worth; positions\n"
        "                             that no table holds are answered 'unknown', status 1\n"
        "\n"
        "A table is named by its pieces, White's first: KQvKR.  Positions with up to four men "
        "make\n"
        "43 tables of 20 MB together, built in 13 CPU seconds; five men are 98 more tables of up\n"
        "to 25 CPU seconds, 50 MB and 1.2 GB of memory each.  A table is two files: who wins\n"
        "(.rkt), which is all a search asks for, and in how many plies (.rkd).\n"
        "\n"
        "build and check can be shared out by --jobs, --shard and roek-mpi, with one thread for\n"
        "each table unless --threads says otherwise.  Any number of processes may build in one\n"
        "folder: each table is built by one of them.\n"
        "\n"
        "The folder is $ROEK_TABLES, else $XDG_DATA_HOME/roek/tables, else\n"
        "~/.local/share/roek/tables.  Analysis and play use the tables they find there.\n"
        "\n"
        "Values are exact for best play, and count plies (moves of one player) to the end of the\n"
        "game.  They ignore the fifty-move rule and repetition.\n"
        "\n"
        "Examples:\n"
        "  $ roek tables build --men 3\n"
        "  $ roek tables build KQRvKR --threads 8\n"
        "  $ roek tables build --men 3 --jobs 2\n"
        "  $ roek tables check --samples 1000 --plies 5\n"
        "  $ roek tables probe '8/8/8/8/3k4/8/8/4K2R w - - 0 1'\n"
        "  $ roek tables probe --line '8/8/8/8/3k4/8/8/4K2R w - - 0 1'\n"
        "  $ roek tables stats --json\n"
        "  $ roek tables stats --records 10\n",
    .run = run,
};
