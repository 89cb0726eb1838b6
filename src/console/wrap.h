// SPDX-License-Identifier: MIT
//
// Text that is broken into lines to fit a width.
#ifndef CONSOLE_WRAP_H
#define CONSOLE_WRAP_H

#include "base/text/text.h"

/* Breaks the lines that are longer than `width` columns at blanks, or within a word that is longer
 * than a line.  What follows a break is indented like the line itself, and stands behind the "- "
 * it may begin with, or below the words that explain the entry of a list ("  quit   leave").  Lines
 * that fit stay as they are. */
void wrap_text(Text *out, const char *text, int width);

/* Cuts the next line off a text: its start, with *text behind it, and its length in bytes. */
const char *wrap_next_line(const char **text, size_t *length);

/* How many lines, and how wide the widest is. */
int wrap_count(const char *text, int *widest);

#endif
