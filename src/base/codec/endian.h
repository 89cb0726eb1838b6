// SPDX-License-Identifier: MIT
//
// Little-endian integers in files, on every machine.
#ifndef BASE_CODEC_ENDIAN_H
#define BASE_CODEC_ENDIAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t load_le(const uint8_t *at, int width) {
    uint64_t value = 0;
    for (int i = 0; i < width; i++) value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static inline void store_le(uint8_t *at, int width, uint64_t value) {
    for (int i = 0; i < width; i++) at[i] = (uint8_t)(value >> 8 * i);
}

#endif
