// SPDX-License-Identifier: MIT
//
// Pictures on paper: SVG made PDF by a program that the system may have.
#ifndef CMD_PAPER_H
#define CMD_PAPER_H

#include <stdbool.h>

enum { PAPER_PAGES_MAX = 500 };

/* Does the name end so? */
bool paper_is_pdf(const char *path);

/* Writes the PDF and returns an exit status: one page of this text, which is changed, or, if `svg`
 * is NULL, a page of each of these files. */
int paper_convert(char *svg, const char *const files[], int count, const char *path);

#endif
