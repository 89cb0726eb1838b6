// SPDX-License-Identifier: MIT
//
// A network that evaluates positions: (768 x kings -> neurons) x 2 -> 1 x 8.
//
// The board is seen twice, by the side to move and by the other.  A view has an input for every
// kind of piece on every square: own pawn … own king, then the other side's, as the viewer sees
// them, with ranks turned where the sides face each other and files turned so that the own king
// stands on a to d.  Each view sums the rows of its inputs (an accumulator), clips the sums to
// 0 … 255 and squares them; the output is a weighted sum of both views' squares, with weights of
// its own for eight stages of the game.
//
// A file, all numbers little-endian:
//
//      0  "RoekNet" and 1
//      8  u32 checksum of all that follows
//     12  u8  race: 0 the sides face each other, stages by number of men
//                   1 both run up the board, stages by turn and ranks of the kings
//     13  u8  king sets, 14 u8 stages (8), 15 u8 shift: outputs are in 1 / 2^shift
//     16  u16 neurons, 18 u16 scale (centipawns of an output of 1), 20 u16 255, 22 u16 0
//     24  u8  set of each king square: a1 b1 c1 d1 a2 … d8
//     56  8 zeros
//     64  i16 biases[2][neurons]             of White's and of Black's view
//         i16 inputs[king sets][768][neurons]
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
    NET_BLOCK = 128, // neurons come in blocks of so many
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

/* Reads a network in place: `data` must be aligned to 4 bytes and outlive it.  Returns NULL, or
 * what is wrong; a network that is accepted cannot overflow any sum, whatever the position. */
const char *network_read(const uint8_t *data, size_t size, Network *out);

/* The network inside the program for games of this kind; false if there is none.  It is taken as
 * it is: tests have read it as if it were a stranger's. */
bool network_embedded(bool race, Network *out);

#endif
