// SPDX-License-Identifier: MIT
//
// How pieces are drawn: as figurines of Unicode, and as outlines for pictures that must not depend
// on a font.
#ifndef NOTATION_TEXT_PIECE_SHAPES_H
#define NOTATION_TEXT_PIECE_SHAPES_H

#include "core/types.h"

/* The figurine in UTF-8: "♔" … "♟". */
const char *piece_figurine(Piece piece);

/* The outline as SVG path data in a box of 40 by 40. */
const char *piece_outline(Role role);

#endif
