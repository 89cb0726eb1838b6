// SPDX-License-Identifier: MIT
//
// Long requests in the background: one thread each, or one after another if the session has no
// threads.
#include "session/session_internal.h"

#include "base/thread/thread.h"

#include <stdlib.h>

static void *task_main(void *argument) {
    SessionTask *task = argument;
    Session *s = task->session;
    task->work(task);
    atomic_store(&task->done, true);
    if (s->options.wake) s->options.wake(s->options.context);
    return NULL;
}

static void task_free(SessionTask *task) {
    if (task->running) pthread_join(task->thread, NULL);
    if (task->free) task->free(task->state);
    session_release_hash(task->session, task->hash);
    free(task);
}

void call_start_task(Call *call, void (*work)(SessionTask *task), void (*free_state)(void *state),
                     void *state) {
    Session *s = call->session;
    SessionTask *task = s->task_count < SESSION_TASKS_MAX ? calloc(1, sizeof *task) : NULL;
    if (!task) {
        if (s->task_count == SESSION_TASKS_MAX)
            call_error(call, NULL, "too-many", "%d requests are under way already",
                       SESSION_TASKS_MAX);
        else
            call_no_memory(call);
        if (free_state) free_state(state);
        return;
    }
    *task = (SessionTask){
        .session = s, .id = call->id, .work = work, .free = free_state, .state = state};
    if (!call_reserve_hash(call)) {
        task_free(task);
        return;
    }
    task->hash = call->hash;
    task->running = s->options.threaded && thread_start(&task->thread, task_main, task);
    if (s->options.threaded && !task->running) {
        call_error(call, NULL, "no-thread", "no thread could be started");
        task_free(task);
        return;
    }
    s->tasks[s->task_count++] = task;
}

bool task_is_stopped(const SessionTask *task) {
    return atomic_load_explicit(&task->stop, memory_order_relaxed);
}

Text task_answer(const SessionTask *task) {
    Text out = message_open(&task->id);
    json_put_bool(&out, "ok", true);
    if (task_is_stopped(task)) json_put_bool(&out, "cancelled", true);
    return out;
}

Text task_event(const SessionTask *task, const char *event) {
    Text out = message_open(&task->id);
    json_put_string(&out, "event", event);
    return out;
}

void task_error(SessionTask *task, const char *code, const char *text) {
    Text out = message_open(&task->id);
    json_key(&out, "error");
    json_open(&out, '{');
    json_put_string(&out, "code", code);
    json_put_string(&out, "text", text);
    json_close(&out, '}');
    session_send(task->session, &out);
}

void tasks_free_done(Session *s) {
    int kept = 0;
    for (int i = 0; i < s->task_count; i++) {
        if (atomic_load(&s->tasks[i]->done))
            task_free(s->tasks[i]);
        else
            s->tasks[kept++] = s->tasks[i];
    }
    s->task_count = kept;
}

void tasks_free(Session *s) {
    tasks_cancel(s, NULL);
    for (int i = 0; i < s->task_count; i++) task_free(s->tasks[i]);
    s->task_count = 0;
}

bool tasks_cancel(Session *s, const JsonNode *id) {
    bool found = false;
    for (int i = 0; i < s->task_count; i++) {
        if (id && !request_id_is(&s->tasks[i]->id, id)) continue;
        atomic_store(&s->tasks[i]->stop, true);
        found = true;
    }
    return found;
}

/* A host may pass new requests while this runs (WebAssembly does so from host_yield): a nested call
 * does nothing, and games that such requests end are freed only here, after their
 * players stopped. */
bool session_run_pending(Session *s) {
    bool worked = false;
    if (s->running_pending) return false;
    s->running_pending = true;
    for (int i = 0; i < s->task_count; i++) {
        SessionTask *task = s->tasks[i];
        if (task->running || atomic_load(&task->done)) continue;
        task_main(task);
        worked = true;
    }
    for (int i = 0; i < s->game_count; i++)
        if (!s->games[i].ended) worked |= controller_think(s->games[i].controller);
    s->running_pending = false;
    games_free_ended(s);
    return worked;
}
