// SPDX-License-Identifier: MIT
//
// Shapes of pieces: Unicode figurines, and outlines for images that must not depend on a font.
#ifndef NOTATION_TEXT_PIECE_SHAPES_H
#define NOTATION_TEXT_PIECE_SHAPES_H

#include "core/types.h"

/* The figurine as UTF-8: "♔" … "♟". */
const char *piece_figurine(Piece piece);

/* The outline as SVG path data in a box of 40 by 40. */
const char *piece_outline(Role role);

#endif
