// SPDX-License-Identifier: MIT
//
// Other differences between operating systems: start-up, memory, processor count, random bytes, the
// terminal.
#ifndef BASE_OS_PLATFORM_H
#define BASE_OS_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>

/* Called first in main. Opens standard input, output and error if they were closed, so that no
 * other file gets their numbers; using such a stream fails. Where systems translate line ends or
 * use code pages, sets the streams to binary and UTF-8. */
void platform_init(void);

/* Allocates zeroed memory for a large table with random access, in large pages if there are any.
 * Freed memory goes back to the system. NULL if there is not enough. */
void *platform_alloc_large(size_t bytes);
void platform_free_large(void *memory, size_t bytes);

/* Allocates memory whose address is a multiple of `alignment`, a power of two that divides `bytes`.
 * Released by platform_free_aligned. NULL if there is not enough. */
void *platform_alloc_aligned(size_t alignment, size_t bytes);
void platform_free_aligned(void *memory);

/* Returns unused heap memory to the system; worth calling after much was freed. */
void platform_trim_heap(void);

/* How many processors this process may use, at least 1. Respects the CPU affinity. */
int platform_cpu_count(void);

/* Fills `data` with cryptographically secure random bytes. False if the system has none. */
bool platform_entropy(void *data, size_t size);

/* Does the user's terminal use UTF-8? Also sets LC_CTYPE to the user's locale. */
bool platform_is_utf8(void);

/* The limit of the main thread's stack, as the calling shell or the linker has set it. */
size_t platform_main_stack_size(void);

/* Is a terminal behind this descriptor?  On Windows other devices, such as NUL, are none. */
bool platform_is_terminal(int fd);

/* As read() does: at a console of Windows what is typed arrives as UTF-8. */
ptrdiff_t platform_read(int fd, void *data, size_t size);

/* How many columns the terminal behind this descriptor has; 0 if it is none or does not say. */
int platform_terminal_columns(int fd);

#endif
