// SPDX-License-Identifier: MIT
//
// A file with random access and a cache: each page stays in memory once it was read.
//
// Several files may share one budget of bytes. When it is used up, further pages are read from the
// file every time. If another program shortens the file, reading fails with an error.
#ifndef BASE_FILE_PAGE_CACHE_H
#define BASE_FILE_PAGE_CACHE_H

#include "base/file/file.h"

#include <stdatomic.h>

typedef struct {
    FileHandle file;
    atomic_llong *budget;     // bytes that may still be cached, by all files that share the budget
    _Atomic(uint8_t *) *page; // NULL: not cached
} PagedFile;

/* False with errno. On success the caller closes the file with page_cache_close. */
bool page_cache_open(const char *path, atomic_llong *budget, PagedFile *out);
void page_cache_close(PagedFile *paged);

/* Reads exactly `size` bytes. False with errno if they cannot be read. Any number of threads may
 * call it at the same time. */
bool page_cache_read(const PagedFile *paged, uint64_t at, void *data, size_t size);

#endif
