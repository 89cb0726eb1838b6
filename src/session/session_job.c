// SPDX-License-Identifier: MIT
//
// Work beside everything else: a thread each, or one after another where there are no threads.
#include "session/session_internal.h"

#include "base/thread/thread.h"

#include <stdlib.h>

static void *job_main(void *argument) {
    Job *job = argument;
    Session *s = job->session;
    job->work(job);
    atomic_store(&job->done, true);
    if (s->options.ring) s->options.ring(s->options.context);
    return NULL;
}

static void job_free(Job *job) {
    if (job->running) pthread_join(job->thread, NULL);
    if (job->free) job->free(job->state);
    session_give_hash(job->session, job->hash);
    free(job);
}

void call_job(Call *call, void (*work)(Job *job), void (*free_state)(void *state), void *state) {
    Session *s = call->session;
    Job *job = s->job_count < SESSION_JOBS_MAX ? calloc(1, sizeof *job) : NULL;
    if (!job) {
        if (s->job_count == SESSION_JOBS_MAX)
            call_error(call, NULL, "too-many", "%d requests are under way already",
                       SESSION_JOBS_MAX);
        else
            call_no_memory(call);
        if (free_state) free_state(state);
        return;
    }
    *job = (Job){.session = s, .id = call->id, .work = work, .free = free_state, .state = state};
    if (!call_take_hash(call)) {
        job_free(job);
        return;
    }
    job->hash = call->hash;
    job->running = s->options.threaded && thread_start(&job->thread, job_main, job);
    if (s->options.threaded && !job->running) {
        call_error(call, NULL, "no-thread", "no thread could be started");
        job_free(job);
        return;
    }
    s->jobs[s->job_count++] = job;
}

bool job_is_stopped(const Job *job) {
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

Text job_answer(const Job *job) {
    Text out = message_open(&job->id);
    json_put_bool(&out, "ok", true);
    if (job_is_stopped(job)) json_put_bool(&out, "cancelled", true);
    return out;
}

Text job_event(const Job *job, const char *event) {
    Text out = message_open(&job->id);
    json_put_string(&out, "event", event);
    return out;
}

void job_error(Job *job, const char *code, const char *text) {
    Text out = message_open(&job->id);
    json_key(&out, "error");
    json_open(&out, '{');
    json_put_string(&out, "code", code);
    json_put_string(&out, "text", text);
    json_close(&out, '}');
    session_say(job->session, &out);
}

void jobs_clear(Session *s) {
    int kept = 0;
    for (int i = 0; i < s->job_count; i++) {
        if (atomic_load(&s->jobs[i]->done))
            job_free(s->jobs[i]);
        else
            s->jobs[kept++] = s->jobs[i];
    }
    s->job_count = kept;
}

void jobs_free(Session *s) {
    job_cancel(s, NULL);
    for (int i = 0; i < s->job_count; i++) job_free(s->jobs[i]);
    s->job_count = 0;
}

bool job_cancel(Session *s, const JsonNode *id) {
    bool found = false;
    for (int i = 0; i < s->job_count; i++) {
        if (id && !id_is(&s->jobs[i]->id, id)) continue;
        atomic_store(&s->jobs[i]->stop, true);
        found = true;
    }
    return found;
}

/* Requests may come in between: they do not work, and end no game that is thought about. */
bool session_work(Session *s) {
    bool worked = false;
    if (s->working) return false;
    s->working = true;
    for (int i = 0; i < s->job_count; i++) {
        Job *job = s->jobs[i];
        if (job->running || atomic_load(&job->done)) continue;
        job_main(job);
        worked = true;
    }
    for (int i = 0; i < s->game_count; i++)
        if (!s->games[i].ended) worked |= arena_think(s->games[i].arena);
    s->working = false;
    games_clear(s);
    return worked;
}
