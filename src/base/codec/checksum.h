// SPDX-License-Identifier: MIT
//
// Checksums: they find bytes that were changed by accident since they were written, and are no
// guard against intent.  They stand in files, so their values never change.
#ifndef BASE_CODEC_CHECKSUM_H
#define BASE_CODEC_CHECKSUM_H

#include "base/codec/endian.h"
#include "base/hash.h"

/* Of many bytes, eight at a time. */
static inline uint32_t checksum32(const uint8_t *data, size_t size) {
    uint64_t sum = HASH_GOLDEN ^ size;
    while (size > 0) {
        int width = size < 8 ? (int)size : 8;
        uint64_t word = width == 8 ? load_le(data, 8) : load_le(data, width);
        sum = (sum ^ word) * HASH_MURMUR_1;
        sum ^= sum >> 32;
        data += width;
        size -= (size_t)width;
    }
    return (uint32_t)(sum ^ sum >> 29);
}

/* FNV-1a of 64 bits (Fowler, Noll and Vo): starts with FNV1A_START and goes on piece by piece. */
#define FNV1A_START 0xcbf29ce484222325u
#define FNV1A_PRIME 0x100000001b3u

static inline uint64_t fnv1a(uint64_t sum, const void *bytes, size_t size) {
    const uint8_t *c = bytes;
    for (size_t i = 0; i < size; i++) sum = (sum ^ c[i]) * FNV1A_PRIME;
    return sum;
}

#endif
