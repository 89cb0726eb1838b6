// SPDX-License-Identifier: MIT
#include "protocol/command_queue.h"

#include "base/thread/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct QueuedCommand QueuedCommand;
struct QueuedCommand {
    QueuedCommand *next;
    uint64_t number;
    char line[];
};

struct CommandQueue {
    void (*run)(void *context, const char *line, uint64_t number);
    void *context;
    pthread_t thread;
    pthread_mutex_t lock; // guards all members below
    pthread_cond_t changed;
    QueuedCommand *first, **last; // the waiting lines; where the next one is linked
    int waiting;
    uint64_t added,
        cancelled_up_to; // numbers: of the last line added, and of the last one cancelled
    bool running, closed;
    atomic_bool cancelled; // the running line is
};

/* Waits for the next line.  Returns NULL when the queue is closed and empty. */
static QueuedCommand *take_next(CommandQueue *q) {
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->closed) pthread_cond_wait(&q->changed, &q->lock);
    QueuedCommand *command = q->first;
    if (command) {
        q->first = command->next;
        if (!q->first) q->last = &q->first;
        q->waiting--;
        q->running = true;
        atomic_store(&q->cancelled, command->number <= q->cancelled_up_to);
    }
    pthread_mutex_unlock(&q->lock);
    return command;
}

static void finish_command(CommandQueue *q, QueuedCommand *command) {
    free(command);
    pthread_mutex_lock(&q->lock);
    q->running = false;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static void *queue_main(void *argument) {
    CommandQueue *q = argument;
    QueuedCommand *command;
    while ((command = take_next(q))) {
        q->run(q->context, command->line, command->number);
        finish_command(q, command);
    }
    return NULL;
}

static void destroy(CommandQueue *q) {
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

CommandQueue *command_queue_new(void (*run)(void *context, const char *line, uint64_t number),
                                void *context) {
    CommandQueue *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->run = run;
    q->context = context;
    q->last = &q->first;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    if (thread_start(&q->thread, queue_main, q)) return q;
    destroy(q);
    return NULL;
}

void command_queue_free(CommandQueue *q) {
    if (!q) return;
    command_queue_cancel(q);
    pthread_mutex_lock(&q->lock);
    q->closed = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    pthread_join(q->thread, NULL);
    destroy(q);
}

uint64_t command_queue_add(CommandQueue *q, const char *line) {
    size_t size = strlen(line) + 1;
    QueuedCommand *command = malloc(sizeof *command + size);
    if (!command) return 0;
    command->next = NULL;
    memcpy(command->line, line, size);
    pthread_mutex_lock(&q->lock);
    uint64_t number = q->waiting < COMMAND_QUEUE_MAX ? ++q->added : 0;
    if (number) {
        command->number = number;
        *q->last = command;
        q->last = &command->next;
        q->waiting++;
        pthread_cond_broadcast(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    if (!number) free(command);
    return number;
}

void command_queue_cancel(CommandQueue *q) {
    pthread_mutex_lock(&q->lock);
    q->cancelled_up_to = q->added;
    if (q->running) atomic_store(&q->cancelled, true);
    pthread_mutex_unlock(&q->lock);
}

const atomic_bool *command_queue_cancelled(const CommandQueue *q) {
    return &q->cancelled;
}

uint64_t command_queue_last_number(CommandQueue *q) {
    pthread_mutex_lock(&q->lock);
    uint64_t added = q->added;
    pthread_mutex_unlock(&q->lock);
    return added;
}

int command_queue_waiting(CommandQueue *q) {
    pthread_mutex_lock(&q->lock);
    int waiting = q->waiting;
    pthread_mutex_unlock(&q->lock);
    return waiting;
}

void command_queue_finish(CommandQueue *q) {
    pthread_mutex_lock(&q->lock);
    while (q->first || q->running) pthread_cond_wait(&q->changed, &q->lock);
    pthread_mutex_unlock(&q->lock);
}
