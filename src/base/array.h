// SPDX-License-Identifier: MIT
//
// Arrays that grow: their memory doubles, so that adding items one by one takes constant time each.
//
//     if (!array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items))
//         return false;
//     list->items[list->count++] = item;
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

enum { ARRAY_FIRST_CAPACITY = 64 };

/* What array_reserve does where the capacity is too small. */
bool array_grow(void *items, size_t *capacity, size_t wanted, size_t item_size);

/* Makes room for `wanted` items of `item_size` bytes.  `items` is the address of the pointer to the
 * array, which is NULL while the capacity is 0; the caller frees the array.  The items move, and
 * the new ones are not initialized.  False, with array and capacity unchanged, when memory runs
 * out or no memory could hold so many. */
static inline bool array_reserve(void *items, size_t *capacity, size_t wanted, size_t item_size) {
    return wanted <= *capacity || array_grow(items, capacity, wanted, item_size);
}

#endif
