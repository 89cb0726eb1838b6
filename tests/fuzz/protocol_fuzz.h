// SPDX-License-Identifier: MIT
//
// What the fuzz targets of both protocols share: lines out of bytes.
#ifndef FUZZ_PROTOCOL_FUZZ_H
#define FUZZ_PROTOCOL_FUZZ_H

#include "fuzz/fuzz.h"

#include <stdio.h>

/* Words that ask for much memory, many threads or long work: allowed, but not here. */
static inline bool fuzz_is_costly(const char *line) {
    static const char *const WORDS[] = {"bench", "perft",   "ash",    "hreads",
                                        "HASH",  "THREADS", "memory", "cores"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strstr(line, WORDS[i])) return true;
    return false;
}

/* Calls `execute` with each line of the input. */
static inline void fuzz_lines(const uint8_t *data, size_t size, void (*execute)(const char *line)) {
    char text[4096];
    if (!fuzz_text(data, size, text, sizeof text)) return;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (!fuzz_is_costly(line)) execute(line);
}

/* What the protocols say is not looked at. */
static inline void fuzz_mute(void) {
    fuzz_assert(freopen("/dev/null", "w", stdout) != NULL);
}

#endif
