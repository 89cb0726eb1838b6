// SPDX-License-Identifier: MIT
//
// roek tables list and check: what is in the files, and is it right?  To check a table is a job.
#include "base/os/interrupt.h"
#include "base/text/json.h"
#include "cmd/tables/tables_command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One line about one table: its name, then whatever `text` says, or the same in JSON. */
typedef struct {
    int id;
    TableFault fault;
    uint64_t bytes;
    bool lacks_distances;   // the results are there
    TableCheckResult check; // of `tables check`
} TableRow;

static const char *row_state(const TableRow *row) {
    return row->lacks_distances ? "without distances" : table_fault_text(row->fault);
}

static void write_row_json(Text *out, const TableRow *row, const char *name, bool checked) {
    json_open(out, '{');
    json_put_string(out, "table", name);
    json_put_string(out, "state", row_state(row));
    json_put_int(out, "bytes", (int64_t)row->bytes);
    if (checked) {
        json_put_int(out, "positions", (int64_t)row->check.checked);
        json_put_int(out, "searched", (int64_t)row->check.searched);
        json_put_int(out, "proved", (int64_t)row->check.proved);
        json_put_int(out, "wrong", (int64_t)row->check.wrong);
        if (row->check.stopped) json_put_bool(out, "complete", false);
    }
    json_close(out, '}');
    text_char(out, '\n');
}

static void write_checked(Text *out, const TableCheckResult *check) {
    text_format(out, ", %" PRIu64 " positions", check->checked);
    if (check->searched)
        text_format(out, ", %" PRIu64 " searched, %" PRIu64 " decided", check->searched,
                    check->proved);
    text_format(out, ", %" PRIu64 " wrong%s", check->wrong, check->stopped ? " so far" : "");
    char fen[TABLES_FEN_MAX];
    if (!check->wrong) return;
    tables_board_fen(&check->example, fen);
    text_format(out, ": %s", fen);
}

static void write_row(Text *out, const TablesCommandOptions *opts, const TableRow *row,
                      bool checked) {
    char name[MATERIAL_NAME_MAX];
    material_write(row->id, name);
    if (opts->json) {
        write_row_json(out, row, name, checked);
        return;
    }
    text_format(out, "%-8s %9" PRIu64 " bytes  %s", name, row->bytes, row_state(row));
    if (checked && row->fault == TABLE_OK) write_checked(out, &row->check);
    text_char(out, '\n');
}

static uint64_t bytes_on_disk(const char *folder, int id, const char *suffix) {
    char path[PATH_MAX];
    FileHandle file;
    if (!table_path(folder, id, suffix, path, sizeof path) || !file_open(path, &file)) return 0;
    file_close(&file);
    return file.size;
}

static bool is_file_there(const char *folder, int id, const char *suffix) {
    char path[PATH_MAX];
    return table_path(folder, id, suffix, path, sizeof path) && file_exists(path);
}

/* The reason is in errno. */
static void print_table_error(const TablesCommandOptions *opts, int id, const char *suffix) {
    char path[PATH_MAX];
    int error = errno;
    if (!table_path(opts->folder, id, suffix, path, sizeof path)) return;
    errno = error;
    print_read_error(path);
}

/* Looks at the files alone; `thorough` compares all their checksums. */
static TableRow inspect_files(const TablesCommandOptions *opts, int id, bool thorough) {
    TableRow row = {.id = id};
    RaceTable table;
    row.bytes = bytes_on_disk(opts->folder, id, TABLE_SUFFIX) +
                bytes_on_disk(opts->folder, id, DISTANCES_SUFFIX);
    row.fault = table_open(opts->folder, id, &table);
    if (row.fault == TABLE_UNREADABLE) print_table_error(opts, id, TABLE_SUFFIX);
    if (row.fault == TABLE_OK) {
        if (table.distances_fault == TABLE_UNREADABLE)
            print_table_error(opts, id, DISTANCES_SUFFIX);
        row.fault = thorough ? table_verify(&table) : table.distances_fault;
        row.lacks_distances = row.fault == TABLE_MISSING;
        table_close(&table);
    }
    if (row.fault == TABLE_NO_MEMORY) print_memory_error();
    return row;
}

