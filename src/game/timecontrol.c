// SPDX-License-Identifier: MIT
#include "game/timecontrol.h"

#include "base/text/text.h"

#include <math.h>
#include <string.h>

/* LONGEST_MS: the longest time that is accepted, about twelve days. */
enum { LONGEST_MS = 1000000000, MOVES_MAX_PER_PERIOD = 9999, TENTHS_BELOW_MS = 20000 };

static bool read_part(const char *text, size_t length, double unit_ms, int64_t *ms) {
    char part[32];
    double value;
    if (length == 0 || length >= sizeof part) return false;
    memcpy(part, text, length);
    part[length] = '\0';
    if (!text_to_real(part, &value) || !(value >= 0) || value * unit_ms > LONGEST_MS) return false;
    *ms = llround(value * unit_ms);
    return true;
}

/* Reads BASE[+SECONDS], with BASE in units of `unit_ms`. */
static bool read_base(const char *text, double unit_ms, TimeControl *out) {
    size_t base = strcspn(text, "+");
    const char *more = text[base] ? text + base + 1 : "0";
    return read_part(text, base, unit_ms, &out->base_ms) &&
           read_part(more, strlen(more), 1000, &out->increment_ms) && timecontrol_has_clock(out);
}

bool timecontrol_read_minutes(const char *text, TimeControl *out) {
    TimeControl time = {0};
    bool none = strcmp(text, "none") == 0;
    if (!none && (!read_base(text, 60000, &time) || time.base_ms == 0)) return false;
    *out = time;
    return true;
}

bool timecontrol_read_seconds(const char *text, TimeControl *out) {
    TimeControl time = {0};
    const char *slash = strchr(text, '/');
    if (slash) {
        char count[8] = "";
        int64_t moves;
        if (slash - text >= (long)sizeof count) return false;
        memcpy(count, text, (size_t)(slash - text));
        if (!text_to_int(count, 1, MOVES_MAX_PER_PERIOD, &moves)) return false;
        time.moves = (int)moves;
        text = slash + 1;
    }
    if (!read_base(text, 1000, &time)) return false;
    *out = time;
    return true;
}

static void put_amount(Text *out, int64_t ms, int64_t unit_ms, const char *unit) {
    text_format(out, "%g %s%s", (double)ms / (double)unit_ms, unit, ms == unit_ms ? "" : "s");
}

void timecontrol_write_words(const TimeControl *time, char out[TIMECONTROL_TEXT_MAX]) {
    Text t = text_on(out, TIMECONTROL_TEXT_MAX);
    if (!timecontrol_has_clock(time)) {
        text_string(&t, "no clocks");
        return;
    }
    put_amount(&t, time->base_ms, 60000, "minute");
    if (time->moves) text_format(&t, " for %d moves", time->moves);
    if (!time->increment_ms) return;
    text_string(&t, " + ");
    put_amount(&t, time->increment_ms, 1000, "second");
    text_string(&t, " a move");
}

/* Writes seconds to the millisecond and without exponent, as other programs read them. */
static void put_seconds(Text *out, int64_t ms) {
    int rest = (int)(ms % 1000), digits = 3;
    text_int(out, ms / 1000);
    if (!rest) return;
    for (; rest % 10 == 0; rest /= 10) digits--;
    text_format(out, ".%0*d", digits, rest);
}

void timecontrol_write_tag(const TimeControl *time, char out[TIMECONTROL_TEXT_MAX]) {
    Text t = text_on(out, TIMECONTROL_TEXT_MAX);
    if (!timecontrol_has_clock(time)) {
        text_char(&t, '-');
        return;
    }
    if (time->moves) text_format(&t, "%d/", time->moves);
    put_seconds(&t, time->base_ms);
    if (!time->increment_ms) return;
    text_char(&t, '+');
    put_seconds(&t, time->increment_ms);
}

void timecontrol_write_clock(int64_t left_ms, char out[TIMECONTROL_CLOCK_MAX]) {
    Text t = text_on(out, TIMECONTROL_CLOCK_MAX);
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
