// SPDX-License-Identifier: MIT
//
// The progress line of a long command: one line on standard error, which is drawn over the one
// before and erased before anything else is printed.  It is drawn on a terminal alone.
//
//     if (progress_is_possible()) options.progress = on_progress;
//     …
//     if (progress_is_due(&run->drawn_ms)) progress_show("%d of %d parts", done, parts);
//     …
//     progress_erase();
//
// There is one terminal, so there is one line: it belongs to the process.
#ifndef CONSOLE_PROGRESS_H
#define CONSOLE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Is standard error a terminal? */
bool progress_is_possible(void);

/* At most five times a second true; `*drawn_ms` is the clock_ms when it was last, at first 0 or
 * when the work began. */
bool progress_is_due(int64_t *drawn_ms);

/* Draws the line, cut off where the terminal ends. */
void progress_show(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Erases the line if there is one. */
void progress_erase(void);

#endif
