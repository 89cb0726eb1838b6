// SPDX-License-Identifier: MIT
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Doubled until `wanted` fits; as many as are wanted where doubling would pass `most`. */
static size_t grown_capacity(size_t capacity, size_t wanted, size_t most) {
    if (capacity < ARRAY_FIRST_CAPACITY) capacity = ARRAY_FIRST_CAPACITY;
    while (capacity < wanted && capacity <= most / 2) capacity *= 2;
    return capacity < wanted || capacity > most ? wanted : capacity;
}

bool array_grow(void *items, size_t *capacity, size_t wanted, size_t item_size) {
    size_t most = PTRDIFF_MAX / item_size;
    if (wanted > most) return false;
    size_t larger = grown_capacity(*capacity, wanted, most);
    void *array; // copied: a pointer to T may not be read as a pointer to void
    memcpy(&array, items, sizeof array);
    array = realloc(array, larger * item_size);
    if (!array) return false;
    memcpy(items, &array, sizeof array);
    *capacity = larger;
    return true;
}
