// SPDX-License-Identifier: MIT
#include "base/text/json.h"

/* Writes the comma before a value, unless it opens the text or follows a bracket or a colon. */
static void separate(Text *out) {
    if (out->used == 0) return;
    char last = out->data[out->used - 1];
    if (last != '{' && last != '[' && last != ':' && last != '\n') text_char(out, ',');
}

void json_open(Text *out, char bracket) {
    separate(out);
    text_char(out, bracket);
}

void json_close(Text *out, char bracket) {
    text_char(out, bracket);
}

static void quoted(Text *out, const char *value) {
    text_char(out, '"');
    for (const char *s = value; *s;) {
        int n = utf8_length(s, UTF8_MAX); // no valid sequence contains the terminating zero
        if (n == 0) { // invalid UTF-8: written as Latin-1, so that the output is valid
            text_format(out, "\\u%04x", (unsigned char)*s++);
        } else if (*s == '"' || *s == '\\') {
            text_format(out, "\\%c", *s++);
        } else if (utf8_is_control(s)) {
            // all control characters, not only those of JSON, because terminals interpret them
            text_format(out, "\\u%04x", (unsigned char)s[n - 1]);
            s += n;
        } else {
            text_bytes(out, s, (size_t)n);
            s += n;
        }
    }
    text_char(out, '"');
}

void json_key(Text *out, const char *key) {
    separate(out);
    quoted(out, key);
    text_char(out, ':');
}

void json_string(Text *out, const char *value) {
    separate(out);
    quoted(out, value);
}

void json_text(Text *out, const Text *value) {
    json_string(out, text_get(value));
    out->failed |= value->failed;
}

void json_int(Text *out, int64_t value) {
    separate(out);
    text_int(out, value);
}

void json_real(Text *out, double value) {
    separate(out);
    if (value - value != 0)
        text_string(out, "null"); // JSON has neither infinities nor NaN
    else
        text_format(out, "%.6g", value);
}

void json_bool(Text *out, bool value) {
    separate(out);
    text_string(out, value ? "true" : "false");
}

void json_null(Text *out) {
    separate(out);
    text_string(out, "null");
}

void json_put_string(Text *out, const char *key, const char *value) {
    json_key(out, key);
    json_string(out, value);
}

void json_put_text(Text *out, const char *key, const Text *value) {
    json_key(out, key);
    json_text(out, value);
}

void json_put_int(Text *out, const char *key, int64_t value) {
    json_key(out, key);
    json_int(out, value);
}

void json_put_real(Text *out, const char *key, double value) {
    json_key(out, key);
    json_real(out, value);
}

void json_put_seconds(Text *out, double seconds) {
    json_key(out, "seconds");
    text_format(out, "%.4f", seconds);
}

void json_put_bool(Text *out, const char *key, bool value) {
    json_key(out, key);
    json_bool(out, value);
}
