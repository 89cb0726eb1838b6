// SPDX-License-Identifier: MIT
//
// Breaks text into lines of a given width.
#ifndef CONSOLE_WRAP_H
#define CONSOLE_WRAP_H

#include "base/text/text.h"

/* Breaks lines that are longer than `width` columns at blanks, or within a word that is longer than
 * a line. Continuation lines get the indent of the line. After a "- " they are indented behind it,
 * and in a list entry ("  quit   leave") they start below the explanation. Lines that fit stay as
 * they are. */
void wrap_text(Text *out, const char *text, int width);

/* Returns the start of the next line and its length in bytes, and moves *text behind it. */
const char *wrap_next_line(const char **text, size_t *length);

/* The number of lines; sets `*widest` to the width of the widest. */
int wrap_count(const char *text, int *widest);

#endif
