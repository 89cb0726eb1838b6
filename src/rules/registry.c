// SPDX-License-Identifier: MIT
#include "roek/rules/rules.h"

#include "roek/base/text.h"

#include <stddef.h>
#include <string.h>

typedef struct {
    const Rules *rules;
    const char *spellings; // lower case, letters and digits only, separated by blanks
} Entry;

static const Entry ENTRIES[] = {
    {&STANDARD_CHESS, "chess standard normal chess960 fischerandom fischerrandom fromposition"},
    {&RACING_KINGS, "racingkings racing race"},
};

const Rules *rules_at(int index) {
    bool inside = index >= 0 && (size_t)index < sizeof ENTRIES / sizeof *ENTRIES;
    return inside ? ENTRIES[index].rules : NULL;
}

/* "Racing Kings" -> "racingkings"; false if nothing or too much remains. */
static bool simplify(const char *name, char *out, size_t size) {
    size_t n = 0;
    for (; *name; name++) {
        char c = char_lower(*name);
        if (!char_is_digit(c) && (c < 'a' || c > 'z')) continue;
        if (n + 1 == size) return false;
        out[n++] = c;
    }
    out[n] = '\0';
    return n > 0;
}

const Rules *rules_find(const char *name) {
    char simple[32];
    if (!simplify(name, simple, sizeof simple)) return NULL;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++) {
        Cursor c = cursor_on(ENTRIES[i].spellings);
        const char *word;
        size_t length;
        while (cursor_word(&c, &word, &length))
            if (span_is(word, length, simple)) return ENTRIES[i].rules;
    }
    return NULL;
}
