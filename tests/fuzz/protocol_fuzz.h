// SPDX-License-Identifier: MIT
//
// What the fuzz targets of both protocols share: lines made of bytes, the reset of options, a file
// for option values.
#ifndef FUZZ_PROTOCOL_FUZZ_H
#define FUZZ_PROTOCOL_FUZZ_H

#include "fuzz/fuzz.h"

#include "base/text/text.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Options that an input may change and that would affect the next input. */
static const char *const FUZZ_DEFAULTS[][2] = {
    {"MultiPV", "1"},          {"Move Overhead", "10"},   {"Skill Level", "20"},
    {"OwnBook", "false"},      {"BookFile", "<empty>"},   {"UCI_LimitStrength", "false"},
    {"UCI_Chess960", "false"}, {"UCI_ShowWDL", "false"},  {"UCI_Elo", "1500"},
    {"Evaluation", "net"},     {"SyzygyPath", "<empty>"}, {"EvalFile", "<empty>"},
};
enum { FUZZ_DEFAULT_COUNT = sizeof FUZZ_DEFAULTS / sizeof *FUZZ_DEFAULTS };

static inline bool fuzz_names(const char *line, const char *word) {
    size_t length = strlen(word);
    for (; strlen(line) >= length; line++)
        if (span_is_nocase(line, length, word)) return true;
    return false;
}

static inline bool fuzz_has_large_number(const char *line) {
    for (; *line; line++)
        if (char_is_digit(line[0]) && char_is_digit(line[1])) return true;
    return false;
}

/* Does the line set hash or threads to a number of several digits?  The targets skip it: it is
 * allowed, but slow. */
static inline bool fuzz_is_costly(const char *line) {
    static const char *const WORDS[] = {"hash", "threads", "memory", "cores"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (fuzz_names(line, WORDS[i])) return fuzz_has_large_number(line);
    return false;
}

/* Calls `execute` with each line of the input, and `settle` after it.  A line that begins with a
 * blank is executed before `settle`, that is, while the engine works. */
static inline void fuzz_lines(const uint8_t *data, size_t size, void (*execute)(const char *line),
                              void (*settle)(void)) {
    char text[4096];
    if (!fuzz_text(data, size, text, sizeof text)) return;
    char *rest = NULL, *line = strtok_r(text, "\n", &rest);
    while (line) {
        if (!fuzz_is_costly(line)) execute(line);
        line = strtok_r(NULL, "\n", &rest);
        if (!line || *line != ' ') settle();
    }
}

/* Opens a Polyglot book with one entry, 1. e4, as /proc/self/fd/100.  It is neither a network nor a
 * folder. */
static inline void fuzz_open_book(void) {
    static const uint8_t ENTRY[16] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c,
                                      0x03, 0x1c, 0,    1,    0,    0,    0,    0};
    static int fd = -1;
    if (fd >= 0) return;
    fd = memfd_create("book", 0);
    fuzz_assert(fd >= 0 && write(fd, ENTRY, sizeof ENTRY) == sizeof ENTRY);
    fuzz_assert(dup2(fd, 100) == 100);
}

#endif
