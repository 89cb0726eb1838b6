// SPDX-License-Identifier: MIT
#include "roek/jobs/batch.h"

#include <stdlib.h>

struct Queue {
    Queue *next;
    Job job;
};

bool turns_put(Turns *turns, Job *job) {
    Queue *item = malloc(sizeof *item);
    if (!item) {
        job_free(job);
        return false;
    }
    item->job = *job;
    Queue **at = &turns->waiting;
    while (*at && (*at)->job.number < job->number) at = &(*at)->next;
    item->next = *at;
    *at = item;
    return true;
}

bool turns_take(Turns *turns, Job *out) {
    Queue *item = turns->waiting;
    if (!item || item->job.number != turns->due) return false;
    *out = item->job;
    turns->waiting = item->next;
    turns->due += turns->step;
    free(item);
    return true;
}

void turns_free(Turns *turns) {
    while (turns->waiting) {
        Queue *item = turns->waiting;
        turns->waiting = item->next;
        job_free(&item->job);
        free(item);
    }
}
