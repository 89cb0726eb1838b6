// SPDX-License-Identifier: MIT
//
// A network that evaluates positions: (768 x king buckets -> neurons) x 2 -> 1 x 8 output buckets.
//
// The network sees the board twice: once from the view of the side to move, once from that of the
// other side. A view has one input for every kind of piece on every square: own pawn … own king,
// then the same for the other side. In games where the sides face each other the ranks are flipped
// for Black. Files are mirrored so that the view's own king stands on files a to d. The rows of
// weights depend on the king's square (king buckets). Each view sums the rows of its inputs (an
// accumulator), clips the sums to 0 … 255 and squares them (SCReLU). The output is a weighted sum
// of both views' squares, with separate weights for each of eight output buckets.
//
// A file, all numbers little-endian:
//
//      0  "RoekNet" and 1
//      8  u32 checksum of all that follows
//     12  u8  race: 0 the sides face each other, output bucket by number of pieces
//                   1 both run up the board, output bucket by turn and ranks of the kings
//     13  u8  king buckets, 14 u8 output buckets (8), 15 u8 shift: outputs are in 1 / 2^shift
//     16  u16 neurons, 18 u16 scale (centipawns of an output of 1), 20 u16 255, 22 u16 0
//     24  u8  bucket of each king square: a1 b1 c1 d1 a2 … d8
//     56  8 zeros
//     64  i16 biases[2][neurons]             of White's and of Black's view
//         i16 inputs[king buckets][768][neurons]
//         i16 outputs[8][2 * neurons]        own view, other view
//         i32 output_bias[8]
#ifndef NNUE_NETWORK_H
#define NNUE_NETWORK_H

#include "core/position.h"

#include <stddef.h>

enum {
    NET_INPUTS = 768,
    NET_OUTPUT_BUCKETS = 8,
    NET_KING_BUCKETS_MAX = 8,
    NET_BLOCK = 128, // the number of neurons is a multiple of this
    NET_NEURONS_MAX = 1024,
    NET_ONE = 255, // an activation of 1
};

typedef struct {
    bool race;
    int king_buckets, neurons, shift, scale;
    uint32_t checksum;
    uint8_t king_bucket[32];
    const int16_t *biases, *inputs, *outputs;
    const int32_t *output_bias;
} Network;

/* Reads a network in place: `data` must be aligned to 4 bytes and outlive `out`. Returns NULL, or
 * what is wrong. No sum of an accepted network can overflow, for any position. */
const char *network_read(const uint8_t *data, size_t size, Network *out);

/* The network embedded in the program for games of this kind; false if there is none. Skips the
 * checks of network_read(); the tests run them on these files. */
bool network_embedded(bool race, Network *out);

#endif
