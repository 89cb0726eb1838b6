// SPDX-License-Identifier: MIT
//
// Little-endian integers in files, on every machine, and a checksum of bytes.
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

/* Detects accidental changes of the bytes. Gives no protection against deliberate ones. */
static inline uint32_t checksum32(const uint8_t *data, size_t size) {
    uint64_t sum = 0x9e3779b97f4a7c15u ^ size;
    while (size > 0) {
        int width = size < 8 ? (int)size : 8;
        uint64_t word = width == 8 ? load_le(data, 8) : load_le(data, width);
        sum = (sum ^ word) * 0xff51afd7ed558ccdu;
        sum ^= sum >> 32;
        data += width;
        size -= (size_t)width;
    }
    return (uint32_t)(sum ^ sum >> 29);
}

#endif
