// SPDX-License-Identifier: MIT
//
// base/os/platform and base/process for WebAssembly: there is memory and a source of random
// numbers, but no other processes.
#include "base/os/platform.h"
#include "base/process/process.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

void *platform_alloc_large(size_t bytes) {
    return calloc(1, bytes);
}

void platform_free_large(void *memory, size_t bytes) {
    (void)bytes;
    free(memory);
}

void *platform_alloc_aligned(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, bytes);
}

void platform_free_aligned(void *memory) {
    free(memory);
}

void platform_trim_heap(void) {
    // WebAssembly's memory never shrinks
}

int platform_cpu_count(void) {
    return 1;
}

bool platform_entropy(void *data, size_t size) {
    return getentropy(data, size) == 0;
}

// --- processes ---

Process *process_start(char *const argv[], const ProcessOptions *options, int *error) {
    (void)argv, (void)options;
    *error = ENOENT;
    return NULL;
}

bool process_is_out_of_resources(int error) {
    (void)error;
    return false;
}

bool process_write(Process *p, const char *line) {
    (void)p, (void)line;
    return false;
}

void process_close_input(Process *p) {
    (void)p;
}

ProcessRead process_read(Process *p, int64_t deadline, const atomic_bool *stop, const char **line) {
    (void)p, (void)deadline, (void)stop, (void)line;
    return PROCESS_CLOSED;
}

int process_end(Process *p, int64_t grace_ms, char how[PROCESS_END_TEXT_MAX]) {
    (void)p, (void)grace_ms;
    if (how) how[0] = '\0';
    return -1;
}

char **process_split_command(const char *command, int *count) {
    (void)command, (void)count;
    return NULL;
}
