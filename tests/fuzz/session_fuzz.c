// SPDX-License-Identifier: MIT
//
// Any lines: the session answers each with JSON and goes on; no line makes it start a program.
// Pending work runs after each line; a line that begins with a blank comes while it runs, as in the
// browser.
#include "fuzz/fuzz_clock.h"
#include "fuzz/fuzz_process.h"

#include "base/text/json.h"
#include "session/session.h"

#include <stdio.h>
#include <unistd.h>

enum { NODES_MAX = 1 << 14, TURNS_MAX = 4, MEN_MAX = 3 };

typedef struct {
    Session *session;
    const char *at, *end;
    int64_t now;
    bool working;
} FuzzHost;

/* The folder for tables built on demand; they stay for the next input. */
static char folder[] = "/tmp/session_fuzz_XXXXXX";

static void remove_folder(void) {
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) fprintf(stderr, "%s is left\n", folder);
}

static void check_line(void *context, const char *line, size_t length) {
    static JsonNode nodes[1 << 16];
    (void)context;
    JsonResult r = json_read(line, length, nodes, sizeof nodes / sizeof *nodes);
    fuzz_assert(r.fault == JSON_OK || r.fault == JSON_TOO_MANY);
    fuzz_assert(r.fault == JSON_TOO_MANY || json_get(nodes, "id") != NULL);
}

// Long work is made short: of two fields with one name the last one counts, so limits are appended.

/* The limit of each request's field. */
static const struct {
    const char *request, *field;
    int most;
} MOST[] = {
    {"analyse", "nodes", 300},    {"review", "nodes", 20},      {"perft", "depth", 2},
    {"mate", "nodes", 300},       {"loop-solve", "rows", 5},    {"loop-solve", "cols", 5},
    {"loop-count", "rows", 4},    {"loop-count", "cols", 4},    {"loop-list", "rows", 4},
    {"loop-list", "cols", 4},     {"loop-hint", "rows", 4},     {"loop-hint", "cols", 4},
    {"loop-generate", "rows", 4}, {"loop-generate", "cols", 4},
};

static bool is_too_much(const JsonNode *value, int most) {
    int64_t n;
    return !value || (json_to_int(value, INT64_MIN, INT64_MAX, &n) && n > most);
}

/* Endings with more pieces take minutes to build. */
static bool has_few_men(const JsonNode *fen) {
    int men = 0;
    for (size_t i = 0; fen && i < fen->length && fen->text[i] != ' '; i++)
        men += char_lower(fen->text[i]) >= 'a' && char_lower(fen->text[i]) <= 'z';
    return fen && men <= MEN_MAX;
}

static void put_limits(Text *out, const JsonNode *request) {
    const JsonNode *name = json_get(request, "do");
    for (size_t i = 0; i < sizeof MOST / sizeof *MOST; i++)
        if (json_is(name, MOST[i].request) &&
            is_too_much(json_get(request, MOST[i].field), MOST[i].most))
            text_format(out, ",\"%s\":%d", MOST[i].field, MOST[i].most);
    if (json_is(name, "loop-generate") && !json_get(request, "types"))
        text_string(out, ",\"types\":[\"kings\",\"knights\"]");
    if (json_is(name, "tables") && !has_few_men(json_get(request, "fen")))
        text_string(out, ",\"solve\":false");
    if (json_is(name, "new") && !json_get(request, "seed")) text_string(out, ",\"seed\":1");
}

/* Copies the line with limits inserted before its last brace. */
static void limit(Text *out, const char *line, size_t length) {
    static JsonNode nodes[NODES_MAX];
    JsonResult r = json_read(line, length, nodes, NODES_MAX);
    size_t end = length;
    bool object = r.fault == JSON_OK && json_type(nodes) == JSON_OBJECT && json_count(nodes) > 0;
    while (object && line[end - 1] != '}') end--;
    if (object) end--;
    text_bytes(out, line, end);
    if (object) put_limits(out, nodes);
    text_bytes(out, line + end, length - end);
}

// --- the host ---

static void take_line(FuzzHost *h) {
    const char *end = memchr(h->at, '\n', (size_t)(h->end - h->at));
    size_t length = (size_t)((end ? end : h->end) - h->at);
    Text line = text_growing();
    limit(&line, h->at, length);
    h->at += length + (end != NULL);
    session_handle_line(h->session, text_get(&line), line.used, h->now += 100);
    text_free(&line);
}

static void work(FuzzHost *h) {
    h->working = true;
    fuzz_set_clock(1000, 4);
    for (int i = 0; i < TURNS_MAX && session_run_pending(h->session); i++)
        session_step(h->session, h->now);
    h->working = false;
    if (session_deadline(h->session) < h->now + 1000 && session_is_working(h->session))
        h->now += 1000;
    session_step(h->session, h->now);
}

static void take_turn(void *context) {
    FuzzHost *h = context;
    if (h->working && h->at < h->end) take_line(h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *made;
    if (!made) {
        fuzz_assert((made = mkdtemp(folder)) != NULL);
        atexit(remove_folder);
    }
    FuzzHost h = {.at = (const char *)data, .end = (const char *)data + size};
    SessionOptions options = {.send_line = check_line,
                              .wake = take_turn,
                              .context = &h,
                              .tablebase_folder = folder,
                              .threads_max = 1,
                              .hash_max = 1};
    fuzz_set_program_output(data, 0);
    fuzz_assert((h.session = session_new(&options)) != NULL);
    while (h.at < h.end) {
        take_line(&h);
        if (h.at == h.end || *h.at != ' ') work(&h);
    }
    session_free(h.session);
    fuzz_assert(fuzz_program_output.started == 0);
    return 0;
}
