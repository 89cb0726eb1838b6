// SPDX-License-Identifier: MIT
//
// Lets the allocation fail that ROEK_FAIL_AT counts to, from 1; the number of allocations goes into
// the file ROEK_FAIL_COUNT at the end.  Memory for large tables and new threads count as well.
//
// Loaded before the C library (LD_PRELOAD) it sees also what the library allocates for itself;
// linked into the program (FAILING_LINKED, ld --wrap) it works beneath the address sanitizer, which
// then finds what is lost or used after a failure.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef FAILING_LINKED
#define OURS(name) __wrap_##name
#define THEIRS(name) __real_##name
extern void *__real_mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset);
extern int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr,
                                 void *(*run)(void *), void *context);
extern char *__real_strdup(const char *text);
#else
#include <dlfcn.h>
#define OURS(name) name
#define THEIRS(name) __libc_##name
#endif
extern void *THEIRS(malloc)(size_t size);
extern void *THEIRS(calloc)(size_t n, size_t size);
extern void *THEIRS(realloc)(void *old, size_t size);

static atomic_long count;
static atomic_long fail_at = -1;

static int fails(void) {
    if (fail_at < 0) { // in roek itself, not in what it starts
        const char *at = getenv("ROEK_FAIL_AT");
        fail_at = at && strncmp(program_invocation_short_name, "roek", 4) == 0 ? atol(at) : 0;
    }
    if (atomic_fetch_add(&count, 1) + 1 != fail_at) return 0;
    errno = ENOMEM;
    return 1;
}

void *OURS(malloc)(size_t size) {
    return fails() ? NULL : THEIRS(malloc)(size);
}
void *OURS(calloc)(size_t n, size_t size) {
    return fails() ? NULL : THEIRS(calloc)(n, size);
}
void *OURS(realloc)(void *old, size_t size) {
    return fails() ? NULL : THEIRS(realloc)(old, size);
}

void *OURS(aligned_alloc)(size_t alignment, size_t size) {
    void *memory = NULL;
    if (fails() || posix_memalign(&memory, alignment, size) != 0) return NULL;
    return memory;
}

#ifdef FAILING_LINKED
char *__wrap_strdup(const char *text) {
    return fails() ? NULL : __real_strdup(text);
}
void *__wrap_mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset) {
    return fails() ? MAP_FAILED : __real_mmap(at, size, prot, flags, fd, offset);
}
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *),
                          void *context) {
    return fails() ? EAGAIN : __real_pthread_create(thread, attr, run, context);
}
#else
void *mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset) {
    void *(*theirs)(void *, size_t, int, int, int, off_t) = dlsym(RTLD_NEXT, "mmap");
    return fails() ? MAP_FAILED : theirs(at, size, prot, flags, fd, offset);
}
int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *),
                   void *context) {
    int (*theirs)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
        dlsym(RTLD_NEXT, "pthread_create");
    return fails() ? EAGAIN : theirs(thread, attr, run, context);
}
#endif

__attribute__((destructor)) static void tell(void) {
    const char *name = getenv("ROEK_FAIL_COUNT");
    long total = atomic_load(&count);
    FILE *file = name ? fopen(name, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", total);
    fclose(file);
}
