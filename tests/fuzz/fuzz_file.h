// SPDX-License-Identifier: MIT
//
// Input for readers that want the name of a file: one that lives in memory.
#ifndef FUZZ_FUZZ_FILE_H
#define FUZZ_FUZZ_FILE_H

#include "fuzz/fuzz.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* A path under which the bytes can be read until the next call. */
static inline const char *fuzz_file(const uint8_t *data, size_t size) {
    static int fd = -1;
    static char path[32];
    if (fd < 0) fd = memfd_create("fuzz", 0);
    fuzz_assert(fd >= 0 && ftruncate(fd, 0) == 0);
    fuzz_assert(size == 0 || pwrite(fd, data, size, 0) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

#endif
