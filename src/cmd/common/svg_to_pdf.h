// SPDX-License-Identifier: MIT
//
// Pictures on paper: SVG made PDF by a program that the system may have.
#ifndef CMD_COMMON_SVG_TO_PDF_H
#define CMD_COMMON_SVG_TO_PDF_H

#include "base/text/text.h"

enum { SVG_PAGES_MAX = 500 };

/* Does the name end so? */
bool svg_pages_is_pdf(const char *path);

/* Is it the name of a sheet, .svg or .pdf?  False after complaining; to be asked before the work.
 */
bool svg_pages_check_name(const char *path);

/* Writes pages, each a whole SVG, into a PDF, or one page as it is, as the name of the file says.
 * Complains, and returns an exit status. */
int svg_pages_save(const Text pages[], int count, const char *path);

#endif
