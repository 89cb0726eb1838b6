// SPDX-License-Identifier: MIT
//
// Mirrored positions.
#ifndef SUPPORT_MIRROR_H
#define SUPPORT_MIRROR_H

#include "core/position.h"

/* Swaps the colours and flips the board: the same position for the other side. */
Position mirror_colors(const Position *pos);

/* Swaps left and right. Only for positions without castling rights. */
Position mirror_files(const Position *pos);

#endif
