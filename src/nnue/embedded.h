// SPDX-License-Identifier: MIT
//
// The files of nets/, embedded in the program.
#ifndef NNUE_EMBEDDED_H
#define NNUE_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of nets/racingkings.net or nets/chess.net, aligned to 64. */
const uint8_t *embedded_network(bool race, size_t *size);

#endif
