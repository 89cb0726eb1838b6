// SPDX-License-Identifier: MIT
//
// roek tables list and check: what is in the files, and is it right?  To check a table is a job.
#include "base/text/json.h"
#include "cmd/tables/tables_command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line about one table: its name, then whatever `text` says, or the same in JSON. */
typedef struct {
    int id;
    TableFault fault;
    uint64_t bytes;
    bool lacks_distances; // the results are there
    TablesCheck check;    // of `tables check`
} Row;

static const char *row_state(const Row *row) {
    return row->lacks_distances ? "without distances" : table_fault_text(row->fault);
}

static void write_row_json(Text *out, const Row *row, const char *name, bool checked) {
    json_open(out, '{');
    json_put_string(out, "table", name);
    json_put_string(out, "state", row_state(row));
    json_put_int(out, "bytes", (int64_t)row->bytes);
    if (checked) {
        json_put_int(out, "positions", (int64_t)row->check.checked);
        json_put_int(out, "searched", (int64_t)row->check.searched);
        json_put_int(out, "proved", (int64_t)row->check.proved);
        json_put_int(out, "wrong", (int64_t)row->check.wrong);
    }
    json_close(out, '}');
    text_char(out, '\n');
}

static void write_checked(Text *out, const TablesCheck *check) {
    text_format(out, ", %" PRIu64 " positions", check->checked);
    if (check->searched)
        text_format(out, ", %" PRIu64 " searched, %" PRIu64 " decided", check->searched,
                    check->proved);
    text_format(out, ", %" PRIu64 " wrong", check->wrong);
    char fen[TABLES_FEN_MAX];
    if (!check->wrong) return;
    tables_board_fen(&check->example, fen);
    text_format(out, ": %s", fen);
}

static void write_row(Text *out, const TablesWish *wish, const Row *row, bool checked) {
    char name[ENDING_NAME_MAX];
    ending_write(row->id, name);
    if (wish->json) {
        write_row_json(out, row, name, checked);
        return;
    }
    text_format(out, "%-8s %9" PRIu64 " bytes  %s", name, row->bytes, row_state(row));
    if (checked && row->fault == TABLE_OK) write_checked(out, &row->check);
    text_char(out, '\n');
}

static uint64_t bytes_on_disk(const char *folder, int id, const char *suffix) {
    char path[PATH_MAX];
    FileSource file;
    if (!table_path(folder, id, suffix, path, sizeof path) || !file_open(path, &file)) return 0;
    file_shut(&file);
    return file.size;
}

static bool is_file_there(const char *folder, int id, const char *suffix) {
    char path[PATH_MAX];
    return table_path(folder, id, suffix, path, sizeof path) && file_is_there(path);
}

/* The reason is in errno. */
static void complain_table(const TablesWish *wish, int id, const char *suffix) {
    char path[PATH_MAX];
    int error = errno;
    if (!table_path(wish->folder, id, suffix, path, sizeof path)) return;
    errno = error;
    complain_unreadable(path);
}

/* Looks at the files alone; `thorough` compares all their checksums. */
static Row look_at(const TablesWish *wish, int id, bool thorough) {
    Row row = {.id = id};
    Table table;
    row.bytes = bytes_on_disk(wish->folder, id, TABLE_SUFFIX) +
                bytes_on_disk(wish->folder, id, DISTANCES_SUFFIX);
    row.fault = table_open(wish->folder, id, &table);
    if (row.fault == TABLE_UNREADABLE) complain_table(wish, id, TABLE_SUFFIX);
    if (row.fault == TABLE_OK) {
        if (table.distances_fault == TABLE_UNREADABLE) complain_table(wish, id, DISTANCES_SUFFIX);
        row.fault = thorough ? table_verify(&table) : table.distances_fault;
        row.lacks_distances = row.fault == TABLE_MISSING;
        table_close(&table);
    }
    if (row.fault == TABLE_NO_MEMORY) complain_memory();
    return row;
}

