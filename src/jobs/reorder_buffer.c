// SPDX-License-Identifier: MIT
#include "jobs/batch.h"

#include <stdlib.h>

struct ReorderItem {
    ReorderItem *next, *before;
    Job job;
};

/* Inserts by searching from the end, because answers arrive almost in order. */
bool reorder_put(ReorderBuffer *reorder, Job *job) {
    ReorderItem *item = malloc(sizeof *item);
    if (!item) {
        job_free(job);
        return false;
    }
    ReorderItem *before = reorder->last;
    while (before && before->job.number > job->number) before = before->before;
    ReorderItem *next = before ? before->next : reorder->first;
    *item = (ReorderItem){.next = next, .before = before, .job = *job};
    *(before ? &before->next : &reorder->first) = item;
    *(next ? &next->before : &reorder->last) = item;
    return true;
}

/* Removes the first answer. */
static Job take_first(ReorderBuffer *reorder) {
    ReorderItem *item = reorder->first;
    Job job = item->job;
    reorder->first = item->next;
    *(item->next ? &item->next->before : &reorder->last) = NULL;
    free(item);
    return job;
}

bool reorder_take(ReorderBuffer *reorder, Job *out) {
    if (!reorder->first || reorder->first->job.number != reorder->due) return false;
    *out = take_first(reorder);
    reorder->due += reorder->step;
    return true;
}

void reorder_free(ReorderBuffer *reorder) {
    while (reorder->first) {
        Job job = take_first(reorder);
        job_free(&job);
    }
}
