// SPDX-License-Identifier: MIT
//
// What is left of the differences between operating systems: start, memory, processors, chance.
#ifndef BASE_OS_PLATFORM_H
#define BASE_OS_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>

/* First thing in main.  Standard input, output and error are open afterwards, so that no file of
 * ours can take their numbers: one that was closed fails when it is used.  Where systems change
 * line ends or have code pages, the streams are bytes and UTF-8. */
void platform_init(void);

/* Zeroed memory for a large table that is probed at random, in large pages where there are any.
 * It goes back to the system when it is released; NULL if there is not so much. */
void *platform_alloc_large(size_t bytes);
void platform_free_large(void *memory, size_t bytes);

/* Memory whose address is a multiple of `alignment`, a power of two that divides `bytes`; to be
 * released by platform_free_aligned.  NULL if there is not so much. */
void *platform_alloc_aligned(size_t alignment, size_t bytes);
void platform_free_aligned(void *memory);

/* After much has been freed: lets the system have what the allocator keeps for later. */
void platform_trim_heap(void);

/* How many processors this process may use, at least 1. */
int platform_cpu_count(void);

/* Bytes that nobody can foresee; false if the system has none. */
bool platform_entropy(void *data, size_t size);

/* Is text for the user's terminal UTF-8?  The locale of characters is the user's afterwards. */
bool platform_is_utf8(void);

/* How far the stack of the first thread may grow: what whoever started us allows. */
size_t platform_main_stack_size(void);

/* How many columns the terminal behind this descriptor has; 0 if it is none or does not say. */
int platform_terminal_columns(int fd);

#endif
