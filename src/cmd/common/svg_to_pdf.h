// SPDX-License-Identifier: MIT
//
// Converts SVG pages to PDF with an external program (rsvg-convert), if it is installed.
#ifndef CMD_COMMON_SVG_TO_PDF_H
#define CMD_COMMON_SVG_TO_PDF_H

#include "base/text/text.h"

enum { SVG_PAGES_MAX = 500 };

/* Does the name end in ".pdf"? */
bool svg_pages_is_pdf(const char *path);

/* Does the name end in .svg or .pdf?  Returns false after it printed an error; call it before the
 * work begins. */
bool svg_pages_check_name(const char *path);

/* Writes pages, each a complete SVG document, as a PDF, or a single page as SVG, by the end of the
 * file name.  Returns an exit status, after an error message if it failed. */
int svg_pages_save(const Text pages[], int count, const char *path);

#endif
