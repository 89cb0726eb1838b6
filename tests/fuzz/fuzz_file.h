// SPDX-License-Identifier: MIT
//
// Input for readers that take a file name: files in memory.
#ifndef FUZZ_FUZZ_FILE_H
#define FUZZ_FUZZ_FILE_H

#include "fuzz/fuzz.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FUZZ_FILES = 2 };

/* A path under which the bytes can be read until the next call for the same slot. */
static inline const char *fuzz_file_in(int slot, const uint8_t *data, size_t size) {
    static int fd[FUZZ_FILES]; // descriptor plus one; 0: not open
    static char path[FUZZ_FILES][32];
    if (!fd[slot]) fd[slot] = memfd_create("fuzz", 0) + 1;
    fuzz_assert(fd[slot] > 0 && ftruncate(fd[slot] - 1, 0) == 0);
    fuzz_assert(size == 0 || pwrite(fd[slot] - 1, data, size, 0) == (ssize_t)size);
    snprintf(path[slot], sizeof path[slot], "/proc/self/fd/%d", fd[slot] - 1);
    return path[slot];
}

static inline const char *fuzz_file(const uint8_t *data, size_t size) {
    return fuzz_file_in(0, data, size);
}

#endif
