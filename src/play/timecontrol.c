// SPDX-License-Identifier: MIT
#include "roek/play/timecontrol.h"

#include "roek/base/text.h"

#include <string.h>

/* A day is the longest time for a game that makes sense. */
enum { LONGEST_MS = 24 * 3600 * 1000, TENTHS_BELOW_MS = 20000 };

static bool read_part(const char *text, size_t length, double unit_ms, int64_t *out) {
    char part[16];
    double value;
    if (length == 0 || length >= sizeof part) return false;
    memcpy(part, text, length);
    part[length] = '\0';
    if (!text_to_real(part, &value) || !(value >= 0) || value * unit_ms > LONGEST_MS) return false;
    *out = (int64_t)(value * unit_ms + 0.5);
    return true;
}

bool time_control_read(const char *text, TimeControl *out) {
    TimeControl time = {0, 0};
    if (strcmp(text, "none") != 0) {
        const char *plus = strchr(text, '+');
        size_t first = plus ? (size_t)(plus - text) : strlen(text);
        if (!read_part(text, first, 60000, &time.base_ms) || time.base_ms == 0) return false;
        if (plus && !read_part(plus + 1, strlen(plus + 1), 1000, &time.increment_ms)) return false;
    }
    *out = time;
    return true;
}

void time_control_write(TimeControl time, char out[TIME_CONTROL_MAX]) {
    Text t = text_on(out, TIME_CONTROL_MAX);
    if (time.base_ms == 0) {
        text_string(&t, "no clocks");
        return;
    }
    text_format(&t, "%g minute%s", (double)time.base_ms / 60000, time.base_ms == 60000 ? "" : "s");
    if (time.increment_ms)
        text_format(&t, " + %g second%s a move", (double)time.increment_ms / 1000,
                    time.increment_ms == 1000 ? "" : "s");
}

void clock_write(int64_t left_ms, char out[CLOCK_TEXT_MAX]) {
    Text t = text_on(out, CLOCK_TEXT_MAX);
    int64_t ms = left_ms > 0 ? left_ms : 0;
    bool tenths = ms < TENTHS_BELOW_MS;
    int64_t seconds = tenths ? ms / 1000 : (ms + 999) / 1000;
    if (seconds >= 3600)
        text_format(&t, "%d:%02d", (int)(seconds / 3600), (int)(seconds / 60 % 60));
    else
        text_format(&t, "%d", (int)(seconds / 60));
    text_format(&t, ":%02d", (int)(seconds % 60));
    if (tenths) text_format(&t, ".%d", (int)(ms / 100 % 10));
}
