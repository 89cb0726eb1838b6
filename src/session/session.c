// SPDX-License-Identifier: MIT
#include "session/session.h"

#include "session/session_internal.h"

#include <stdlib.h>
#include <string.h>

enum { HASH_USUAL_MB = 16 };

// Life.

Session *session_new(const SessionOptions *options) {
    Session *s = calloc(1, sizeof *s);
    JsonNode *nodes = malloc(SESSION_NODES_MAX * sizeof *nodes);
    if (!s || !nodes) {
        free(s);
        free(nodes);
        return NULL;
    }
    s->options = *options;
    if (s->options.threads == 0) s->options.threads = 1;
    if (s->options.hash == 0) s->options.hash = HASH_USUAL_MB;
    s->nodes = nodes;
    pthread_mutex_init(&s->out_lock, NULL);
    return s;
}

void session_free(Session *s) {
    if (!s) return;
    tasks_free(s);
    games_free(s);
    rk_tablebase_free(s->solved_tables);
    pthread_mutex_destroy(&s->out_lock);
    free(s->nodes);
    free(s);
}

void session_step(Session *s, int64_t now) {
    games_step(s, now);
    tasks_free_done(s);
}

int64_t session_deadline(const Session *s) {
    int64_t due = CHESSCLOCK_NEVER;
    for (int i = 0; i < s->game_count; i++) {
        int64_t own = controller_deadline(s->games[i].controller);
        if (own < due) due = own;
    }
    return due;
}

bool session_has_quit(const Session *s) {
    return s->quit;
}

bool session_is_working(const Session *s) {
    for (int i = 0; i < s->game_count; i++) {
        const GameController *a = s->games[i].controller;
        if (!controller_is_over(a) && !controller_is_human_turn(a) && !controller_is_paused(a))
            return true;
    }
    return s->task_count > 0;
}

// --- requests about the session itself ---

static void do_hello(Call *call) {
    Text out = call_answer(call);
    json_put_string(&out, "name", "Roek");
    json_put_string(&out, "version", ROEK_VERSION);
    json_put_int(&out, "protocol", 1);
    session_send(call->session, &out);
}

static void do_cancel(Call *call) {
    const JsonNode *which = call_field(call, "request");
    if (!which)
        call_error(call, NULL, "missing-field", "'request' must name the id of a request");
    else if (!tasks_cancel(call->session, which))
        call_error(call, which, "unknown-request", "no such request is under way");
    else
        call_ok(call);
}

static void do_quit(Call *call) {
    call->session->quit = true;
    call_ok(call);
}

static const RequestKind SESSION_REQUESTS[] = {
    {"hello", "", do_hello},
    {"cancel", "request", do_cancel},
    {"quit", "", do_quit},
    {NULL, NULL, NULL},
};

static const RequestKind *const GROUPS[] = {
    SESSION_REQUESTS,        SESSION_GAME_REQUESTS,   SESSION_POSITION_REQUESTS,
    SESSION_SEARCH_REQUESTS, SESSION_MATE_REQUESTS,   SESSION_LOOP_REQUESTS,
    SESSION_TABLE_REQUESTS,  SESSION_REVIEW_REQUESTS,
};

static const RequestKind *find_kind(const JsonNode *name) {
    for (size_t i = 0; i < sizeof GROUPS / sizeof *GROUPS; i++)
        for (const RequestKind *kind = GROUPS[i]; kind->name; kind++)
            if (json_is(name, kind->name)) return kind;
    return NULL;
}

// --- lines ---

/* Is the name one of the words?  Its JSON escapes are decoded first. */
static bool is_one_of(const JsonNode *name, const char *words) {
    Cursor c = cursor_on(words);
    const char *word;
    char text[32];
    size_t length;
    if (!json_to_string(name, text, sizeof text)) return false;
    while (cursor_word(&c, &word, &length))
        if (span_is(word, length, text)) return true;
    return false;
}

static bool fields_are_known(Call *call, const RequestKind *kind) {
    JSON_FOR_EACH(value, call->request) {
        const JsonNode *name = json_name(value);
        if (is_one_of(name, "id do") || is_one_of(name, kind->fields)) continue;
        return call_error(call, name, "unknown-field", "'%s' takes no field '%.*s'", kind->name,
                          (int)utf8_fitting(name->text, name->length, 40), name->text);
    }
    return true;
}

/* Copies the id as it was written; sends an error if it is missing. */
static bool read_id(Call *call) {
    const JsonNode *id = json_get(call->request, "id");
    bool text = json_type(id) == JSON_STRING;
    bool fits = id && id->length + 3 < ID_MAX;
    if ((text || json_type(id) == JSON_NUMBER) && fits) {
        const char *from = text ? id->text - 1 : id->text;
        size_t length = id->length + (text ? 2 : 0);
        memcpy(call->id.json, from, length);
        call->id.json[length] = '\0';
        return true;
    }
    return call_error(call, id, "bad-id", "'id' must be a number or a string of at most %d bytes",
                      ID_MAX - 4);
}

bool request_id_is(const RequestId *id, const JsonNode *node) {
    bool text = json_type(node) == JSON_STRING;
    if (!text && json_type(node) != JSON_NUMBER) return false;
    size_t length = node->length + (text ? 2 : 0);
    return strlen(id->json) == length &&
           memcmp(id->json, text ? node->text - 1 : node->text, length) == 0;
}

static void handle_request(Call *call) {
    const JsonNode *name = json_get(call->request, "do");
    if (json_type(call->request) != JSON_OBJECT) {
        call_error(call, call->request, "no-object", "a request is a JSON object");
        return;
    }
    if (!read_id(call)) return;
    const RequestKind *kind = find_kind(name);
    if (!name)
        call_error(call, NULL, "missing-field", "'do' must say what is wanted");
    else if (!kind)
        call_error(call, name, "unknown-request", "'do' names nothing that is known");
    else if (fields_are_known(call, kind))
        kind->run(call);
}

void session_handle_line(Session *s, const char *line, size_t length, int64_t now) {
    Call call = {.session = s, .line = line, .request = s->nodes, .id = {"null"}, .now = now};
    if (length > SESSION_LINE_MAX) {
        call_error(&call, NULL, "too-long", "a request has at most %d bytes", SESSION_LINE_MAX);
        return;
    }
    JsonResult r = json_read(line, length, s->nodes, SESSION_NODES_MAX);
    if (r.fault == JSON_OK) {
        handle_request(&call);
    } else {
        JsonNode place = {.text = line + r.offset};
        call_error(&call, &place, "bad-json", "%s", json_fault_text(r.fault));
    }
    session_step(s, now);
}
