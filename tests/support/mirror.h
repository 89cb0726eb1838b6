// SPDX-License-Identifier: MIT
//
// Positions seen in a mirror.
#ifndef SUPPORT_MIRROR_H
#define SUPPORT_MIRROR_H

#include "core/position.h"

/* Colours swapped and the board turned upside down: the same position for the other side. */
Position mirror_colors(const Position *pos);

/* Left and right swapped.  Only without castling rights. */
Position mirror_files(const Position *pos);

#endif
