// SPDX-License-Identifier: MIT
//
// Whole files: seen as memory, and replaced in one step so that nobody ever finds half of one.
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const uint8_t *data;
    size_t size;
    bool mapped; // shared with the system's cache rather than read into own memory
} FileView;

/* Opens a file for reading as memory; false if it cannot be had (errno says why) or is empty
 * (errno is 0).  A pipe is read to its end.  The file may be replaced meanwhile (the view keeps the
 * old one) but must not be shortened in place. */
bool file_view(const char *path, FileView *out);
void file_close(FileView *view);

/* One stretch of a file to be written. */
typedef struct {
    const void *data;
    size_t size;
} FilePart;

/* Writes the parts one after the other to "PATH.tmp", then renames it to PATH.  On failure
 * returns false with errno set, and what was at PATH is still there. */
bool file_replace(const char *path, const FilePart *parts, int count);

/* Makes a folder and those above it, where they do not exist yet. */
bool file_make_folder(const char *path);

#endif
