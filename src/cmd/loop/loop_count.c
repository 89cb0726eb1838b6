// SPDX-License-Identifier: MIT
//
// roek loop --count for many hands: the search is split at its first pieces, each job counts every
// LOOP_PARTSth of the branches.
#include "base/os/interrupt.h"
#include "cmd/loop/loop_command.h"

#include <inttypes.h>

typedef struct {
    const LoopCommandOptions *opts;
    const LoopPuzzle *puzzle;
    int listed, taken;
    LoopPartCount sum;
    int (*print)(void *context, const LoopResult *result);
    void *context;
} LoopCountBatch;

static bool next_part(void *context, Text *job) {
    LoopCountBatch *c = context;
    if (c->listed == LOOP_PARTS) return false;
    text_int(job, c->listed++);
    return true;
}

static bool count_part(void *context, void *state, Job *job) {
    (void)state;
    const LoopCountBatch *c = context;
    int64_t part;
    if (!text_to_int(text_get(&job->part[JOB_INPUT]), 0, LOOP_PARTS - 1, &part)) {
        print_error("this is no part of a count: '%s'", text_get(&job->part[JOB_INPUT]));
        return false;
    }
    LoopOptions order = {
        .threads = (int)c->opts->threads, .seconds = c->opts->seconds, .stop = interrupt_flag()};
    LoopPartCount s = loop_count_part(c->puzzle, &order, (int)part, LOOP_PARTS);
    text_format(&job->part[JOB_DATA],
                "%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d", (int)s.end,
                s.solutions.high, s.solutions.low, s.orbits.high, s.orbits.low, s.nodes,
                s.symmetries);
    return true;
}

static bool read_note(const Job *job, LoopPartCount *out) {
    int64_t end, symmetries;
    Cursor c = cursor_on(text_get(&job->part[JOB_DATA]));
    if (!cursor_int(&c, LOOP_COMPLETE, LOOP_NO_MEMORY, &end) ||
        !cursor_uint(&c, &out->solutions.high) || !cursor_uint(&c, &out->solutions.low) ||
        !cursor_uint(&c, &out->orbits.high) || !cursor_uint(&c, &out->orbits.low) ||
        !cursor_uint(&c, &out->nodes) || !cursor_int(&c, 1, 8, &symmetries))
        return false;
    out->end = (LoopEnd)end;
    out->symmetries = (int)symmetries;
    return cursor_done(&c);
}

static TakeResult add_part(void *context, const Job *job) {
    LoopCountBatch *c = context;
    LoopPartCount s;
    if (!read_note(job, &s)) return TAKE_BAD;
    loop_part_count_add(&c->sum, &s);
    c->taken++;
    // after an interrupt no other part is begun, and those under way still count
    bool ended = s.end == LOOP_COMPLETE || atomic_load(interrupt_flag());
    return ended ? TAKE_MORE : TAKE_ENOUGH; // without it there is no sum
}

static int print_sum(void *context) {
    LoopCountBatch *c = context;
    if (c->taken < LOOP_PARTS && c->sum.end == LOOP_COMPLETE) c->sum.end = LOOP_INCOMPLETE;
    LoopResult result = loop_part_count_total(&c->sum);
    return c->print(c->context, &result);
}

int loop_count_batch(const LoopCommandOptions *opts, const LoopPuzzle *puzzle,
                     int (*print)(void *context, const LoopResult *result), void *context) {
    LoopCountBatch counting = {.opts = opts, .puzzle = puzzle, .print = print, .context = context};
    const Batch batch = {.context = &counting,
                         .next = next_part,
                         .work = count_part,
                         .take = add_part,
                         .finish = print_sum,
                         .stop = interrupt_flag()};
    return batch_run(opts->self, &opts->batch_options, &batch);
}
