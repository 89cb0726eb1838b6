// SPDX-License-Identifier: MIT
//
// roek tables build: a job is a table.  A table needs those that its captures lead to; the
// process that has the job builds missing ones first, and waits for those that another one builds.
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/text/json.h"
#include "cmd/tables/tables_command.h"
#include "console/progress.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const TablesCommandOptions *opts;
    int plan[MATERIAL_COUNT];
    int count, next, taken;
    int built;
    bool shows_plies, shows_tables; // on the terminal
    int64_t started;
} TableBuildRun;

/* One table under way. */
typedef struct {
    const TableBuildRun *building;
    int number; // from 0
    int built;  // it and what it needed
} TableInProgress;

static void show(const TableBuildRun *b, int number, const char *name, int plies) {
    char depth[32] = "";
    Text text = text_on(depth, sizeof depth);
    if (plies) text_format(&text, "%d plies  ", plies);
    progress_show("%d of %d  %s  %s%.0f s", number, b->count, name, depth,
                  (double)(clock_ms() - b->started) / 1e3);
}

static void on_progress(void *context, const TableBuildProgress *p) {
    TableInProgress *table = context;
    table->built += p->step == BUILD_DONE;
    if (!table->building->shows_plies) return;
    char name[MATERIAL_NAME_MAX];
    material_write(p->id, name);
    show(table->building, table->number + 1, name, p->plies);
}

static void print_build_error(TableBuildStatus result, const char *folder) {
    switch (result) {
    case BUILD_NO_MEMORY: print_memory_error(); break;
    case BUILD_TOO_DEEP: print_error("a win of this ending is longer than a table can tell"); break;
    case BUILD_TOO_MANY_MEN:
        print_error("tables are built for up to %d men", MATERIAL_MEN_MAX);
        break;
    default: print_error("cannot write to '%s': %s", folder, strerror(errno)); break;
    }
}

static bool next_table(void *context, Text *job) {
    TableBuildRun *b = context;
    char name[MATERIAL_NAME_MAX];
    if (b->next == b->count) return false;
    material_write(b->plan[b->next++], name);
    text_string(job, name);
    return true;
}

/* The note: how many tables were built for it.  A build that was stopped is reported at
 * the end. */
static bool build_table(void *context, void *state, Job *job) {
    (void)state;
    const TableBuildRun *b = context;
    int id = tables_of_job(job);
    if (id < 0) return false;
    TableInProgress table = {.building = b, .number = (int)job->number};
    TableBuildOptions build = {.folder = b->opts->folder,
                               .endings = &id,
                               .ending_count = 1,
                               .threads = (int)b->opts->threads,
                               .stop = interrupt_flag(),
                               .progress = on_progress,
                               .context = &table};
    TableBuildStatus result = rk_tablebase_build(&build);
    text_format(&job->part[JOB_DATA], "%d", table.built);
    if (result == BUILD_OK || result == BUILD_STOPPED) return true;
    print_build_error(result, b->opts->folder);
    return false;
}

static TakeResult take_table(void *context, const Job *job) {
    TableBuildRun *b = context;
    int64_t built;
    if (!text_to_int(text_get(&job->part[JOB_DATA]), 0, MATERIAL_COUNT, &built)) return TAKE_BAD;
    b->built += (int)built;
    b->taken++;
    if (b->shows_tables) show(b, b->taken, text_get(&job->part[JOB_INPUT]), 0);
    return TAKE_MORE;
}

/* After an interrupt some tables are neither built nor kept. */
static void print_built(const TableBuildRun *b, bool stopped) {
    int kept = b->count - b->built;
    if (!b->opts->json) {
        print_out("%d table%s built, ", b->built, plural_s((uint64_t)b->built));
        if (stopped)
            print_out("the same command goes on, in %s\n", b->opts->folder);
        else
            print_out("%d kept, in %s\n", kept, b->opts->folder);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    json_put_int(&out, "built", b->built);
    if (stopped)
        json_put_bool(&out, "complete", false);
    else
        json_put_int(&out, "kept", kept);
    json_put_string(&out, "folder", b->opts->folder);
    json_close(&out, '}');
    tables_print_json(&out);
}

static int end_building(void *context) {
    const TableBuildRun *b = context;
    bool stopped = interrupt_pending();
    if (b->shows_plies || b->shows_tables) progress_erase();
    print_err("%.1f s\n", (double)(clock_ms() - b->started) / 1e3);
    print_built(b, stopped);
    return stopped ? EXIT_NO : EXIT_DONE;
}

int tables_run_build(const TablesCommandOptions *opts) {
    int wanted[MATERIAL_COUNT];
    int count = tables_wanted(opts, wanted);
    if (count < 0) return EXIT_MISUSE;
    bool alone = batch_is_serial(opts->self, &opts->batch_options);
    bool terminal = progress_is_possible() && !opts->self->runner && !opts->batch_options.shard;
    TableBuildRun b = {.opts = opts,
                       .shows_plies = terminal && alone,
                       .shows_tables = terminal && !alone,
                       .started = clock_ms()};
    b.count = rk_tablebase_build_order(wanted, count, b.plan);
    const Batch batch = {.context = &b,
                         .next = next_table,
                         .work = build_table,
                         .take = take_table,
                         .finish = end_building,
                         .stop = interrupt_flag()};
    return batch_run(opts->self, &opts->batch_options, &batch);
}
