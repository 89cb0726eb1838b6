// SPDX-License-Identifier: MIT
//
// A file that is read here and there, again and again: pages of it stay in memory once they were
// read, as long as all files that share an allowance keep no more than that; what comes later is
// read each time.  A file that is shortened meanwhile is an error, not the end of the program.
#ifndef BASE_FILE_PAGE_CACHE_H
#define BASE_FILE_PAGE_CACHE_H

#include "base/file/file.h"

#include <stdatomic.h>

typedef struct {
    FileHandle file;
    atomic_llong *budget;     // bytes that may still be kept
    _Atomic(uint8_t *) *page; // NULL: not kept
} PagedFile;

/* False with errno.  On success the file is to be closed. */
bool page_cache_open(const char *path, atomic_llong *budget, PagedFile *out);
void page_cache_close(PagedFile *paged);

/* Exactly these bytes; false if they are not there (any more).  Any number of threads may read. */
bool page_cache_read(const PagedFile *paged, uint64_t at, void *data, size_t size);

#endif
