// SPDX-License-Identifier: MIT
#include "base/os/platform.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* A closed standard stream is opened on /dev/null in the wrong direction: the number is in use, and
 * I/O on it still fails. SIGXFSZ is ignored, so that exceeding the file size limit is an error like
 * a full disk and does not end the program. */
void platform_init(void) {
    signal(SIGXFSZ, SIG_IGN);
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0) {
            int nowhere = open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
            if (nowhere >= 0 && nowhere != fd && dup2(nowhere, fd) >= 0) close(nowhere);
        }
}

/* Large pages are aligned to their size. platform_alloc_large maps one page more and unmaps the
 * excess. */
enum { LARGE_PAGE = 2 << 20 };

static size_t whole_pages(size_t bytes) {
    return bytes / LARGE_PAGE * LARGE_PAGE + (bytes % LARGE_PAGE ? LARGE_PAGE : 0);
}

void *platform_alloc_large(size_t bytes) {
    if (bytes > SIZE_MAX - 2 * LARGE_PAGE) return NULL;
    size_t used = whole_pages(bytes), mapped = used + LARGE_PAGE;
    void *got = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) return NULL;
    size_t before = -(uintptr_t)got % LARGE_PAGE, after = LARGE_PAGE - before;
    uint8_t *memory = (uint8_t *)got + before;
    if (before) munmap(got, before);
    if (after) munmap(memory + used, after);
#ifdef MADV_HUGEPAGE
    madvise(memory, used, MADV_HUGEPAGE);
#endif
    return memory;
}

void platform_free_large(void *memory, size_t bytes) {
    if (memory) munmap(memory, whole_pages(bytes));
}

void *platform_alloc_aligned(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, bytes);
}

void platform_free_aligned(void *memory) {
    free(memory);
}

/* glibc raises its mmap threshold when a large block is freed. It then serves blocks of that size
 * from its heaps, which keep freed memory. */
void platform_trim_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

int platform_cpu_count(void) {
    int n = (int)sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t allowed; // the process may be restricted to some processors
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) n = CPU_COUNT(&allowed);
#endif
    return n < 1 ? 1 : n;
}

bool platform_entropy(void *data, size_t size) {
    return getentropy(data, size) == 0;
}

size_t platform_main_stack_size(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > SIZE_MAX) return SIZE_MAX;
    return (size_t)limit.rlim_cur;
}

bool platform_is_terminal(int fd) {
    return isatty(fd);
}

ptrdiff_t platform_read(int fd, void *data, size_t size) {
    return read(fd, data, size);
}

int platform_terminal_columns(int fd) {
    struct winsize size;
    return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool platform_is_utf8(void) {
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
