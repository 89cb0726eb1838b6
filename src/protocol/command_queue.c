// SPDX-License-Identifier: MIT
#include "protocol/command_queue.h"

#include "base/thread/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct Errand Errand;
struct Errand {
    Errand *next;
    uint64_t number;
    char line[];
};

struct Errands {
    void (*run)(void *context, const char *line, uint64_t number);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock; // of all below
    pthread_cond_t changed;
    Errand *first, **last; // those that wait, and where the next one goes
    int waiting;
    uint64_t added, called_off; // numbers: of the last line, and up to which all are called off
    bool running, closed;
    atomic_bool cancelled; // the running one is
};

/* The next line, once there is one; NULL when there will be none any more. */
static Errand *take(Errands *e) {
    pthread_mutex_lock(&e->lock);
    while (!e->first && !e->closed) pthread_cond_wait(&e->changed, &e->lock);
    Errand *errand = e->first;
    if (errand) {
        e->first = errand->next;
        if (!e->first) e->last = &e->first;
        e->waiting--;
        e->running = true;
        atomic_store(&e->cancelled, errand->number <= e->called_off);
    }
    pthread_mutex_unlock(&e->lock);
    return errand;
}

static void put_down(Errands *e, Errand *errand) {
    free(errand);
    pthread_mutex_lock(&e->lock);
    e->running = false;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

static void *errands_main(void *argument) {
    Errands *e = argument;
    Errand *errand;
    while ((errand = take(e))) {
        e->run(e->context, errand->line, errand->number);
        put_down(e, errand);
    }
    return NULL;
}

static void forget(Errands *e) {
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

Errands *errands_new(void (*run)(void *context, const char *line, uint64_t number), void *context) {
    Errands *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->run = run;
    e->context = context;
    e->last = &e->first;
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->changed, NULL);
    if (thread_start(&e->thread, errands_main, e)) return e;
    forget(e);
    return NULL;
}

void errands_free(Errands *e) {
    if (!e) return;
    errands_cancel(e);
    pthread_mutex_lock(&e->lock);
    e->closed = true;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    pthread_join(e->thread, NULL);
    forget(e);
}

uint64_t errands_add(Errands *e, const char *line) {
    size_t size = strlen(line) + 1;
    Errand *errand = malloc(sizeof *errand + size);
    if (!errand) return 0;
    errand->next = NULL;
    memcpy(errand->line, line, size);
    pthread_mutex_lock(&e->lock);
    uint64_t number = e->waiting < ERRANDS_MAX ? ++e->added : 0;
    if (number) {
        errand->number = number;
        *e->last = errand;
        e->last = &errand->next;
        e->waiting++;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
    if (!number) free(errand);
    return number;
}

void errands_cancel(Errands *e) {
    pthread_mutex_lock(&e->lock);
    e->called_off = e->added;
    if (e->running) atomic_store(&e->cancelled, true);
    pthread_mutex_unlock(&e->lock);
}

const atomic_bool *errands_cancelled(const Errands *e) {
    return &e->cancelled;
}

uint64_t errands_added(Errands *e) {
    pthread_mutex_lock(&e->lock);
    uint64_t added = e->added;
    pthread_mutex_unlock(&e->lock);
    return added;
}

int errands_waiting(Errands *e) {
    pthread_mutex_lock(&e->lock);
    int waiting = e->waiting;
    pthread_mutex_unlock(&e->lock);
    return waiting;
}

void errands_finish(Errands *e) {
    pthread_mutex_lock(&e->lock);
    while (e->first || e->running) pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
}
