// SPDX-License-Identifier: MIT
#include "base/thread/line_queue.h"

#include "base/thread/thread.h"

#include <stdlib.h>

/* The owner or the reading thread frees the queue, whichever finishes last: the thread may block in
 * a read for as long as the program runs. */
struct LineQueue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    LineReader reader; // used only by the reading thread
    // Under the lock:
    const char *line; // the line that was read and is not consumed yet
    bool handed_out;  // line_queue_wait has returned `line`
    bool woken, ended, end_reported, abandoned;
    int error; // the errno that ended the input
};

static void destroy(LineQueue *queue) {
    line_reader_free(&queue->reader);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

static void *read_lines(void *argument) {
    LineQueue *queue = argument;
    const char *line;
    bool more = true;
    while (more) {
        more = line_reader_next(&queue->reader, &line);
        pthread_mutex_lock(&queue->lock);
        queue->line = more ? line : NULL;
        queue->ended = !more;
        queue->error = queue->reader.error;
        pthread_cond_broadcast(&queue->changed);
        while (queue->line && !queue->abandoned) pthread_cond_wait(&queue->changed, &queue->lock);
        more = more && !queue->abandoned;
        queue->ended |= !more;
        bool last = !more && queue->abandoned;
        pthread_mutex_unlock(&queue->lock);
        if (last) destroy(queue);
    }
    return NULL;
}

LineQueue *line_queue_new(LineReader *reader) {
    LineQueue *queue = calloc(1, sizeof *queue);
    pthread_t thread;
    if (!queue) return NULL;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->reader = *reader;
    if (thread_start(&thread, read_lines, queue)) {
        pthread_detach(thread);
        *reader = (LineReader){.fd = -1, .ended = true};
        return queue;
    }
    queue->reader = (LineReader){.fd = -1};
    destroy(queue);
    return NULL;
}

void line_queue_free(LineQueue *queue) {
    if (!queue) return;
    pthread_mutex_lock(&queue->lock);
    bool last = queue->ended;
    queue->abandoned = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    if (last) destroy(queue);
}

void line_queue_wake(void *argument) {
    LineQueue *queue = argument;
    pthread_mutex_lock(&queue->lock);
    queue->woken = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void line_queue_forget_wake(LineQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->woken = false;
    pthread_mutex_unlock(&queue->lock);
}

int line_queue_error(LineQueue *queue) {
    pthread_mutex_lock(&queue->lock);
    int error = queue->error;
    pthread_mutex_unlock(&queue->lock);
    return error;
}

/* The result that is ready; LINE_QUEUE_TIMEOUT if there is none. The caller holds the lock. */
static LineQueueResult pending_result(const LineQueue *queue) {
    if (queue->woken) return LINE_QUEUE_WOKEN;
    if (queue->line) return LINE_QUEUE_LINE;
    return queue->ended && !queue->end_reported ? LINE_QUEUE_END : LINE_QUEUE_TIMEOUT;
}

LineQueueResult line_queue_wait(LineQueue *queue, int64_t deadline, const char **line) {
    pthread_mutex_lock(&queue->lock);
    if (queue->handed_out) {
        queue->line = NULL;
        queue->handed_out = false;
        pthread_cond_broadcast(&queue->changed);
    }
    LineQueueResult result;
    while ((result = pending_result(queue)) == LINE_QUEUE_TIMEOUT &&
           thread_wait_condition(&queue->changed, &queue->lock, deadline)) {
    }
    queue->woken = false;
    queue->handed_out = result == LINE_QUEUE_LINE;
    queue->end_reported |= result == LINE_QUEUE_END;
    if (result == LINE_QUEUE_LINE) *line = queue->line;
    pthread_mutex_unlock(&queue->lock);
    return result;
}
