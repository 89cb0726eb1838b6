// SPDX-License-Identifier: MIT
//
// Any bytes as the head of an HTTP request: its end does not depend on how much of the rest has
// arrived, and all strings of the result lie within it.
#include "fuzz/fuzz.h"

#include "server/http.h"

#include <stdlib.h>
#include <string.h>

static void lies_within(const char *text, const char *head, size_t length) {
    if (!text || !*text) return;
    fuzz_assert(text > head && text + strlen(text) < head + length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t length = http_head_length((const char *)data, size);
    fuzz_assert(length <= size);
    if (length == 0) return 0;
    fuzz_assert(http_head_length((const char *)data, length) == length);
    fuzz_assert(http_head_length((const char *)data, length - 1) == 0);
    char *head = malloc(length); // exact size, so that the sanitizer notices a byte too many
    HttpRequest request;
    fuzz_assert(head != NULL);
    memcpy(head, data, length);
    int status = http_read_head(head, length, &request);
    fuzz_assert(status == 0 || status == HTTP_BAD_REQUEST || status == HTTP_LENGTH_REQUIRED ||
                status == HTTP_VERSION_NOT_SUPPORTED);
    lies_within(request.path, head, length);
    lies_within(request.query, head, length);
    lies_within(request.host, head, length);
    lies_within(request.origin, head, length);
    const char *value;
    int n = status == 0 ? http_query_value(request.query, "session", &value) : -1;
    if (n > 0) fuzz_assert(value > head && value + n < head + length);
    free(head);
    return 0;
}
