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
void system_start(void);

/* Zeroed memory for a large table that is probed at random, in large pages where there are any.
 * It goes back to the system when it is released; NULL if there is not so much. */
void *system_memory(size_t bytes);
void system_memory_free(void *memory, size_t bytes);

/* Memory whose address is a multiple of `alignment`, a power of two that divides `bytes`; to be
 * released by system_aligned_free.  NULL if there is not so much. */
void *system_aligned(size_t alignment, size_t bytes);
void system_aligned_free(void *memory);

/* After much has been freed: lets the system have what the allocator keeps for later. */
void system_give_back(void);

/* How many processors this process may use, at least 1. */
int system_processors(void);

/* Bytes that nobody can foresee; false if the system has none. */
bool system_entropy(void *data, size_t size);

/* Is text for the user's terminal UTF-8?  The locale of characters is the user's afterwards. */
bool system_is_utf8(void);

/* How far the stack of the first thread may grow: what whoever started us allows. */
size_t system_first_stack(void);

/* How many columns the terminal behind this descriptor has; 0 if it is none or does not say. */
int system_columns(int fd);

#endif
