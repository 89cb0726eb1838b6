// SPDX-License-Identifier: MIT
#include "roek/play/pace.h"

#include "roek/base/text.h"

#include <math.h>
#include <string.h>

static bool seconds_read(const char *text, size_t length, int64_t *ms) {
    char copy[32];
    double seconds;
    if (length == 0 || length >= sizeof copy) return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (!text_to_real(copy, &seconds) || seconds < 0 || seconds > 1e6) return false;
    *ms = llround(seconds * 1000);
    return true;
}

bool pace_read(const char *text, Pace *out) {
    Pace pace = *out;
    pace.moves = 0;
    const char *slash = strchr(text, '/');
    if (slash) {
        char count[8] = "";
        int64_t moves;
        if (slash - text >= (long)sizeof count) return false;
        memcpy(count, text, (size_t)(slash - text));
        if (!text_to_int(count, 1, 9999, &moves)) return false;
        pace.moves = (int)moves;
        text = slash + 1;
    }
    size_t base = strcspn(text, "+");
    pace.increment_ms = 0;
    if (!seconds_read(text, base, &pace.base_ms)) return false;
    if (text[base] && !seconds_read(text + base + 1, strlen(text + base + 1), &pace.increment_ms))
        return false;
    if (pace.base_ms + pace.increment_ms == 0) return false;
    *out = pace;
    return true;
}

void pace_write(const Pace *pace, char out[PACE_MAX]) {
    Text text = text_on(out, PACE_MAX);
    if (pace->base_ms + pace->increment_ms == 0) {
        text_char(&text, '-');
        return;
    }
    if (pace->moves) text_format(&text, "%d/", pace->moves);
    text_format(&text, "%g", (double)pace->base_ms / 1000);
    if (pace->increment_ms) text_format(&text, "+%g", (double)pace->increment_ms / 1000);
}
