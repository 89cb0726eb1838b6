// SPDX-License-Identifier: MIT
//
// Converts a network for big-endian machines:  gen_nets IN.net OUT.net
//
// Embedded networks are used without conversion, so their weights must have the byte order of the
// machine: 16-bit numbers after the header, and a 32-bit number per output bucket at the end.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEADER = 64, STAGES_AT = 14 };

static void turn(uint8_t *number, int width) {
    for (int i = 0; i < width / 2; i++) {
        uint8_t byte = number[i];
        number[i] = number[width - 1 - i];
        number[width - 1 - i] = byte;
    }
}

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL, *out = in ? fopen(argv[2], "wb") : NULL;
    if (!out || fseek(in, 0, SEEK_END) != 0) return 2;
    size_t size = (size_t)ftell(in);
    uint8_t *data = malloc(size);
    rewind(in);
    if (!data || size < HEADER || fread(data, 1, size, in) != size) return 3;
    size_t last = size - 4u * data[STAGES_AT];
    for (size_t at = HEADER; at < last; at += 2) turn(data + at, 2);
    for (size_t at = last; at < size; at += 4) turn(data + at, 4);
    return fwrite(data, 1, size, out) == size && fclose(out) == 0 ? 0 : 3;
}
