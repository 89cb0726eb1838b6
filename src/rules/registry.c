// SPDX-License-Identifier: MIT
#include "rules/registry.h"

#include "base/text/text.h"

#include <stddef.h>
#include <string.h>

static const Rules *const GAMES[] = {
    &STANDARD_CHESS,
    &RACING_KINGS,
#ifdef ROEK_MORE_GAMES // for users who compile this file with games of their own
    ROEK_MORE_GAMES,
#endif
};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

const Rules *rules_at(int index) {
    return index >= 0 && index < GAME_COUNT ? GAMES[index] : NULL;
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
    for (int i = 0; i < GAME_COUNT; i++) {
        Cursor c = cursor_on(GAMES[i]->aliases);
        const char *word;
        size_t length;
        while (cursor_word(&c, &word, &length))
            if (span_is(word, length, simple)) return GAMES[i];
    }
    return NULL;
}
