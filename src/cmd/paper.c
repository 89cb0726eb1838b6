// SPDX-License-Identifier: MIT
#include "roek/cmd/paper.h"

#include "roek/base/clock.h"
#include "roek/base/process.h"
#include "roek/base/text.h"
#include "roek/cmd/command.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CONVERT_MS = 60000 };

bool paper_is_pdf(const char *path) {
    size_t length = strlen(path);
    return length > 4 && span_is_nocase(path + length - 4, 4, ".pdf");
}

/* Gives the text to the converter line by line; false if it does not take it. */
static bool feed(Process *p, char *text) {
    for (char *line = text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        if (!process_write(p, line)) return false;
        line = end ? end + 1 : NULL;
    }
    process_close_input(p);
    const char *said;
    int64_t deadline = clock_ms() + CONVERT_MS;
    ProcessRead r;
    while ((r = process_read(p, deadline, NULL, &said)) == PROCESS_LINE) continue;
    return r == PROCESS_CLOSED;
}

/* The words of the command, each a copy, until one could not be made. */
static bool copy_words(const char *const files[], int count, const char *path, char **out) {
    static const char *const FIRST[] = {"rsvg-convert", "--format=pdf", "--output"};
    bool complete = true;
    for (int i = 0; i < count + 4 && complete; i++) {
        out[i] = strdup(i < 3 ? FIRST[i] : i == 3 ? path : files[i - 4]);
        complete = out[i] != NULL;
    }
    return complete;
}

static Process *start_converter(const char *const files[], int count, const char *path,
                                int *error) {
    assert(count <= PAPER_PAGES_MAX);
    char *argv[PAPER_PAGES_MAX + 5] = {0};
    *error = ENOMEM;
    Process *p = copy_words(files, count, path, argv) ? process_start(argv, error) : NULL;
    for (char **word = argv; *word; word++) free(*word);
    return p;
}

int paper_convert(char *svg, const char *const files[], int count, const char *path) {
    int error;
    char how[PROCESS_HOW_MAX] = "";
    Process *p = start_converter(files, svg ? 0 : count, path, &error);
    if (!p) {
        complain("cannot make '%s': %s", path,
                 error == ENOENT ? "there is no rsvg-convert (Debian: librsvg2-bin)"
                                 : strerror(error));
        return EXIT_MACHINE;
    }
    bool fed = feed(p, svg);
    process_end(p, CONVERT_MS, how);
    if (fed && strcmp(how, "exit status 0") == 0) return EXIT_DONE;
    complain("cannot make '%s': rsvg-convert ended with %s", path, how);
    return EXIT_MACHINE;
}
