// SPDX-License-Identifier: MIT
//
// roek loop --count for many hands: the search is split at its first pieces, each job counts every
// LOOP_PARTSth of the branches.
#include "cmd/loop/loop_command.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct {
    const LoopWish *wish;
    const LoopPuzzle *puzzle;
    int listed;
    LoopShare sum;
    int (*tell)(void *context, const LoopResult *result);
    void *context;
} Counting;

static bool next_part(void *context, Text *job) {
    Counting *c = context;
    if (c->listed == LOOP_PARTS) return false;
    text_int(job, c->listed++);
    return true;
}

static bool count_part(void *context, void *hand, Job *job) {
    (void)hand;
    const Counting *c = context;
    int64_t part;
    if (!text_to_int(text_get(&job->part[PART_JOB]), 0, LOOP_PARTS - 1, &part)) {
        complain("this is no part of a count: '%s'", text_get(&job->part[PART_JOB]));
        return false;
    }
    LoopOrder order = {.threads = (int)c->wish->threads, .seconds = c->wish->seconds};
    LoopShare s = loop_count_part(c->puzzle, &order, (int)part, LOOP_PARTS);
    text_format(&job->part[PART_NOTE],
                "%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %d", (int)s.end,
                s.solutions.high, s.solutions.low, s.orbits.high, s.orbits.low, s.nodes,
                s.symmetries);
    return true;
}

static bool read_note(const Job *job, LoopShare *out) {
    int end;
    if (sscanf(text_get(&job->part[PART_NOTE]),
               "%d %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %d", &end,
               &out->solutions.high, &out->solutions.low, &out->orbits.high, &out->orbits.low,
               &out->nodes, &out->symmetries) != 7)
        return false;
    out->end = (LoopEnd)end;
    return end >= LOOP_COMPLETE && end <= LOOP_NO_MEMORY && out->symmetries >= 1 &&
           out->symmetries <= 8;
}

static Taken add_part(void *context, const Job *job) {
    Counting *c = context;
    LoopShare s;
    if (!read_note(job, &s)) return ANSWER_BAD;
    loop_share_add(&c->sum, &s);
    return s.end == LOOP_COMPLETE ? ANSWER_TAKEN : ANSWER_ENOUGH; // a sum without it is none
}

static int tell_sum(void *context) {
    const Counting *c = context;
    LoopResult result = loop_share_total(&c->sum);
    return c->tell(c->context, &result);
}

int loop_count_shared(const LoopWish *wish, const LoopPuzzle *puzzle,
                      int (*tell)(void *context, const LoopResult *result), void *context) {
    Counting counting = {.wish = wish, .puzzle = puzzle, .tell = tell, .context = context};
    const Batch batch = {.context = &counting,
                         .next = next_part,
                         .work = count_part,
                         .take = add_part,
                         .finish = tell_sum};
    return batch_run(wish->self, &wish->sharing, &batch);
}