int tables_run_list(const TablesCommandOptions *opts) {
    int endings[MATERIAL_COUNT];
    int count = material_up_to(MATERIAL_MEN_MAX, endings), good = 0, bad = 0;
    uint64_t bytes = 0;
    for (int i = 0; i < count; i++) {
        TableRow row = inspect_files(opts, endings[i], false);
        if (row.fault == TABLE_MISSING && !row.lacks_distances) continue;
        Text out = text_growing();
        write_row(&out, opts, &row, false);
        print_text(&out, "");
        text_free(&out);
        good += row.fault == TABLE_OK;
        bad += row.fault != TABLE_OK;
        bytes += row.bytes;
    }
    if (!opts->json)
        print_out("%d table%s, %.1f MB, %d unusable, in %s\n", good, plural_s((uint64_t)good),
                  (double)bytes / 1e6, bad, opts->folder);
    return good && !bad ? EXIT_DONE : EXIT_NO;
}

// Checking.

typedef struct {
    const TablesCommandOptions *opts;
    int endings[MATERIAL_COUNT];
    int count, next;
    int good, bad;
} TableCheckRun;

/* Is any of its files there? */
static bool is_to_be_checked(const TablesCommandOptions *opts, int id) {
    return opts->names.count > 0 || is_file_there(opts->folder, id, TABLE_SUFFIX);
}

static bool next_table(void *context, Text *job) {
    TableCheckRun *c = context;
    char name[MATERIAL_NAME_MAX];
    while (c->next < c->count && !is_to_be_checked(c->opts, c->endings[c->next])) c->next++;
    if (c->next == c->count) return false;
    material_write(c->endings[c->next++], name);
    text_string(job, name);
    return true;
}

/* What a hand works with: the tables, if there are any. */
typedef struct {
    RkTablebase *tables;
} CheckWorker;

static void *worker_new(void *context) {
    const TableCheckRun *c = context;
    CheckWorker *worker = calloc(1, sizeof *worker);
    if (worker)
        worker->tables = tablebase_folder_open(c->opts->folder);
    else
        print_memory_error();
    return worker;
}

static void worker_free(void *context, void *state) {
    (void)context;
    CheckWorker *worker = state;
    tablebase_folder_close(worker->tables);
    free(worker);
}

/* Is it good?  '?': an interrupt came before that was clear. */
static char verdict_on(const TableRow *row) {
    if (row->fault != TABLE_OK || row->check.wrong) return '-';
    return row->check.stopped ? '?' : '+';
}

/* The note: the verdict. */
static bool check_table(void *context, void *state, Job *job) {
    const TableCheckRun *c = context;
    const TablesCommandOptions *opts = c->opts;
    const CheckWorker *worker = state;
    int id = tables_of_job(job);
    if (id < 0) return false;
    TableCheckOptions sample = {.positions = (uint64_t)opts->samples,
                                .searched = (uint64_t)opts->searched,
                                .plies = (int)opts->plies,
                                .seed = (uint64_t)opts->seed,
                                .stop = interrupt_flag()};
    TableRow row = inspect_files(opts, id, true);
    if (row.fault == TABLE_OK) row.check = rk_tablebase_check(worker->tables, id, &sample);
    write_row(&job->part[JOB_STDOUT], opts, &row, true);
    text_char(&job->part[JOB_DATA], verdict_on(&row));
    return true;
}

static TakeResult take_check(void *context, const Job *job) {
    TableCheckRun *c = context;
    const char *note = text_get(&job->part[JOB_DATA]);
    const char *known = interrupt_pending() ? "+-?" : "+-";
    if (strlen(note) != 1 || !strchr(known, *note)) return TAKE_BAD;
    c->good += *note == '+';
    c->bad += *note == '-';
    return TAKE_MORE;
}

static int end_checking(void *context) {
    const TableCheckRun *c = context;
    if (!c->opts->json)
        print_out("%d table%s good, %d bad, in %s\n", c->good, plural_s((uint64_t)c->good), c->bad,
                  c->opts->folder);
    return c->good && !c->bad ? EXIT_DONE : EXIT_NO;
}

int tables_run_check(const TablesCommandOptions *opts) {
    TableCheckRun c = {.opts = opts};
    c.count = opts->names.count ? tables_wanted(opts, c.endings)
                                : material_up_to(MATERIAL_MEN_MAX, c.endings);
    if (c.count < 0) return EXIT_MISUSE;
    const Batch batch = {.context = &c,
                         .next = next_table,
                         .state_new = worker_new,
                         .state_free = worker_free,
                         .work = check_table,
                         .take = take_check,
                         .finish = end_checking,
                         .stop = interrupt_flag()};
    return batch_run(opts->self, &opts->batch_options, &batch);
}
