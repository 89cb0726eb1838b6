// SPDX-License-Identifier: MIT
#include "base/thread/line_queue.h"

#include "base/thread/thread.h"

#include <stdlib.h>

/* Who leaves last frees it: the owner, or the thread that may be waiting for input for ever. */
struct Inbox {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    LineReader reader; // of the thread
    // Under the lock:
    const char *line; // read, and not yet done with
    bool handed_out;  // the owner has it
    bool bell, ended, told_end, deserted;
    int error; // why it ended
};

static void destroy(Inbox *inbox) {
    lines_free(&inbox->reader);
    pthread_cond_destroy(&inbox->changed);
    pthread_mutex_destroy(&inbox->lock);
    free(inbox);
}

static void *read_lines(void *argument) {
    Inbox *inbox = argument;
    const char *line;
    bool more = true;
    while (more) {
        more = lines_next(&inbox->reader, &line);
        pthread_mutex_lock(&inbox->lock);
        inbox->line = more ? line : NULL;
        inbox->ended = !more;
        inbox->error = inbox->reader.error;
        pthread_cond_broadcast(&inbox->changed);
        while (inbox->line && !inbox->deserted) pthread_cond_wait(&inbox->changed, &inbox->lock);
        more = more && !inbox->deserted;
        inbox->ended |= !more;
        bool last = !more && inbox->deserted;
        pthread_mutex_unlock(&inbox->lock);
        if (last) destroy(inbox);
    }
    return NULL;
}

Inbox *inbox_new(LineReader *reader) {
    Inbox *inbox = calloc(1, sizeof *inbox);
    pthread_t thread;
    if (!inbox) return NULL;
    pthread_mutex_init(&inbox->lock, NULL);
    pthread_cond_init(&inbox->changed, NULL);
    inbox->reader = *reader;
    if (thread_start(&thread, read_lines, inbox)) {
        pthread_detach(thread);
        *reader = (LineReader){.fd = -1, .ended = true};
        return inbox;
    }
    inbox->reader = (LineReader){.fd = -1};
    destroy(inbox);
    return NULL;
}

void inbox_free(Inbox *inbox) {
    if (!inbox) return;
    pthread_mutex_lock(&inbox->lock);
    bool last = inbox->ended;
    inbox->deserted = true;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
    if (last) destroy(inbox);
}

void inbox_ring(void *argument) {
    Inbox *inbox = argument;
    pthread_mutex_lock(&inbox->lock);
    inbox->bell = true;
    pthread_cond_broadcast(&inbox->changed);
    pthread_mutex_unlock(&inbox->lock);
}

void inbox_hush(Inbox *inbox) {
    pthread_mutex_lock(&inbox->lock);
    inbox->bell = false;
    pthread_mutex_unlock(&inbox->lock);
}

int inbox_error(Inbox *inbox) {
    pthread_mutex_lock(&inbox->lock);
    int error = inbox->error;
    pthread_mutex_unlock(&inbox->lock);
    return error;
}

/* What there is to tell, under the lock. */
static InboxNews news_of(const Inbox *inbox) {
    if (inbox->bell) return INBOX_BELL;
    if (inbox->line) return INBOX_LINE;
    return inbox->ended && !inbox->told_end ? INBOX_END : INBOX_TIME;
}

InboxNews inbox_wait(Inbox *inbox, int64_t deadline, const char **line) {
    pthread_mutex_lock(&inbox->lock);
    if (inbox->handed_out) {
        inbox->line = NULL;
        inbox->handed_out = false;
        pthread_cond_broadcast(&inbox->changed);
    }
    InboxNews news;
    while ((news = news_of(inbox)) == INBOX_TIME &&
           thread_wait(&inbox->changed, &inbox->lock, deadline)) {
    }
    inbox->bell = false;
    inbox->handed_out = news == INBOX_LINE;
    inbox->told_end |= news == INBOX_END;
    if (news == INBOX_LINE) *line = inbox->line;
    pthread_mutex_unlock(&inbox->lock);
    return news;
}
