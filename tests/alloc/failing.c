// SPDX-License-Identifier: MIT
//
// Loaded before the C library (LD_PRELOAD), this lets the allocation fail that ROEK_FAIL_AT counts
// to, from 1; the number of allocations goes into the file ROEK_FAIL_COUNT at the end.
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long count;
static long fail_at = -1;

static int fails(void) {
    if (fail_at < 0) {
        const char *at = getenv("ROEK_FAIL_AT");
        fail_at = at ? atol(at) : 0;
    }
    if (atomic_fetch_add(&count, 1) + 1 != fail_at) return 0;
    errno = ENOMEM;
    return 1;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}
void *calloc(size_t n, size_t size) {
    return fails() ? NULL : __libc_calloc(n, size);
}
void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}

__attribute__((destructor)) static void tell(void) {
    const char *name = getenv("ROEK_FAIL_COUNT");
    long total = atomic_load(&count);
    FILE *file = name ? fopen(name, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", total);
    fclose(file);
}
