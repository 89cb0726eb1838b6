// SPDX-License-Identifier: MIT
//
// roek tables build, list and check: the care of the files.
#include "roek/base/clock.h"
#include "roek/base/interrupt.h"
#include "roek/base/json.h"
#include "roek/cmd/tables.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    bool on_terminal;
    int built, kept;
    int64_t started;
} Building;

static void on_progress(void *context, const BuildProgress *p) {
    Building *b = context;
    b->built += p->step == BUILD_DONE;
    b->kept += p->step == BUILD_KEPT;
    if (!b->on_terminal) return;
    char name[ENDING_NAME_MAX];
    ending_write(p->id, name);
    fprintf(stderr, "\r\033[K%d of %d  %s  %d plies  %.0f s", p->number, p->total, name, p->plies,
            (double)(clock_ms() - b->started) / 1e3);
    fflush(stderr);
}

static int build_failed(BuildResult result, const char *folder) {
    switch (result) {
    case BUILD_STOPPED:
        complain("stopped; the finished tables are kept, the same command goes on");
        return EXIT_NO;
    case BUILD_NO_MEMORY: complain_memory(); break;
    case BUILD_TOO_DEEP: complain("a win of this ending is longer than a table can tell"); break;
    default: complain("cannot write to '%s': %s", folder, strerror(errno)); break;
    }
    return EXIT_MACHINE;
}

static void print_built(const TablesWish *wish, const Building *b) {
    if (!wish->json) {
        printf("%d tables built, %d kept, in %s\n", b->built, b->kept, wish->folder);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    json_put_int(&out, "built", b->built);
    json_put_int(&out, "kept", b->kept);
    json_put_string(&out, "folder", wish->folder);
    json_close(&out, '}');
    tables_print_json(&out);
}

int tables_run_build(const TablesWish *wish) {
    int wanted[ENDING_COUNT], plan[ENDING_COUNT];
    int count = tables_wanted(wish, wanted);
    if (count < 0) return EXIT_MISUSE;
    Building b = {.on_terminal = isatty(STDERR_FILENO), .started = clock_ms()};
    TablesBuild build = {
        .folder = wish->folder,
        .endings = plan,
        .ending_count = tables_plan(wanted, count, plan),
        .threads = (int)wish->threads,
        .stop = interrupt_flag(),
        .progress = on_progress,
        .context = &b,
    };
    // the build ends between two tables' writing, and it can say what is to be done next
    interrupt_watch(INTERRUPT_ALL);
    BuildResult result = tables_build(&build);
    interrupt_release();
    if (b.on_terminal) fputs("\r\033[K", stderr);
    if (result != BUILD_OK) return build_failed(result, wish->folder);
    fprintf(stderr, "%.1f s\n", (double)(clock_ms() - b.started) / 1e3);
    print_built(wish, &b);
    return EXIT_DONE;
}

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

static void print_row_json(const Row *row, const char *name, bool checked) {
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "table", name);
    json_put_string(&out, "state", row_state(row));
    json_put_int(&out, "bytes", (int64_t)row->bytes);
    if (checked) {
        json_put_int(&out, "positions", (int64_t)row->check.checked);
        json_put_int(&out, "wrong", (int64_t)row->check.wrong);
    }
    json_close(&out, '}');
    tables_print_json(&out);
}

static void print_row(const TablesWish *wish, const Row *row, bool checked) {
    char name[ENDING_NAME_MAX];
    ending_write(row->id, name);
    if (wish->json) {
        print_row_json(row, name, checked);
        return;
    }
    printf("%-8s %9" PRIu64 " bytes  %s", name, row->bytes, row_state(row));
    if (checked && row->fault == TABLE_OK) {
        printf(", %" PRIu64 " positions, %" PRIu64 " wrong", row->check.checked, row->check.wrong);
        char fen[TABLES_FEN_MAX];
        if (row->check.wrong) {
            tables_board_fen(&row->check.example, fen);
            printf(": %s", fen);
        }
    }
    putchar('\n');
}

static uint64_t bytes_on_disk(const char *folder, int id, const char *suffix) {
    char path[PATH_MAX];
    FileSource file;
    if (!table_path(folder, id, suffix, path, sizeof path) || !file_open(path, &file)) return 0;
    file_shut(&file);
    return file.size;
}

/* Looks at the files alone; `thorough` compares all their checksums. */
static Row look_at(const TablesWish *wish, int id, bool thorough) {
    Row row = {.id = id};
    Table table;
    row.bytes = bytes_on_disk(wish->folder, id, TABLE_SUFFIX) +
                bytes_on_disk(wish->folder, id, DISTANCES_SUFFIX);
    row.fault = table_open(wish->folder, id, &table);
    if (row.fault == TABLE_OK) {
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
        print_row(wish, &row, false);
        good += row.fault == TABLE_OK;
        bad += row.fault != TABLE_OK;
        bytes += row.bytes;
    }
    if (!wish->json)
        printf("%d tables, %.1f MB, %d unusable, in %s\n", good, (double)bytes / 1e6, bad,
               wish->folder);
    return good && !bad ? EXIT_DONE : EXIT_NO;
}

int tables_run_check(const TablesWish *wish) {
    int endings[ENDING_COUNT];
    bool named = wish->names.count > 0;
    int count = named ? tables_wanted(wish, endings) : endings_up_to(ENDING_MEN_MAX, endings);
    if (count < 0) return EXIT_MISUSE;
    Tables *tables = tables_enter(wish->folder);
    int good = 0, bad = 0;
    for (int i = 0; i < count; i++) {
        Row row = look_at(wish, endings[i], true);
        if (row.fault == TABLE_MISSING && !row.lacks_distances && !named) continue;
        if (row.fault == TABLE_OK)
            row.check = tables_check(tables, row.id, (uint64_t)wish->samples, (uint64_t)wish->seed);
        print_row(wish, &row, true);
        bool fine = row.fault == TABLE_OK && !row.check.wrong;
        good += fine;
        bad += !fine;
    }
    tables_leave(tables);
    if (!wish->json) printf("%d tables good, %d bad, in %s\n", good, bad, wish->folder);
    return good && !bad ? EXIT_DONE : EXIT_NO;
}
