// SPDX-License-Identifier: MIT
//
// Lines from a person: editing, history and completion where the terminal and libedit allow it, and
// plain lines otherwise.
#ifndef CONSOLE_LINE_EDIT_H
#define CONSOLE_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct LineEdit LineEdit;

typedef struct {
    const char *prompt;  // only shown on a terminal
    const char *history; // a file that keeps the lines from one time to the next; NULL: none
    /* Calls `add` with each word that could complete the last `*length` bytes of the text; NULL: no
     * completion. */
    void (*complete)(void *context, const char *text, size_t *length,
                     void (*add)(void *sink, const char *word), void *sink);
    void *context;
    /* Longer lines are told and skipped; see base/file/line_reader.h. */
    size_t limit;
    void (*too_long)(void *too_long_context, int number, const char *start);
    void *too_long_context;
} LineEditOptions;

/* NULL without memory.  What the options point at must last. */
LineEdit *lineedit_new(const LineEditOptions *options);

/* The next line without its end, valid until the next call; NULL at the end of input.  `*broken` is
 * set when Ctrl-C was pressed instead (the line is empty then). */
const char *lineedit_read(LineEdit *edit, bool *interrupted);

/* Why the lines ended: an errno, or 0 if they just did. */
int lineedit_error(const LineEdit *edit);

/* Writes the history. */
void lineedit_free(LineEdit *edit);

#endif
