// SPDX-License-Identifier: MIT
//
// Reads lines that a user types: with editing, history and completion if the terminal and libedit
// allow it, otherwise plain lines.
#ifndef CONSOLE_LINE_EDIT_H
#define CONSOLE_LINE_EDIT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct LineEdit LineEdit;

typedef struct {
    const char *prompt;  // shown only on a terminal
    const char *history; // file that stores the history between runs; NULL: none
    /* Calls `add` with each word that could complete the last `*length` bytes of the text. NULL: no
     * completion. */
    void (*complete)(void *context, const char *text, size_t *length,
                     void (*add)(void *sink, const char *word), void *sink);
    void *context;
    /* Longer lines are skipped and reported to `too_long`, as in base/file/line_reader.h. */
    size_t limit;
    void (*too_long)(void *too_long_context, int number, const char *start);
    void *too_long_context;
} LineEditOptions;

/* NULL if memory ran out. What `options` points to must outlive the LineEdit. */
LineEdit *lineedit_new(const LineEditOptions *options);

/* Returns the next line without its end, valid until the next call; NULL at the end of input. If
 * the user presses Ctrl-C, `*interrupted` is set and the line is empty. */
const char *lineedit_read(LineEdit *edit, bool *interrupted);

/* The errno that ended the input; 0 at a normal end. */
int lineedit_error(const LineEdit *edit);

/* Writes the history file and frees `edit`. */
void lineedit_free(LineEdit *edit);

#endif
