// SPDX-License-Identifier: MIT
//
// A replacement of base/process that reads the fuzz input.  A target that includes this is linked
// without the real one.  So the players' own code reads arbitrary program output, but no process is
// started and nothing waits.
//
//     bytes    the output of the programs; each line goes to the program that is read next
//     ^D       the program ends here
//     ^E       it stops writing: process_read times out
//     ^S       process_read returns as if its `stop` flag were set
//     ^W       the first one: a flood, the bytes since the last line end are repeated
//     ^X       at the start of a program: it cannot be started
#ifndef FUZZ_FUZZ_PROCESS_H
#define FUZZ_FUZZ_PROCESS_H

#include "fuzz/fuzz.h"

#include "base/process/process_internal.h"
#include "base/text/text.h"

#include <errno.h>

enum { BYTE_END = 4, BYTE_SILENT = 5, BYTE_STOP = 19, BYTE_FLOOD = 23, BYTE_UNKNOWN = 24 };

/* The size of a flood (just too long for a line, so that it stays quick), and of one piece
 * of it. */
enum { FLOOD_BYTES = PROCESS_LINE_MAX + 5000, PIECE_BYTES = 97 };

static struct {
    const uint8_t *at, *end, *line; // the rest of the input; the start of the current line
    size_t flood;                   // bytes of the flood that are left
    bool flooded;                   // there was a flood
    int started;                    // number of programs started
} fuzz_program_output;

struct Process {
    bool no_input;
    ProcessOutput output;
};

/* Sets the bytes that the programs write. */
static inline void fuzz_set_program_output(const uint8_t *data, size_t size) {
    fuzz_program_output.at = fuzz_program_output.line = data;
    fuzz_program_output.end = data + size;
    fuzz_program_output.flood = 0;
    fuzz_program_output.flooded = false;
    fuzz_program_output.started = 0;
}

/* Untrusted text that is printed must be one line without control characters. */
static inline void fuzz_assert_printable(const char *text) {
    size_t length = strlen(text);
    char *tame = malloc(length + 1);
    fuzz_assert(tame != NULL);
    memcpy(tame, text, length + 1);
    text_sanitize(tame, length);
    fuzz_assert(memcmp(text, tame, length) == 0);
    free(tame);
}

static bool fuzz_next_is(uint8_t order) {
    if (fuzz_program_output.at == fuzz_program_output.end || *fuzz_program_output.at != order)
        return false;
    fuzz_program_output.line = ++fuzz_program_output.at;
    return true;
}

Process *process_start(char *const argv[], const ProcessOptions *options, int *error) {
    fuzz_assert(options == NULL);
    fuzz_assert(argv[0] != NULL);
    fuzz_program_output.started++;
    *error = fuzz_next_is(BYTE_UNKNOWN) ? ENOENT : 0;
    Process *p = *error ? NULL : calloc(1, sizeof *p);
    fuzz_assert(*error || p);
    return p;
}

/* A program that ends now does not read its input any more: writing fails. */
bool process_write(Process *p, const char *line) {
    fuzz_assert_printable(line);
    bool gone =
        fuzz_program_output.at == fuzz_program_output.end || *fuzz_program_output.at == BYTE_END;
    return !p->no_input && !p->output.closed && !gone;
}

void process_close_input(Process *p) {
    p->no_input = true;
}

static void fuzz_put(ProcessOutput *o, const uint8_t *bytes, size_t count) {
    size_t room = PROCESS_LINE_MAX - o->used;
    if (count > room) count = room;
    memcpy(o->buffer + o->used, bytes, count);
    o->used += count;
}

static void fuzz_flood(ProcessOutput *o) {
    size_t line = (size_t)(fuzz_program_output.at - fuzz_program_output.line), before = o->used;
    do fuzz_put(o, fuzz_program_output.line, line);
    while (line && o->used < PROCESS_LINE_MAX);
    size_t put = line ? o->used - before : fuzz_program_output.flood;
    fuzz_program_output.flood -= put < fuzz_program_output.flood ? put : fuzz_program_output.flood;
    if (fuzz_program_output.flood == 0) fuzz_program_output.at++; // skips the ^W
}

/* Emits a piece of a line, or a control byte that has no meaning here. */
static void fuzz_emit(ProcessOutput *o) {
    static const char ORDERS[] = {BYTE_END, BYTE_SILENT, BYTE_STOP, BYTE_FLOOD, BYTE_UNKNOWN};
    const uint8_t *at = fuzz_program_output.at, *from = at;
    bool line_ends = false;
    do line_ends = *at++ == '\n';
    while (!line_ends && at < fuzz_program_output.end && at - from < PIECE_BYTES &&
           !memchr(ORDERS, *at, sizeof ORDERS));
    if (line_ends) fuzz_program_output.line = at;
    fuzz_put(o, from, (size_t)(at - from));
    fuzz_program_output.at = at;
}

ProcessRead process_read(Process *p, int64_t deadline, const atomic_bool *stop, const char **line) {
    ProcessOutput *o = &p->output;
    (void)deadline;
    while (!process_next_line(o, line)) {
        if (o->closed) return PROCESS_CLOSED;
        if (fuzz_program_output.flood == 0) {
            if (fuzz_next_is(BYTE_SILENT)) return PROCESS_TIMEOUT;
            if (fuzz_next_is(BYTE_STOP) && stop) return PROCESS_STOPPED;
            o->closed = fuzz_program_output.at == fuzz_program_output.end || fuzz_next_is(BYTE_END);
            if (o->closed) continue;
            if (*fuzz_program_output.at == BYTE_FLOOD && !fuzz_program_output.flooded)
                fuzz_program_output.flood = FLOOD_BYTES;
            fuzz_program_output.flooded |= fuzz_program_output.flood > 0;
        }
        if (fuzz_program_output.flood)
            fuzz_flood(o);
        else
            fuzz_emit(o);
    }
    fuzz_assert(strlen(*line) <= PROCESS_LINE_MAX);
    return PROCESS_LINE;
}

int process_end(Process *p, int64_t grace_ms, char how[PROCESS_END_TEXT_MAX]) {
    if (how) strcpy(how, grace_ms ? "exit status 0" : "killed");
    free(p);
    return grace_ms ? 0 : -1;
}

#endif
