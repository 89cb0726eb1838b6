// SPDX-License-Identifier: MIT
//
// Any lines: the session answers each with JSON and lives on.
#include "fuzz/fuzz.h"

#include "roek/base/json.h"
#include "roek/session/session.h"

static void hear(void *context, const char *line, size_t length) {
    static JsonNode nodes[1 << 16];
    (void)context;
    JsonResult r = json_read(line, length, nodes, sizeof nodes / sizeof *nodes);
    fuzz_assert(r.fault == JSON_OK || r.fault == JSON_TOO_MANY);
    fuzz_assert(r.fault == JSON_TOO_MANY || json_get(nodes, "id") != NULL);
}

/* Work that takes long is cancelled before it begins: what matters here is what is said. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char CANCEL[] = "{\"id\":1,\"do\":\"cancel\",\"request\":1}";
    SessionOptions options = {.say = hear, .threads_max = 1, .hash_max = 1};
    Session *s = session_new(&options);
    fuzz_assert(s != NULL);
    int64_t now = 0;
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        session_line(s, (const char *)data, length, now += 100);
        session_line(s, CANCEL, sizeof CANCEL - 1, now);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    session_step(s, now);
    session_free(s);
    return 0;
}