int tables_run_list(const TablesWish *wish) {
    int endings[ENDING_COUNT];
    int count = endings_up_to(ENDING_MEN_MAX, endings), good = 0, bad = 0;
    uint64_t bytes = 0;
    for (int i = 0; i < count; i++) {
        Row row = look_at(wish, endings[i], false);
        if (row.fault == TABLE_MISSING && !row.lacks_distances) continue;
        Text out = text_growing();
        write_row(&out, wish, &row, false);
        say_text(&out, "");
        text_free(&out);
        good += row.fault == TABLE_OK;
        bad += row.fault != TABLE_OK;
        bytes += row.bytes;
    }
    if (!wish->json)
        printf("%d table%s, %.1f MB, %d unusable, in %s\n", good, plural((uint64_t)good),
               (double)bytes / 1e6, bad, wish->folder);
    return good && !bad ? EXIT_DONE : EXIT_NO;
}

// Checking.

typedef struct {
    const TablesWish *wish;
    int endings[ENDING_COUNT];
    int count, next;
    int good, bad;
} Checking;

/* Is any of its files there? */
static bool is_to_be_checked(const TablesWish *wish, int id) {
    return wish->names.count > 0 || is_file_there(wish->folder, id, TABLE_SUFFIX);
}

static bool next_table(void *context, Text *job) {
    Checking *c = context;
    char name[ENDING_NAME_MAX];
    while (c->next < c->count && !is_to_be_checked(c->wish, c->endings[c->next])) c->next++;
    if (c->next == c->count) return false;
    ending_write(c->endings[c->next++], name);
    text_string(job, name);
    return true;
}

/* What a hand works with: the tables, if there are any. */
typedef struct {
    Tables *tables;
} Shelf;

static void *open_shelf(void *context) {
    const Checking *c = context;
    Shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf)
        shelf->tables = tables_enter(c->wish->folder);
    else
        complain_memory();
    return shelf;
}

static void close_shelf(void *context, void *hand) {
    (void)context;
    Shelf *shelf = hand;
    tables_leave(shelf->tables);
    free(shelf);
}

/* The note: is it good? */
static bool check_table(void *context, void *hand, Job *job) {
    const Checking *c = context;
    const TablesWish *wish = c->wish;
    const Shelf *shelf = hand;
    int id = tables_of_job(job);
    if (id < 0) return false;
    TablesSample sample = {.positions = (uint64_t)wish->samples,
                           .searched = (uint64_t)wish->searched,
                           .plies = (int)wish->plies,
                           .seed = (uint64_t)wish->seed};
    Row row = look_at(wish, id, true);
    if (row.fault == TABLE_OK) row.check = tables_check(shelf->tables, id, &sample);
    write_row(&job->part[PART_OUT], wish, &row, true);
    text_char(&job->part[PART_NOTE], row.fault == TABLE_OK && !row.check.wrong ? '+' : '-');
    return true;
}

static Taken take_check(void *context, const Job *job) {
    Checking *c = context;
    const char *note = text_get(&job->part[PART_NOTE]);
    bool good = strcmp(note, "+") == 0;
    if (!good && strcmp(note, "-") != 0) return ANSWER_BAD;
    c->good += good;
    c->bad += !good;
    return ANSWER_TAKEN;
}

static int end_checking(void *context) {
    const Checking *c = context;
    if (!c->wish->json)
        printf("%d table%s good, %d bad, in %s\n", c->good, plural((uint64_t)c->good), c->bad,
               c->wish->folder);
    return c->good && !c->bad ? EXIT_DONE : EXIT_NO;
}

int tables_run_check(const TablesWish *wish) {
    Checking c = {.wish = wish};
    c.count = wish->names.count ? tables_wanted(wish, c.endings)
                                : endings_up_to(ENDING_MEN_MAX, c.endings);
    if (c.count < 0) return EXIT_MISUSE;
    const Batch batch = {.context = &c,
                         .next = next_table,
                         .hire = open_shelf,
                         .dismiss = close_shelf,
                         .work = check_table,
                         .take = take_check,
                         .finish = end_checking};
    return batch_run(wish->self, &wish->sharing, &batch);
}
