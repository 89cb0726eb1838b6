// SPDX-License-Identifier: MIT
#include "jobs/batch.h"

#include <stdlib.h>

struct Queue {
    Queue *next, *before;
    Job job;
};

/* Answers come almost in order, so the place of one is looked for from the end. */
bool turns_put(Turns *turns, Job *job) {
    Queue *item = malloc(sizeof *item);
    if (!item) {
        job_free(job);
        return false;
    }
    Queue *before = turns->last;
    while (before && before->job.number > job->number) before = before->before;
    Queue *next = before ? before->next : turns->first;
    *item = (Queue){.next = next, .before = before, .job = *job};
    *(before ? &before->next : &turns->first) = item;
    *(next ? &next->before : &turns->last) = item;
    return true;
}

/* Takes the first one off. */
static Job unqueue(Turns *turns) {
    Queue *item = turns->first;
    Job job = item->job;
    turns->first = item->next;
    *(item->next ? &item->next->before : &turns->last) = NULL;
    free(item);
    return job;
}

bool turns_take(Turns *turns, Job *out) {
    if (!turns->first || turns->first->job.number != turns->due) return false;
    *out = unqueue(turns);
    turns->due += turns->step;
    return true;
}

void turns_free(Turns *turns) {
    while (turns->first) {
        Job job = unqueue(turns);
        job_free(&job);
    }
}
